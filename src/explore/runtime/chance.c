/* Random numbers. An operation that may return one thing or another draws them by choice: every run of it that a few
 * different numbers can lead to is tried, serially and concurrently. Any other draws the same ones in every run, so that
 * a schedule leads to one run. */
#define _GNU_SOURCE
#include "explore/runtime/chance.h"

#include "explore/runtime/access.h"

#include <stdlib.h>

enum { CHOICES = 4 };

/* Put back before each run, like the user's own variables. */
static uint32_t drawn[FIBERS];

/* 31 bits that differ in their remainders by 2, 3 and 4 as well as in their highest bits. */
static uint32_t choose(void)
{
    uint32_t choice = rt_choose(LN_CHOOSE_NUMBER, CHOICES), number = choice << 29;
    return number + (choice + 12 - number % 12) % 12;
}

static uint32_t draw(void)
{
    unsigned who = state.active ? state.current->index : MAIN;
    uint64_t x = (uint64_t)(who + 1) << 32 | ++drawn[who];
    if (state.active)
        rt_unforeseen(); /* a loop with it is no await, but may end by itself */
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return (uint32_t)(x >> 33);
}

/* NULL: outside of any. */
static const linnet_object_operation *running(void)
{
    const struct fiber *fiber = state.current;
    const struct ln_run_test *test = state.test;
    if (!state.active || state.shared->destroying || fiber->at >= test->calls[fiber->index])
        return NULL;
    return &state.object->operations[test->at[fiber->index][fiber->at].operation];
}

static uint32_t number(void)
{
    const linnet_object_operation *operation = running();
    return operation && operation->nondeterministic ? choose() : draw();
}

bool rt_gives_up(void)
{
    const linnet_object_operation *operation = running();
    if (!operation || state.how.strategy != LN_SERIAL || !(operation->nondeterministic || operation->may_fail) ||
        !state.current->failures_left || !rt_choose(LN_CHOOSE_WEAK, 2))
        return false;
    state.current->failures_left--;
    return true;
}

int rand(void)
{
    return (int)number();
}

int rand_r(unsigned *seed)
{
    if (state.active)
        rt_range(seed, sizeof *seed, true, CALLER);
    *seed = *seed * 1103515245u + number();
    return (int)(*seed >> 1);
}

void srand(unsigned seed)
{
    (void)seed;
}

long random(void)
{
    return (long)number();
}

void srandom(unsigned seed)
{
    (void)seed;
}

long lrand48(void)
{
    return (long)number();
}

long mrand48(void)
{
    return (long)(int32_t)(number() << 1);
}

double drand48(void)
{
    return (double)number() / 2147483648.0;
}

void srand48(long seed)
{
    (void)seed;
}
