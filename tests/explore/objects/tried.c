/* One that comes back to a lock again and again, for what another one does in the end who only tries to take that lock: it may
 * be held each time. WAIT: how it waits, with the lock held before and after; unless said otherwise until a time. */
#include <linnet/object.h>

#include <pthread.h>
#include <time.h>

#ifndef WAIT
#define WAIT pthread_cond_timedwait(&condition, &mutex, &(struct timespec){ 1, 0 })
#endif
#ifndef TIMES
#define TIMES 3
#endif

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static int done;

static void *make(void)
{
    return &mutex;
}

static linnet_value await(void *object, const linnet_value *arg)
{
    (void)arg;
    pthread_mutex_lock(object);
    while (!done)
        WAIT;
    pthread_mutex_unlock(object);
    return LINNET_VOID;
}

/* Was it held all the time? */
static linnet_value tries(void *object, const linnet_value *arg)
{
    int held = 0;
    (void)arg;
    for (int i = 0; i < TIMES; i++) {
        if (pthread_mutex_trylock(object))
            held++;
        else
            pthread_mutex_unlock(object);
        pthread_mutex_lock(object);
        pthread_mutex_unlock(object);
    }
    pthread_mutex_lock(object);
    done = 1;
    pthread_cond_signal(&condition);
    pthread_mutex_unlock(object);
    return LINNET_BOOL(held == TIMES);
}

LINNET_OBJECT = { .name = "tried", .create = make, .operations = { { "await", await }, { "tries", tries } } };
