#include "spec/possible_states.h"

#include <assert.h>
#include <string.h>

void ln_possible_init(struct ln_possible *possible, struct ln_memory *memory)
{
    ln_next_init(&possible->now, memory);
    ln_next_init(&possible->then, memory);
    ln_next_init(&possible->moved, memory);
}

void ln_possible_fini(struct ln_possible *possible)
{
    ln_next_fini(&possible->now);
    ln_next_fini(&possible->then);
    ln_next_fini(&possible->moved);
}

bool ln_possible_start(struct ln_possible *possible, const struct ln_spec *spec)
{
    ln_next_clear(&possible->now);
    spec->class->initial(spec, &possible->now);
    assert(!possible->now.stays && (possible->now.failed || possible->now.states.length));
    return !possible->now.failed;
}

static bool add_state(struct ln_next *set, struct ln_state state)
{
    for (size_t i = 0; i < set->states.length; i++) {
        struct ln_state have = ln_next_state(set, i);
        if (have.length == state.length && (state.length == 0 || memcmp(have.at, state.at, state.length) == 0))
            return true;
    }
    return ln_next_add_state(set, state);
}

void ln_possible_back(struct ln_possible *possible)
{
    struct ln_next swap = possible->now;
    possible->now = possible->then;
    possible->then = swap;
}

bool ln_possible_stays(struct ln_possible *possible, const struct ln_spec *spec, const struct ln_invocation *invocation,
                       bool *stays)
{
    *stays = true;
    for (size_t i = 0; i < possible->now.states.length && *stays; i++) {
        ln_next_clear(&possible->moved);
        spec->class->step(spec, ln_next_state(&possible->now, i), invocation, &possible->moved);
        if (possible->moved.failed)
            return false;
        *stays = possible->moved.stays;
    }
    return true;
}

bool ln_possible_step(struct ln_possible *possible, const struct ln_spec *spec, const struct ln_invocation *invocation)
{
    ln_next_clear(&possible->then);
    for (size_t i = 0; i < possible->now.states.length; i++) {
        struct ln_state from = ln_next_state(&possible->now, i);
        ln_next_clear(&possible->moved);
        spec->class->step(spec, from, invocation, &possible->moved);
        if (possible->moved.failed || (possible->moved.stays && !add_state(&possible->then, from)))
            return false;
        for (size_t j = 0; j < possible->moved.states.length; j++)
            if (!add_state(&possible->then, ln_next_state(&possible->moved, j)))
                return false;
    }
    ln_possible_back(possible); /* the states before it take the other place */
    return true;
}
