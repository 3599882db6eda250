/* Readers-writer locks and spin locks. The state is in the user's variable: how many read, or that one writes. */
#define _GNU_SOURCE
#include "explore/runtime/access.h"
#include "explore/runtime/chance.h"

#include <errno.h>
#include <pthread.h>

enum { WRITTEN = -1 };

/* Our own view of the user's pthread_rwlock_t, which begins as zeros. */
static int *holders(pthread_rwlock_t *lock)
{
    return (int *)(void *)lock;
}

static bool is_free(const int *held, bool writes)
{
    return writes ? *held == 0 : *held != WRITTEN;
}

enum patience { WAITS, TRIES, FOR_A_TIME };

static int lock(int *held, bool writes, enum patience patience, uintptr_t pc)
{
    static const enum ln_step_kind kinds[] = { LN_STEP_LOCK, LN_STEP_TRY_LOCK, LN_STEP_TIMED_LOCK };
    struct fiber *fiber = state.current;
    int code = 0;
    if (state.active) {
        rt_reach_always(held, true);
        rt_look(pc, (uintptr_t)held, sizeof *held, (uint64_t)rt_load(held, sizeof *held));
    }
    if (patience != WAITS && rt_gives_up())
        code = patience == TRIES ? EBUSY : ETIMEDOUT;
    while (!is_free(held, writes) && !code) {
        if (!state.active && patience == WAITS)
            rt_wait_alone();
        if (!state.active || patience == TRIES) {
            code = patience == TRIES ? EBUSY : ETIMEDOUT;
            break;
        }
        fiber->timed = patience == FOR_A_TIME;
        fiber->waits_at = pc;
        rt_block(held, fiber->timed);
        if (fiber->timed && !is_free(held, writes)) {
            fiber->timed_out_at = state.changes;
            code = ETIMEDOUT;
        }
        fiber->timed = false;
    }
    if (state.active)
        fiber->waits_for = NULL;
    if (!code && state.active)
        rt_lock_changes(held, 1);
    if (!code)
        *held = writes ? WRITTEN : *held + 1;
    if (!code && state.active)
        rt_notice_lock(held);
    if (state.active)
        rt_trace_lock(kinds[patience], pc, held, code == 0);
    return code;
}

static int unlock(int *held, uintptr_t pc)
{
    if (state.active) {
        rt_reach_always(held, true);
        rt_look(pc, (uintptr_t)held, 0, rt_load(held, sizeof *held));
        if (*held == 0)
            rt_fault("a lock is unlocked that nobody holds");
        rt_trace_lock(LN_STEP_UNLOCK, pc, held, true);
        rt_lock_changes(held, -1);
    }
    *held = *held == WRITTEN ? 0 : *held - 1;
    if (state.active) {
        rt_wake(held);
        rt_notice_lock(held);
    }
    return 0;
}

int pthread_rwlock_init(pthread_rwlock_t *restrict lock_, const pthread_rwlockattr_t *restrict attributes)
{
    (void)attributes;
    rt_whole_range(lock_, sizeof *lock_, true, CALLER);
    *holders(lock_) = 0;
    return 0;
}

int pthread_rwlock_destroy(pthread_rwlock_t *lock_)
{
    rt_whole_range(lock_, sizeof *lock_, true, CALLER);
    return *holders(lock_) ? EBUSY : 0;
}

RT_FUNCTION(int, pthread_rwlock_rdlock, (pthread_rwlock_t *lock_))
{
    return lock(holders(lock_), false, WAITS, CALLER);
}

RT_FUNCTION(int, pthread_rwlock_wrlock, (pthread_rwlock_t *lock_))
{
    return lock(holders(lock_), true, WAITS, CALLER);
}

RT_FUNCTION(int, pthread_rwlock_tryrdlock, (pthread_rwlock_t *lock_))
{
    return lock(holders(lock_), false, TRIES, CALLER);
}

RT_FUNCTION(int, pthread_rwlock_trywrlock, (pthread_rwlock_t *lock_))
{
    return lock(holders(lock_), true, TRIES, CALLER);
}

RT_FUNCTION(int, pthread_rwlock_timedrdlock, (pthread_rwlock_t *restrict lock_, const struct timespec *restrict until))
{
    (void)until;
    return lock(holders(lock_), false, FOR_A_TIME, CALLER);
}

RT_FUNCTION(int, pthread_rwlock_timedwrlock, (pthread_rwlock_t *restrict lock_, const struct timespec *restrict until))
{
    (void)until;
    return lock(holders(lock_), true, FOR_A_TIME, CALLER);
}

RT_FUNCTION(int, pthread_rwlock_unlock, (pthread_rwlock_t *lock_))
{
    return unlock(holders(lock_), CALLER);
}

int pthread_spin_init(pthread_spinlock_t *lock_, int shared)
{
    (void)shared;
    rt_whole_range((const void *)(uintptr_t)lock_, sizeof *lock_, true, CALLER);
    *lock_ = 0;
    return 0;
}

int pthread_spin_destroy(pthread_spinlock_t *lock_)
{
    rt_whole_range((const void *)(uintptr_t)lock_, sizeof *lock_, true, CALLER);
    return 0;
}

RT_FUNCTION(int, pthread_spin_lock, (pthread_spinlock_t *lock_))
{
    return lock((int *)(uintptr_t)lock_, true, WAITS, CALLER);
}

RT_FUNCTION(int, pthread_spin_trylock, (pthread_spinlock_t *lock_))
{
    return lock((int *)(uintptr_t)lock_, true, TRIES, CALLER);
}

RT_FUNCTION(int, pthread_spin_unlock, (pthread_spinlock_t *lock_))
{
    return unlock((int *)(uintptr_t)lock_, CALLER);
}
