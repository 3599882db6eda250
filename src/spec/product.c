/* Many objects as one. The state lists (key, length, state) of every object that has left its initial state, in the
 * order of the keys' words. Needed where objects cannot be judged one by one, and by oracles that do not want to. */
#include "spec/spec.h"

#include <assert.h>
#include <string.h>

struct factor_header {
    ln_value key;
    uint64_t length;
};

static size_t padded(size_t length)
{
    return (length + 7) & ~(size_t)7;
}

/* Where the key's entry is, or would go; `end` is `start` when it is absent. */
static struct ln_state find(struct ln_state state, ln_value key, size_t *start, size_t *end)
{
    struct factor_header header;
    for (*start = 0; *start < state.length; *start += sizeof header + padded(header.length)) {
        memcpy(&header, state.at + *start, sizeof header);
        if (header.key.word < key.word)
            continue;
        if (header.key.word > key.word)
            break;
        *end = *start + sizeof header + padded(header.length);
        assert(*end <= state.length);
        return (struct ln_state){ state.at + *start + sizeof header, header.length };
    }
    assert(*start <= state.length);
    *end = *start;
    return (struct ln_state){ NULL, 0 };
}

static void initial(const struct ln_spec *spec, struct ln_next *next)
{
    (void)spec;
    ln_next_add(next, 0);
}

static void splice(struct ln_state whole, size_t start, size_t end, ln_value key, struct ln_state part,
                   struct ln_next *next)
{
    struct factor_header header = { key, part.length };
    size_t size = sizeof header + padded(part.length);
    uint8_t *to = ln_next_add(next, whole.length - (end - start) + size);
    assert(start <= end && end <= whole.length && start % 8 == 0);
    if (!to)
        return;
    if (start)
        memcpy(to, whole.at, start);
    if (whole.length > end)
        memcpy(to + start + size, whole.at + end, whole.length - end);
    memset(to + start, 0, size);
    memcpy(to + start, &header, sizeof header);
    if (part.length)
        memcpy(to + start + sizeof header, part.at, part.length);
}

/* Every state the object may be in: the one recorded, or each initial one. */
static void object_states(const struct ln_spec *spec, struct ln_state state, size_t start, size_t end,
                          struct ln_next *states)
{
    if (end == start)
        spec->inner->class->initial(spec->inner, states);
    else
        ln_next_add_state(states, state);
}

static void step(const struct ln_spec *spec, struct ln_state whole, const struct ln_invocation *in,
                 struct ln_next *next)
{
    struct ln_next states, moved;
    size_t start, end;
    struct ln_state here = find(whole, in->key, &start, &end);
    ln_next_init(&states, next->memory);
    ln_next_init(&moved, next->memory);
    object_states(spec, here, start, end, &states);
    for (size_t i = 0; i < states.states.length; i++) {
        struct ln_state from = ln_next_state(&states, i);
        ln_next_clear(&moved);
        spec->inner->class->step(spec->inner, from, in, &moved);
        if (moved.stays && (start != end || states.states.length == 1))
            ln_next_stay(next);
        else if (moved.stays)
            splice(whole, start, end, in->key, from, next);
        for (size_t j = 0; j < moved.states.length; j++)
            splice(whole, start, end, in->key, ln_next_state(&moved, j), next);
        next->failed |= moved.failed;
    }
    next->failed |= states.failed;
    ln_next_fini(&states);
    ln_next_fini(&moved);
}

static bool blocks(const struct ln_spec *spec, struct ln_state whole, const struct ln_invocation *in)
{
    size_t start, end;
    struct ln_state here = find(whole, in->key, &start, &end);
    struct ln_next first;
    struct ln_memory own;
    bool waits = false;
    if (!spec->inner->class->blocks)
        return false;
    if (start != end)
        return spec->inner->class->blocks(spec->inner, here, in);
    ln_memory_init(&own, UINT64_MAX);
    ln_next_init(&first, &own);
    spec->inner->class->initial(spec->inner, &first);
    for (size_t i = 0; i < first.states.length; i++)
        waits |= spec->inner->class->blocks(spec->inner, ln_next_state(&first, i), in);
    ln_next_fini(&first);
    return waits;
}

static void write_state(const struct ln_spec *spec, const struct ln_values *values, struct ln_state state,
                        struct ln_str *out)
{
    struct factor_header header;
    for (size_t at = 0; at < state.length; at += sizeof header + padded(header.length)) {
        memcpy(&header, state.at + at, sizeof header);
        if (at)
            ln_str_text(out, ", ");
        ln_value_write(values, header.key, out);
        ln_str_text(out, ": ");
        spec->inner->class->write_state(spec->inner, values,
                                        (struct ln_state){ state.at + at + sizeof header, header.length }, out);
    }
}

struct ln_spec ln_spec_product(const struct ln_spec *inner)
{
    static const struct ln_spec_class class = {
        .name = "objects",
        .aliases = "",
        .summary = "many objects",
        .keyed = true,
        .initial = initial,
        .step = step,
        .blocks = blocks,
        .write_state = write_state,
    };
    return (struct ln_spec){ .class = &class, .inner = inner };
}
