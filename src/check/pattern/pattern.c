#include "check/pattern/pattern.h"

#include "check/pattern/suspects.h"

#include <assert.h>
#include <string.h>

struct ln_pattern {
    struct ln_memory *memory;
    struct ln_run run;
    struct ln_suspects suspects;
};

enum ln_status ln_pattern_new(struct ln_pattern **pattern, struct ln_memory *memory)
{
    *pattern = ln_take_zeroed(memory, sizeof **pattern);
    if (!*pattern)
        return LN_NO_MEMORY;
    (*pattern)->memory = memory;
    ln_run_init(&(*pattern)->run, memory);
    ln_suspects_init(&(*pattern)->suspects, memory);
    return LN_OK;
}

void ln_pattern_free(struct ln_pattern *pattern)
{
    if (!pattern)
        return;
    ln_run_fini(&pattern->run);
    ln_suspects_fini(&pattern->suspects);
    ln_give(pattern->memory, pattern, sizeof *pattern);
}

/* The witness goes to the outcome, whose room is kept for the next one when it comes from the same memory. */
static enum ln_status keep_order(struct ln_run *run, struct ln_outcome *outcome)
{
    assert(!run->pattern && !run->declined);
    if (run->memory == outcome->memory) {
        uint32_t *at = outcome->order.at;
        size_t room = outcome->order.room;
        outcome->order.at = run->order.at;
        outcome->order.room = run->order.room;
        run->order.at = at;
        run->order.room = room;
    } else if (!ln_vec_reserve(&outcome->order, outcome->memory, run->order.length + 1)) {
        return LN_NO_MEMORY;
    } else if (run->order.length) {
        memcpy(outcome->order.at, run->order.at, run->order.length * sizeof *run->order.at);
    }
    outcome->order.length = run->order.length;
    run->order.length = 0;
    outcome->verdict = LN_HOLDS;
    return LN_OK;
}

static enum ln_status decide(struct ln_pattern *pattern, const struct ln_problem *problem, struct ln_outcome *outcome)
{
    struct ln_run *run = &pattern->run;
    enum ln_status status = ln_run_load(run, problem);
    if (!status && !run->pattern && !run->declined)
        status = ln_decide_collection(run);
    if (status || run->declined)
        return status;
    if (!run->pattern)
        return keep_order(run, outcome);
    assert(run->accused.length || run->accused_absences.length || run->accused_operation != LN_NO_OP ||
           run->takings.length);    /* of removals that have not returned each way may fail by another pattern */
    outcome->verdict = LN_VIOLATED; /* that stands, whether or not there is time to say why */
    return ln_suspects_find(&pattern->suspects, problem, run, outcome);
}

enum ln_status ln_pattern_run(struct ln_pattern *pattern, const struct ln_problem *problem, struct ln_budget *budget,
                              struct ln_outcome *outcome, const char **declined)
{
    enum ln_status status;
    outcome->methods = LN_METHOD_PATTERN;
    outcome->verdict = LN_UNKNOWN;
    pattern->run.budget = budget;
    pattern->run.fuel = LN_FUEL;
    pattern->run.wants_order = true;
    status = decide(pattern, problem, outcome);
    *declined = status ? NULL : pattern->run.declined;
    if (status == LN_NO_MEMORY)
        ln_budget_stop(budget, LN_STOP_MEMORY);
    return status == LN_STOPPED || status == LN_NO_MEMORY ? LN_OK : status;
}
