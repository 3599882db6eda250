/* Semaphores: the user's variable holds the count. */
#define _GNU_SOURCE
#include "explore/runtime/access.h"
#include "explore/runtime/chance.h"

#include <errno.h>
#include <semaphore.h>

static int *count_of(sem_t *semaphore)
{
    return (int *)(void *)semaphore;
}

static int take(int *count, enum patience patience, uintptr_t pc)
{
    static const enum ln_step_kind kinds[] = { LN_STEP_LOCK, LN_STEP_TRY_LOCK, LN_STEP_TIMED_LOCK };
    struct fiber *fiber = state.current;
    if (!state.active && *count <= 0 && patience == WAITS)
        rt_wait_alone();
    if (!state.active && *count > 0)
        return --*count, 0;
    if (!state.active) {
        errno = patience == TRIES ? EAGAIN : ETIMEDOUT;
        return -1;
    }
    rt_reach_always(count, *count <= 0);
    if (patience != WAITS && rt_gives_up()) {
        rt_trace_lock(kinds[patience], pc, count, false);
        errno = patience == TRIES ? EAGAIN : ETIMEDOUT;
        return -1;
    }
    if (*count <= 0)
        rt_look(pc, (uintptr_t)count, sizeof *count, rt_load(count, sizeof *count));
    while (*count <= 0 && patience != TRIES) {
        fiber->timed = patience == FOR_A_TIME;
        fiber->waits_at = pc;
        rt_block(count, fiber->timed);
        if (fiber->timed && *count <= 0) {
            fiber->timed_out_at = state.changes;
            break;
        }
        fiber->timed = false;
    }
    fiber->timed = false;
    fiber->waits_for = NULL;
    rt_trace_lock(kinds[patience], pc, count, *count > 0);
    if (*count > 0) {
        --*count;
        rt_changed((uintptr_t)count, sizeof *count);
        if (*count == 0)
            rt_hold(count);
        return 0;
    }
    errno = patience == TRIES ? EAGAIN : ETIMEDOUT;
    return -1;
}

int sem_init(sem_t *semaphore, int shared, unsigned value)
{
    (void)shared;
    rt_whole_range(semaphore, sizeof *semaphore, true, CALLER);
    *count_of(semaphore) = (int)value;
    return 0;
}

int sem_destroy(sem_t *semaphore)
{
    rt_whole_range(semaphore, sizeof *semaphore, true, CALLER);
    return 0;
}

RT_FUNCTION(int, sem_wait, (sem_t * semaphore))
{
    return take(count_of(semaphore), WAITS, CALLER);
}

RT_FUNCTION(int, sem_trywait, (sem_t * semaphore))
{
    return take(count_of(semaphore), TRIES, CALLER);
}

RT_FUNCTION(int, sem_timedwait, (sem_t *restrict semaphore, const struct timespec *restrict until))
{
    (void)until;
    return take(count_of(semaphore), FOR_A_TIME, CALLER);
}

int sem_post(sem_t *semaphore)
{
    int *count = count_of(semaphore);
    if (!state.active) {
        ++*count;
        return 0;
    }
    rt_reach_always(count, false);
    rt_trace_lock(LN_STEP_UNLOCK, CALLER, count, true);
    ++*count;
    rt_changed((uintptr_t)count, sizeof *count);
    rt_wake(count);
    return 0;
}

RT_FUNCTION(int, sem_getvalue, (sem_t *restrict semaphore, int *restrict value))
{
    int now;
    if (state.active) {
        rt_reach_always(semaphore, true);
        rt_look(CALLER, (uintptr_t)semaphore, sizeof(int), rt_load(semaphore, sizeof(int)));
    }
    now = *count_of(semaphore);
    rt_range(value, sizeof *value, true, CALLER);
    *value = now;
    return 0;
}
