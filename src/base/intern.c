#include "base/intern.h"

#include "base/hash.h"

#include <assert.h>
#include <string.h>

void ln_intern_init(struct ln_intern *intern, struct ln_memory *memory)
{
    *intern = (struct ln_intern){ .memory = memory };
    ln_arena_init(&intern->arena, memory);
}

void ln_intern_fini(struct ln_intern *intern)
{
    ln_arena_fini(&intern->arena);
    ln_vec_fini(&intern->entries, intern->memory);
    ln_give(intern->memory, intern->slots, intern->slot_count * sizeof *intern->slots);
    intern->slots = NULL;
    intern->slot_count = 0;
}

void ln_intern_clear(struct ln_intern *intern)
{
    ln_arena_fini(&intern->arena);
    /* Clearing a table costs its size; after few strings only their slots are cleared. */
    if (intern->entries.length * 4 < intern->slot_count) {
        for (size_t i = 0; i < intern->entries.length; i++) {
            size_t s = intern->entries.at[i].hash & (intern->slot_count - 1);
            while (intern->slots[s]) {
                intern->slots[s] = 0;
                s = (s + 1) & (intern->slot_count - 1);
            }
        }
    } else if (intern->slot_count) {
        memset(intern->slots, 0, intern->slot_count * sizeof *intern->slots);
    }
    intern->entries.length = 0;
}

static bool grow(struct ln_intern *intern)
{
    size_t count = intern->slot_count ? intern->slot_count * 2 : 64;
    uint32_t *slots = ln_take_zeroed(intern->memory, count * sizeof *slots);
    if (!slots)
        return false;
    for (size_t e = 0; e < intern->entries.length; e++) {
        size_t s = intern->entries.at[e].hash & (count - 1);
        while (slots[s])
            s = (s + 1) & (count - 1);
        slots[s] = (uint32_t)e + 1;
    }
    ln_give(intern->memory, intern->slots, intern->slot_count * sizeof *slots);
    intern->slots = slots;
    intern->slot_count = count;
    return true;
}

/* Where it is, or would be. */
static size_t slot_of(const struct ln_intern *intern, const void *bytes, size_t length, uint64_t hash)
{
    size_t s = hash & (intern->slot_count - 1);
    for (; intern->slots[s]; s = (s + 1) & (intern->slot_count - 1)) {
        const struct ln_interned *have = &intern->entries.at[intern->slots[s] - 1];
        if (have->hash == hash && have->length == length && (length == 0 || memcmp(have->at, bytes, length) == 0))
            break;
    }
    return s;
}

bool ln_intern_add(struct ln_intern *intern, const void *bytes, size_t length, uint32_t *id)
{
    struct ln_interned entry = { NULL, length, ln_hash(bytes, length) };
    size_t s;
    if (intern->entries.length * 2 >= intern->slot_count && !grow(intern))
        return false;
    s = slot_of(intern, bytes, length, entry.hash);
    if (!intern->slots[s]) {
        entry.at = ln_arena_copy(&intern->arena, bytes, length);
        if (!entry.at || intern->entries.length >= UINT32_MAX - 1 ||
            !ln_vec_push(&intern->entries, intern->memory, entry))
            return false;
        intern->slots[s] = (uint32_t)intern->entries.length;
    }
    *id = intern->slots[s] - 1;
    assert(*id < intern->entries.length && intern->entries.at[*id].length == length);
    return true;
}

uint32_t ln_intern_find(const struct ln_intern *intern, const void *bytes, size_t length)
{
    size_t s;
    if (!intern->slot_count)
        return UINT32_MAX;
    s = slot_of(intern, bytes, length, ln_hash(bytes, length));
    return intern->slots[s] ? intern->slots[s] - 1 : UINT32_MAX;
}
