/* The clock of the code under test: one for all threads, the same in every run. It does not tell how long something
 * takes, for nobody knows on another machine. It goes on with each look at it, by a millisecond, by a second, by a
 * thousand and by a million of them, by a microsecond, and so on: who waits for a time to come sees it pass after a few
 * looks, however often somebody does. How else time may pass is not tried, which is said where holds is said. */
#define _GNU_SOURCE
#include "explore/runtime/library.h"

#include <sys/time.h>
#include <time.h>

static const int64_t SECOND = 1000000000, LARGEST = 1000000 * 1000000000LL;
static const int64_t FAR = 1000 * 1000000 * 1000000000LL; /* from then on in small steps, lest there is no more of it */
static const int64_t EPOCH = 1700000000 * 1000000000LL;   /* when it begins, for clocks that tell the date */

/* Nanoseconds; put back before each run like any variable. */
static int64_t passed = 1000, step = 1000;

static int64_t look(uintptr_t pc)
{
    if (!state.active)
        return passed;
    rt_range(&passed, sizeof passed, true, pc);
    state.shared->looks_at_clock = true;
    step = step < (passed < FAR ? LARGEST : SECOND) ? step * 1000 : 1000;
    passed += step;
    return passed;
}

static int64_t date(uintptr_t pc)
{
    return EPOCH + look(pc);
}

static void tell(struct timespec *to, int64_t time, uintptr_t pc)
{
    rt_range(to, sizeof *to, true, pc);
    to->tv_sec = time / SECOND;
    to->tv_nsec = time % SECOND;
}

CALL(int, clock_gettime, clockid_t clock, struct timespec *to)
{
    bool dated = clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE || clock == CLOCK_TAI;
    tell(to, dated ? date(CALLER) : look(CALLER), CALLER);
    return 0;
}

CALL(int, timespec_get, struct timespec *to, int base)
{
    tell(to, date(CALLER), CALLER);
    return base;
}

CALL(int, gettimeofday, struct timeval *to, void *zone)
{
    int64_t time = date(CALLER);
    (void)zone;
    rt_range(to, sizeof *to, true, CALLER);
    to->tv_sec = time / SECOND;
    to->tv_usec = time % SECOND / 1000;
    return 0;
}

CALL(time_t, time, time_t *to)
{
    time_t seconds = date(CALLER) / SECOND;
    if (to) {
        rt_range(to, sizeof *to, true, CALLER);
        *to = seconds;
    }
    return seconds;
}

CALL(clock_t, clock, void)
{
    return look(CALLER) / 1000;
}

/* std::chrono::steady_clock::now(), system_clock::now() */
CALL(int64_t, _ZNSt6chrono3_V212steady_clock3nowEv, void)
{
    return look(CALLER);
}

CALL(int64_t, _ZNSt6chrono3_V212system_clock3nowEv, void)
{
    return date(CALLER);
}
