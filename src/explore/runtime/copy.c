/* memcpy and its kin: clang and gcc call them for copies and leave no other trace of the access. */
#define _GNU_SOURCE
#include "explore/runtime/access.h"

#include <string.h>

typedef uint64_t pair __attribute__((vector_size(16), aligned(1), may_alias));

/* Not with the C library's functions, for these are what we are (the build tells the compiler not to make calls of
 * these loops). */
static void copy(char *to, const char *from, size_t size)
{
    size_t i = 0;
    for (; i + sizeof(pair) <= size; i += sizeof(pair))
        *(pair *)(to + i) = *(const pair *)(from + i);
    for (; i < size; i++)
        to[i] = from[i];
}

static void touch_both(void *to, const void *from, size_t size, uintptr_t pc)
{
    if (state.active) {
        rt_range(from, size, false, pc);
        rt_range(to, size, true, pc);
    }
}

void *memcpy(void *restrict to, const void *restrict from, size_t size)
{
    touch_both(to, from, size, CALLER);
    copy(to, from, size);
    return to;
}

void *memmove(void *to, const void *from, size_t size)
{
    touch_both(to, from, size, CALLER);
    if ((uintptr_t)to - (uintptr_t)from >= size) {
        copy(to, from, size);
    } else {
        for (size_t i = size; i--;)
            ((char *)to)[i] = ((const char *)from)[i];
    }
    return to;
}

void *memset(void *to, int byte, size_t size)
{
    char *at = to;
    size_t count = size;
    if (state.active)
        rt_range(to, size, true, CALLER);
    __asm__ volatile("rep stosb" : "+D"(at), "+c"(count) : "a"(byte) : "memory");
    return to;
}

void *__tsan_memcpy(void *to, const void *from, size_t size);
void *__tsan_memcpy(void *to, const void *from, size_t size)
{
    touch_both(to, from, size, CALLER);
    copy(to, from, size);
    return to;
}

void *__tsan_memset(void *to, int byte, size_t size);
void *__tsan_memset(void *to, int byte, size_t size)
{
    return memset(to, byte, size);
}

void *__tsan_memmove(void *to, const void *from, size_t size);
void *__tsan_memmove(void *to, const void *from, size_t size)
{
    return memmove(to, from, size);
}
