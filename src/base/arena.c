#include "base/arena.h"

#include <assert.h>
#include <string.h>

enum { FIRST_BLOCK = 4096, LARGEST_BLOCK = 1 << 20 };

struct ln_arena_block {
    struct ln_arena_block *older;
    size_t bytes;
};

void ln_arena_init(struct ln_arena *arena, struct ln_memory *memory)
{
    *arena = (struct ln_arena){ .memory = memory };
}

void ln_arena_fini(struct ln_arena *arena)
{
    while (arena->blocks) {
        struct ln_arena_block *older = arena->blocks->older;
        ln_give(arena->memory, arena->blocks, arena->blocks->bytes);
        arena->blocks = older;
    }
    arena->next = arena->end = NULL;
}

/* Blocks double up to a size that keeps the unused tail small beside any sensible limit. */
static bool add_block(struct ln_arena *arena, size_t least)
{
    size_t bytes = arena->blocks ? arena->blocks->bytes * 2 : FIRST_BLOCK;
    struct ln_arena_block *block;
    if (bytes > LARGEST_BLOCK)
        bytes = LARGEST_BLOCK;
    if (least > SIZE_MAX - sizeof *block)
        return false;
    if (bytes < least + sizeof *block)
        bytes = least + sizeof *block;
    block = ln_take(arena->memory, bytes);
    if (!block)
        return false;
    block->older = arena->blocks;
    block->bytes = bytes;
    arena->blocks = block;
    arena->next = (char *)(block + 1);
    arena->end = (char *)block + bytes;
    assert((size_t)(arena->end - arena->next) >= least);
    return true;
}

void *ln_arena_take(struct ln_arena *arena, size_t bytes)
{
    void *taken;
    if (bytes > SIZE_MAX - 7)
        return NULL;
    bytes = bytes ? (bytes + 7) & ~(size_t)7 : 8; /* so that an empty thing has an address too */
    if ((size_t)(arena->end - arena->next) < bytes && !add_block(arena, bytes))
        return NULL;
    taken = arena->next;
    arena->next += bytes;
    assert(((uintptr_t)taken & 7) == 0 && arena->next <= arena->end);
    return taken;
}

void *ln_arena_copy(struct ln_arena *arena, const void *from, size_t bytes)
{
    void *to = ln_arena_take(arena, bytes);
    if (to && bytes)
        memcpy(to, from, bytes);
    return to;
}
