/* The state is one word, KNOWN or UNKNOWN, and after KNOWN the state of the object itself. */
#include "spec/relaxed_spec.h"

#include <assert.h>
#include <string.h>

enum { UNKNOWN, KNOWN };

static bool is_known(struct ln_state state)
{
    assert(state.length >= sizeof(uint64_t) && state.at[0] <= KNOWN);
    return state.at[0] == KNOWN;
}

static struct ln_state known(struct ln_state state)
{
    assert(is_known(state));
    return (struct ln_state){ state.at + sizeof(uint64_t), state.length - sizeof(uint64_t) };
}

static void add(struct ln_next *next, uint64_t tag, struct ln_state state)
{
    uint8_t *to = ln_next_add(next, sizeof tag + state.length);
    if (!to)
        return;
    memcpy(to, &tag, sizeof tag);
    if (state.length)
        memcpy(to + sizeof tag, state.at, state.length);
}

static void add_all(struct ln_next *next, const struct ln_next *states)
{
    for (size_t i = 0; i < states->states.length; i++)
        add(next, KNOWN, ln_next_state(states, i));
    next->failed |= states->failed;
}

static void initial(const struct ln_spec *spec, struct ln_next *next)
{
    struct ln_next states;
    if (spec->count != LN_START_INITIAL) {
        add(next, UNKNOWN, (struct ln_state){ NULL, 0 });
        return;
    }
    ln_next_init(&states, next->memory);
    spec->inner->class->initial(spec->inner, &states);
    add_all(next, &states);
    ln_next_fini(&states);
}

static void step(const struct ln_spec *spec, struct ln_state state, const struct ln_invocation *in,
                 struct ln_next *next)
{
    const struct ln_spec *inner = spec->inner;
    struct ln_next states;
    ln_next_init(&states, next->memory);
    if (is_known(state))
        inner->class->step(inner, known(state), in, &states);
    else
        inner->class->settle(inner, in, spec->count == LN_START_ANYWHERE_ALONE, &states);
    assert(is_known(state) || !states.stays); /* nothing is known that could stay */
    if (states.stays || in->optional || (!is_known(state) && !states.states.length))
        ln_next_stay(next);
    add_all(next, &states);
    ln_next_fini(&states);
}

static bool blocks(const struct ln_spec *spec, struct ln_state state, const struct ln_invocation *in)
{
    const struct ln_spec_class *class = spec->inner->class;
    return class->blocks && (!is_known(state) || class->blocks(spec->inner, known(state), in));
}

static void write_state(const struct ln_spec *spec, const struct ln_values *values, struct ln_state state,
                        struct ln_str *out)
{
    if (is_known(state))
        spec->inner->class->write_state(spec->inner, values, known(state), out);
    else
        ln_str_text(out, "anything");
}

bool ln_spec_settles(const struct ln_spec *inner)
{
    return inner->class->settle != NULL;
}

struct ln_spec ln_spec_relaxed(const struct ln_spec *inner, enum ln_start start)
{
    static const struct ln_spec_class class = {
        .name = "relaxed",
        .aliases = "",
        .summary = "an object of which less is demanded",
        .keyed = true,
        .closed = true,
        .initial = initial,
        .step = step,
        .blocks = blocks,
        .write_state = write_state,
    };
    assert(start == LN_START_INITIAL || ln_spec_settles(inner));
    return (struct ln_spec){ .class = &class, .count = start, .inner = inner };
}
