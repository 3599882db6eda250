/* A pair of plain variables under a readers-writer lock, a semaphore (-DSEMAPHORE) or a spin lock (-DSPIN); -DBUG reads
 * without the lock. */
#define _GNU_SOURCE
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

#include <linnet/object.h>

struct pair {
    pthread_rwlock_t lock;
    pthread_spinlock_t spin;
    sem_t semaphore;
    int left, right;
};

#if defined SEMAPHORE
#define begin_write(pair) sem_wait(&(pair)->semaphore)
#define begin_read(pair) sem_wait(&(pair)->semaphore)
#define end(pair) sem_post(&(pair)->semaphore)
#elif defined SPIN
#define begin_write(pair) pthread_spin_lock(&(pair)->spin)
#define begin_read(pair) pthread_spin_lock(&(pair)->spin)
#define end(pair) pthread_spin_unlock(&(pair)->spin)
#else
#define begin_write(pair) pthread_rwlock_wrlock(&(pair)->lock)
#define begin_read(pair) pthread_rwlock_rdlock(&(pair)->lock)
#define end(pair) pthread_rwlock_unlock(&(pair)->lock)
#endif

static void *make(void)
{
    struct pair *pair = calloc(1, sizeof *pair);
    pthread_rwlock_init(&pair->lock, NULL);
    pthread_spin_init(&pair->spin, PTHREAD_PROCESS_PRIVATE);
    sem_init(&pair->semaphore, 0, 1);
    return pair;
}

static linnet_value inc(void *object, const linnet_value *arg)
{
    struct pair *pair = object;
    (void)arg;
    begin_write(pair);
    pair->left++;
    pair->right++;
    end(pair);
    return LINNET_VOID;
}

static linnet_value get(void *object, const linnet_value *arg)
{
    struct pair *pair = object;
    int both;
    (void)arg;
#ifndef BUG
    begin_read(pair);
#endif
    both = pair->left * 10 + pair->right;
#ifndef BUG
    end(pair);
#endif
    return LINNET_INT(both);
}

LINNET_OBJECT = { .name = "pair", .create = make, .operations = { { "inc", inc }, { "get", get } } };
