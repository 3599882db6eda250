#include "check/search/dead_ends.h"

#include <assert.h>
#include <string.h>

enum { BLOCK_ENTRIES = 4096 };

void ln_dead_ends_init(struct ln_dead_ends *dead, struct ln_memory *memory)
{
    *dead = (struct ln_dead_ends){ .memory = memory };
    ln_table_init(&dead->table, memory);
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
    ln_table_fini(&dead->table);
}

void ln_dead_ends_reset(struct ln_dead_ends *dead, size_t words, size_t optional)
{
    assert(words >= optional);
    if (dead->count) {
        drop_blocks(dead);
        ln_table_fini(&dead->table);
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

static bool covers(const struct ln_dead_ends *dead, const uint64_t *entry, uint64_t head, const uint64_t *bits)
{
    return same_key(dead, entry, head, bits) && within(dead, entry + 1, bits);
}

static bool is_covered(const struct ln_dead_ends *dead, const uint64_t *entry, uint64_t head, const uint64_t *bits)
{
    return same_key(dead, entry, head, bits) && within(dead, bits, entry + 1);
}

bool ln_dead_ends_has(const struct ln_dead_ends *dead, uint32_t event, uint32_t state, const uint64_t *bits)
{
    uint64_t head = (uint64_t)event << 32 | state, hash;
    uint32_t at;
    if (!dead->count)
        return false;
    hash = hash_of(dead, head, bits);
    LN_TABLE_FIND(at, &dead->table, hash, covers(dead, entry_at(dead, at), head, bits));
    return at != LN_NO_ITEM;
}

static bool make_room(struct ln_dead_ends *dead)
{
    if (dead->count % BLOCK_ENTRIES == 0 && dead->count / BLOCK_ENTRIES == dead->blocks.length) {
        uint64_t *block = ln_take(dead->memory, block_bytes(dead));
        if (!block || !ln_vec_push(&dead->blocks, dead->memory, block)) {
            ln_give(dead->memory, block, block_bytes(dead));
            return false;
        }
    }
    return ln_table_reserve(&dead->table, dead->count + 1);
}

bool ln_dead_ends_add(struct ln_dead_ends *dead, uint32_t event, uint32_t state, const uint64_t *bits)
{
    uint64_t head = (uint64_t)event << 32 | state, hash = hash_of(dead, head, bits), *entry;
    uint32_t at = LN_NO_ITEM;
    if (dead->count >= UINT32_MAX - 1 || !make_room(dead))
        return false;
    if (dead->optional)
        LN_TABLE_FIND(at, &dead->table, hash, is_covered(dead, entry_at(dead, at), head, bits));
    if (at == LN_NO_ITEM)
        ln_table_put(&dead->table, hash, at = (uint32_t)dead->count++);
    entry = entry_at(dead, at);
    entry[0] = head;
    memcpy(entry + 1, bits, dead->words * sizeof *bits); /* one that was there said less */
    return true;
}
