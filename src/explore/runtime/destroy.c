/* destroy(): after the last call of every run that comes to its end, on the fiber of the initial and final sequence,
 * where no other thread runs any more. And once on the object as create() made it, to see what destroy() leaves of it:
 * a block that create() allocated, that still lives, and that no variable leads to. */
#include "explore/runtime/state.h"

#include <stdio.h>

/* Where a fiber begins when the object is to be dropped. */
_Noreturn void rt_destroy_main(void)
{
    state.object->destroy(state.instance);
    rt_end(LN_END_FULL);
}

/* Who looks at a run wants to see its calls. */
static void forget_steps(uint32_t steps, uint32_t blocks)
{
    state.shared->step_count = steps;
    state.shared->block_count = blocks;
    for (uint32_t i = 0; i < blocks; i++)
        if (state.shared->blocks[i].died > steps)
            state.shared->blocks[i].died = UINT32_MAX;
}

void rt_destroy(void)
{
    struct fiber *fiber = &state.fibers[MAIN];
    uint32_t steps = state.shared->step_count, blocks = state.shared->block_count;
    if (!state.object->destroy)
        return;
    rt_fiber_reset(fiber);
    fiber->at = state.test->calls[MAIN];
    state.alone = true;
    state.shared->destroying = true;
    rt_enter(fiber);
    if (state.run->end == LN_END_DEADLOCK || state.run->end == LN_END_LIVELOCK) {
        snprintf(state.shared->fault, sizeof state.shared->fault, "it waits for ever");
        state.run->end = LN_END_FAULT;
    }
    if (state.run->end != LN_END_FULL)
        return; /* that is where it happened */
    state.shared->destroying = false;
    if (state.tracing)
        forget_steps(steps, blocks);
}

/* ---- leaks ---- */

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

static bool points_into(const char *from, size_t size, uint32_t offset)
{
    uintptr_t first = (uintptr_t)block_at(offset), last = (uintptr_t)state.region.heap + behind(offset);
    for (size_t i = 0; i + sizeof(uintptr_t) <= size; i += sizeof(uintptr_t)) {
        uintptr_t word = *(const uintptr_t *)(const void *)(from + i);
        if (word >= first && word < last)
            return true;
    }
    return false;
}

extern char __start_linnet_state[], __stop_linnet_state[];

/* From a variable, or from a block that lives and is not itself of create()'s making. */
static bool is_reached(uint32_t offset)
{
    const char *first = (const char *)state.globals, *last = first + (state.globals_size & ~(size_t)7);
    const char *own = __start_linnet_state, *own_end = __stop_linnet_state; /* which knows the object */
    if (own < first || own >= last)
        own = own_end = last;
    if (points_into(first, (size_t)(own - first), offset) ||
        (own_end < last && points_into(own_end, (size_t)(last - own_end), offset)))
        return true;
    for (uint32_t at = sizeof(struct block); at < state.heap.end; at = behind(at)) {
        bool made = at >= state.made_from && at < state.heap_at_start.end;
        if (!made && block_at(at)->state == BLOCK_LIVE &&
            points_into((const char *)(block_at(at) + 1), behind(at) - at - sizeof(struct block), offset))
            return true;
    }
    return false;
}

void rt_look_for_leak(void)
{
    unsigned blocks = 0;
    size_t bytes = 0;
    for (uint32_t at = state.made_from; at < state.heap_at_start.end; at = behind(at)) {
        if (block_at(at)->state != BLOCK_LIVE || holds_freed(at) || is_reached(at))
            continue;
        blocks++;
        bytes += block_at(at)->size;
    }
    if (!blocks)
        return;
    snprintf(state.shared->fault, sizeof state.shared->fault,
             "it leaves %u block%s of %zu bytes that create() allocated, and nobody knows of any more", blocks,
             blocks == 1 ? "" : "s", bytes);
    state.run->end = LN_END_FAULT;
    state.shared->destroying = true;
}
