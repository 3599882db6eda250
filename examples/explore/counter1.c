/* Counter1 of Burckhardt, Dern, Musuvathi and Tan, "Line-Up", PLDI 2010: nobody locks. */
#include "counter.h"

#include <stdlib.h>

struct counter {
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

void counter_inc(struct counter *counter)
{
    counter->count = counter->count + 1; /* read, and later write: an increment in between is lost */
}

int counter_get(struct counter *counter)
{
    return counter->count;
}
