/* What is done once: pthread_once, call_once, and std::call_once, which stands on the first. The state is in the user's
 * variable. A function that throws leaves it as if it had never been called, and the next call begins anew. */
#define _GNU_SOURCE
#include "explore/runtime/access.h"

#include <pthread.h>
#include <threads.h>

enum { ONCE_NEVER = 0, ONCE_RUNS = 1, ONCE_DONE = 2 };

struct once_running {
    int *control, becomes;
};

/* Also when the function is left by an exception. */
static void leave(const struct once_running *running)
{
    *running->control = running->becomes;
    if (state.active) {
        rt_changed((uintptr_t)running->control, sizeof *running->control);
        rt_wake(running->control);
    }
}

static void run(int *control, void (*function)(void))
{
    struct once_running running __attribute__((cleanup(leave))) = { control, ONCE_NEVER };
    *control = ONCE_RUNS;
    function();
    running.becomes = ONCE_DONE;
}

static void once(int *control, void (*function)(void), uintptr_t pc)
{
    if (state.active)
        rt_reach_always(control, false);
    else if (*control == ONCE_RUNS)
        rt_wait_alone();
    while (*control == ONCE_RUNS) {
        state.current->waits_at = pc;
        rt_block(control, false);
    }
    if (state.active)
        state.current->waits_for = NULL;
    if (*control == ONCE_DONE) {
        if (UNLIKELY(rt_wary))
            rt_read_range((uintptr_t)control, sizeof *control);
        return;
    }
    run(control, function);
}

int pthread_once(pthread_once_t *control, void (*function)(void))
{
    once(control, function, CALLER);
    return 0;
}

void call_once(once_flag *flag, void (*function)(void))
{
    once((int *)(void *)flag, function, CALLER);
}
