#include "base/memory.h"

#include <assert.h>
#include <stdlib.h>

void ln_memory_init(struct ln_memory *memory, uint64_t limit)
{
    atomic_init(&memory->used, 0);
    atomic_init(&memory->peak, 0);
    memory->limit = limit;
    atomic_init(&memory->fail_after, -1);
}

bool ln_memory_fits(const struct ln_memory *memory, uint64_t bytes)
{
    uint64_t used = atomic_load_explicit(&memory->used, memory_order_relaxed);
    return bytes <= memory->limit && used <= memory->limit - bytes;
}

static bool told_to_fail(struct ln_memory *memory)
{
    if (atomic_load_explicit(&memory->fail_after, memory_order_relaxed) < 0)
        return false;
    return atomic_fetch_sub_explicit(&memory->fail_after, 1, memory_order_relaxed) == 0;
}

static void charge(struct ln_memory *memory, uint64_t bytes)
{
    uint64_t now = atomic_fetch_add_explicit(&memory->used, bytes, memory_order_relaxed) + bytes;
    uint64_t peak = atomic_load_explicit(&memory->peak, memory_order_relaxed);
    while (now > peak && !atomic_compare_exchange_weak_explicit(&memory->peak, &peak, now, memory_order_relaxed,
                                                                memory_order_relaxed))
        ;
}

void *ln_take(struct ln_memory *memory, size_t bytes)
{
    return ln_retake(memory, NULL, 0, bytes);
}

void *ln_take_zeroed(struct ln_memory *memory, size_t bytes)
{
    void *block;
    if (told_to_fail(memory) || !ln_memory_fits(memory, bytes))
        return NULL;
    block = calloc(1, bytes ? bytes : 1);
    if (block)
        charge(memory, bytes);
    return block;
}

void *ln_retake(struct ln_memory *memory, void *old, size_t old_bytes, size_t bytes)
{
    void *block;
    assert(old || !old_bytes);
    /* Large blocks grow in place or are moved by the system without a copy, so only the difference counts. */
    if (told_to_fail(memory) || (bytes > old_bytes && !ln_memory_fits(memory, bytes - old_bytes)))
        return NULL;
    block = realloc(old, bytes ? bytes : 1);
    if (!block)
        return NULL;
    assert(atomic_load_explicit(&memory->used, memory_order_relaxed) >= old_bytes);
    atomic_fetch_sub_explicit(&memory->used, old_bytes, memory_order_relaxed);
    charge(memory, bytes);
    return block;
}

void ln_give(struct ln_memory *memory, void *block, size_t bytes)
{
    if (!block)
        return;
    assert(atomic_load_explicit(&memory->used, memory_order_relaxed) >= bytes); /* what was taken, and no more */
    free(block);
    atomic_fetch_sub_explicit(&memory->used, bytes, memory_order_relaxed);
}
