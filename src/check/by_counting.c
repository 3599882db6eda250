#include "check/by_counting.h"

#include "counting/collection.h"

#include <assert.h>
#include <string.h>

static ln_value argument_of(const struct ln_history *history, const struct ln_operation *o)
{
    return o->arity ? history->args.at[o->args] : LN_VALUE_NONE;
}

/* Feeds events until something is found; *seen is how many were. */
static enum ln_status feed(struct ln_collection *monitor, const struct ln_problem *problem, struct ln_budget *budget,
                           size_t *seen)
{
    const struct ln_collection_finding *found = ln_collection_finding(monitor);
    const struct ln_history *history = problem->history;
    int64_t fuel = LN_FUEL;
    enum ln_status status = LN_OK;
    for (*seen = 0; *seen < problem->event_count && !status && !found->violated && !found->declined; ++*seen) {
        uint32_t operation = ln_event_operation(problem->events[*seen]);
        const struct ln_operation *o = &history->operations.at[operation];
        if (ln_budget_spent(budget, &fuel, 8))
            return LN_STOPPED;
        /* What may have had no effect may as well never have returned. */
        if (!ln_event_is_return(problem->events[*seen]))
            status = ln_collection_call(monitor, operation, o->method, argument_of(history, o));
        else if (!o->optional)
            status = ln_collection_return(monitor, operation, o->result);
    }
    return status;
}

/* ---- who it was ---- */

static bool is_involved(const struct ln_problem *problem, const struct ln_collection_finding *found, uint32_t operation)
{
    const struct ln_operation *o = &problem->history->operations.at[operation];
    ln_value argument = argument_of(problem->history, o);
    struct ln_op_label label = o->fate == LN_PENDING
                                   ? ln_op_label_called(problem->spec, o->method, argument)
                                   : ln_op_label_returned(problem->spec, o->method, argument, o->result);
    for (size_t i = 0; i < found->part_count; i++)
        if (found->parts[i].type.is_empty
                ? label.kind == LN_OP_EMPTY
                : (label.kind == LN_OP_PUSH || label.kind == LN_OP_POP) && ln_same(label.value, found->parts[i].value))
            return true;
    return label.kind == LN_OP_IMPOSSIBLE && !found->part_count;
}

/* The operations of the values that were found, alone, decided by the patterns: they have the words for it. */
static enum ln_status confirm(const struct ln_problem *problem, const struct ln_collection_finding *found,
                              struct ln_pattern *pattern, struct ln_budget *budget, struct ln_outcome *outcome,
                              bool *confirmed)
{
    struct ln_problem few = *problem;
    const char *declined = NULL;
    uint32_t *events = ln_take(budget->memory, (problem->event_count + 1) * sizeof *events);
    enum ln_status status;
    if (!events)
        return LN_NO_MEMORY;
    few.events = events;
    few.event_count = 0;
    for (size_t e = 0; e < problem->event_count; e++)
        if (is_involved(problem, found, ln_event_operation(problem->events[e])))
            events[few.event_count++] = problem->events[e];
    status = ln_pattern_run(pattern, &few, budget, outcome, &declined);
    *confirmed = !status && !declined && outcome->verdict == LN_VIOLATED;
    ln_give(budget->memory, events, (problem->event_count + 1) * sizeof *events);
    return status;
}

static enum ln_status tell(const struct ln_problem *problem, const struct ln_collection_finding *found, size_t seen,
                           struct ln_pattern *pattern, struct ln_budget *budget, struct ln_outcome *outcome)
{
    bool confirmed = false;
    enum ln_status status = confirm(problem, found, pattern, budget, outcome, &confirmed);
    assert(seen && found->violated);
    if (!confirmed)
        ln_outcome_clear(outcome);
    outcome->verdict = LN_VIOLATED;
    outcome->stopped_at = ln_event_operation(problem->events[seen - 1]);
    return status;
}

/* ---- the run ---- */

enum ln_status ln_decide_by_counting(const struct ln_problem *problem, uint32_t k, struct ln_pattern *pattern,
                                     struct ln_budget *budget, struct ln_outcome *outcome)
{
    const char *family = ln_ocl_for(problem->spec), *text = family ? ln_ocl_shipped(family, strlen(family)) : "";
    const struct ln_collection_options options = { .k = k };
    const char *declined = "no counting formula is known for this object";
    struct ln_ocl *ocl = NULL;
    struct ln_collection *monitor = NULL;
    size_t seen = 0;
    enum ln_status status = family ? ln_ocl_parse(&ocl, family, text, strlen(text), budget->memory, NULL) : LN_OK;
    if (!status && ocl)
        status = ln_collection_new(&monitor, problem->spec, ocl, &options, budget->memory, &declined);
    if (!status && monitor) {
        status = feed(monitor, problem, budget, &seen);
        declined = ln_collection_finding(monitor)->declined;
        if (!status && ln_collection_finding(monitor)->violated)
            status = tell(problem, ln_collection_finding(monitor), seen, pattern, budget, outcome);
        else if (!declined)
            declined = "counting shows violations only, and it found none";
    }
    outcome->methods = LN_METHOD_COUNTING;
    if (outcome->verdict != LN_VIOLATED && status != LN_STOPPED) {
        outcome->reason = LN_REASON_METHOD;
        outcome->declined = declined;
    }
    ln_collection_free(monitor);
    ln_ocl_free(ocl);
    return status == LN_STOPPED ? LN_OK : status;
}
