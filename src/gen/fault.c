/* One result that no order can explain.
 *
 * Where the object holds values, an operation says that it saw one that nobody ever mentions: that is wrong wherever
 * it is put, so it may stand in the middle of concurrent operations. Where it holds none (a lock), the run starts with
 * operations one at a time: every order has to begin with them, so the states after them are known, and a result that
 * none of those states gives is wrong whatever follows. */
#include "gen/run.h"

#include <assert.h>

enum { LONGEST_SEQUENCE = 40, TRIES = 64 };

/* Does every one of the states refuse it? */
static bool refused(struct ln_gen_run *run, const struct ln_next *states, const struct ln_drawn *drawn, ln_value result)
{
    struct ln_invocation in = ln_run_invocation(run, drawn, 0);
    in.result = result;
    for (size_t i = 0; i < states->states.length; i++) {
        ln_next_clear(&run->next);
        run->spec.class->step(&run->spec, ln_next_state(states, i), &in, &run->next);
        if (run->next.stays || run->next.states.length)
            return false;
    }
    return states->states.length > 0;
}

/* A question about something that nobody mentions: the answer that the initial state refuses. */
static bool wrong_truth(struct ln_gen_run *run, uint16_t method, struct ln_drawn *drawn, ln_value *result)
{
    const struct ln_next *states = &run->fault.states.now;
    bool yes, no;
    ln_draw_never(&run->draw, method, drawn);
    yes = refused(run, states, drawn, LN_VALUE_TRUE);
    no = refused(run, states, drawn, LN_VALUE_FALSE);
    *result = ln_bool(yes);
    return yes != no && drawn->arity > 0 && run->spec.class->methods[method].effect == LN_READS;
}

enum ln_status ln_fault_renew(struct ln_gen_run *run)
{
    ln_value never = ln_small(LN_DRAW_NEVER);
    return run->fault.lists ? ln_values_list(&run->values, &never, 1, &run->fault.result) : LN_OK;
}

/* Sees a value that nobody mentions. */
static bool wrong_value(struct ln_gen_run *run, uint16_t method)
{
    struct ln_fault *fault = &run->fault;
    enum ln_returns returns = (enum ln_returns)run->spec.class->methods[method].returns;
    fault->lists = returns == LN_RETURNS_SET;
    if (returns != LN_RETURNS_VALUE && returns != LN_RETURNS_INTEGER && !fault->lists)
        return false;
    ln_draw_operation_of(&run->draw, method, &fault->drawn);
    fault->result = ln_small(LN_DRAW_NEVER);
    return !ln_fault_renew(run) && refused(run, &fault->states.now, &fault->drawn, fault->result);
}

static bool wrong_anywhere(struct ln_gen_run *run)
{
    uint32_t methods = (uint32_t)run->spec.class->method_count, first = ln_rng_below(&run->draw.rng, methods);
    for (uint32_t i = 0; i < methods; i++)
        if (wrong_value(run, (uint16_t)((first + i) % methods)))
            return true;
    run->fault.lists = false;
    for (uint32_t i = 0; i < methods; i++)
        if (wrong_truth(run, (uint16_t)((first + i) % methods), &run->fault.drawn, &run->fault.result))
            return true;
    return false;
}

enum ln_status ln_fault_plan(struct ln_gen_run *run)
{
    struct ln_fault *fault = &run->fault;
    uint64_t most = run->options->operations, earlier;
    assert(most > run->options->pending); /* one that returns is there to be wrong */
    if (!ln_possible_start(&fault->states, &run->spec))
        return LN_NO_MEMORY;
    fault->in_sequence = !wrong_anywhere(run);
    if (fault->in_sequence) {
        most -= run->options->pending;
        fault->operation = ln_rng_below(&run->draw.rng, (uint32_t)(most < LONGEST_SEQUENCE ? most : LONGEST_SEQUENCE));
        fault->call = fault->operation;
        return LN_OK;
    }
    fault->operation = most / 4 + ln_rng_below(&run->draw.rng, (uint32_t)(most / 2 + 1));
    if (fault->operation >= most)
        fault->operation = most - 1;
    earlier = fault->operation < run->options->processes ? fault->operation + 1 : run->options->processes;
    fault->call = fault->operation - ln_rng_below(&run->draw.rng, (uint32_t)earlier);
    assert(fault->call <= fault->operation && fault->operation < most);
    return LN_OK;
}

static size_t results_of(const struct ln_method *method, ln_value *results)
{
    switch ((enum ln_returns)method->returns) {
    case LN_RETURNS_NULL:
    case LN_RETURNS_NOTHING: results[0] = LN_VALUE_NONE; return 1;
    case LN_RETURNS_VALUE:
    case LN_RETURNS_SET:
    case LN_RETURNS_INTEGER: return 0; /* would have been wrong anywhere */
    case LN_RETURNS_DONE: results[0] = LN_VALUE_NONE; break;
    case LN_RETURNS_TRUTH:
    case LN_RETURNS_CHANGE: results[0] = LN_VALUE_TRUE; break;
    }
    results[1] = LN_VALUE_FALSE;
    return 2;
}

enum ln_status ln_fault_choose(struct ln_gen_run *run)
{
    struct ln_fault *fault = &run->fault;
    assert(fault->in_sequence && !fault->placed && !run->open); /* so the states are known */
    for (unsigned i = 0; i < TRIES; i++) {
        ln_value results[2];
        size_t count;
        ln_draw_operation(&run->draw, &fault->drawn);
        count = results_of(&run->spec.class->methods[fault->drawn.method], results);
        for (size_t r = 0; r < count; r++) {
            fault->result = results[r];
            if (refused(run, &fault->states.now, &fault->drawn, fault->result))
                return LN_OK;
        }
    }
    return ln_fail(run->error, LN_USAGE, "a history of '%s' cannot be broken: every result is possible",
                   run->spec.class->name);
}
