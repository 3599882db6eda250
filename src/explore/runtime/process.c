/* What the code asks of its process: signals to itself, functions to be called at its end, the processor it is on. */
#define _GNU_SOURCE
#include "explore/runtime/library.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>

/* ---- signals ---- */

static bool is_function(void (*handler)(int))
{
    return handler != SIG_DFL && handler != SIG_IGN && handler != SIG_ERR;
}

static void tell(const char *function, uintptr_t pc)
{
    if (state.active)
        rt_unseen(LN_UNSEEN_LIBRARY, function, "libc.so.6", "", pc);
}

/* Each thread has a mask of its own. It is only kept, and put back before each run: a signal that it holds back is unseen. */
static sigset_t masks[FIBERS];

static sigset_t *mask_of_current(void)
{
    return &masks[state.active ? state.current->index : MAIN];
}

/* A function of the user's would be called by the kernel, on whatever stack. */
static void look_at_handler(int number, const char *function, uintptr_t pc)
{
    struct sigaction action;
    if ((!sigaction(number, NULL, &action) && is_function(action.sa_handler)) ||
        sigismember(mask_of_current(), number) == 1)
        tell(function, pc);
}

CALL(int, raise, int number)
{
    look_at_handler(number, "raise", CALLER);
    return raise(number);
}

CALL(int, kill, pid_t process, int number)
{
    look_at_handler(number, "kill", CALLER);
    return kill(process, number);
}

CALL(int, pthread_kill, pthread_t thread, int number)
{
    look_at_handler(number, "pthread_kill", CALLER);
    return pthread_kill(thread, number);
}

typedef void handler(int);

CALL(handler *, signal, int number, handler *function)
{
    if (is_function(function))
        tell("signal", CALLER);
    return signal(number, function);
}

static int change_mask(int how, const sigset_t *set, sigset_t *before, uintptr_t pc)
{
    sigset_t *mask = mask_of_current(), was = *mask, given;
    if (state.active)
        rt_unforeseen();
    if (set) {
        rt_range(set, sizeof *set, false, pc);
        given = *set;
        if (how != SIG_BLOCK && how != SIG_UNBLOCK && how != SIG_SETMASK)
            return EINVAL;
        for (size_t i = 0; i < sizeof mask->__val / sizeof *mask->__val; i++)
            mask->__val[i] = how == SIG_BLOCK     ? was.__val[i] | given.__val[i]
                             : how == SIG_UNBLOCK ? was.__val[i] & ~given.__val[i]
                                                  : given.__val[i];
    }
    if (before) {
        rt_range(before, sizeof *before, true, pc);
        *before = was;
    }
    return 0;
}

CALL(int, pthread_sigmask, int how, const sigset_t *set, sigset_t *before)
{
    return change_mask(how, set, before, CALLER);
}

CALL(int, sigprocmask, int how, const sigset_t *set, sigset_t *before)
{
    int code = change_mask(how, set, before, CALLER);
    if (!code)
        return 0;
    errno = code;
    return -1;
}

/* ---- the end ---- */

/* An operation that ends the process is told, whatever else would be called then; and to keep the functions of all runs
 * would take memory without end. */
CALL(int, __cxa_atexit, void (*function)(void *), void *argument, void *library)
{
    extern int __cxa_atexit(void (*)(void *), void *, void *);
    return state.active ? 0 : __cxa_atexit(function, argument, library);
}

CALL(int, atexit, void (*function)(void))
{
    return state.active ? 0 : atexit(function);
}

CALL(int, at_quick_exit, void (*function)(void))
{
    return state.active ? 0 : at_quick_exit(function);
}

/* ---- the processor ---- */

/* All threads are on one. That they may be on others, or move, is not tried. */
CALL(int, sched_getcpu, void)
{
    tell("sched_getcpu", CALLER);
    return 0;
}
