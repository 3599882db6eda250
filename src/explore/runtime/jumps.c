/* longjmp and its kin: what setjmp has written (src/plugin/touching.def says so) is read, and leads to where the thread
 * itself was. To another thread's stack, or to one that is gone, is no way: there is nothing left to run. */
#define _GNU_SOURCE
#include "explore/runtime/library.h"

#include <setjmp.h>

/* What glibc saves on x86-64 is the stack pointer among others, mixed with a secret of the thread. */
static uintptr_t stack_pointer_of(const long *saved)
{
    enum { STACK_POINTER = 6, SECRET = 0x30 };
    uintptr_t value = (uintptr_t)saved[STACK_POINTER], secret;
    __asm__("movq %%fs:%c1, %0" : "=r"(secret) : "i"(SECRET));
    return (value >> 17 | value << 47) ^ secret;
}

static void look(struct __jmp_buf_tag *buffer, uintptr_t pc)
{
    const char *stack;
    if (!state.active)
        return;
    see_read(buffer, sizeof buffer->__jmpbuf, pc);
    stack = state.region.stacks + state.current->index * state.region.stack_size;
    if (stack_pointer_of(buffer->__jmpbuf) - (uintptr_t)stack >= state.region.stack_size)
        rt_fault("longjmp() to where this thread did not call setjmp()");
}

#define JUMP(name)                                            \
    CALL(void, name, struct __jmp_buf_tag *buffer, int value) \
    {                                                         \
        look(buffer, CALLER);                                 \
        siglongjmp(buffer, value);                            \
    }
JUMP(longjmp)
JUMP(_longjmp)
JUMP(siglongjmp)
JUMP(__longjmp_chk)
