#include "counting/elements.h"

#include <assert.h>
#include <string.h>

/* ---- types ---- */

static uint32_t older_bound(uint32_t bound)
{
    return bound ? bound - 1 : 0;
}

static uint8_t number_of(const struct ln_types *types, struct ln_interval interval)
{
    return types->number[interval.first][interval.last];
}

struct ln_type_parts ln_type_parts(const struct ln_types *types, uint32_t type)
{
    uint32_t kind = type / types->intervals;
    struct ln_type_parts parts = { .is_empty = kind == 0,
                                   .is_gone = kind >= 2,
                                   .insertion = types->interval[type % types->intervals] };
    assert(type < types->count);
    if (parts.is_gone)
        parts.removal = types->interval[kind - 2];
    return parts;
}

static bool is_free(const struct ln_types *types, uint32_t type)
{
    struct ln_type_parts parts = ln_type_parts(types, type);
    if (parts.is_empty)
        return parts.insertion.first == 0;
    return parts.is_gone && parts.insertion.first == 0 && parts.removal.first == 0;
}

static uint8_t older_type(const struct ln_types *types, uint32_t type)
{
    uint32_t kind = type / types->intervals, interval = types->older_interval[type % types->intervals];
    uint32_t older = kind < 2 ? kind * types->intervals + interval
                              : ln_type_of_gone(types, interval, types->older_interval[kind - 2]);
    return is_free(types, older) ? LN_NO_TYPE : (uint8_t)older;
}

void ln_types_init(struct ln_types *types, uint32_t k)
{
    assert(k <= LN_ELEMENTS_MOST_K);
    *types = (struct ln_types){ .k = k };
    for (uint32_t first = 0; first <= k; first++)
        for (uint32_t last = first; last <= k; last++) {
            types->number[first][last] = (uint8_t)types->intervals;
            types->interval[types->intervals++] = (struct ln_interval){ first, last };
        }
    types->count = (2 + types->intervals) * types->intervals;
    types->words = (types->count + 63) / 64;
    assert(types->count <= LN_NO_TYPE && types->words <= LN_ELEMENTS_WORDS);
    for (uint32_t i = 0; i < types->intervals; i++) {
        struct ln_interval now = types->interval[i];
        types->older_interval[i] = number_of(types,
                                             (struct ln_interval){ older_bound(now.first), older_bound(now.last) });
    }
    for (uint32_t type = 0; type < types->count; type++) {
        types->older[type] = older_type(types, type);
        types->free[type] = is_free(types, type);
    }
}

/* ---- the table ---- */

void ln_exclusions_init(struct ln_exclusions *table, const struct ln_ocl *ocl, uint32_t k, struct ln_memory *memory)
{
    memset(table, 0, sizeof *table);
    table->memory = memory;
    table->ocl = ocl;
    ln_types_init(&table->types, k);
    ln_labels_init(&table->labels, NULL, k, memory);
    ln_budget_init(&table->budget, memory, 0, NULL);
}

void ln_exclusions_fini(struct ln_exclusions *table)
{
    ln_labels_fini(&table->labels);
    ln_vec_fini(&table->sets, table->memory);
}

static bool put(struct ln_labels *labels, enum ln_op_label_kind kind, ln_value value, struct ln_interval interval)
{
    struct ln_op_label label = { .kind = kind, .value = value, .result = LN_VALUE_NONE };
    uint32_t number;
    if (!ln_labels_number(labels, &label, &number))
        return false;
    ln_counting_put(&labels->counting, number, interval.first, interval.last);
    return true;
}

static bool put_type(struct ln_exclusions *table, uint32_t type, ln_value value)
{
    struct ln_type_parts parts = ln_type_parts(&table->types, type);
    if (parts.is_empty)
        return put(&table->labels, LN_OP_EMPTY, LN_VALUE_NONE, parts.insertion);
    return put(&table->labels, LN_OP_PUSH, value, parts.insertion) &&
           (!parts.is_gone || put(&table->labels, LN_OP_POP, value, parts.removal));
}

const char *ln_exclusion_name(struct ln_exclusions *table, uint32_t type, uint32_t other)
{
    bool is_true = false;
    ln_counting_clear(&table->labels.counting);
    table->failed |= !put_type(table, type, ln_small(1)) || (other != type && !put_type(table, other, ln_small(2)));
    for (size_t v = 0; table->ocl && v < ln_ocl_count(table->ocl) && !table->failed; v++) {
        table->failed |= ln_ocl_evaluate(table->ocl, v, &table->labels, &table->budget, &is_true) != LN_OK;
        if (is_true && !table->failed)
            return ln_ocl_name(table->ocl, v);
    }
    return NULL;
}

static void learn(struct ln_exclusions *table, uint32_t type, uint32_t other)
{
    assert(ln_type_set_has(&table->known[type], other) == ln_type_set_has(&table->known[other], type));
    if (ln_exclusion_name(table, type, other)) {
        ln_type_set_add(&table->excluded[type], other);
        ln_type_set_add(&table->excluded[other], type);
    }
    ln_type_set_add(&table->known[type], other);
    ln_type_set_add(&table->known[other], type);
}

/* One of the set, or the type itself, that excludes it. */
static bool has_pair(struct ln_exclusions *table, uint32_t type, const struct ln_type_set *set, uint32_t *other)
{
    for (uint32_t w = 0; w < table->types.words; w++) {
        uint64_t there = set->words[w] | (w == type >> 6 ? UINT64_C(1) << (type & 63) : 0), found;
        for (uint64_t unknown = there & ~table->known[type].words[w]; unknown; unknown &= unknown - 1)
            learn(table, type, 64 * w + (uint32_t)__builtin_ctzll(unknown));
        found = there & table->excluded[type].words[w];
        if (found) {
            *other = 64 * w + (uint32_t)__builtin_ctzll(found);
            assert(ln_type_set_has(&table->excluded[*other], type));
            return true;
        }
    }
    return false;
}

static bool is_within(const struct ln_type_set *small, const struct ln_type_set *set, uint32_t type)
{
    struct ln_type_set all = *set;
    ln_type_set_add(&all, type);
    for (uint32_t w = 0; w < LN_ELEMENTS_WORDS; w++)
        if (small->words[w] & ~all.words[w])
            return false;
    return true;
}

bool ln_is_excluded(struct ln_exclusions *table, uint32_t type, const struct ln_type_set *set, uint32_t *other)
{
    if (has_pair(table, type, set, other))
        return true;
    *other = LN_NO_TYPE;
    for (size_t i = 0; i < table->sets.length; i++)
        if (ln_type_set_has(&table->sets.at[i], type) && is_within(&table->sets.at[i], set, type))
            return true;
    return false;
}
