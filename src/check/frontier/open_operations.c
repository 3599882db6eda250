#include "check/frontier/open_operations.h"

#include <assert.h>

static const struct ln_window_op *op_at(const struct ln_open *open, unsigned place)
{
    return &open->window->ops.at[open->holder[place]];
}

void ln_open_init(struct ln_open *open, const struct ln_window *window, struct ln_states *states)
{
    *open = (struct ln_open){ .window = window, .states = states };
}

/* ---- calls and returns ---- */

static bool returns_before(const struct ln_window_op *a, const struct ln_window_op *b)
{
    assert(a != b);
    return a->ret < b->ret || (a->ret == b->ret && a->slot < b->slot); /* pending ones in the order of their calls */
}

static void compare(struct ln_open *open, const struct ln_spec *spec, unsigned mine, unsigned other)
{
    const struct ln_window_op *a = op_at(open, mine), *b = op_at(open, other);
    const struct ln_invocation *labels = open->window->labels.at;
    uint64_t my_bit = UINT64_C(1) << mine, other_bit = UINT64_C(1) << other;
    open->earlier[other] &= ~my_bit;
    open->overwritten[other] &= ~my_bit;
    if (a->label == b->label && !a->tied && !b->tied) {
        if (returns_before(a, b))
            open->earlier[other] |= my_bit;
        else
            open->earlier[mine] |= other_bit;
    }
    if (ln_same(labels[a->label].key, labels[b->label].key) && ln_invocation_overwrites(spec, &labels[a->label]) &&
        ln_invocation_overwrites(spec, &labels[b->label])) {
        open->overwritten[mine] |= other_bit;
        open->overwritten[other] |= my_bit;
    }
}

void ln_open_call(struct ln_open *open, const struct ln_spec *spec, uint32_t op)
{
    const struct ln_window_op *it = &open->window->ops.at[op];
    unsigned place = ln_open_place(it);
    uint64_t bit = UINT64_C(1) << place;
    assert(!(open->all & bit)); /* nobody else has its place */
    open->holder[place] = op;
    open->earlier[place] = open->overwritten[place] = 0;
    for (uint64_t left = open->all; left; left &= left - 1)
        compare(open, spec, place, (unsigned)__builtin_ctzll(left));
    open->all |= bit;
    open->reads = it->reads && !it->tied ? open->reads | bit : open->reads & ~bit;
    open->tied = it->tied ? open->tied | bit : open->tied & ~bit;
    for (unsigned i = 0; i < LN_OPEN_MOST; i++)
        open->known[i] &= ~bit;
}

void ln_open_return(struct ln_open *open, uint32_t op)
{
    assert(open->all & ln_open_bit(open, op) && open->holder[ln_open_place(&open->window->ops.at[op])] == op);
    open->all &= ~ln_open_bit(open, op);
}

/* ---- configurations ---- */

enum ln_status ln_open_stays(struct ln_open *open, uint32_t state, uint64_t bits, uint64_t *stays)
{
    unsigned at = state % LN_OPEN_MOST;
    uint64_t left;
    assert(!(bits & ~open->all));
    if (open->state[at] != state) {
        open->state[at] = state;
        open->known[at] = 0;
    }
    for (left = bits & ~open->known[at]; left; left &= left - 1) {
        uint32_t label = op_at(open, (unsigned)__builtin_ctzll(left))->label;
        bool it_stays;
        enum ln_status status = ln_states_stays(open->states, state, label, &open->window->labels.at[label], &it_stays);
        if (status)
            return status;
        open->known[at] |= left & -left;
        open->stays[at] = it_stays ? open->stays[at] | (left & -left) : open->stays[at] & ~(left & -left);
    }
    *stays = bits & open->stays[at];
    return LN_OK;
}

enum ln_status ln_open_called(struct ln_open *open, uint32_t op, struct ln_configuration *configuration)
{
    const struct ln_window_op *it = &open->window->ops.at[op];
    uint64_t bit = ln_open_bit(open, op), optional = it->ret == LN_NEVER ? bit : 0;
    enum ln_status status = LN_OK;
    if (!optional && !it->tied)
        status = ln_open_stays(open, configuration->state, bit, &optional);
    configuration->optional |= optional;
    return status;
}

/* Let a and b be equal, a the one that returns first. An order that takes b now and a later, or has a at no cost, is
 * one with the two exchanged, and so is one that takes b, which is optional, while a is not done. But if a is
 * optional and b is not, then taking b has it done and taking a keeps it for later: both are tried. */
uint64_t ln_open_candidates(const struct ln_open *open, const struct ln_configuration *configuration)
{
    uint64_t undone = open->all & ~configuration->done, optional = configuration->optional, candidates = 0;
    for (uint64_t left = undone & ~open->reads; left; left &= left - 1) {
        unsigned place = (unsigned)__builtin_ctzll(left);
        uint64_t bit = UINT64_C(1) << place;
        if (!(open->earlier[place] & undone & (optional & bit ? UINT64_MAX : ~optional)))
            candidates |= bit;
    }
    assert(!(candidates & (configuration->done | open->reads)));
    return candidates;
}

bool ln_open_is_enabled(const struct ln_open *open, const struct ln_configuration *configuration, unsigned place,
                        uint32_t event)
{
    uint32_t after = op_at(open, place)->after;
    return after == LN_NO_OP || open->window->ops.at[after].ret < event ||
           (configuration->done & ln_open_bit(open, after));
}

uint64_t ln_open_overwritten(const struct ln_open *open, const struct ln_configuration *configuration, unsigned place)
{
    return open->overwritten[place] & open->all & ~open->tied & ~configuration->done & ~configuration->optional;
}

enum ln_status ln_open_take(struct ln_open *open, unsigned place, uint32_t state,
                            struct ln_configuration *configuration)
{
    uint64_t bit = UINT64_C(1) << place, stays = 0;
    enum ln_status status;
    assert(open->all & bit && !(configuration->done & bit));
    configuration->optional |= ln_open_overwritten(open, configuration, place);
    configuration->optional &= ~bit;
    configuration->done |= bit;
    configuration->state = state;
    status = ln_open_stays(open, state, open->all & ~open->tied & ~configuration->done & ~configuration->optional,
                           &stays);
    configuration->optional |= stays;
    assert(!(configuration->done & configuration->optional));
    return status;
}
