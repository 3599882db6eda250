/* Inside the runtime only: how the user's code enters it.
 *
 * To recognise that a thread is where it was before, the registers must be known that the compiled code keeps across
 * calls (await.c). A C function has used some of them by the time it could look, so such a function is entered through a
 * few instructions that note them down, but only while the thread is suspected: the test costs next to nothing. */
#ifndef LN_EXPLORE_RUNTIME_ENTRY_H
#define LN_EXPLORE_RUNTIME_ENTRY_H

#include "explore/runtime/state.h"

/* The current thread is suspected to go round a loop. */
extern bool rt_wary;
/* It has called a library function, of which nothing was seen yet. */
extern bool rt_call_begins;
extern struct registers rt_registers;

#define RT_NOTE_REGISTERS                    \
    "    movq %rbx, rt_registers(%rip)\n"    \
    "    movq %rbp, rt_registers+8(%rip)\n"  \
    "    movq %r12, rt_registers+16(%rip)\n" \
    "    movq %r13, rt_registers+24(%rip)\n" \
    "    movq %r14, rt_registers+32(%rip)\n" \
    "    movq %r15, rt_registers+40(%rip)\n" \
    "    movq %rsp, rt_registers+48(%rip)\n" \
    "    stmxcsr rt_registers+56(%rip)\n"    \
    "    fnstcw rt_registers+60(%rip)\n"

/* `name` is what the user calls; the function that does it is rt_in_<name>. `unless` may jump there at once. */
#define RT_ENTRY(name, unless)                                                          \
    __asm__(".text\n"                                                                   \
            ".globl " #name "\n"                                                        \
            ".hidden " #name "\n"                                                       \
            ".type " #name ", @function\n" #name ":\n"                                  \
            "    .cfi_startproc\n" unless RT_NOTE_REGISTERS "    jmp rt_in_" #name "\n" \
            "    .cfi_endproc\n"                                                        \
            ".size " #name ", . - " #name "\n");

#define RT_DECLARE(type, name, parameters)                                    \
    type rt_in_##name parameters __attribute__((used, visibility("hidden"))); \
    type rt_in_##name parameters

/* RT_FUNCTION(int, pthread_mutex_lock, (pthread_mutex_t *mutex)) { ... } */
#define RT_FUNCTION(type, name, parameters)                                \
    RT_ENTRY(name, "    cmpb $0, rt_wary(%rip)\n    je rt_in_" #name "\n") \
    RT_DECLARE(type, name, parameters)

/* Who calls it is suspected at once. */
#define RT_SUSPECT(type, name, parameters) \
    RT_ENTRY(name, "")                     \
    RT_DECLARE(type, name, parameters)

#endif
