/* Readers-writer locks and spin locks. The state is in the user's variable: how many read, or that one writes. */
#define _GNU_SOURCE
#include "explore/runtime/access.h"
#include "explore/runtime/chance.h"

#include <errno.h>
#include <pthread.h>

enum { WRITTEN = -1 };
enum access { READS, READS_POLITELY, WRITES };

/* Our own view of the user's pthread_rwlock_t, which begins as zeros. */
static int *holders(pthread_rwlock_t *lock)
{
    return (int *)(void *)lock;
}

/* Readers of a lock that prefers writers, which says so where the C library has it, let those that wait go first; a thread
 * that reads already, too. */
static bool prefers_writers(const pthread_rwlock_t *lock)
{
    return lock->__data.__flags == PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP;
}

static bool has_waiting_writer(const int *held)
{
    for (unsigned i = 0; i < state.threads; i++)
        if (state.fibers[i].waits_for == held && state.fibers[i].waits_to_write)
            return true;
    return false;
}

static bool is_free(const int *held, enum access access)
{
    return access == WRITES ? *held == 0 : *held != WRITTEN && !(access == READS_POLITELY && has_waiting_writer(held));
}

static int lock(int *held, enum access access, enum patience patience, uintptr_t pc)
{
    static const enum ln_step_kind kinds[] = { LN_STEP_LOCK, LN_STEP_TRY_LOCK, LN_STEP_TIMED_LOCK };
    struct fiber *fiber = state.current;
    int code = 0;
    if (state.active) {
        rt_reach_always(held, true);
        if (patience != WAITS)
            rt_lock_tried(held);
        rt_look(pc, (uintptr_t)held, sizeof *held, (uint64_t)rt_load(held, sizeof *held));
    }
    if (patience != WAITS && rt_gives_up())
        code = patience == TRIES ? EBUSY : ETIMEDOUT;
    while (!is_free(held, access) && !code) {
        if (!state.active && patience == WAITS)
            rt_wait_alone();
        if (!state.active || patience == TRIES) {
            code = patience == TRIES ? EBUSY : ETIMEDOUT;
            break;
        }
        fiber->timed = patience == FOR_A_TIME;
        fiber->waits_to_write = access == WRITES;
        fiber->waits_at = pc;
        rt_block(held, fiber->timed);
        if (fiber->timed && !is_free(held, access)) {
            fiber->timed_out_at = state.changes;
            code = ETIMEDOUT;
            rt_wake(held); /* readers that let it go first */
        }
        fiber->timed = false;
    }
    if (state.active)
        fiber->waits_for = NULL;
    if (!code && state.active)
        rt_lock_changes(held, 1);
    if (!code)
        *held = access == WRITES ? WRITTEN : *held + 1;
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
    int kind = PTHREAD_RWLOCK_DEFAULT_NP;
    if (attributes)
        pthread_rwlockattr_getkind_np(attributes, &kind);
    rt_whole_range(lock_, sizeof *lock_, true, CALLER);
    *holders(lock_) = 0;
    lock_->__data.__flags = (unsigned)kind;
    return 0;
}

int pthread_rwlock_destroy(pthread_rwlock_t *lock_)
{
    rt_whole_range(lock_, sizeof *lock_, true, CALLER);
    return *holders(lock_) ? EBUSY : 0;
}

static enum access reads(const pthread_rwlock_t *lock_)
{
    return prefers_writers(lock_) ? READS_POLITELY : READS;
}

RT_FUNCTION(int, pthread_rwlock_rdlock, (pthread_rwlock_t * lock_))
{
    return lock(holders(lock_), reads(lock_), WAITS, CALLER);
}

RT_FUNCTION(int, pthread_rwlock_wrlock, (pthread_rwlock_t * lock_))
{
    return lock(holders(lock_), WRITES, WAITS, CALLER);
}

RT_FUNCTION(int, pthread_rwlock_tryrdlock, (pthread_rwlock_t * lock_))
{
    return lock(holders(lock_), reads(lock_), TRIES, CALLER);
}

RT_FUNCTION(int, pthread_rwlock_trywrlock, (pthread_rwlock_t * lock_))
{
    return lock(holders(lock_), WRITES, TRIES, CALLER);
}

RT_FUNCTION(int, pthread_rwlock_timedrdlock, (pthread_rwlock_t *restrict lock_, const struct timespec *restrict until))
{
    (void)until;
    return lock(holders(lock_), reads(lock_), FOR_A_TIME, CALLER);
}

RT_FUNCTION(int, pthread_rwlock_timedwrlock, (pthread_rwlock_t *restrict lock_, const struct timespec *restrict until))
{
    (void)until;
    return lock(holders(lock_), WRITES, FOR_A_TIME, CALLER);
}

RT_FUNCTION(int, pthread_rwlock_unlock, (pthread_rwlock_t * lock_))
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

RT_FUNCTION(int, pthread_spin_lock, (pthread_spinlock_t * lock_))
{
    return lock((int *)(uintptr_t)lock_, WRITES, WAITS, CALLER);
}

RT_FUNCTION(int, pthread_spin_trylock, (pthread_spinlock_t * lock_))
{
    return lock((int *)(uintptr_t)lock_, WRITES, TRIES, CALLER);
}

RT_FUNCTION(int, pthread_spin_unlock, (pthread_spinlock_t * lock_))
{
    return unlock((int *)(uintptr_t)lock_, CALLER);
}
