/* Yields and sleeps: who calls them lets others go first, as one does in a loop. How long somebody sleeps says nothing
 * about who comes first. */
#define _GNU_SOURCE
#include "explore/runtime/access.h"

#include <sched.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

static void pass_time(uintptr_t pc)
{
    if (!state.active)
        return;
    rt_trace_lock(LN_STEP_YIELD, pc, NULL, true);
    rt_suspect();
    rt_yield();
    rt_look(pc, 0, 0, 0);
}

RT_SUSPECT(int, sched_yield, (void))
{
    pass_time(CALLER);
    return 0;
}

RT_SUSPECT(int, pthread_yield, (void))
{
    pass_time(CALLER);
    return 0;
}

RT_SUSPECT(void, thrd_yield, (void))
{
    pass_time(CALLER);
}

RT_SUSPECT(int, usleep, (useconds_t time))
{
    (void)time;
    pass_time(CALLER);
    return 0;
}

RT_SUSPECT(unsigned, sleep, (unsigned seconds))
{
    (void)seconds;
    pass_time(CALLER);
    return 0;
}

RT_SUSPECT(int, nanosleep, (const struct timespec *time, struct timespec *rest))
{
    (void)time, (void)rest;
    pass_time(CALLER);
    return 0;
}

RT_SUSPECT(int, clock_nanosleep, (clockid_t clock, int flags, const struct timespec *time, struct timespec *rest))
{
    (void)clock, (void)flags, (void)time, (void)rest;
    pass_time(CALLER);
    return 0;
}

RT_SUSPECT(int, thrd_sleep, (const struct timespec *time, struct timespec *rest))
{
    (void)time, (void)rest;
    pass_time(CALLER);
    return 0;
}
