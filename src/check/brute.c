/* Deciding a history by trying every order, straight from the definition (Herlihy and Wing 1990): no memory of what was
 * tried, no reductions, no events. Everything else is tested against it, so it has to be obviously right.
 *
 * An order is extended by any operation whose predecessors in real time are all in it; it is a witness when it holds
 * every completed operation. Pending operations may be in it or not. Factorial in the number of operations. */
#include "check/brute.h"

#include <assert.h>

struct brute {
    const struct ln_problem *problem;
    struct ln_memory *memory;
    struct ln_budget *budget;
    struct ln_outcome *outcome;
    LN_VEC(uint32_t) operations;
    LN_VEC(bool) placed;
    LN_VEC(uint32_t) order;
    uint64_t tried;
    int64_t fuel;
};

static bool is_completed(const struct brute *brute, size_t i)
{
    return brute->problem->history->operations.at[brute->operations.at[i]].fate == LN_COMPLETED;
}

static bool may_come_next(const struct brute *brute, size_t i)
{
    if (brute->placed.at[i])
        return false;
    for (size_t j = 0; j < brute->operations.length; j++)
        if (!brute->placed.at[j] &&
            ln_history_precedes(brute->problem->history, brute->operations.at[j], brute->operations.at[i]))
            return false;
    return true;
}

static bool all_completed_placed(const struct brute *brute)
{
    for (size_t i = 0; i < brute->operations.length; i++)
        if (is_completed(brute, i) && !brute->placed.at[i])
            return false;
    return true;
}

static bool is_witness(const struct brute *brute, struct ln_state state)
{
    const struct ln_problem *problem = brute->problem;
    struct ln_invocation stuck;
    if (!all_completed_placed(brute))
        return false;
    if (problem->stuck == LN_NO_OP)
        return true;
    stuck = ln_invocation_of(problem->history, problem->stuck);
    return problem->spec->class->blocks && problem->spec->class->blocks(problem->spec, state, &stuck);
}

static enum ln_status extend(struct brute *brute, struct ln_state state, bool *found);

static enum ln_status place(struct brute *brute, struct ln_state state, size_t i, bool *found)
{
    const struct ln_problem *problem = brute->problem;
    struct ln_invocation invocation = ln_invocation_of(problem->history, brute->operations.at[i]);
    struct ln_next next;
    enum ln_status status;
    ln_next_init(&next, brute->memory);
    problem->spec->class->step(problem->spec, state, &invocation, &next);
    status = next.failed ? LN_NO_MEMORY : LN_OK;
    assert(!brute->placed.at[i] && brute->order.length < brute->order.room);
    brute->placed.at[i] = true;
    brute->order.at[brute->order.length++] = brute->operations.at[i];
    if (next.stays && !status)
        status = extend(brute, state, found);
    for (size_t s = 0; s < next.states.length && !status && !*found; s++)
        status = extend(brute, ln_next_state(&next, s), found);
    if (!*found) {
        brute->placed.at[i] = false;
        brute->order.length--;
    }
    assert(*found || !brute->placed.at[i]);
    ln_next_fini(&next);
    return status;
}

static enum ln_status extend(struct brute *brute, struct ln_state state, bool *found)
{
    enum ln_status status = LN_OK;
    brute->tried++;
    if (ln_budget_spent(brute->budget, &brute->fuel, 16))
        return LN_STOPPED;
    *found = is_witness(brute, state);
    for (size_t i = 0; i < brute->operations.length && !*found && !status; i++)
        if (may_come_next(brute, i))
            status = place(brute, state, i, found);
    return status;
}

static enum ln_status list_operations(struct brute *brute)
{
    const struct ln_problem *problem = brute->problem;
    for (size_t e = 0; e < problem->event_count; e++) {
        uint32_t operation = ln_event_operation(problem->events[e]);
        bool pending = problem->history->operations.at[operation].fate == LN_PENDING;
        if (ln_event_is_return(problem->events[e]) || (pending && problem->stuck != LN_NO_OP))
            continue;
        if (!ln_vec_push(&brute->operations, brute->memory, operation) ||
            !ln_vec_push(&brute->placed, brute->memory, false))
            return LN_NO_MEMORY;
    }
    return ln_vec_reserve(&brute->order, brute->memory, brute->operations.length) ? LN_OK : LN_NO_MEMORY;
}

static enum ln_status try_all(struct brute *brute, bool *found)
{
    const struct ln_spec *spec = brute->problem->spec;
    struct ln_next initial;
    enum ln_status status;
    ln_next_init(&initial, brute->memory);
    spec->class->initial(spec, &initial);
    status = initial.failed ? LN_NO_MEMORY : LN_OK;
    for (size_t s = 0; s < initial.states.length && !status && !*found; s++)
        status = extend(brute, ln_next_state(&initial, s), found);
    ln_next_fini(&initial);
    return status;
}

enum ln_status ln_brute_run(const struct ln_problem *problem, struct ln_budget *budget, struct ln_outcome *outcome)
{
    struct brute brute = { .problem = problem, .memory = outcome->memory, .budget = budget, .outcome = outcome };
    bool found = false;
    enum ln_status status = list_operations(&brute);
    outcome->methods = LN_METHOD_BRUTE;
    outcome->verdict = LN_UNKNOWN;
    if (!status && brute.operations.length > LN_BRUTE_MOST)
        outcome->reason = LN_REASON_BOUND;
    else if (!status)
        status = try_all(&brute, &found);
    outcome->configurations += brute.tried;
    outcome->order.length = 0;
    for (size_t i = 0; found && i < brute.order.length; i++)
        if (!ln_vec_push(&outcome->order, outcome->memory, brute.order.at[i]))
            status = LN_NO_MEMORY;
    if (status == LN_NO_MEMORY)
        ln_budget_stop(budget, LN_STOP_MEMORY);
    if (found && !status) {
        assert(outcome->order.length == brute.order.length && all_completed_placed(&brute));
        outcome->verdict = LN_HOLDS;
    } else if (!status && outcome->reason != LN_REASON_BOUND) {
        outcome->verdict = LN_VIOLATED;
    }
    ln_vec_fini(&brute.operations, brute.memory);
    ln_vec_fini(&brute.placed, brute.memory);
    ln_vec_fini(&brute.order, brute.memory);
    return status == LN_STOPPED || status == LN_NO_MEMORY ? LN_OK : status;
}
