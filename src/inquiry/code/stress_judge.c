#include "inquiry/code/stress_judge.h"

#include "check/check.h"
#include "verify/replay.h"

/* ---- a round ---- */

static enum ln_status fill(struct ln_stress_judge *judge, struct ln_stress *stress, bool bind, struct ln_history *history,
                           struct ln_error *error)
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
    ln_outcome_clear(outcome);
    if (!judge->parsed.class->part) {
        enum ln_status status = ln_decide(&judge->ladder, &problem, budget, outcome);
        if (status || outcome->verdict != LN_HOLDS)
            return status;
        return ln_replay(history, &judge->parsed, outcome->order.at, outcome->order.length, judge->memory, error);
    }
    return ln_check(history, &judge->parsed, &how, budget, outcome, error);
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
    judge->operations += history.operations.length;
    ln_history_fini(&history);
    return status;
}

/* ---- a long run ---- */

static enum ln_status begin_long(struct ln_stress_judge *judge, struct ln_error *error)
{
    struct ln_stress_long *run = &judge->run;
    const char *declined;
    enum ln_status status = ln_history_init(&run->whole, judge->memory);
    if (!status)
        status = ln_piecewise_new(&run->carry, judge->memory);
    if (!status)
        status = ln_chosen_spec_parse(judge->how.spec, ln_piecewise_values(run->carry), &judge->parsed, error);
    if (status)
        return status;
    ln_piecewise_begin(run->carry, &judge->parsed);
    run->watched = judge->parsed;
    return ln_exact_new(&run->online, &run->watched, judge->memory, &declined);
}

static void end_long(struct ln_stress_long *run)
{
    ln_exact_free(run->online);
    ln_piecewise_free(run->carry);
    if (run->whole.memory)
        ln_history_fini(&run->whole);
}

static enum ln_status show_events(struct ln_stress_long *run, const struct ln_history *history)
{
    enum ln_status status = LN_OK;
    for (size_t e = 0; e < history->events.length && !status; e++) {
        uint32_t operation = ln_event_operation(history->events.at[e]);
        const struct ln_operation *o = &history->operations.at[operation];
        if (ln_event_is_return(history->events.at[e]))
            status = ln_exact_return(run->online, run->ticket + operation, o->result);
        else
            status = ln_exact_call(run->online, run->ticket + operation, o->method, history->args.at + o->args);
    }
    run->ticket += (uint32_t)history->operations.length;
    return status;
}

/* What patterns say, where the states do not. */
static void watch(struct ln_stress_long *run, const struct ln_history *history, enum ln_verdict *verdict)
{
    struct ln_exact_verdict found;
    if (!run->online)
        return;
    found.verdict = LN_UNKNOWN;
    if (!show_events(run, history))
        found = ln_exact_verdict(run->online);
    if (found.verdict == LN_UNKNOWN) {
        ln_exact_free(run->online);
        run->online = NULL;
    } else if (*verdict == LN_UNKNOWN) {
        *verdict = found.verdict;
    }
}

/* In a long run the states pass on from round to round; once they are too many, what patterns can tell is left. */
static enum ln_status judge_next(struct ln_stress_judge *judge, struct ln_stress *stress, struct ln_budget *budget,
                                 enum ln_verdict *verdict, struct ln_error *error)
{
    struct ln_stress_long *run = &judge->run;
    struct ln_history history;
    enum ln_status status = ln_stress_tell(stress, &run->whole, error);
    if (!status)
        status = ln_history_init(&history, judge->memory);
    if (status)
        return status;
    ln_piecewise_swap_values(run->carry, &history);
    judge->parsed = *ln_piecewise_spec(run->carry)->inner;
    status = fill(judge, stress, true, &history, error);
    *verdict = LN_UNKNOWN;
    if (!status && !run->lost)
        status = ln_piecewise_step(run->carry, &history, budget, verdict);
    run->lost |= *verdict == LN_UNKNOWN;
    if (!status)
        watch(run, &history, verdict);
    if (*verdict == LN_UNKNOWN)
        judge->outcome.reason = ln_budget_why(budget) ? ln_reason_of(ln_budget_why(budget)) : LN_REASON_BOUND;
    judge->operations += history.operations.length;
    ln_piecewise_swap_values(run->carry, &history);
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
    status = judge->how.keep_object ? judge_next(judge, stress, &budget, verdict, error)
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
    return LN_OK;
}
