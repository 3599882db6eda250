#define _GNU_SOURCE
#include "stress/inside/inside.h"

#include "object/refused.h"

#include <pthread.h>
#include <stdlib.h>
#include <threads.h>
#include <unistd.h>

/* Set by whoever has loaded the code; before that nobody is there to be told. */
extern __attribute__((visibility("default"))) void (*linnet_refuse)(const char *name);
void (*linnet_refuse)(const char *name);

void linnet_inside_refuse(const char *name)
{
    if (linnet_refuse)
        linnet_refuse(name);
    syscall(LN_REFUSED_CALL, name);
    abort();
}

_Noreturn void pthread_exit(void *result)
{
    (void)result;
    linnet_inside_refuse("pthread_exit");
    abort();
}

_Noreturn void thrd_exit(int result)
{
    (void)result;
    linnet_inside_refuse("thrd_exit");
    abort();
}
