#include "verify/labels.h"

#include "base/table.h"

#include <assert.h>
#include <string.h>

/* Binding fills arguments that were not given up to their full number. */
static size_t arity_of(const struct ln_spec *spec, const struct ln_invocation *in)
{
    return ln_spec_object(spec)->methods[in->method].most;
}

bool ln_same_label(const struct ln_spec *spec, const struct ln_invocation *a, const struct ln_invocation *b)
{
    size_t arity = arity_of(spec, a);
    return a->method == b->method && a->optional == b->optional && ln_same(a->result, b->result) &&
           ln_same_caller(spec, a, b) && ln_same(a->key, b->key) &&
           (arity == 0 || memcmp(a->args, b->args, arity * sizeof *a->args) == 0);
}

static uint64_t hash_of(const struct ln_spec *spec, const struct ln_invocation *in)
{
    uint64_t hash = ln_mix(in->method + ln_mix(in->result.word) + 3 * ln_mix(in->key.word));
    for (size_t i = 0; i < arity_of(spec, in); i++)
        hash = ln_mix(hash + in->args[i].word);
    return hash;
}

static bool is_of_label(const struct ln_history *history, const struct ln_spec *spec, uint32_t label,
                        const struct ln_invocation *in)
{
    struct ln_invocation have = ln_invocation_of(history, label);
    return ln_same_label(spec, &have, in);
}

enum ln_status ln_labels(const struct ln_history *history, const struct ln_spec *spec, struct ln_memory *memory,
                         uint32_t *label_of)
{
    struct ln_table table;
    enum ln_status status = LN_OK;
    ln_table_init(&table, memory);
    for (uint32_t i = 0; i < history->operations.length && !status; i++) {
        struct ln_invocation in = ln_invocation_of(history, i);
        uint64_t hash = hash_of(spec, &in);
        LN_TABLE_FIND(label_of[i], &table, hash, is_of_label(history, spec, label_of[i], &in));
        assert(label_of[i] == LN_NO_ITEM || label_of[i] < i);
        if (label_of[i] != LN_NO_ITEM)
            continue;
        if (ln_table_reserve(&table, table.count + 1))
            ln_table_put(&table, hash, label_of[i] = i);
        else
            status = LN_NO_MEMORY;
    }
    ln_table_fini(&table);
    return status;
}
