#include "check/pattern/value_ids.h"

#include "history/history.h"

#include <assert.h>
#include <string.h>

void ln_value_ids_init(struct ln_value_ids *ids, struct ln_memory *memory)
{
    *ids = (struct ln_value_ids){ .memory = memory };
    ln_table_init(&ids->table, memory);
}

void ln_value_ids_fini(struct ln_value_ids *ids)
{
    ln_table_fini(&ids->table);
    ln_vec_fini(&ids->values, ids->memory);
    ln_vec_fini(&ids->direct, ids->memory);
}

static bool clear_table(struct ln_value_ids *ids, size_t count)
{
    ln_table_clear(&ids->table);
    ids->values.length = 0;
    ids->hashed = true;
    return ln_table_reserve(&ids->table, count) && ln_vec_reserve(&ids->values, ids->memory, count);
}

static bool clear_direct(struct ln_value_ids *ids, uint64_t least, size_t range)
{
    if (!ln_vec_reserve(&ids->direct, ids->memory, range))
        return false;
    memset(ids->direct.at, 0, range * sizeof *ids->direct.at);
    ids->direct.length = range;
    ids->least = least;
    ids->hashed = false;
    return true;
}

bool ln_value_ids_clear(struct ln_value_ids *ids, const struct ln_value_survey *survey)
{
    uint64_t range = (survey->greatest - survey->least) / 8 + 1;
    ids->count = 0;
    if (survey->count && survey->greatest != UINT64_MAX && range <= 4 * (uint64_t)survey->count + 16)
        return clear_direct(ids, survey->least, range);
    return clear_table(ids, survey->count + 2);
}

bool ln_value_ids_clear_for(struct ln_value_ids *ids, size_t count)
{
    ids->count = 0;
    return clear_table(ids, count + 2);
}

static uint32_t find(const struct ln_value_ids *ids, ln_value value, uint64_t hash)
{
    uint32_t id;
    LN_TABLE_FIND(id, &ids->table, hash, ln_same(ids->values.at[id], value));
    return id;
}

static uint32_t add(struct ln_value_ids *ids, ln_value value, bool *fresh)
{
    uint64_t hash = ln_mix(value.word);
    uint32_t id = find(ids, value, hash);
    *fresh = id == LN_NO_ITEM;
    if (!*fresh)
        return id;
    assert(ids->count < ids->values.room && ids->count == ids->values.length); /* it was surveyed */
    ids->values.at[ids->values.length++] = value;
    ln_table_put(&ids->table, hash, ids->count);
    return ids->count++;
}

/* The value's place among the integers; NULL when it has none. */
static uint32_t *place_of(const struct ln_value_ids *ids, ln_value value)
{
    uint64_t place = (value.word - ids->least) / 8;
    bool inside = value.word >= ids->least && place < ids->direct.length && (value.word & 7) == 0;
    return inside ? &ids->direct.at[place] : NULL;
}

uint32_t ln_value_ids_find(const struct ln_value_ids *ids, ln_value value)
{
    const uint32_t *place = ids->hashed ? NULL : place_of(ids, value);
    if (ids->hashed)
        return find(ids, value, ln_mix(value.word));
    return place && *place ? *place - 1 : LN_NO_OP;
}

uint32_t ln_value_ids_add(struct ln_value_ids *ids, ln_value value, bool *fresh)
{
    uint32_t *id;
    if (ids->hashed)
        return add(ids, value, fresh);
    id = place_of(ids, value);
    assert(id); /* it was surveyed */
    *fresh = !*id;
    if (*fresh)
        *id = ++ids->count;
    return *id - 1;
}
