/* Inside the runtime only: what library functions do to memory that is given to them. */
#ifndef LN_EXPLORE_RUNTIME_LIBRARY_H
#define LN_EXPLORE_RUNTIME_LIBRARY_H

#include "explore/runtime/access.h"

/* Declares and begins the definition of what is called instead of the C library's function. On the way there it is noted
 * down that another call begins. */
#define CALL(type, name, ...)                                                                                        \
    __asm__(".text\n.globl linnet_call_" #name "\n.hidden linnet_call_" #name "\n"                                   \
            ".type linnet_call_" #name ", @function\nlinnet_call_" #name ":\n"                                       \
            "    movb $1, rt_call_begins(%rip)\n"                                                                    \
            "    cmpb $0, rt_wary(%rip)\n    je rt_call_" #name "\n" RT_NOTE_REGISTERS "    jmp rt_call_" #name "\n" \
            ".size linnet_call_" #name ", . - linnet_call_" #name "\n");                                             \
    type linnet_call_##name(__VA_ARGS__);                                                                            \
    type rt_call_##name(__VA_ARGS__) __attribute__((used, visibility("hidden")));                                    \
    type rt_call_##name(__VA_ARGS__)

/* What the call reads and writes is said first; then it does all of it. So what was said to be read may be written by
 * others before it is read, where something else of the same call was a point: that is told. */
void rt_see(const void *address, size_t size, bool writes, uintptr_t pc);

static inline void see_read(const void *address, size_t size, uintptr_t pc)
{
    rt_see(address, size, false, pc);
}

static inline void see_write(void *address, size_t size, uintptr_t pc)
{
    rt_see(address, size, true, pc);
}

/* At most `most` bytes of it. Others may run before it is read, and change its length: its length when it is read. */
size_t rt_see_string(const char *text, size_t most, uintptr_t pc);

#endif
