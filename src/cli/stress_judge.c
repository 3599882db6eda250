#include "cli/stress_judge.h"

#include "check/check.h"
#include "verify/replay.h"

static enum ln_status parse(struct stress_judge *judge, struct ln_values *values, struct ln_error *error)
{
    if (judge->binding->own) {
        judge->parsed = (struct ln_spec){ .class = judge->binding->own, .value = LN_VALUE_NULL };
        return LN_OK;
    }
    return ln_spec_parse(&judge->parsed, judge->spec, values, error);
}

enum ln_status stress_judge_init(struct stress_judge *judge, struct ln_memory *memory, const char *spec,
                                 struct ln_binding *binding, double timeout, bool keep_object,
                                 struct ln_error *error)
{
    enum ln_status status;
    *judge = (struct stress_judge){ .memory = memory, .spec = spec, .binding = binding, .timeout = timeout };
    ln_outcome_init(&judge->outcome, memory);
    status = ln_ladder_init(&judge->ladder, LN_ALGORITHM_AUTO, memory);
    if (!status)
        status = ln_piecewise_new(&judge->carry, memory);
    if (!status)
        status = parse(judge, ln_piecewise_values(judge->carry), error);
    if (!status)
        ln_piecewise_begin(judge->carry, &judge->parsed);
    if (!status && keep_object) {
        const char *declined;
        status = ln_history_init(&judge->whole, memory);
        judge->has_whole = !status;
        judge->watched = judge->parsed;
        if (!status)
            status = ln_exact_new(&judge->online, &judge->watched, memory, &declined);
    }
    return status == LN_NO_MEMORY ? ln_fail(error, status, "out of memory") : status;
}

void stress_judge_fini(struct stress_judge *judge)
{
    if (judge->has_whole)
        ln_history_fini(&judge->whole);
    ln_exact_free(judge->online);
    ln_piecewise_free(judge->carry);
    ln_ladder_fini(&judge->ladder);
    ln_outcome_fini(&judge->outcome);
}

static enum ln_status bind_all(struct stress_judge *judge, struct ln_history *history, struct ln_error *error)
{
    enum ln_spec_fault fault;
    enum ln_status status = LN_OK;
    for (uint32_t i = 0; i < history->operations.length && !status; i++) {
        status = ln_spec_bind_call(&judge->parsed, history, i, &fault, error);
        if (!status && history->operations.at[i].fate == LN_COMPLETED)
            status = ln_spec_bind_result(&judge->parsed, history, i, &fault, error);
    }
    return status;
}

static enum ln_status fill(struct stress_judge *judge, struct ln_stress *stress, struct ln_history *history, bool bind,
                           struct ln_error *error)
{
    enum ln_status status = ln_stress_tell(stress, history, error);
    uint32_t line;
    if (!status && bind)
        status = bind_all(judge, history, error);
    return status ? status : ln_history_seal(history, &line, error);
}

enum ln_status stress_judge_build(struct stress_judge *judge, struct ln_stress *stress, struct ln_history *history,
                                  bool bind, struct ln_error *error)
{
    enum ln_status status = ln_history_init(history, judge->memory);
    if (status)
        return ln_fail(error, status, "out of memory");
    if (bind)
        status = parse(judge, &history->values, error);
    if (!status)
        status = fill(judge, stress, history, bind, error);
    if (status)
        ln_history_fini(history);
    return status;
}

/* Most rounds are small and hold: they go to the engine as they are, and the order that it finds is replayed. What does
 * not hold, or has parts to be judged apart, takes the usual way. */
static enum ln_status decide(struct stress_judge *judge, const struct ln_history *history, struct ln_budget *budget,
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

static enum ln_status judge_fresh(struct stress_judge *judge, struct ln_stress *stress, struct ln_budget *budget,
                                  enum ln_verdict *verdict, struct ln_error *error)
{
    struct ln_history history;
    enum ln_status status = stress_judge_build(judge, stress, &history, true, error);
    if (status)
        return status;
    status = decide(judge, &history, budget, error);
    *verdict = judge->outcome.verdict;
    judge->operations += history.operations.length;
    ln_history_fini(&history);
    return status;
}

static enum ln_status show_events(struct stress_judge *judge, const struct ln_history *history)
{
    enum ln_status status = LN_OK;
    for (size_t e = 0; e < history->events.length && !status; e++) {
        uint32_t operation = ln_event_operation(history->events.at[e]);
        const struct ln_operation *o = &history->operations.at[operation];
        if (ln_event_is_return(history->events.at[e]))
            status = ln_exact_return(judge->online, judge->ticket + operation, o->result);
        else
            status = ln_exact_call(judge->online, judge->ticket + operation, o->method, history->args.at + o->args);
    }
    judge->ticket += (uint32_t)history->operations.length;
    return status;
}

/* What patterns say, where the states do not. */
static void watch(struct stress_judge *judge, const struct ln_history *history, enum ln_verdict *verdict)
{
    struct ln_exact_verdict found;
    if (!judge->online)
        return;
    found.verdict = LN_UNKNOWN;
    if (!show_events(judge, history))
        found = ln_exact_verdict(judge->online);
    if (found.verdict == LN_UNKNOWN) {
        ln_exact_free(judge->online);
        judge->online = NULL;
    } else if (*verdict == LN_UNKNOWN) {
        *verdict = found.verdict;
    }
}

/* In a long run the states pass on from round to round; once they are too many, what patterns can tell is left. */
static enum ln_status judge_next(struct stress_judge *judge, struct ln_stress *stress, struct ln_budget *budget,
                                 enum ln_verdict *verdict, struct ln_error *error)
{
    struct ln_history history;
    enum ln_status status = ln_stress_tell(stress, &judge->whole, error);
    if (!status)
        status = ln_history_init(&history, judge->memory);
    if (status)
        return status;
    ln_piecewise_swap_values(judge->carry, &history);
    judge->parsed = *ln_piecewise_spec(judge->carry)->inner;
    status = fill(judge, stress, &history, true, error);
    *verdict = LN_UNKNOWN;
    if (!status && !judge->lost)
        status = ln_piecewise_step(judge->carry, &history, budget, verdict);
    judge->lost |= *verdict == LN_UNKNOWN;
    if (!status)
        watch(judge, &history, verdict);
    if (*verdict == LN_UNKNOWN)
        judge->outcome.reason = ln_budget_why(budget) ? ln_reason_of(ln_budget_why(budget)) : LN_REASON_BOUND;
    judge->operations += history.operations.length;
    ln_piecewise_swap_values(judge->carry, &history);
    ln_history_fini(&history);
    return status;
}

enum ln_status stress_judge_round(struct stress_judge *judge, struct ln_stress *stress, enum ln_verdict *verdict,
                                  struct ln_error *error)
{
    struct ln_budget budget;
    enum ln_status status;
    *verdict = LN_UNKNOWN;
    ln_budget_init(&budget, judge->memory, judge->timeout, NULL);
    status = judge->has_whole ? judge_next(judge, stress, &budget, verdict, error)
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
