/* Mark and sweep, with a list of what is still to be looked at: linear in the memory, and in what processes hold. */
#include "steps/collect.h"

#include <assert.h>
#include <string.h>

static void mark(struct ln_collector *c, uint64_t word)
{
    const struct ln_region *region = ln_program_region(c->program, word);
    if (!region || region->pool == LN_ANY_POOL || c->kept[region->block])
        return;
    c->kept[region->block] = true;
    assert(c->count < c->program->blocks.length && region->block < c->program->blocks.length);
    c->found[c->count++] = (uint32_t)(region - c->program->regions.at);
}

void ln_collect_from(struct ln_collector *c, const void *words, size_t bytes)
{
    const uint8_t *at = words;
    for (size_t i = 0; i + sizeof(uint64_t) <= bytes; i += sizeof(uint64_t)) {
        uint64_t word;
        memcpy(&word, at + i, sizeof word);
        mark(c, word);
    }
}

static void mark_from_region(struct ln_collector *c, const struct ln_region *region)
{
    ln_collect_from(c, c->memory + region->offset, region->size);
}

void ln_collect_begin(struct ln_collector *c, const struct ln_program *program, uint8_t *memory, uint8_t *blocks,
                      void *room)
{
    uint32_t *found = room;
    *c = (struct ln_collector){ .program = program,
                                .memory = memory,
                                .blocks = blocks,
                                .found = found,
                                .kept = (uint8_t *)(found + program->blocks.length + 1) };
    memset(c->kept, 0, program->blocks.length + 1);
    mark(c, program->object);
    for (size_t r = 0; r < program->regions.length; r++)
        if (program->regions.at[r].pool == LN_ANY_POOL)
            mark_from_region(c, &program->regions.at[r]);
}

bool ln_collect_end(struct ln_collector *c)
{
    bool any = false;
    while (c->count)
        mark_from_region(c, &c->program->regions.at[c->found[--c->count]]);
    for (size_t r = 0; r < c->program->regions.length; r++) {
        const struct ln_region *region = &c->program->regions.at[r];
        if (region->pool == LN_ANY_POOL || c->kept[region->block] || c->blocks[region->block] == LN_BLOCK_NEW)
            continue;
        c->blocks[region->block] = LN_BLOCK_NEW;
        memset(c->memory + region->offset, 0, region->size);
        any = true;
    }
    return any;
}
