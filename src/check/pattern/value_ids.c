#include "check/pattern/value_ids.h"

#include "base/hash.h"
#include "history/history.h"

#include <assert.h>
#include <string.h>

void ln_value_ids_init(struct ln_value_ids *ids, struct ln_memory *memory)
{
    *ids = (struct ln_value_ids){ .memory = memory };
}

static void give_slots(struct ln_value_ids *ids)
{
    ln_give(ids->memory, ids->slots, ids->taken * sizeof *ids->slots);
    ids->slots = NULL;
    ids->room = ids->taken = 0;
}

void ln_value_ids_fini(struct ln_value_ids *ids)
{
    give_slots(ids);
    ln_vec_fini(&ids->direct, ids->memory);
}

static bool clear_slots(struct ln_value_ids *ids, size_t count)
{
    size_t room = 16;
    while (room < count + count / 2)
        room *= 2;
    if (room <= ids->taken) {
        memset(ids->slots, 0, room * sizeof *ids->slots);
        ids->room = room;
        return true;
    }
    give_slots(ids);
    ids->slots = ln_take_zeroed(ids->memory, room * sizeof *ids->slots);
    if (!ids->slots)
        return false;
    ids->room = ids->taken = room;
    return true;
}

static bool clear_direct(struct ln_value_ids *ids, uint64_t least, size_t range)
{
    if (!ln_vec_reserve(&ids->direct, ids->memory, range))
        return false;
    memset(ids->direct.at, 0, range * sizeof *ids->direct.at);
    ids->direct.length = range;
    ids->least = least;
    ids->room = 0;
    return true;
}

bool ln_value_ids_clear(struct ln_value_ids *ids, const struct ln_value_survey *survey)
{
    uint64_t range = (survey->greatest - survey->least) / 8 + 1;
    ids->count = 0;
    if (survey->count && survey->greatest != UINT64_MAX && range <= 4 * (uint64_t)survey->count + 16)
        return clear_direct(ids, survey->least, range);
    return clear_slots(ids, survey->count + 2);
}

bool ln_value_ids_clear_for(struct ln_value_ids *ids, size_t count)
{
    ids->count = 0;
    return clear_slots(ids, count + 2);
}

/* Where the value is, or would go. */
static struct ln_value_slot *slot_of(const struct ln_value_ids *ids, ln_value value)
{
    size_t i = ln_mix(value.word) & (ids->room - 1);
    while (ids->slots[i].id && ids->slots[i].word != value.word)
        i = (i + 1) & (ids->room - 1);
    return &ids->slots[i];
}

/* The value's place in the table; NULL when it has none. */
static uint32_t *place_of(const struct ln_value_ids *ids, ln_value value)
{
    uint64_t place = (value.word - ids->least) / 8;
    bool inside = value.word >= ids->least && place < ids->direct.length && (value.word & 7) == 0;
    return inside ? &ids->direct.at[place] : NULL;
}

uint32_t ln_value_ids_find(const struct ln_value_ids *ids, ln_value value)
{
    const uint32_t *place = ids->room ? &slot_of(ids, value)->id : place_of(ids, value);
    return place && *place ? *place - 1 : LN_NO_OP;
}

uint32_t ln_value_ids_add(struct ln_value_ids *ids, ln_value value, bool *fresh)
{
    struct ln_value_slot *slot = ids->room ? slot_of(ids, value) : NULL;
    uint32_t *id = slot ? &slot->id : place_of(ids, value);
    assert(id); /* it was surveyed */
    *fresh = !*id;
    if (slot)
        slot->word = value.word;
    if (*fresh)
        *id = ++ids->count;
    return *id - 1;
}
