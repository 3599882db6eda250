/* create(): before all runs, on the stack of the process. */
#define _GNU_SOURCE
#include "explore/runtime/state.h"

#include <stdio.h>
#include <sys/syscall.h>
#include <unistd.h>

static STATE void *behind[5]; /* __builtin_setjmp: setjmp is the runtime's own */
static STATE bool creates;

void *rt_create(const linnet_object *object)
{
    void *made;
    state.shared->fault[0] = '\0';
    if (__builtin_setjmp(behind)) {
        creates = false;
        return NULL;
    }
    creates = true;
    made = object->create();
    creates = false;
    return made;
}

/* While the object is loaded there is nobody to tell: then it hangs, which is seen. */
void rt_wait_alone(void)
{
    while (!creates)
        syscall(SYS_pause);
    snprintf(state.shared->fault, sizeof state.shared->fault, "it waits for ever");
    __builtin_longjmp(behind, 1);
}
