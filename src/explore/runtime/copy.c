/* memcpy and its kin: clang and gcc call them for copies and leave no other trace of the access.
 *
 * A copy of memory that others touch, too, is not one step: it may be seen, or see, half done. It is made in pieces, a
 * word each or (of large ones) a few of them, and others may run in between. */
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

enum { WORD = 8, PIECES_MOST = 8 };

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

/* How much of it is one step. */
static size_t piece_of(size_t size, bool shared)
{
    size_t words = (size / PIECES_MOST + WORD - 1) / WORD;
    return !shared ? size : words ? words * WORD : WORD;
}

static void copy_in_pieces(char *to, const char *from, size_t size, uintptr_t pc)
{
    bool reads_shared = is_shared(from, size, false), writes_shared = is_shared(to, size, true);
    size_t most = piece_of(size, reads_shared || writes_shared), piece;
    for (size_t at = 0; at < size; at += piece) {
        piece = size - at < most ? size - at : most;
        rt_range(from + at, piece, false, pc);
        rt_range(to + at, piece, true, pc);
        copy(to + at, from + at, piece);
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
        copy_in_pieces(to, from, size, pc);
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
    size_t most = state.active ? piece_of(size, is_shared(to, size, true)) : size, piece;
    for (size_t at = 0; at < size; at += piece) {
        piece = size - at < most ? size - at : most;
        if (state.active)
            rt_range(to + at, piece, true, pc);
        fill(to + at, byte, piece);
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
