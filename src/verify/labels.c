#include "verify/labels.h"

#include "base/hash.h"

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
           ln_same_caller(spec, a, b) &&
           ln_same(a->key, b->key) && (arity == 0 || memcmp(a->args, b->args, arity * sizeof *a->args) == 0);
}

static uint64_t hash_of(const struct ln_spec *spec, const struct ln_invocation *in)
{
    uint64_t hash = ln_mix(in->method + ln_mix(in->result.word) + 3 * ln_mix(in->key.word));
    for (size_t i = 0; i < arity_of(spec, in); i++)
        hash = ln_mix(hash + in->args[i].word);
    return hash;
}

enum ln_status ln_labels(const struct ln_history *history, const struct ln_spec *spec, struct ln_memory *memory,
                         uint32_t *label_of)
{
    size_t room = 64;
    uint32_t *slots;
    while (room < 2 * history->operations.length)
        room *= 2;
    slots = ln_take_zeroed(memory, room * sizeof *slots);
    if (!slots)
        return LN_NO_MEMORY;
    for (uint32_t i = 0; i < history->operations.length; i++) {
        struct ln_invocation in = ln_invocation_of(history, i);
        size_t slot = hash_of(spec, &in) & (room - 1);
        for (; slots[slot]; slot = (slot + 1) & (room - 1)) {
            struct ln_invocation have = ln_invocation_of(history, slots[slot] - 1);
            if (ln_same_label(spec, &have, &in))
                break;
        }
        if (!slots[slot])
            slots[slot] = i + 1;
        label_of[i] = slots[slot] - 1;
    }
    ln_give(memory, slots, room * sizeof *slots);
    return LN_OK;
}
