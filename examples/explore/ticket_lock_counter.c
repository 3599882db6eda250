/* A counter under a ticket lock (Mellor-Crummey and Scott 1991): draw a number, wait until it is called. Those who wait
 * give their processor away. */
#include "counter.h"

#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>

struct counter {
    atomic_uint next;   /* number to be drawn */
    atomic_uint called; /* whose turn it is */
    int count;
};

struct counter *counter_new(void)
{
    return calloc(1, sizeof(struct counter));
}

void counter_free(struct counter *counter)
{
    free(counter);
}

static void lock(struct counter *counter)
{
    unsigned mine = atomic_fetch_add(&counter->next, 1);
    while (atomic_load(&counter->called) != mine)
        sched_yield();
}

static void unlock(struct counter *counter)
{
    atomic_fetch_add(&counter->called, 1);
}

void counter_inc(struct counter *counter)
{
    lock(counter);
    counter->count++;
    unlock(counter);
}

int counter_get(struct counter *counter)
{
    int count;
    lock(counter);
    count = counter->count;
    unlock(counter);
    return count;
}
