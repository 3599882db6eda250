/* Mutexes and conditions, on fibers.
 *
 * The state is in the user's own variables, where the C library would have it, so it is restored with them: of a mutex
 * __lock (held), __owner (fiber + 1), __count and __kind; of a condition nothing at all, the waiting fibers know what
 * they wait for. A thread in a timed wait may stop waiting at any time; it does so for sure when nobody else can run. */
#define _GNU_SOURCE
#include "explore/runtime/access.h"
#include "explore/runtime/chance.h"

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

/* ---- mutexes ---- */

static int owner_of(const struct fiber *fiber)
{
    return fiber->index + 1;
}

static int kind_of(const pthread_mutex_t *mutex)
{
    return mutex->__data.__kind & 3;
}

static bool holds(const pthread_mutex_t *mutex)
{
    return mutex->__data.__lock && mutex->__data.__owner == owner_of(state.current);
}

static void hold(pthread_mutex_t *mutex)
{
    rt_lock_changes(mutex, 1);
    mutex->__data.__lock = 1;
    mutex->__data.__owner = owner_of(state.current);
    mutex->__data.__count = 1;
    state.current->waits_for = NULL;
    rt_stamp(rt_word((uintptr_t)mutex), true);
    rt_hold(mutex);
    rt_notice_lock(mutex);
}

/* Outside of the run there is one thread. `otherwise`: what a lock that is not got returns; 0: it waits. */
static int lock_alone(pthread_mutex_t *mutex, int otherwise)
{
    if (mutex->__data.__lock && kind_of(mutex) != PTHREAD_MUTEX_RECURSIVE) {
        if (!otherwise && kind_of(mutex) != PTHREAD_MUTEX_ERRORCHECK)
            rt_wait_alone();
        return otherwise ? otherwise : EDEADLK;
    }
    mutex->__data.__lock = 1;
    mutex->__data.__count++;
    return 0;
}

static int take(pthread_mutex_t *mutex, bool timed, uintptr_t pc)
{
    while (mutex->__data.__lock) {
        struct fiber *fiber = state.current;
        fiber->timed = timed;
        fiber->waits_at = pc;
        rt_block(mutex, timed);
        fiber->timed = false;
        if (timed && mutex->__data.__lock) {
            fiber->waits_for = NULL;
            fiber->timed_out_at = state.changes;
            return ETIMEDOUT;
        }
    }
    hold(mutex);
    return 0;
}

static int lock(pthread_mutex_t *mutex, bool timed, enum ln_step_kind kind, uintptr_t pc)
{
    int code;
    if (!state.active)
        return lock_alone(mutex, timed ? ETIMEDOUT : 0);
    rt_reach_always(mutex, true); /* who polls under it comes by in each turn, and changes nothing */
    if (timed)
        rt_lock_tried(mutex);
    rt_look(pc, (uintptr_t)mutex, 8, rt_load(mutex, 8));
    if (holds(mutex) && kind_of(mutex) == PTHREAD_MUTEX_RECURSIVE) {
        mutex->__data.__count++;
        return 0;
    }
    if (holds(mutex) && kind_of(mutex) == PTHREAD_MUTEX_ERRORCHECK)
        return EDEADLK;
    code = timed && rt_gives_up() ? ETIMEDOUT : take(mutex, timed, pc);
    rt_trace_lock(kind, pc, mutex, code == 0);
    return code;
}

static int try_lock(pthread_mutex_t *mutex, uintptr_t pc)
{
    bool can;
    if (!state.active)
        return lock_alone(mutex, EBUSY);
    rt_reach_always(mutex, true); /* who polls under it comes by in each turn, and changes nothing */
    rt_lock_tried(mutex);
    rt_look(pc, (uintptr_t)mutex, 8, rt_load(mutex, 8));
    if (holds(mutex) && kind_of(mutex) == PTHREAD_MUTEX_RECURSIVE) {
        mutex->__data.__count++;
        return 0;
    }
    can = !mutex->__data.__lock && !rt_gives_up();
    if (can)
        hold(mutex);
    rt_trace_lock(LN_STEP_TRY_LOCK, pc, mutex, can);
    return can ? 0 : EBUSY;
}

static void let_go(pthread_mutex_t *mutex)
{
    rt_lock_changes(mutex, -1);
    mutex->__data.__lock = 0;
    mutex->__data.__owner = 0;
    mutex->__data.__count = 0;
    rt_wake(mutex);
    rt_notice_lock(mutex);
}

static int unlock(pthread_mutex_t *mutex, uintptr_t pc)
{
    if (!state.active) {
        if (mutex->__data.__count && --mutex->__data.__count == 0)
            mutex->__data.__lock = 0;
        return 0;
    }
    rt_reach_always(mutex, true); /* who polls under it comes by in each turn, and changes nothing */
    rt_look(pc, (uintptr_t)mutex, 0, rt_load(mutex, 8));
    if (!holds(mutex)) {
        if (kind_of(mutex) == PTHREAD_MUTEX_ERRORCHECK)
            return EPERM;
        rt_fault("a mutex is unlocked by a thread that does not hold it");
    }
    if (mutex->__data.__count > 1) {
        mutex->__data.__count--;
        return 0;
    }
    rt_trace_lock(LN_STEP_UNLOCK, pc, mutex, true);
    let_go(mutex);
    return 0;
}

int pthread_mutex_init(pthread_mutex_t *mutex, const pthread_mutexattr_t *attributes)
{
    int kind = PTHREAD_MUTEX_DEFAULT;
    if (attributes)
        pthread_mutexattr_gettype(attributes, &kind);
    rt_whole_range(mutex, sizeof *mutex, true, CALLER);
    __builtin_memset(mutex, 0, sizeof *mutex);
    mutex->__data.__kind = kind;
    return 0;
}

int pthread_mutex_destroy(pthread_mutex_t *mutex)
{
    rt_whole_range(mutex, sizeof *mutex, true, CALLER);
    return mutex->__data.__lock ? EBUSY : 0;
}

RT_FUNCTION(int, pthread_mutex_lock, (pthread_mutex_t * mutex))
{
    return lock(mutex, false, LN_STEP_LOCK, CALLER);
}

RT_FUNCTION(int, pthread_mutex_trylock, (pthread_mutex_t * mutex))
{
    return try_lock(mutex, CALLER);
}

RT_FUNCTION(int, pthread_mutex_timedlock, (pthread_mutex_t *restrict mutex, const struct timespec *restrict until))
{
    (void)until;
    return lock(mutex, true, LN_STEP_TIMED_LOCK, CALLER);
}

RT_FUNCTION(int, pthread_mutex_clocklock, (pthread_mutex_t * mutex, clockid_t clock, const struct timespec *until))
{
    (void)clock, (void)until;
    return lock(mutex, true, LN_STEP_TIMED_LOCK, CALLER);
}

RT_FUNCTION(int, pthread_mutex_unlock, (pthread_mutex_t * mutex))
{
    return unlock(mutex, CALLER);
}

/* ---- conditions ---- */

static int wait(pthread_cond_t *condition, pthread_mutex_t *mutex, bool timed, uintptr_t pc)
{
    bool woken;
    if (!state.active && !timed)
        rt_wait_alone();
    if (!state.active)
        return ETIMEDOUT;
    if (timed)
        rt_suspect();
    rt_reach_always(mutex, false);
    if (!holds(mutex))
        rt_fault("a condition is waited for without holding the mutex");
    if (mutex->__data.__count > 1)
        rt_fault("a condition is waited for while its mutex is held more than once");
    rt_trace_lock(LN_STEP_WAIT, pc, condition, true);
    rt_stamp(rt_word((uintptr_t)condition), true);
    let_go(mutex);
    woken = rt_wait_for_signal(condition, timed, pc);
    take(mutex, false, pc);
    rt_trace_lock(LN_STEP_WAKE, pc, condition, woken);
    return woken ? 0 : ETIMEDOUT;
}

static void wake(struct fiber *fiber)
{
    fiber->signalled = true;
    fiber->waits_for = NULL;
    fiber->timed = false;
    rt_unpark(fiber);
}

static int signal_one(pthread_cond_t *condition, uintptr_t pc)
{
    unsigned waiting[LN_RUN_THREADS], count = 0;
    if (!state.active)
        return 0;
    rt_reach_always(condition, false);
    rt_effect();
    for (unsigned i = 0; i < state.threads; i++)
        if (state.fibers[i].waits_for == condition)
            waiting[count++] = i;
    if (count)
        wake(&state.fibers[waiting[rt_choose(LN_CHOOSE_WAITER, count)]]);
    rt_trace_lock(LN_STEP_SIGNAL, pc, condition, count > 0);
    return 0;
}

static int signal_all(pthread_cond_t *condition, uintptr_t pc)
{
    if (!state.active)
        return 0;
    rt_reach_always(condition, false);
    rt_effect();
    for (unsigned i = 0; i < state.threads; i++)
        if (state.fibers[i].waits_for == condition)
            wake(&state.fibers[i]);
    rt_trace_lock(LN_STEP_BROADCAST, pc, condition, true);
    return 0;
}

int pthread_cond_init(pthread_cond_t *restrict condition, const pthread_condattr_t *restrict attributes)
{
    (void)attributes;
    rt_whole_range(condition, sizeof *condition, true, CALLER);
    __builtin_memset(condition, 0, sizeof *condition);
    return 0;
}

int pthread_cond_destroy(pthread_cond_t *condition)
{
    rt_whole_range(condition, sizeof *condition, true, CALLER);
    return 0;
}

int pthread_cond_wait(pthread_cond_t *restrict condition, pthread_mutex_t *restrict mutex)
{
    return wait(condition, mutex, false, CALLER);
}

RT_SUSPECT(int, pthread_cond_timedwait,
           (pthread_cond_t *restrict condition, pthread_mutex_t *restrict mutex, const struct timespec *restrict until))
{
    (void)until;
    return wait(condition, mutex, true, CALLER);
}

RT_SUSPECT(int, pthread_cond_clockwait,
           (pthread_cond_t * condition, pthread_mutex_t *mutex, clockid_t clock, const struct timespec *until))
{
    (void)clock, (void)until;
    return wait(condition, mutex, true, CALLER);
}

int pthread_cond_signal(pthread_cond_t *condition)
{
    return signal_one(condition, CALLER);
}

int pthread_cond_broadcast(pthread_cond_t *condition)
{
    return signal_all(condition, CALLER);
}

/* ---- C11 ---- */

static int c11(int code)
{
    return code == 0 ? thrd_success : code == EBUSY ? thrd_busy : code == ETIMEDOUT ? thrd_timedout : thrd_error;
}

static pthread_mutex_t *posix_mutex(mtx_t *mutex)
{
    return (pthread_mutex_t *)(void *)mutex;
}

static pthread_cond_t *posix_condition(cnd_t *condition)
{
    return (pthread_cond_t *)(void *)condition;
}

int mtx_init(mtx_t *mutex, int kind)
{
    rt_whole_range(mutex, sizeof *mutex, true, CALLER);
    __builtin_memset(mutex, 0, sizeof *mutex);
    posix_mutex(mutex)->__data.__kind = kind & mtx_recursive ? PTHREAD_MUTEX_RECURSIVE : PTHREAD_MUTEX_DEFAULT;
    return thrd_success;
}

void mtx_destroy(mtx_t *mutex)
{
    rt_whole_range(mutex, sizeof *mutex, true, CALLER);
}

RT_FUNCTION(int, mtx_lock, (mtx_t * mutex))
{
    return c11(lock(posix_mutex(mutex), false, LN_STEP_LOCK, CALLER));
}

RT_FUNCTION(int, mtx_trylock, (mtx_t * mutex))
{
    return c11(try_lock(posix_mutex(mutex), CALLER));
}

RT_FUNCTION(int, mtx_timedlock, (mtx_t *restrict mutex, const struct timespec *restrict until))
{
    (void)until;
    return c11(lock(posix_mutex(mutex), true, LN_STEP_TIMED_LOCK, CALLER));
}

RT_FUNCTION(int, mtx_unlock, (mtx_t * mutex))
{
    return c11(unlock(posix_mutex(mutex), CALLER));
}

int cnd_init(cnd_t *condition)
{
    return pthread_cond_init(posix_condition(condition), NULL);
}

void cnd_destroy(cnd_t *condition)
{
    rt_whole_range(condition, sizeof *condition, true, CALLER);
}

int cnd_wait(cnd_t *condition, mtx_t *mutex)
{
    return c11(wait(posix_condition(condition), posix_mutex(mutex), false, CALLER));
}

RT_SUSPECT(int, cnd_timedwait,
           (cnd_t *restrict condition, mtx_t *restrict mutex, const struct timespec *restrict until))
{
    (void)until;
    return c11(wait(posix_condition(condition), posix_mutex(mutex), true, CALLER));
}

int cnd_signal(cnd_t *condition)
{
    return c11(signal_one(posix_condition(condition), CALLER));
}

int cnd_broadcast(cnd_t *condition)
{
    return c11(signal_all(posix_condition(condition), CALLER));
}
