/* A counter whose take waits for something to be there, and looks again each time that its wait ends by time.
 *
 *   WAIT         how it waits: for a condition unless said otherwise
 *   UNLOCKED     put does not take the lock */
#define _GNU_SOURCE
#include <linnet/object.h>

#include <linux/futex.h>
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

struct object {
    pthread_mutex_t mutex;
    pthread_cond_t condition;
    mtx_t mtx;
    cnd_t cnd;
    pthread_spinlock_t spin;
    volatile unsigned there;
};

#ifndef WAIT
#define LOCK pthread_mutex_lock(&o->mutex)
#define WAIT pthread_cond_timedwait(&o->condition, &o->mutex, &soon)
#define WAKE pthread_cond_signal(&o->condition)
#define UNLOCK pthread_mutex_unlock(&o->mutex)
#endif

static void *make(void)
{
    struct object *o = calloc(1, sizeof *o);
    pthread_mutex_init(&o->mutex, NULL);
    pthread_cond_init(&o->condition, NULL);
    mtx_init(&o->mtx, mtx_plain);
    cnd_init(&o->cnd);
    pthread_spin_init(&o->spin, 0);
    return o;
}

static void drop(void *object)
{
    free(object);
}

static linnet_value take(void *object, const linnet_value *arg)
{
    struct object *o = object;
    struct timespec soon = { 1, 0 };
    unsigned left;
    (void)arg, (void)soon;
    LOCK;
    while (!o->there)
        WAIT;
    left = --o->there;
    UNLOCK;
    return LINNET_INT((int)left);
}

static linnet_value put(void *object, const linnet_value *arg)
{
    struct object *o = object;
    (void)arg;
#ifndef UNLOCKED
    LOCK;
#endif
    o->there = o->there + 1;
    WAKE;
#ifndef UNLOCKED
    UNLOCK;
#endif
    return LINNET_VOID;
}

/* Something is there for a moment. */
static linnet_value pulse(void *object, const linnet_value *arg)
{
    struct object *o = object;
    (void)arg;
    LOCK;
    o->there = 1;
    UNLOCK;
    LOCK;
    o->there = 0;
    UNLOCK;
    return LINNET_VOID;
}

LINNET_OBJECT = { .name = "timed", .create = make, .destroy = drop,
                  .operations = { { "take", take }, { "put", put }, { "pulse", pulse } } };
