#include "spec/from_states.h"

static void initial(const struct ln_spec *spec, struct ln_next *next)
{
    const struct ln_next *states = ((const struct ln_started *)(const void *)spec)->states;
    for (size_t i = 0; i < states->states.length; i++)
        ln_next_add_state(next, ln_next_state(states, i));
}

static void step(const struct ln_spec *spec, struct ln_state state, const struct ln_invocation *invocation,
                 struct ln_next *next)
{
    spec->inner->class->step(spec->inner, state, invocation, next);
}

void ln_spec_started(struct ln_started *started, const struct ln_spec *inner, const struct ln_next *states)
{
    /* Not closed under dropping a value: the states may hold it. */
    static const struct ln_spec_class class = {
        .name = "started",
        .aliases = "",
        .summary = "an object that starts in given states",
        .initial = initial,
        .step = step,
    };
    *started = (struct ln_started){ { .class = &class, .inner = inner }, states };
}
