/* What destroy() leaves of the object as create() made it: a block that create() allocated, that still lives, and that
 * nothing leads to. A leak is told only when nothing that could be a pointer to the block is anywhere in variables, those
 * of threads, or blocks that are themselves led to: pointers may be packed with tags above or below, shifted, to the
 * middle of a block, complemented, or bound to the place where they are stored. */
#define _GNU_SOURCE
#include "explore/runtime/state.h"

#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Blocks of create()'s making that live, in the order of their addresses, and those of them that are still to be looked
 * through. */
struct found {
    uint32_t *at, *left;
    bool *reached;
    uint32_t count, left_count;
};

static struct block *block_at(uint32_t offset)
{
    return (struct block *)(void *)(state.region.heap + offset);
}

static uint32_t behind(uint32_t offset)
{
    uint32_t size = block_at(offset)->size;
    return offset + (uint32_t)sizeof(struct block) + (size ? (size + 15) / 16 * 16 : 16);
}

/* A block that was asked for with an alignment lies within a larger one, which is never freed itself. */
static bool holds_freed(uint32_t offset)
{
    for (uint32_t at = offset + (uint32_t)sizeof(struct block); at < behind(offset); at += 16)
        if (block_at(at)->state == BLOCK_FREE && at + block_at(at)->size <= behind(offset))
            return true;
    return false;
}

/* The last one that begins at or before it; the end of a block is part of it. */
static void reach_block(struct found *found, uint32_t offset)
{
    uint32_t low = 0, high = found->count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (found->at[middle] <= offset)
            low = middle + 1;
        else
            high = middle;
    }
    for (uint32_t i = low < 2 ? 0 : low - 2; i < low; i++) {
        if (offset > behind(found->at[i]) || found->reached[i])
            continue;
        found->reached[i] = true;
        found->left[found->left_count++] = found->at[i];
    }
}

static void reach(struct found *found, uint64_t address)
{
    uint64_t offset = address - (uintptr_t)state.region.heap;
    if (offset >= state.made_from && offset <= state.heap_at_start.end)
        reach_block(found, (uint32_t)offset);
}

static void look_at(struct found *found, const char *place)
{
    enum { SHIFTS = 4 };
    const uint64_t address = 0xffffffffffff; /* bits of one */
    uint64_t word, at = (uintptr_t)place;
    memcpy(&word, place, sizeof word);
    if (!word)
        return;
    for (unsigned i = 0; i <= SHIFTS; i++)
        reach(found, word << i & address);
    reach(found, word >> 16);
    reach(found, ~word & address);
    reach(found, (word ^ at >> 12) & address);
}

static void look_through(struct found *found, const char *from, size_t size)
{
    for (size_t i = 0; i + sizeof(uint64_t) <= size; i++)
        look_at(found, from + i);
}

extern char __start_linnet_state[], __stop_linnet_state[];

static void look_through_variables(struct found *found)
{
    const char *first = (const char *)state.globals, *last = first + state.globals_size;
    const char *own = __start_linnet_state, *own_end = __stop_linnet_state; /* which knows the object */
    if (own < first || own >= last)
        own = own_end = last;
    look_through(found, first, (size_t)(own - first));
    if (own_end < last)
        look_through(found, own_end, (size_t)(last - own_end));
    for (unsigned i = 0; i < FIBERS; i++) {
        const char *locals;
        size_t size = rt_image_thread_locals(&state.fibers[i], &locals);
        look_through(found, locals, size);
        look_through(found, (const char *)state.fibers[i].specific, sizeof state.fibers[i].specific);
    }
}

static bool is_made(uint32_t offset)
{
    return offset >= state.made_from && offset < state.heap_at_start.end;
}

static void look_through_block(struct found *found, uint32_t offset)
{
    look_through(found, (const char *)(block_at(offset) + 1), behind(offset) - offset - sizeof(struct block));
}

static void look_everywhere(struct found *found)
{
    look_through_variables(found);
    for (uint32_t at = sizeof(struct block); at < state.heap.end; at = behind(at))
        if (!is_made(at) && block_at(at)->state == BLOCK_LIVE)
            look_through_block(found, at);
    while (found->left_count)
        look_through_block(found, found->left[--found->left_count]);
}

static void tell(const struct found *found)
{
    unsigned blocks = 0;
    size_t bytes = 0;
    for (uint32_t i = 0; i < found->count; i++) {
        blocks += !found->reached[i];
        bytes += found->reached[i] ? 0 : block_at(found->at[i])->size;
    }
    if (!blocks)
        return;
    snprintf(state.shared->fault, sizeof state.shared->fault,
             "it leaves %u block%s of %zu bytes that create() allocated, and nobody knows of any more", blocks,
             blocks == 1 ? "" : "s", bytes);
    state.run->end = LN_END_FAULT;
    state.shared->destroying = true;
}

void rt_look_for_leak(void)
{
    struct found found = { .count = 0 };
    size_t most = (state.heap_at_start.end - state.made_from) / sizeof(struct block) + 1;
    size_t room = most * (2 * sizeof *found.at + sizeof *found.reached);
    found.at = rt_map(room);
    if (!found.at)
        return; /* nothing can be said */
    found.left = found.at + most;
    found.reached = (bool *)(void *)(found.left + most);
    for (uint32_t at = state.made_from; at < state.heap_at_start.end; at = behind(at))
        if (block_at(at)->state == BLOCK_LIVE && !holds_freed(at))
            found.at[found.count++] = at;
    look_everywhere(&found);
    tell(&found);
    syscall(SYS_munmap, found.at, room);
}
