/* The collector of models, against reachability computed the slow way, on random heaps. */
#include "base/rng.h"
#include "steps/collect.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { BLOCKS = 6, WORDS = 2 };

struct heap {
    struct ln_memory memory;
    struct ln_program program;
    uint32_t global, blocks[BLOCKS]; /* regions */
    uint64_t held[3];                /* by a process */
    uint64_t *room;
};

static uint64_t address(const struct heap *heap, uint32_t region)
{
    return LN_SHARED_BASE + heap->program.regions.at[region].offset;
}

static void make(struct heap *heap)
{
    const struct ln_region global = { .name = "global", .size = 16, .type = LN_NO_TYPE, .pool = LN_ANY_POOL };
    uint32_t pool;
    memset(heap, 0, sizeof *heap);
    ln_memory_init(&heap->memory, UINT64_MAX);
    ln_program_init(&heap->program, &heap->memory);
    assert_true(ln_program_add_region(&heap->program, &global, 16, &heap->global));
    assert_true(ln_program_pool(&heap->program, WORDS * 8, LN_NO_TYPE, &pool));
    for (int i = 0; i < BLOCKS; i++)
        assert_true(ln_program_add_block(&heap->program, pool, LN_BLOCK_TAKEN, &heap->blocks[i]));
    heap->room = ln_take(&heap->memory, ln_collector_size(&heap->program));
    assert_non_null(heap->room);
}

static void end(struct heap *heap)
{
    ln_give(&heap->memory, heap->room, ln_collector_size(&heap->program));
    ln_program_fini(&heap->program);
}

/* Nothing, a number, or a pointer into some block, marked or to its middle. */
static uint64_t word(const struct heap *heap, struct ln_rng *rng)
{
    uint64_t kind = ln_rng_below(rng, 5);
    if (kind < 2)
        return kind * 7;
    return address(heap, heap->blocks[ln_rng_below(rng, BLOCKS)]) + (kind - 2) * 7;
}

static void fill(struct heap *heap, struct ln_rng *rng)
{
    uint64_t value;
    for (size_t at = 0; at < heap->program.image.length; at += sizeof value) {
        value = at < 16 && ln_rng_below(rng, 2) ? 0 : word(heap, rng);
        memcpy(heap->program.image.at + at, &value, sizeof value);
    }
    for (int i = 0; i < BLOCKS; i++)
        heap->program.blocks.at[heap->program.regions.at[heap->blocks[i]].block] = ln_rng_below(rng, 4) ? LN_BLOCK_TAKEN
                                                                                                        : LN_BLOCK_NEW;
    for (int i = 0; i < 3; i++)
        heap->held[i] = ln_rng_below(rng, 3) ? 0 : word(heap, rng);
    heap->program.object = ln_rng_below(rng, 2) ? address(heap, heap->global) : word(heap, rng);
}

static bool points_into(const struct heap *heap, uint64_t value, int block)
{
    uint64_t from = address(heap, heap->blocks[block]);
    return value >= from && value < from + WORDS * 8;
}

static void reach(const struct heap *heap, bool *reached)
{
    bool changed = true;
    uint64_t value;
    for (int i = 0; i < BLOCKS; i++) {
        reached[i] = points_into(heap, heap->program.object, i);
        for (int k = 0; k < 3; k++)
            reached[i] |= points_into(heap, heap->held[k], i);
        for (int k = 0; k < 2; k++) {
            memcpy(&value, heap->program.image.at + heap->program.regions.at[heap->global].offset + k * 8,
                   sizeof value);
            reached[i] |= points_into(heap, value, i);
        }
    }
    while (changed) {
        changed = false;
        for (int i = 0; i < BLOCKS; i++)
            for (int j = 0; j < BLOCKS && reached[i]; j++)
                for (int k = 0; k < WORDS && !reached[j]; k++) {
                    memcpy(&value, heap->program.image.at + heap->program.regions.at[heap->blocks[i]].offset + k * 8,
                           sizeof value);
                    reached[j] = points_into(heap, value, j);
                    changed |= reached[j];
                }
    }
}

static void compare(struct heap *heap)
{
    const struct ln_program *program = &heap->program;
    uint8_t memory[512], blocks[BLOCKS], zero[WORDS * 8] = { 0 };
    struct ln_collector collector;
    bool reached[BLOCKS], any = false;
    assert_in_range(program->image.length, 1, sizeof memory);
    memcpy(memory, program->image.at, program->image.length);
    memcpy(blocks, program->blocks.at, BLOCKS);
    reach(heap, reached);
    ln_collect_begin(&collector, program, memory, blocks, heap->room);
    ln_collect_from(&collector, heap->held, sizeof heap->held);
    for (int i = 0; i < BLOCKS; i++) {
        const struct ln_region *region = &program->regions.at[heap->blocks[i]];
        any |= !reached[i] && blocks[region->block] == LN_BLOCK_TAKEN;
    }
    assert_int_equal(ln_collect_end(&collector), any);
    for (int i = 0; i < BLOCKS; i++) {
        const struct ln_region *region = &program->regions.at[heap->blocks[i]];
        uint8_t before = program->blocks.at[region->block];
        assert_int_equal(blocks[region->block], reached[i] ? before : LN_BLOCK_NEW);
        if (reached[i] || before == LN_BLOCK_NEW)
            assert_memory_equal(memory + region->offset, program->image.at + region->offset, region->size);
        else
            assert_memory_equal(memory + region->offset, zero, sizeof zero);
    }
}

static void what_nobody_can_reach_is_collected(void **state)
{
    struct ln_rng rng = { 20 };
    struct heap heap;
    (void)state;
    make(&heap);
    for (int i = 0; i < 20000; i++) {
        fill(&heap, &rng);
        compare(&heap);
    }
    end(&heap);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(what_nobody_can_reach_is_collected) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
