/* A counter under a lock that is one bit: whoever finds it clear when setting it has the lock, all others try again.
 * The loop never sleeps and never yields, and it writes each time round. */
#include "counter.h"

#include <stdatomic.h>
#include <stdlib.h>

struct counter {
    atomic_flag held;
    int count;
};

struct counter *counter_new(void)
{
    struct counter *counter = calloc(1, sizeof *counter);
    atomic_flag_clear(&counter->held);
    return counter;
}

void counter_free(struct counter *counter)
{
    free(counter);
}

static void lock(struct counter *counter)
{
    while (atomic_flag_test_and_set(&counter->held))
        ;
}

static void unlock(struct counter *counter)
{
    atomic_flag_clear(&counter->held);
}

void counter_inc(struct counter *counter)
{
    lock(counter);
    counter->count = counter->count + 1;
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
