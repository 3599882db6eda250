/* Primitives of the C library in ways that are wrong by one step: -DWHAT=... says which.
 *
 *   WOKEN        who was woken has the mutex again, or the semaphore, before the one who woke it looks
 *   TIMED        a counter that is not locked, behind waits that end by time, one after the other
 *   LAZY         a lock that is made by whoever comes first, and by whoever comes at the same time
 *   FREED        a lock in a block that another thread frees
 *   LATE         work of so many steps while all others wait, then a counter that is not locked */
#define _GNU_SOURCE
#include <linnet/object.h>

#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <threads.h>
#include <time.h>

struct locks {
    pthread_mutex_t mutex;
    pthread_cond_t condition;
    pthread_rwlock_t rwlock;
    pthread_spinlock_t spin;
    sem_t semaphore;
    mtx_t mtx;
};

struct object {
    struct locks *locks;
    struct locks own;
    atomic_int made;
    int waiting, flag;
    volatile int n, work;
};

#ifndef INIT
#define INIT pthread_mutex_init(&l->mutex, NULL)
#define LOCK pthread_mutex_lock(&l->mutex)
#define UNLOCK pthread_mutex_unlock(&l->mutex)
#endif

static void *make(void)
{
    struct object *o = calloc(1, sizeof *o);
    o->locks = calloc(1, sizeof *o->locks);
    sem_init(&o->own.semaphore, 0, 0);
    return o;
}

static void drop(void *object)
{
    struct object *o = object;
    free(o->locks);
    free(o);
}

static int count(struct object *o)
{
    int n = o->n;
    o->n = n + 1;
    return n;
}

/* ---- WOKEN ---- */

static linnet_value give(void *object, const linnet_value *arg)
{
    struct object *o = object;
    bool waited, got;
    (void)arg;
    pthread_mutex_lock(&o->own.mutex);
    waited = o->waiting;
    o->flag = 1;
    pthread_mutex_unlock(&o->own.mutex);
    if (!waited)
        return LINNET_BOOL(true);
    pthread_cond_signal(&o->own.condition);
    got = pthread_mutex_trylock(&o->own.mutex) == 0;
    if (got)
        pthread_mutex_unlock(&o->own.mutex);
    o->n++;
    return LINNET_BOOL(got);
}

static linnet_value take(void *object, const linnet_value *arg)
{
    struct object *o = object;
    (void)arg;
    pthread_mutex_lock(&o->own.mutex);
    o->waiting = 1;
    while (!o->flag)
        pthread_cond_wait(&o->own.condition, &o->own.mutex);
    o->work++;
    o->n++;
    pthread_mutex_unlock(&o->own.mutex);
    return LINNET_VOID;
}

static linnet_value post(void *object, const linnet_value *arg)
{
    struct object *o = object;
    bool got;
    (void)arg;
    if (!o->made)
        return LINNET_BOOL(true);
    sem_post(&o->own.semaphore);
    got = sem_trywait(&o->own.semaphore) == 0;
    o->n++;
    return LINNET_BOOL(got);
}

static linnet_value pend(void *object, const linnet_value *arg)
{
    struct object *o = object;
    (void)arg;
    o->made = 1;
    sem_wait(&o->own.semaphore);
    o->n++;
    return LINNET_VOID;
}

/* ---- TIMED ---- */

#ifndef TIMES
#define TIMES 1
#endif

static linnet_value later(void *object, const linnet_value *arg)
{
    struct object *o = object;
    struct timespec soon = { 0, 1 };
    (void)arg;
#ifdef BY_SEMAPHORE
    for (int i = 0; i < TIMES; i++)
        sem_timedwait(&o->own.semaphore, &soon);
#else
    pthread_mutex_lock(&o->own.mutex);
    for (int i = 0; i < TIMES; i++)
        pthread_cond_timedwait(&o->own.condition, &o->own.mutex, &soon);
    pthread_mutex_unlock(&o->own.mutex);
#endif
    return LINNET_INT(count(o));
}

static linnet_value at_once(void *object, const linnet_value *arg)
{
    struct object *o = object;
    (void)arg;
    return LINNET_INT(count(o));
}

/* ---- LAZY ---- */

static linnet_value lazily(void *object, const linnet_value *arg)
{
    struct object *o = object;
    struct locks *l = &o->own;
    int n;
    (void)arg;
    if (!o->made) {
        INIT;
        o->made = 1;
    }
    LOCK;
    n = count(o);
    UNLOCK;
    return LINNET_INT(n);
}

/* ---- FREED ---- */

static struct locks *locks_of(struct object *o)
{
    return atomic_load((_Atomic(struct locks *) *)&o->locks);
}

static linnet_value use(void *object, const linnet_value *arg)
{
    struct locks *l = locks_of(object);
    (void)arg;
    if (l) {
#ifdef USE
        USE;
#else
        LOCK;
#endif
    }
    return LINNET_VOID;
}

static linnet_value discard(void *object, const linnet_value *arg)
{
    struct object *o = object;
    (void)arg;
    free(atomic_exchange((_Atomic(struct locks *) *)&o->locks, NULL));
    return LINNET_VOID;
}

/* ---- LATE ---- */

#ifndef STEPS
#define STEPS 10
#endif

static linnet_value go(void *object, const linnet_value *arg)
{
    struct object *o = object;
    bool waited;
    (void)arg;
    pthread_mutex_lock(&o->own.mutex);
    waited = o->waiting;
    o->flag = 1;
    for (int i = 0; i < STEPS && waited; i++)
        o->work = i;
    pthread_cond_signal(&o->own.condition);
    pthread_mutex_unlock(&o->own.mutex);
    return LINNET_INT(waited ? count(o) : 0);
}

static linnet_value wait_for_go(void *object, const linnet_value *arg)
{
    struct object *o = object;
    bool waits;
    (void)arg;
    pthread_mutex_lock(&o->own.mutex);
    waits = !o->flag;
    o->waiting = waits;
    while (!o->flag)
        pthread_cond_wait(&o->own.condition, &o->own.mutex);
    waits &= o->work >= 0;
    pthread_mutex_unlock(&o->own.mutex);
    if (waits)
        count(o);
    return LINNET_VOID;
}

static linnet_value both_counted(void *object, const linnet_value *arg)
{
    struct object *o = object;
    (void)arg;
    return LINNET_BOOL(o->n != 1);
}

LINNET_OBJECT = { .name = "primitives", .create = make, .destroy = drop,
                  .operations = { { "give", give }, { "take", take }, { "post", post }, { "pend", pend },
                                  { "later", later }, { "at_once", at_once }, { "lazily", lazily }, { "use", use },
                                  { "discard", discard }, { "go", go }, { "wait", wait_for_go },
                                  { "both_counted", both_counted } } };
