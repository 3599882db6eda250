/* Barriers of POSIX: the user's variable holds how many have come, and how often it was passed. */
#define _GNU_SOURCE
#include "explore/runtime/access.h"

#include <errno.h>
#include <pthread.h>

struct barrier {
    unsigned needed, come, passed;
};

static struct barrier *inside(pthread_barrier_t *barrier)
{
    return (struct barrier *)(void *)barrier;
}

int pthread_barrier_init(pthread_barrier_t *restrict barrier, const pthread_barrierattr_t *restrict attributes,
                         unsigned count)
{
    (void)attributes;
    if (!count)
        return EINVAL;
    rt_whole_range(barrier, sizeof *barrier, true, CALLER);
    *inside(barrier) = (struct barrier){ .needed = count };
    return 0;
}

int pthread_barrier_destroy(pthread_barrier_t *barrier)
{
    rt_whole_range(barrier, sizeof *barrier, true, CALLER);
    return inside(barrier)->come ? EBUSY : 0;
}

static void pass(struct barrier *barrier)
{
    barrier->come = 0;
    barrier->passed++;
    rt_wake(barrier);
}

int pthread_barrier_wait(pthread_barrier_t *given)
{
    struct barrier *barrier = inside(given);
    unsigned passed;
    if (!state.active && barrier->needed > 1)
        rt_wait_alone();
    if (!state.active)
        return PTHREAD_BARRIER_SERIAL_THREAD;
    rt_reach_always(barrier, false);
    rt_trace_lock(LN_STEP_LOCK, CALLER, barrier, true);
    passed = barrier->passed;
    barrier->come++;
    rt_changed((uintptr_t)barrier, sizeof *barrier);
    if (barrier->come == barrier->needed) {
        pass(barrier);
        return PTHREAD_BARRIER_SERIAL_THREAD;
    }
    while (barrier->passed == passed) {
        state.current->waits_at = CALLER;
        rt_block(barrier, false);
    }
    state.current->waits_for = NULL;
    return 0;
}
