#include "base/wordset.h"

#include "base/hash.h"

#include <assert.h>
#include <string.h>

void ln_wordset_init(struct ln_wordset *set, struct ln_memory *memory)
{
    *set = (struct ln_wordset){ .memory = memory };
}

void ln_wordset_fini(struct ln_wordset *set)
{
    ln_give(set->memory, set->slots, set->room * sizeof *set->slots);
}

void ln_wordset_clear(struct ln_wordset *set)
{
    if (set->room)
        memset(set->slots, 0, set->room * sizeof *set->slots);
    set->count = 0;
}

static size_t find(const struct ln_wordset *set, uint64_t word)
{
    size_t i = ln_near_slot(word, set->room);
    while (set->slots[i] && set->slots[i] != word + 1)
        i = (i + 1) & (set->room - 1);
    return i;
}

static bool grow(struct ln_wordset *set)
{
    struct ln_wordset old = *set;
    set->room = old.room ? old.room * 2 : 64;
    set->slots = ln_take_zeroed(set->memory, set->room * sizeof *set->slots);
    if (!set->slots) {
        *set = old;
        return false;
    }
    for (size_t i = 0; i < old.room; i++)
        if (old.slots[i])
            set->slots[find(set, old.slots[i] - 1)] = old.slots[i];
    ln_wordset_fini(&old);
    return true;
}

bool ln_wordset_has(const struct ln_wordset *set, uint64_t word)
{
    return set->room && set->slots[find(set, word)];
}

bool ln_wordset_add(struct ln_wordset *set, uint64_t word)
{
    size_t slot;
    assert(word != UINT64_MAX);
    if (set->count * 2 >= set->room && !grow(set))
        return false;
    slot = find(set, word);
    set->count += !set->slots[slot];
    set->slots[slot] = word + 1;
    assert(2 * set->count <= set->room + 1);
    return true;
}
