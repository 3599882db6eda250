/* Bump allocation in blocks; all of it is given back at once. Addresses stay valid until then. */
#ifndef LN_BASE_ARENA_H
#define LN_BASE_ARENA_H

#include "base/memory.h"

struct ln_arena {
    struct ln_memory *memory;
    struct ln_arena_block *blocks; /* newest first */
    char *next, *end;
};

void ln_arena_init(struct ln_arena *arena, struct ln_memory *memory);
void ln_arena_fini(struct ln_arena *arena);

/* Aligned to 8; NULL when memory is refused. */
void *ln_arena_take(struct ln_arena *arena, size_t bytes);
void *ln_arena_copy(struct ln_arena *arena, const void *from, size_t bytes);

#endif
