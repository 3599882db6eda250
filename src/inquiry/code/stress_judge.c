#include "inquiry/code/stress_judge.h"

#include "check/check.h"
#include "inquiry/pieces.h"
#include "verify/replay.h"

#include <assert.h>

/* ---- a round ---- */

static enum ln_status fill(struct ln_stress_judge *judge, struct ln_stress *stress, bool bind,
                           struct ln_history *history, struct ln_error *error)
{
    enum ln_status status = ln_stress_tell(stress, history, error);
    uint32_t operation, line;
    if (!status && bind)
        status = ln_spec_bind(&judge->parsed, history, &operation, error);
    return status ? status : ln_history_seal(history, &line, error);
}

enum ln_status ln_stress_judge_build(struct ln_stress_judge *judge, struct ln_stress *stress, bool bind,
                                     struct ln_history *history, struct ln_error *error)
{
    enum ln_status status = ln_history_init(history, judge->memory);
    if (status)
        return ln_fail(error, status, "out of memory");
    if (bind)
        status = ln_chosen_spec_parse(judge->how.spec, &history->values, &judge->parsed, error);
    if (!status)
        status = fill(judge, stress, bind, history, error);
    if (status)
        ln_history_fini(history);
    return status;
}

/* Most rounds are small and hold: they go to the engine as they are, and the order that it finds is replayed. What does
 * not hold, or has parts to be judged apart, takes the usual way. */
static enum ln_status decide(struct ln_stress_judge *judge, const struct ln_history *history, struct ln_budget *budget,
                             struct ln_error *error)
{
    struct ln_problem problem = { history, &judge->parsed, history->events.at, history->events.length, LN_NO_OP, 0 };
    struct ln_check_options how = { .algorithm = LN_ALGORITHM_AUTO, .jobs = 1 };
    struct ln_outcome *outcome = &judge->outcome;
    assert(history->sealed);
    ln_outcome_clear(outcome);
    if (!judge->parsed.class->part) {
        enum ln_status status = ln_decide(&judge->ladder, &problem, budget, outcome);
        if (status || outcome->verdict != LN_HOLDS)
            return status;
        return ln_replay(history, &judge->parsed, outcome->order.at, outcome->order.length, judge->memory, error);
    }
    return ln_check(history, &judge->parsed, &how, budget, outcome, error);
}

static void count_operations(struct ln_stress_judge *judge, const struct ln_history *history)
{
    judge->operations += history->operations.length;
    judge->looked_at += ln_history_judged(history);
    assert(judge->looked_at <= judge->operations);
}

static enum ln_status judge_fresh(struct ln_stress_judge *judge, struct ln_stress *stress, struct ln_budget *budget,
                                  enum ln_verdict *verdict, struct ln_error *error)
{
    struct ln_history history;
    enum ln_status status = ln_stress_judge_build(judge, stress, true, &history, error);
    if (status)
        return status;
    status = decide(judge, &history, budget, error);
    *verdict = judge->outcome.verdict;
    count_operations(judge, &history);
    ln_history_fini(&history);
    return status;
}

/* ---- a long run ---- */

static enum ln_status begin_watching(struct ln_stress_judge *judge, struct ln_error *error)
{
    struct ln_stress_long *run = &judge->run;
    struct ln_monitor_options options = { .ways = LN_METHOD_PIECEWISE | LN_METHOD_EXACT,
                                          .judge = &ln_pieces_by_check,
                                          .piece = SIZE_MAX,
                                          .piece_timeout = judge->how.timeout,
                                          .budget = &run->budget };
    struct ln_values values;
    enum ln_status status;
    ln_values_init(&values, judge->memory);
    status = ln_chosen_spec_parse(judge->how.spec, &values, &judge->parsed, error);
    if (!status)
        status = ln_monitor_new(&run->monitor, &judge->parsed, &values, &options, judge->memory);
    ln_values_fini(&values);
    return status;
}

static enum ln_status begin_long(struct ln_stress_judge *judge, struct ln_error *error)
{
    enum ln_status status = ln_history_init(&judge->run.whole, judge->memory);
    ln_budget_init(&judge->run.budget, judge->memory, 0, NULL);
    return status ? status : begin_watching(judge, error);
}

static void end_long(struct ln_stress_long *run)
{
    ln_monitor_free(run->monitor);
    if (run->whole.memory)
        ln_history_fini(&run->whole);
}

/* The states of the object pass on from round to round; once they are too many, what patterns can tell is left. */
static enum ln_status judge_next(struct ln_stress_judge *judge, struct ln_stress *stress, enum ln_verdict *verdict,
                                 struct ln_error *error)
{
    struct ln_monitor *monitor = judge->run.monitor;
    struct ln_monitor_state state;
    struct ln_history history;
    enum ln_status status = ln_stress_tell(stress, &judge->run.whole, error);
    assert(judge->how.keep_object && monitor && !judge->run.whole.sealed);
    if (!status)
        status = ln_stress_judge_build(judge, stress, true, &history, error);
    if (status) {
        ln_monitor_decline(monitor, "a round is missing"); /* whose states the next one begins with */
        return status;
    }
    for (size_t e = 0; e < history.events.length && !status; e++)
        status = ln_monitor_event(monitor, &history, e);
    if (!status)
        status = ln_monitor_end(monitor);
    state = ln_monitor_state(monitor);
    *verdict = state.verdict;
    judge->outcome.reason = state.reason;
    count_operations(judge, &history);
    ln_history_fini(&history);
    return status;
}

/* ---- all rounds ---- */

/* Is there such an object? */
static enum ln_status try_spec(struct ln_stress_judge *judge, struct ln_error *error)
{
    struct ln_values values;
    enum ln_status status;
    ln_values_init(&values, judge->memory);
    status = ln_chosen_spec_parse(judge->how.spec, &values, &judge->parsed, error);
    ln_values_fini(&values);
    return status;
}

enum ln_status ln_stress_judge_init(struct ln_stress_judge *judge, const struct ln_stress_judging *how,
                                    struct ln_memory *memory, struct ln_error *error)
{
    enum ln_status status;
    *judge = (struct ln_stress_judge){ .memory = memory, .how = *how };
    ln_outcome_init(&judge->outcome, memory);
    status = ln_ladder_init(&judge->ladder, LN_ALGORITHM_AUTO, memory);
    if (!status)
        status = how->keep_object ? begin_long(judge, error) : try_spec(judge, error);
    return status == LN_NO_MEMORY ? ln_fail(error, status, "out of memory") : status;
}

void ln_stress_judge_fini(struct ln_stress_judge *judge)
{
    if (judge->how.keep_object)
        end_long(&judge->run);
    ln_ladder_fini(&judge->ladder);
    ln_outcome_fini(&judge->outcome);
}

enum ln_status ln_stress_judge_round(struct ln_stress_judge *judge, struct ln_stress *stress, enum ln_verdict *verdict,
                                     struct ln_error *error)
{
    struct ln_budget budget;
    enum ln_status status;
    *verdict = LN_UNKNOWN;
    ln_budget_init(&budget, judge->memory, judge->how.timeout, NULL);
    status = judge->how.keep_object ? judge_next(judge, stress, verdict, error)
                                    : judge_fresh(judge, stress, &budget, verdict, error);
    if (status == LN_NO_MEMORY || status == LN_STOPPED) {
        judge->outcome.reason = status == LN_NO_MEMORY ? LN_REASON_MEMORY : LN_REASON_TIME;
        *verdict = LN_UNKNOWN;
        status = LN_OK;
    }
    if (status)
        return status;
    judge->rounds++;
    if (*verdict == LN_UNKNOWN && !judge->unknown++)
        judge->reason = judge->outcome.reason ? judge->outcome.reason : ln_reason_of(ln_budget_why(&budget));
    assert(judge->unknown <= judge->rounds && (!judge->unknown || judge->reason));
    return LN_OK;
}
