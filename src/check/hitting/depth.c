#include "check/hitting/depth.h"

#include "check/check.h"
#include "check/hitting/hitting.h"
#include "check/hitting/true_depth.h"
#include "spec/parts.h"
#include "verify/replay.h"

#include <assert.h>
#include <string.h>

struct ln_depth {
    struct ln_memory *memory;
    struct ln_hitting *hitting;
    struct ln_downsets downsets;
    struct ln_outcome outcome;
    LN_VEC(uint32_t) open; /* per process: how many of its operations */
};

enum ln_status ln_depth_new(struct ln_depth **out, struct ln_memory *memory)
{
    struct ln_depth *depth = ln_take_zeroed(memory, sizeof *depth);
    if (!depth)
        return LN_NO_MEMORY;
    depth->memory = memory;
    ln_downsets_init(&depth->downsets, memory);
    ln_outcome_init(&depth->outcome, memory);
    *out = depth;
    return ln_hitting_new(&depth->hitting, memory);
}

void ln_depth_free(struct ln_depth *depth)
{
    if (!depth)
        return;
    ln_hitting_free(depth->hitting);
    ln_downsets_fini(&depth->downsets);
    ln_outcome_fini(&depth->outcome);
    ln_vec_fini(&depth->open, depth->memory);
    ln_give(depth->memory, depth, sizeof *depth);
}

/* ---- its shape ---- */

/* Operations of one process never overlap, though a coarse clock may have them open at once. */
static enum ln_status measure_shape(struct ln_depth *depth, const struct ln_history *history,
                                    struct ln_depth_facts *facts)
{
    size_t processes = history->processes.length;
    uint32_t busy = 0;
    uint64_t open = 0;
    if (!ln_vec_reserve(&depth->open, depth->memory, processes + 1))
        return LN_NO_MEMORY;
    memset(depth->open.at, 0, processes * sizeof *depth->open.at);
    for (size_t e = 0; e < history->events.length; e++) {
        uint32_t event = history->events.at[e], process = history->operations.at[ln_event_operation(event)].process;
        uint32_t *own = &depth->open.at[process];
        if (ln_event_is_return(event)) {
            assert(*own && busy && open);
            busy -= --*own == 0;
            open--;
            continue;
        }
        facts->operations++;
        facts->pending |= history->operations.at[ln_event_operation(event)].fate == LN_PENDING;
        facts->pairs += open - *own;
        busy += (*own)++ == 0;
        assert(busy <= processes);
        open++;
        facts->concurrency = busy > facts->concurrency ? busy : facts->concurrency;
    }
    facts->processes = (uint32_t)processes;
    return LN_OK;
}

/* ---- families ---- */

static enum ln_status count_families(struct ln_depth *depth, const struct ln_depth_options *options,
                                     struct ln_budget *budget, struct ln_depth_facts *facts)
{
    uint32_t most = options->max_depth < LN_DEPTH_COUNTED ? options->max_depth : LN_DEPTH_COUNTED;
    enum ln_status status = LN_OK;
    bool counted = true;
    for (uint32_t d = 1; d <= most && counted && !status; d++) {
        status = ln_hitting_count(depth->hitting, d, budget, &facts->schedules[d - 1], &counted);
        if (!status && counted)
            facts->counted = d;
    }
    return status;
}

static enum ln_status try_families(struct ln_depth *depth, const struct ln_problem *problem, const struct ln_spec *spec,
                                   const struct ln_depth_options *options, struct ln_budget *budget,
                                   struct ln_depth_facts *facts, struct ln_error *error)
{
    struct ln_outcome *outcome = &depth->outcome;
    enum ln_status status;
    assert(!problem->history->stuck);
    ln_outcome_clear(outcome);
    status = ln_hitting_try(depth->hitting, problem, options->max_depth, UINT64_MAX, budget, outcome);
    if (status)
        return status;
    if (outcome->verdict == LN_HOLDS)
        status = ln_replay(problem->history, spec, outcome->order.at, outcome->order.length, depth->memory, error);
    facts->verdict = outcome->verdict;
    facts->tried = outcome->hitting.depth > 0 && ln_budget_why(budget) == LN_STOP_NONE;
    facts->min_d = outcome->verdict == LN_HOLDS ? outcome->hitting.depth : 0;
    if (status || !options->count || !outcome->hitting.depth)
        return status;
    return count_families(depth, options, budget, facts);
}

/* What families leave open. */
static enum ln_status decide(struct ln_depth *depth, const struct ln_history *history, const struct ln_spec *spec,
                             struct ln_budget *budget, struct ln_depth_facts *facts, struct ln_error *error)
{
    struct ln_check_options how = { .algorithm = LN_ALGORITHM_AUTO, .jobs = 1 };
    struct ln_budget rest;
    enum ln_status status;
    ln_outcome_clear(&depth->outcome);
    ln_budget_init_rest(&rest, budget);
    status = ln_check(history, spec, &how, &rest, &depth->outcome, error);
    facts->verdict = depth->outcome.verdict;
    facts->reason = depth->outcome.reason;
    return status;
}

/* ---- all orders ---- */

static enum ln_status look_at_orders(struct ln_depth *depth, const struct ln_problem *problem,
                                     const struct ln_depth_options *options, struct ln_budget *budget,
                                     struct ln_depth_facts *facts)
{
    enum ln_status status;
    if (!(options->extensions || options->true_depth) || facts->pending || facts->operations > LN_DOWNSETS_MOST)
        return LN_OK;
    status = ln_downsets_fill(&depth->downsets, problem, budget);
    if (!status && options->extensions)
        status = ln_extensions_count(&depth->downsets, budget, &facts->extensions);
    if (!status && options->true_depth)
        status = ln_true_depth(&depth->downsets, budget, &facts->true_depth, &facts->true_depth_known);
    return status;
}

/* A stuck history is judged by the ladder alone: each of its pending operations has families of its own. */
enum ln_status ln_depth_measure(struct ln_depth *depth, const struct ln_history *history, const struct ln_spec *spec,
                                const struct ln_depth_options *options, struct ln_budget *budget,
                                struct ln_depth_facts *facts, struct ln_error *error)
{
    struct ln_spec product = ln_spec_product(spec);
    struct ln_problem problem = { history,
                                  ln_spec_several_objects(spec, history) ? &product : spec,
                                  history->events.at,
                                  history->events.length,
                                  LN_NO_OP,
                                  0 };
    enum ln_status status;
    *facts = (struct ln_depth_facts){ .verdict = LN_UNKNOWN };
    status = measure_shape(depth, history, facts);
    if (!status && !history->stuck)
        status = try_families(depth, &problem, spec, options, budget, facts, error);
    if (!status && facts->verdict == LN_UNKNOWN)
        status = decide(depth, history, spec, budget, facts, error);
    if (!status && !history->stuck)
        status = look_at_orders(depth, &problem, options, budget, facts);
    if (status == LN_NO_MEMORY)
        ln_budget_stop(budget, LN_STOP_MEMORY);
    if (facts->verdict == LN_UNKNOWN && facts->reason == LN_REASON_NONE)
        facts->reason = ln_reason_of(ln_budget_why(budget));
    return status == LN_NO_MEMORY || status == LN_STOPPED ? LN_OK : status;
}
