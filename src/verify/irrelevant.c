/* State x is below state y (x <= y) when every operation of the core that can happen in x, leading to x', can happen in
 * y, leading to some y' with x' <= y': the greatest such relation, computed from all pairs downwards. If an operation
 * only ever leads from y to states below y, it can be left out of any legal sequence of itself and the core's
 * operations: from the last one to the first, what follows it could as well have happened without it.
 *
 * Cost: (states^2 * labels) per round, at most states^2 rounds; both are few or nothing is done. */
#include "verify/irrelevant.h"

#include "verify/labels.h"

#include <assert.h>
#include <string.h>

enum { MOST_STATES = 64, MOST_LABELS = 128 };

struct simulation {
    const struct ln_spec *spec;
    const struct ln_invocation *waits;
    struct ln_memory *memory;
    LN_VEC(struct ln_invocation) labels; /* the core's first */
    size_t core_labels;
    struct ln_next states, moves;
    LN_VEC(uint64_t) reached;    /* per state and label: a bit for each state it leads to */
    uint64_t below[MOST_STATES]; /* per y: a bit for each x <= y */
    bool too_many;
};

/* ---- labels ---- */

/* Its index; the labels are one more when it is new. */
static enum ln_status label_of(struct simulation *sim, struct ln_invocation in, size_t *label)
{
    in.optional = false;
    for (*label = 0; *label < sim->labels.length; (*label)++)
        if (ln_same_label(sim->spec, &sim->labels.at[*label], &in))
            return LN_OK;
    sim->too_many |= *label == MOST_LABELS;
    return sim->too_many || ln_vec_push(&sim->labels, sim->memory, in) ? LN_OK : LN_NO_MEMORY;
}

/* ---- states ---- */

static enum ln_status state_of(struct simulation *sim, struct ln_state state, size_t *index)
{
    for (*index = 0; *index < sim->states.states.length; (*index)++) {
        struct ln_state have = ln_next_state(&sim->states, *index);
        if (have.length == state.length && memcmp(have.at, state.at, state.length) == 0)
            return LN_OK;
    }
    sim->too_many |= *index == MOST_STATES;
    if (sim->too_many)
        return LN_OK;
    return ln_next_add_state(&sim->states, state) ? LN_OK : LN_NO_MEMORY;
}

/* The states that a label leads to. */
static enum ln_status reach(struct simulation *sim, size_t from, size_t label)
{
    uint64_t leads_to = 0;
    enum ln_status status = LN_OK;
    size_t to;
    ln_next_clear(&sim->moves);
    sim->spec->class->step(sim->spec, ln_next_state(&sim->states, from), &sim->labels.at[label], &sim->moves);
    if (sim->moves.failed)
        return LN_NO_MEMORY;
    assert(from < MOST_STATES && sim->reached.length == from * sim->labels.length + label);
    if (sim->moves.stays)
        leads_to |= UINT64_C(1) << from;
    for (size_t i = 0; i < sim->moves.states.length && !status && !sim->too_many; i++) {
        status = state_of(sim, ln_next_state(&sim->moves, i), &to);
        if (!status && !sim->too_many)
            leads_to |= UINT64_C(1) << to;
    }
    return status ? status : ln_vec_push(&sim->reached, sim->memory, leads_to) ? LN_OK : LN_NO_MEMORY;
}

static enum ln_status reach_all(struct simulation *sim)
{
    enum ln_status status = LN_OK;
    sim->spec->class->initial(sim->spec, &sim->states);
    if (sim->states.failed)
        return LN_NO_MEMORY;
    sim->too_many |= sim->states.states.length > MOST_STATES;
    assert(sim->core_labels <= sim->labels.length && !sim->reached.length);
    for (size_t s = 0; s < sim->states.states.length && !status && !sim->too_many; s++)
        for (size_t label = 0; label < sim->labels.length && !status && !sim->too_many; label++)
            status = reach(sim, s, label);
    return status;
}

static uint64_t reached(const struct simulation *sim, size_t state, size_t label)
{
    assert(sim->reached.length == sim->states.states.length * sim->labels.length);
    return sim->reached.at[state * sim->labels.length + label];
}

/* ---- the relation ---- */

static bool may_wait(const struct simulation *sim, size_t state)
{
    return sim->waits && sim->spec->class->blocks &&
           sim->spec->class->blocks(sim->spec, ln_next_state(&sim->states, state), sim->waits);
}

/* Is each of the states below one of those? */
static bool all_below(const struct simulation *sim, uint64_t these, uint64_t those)
{
    uint64_t covered = 0;
    assert(sim->states.states.length == MOST_STATES || !(these >> sim->states.states.length));
    for (uint64_t left = those; left; left &= left - 1)
        covered |= sim->below[__builtin_ctzll(left)];
    return (these & ~covered) == 0;
}

static bool still_below(const struct simulation *sim, size_t x, size_t y)
{
    if (may_wait(sim, x) && !may_wait(sim, y))
        return false;
    for (size_t label = 0; label < sim->core_labels; label++)
        if (!all_below(sim, reached(sim, x, label), reached(sim, y, label)))
            return false;
    return true;
}

static void relate(struct simulation *sim)
{
    size_t states = sim->states.states.length;
    bool changed = true;
    assert(states <= MOST_STATES);
    for (size_t y = 0; y < states; y++)
        sim->below[y] = states == MOST_STATES ? UINT64_MAX : (UINT64_C(1) << states) - 1;
    while (changed) {
        changed = false;
        for (size_t y = 0; y < states; y++) {
            for (uint64_t left = sim->below[y]; left; left &= left - 1) {
                size_t x = (size_t)__builtin_ctzll(left);
                if (still_below(sim, x, y))
                    continue;
                sim->below[y] &= ~(UINT64_C(1) << x);
                changed = true;
            }
        }
    }
}

static bool leads_down(const struct simulation *sim, size_t label)
{
    for (size_t s = 0; s < sim->states.states.length; s++)
        if (reached(sim, s, label) & ~sim->below[s])
            return false;
    return true;
}

/* ---- all together ---- */

static bool reads(const struct ln_history *history, const struct ln_spec *spec, uint32_t operation)
{
    struct ln_invocation in = ln_invocation_of(history, operation);
    return ln_invocation_reads(spec, &in);
}

static enum ln_status simulate(struct simulation *sim, const struct ln_history *history,
                               const struct ln_core_view *view, const uint32_t *others, size_t count, bool *irrelevant)
{
    enum ln_status status = LN_OK;
    size_t label;
    for (uint32_t i = 0; i < view->history.operations.length && !status && !sim->too_many; i++)
        if (i != view->stuck)
            status = label_of(sim, ln_invocation_of(&view->history, i), &label);
    sim->core_labels = sim->labels.length;
    for (size_t i = 0; i < count && !status && !sim->too_many; i++)
        if (!irrelevant[i])
            status = label_of(sim, ln_invocation_of(history, others[i]), &label);
    if (!status && !sim->too_many)
        status = reach_all(sim);
    if (status || sim->too_many)
        return status;
    relate(sim);
    for (size_t i = 0; i < count && !status; i++) {
        if (irrelevant[i])
            continue;
        status = label_of(sim, ln_invocation_of(history, others[i]), &label);
        assert(label < sim->labels.length);
        irrelevant[i] = !status && leads_down(sim, label);
    }
    return status;
}

enum ln_status ln_irrelevant(const struct ln_history *history, const struct ln_core_view *view, const uint32_t *others,
                             size_t count, struct ln_memory *memory, bool *irrelevant)
{
    struct simulation sim = { .spec = &view->spec, .memory = memory };
    struct ln_invocation stuck;
    enum ln_status status = LN_OK;
    size_t left = 0;
    for (size_t i = 0; i < count; i++) {
        irrelevant[i] = reads(history, &view->spec, others[i]);
        left += !irrelevant[i];
    }
    if (!left)
        return LN_OK;
    if (view->stuck != LN_NO_OP) {
        stuck = ln_invocation_of(&view->history, view->stuck);
        sim.waits = &stuck;
    }
    ln_next_init(&sim.states, memory);
    ln_next_init(&sim.moves, memory);
    status = simulate(&sim, history, view, others, count, irrelevant);
    ln_vec_fini(&sim.labels, memory);
    ln_vec_fini(&sim.reached, memory);
    ln_next_fini(&sim.states);
    ln_next_fini(&sim.moves);
    return status;
}
