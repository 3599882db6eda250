/* A counter that tries a few times without a lock, then stops being polite. The count and a bit are in one word: nobody
 * changes the word while the bit is set but the one thread that set it, and that one holds the lock. */
#include "counter.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#define CLOSED 1u /* the bit */
#define ONE 2u    /* of what is counted */
#define TRIES 3

struct counter {
    atomic_uint word;
    pthread_mutex_t lock;
};

struct counter *counter_new(void)
{
    struct counter *counter = calloc(1, sizeof *counter);
    pthread_mutex_init(&counter->lock, NULL);
    return counter;
}

void counter_free(struct counter *counter)
{
    pthread_mutex_destroy(&counter->lock);
    free(counter);
}

void counter_inc(struct counter *counter)
{
    unsigned seen;
    for (int tries = 0; tries < TRIES; tries++) {
        seen = atomic_load(&counter->word);
        if (!(seen & CLOSED) && atomic_compare_exchange_weak(&counter->word, &seen, seen + ONE))
            return;
    }
    pthread_mutex_lock(&counter->lock);
    seen = atomic_fetch_or(&counter->word, CLOSED);
    atomic_store(&counter->word, seen + ONE);
    pthread_mutex_unlock(&counter->lock);
}

int counter_get(struct counter *counter)
{
    return (int)(atomic_load(&counter->word) / ONE);
}
