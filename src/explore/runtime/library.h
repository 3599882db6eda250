/* Inside the runtime only: what library functions do to memory that is given to them. */
#ifndef LN_EXPLORE_RUNTIME_LIBRARY_H
#define LN_EXPLORE_RUNTIME_LIBRARY_H

#include "explore/runtime/access.h"

/* Declares and begins the definition of what is called instead of the C library's function. */
#define CALL(type, name, ...)               \
    type linnet_call_##name(__VA_ARGS__);   \
    type linnet_call_##name(__VA_ARGS__)

static inline void see_read(const void *address, size_t size, uintptr_t pc)
{
    rt_range(address, size, false, pc);
}

static inline void see_write(void *address, size_t size, uintptr_t pc)
{
    rt_range(address, size, true, pc);
}

/* At most `most` bytes of it. Others may run before it is read, and change its length: its length when it is read. */
size_t rt_see_string(const char *text, size_t most, uintptr_t pc);

#endif
