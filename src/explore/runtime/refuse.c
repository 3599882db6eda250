/* What the explorer cannot follow is refused by name, not passed on to the C library, where it would go unseen. */
#define _GNU_SOURCE
#include "explore/runtime/misbehave.h"
#include "explore/runtime/state.h"

#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <threads.h>

void rt_refuse(const char *format, ...)
{
    va_list arguments;
    if (!state.shared)
        return;
    va_start(arguments, format);
    vsnprintf(state.shared->fault, sizeof state.shared->fault, format, arguments);
    va_end(arguments);
    if (state.active)
        rt_end(LN_END_REFUSED);
    abort();
}

int pthread_create(pthread_t *restrict thread, const pthread_attr_t *restrict attributes, void *(*function)(void *),
                   void *restrict argument)
{
    (void)thread, (void)attributes, (void)function, (void)argument;
    rt_refuse_call("pthread_create");
}

int thrd_create(thrd_t *thread, thrd_start_t function, void *argument)
{
    (void)thread, (void)function, (void)argument;
    rt_refuse_call("thrd_create");
}
