#define _GNU_SOURCE
#include "explore/runtime/misbehave.h"

#include "explore/runtime/state.h"
#include "object/refused.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <threads.h>
#include <unistd.h>

void rt_refuse_call(const char *name)
{
    if (!state.shared) { /* while it is loaded */
        syscall(LN_REFUSED_CALL, name);
        abort();
    }
    snprintf(state.shared->fault, sizeof state.shared->fault, "it calls %s(), which the explorer cannot follow", name);
    if (state.active)
        rt_end(LN_END_REFUSED);
    abort();
}

/* Others wait for the operation to return. */
static _Noreturn void leave(const char *name)
{
    if (state.active)
        rt_fault("an operation ends its thread (%s) instead of returning", name);
    rt_refuse_call(name);
}

void pthread_exit(void *result)
{
    (void)result;
    leave("pthread_exit");
}

void thrd_exit(int result)
{
    (void)result;
    leave("thrd_exit");
}
