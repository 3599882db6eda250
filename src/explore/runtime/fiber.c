/* Fibers: stacks of their own, switched by hand, each with the thread-local storage of a thread that sleeps.
 *
 * Copying thread-local variables at each switch would break pointers to them that escaped (queue-lock nodes, hazard
 * records). So a real thread is made for each fiber, which does nothing; while the fiber runs, the thread pointer is that
 * thread's: variables, errno and pthread_self() are its own. */
#define _GNU_SOURCE
#include "explore/runtime/entry.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/auxv.h>
#include <sys/syscall.h>
#include <unistd.h>

void rt_fiber_main(void);
void rt_jump(void **from, void *to, uintptr_t thread_pointer);

/* Saves what the ABI says a function saves, on the stack that it leaves; how numbers are rounded, too. */
__asm__(".text\n"
        ".globl rt_jump\n"
        ".hidden rt_jump\n"
        ".type rt_jump, @function\n"
        "rt_jump:\n"
        "    pushq %rbp\n    pushq %rbx\n    pushq %r12\n    pushq %r13\n    pushq %r14\n    pushq %r15\n"
        "    pushq $0\n    stmxcsr (%rsp)\n    fnstcw 4(%rsp)\n"
        "    movq %rsp, (%rdi)\n"
        "    movq %rsi, %rsp\n"
        "    wrfsbase %rdx\n"
        "    ldmxcsr (%rsp)\n    fldcw 4(%rsp)\n    addq $8, %rsp\n"
        "    popq %r15\n    popq %r14\n    popq %r13\n    popq %r12\n    popq %rbx\n    popq %rbp\n"
        "    ret\n"
        ".size rt_jump, . - rt_jump\n");

/* As a thread begins: mxcsr, and the control word of the coprocessor. */
static const uintptr_t ROUNDING = 0x037f00001f80;

static uintptr_t thread_pointer(void)
{
    uintptr_t pointer;
    __asm__ volatile("rdfsbase %0" : "=r"(pointer));
    return pointer;
}

void rt_fiber_reset(struct fiber *fiber)
{
    char *top = state.region.stacks + (fiber->index + 1) * state.region.stack_size - 56; /* as after a call */
    void **frame = (void **)(void *)top;
    *frame = NULL; /* where rt_fiber_main would return to */
    frame[-1] = (void *)rt_fiber_main;
    frame[-8] = (void *)ROUNDING;
    fiber->stack_pointer = frame - 8;
}

static void *sleep_for_ever(void *argument)
{
    _Atomic uintptr_t *pointer = argument;
    atomic_store(pointer, thread_pointer());
    for (;;)
        syscall(SYS_pause);
    return NULL;
}

typedef int create_function(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);

const char *rt_fibers_start(void)
{
    enum { FSGSBASE = 2 };
    create_function *create = (create_function *)dlsym(RTLD_DEFAULT, "pthread_create"); /* the one that is not ours */
    if (!(getauxval(AT_HWCAP2) & FSGSBASE))
        return "this processor or kernel does not let a program set its thread pointer (FSGSBASE)";
    state.main_thread_pointer = thread_pointer();
    for (unsigned i = 0; i < FIBERS; i++) {
        struct fiber *fiber = &state.fibers[i];
        _Atomic uintptr_t pointer = 0;
        pthread_t thread;
        pthread_attr_t small;
        fiber->index = (uint8_t)i;
        fiber->read_bit = i == MAIN ? 0 : 1u << i;
        fiber->write_bit = i == MAIN ? 0 : 1u << (i + LN_RUN_THREADS);
        pthread_attr_init(&small);
        pthread_attr_setstacksize(&small, 65536);
        if (!create || create(&thread, &small, sleep_for_ever, &pointer))
            return "no thread could be made";
        pthread_attr_destroy(&small);
        while (!atomic_load(&pointer))
            syscall(SYS_sched_yield);
        fiber->thread_pointer = pointer;
    }
    return NULL;
}

void rt_switch_to(struct fiber *fiber)
{
    struct fiber *from = state.current;
    if (UNLIKELY(state.tracing))
        rt_trace_written(from); /* before others write there, too */
    from->wary = rt_wary;
    from->call_begins = rt_call_begins;
    if (UNLIKELY(rt_wary))
        from->registers = rt_registers;
    rt_wary = false;
    state.current = fiber;
    state.turn_start = state.step;
    state.quiet_until = 0;
    rt_jump(&from->stack_pointer, fiber->stack_pointer, fiber->thread_pointer);
    rt_wary = from->wary;
    rt_call_begins = from->call_begins;
    if (UNLIKELY(rt_wary))
        rt_registers = from->registers;
}

void rt_leave_to(struct fiber *fiber)
{
    rt_switch_to(fiber);
    __builtin_unreachable();
}

void rt_enter(struct fiber *fiber)
{
    state.current = fiber;
    state.turn_start = state.step;
    state.active = true;
    rt_jump(&state.main_stack_pointer, fiber->stack_pointer, fiber->thread_pointer);
}

void rt_exit_to_main(void)
{
    state.active = false;
    rt_jump(&state.current->stack_pointer, state.main_stack_pointer, state.main_thread_pointer);
    __builtin_unreachable();
}
