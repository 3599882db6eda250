/* memcpy and its kin: clang and gcc call them for copies and leave no other trace of the access.
 *
 * A copy of memory that others touch, too, is not one step: it may be seen, or see, half done. It is made in steps, each
 * with one word that is shared, and others may run in between. */
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

enum { WORD = 8, STEPS_MOST = 64 };

static bool is_shared(const void *address, size_t size, bool writes)
{
    uintptr_t from = (uintptr_t)address & ~(uintptr_t)(WORD - 1);
    bool shared = false;
    for (uintptr_t at = from; size && at < (uintptr_t)address + size; at += WORD) {
        struct ln_word *word = rt_word(at);
        shared |= word && rt_touch(word, writes);
    }
    return shared;
}

/* The most that one instruction copies. */
static size_t most_of(size_t size)
{
    return size >= WORD ? WORD : size >= 4 ? 4 : size >= 2 ? 2 : size;
}

/* How much from here on is one step: up to the second word that is shared, and one that is shared at both ends by
 * itself. `from` may be NULL. */
static size_t step_of(const char *to, const char *from, size_t size, size_t steps)
{
    size_t length = 0, shared = 0, next;
    if (steps >= STEPS_MOST)
        return size; /* it is told if others come in between */
    for (; length < size; length += next) {
        bool read, written;
        next = most_of(size - length);
        read = from && is_shared(from + length, next, false);
        written = is_shared(to + length, next, true);
        if (read && written)
            return length ? length : next;
        shared += read || written;
        if (shared > 1)
            break;
    }
    return length;
}

/* What was read before others ran is written after them. */
static void copy_step(char *to, const char *from, size_t size, uintptr_t pc)
{
    char word[WORD];
    rt_range(from, size, false, pc);
    if (size <= WORD)
        copy(word, from, size);
    rt_range(to, size, true, pc);
    copy(to, size <= WORD ? word : from, size);
}

static void copy_in_steps(char *to, const char *from, size_t size, uintptr_t pc)
{
    for (size_t at = 0, steps = 0, step; at < size; at += step, steps++) {
        step = step_of(to + at, from + at, size - at, steps);
        copy_step(to + at, from + at, step, pc);
    }
}

static void copy_back(char *to, const char *from, size_t size)
{
    while (size--)
        to[size] = from[size];
}

/* Where they overlap it is one step. */
void rt_move(void *to_any, const void *from_any, size_t size, uintptr_t pc)
{
    char *to = to_any;
    const char *from = from_any;
    bool overlap = (uintptr_t)to - (uintptr_t)from < size || (uintptr_t)from - (uintptr_t)to < size;
    if (state.active && !overlap) {
        copy_in_steps(to, from, size, pc);
        return;
    }
    if (state.active) {
        rt_range(from, size, false, pc);
        rt_range(to, size, true, pc);
    }
    if ((uintptr_t)to - (uintptr_t)from >= size)
        copy(to, from, size);
    else
        copy_back(to, from, size);
}

static void fill(char *to, int byte, size_t size)
{
    __asm__ volatile("rep stosb" : "+D"(to), "+c"(size) : "a"(byte) : "memory");
}

void rt_fill(void *to_any, int byte, size_t size, uintptr_t pc)
{
    char *to = to_any;
    for (size_t at = 0, steps = 0, step; at < size; at += step, steps++) {
        step = state.active ? step_of(to + at, NULL, size - at, steps) : size;
        rt_range(to + at, step, true, pc);
        fill(to + at, byte, step);
    }
}

void *memcpy(void *restrict to, const void *restrict from, size_t size)
{
    rt_move(to, from, size, CALLER);
    return to;
}

void *memmove(void *to, const void *from, size_t size)
{
    rt_move(to, from, size, CALLER);
    return to;
}

void *memset(void *to, int byte, size_t size)
{
    rt_fill(to, byte, size, CALLER);
    return to;
}

void *__tsan_memcpy(void *to, const void *from, size_t size);
void *__tsan_memcpy(void *to, const void *from, size_t size)
{
    rt_move(to, from, size, CALLER);
    return to;
}

void *__tsan_memset(void *to, int byte, size_t size);
void *__tsan_memset(void *to, int byte, size_t size)
{
    rt_fill(to, byte, size, CALLER);
    return to;
}

void *__tsan_memmove(void *to, const void *from, size_t size);
void *__tsan_memmove(void *to, const void *from, size_t size)
{
    rt_move(to, from, size, CALLER);
    return to;
}
