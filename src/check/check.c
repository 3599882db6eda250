#include "check/check.h"

#include "check/workers.h"
#include "spec/parts.h"
#include "verify/replay.h"

#include <assert.h>

/* The whole history as one problem: for the oracle, for families of schedules (which are those of a history), where there
 * is one part only, and where parts cannot be judged apart. */
static enum ln_status check_undivided(const struct ln_history *history, const struct ln_spec *spec,
                                      const struct ln_check_options *options, struct ln_budget *budget,
                                      struct ln_outcome *outcome)
{
    struct ln_spec product = ln_spec_product(spec);
    struct ln_problem problem = { history,
                                  ln_spec_several_objects(spec, history) ? &product : spec,
                                  history->events.at,
                                  history->events.length,
                                  LN_NO_OP,
                                  0 };
    struct ln_ladder ladder;
    enum ln_status status = ln_ladder_init(&ladder, options->algorithm, budget->memory);
    if (options->depth)
        ladder.depth = options->depth;
    ladder.k = options->k;
    ln_outcome_clear(outcome);
    outcome->parts = 1;
    if (!status)
        status = ln_decide(&ladder, &problem, budget, outcome);
    ln_ladder_fini(&ladder);
    if (!status && outcome->verdict == LN_UNKNOWN && outcome->reason == LN_REASON_NONE)
        outcome->reason = ln_reason_of(ln_budget_why(budget));
    outcome->parts_done = outcome->verdict == LN_HOLDS;
    if (budget->progress && !outcome->declined)
        atomic_fetch_add(&budget->progress->operations, history->operations.length);
    assert(status || outcome->verdict != LN_UNKNOWN || outcome->reason != LN_REASON_NONE);
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
            status = ln_partition_join(&partition, history, &orders, outcome->order.at, &count, joined);
        else
            status = LN_NO_MEMORY;
        outcome->order.length = count;
        assert(count <= history->operations.length);
    }
    ln_give(memory, orders.at, events * sizeof *orders.at);
    ln_give(memory, orders.counts, counts * sizeof *orders.counts);
    ln_partition_fini(&partition);
    return status;
}

/* Values of bags and sets are parts each. There are many small ones, so they are decided together if a pattern can. */
static bool goes_together(const struct ln_history *history, const struct ln_spec *spec, enum ln_algorithm algorithm)
{
    enum ln_discipline discipline = spec->class->discipline;
    return (algorithm == LN_ALGORITHM_AUTO || algorithm == LN_ALGORITHM_PATTERN) && !history->stuck &&
           !history->orders.length &&
           (discipline == LN_DISCIPLINE_SET || discipline == LN_DISCIPLINE_ANY || discipline == LN_DISCIPLINE_LOOSE) &&
           !ln_spec_several_objects(spec, history);
}

/* ---- less skew ---- */

static int64_t greatest_skew(const struct ln_history *history)
{
    int64_t greatest = 0;
    for (size_t p = 0; p < history->skews.length; p++)
        greatest = history->skews.at[p] > greatest ? history->skews.at[p] : greatest;
    return greatest;
}

static enum ln_status limit_skew(struct ln_history *view, const struct ln_history *history, int64_t most)
{
    enum ln_status status = ln_history_set_skew(view, most);
    assert(view->skews.length == history->processes.length || status);
    for (size_t p = 0; p < history->skews.length && !status; p++)
        if (history->skews.at[p] < most)
            view->skews.at[p] = history->skews.at[p];
    return status ? status : ln_history_reorder(view);
}

/* The parts hold under the history's skew but their orders contradict each other. Less skew only adds to the
 * precedence: what is an order under it is one under more, and fewer links make contradictions rare. So some skew is
 * looked for under which the parts hold and join: less where they do not join, more where they do not hold. */
static enum ln_status check_with_less_skew(const struct ln_history *history, const struct ln_spec *spec,
                                           const struct ln_check_options *options, const struct ln_budget *budget,
                                           struct ln_outcome *outcome, bool *joined)
{
    int64_t too_little = -1, too_much = greatest_skew(history);
    struct ln_history view;
    enum ln_status status = ln_history_view_init(&view, history);
    while (!status && !*joined && too_much - too_little > 1) {
        int64_t skew = too_little < 0 ? 0 : too_little + (too_much - too_little) / 2;
        assert(skew > too_little && skew < too_much);
        struct ln_budget rest;
        bool together = false;
        ln_outcome_clear(outcome);
        ln_budget_init_rest(&rest, budget);
        status = limit_skew(&view, history, skew);
        if (!status)
            status = check_parts(&view, spec, options, &rest, outcome, &together);
        if (outcome->verdict == LN_UNKNOWN)
            break;
        *joined = outcome->verdict == LN_HOLDS && together;
        *(outcome->verdict == LN_VIOLATED ? &too_little : &too_much) = skew;
    }
    ln_history_view_fini(&view);
    return status;
}

/* ---- all of it ---- */

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
    bool whole = options->algorithm == LN_ALGORITHM_BRUTE || options->algorithm == LN_ALGORITHM_HITTING ||
                 (history->stuck && history->linked) || ln_spec_undivided(spec, history);
    bool apart = !whole;
    bool joined = false;
    enum ln_status status = LN_OK;
    if (apart && goes_together(history, spec, options->algorithm)) {
        status = check_undivided(history, spec, &(struct ln_check_options){ .algorithm = LN_ALGORITHM_PATTERN }, budget,
                                 outcome);
        apart = !status && outcome->declined;
        joined = !apart;
        if (apart)
            ln_outcome_clear(outcome);
    }
    if (apart)
        status = check_parts(history, spec, options, budget, outcome, &joined);
    if (!status && apart && !joined && history->skews.length && history->times.length)
        status = check_with_less_skew(history, spec, options, budget, outcome, &joined);
    if (!status && !joined)
        status = check_undivided(history, spec, options, budget, outcome);
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
