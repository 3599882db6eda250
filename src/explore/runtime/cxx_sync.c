/* What the C++ library has in its shared object of conditions, locks of shared pointers and guards of static variables:
 * there they would wait for real. Layouts are those of libstdc++ on x86-64. */
#define _GNU_SOURCE
#include "explore/runtime/library.h"
#include "explore/runtime/misbehave.h"

#include <pthread.h>

/* ---- std::condition_variable: a pthread_cond_t, and nothing else ---- */

struct unique_lock {
    pthread_mutex_t *mutex;
    bool owns;
};

void _ZNSt18condition_variableC1Ev(pthread_cond_t *self);
void _ZNSt18condition_variableC1Ev(pthread_cond_t *self)
{
    pthread_cond_init(self, NULL);
}
void _ZNSt18condition_variableC2Ev(pthread_cond_t *self) __attribute__((alias("_ZNSt18condition_variableC1Ev")));

void _ZNSt18condition_variableD1Ev(pthread_cond_t *self);
void _ZNSt18condition_variableD1Ev(pthread_cond_t *self)
{
    pthread_cond_destroy(self);
}
void _ZNSt18condition_variableD2Ev(pthread_cond_t *self) __attribute__((alias("_ZNSt18condition_variableD1Ev")));

void _ZNSt18condition_variable4waitERSt11unique_lockISt5mutexE(pthread_cond_t *self, struct unique_lock *lock);
void _ZNSt18condition_variable4waitERSt11unique_lockISt5mutexE(pthread_cond_t *self, struct unique_lock *lock)
{
    pthread_cond_wait(self, lock->mutex);
}

void _ZNSt18condition_variable10notify_oneEv(pthread_cond_t *self);
void _ZNSt18condition_variable10notify_oneEv(pthread_cond_t *self)
{
    pthread_cond_signal(self);
}

void _ZNSt18condition_variable10notify_allEv(pthread_cond_t *self);
void _ZNSt18condition_variable10notify_allEv(pthread_cond_t *self)
{
    pthread_cond_broadcast(self);
}

/* ---- std::atomic_load(&shared_ptr) and its kin: a lock for all of them, as good as the library's sixteen ---- */

static pthread_mutex_t of_shared_pointers = PTHREAD_MUTEX_INITIALIZER;

void _ZNSt10_Sp_lockerC1EPKv(void *self, const void *one);
void _ZNSt10_Sp_lockerC1EPKv(void *self, const void *one)
{
    (void)self, (void)one;
    pthread_mutex_lock(&of_shared_pointers);
}
void _ZNSt10_Sp_lockerC2EPKv(void *self, const void *one) __attribute__((alias("_ZNSt10_Sp_lockerC1EPKv")));
void _ZNSt10_Sp_lockerC1EPKvS1_(void *self, const void *one) __attribute__((alias("_ZNSt10_Sp_lockerC1EPKv")));
void _ZNSt10_Sp_lockerC2EPKvS1_(void *self, const void *one) __attribute__((alias("_ZNSt10_Sp_lockerC1EPKv")));

void _ZNSt10_Sp_lockerD1Ev(void *self);
void _ZNSt10_Sp_lockerD1Ev(void *self)
{
    (void)self;
    pthread_mutex_unlock(&of_shared_pointers);
}
void _ZNSt10_Sp_lockerD2Ev(void *self) __attribute__((alias("_ZNSt10_Sp_lockerD1Ev")));

/* ---- static variables of functions ---- */

struct guard {
    char done, runs;
};

int __cxa_guard_acquire(struct guard *guard);
int __cxa_guard_acquire(struct guard *guard)
{
    if (state.active)
        rt_reach_always(guard, false);
    else if (guard->runs)
        rt_wait_alone();
    while (guard->runs && state.active) {
        state.current->waits_at = CALLER;
        rt_block(guard, false);
    }
    if (state.active)
        state.current->waits_for = NULL;
    if (guard->done)
        return 0;
    guard->runs = 1;
    return 1;
}

static void end_guard(struct guard *guard, bool done)
{
    if (state.active)
        rt_reach((uintptr_t)guard, 1, true, true);
    guard->done = done;
    guard->runs = 0;
    if (state.active) {
        rt_changed((uintptr_t)guard, sizeof *guard);
        rt_wake(guard);
    }
}

void __cxa_guard_release(struct guard *guard);
void __cxa_guard_release(struct guard *guard)
{
    end_guard(guard, true);
}

void __cxa_guard_abort(struct guard *guard);
void __cxa_guard_abort(struct guard *guard)
{
    end_guard(guard, false);
}

/* ---- what cannot be followed ---- */

/* std::thread::_M_start_thread: a real thread among fibers. */
void _ZNSt6thread15_M_start_threadESt10unique_ptrINS_6_StateESt14default_deleteIS1_EEPFvvE(void);
void _ZNSt6thread15_M_start_threadESt10unique_ptrINS_6_StateESt14default_deleteIS1_EEPFvvE(void)
{
    if (!state.shared)
        rt_refuse_call("std::thread"); /* while it is loaded */
    rt_refuse("it starts a std::thread, which the explorer cannot follow");
}
