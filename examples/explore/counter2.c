/* Counter2 of Burckhardt, Dern, Musuvathi and Tan, "Line-Up", PLDI 2010 (Figure 4): get does not let go of its lock.
 *
 * Nothing here depends on the schedule: also when calls come one after the other, what comes after a get waits for
 * ever. So a check that takes what they do one after the other as the specification agrees with it, and only one that
 * knows what a counter is does not: linnet explore counter2_test.c counter2.c
 *
 * -DFIXED   with the unlock */
#include "counter.h"

#include <pthread.h>
#include <stdlib.h>

struct counter {
    pthread_mutex_t lock;
    int count;
};

struct counter *counter_new(void)
{
    struct counter *counter = calloc(1, sizeof *counter);
    pthread_mutex_init(&counter->lock, NULL);
    return counter;
}

void counter_free(struct counter *counter)
{
    free(counter); /* the lock may be held: there is no destroying it */
}

void counter_inc(struct counter *counter)
{
    pthread_mutex_lock(&counter->lock);
    counter->count = counter->count + 1;
    pthread_mutex_unlock(&counter->lock);
}

int counter_get(struct counter *counter)
{
    int count;
    pthread_mutex_lock(&counter->lock);
    count = counter->count;
#ifdef FIXED
    pthread_mutex_unlock(&counter->lock);
#endif
    return count;
}
