/* Time and chance, which the code under test has to itself: both begin anew with each run.
 *
 * The clock goes on when it is looked at and while threads sleep. To a loop that goes round for long it goes faster, so
 * that who waits for a deadline comes to it. What a thread learns here it does not read from memory: a loop with it is
 * no await, but may end by itself. */
#define _GNU_SOURCE
#include "explore/runtime/access.h"

#include <errno.h>
#include <sched.h>
#include <stdlib.h>
#include <sys/time.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

enum { TICK = 1000, LEAP = 1000000000 }; /* nanoseconds */

/* Restored with the user's own variables. */
static uint64_t now = 1700000000ull * 1000000000ull;
static uint64_t seeds[FIBERS + 1];

/* ---- letting time pass ---- */

static void pass_time(uint64_t nanoseconds, uintptr_t pc)
{
    now += nanoseconds;
    if (!state.active)
        return;
    rt_trace_lock(LN_STEP_YIELD, pc, NULL, true);
    rt_suspect();
    rt_yield();
    rt_look(pc, 0, 0, 0);
}

static uint64_t nanoseconds_of(const struct timespec *time)
{
    return (uint64_t)time->tv_sec * 1000000000u + (uint64_t)time->tv_nsec;
}

RT_SUSPECT(int, sched_yield, (void))
{
    pass_time(0, CALLER);
    return 0;
}

RT_SUSPECT(int, pthread_yield, (void))
{
    pass_time(0, CALLER);
    return 0;
}

RT_SUSPECT(void, thrd_yield, (void))
{
    pass_time(0, CALLER);
}

RT_SUSPECT(int, usleep, (useconds_t time))
{
    pass_time(time * 1000ull, CALLER);
    return 0;
}

RT_SUSPECT(unsigned, sleep, (unsigned seconds))
{
    pass_time(seconds * 1000000000ull, CALLER);
    return 0;
}

RT_SUSPECT(int, nanosleep, (const struct timespec *time, struct timespec *rest))
{
    (void)rest;
    pass_time(nanoseconds_of(time), CALLER);
    return 0;
}

RT_SUSPECT(int, clock_nanosleep, (clockid_t clock, int flags, const struct timespec *time, struct timespec *rest))
{
    uint64_t until = nanoseconds_of(time);
    (void)clock, (void)rest;
    pass_time(!(flags & TIMER_ABSTIME) ? until : until > now ? until - now : 0, CALLER);
    return 0;
}

RT_SUSPECT(int, thrd_sleep, (const struct timespec *time, struct timespec *rest))
{
    (void)rest;
    pass_time(nanoseconds_of(time), CALLER);
    return 0;
}

/* ---- looking at the clock ---- */

static uint64_t look_at_clock(uintptr_t pc)
{
    now += state.active && state.current->runs_down ? LEAP : TICK;
    if (state.active) {
        rt_look(pc, 0, 0, 0);
        rt_unforeseen();
    }
    return now;
}

static struct timespec time_at_clock(uintptr_t pc)
{
    uint64_t at = look_at_clock(pc);
    return (struct timespec){ .tv_sec = (time_t)(at / 1000000000u), .tv_nsec = (long)(at % 1000000000u) };
}

RT_FUNCTION(int, clock_gettime, (clockid_t clock, struct timespec *time))
{
    (void)clock;
    *time = time_at_clock(CALLER);
    return 0;
}

RT_FUNCTION(int, timespec_get, (struct timespec *time, int base))
{
    *time = time_at_clock(CALLER);
    return base;
}

RT_FUNCTION(int, gettimeofday, (struct timeval *restrict time, void *restrict zone))
{
    struct timespec at = time_at_clock(CALLER);
    (void)zone;
    time->tv_sec = at.tv_sec;
    time->tv_usec = at.tv_nsec / 1000;
    return 0;
}

RT_FUNCTION(time_t, time, (time_t *to))
{
    time_t at = time_at_clock(CALLER).tv_sec;
    if (to)
        *to = at;
    return at;
}

RT_FUNCTION(clock_t, clock, (void))
{
    return (clock_t)(look_at_clock(CALLER) / 1000u);
}

/* ---- chance ---- */

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
