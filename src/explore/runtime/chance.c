/* Random numbers of the code under test: a sequence for each thread, the same in every run. What a thread learns here it
 * does not read from memory: a loop with it is no await, but may end by itself. */
#define _GNU_SOURCE
#include "explore/runtime/access.h"

#include <stdlib.h>

static uint64_t seeds[FIBERS + 1]; /* restored with the user's own variables */

static uint64_t *seed(void)
{
    return &seeds[state.active ? state.current->index : FIBERS];
}

static uint64_t next(uint64_t *of)
{
    uint64_t x = *of += 0x9e3779b97f4a7c15u;
    if (state.active)
        rt_unforeseen();
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return x ^ x >> 31;
}

int rand(void)
{
    return (int)(next(seed()) >> 33);
}

void srand(unsigned value)
{
    *seed() = value;
}

long random(void)
{
    return (long)(next(seed()) >> 33);
}

void srandom(unsigned value)
{
    *seed() = value;
}

int rand_r(unsigned *value)
{
    uint64_t of = *value;
    *value = (unsigned)next(&of);
    return (int)(*value >> 1);
}

double drand48(void)
{
    return (double)(next(seed()) >> 11) / (double)(1ull << 53);
}

long lrand48(void)
{
    return (long)(next(seed()) >> 33);
}

long mrand48(void)
{
    return (long)(int32_t)(next(seed()) >> 32);
}

void srand48(long value)
{
    *seed() = (uint64_t)value;
}
