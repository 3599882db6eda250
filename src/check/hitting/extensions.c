/* Counting linear extensions, and those among them that the object can do.
 *
 * The orders of a downset are those of the downset without one of its last elements, over all of them. So one sweep over
 * the downsets, by size, adds up how many orders lead to each; for witnesses, to each with its possible states. Exact;
 * given up beyond 64 bits or MOST sets of one size. O(downsets * n) steps. */
#include "check/hitting/extensions.h"

#include <assert.h>
#include <string.h>

enum { MOST = 1 << 18 };

struct layer {
    struct ln_intern keys; /* a downset, and its possible states */
    LN_VEC(uint64_t) counts;
};

struct extension_sweep {
    struct ln_downsets *downsets;
    struct ln_budget *budget;
    bool stepping; /* witnesses are counted, not orders */
    struct layer layers[2];
    LN_VEC(uint64_t) key;
    bool overflow;
    int64_t fuel;
};

/* The counts wrap around nowhere: *overflow says when one would have. */
static enum ln_status add(struct extension_sweep *sweep, struct layer *layer, uint64_t count)
{
    size_t bytes = (sweep->downsets->family.words + 1) * sizeof(uint64_t);
    uint32_t id;
    if (!ln_intern_add(&layer->keys, sweep->key.at, bytes, &id))
        return LN_NO_MEMORY;
    if (id == layer->counts.length && !ln_vec_push(&layer->counts, sweep->downsets->memory, 0))
        return LN_NO_MEMORY;
    sweep->overflow |= __builtin_add_overflow(layer->counts.at[id], count, &layer->counts.at[id]) ||
                       layer->keys.entries.length > MOST;
    return LN_OK;
}

/* All that one downset leads to. */
static enum ln_status extend(struct extension_sweep *sweep, const uint64_t *from, uint64_t count, struct layer *to)
{
    struct ln_downsets *downsets = sweep->downsets;
    const struct ln_family *family = &downsets->family;
    enum ln_status status = LN_OK;
    for (uint32_t x = 0; x < family->count && !status; x++) {
        uint32_t after = 0;
        if (!ln_downsets_may_add(downsets, from, x))
            continue;
        if (sweep->stepping)
            status = ln_downsets_step(downsets, (uint32_t)from[family->words], x, &after);
        if (status || after == LN_NO_STATES)
            continue;
        memcpy(sweep->key.at, from, family->words * sizeof *from);
        sweep->key.at[x / 64] |= UINT64_C(1) << (x % 64);
        sweep->key.at[family->words] = after;
        status = add(sweep, to, count);
    }
    return status;
}

static enum ln_status extend_all(struct extension_sweep *sweep, const struct layer *from, struct layer *to)
{
    enum ln_status status = LN_OK;
    assert(from != to && from->counts.length == from->keys.entries.length);
    ln_intern_clear(&to->keys);
    to->counts.length = 0;
    for (size_t i = 0; i < from->counts.length && !status; i++) {
        if (ln_budget_spent(sweep->budget, &sweep->fuel, 4 + sweep->downsets->family.count) || sweep->overflow)
            return LN_STOPPED;
        status = extend(sweep, (const uint64_t *)(const void *)from->keys.entries.at[i].at, from->counts.at[i], to);
    }
    return status;
}

static enum ln_status run(struct extension_sweep *sweep, uint64_t *total)
{
    const struct ln_family *family = &sweep->downsets->family;
    uint32_t initial = 0;
    enum ln_status status = sweep->stepping ? ln_downsets_initial(sweep->downsets, &initial) : LN_OK;
    if (!status && !ln_vec_reserve(&sweep->key, sweep->downsets->memory, family->words + 1))
        status = LN_NO_MEMORY;
    if (!status && initial != LN_NO_STATES) {
        memset(sweep->key.at, 0, family->words * sizeof *sweep->key.at);
        sweep->key.at[family->words] = initial;
        status = add(sweep, &sweep->layers[0], 1);
    }
    for (uint32_t size = 0; size < family->count && !status; size++)
        status = extend_all(sweep, &sweep->layers[size % 2], &sweep->layers[(size + 1) % 2]);
    *total = 0;
    for (size_t i = 0; i < sweep->layers[family->count % 2].counts.length && !status; i++)
        sweep->overflow |= __builtin_add_overflow(*total, sweep->layers[family->count % 2].counts.at[i], total);
    return status || !sweep->overflow ? status : LN_STOPPED;
}

static enum ln_status count(struct ln_downsets *downsets, struct ln_budget *budget, bool stepping, uint64_t *total,
                            bool *counted)
{
    struct extension_sweep sweep = { .downsets = downsets, .budget = budget, .stepping = stepping };
    enum ln_status status;
    for (unsigned i = 0; i < 2; i++)
        ln_intern_init(&sweep.layers[i].keys, downsets->memory);
    status = run(&sweep, total);
    *counted = !status;
    for (unsigned i = 0; i < 2; i++) {
        ln_intern_fini(&sweep.layers[i].keys);
        ln_vec_fini(&sweep.layers[i].counts, downsets->memory);
    }
    ln_vec_fini(&sweep.key, downsets->memory);
    return status == LN_STOPPED ? LN_OK : status;
}

enum ln_status ln_extensions_count(struct ln_downsets *downsets, struct ln_budget *budget,
                                   struct ln_extensions *extensions)
{
    enum ln_status status = count(downsets, budget, false, &extensions->orders, &extensions->orders_counted);
    return status ? status : count(downsets, budget, true, &extensions->witnesses, &extensions->witnesses_counted);
}
