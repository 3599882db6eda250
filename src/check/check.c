#include "check/check.h"

#include "check/workers.h"
#include "spec/parts.h"
#include "verdict/replay.h"

/* The whole history as one problem: for the oracle, and where parts cannot be judged apart. */
static enum ln_status check_undivided(const struct ln_history *history, const struct ln_spec *spec,
                                      enum ln_algorithm algorithm, struct ln_budget *budget, struct ln_outcome *outcome)
{
    struct ln_spec product = ln_spec_product(spec);
    struct ln_problem problem = { history, ln_spec_several_objects(spec, history) ? &product : spec, history->events.at,
                                  history->events.length, LN_NO_OP, 0 };
    struct ln_ladder ladder;
    enum ln_status status = ln_ladder_init(&ladder, algorithm, budget->memory);
    ln_outcome_clear(outcome);
    outcome->parts = 1;
    if (!status)
        status = ln_decide(&ladder, &problem, budget, outcome);
    ln_ladder_fini(&ladder);
    if (!status && outcome->verdict == LN_UNKNOWN && outcome->reason == LN_REASON_NONE)
        outcome->reason = ln_reason_of(ln_budget_why(budget));
    outcome->parts_done = outcome->verdict == LN_HOLDS;
    return status;
}

/* Parts one by one; *joined is false when all hold but their orders contradict each other. */
static enum ln_status check_parts(const struct ln_history *history, const struct ln_spec *spec,
                                  const struct ln_check_options *options, struct ln_budget *budget,
                                  struct ln_outcome *outcome, bool *joined)
{
    struct ln_memory *memory = budget->memory;
    struct ln_partition partition;
    struct ln_orders orders = { 0 };
    size_t count = 0;
    enum ln_status status = ln_partition_init(&partition, history, spec, memory);
    size_t events = history->events.length, counts = partition.parts;
    *joined = true;
    if (!status) {
        orders.at = ln_take(memory, events * sizeof *orders.at);
        orders.counts = ln_take_zeroed(memory, counts * sizeof *orders.counts);
        status = orders.at && orders.counts ? LN_OK : LN_NO_MEMORY;
    }
    if (!status)
        status = ln_workers_run(history, spec, &partition, options, budget, &orders, outcome);
    if (!status && outcome->verdict == LN_HOLDS) {
        if (ln_vec_reserve(&outcome->order, outcome->memory, history->operations.length))
            status = ln_partition_join(&partition, history, orders.at, partition.starts, orders.counts,
                                       outcome->order.at, &count, joined);
        else
            status = LN_NO_MEMORY;
        outcome->order.length = count;
    }
    ln_give(memory, orders.at, events * sizeof *orders.at);
    ln_give(memory, orders.counts, counts * sizeof *orders.counts);
    ln_partition_fini(&partition);
    return status;
}

static enum ln_status replay(const struct ln_history *history, const struct ln_spec *spec,
                             const struct ln_outcome *outcome, struct ln_memory *memory, struct ln_error *error)
{
    enum ln_status status = ln_replay(history, spec, outcome->order.at, outcome->order.length, memory, error);
    for (size_t i = 0; i < outcome->stuck.length && !status; i++) {
        const struct ln_stuck_witness *stuck = &outcome->stuck.at[i];
        const uint32_t *order = stuck->count ? outcome->stuck_orders.at + stuck->start : NULL;
        status = ln_replay_stuck(history, spec, stuck->pending, order, stuck->count, memory, error);
    }
    return status;
}

enum ln_status ln_check(const struct ln_history *history, const struct ln_spec *spec,
                        const struct ln_check_options *options, struct ln_budget *budget, struct ln_outcome *outcome,
                        struct ln_error *error)
{
    /* Joining shows that some orders of the parts fit together; each stuck operation would need that for its own. */
    bool apart = options->algorithm != LN_ALGORITHM_BRUTE && !(history->stuck && history->linked);
    bool joined = false;
    enum ln_status status = LN_OK;
    if (apart)
        status = check_parts(history, spec, options, budget, outcome, &joined);
    if (!status && !joined)
        status = check_undivided(history, spec, options->algorithm, budget, outcome);
    if (!status && outcome->verdict == LN_HOLDS)
        status = replay(history, spec, outcome, budget->memory, error);
    if (status == LN_NO_MEMORY) {
        ln_budget_stop(budget, LN_STOP_MEMORY);
        outcome->verdict = LN_UNKNOWN;
        outcome->reason = LN_REASON_MEMORY;
        status = LN_OK;
    }
    return status;
}
