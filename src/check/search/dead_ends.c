#include "check/search/dead_ends.h"

#include "base/hash.h"

#include <assert.h>
#include <string.h>

enum { BLOCK_ENTRIES = 4096, FEWEST_SLOTS = 256 };

void ln_dead_ends_init(struct ln_dead_ends *dead, struct ln_memory *memory)
{
    *dead = (struct ln_dead_ends){ .memory = memory };
}

static size_t block_bytes(const struct ln_dead_ends *dead)
{
    return BLOCK_ENTRIES * (1 + dead->words) * sizeof(uint64_t);
}

static void drop_blocks(struct ln_dead_ends *dead)
{
    for (size_t i = 0; i < dead->blocks.length; i++)
        ln_give(dead->memory, dead->blocks.at[i], block_bytes(dead));
    dead->blocks.length = 0;
    dead->count = 0;
}

void ln_dead_ends_fini(struct ln_dead_ends *dead)
{
    drop_blocks(dead);
    ln_vec_fini(&dead->blocks, dead->memory);
    ln_give(dead->memory, dead->slots, dead->slot_count * sizeof *dead->slots);
    dead->slots = NULL;
    dead->slot_count = 0;
}

void ln_dead_ends_reset(struct ln_dead_ends *dead, size_t words, size_t optional)
{
    assert(words >= optional);
    if (dead->count) {
        drop_blocks(dead);
        ln_give(dead->memory, dead->slots, dead->slot_count * sizeof *dead->slots);
        dead->slots = NULL;
        dead->slot_count = 0;
    }
    dead->words = words;
    dead->optional = optional;
}

static uint64_t *entry_at(const struct ln_dead_ends *dead, size_t index)
{
    assert(index / BLOCK_ENTRIES < dead->blocks.length);
    return dead->blocks.at[index / BLOCK_ENTRIES] + index % BLOCK_ENTRIES * (1 + dead->words);
}

static uint64_t hash_of(const struct ln_dead_ends *dead, uint64_t head, const uint64_t *bits)
{
    uint64_t hash = ln_mix(head);
    for (size_t i = 0; i < dead->words - dead->optional; i++)
        hash = ln_mix(hash + bits[i]);
    return hash;
}

static bool same_key(const struct ln_dead_ends *dead, const uint64_t *entry, uint64_t head, const uint64_t *bits)
{
    return entry[0] == head && memcmp(entry + 1, bits, (dead->words - dead->optional) * sizeof *bits) == 0;
}

/* Is every optional operation used in `fewer` used in `more`? */
static bool within(const struct ln_dead_ends *dead, const uint64_t *fewer, const uint64_t *more)
{
    for (size_t i = dead->words - dead->optional; i < dead->words; i++)
        if (fewer[i] & ~more[i])
            return false;
    return true;
}

bool ln_dead_ends_has(const struct ln_dead_ends *dead, uint32_t event, uint32_t state, const uint64_t *bits)
{
    uint64_t head = (uint64_t)event << 32 | state;
    if (!dead->count)
        return false;
    for (size_t s = hash_of(dead, head, bits) & (dead->slot_count - 1); dead->slots[s];
         s = (s + 1) & (dead->slot_count - 1)) {
        const uint64_t *entry = entry_at(dead, dead->slots[s] - 1);
        if (same_key(dead, entry, head, bits) && within(dead, entry + 1, bits))
            return true;
    }
    return false;
}

static bool grow_slots(struct ln_dead_ends *dead)
{
    size_t count = dead->slot_count ? dead->slot_count * 2 : FEWEST_SLOTS;
    uint32_t *slots = ln_take_zeroed(dead->memory, count * sizeof *slots);
    if (!slots)
        return false;
    for (size_t e = 0; e < dead->count; e++) {
        const uint64_t *entry = entry_at(dead, e);
        size_t s = hash_of(dead, entry[0], entry + 1) & (count - 1);
        while (slots[s])
            s = (s + 1) & (count - 1);
        slots[s] = (uint32_t)e + 1;
    }
    ln_give(dead->memory, dead->slots, dead->slot_count * sizeof *slots);
    dead->slots = slots;
    dead->slot_count = count;
    return true;
}

/* Near the memory limit the table may fill further before it has to give up. */
static bool make_room(struct ln_dead_ends *dead)
{
    if (dead->count % BLOCK_ENTRIES == 0 && dead->count / BLOCK_ENTRIES == dead->blocks.length) {
        uint64_t *block = ln_take(dead->memory, block_bytes(dead));
        if (!block || !ln_vec_push(&dead->blocks, dead->memory, block)) {
            ln_give(dead->memory, block, block_bytes(dead));
            return false;
        }
    }
    if (dead->count * 4 < dead->slot_count * 3)
        return true;
    return grow_slots(dead) || dead->count * 16 < dead->slot_count * 15;
}

bool ln_dead_ends_add(struct ln_dead_ends *dead, uint32_t event, uint32_t state, const uint64_t *bits)
{
    uint64_t head = (uint64_t)event << 32 | state, *entry;
    size_t s;
    if (dead->count >= UINT32_MAX - 1 || !make_room(dead))
        return false;
    assert(dead->count < dead->slot_count); /* a search for a free slot ends */
    for (s = hash_of(dead, head, bits) & (dead->slot_count - 1); dead->slots[s]; s = (s + 1) & (dead->slot_count - 1)) {
        entry = entry_at(dead, dead->slots[s] - 1);
        if (dead->optional && same_key(dead, entry, head, bits) && within(dead, bits, entry + 1)) {
            memcpy(entry + 1, bits, dead->words * sizeof *bits); /* the new one says more */
            return true;
        }
    }
    entry = entry_at(dead, dead->count);
    entry[0] = head;
    memcpy(entry + 1, bits, dead->words * sizeof *bits);
    dead->slots[s] = (uint32_t)++dead->count;
    return true;
}
