/* The least skew under which a history holds, by doubling and halving.
 *
 * More skew only takes away from the precedence, so that a witness stays one: what holds under some skew holds under
 * all greater ones. Beyond half of the time between the first return and the last call nothing but program order is
 * left; what is violated then is explained by no clock.
 *
 * Cost: twice as many checks as the least skew has bits, fewer where the events keep their order from one to the next;
 * those are not checked again. */
#include "check/min_skew.h"

#include <assert.h>
#include <string.h>

struct trials {
    const struct ln_spec *spec;
    const struct ln_check_options *options;
    const struct ln_budget *budget;
    struct ln_history view;
    struct ln_outcome outcome;
    LN_VEC(uint32_t) events; /* their order when the outcome was found; empty: it was not yet */
    struct ln_error *error;
};

/* ---- the range ---- */

/* The skew from which on only program order is left. */
static uint64_t greatest_of_use(const struct ln_history *history)
{
    int64_t last_call = INT64_MIN, first_return = INT64_MAX;
    assert(history->times.length == history->operations.length);
    for (size_t i = 0; i < history->operations.length; i++) {
        struct ln_span span = history->times.at[i];
        if (history->operations.at[i].fate == LN_FAILED)
            continue;
        last_call = span.call > last_call ? span.call : last_call;
        first_return = span.ret < first_return ? span.ret : first_return;
    }
    return last_call < first_return ? 1 : ((uint64_t)last_call - (uint64_t)first_return) / 2 + 1;
}

static int64_t least_applied(const struct ln_history *history)
{
    int64_t least = history->skews.length ? INT64_MAX : 0;
    for (size_t p = 0; p < history->skews.length; p++)
        least = history->skews.at[p] < least ? history->skews.at[p] : least;
    return least;
}

/* ---- one skew ---- */

/* Is the order of events the one that was decided last? */
static bool is_decided(const struct trials *trials)
{
    const struct ln_history *view = &trials->view;
    return trials->events.length && trials->events.length == view->events.length &&
           memcmp(trials->events.at, view->events.at, view->events.length * sizeof *view->events.at) == 0;
}

static enum ln_status decide(struct trials *trials, int64_t skew)
{
    struct ln_history *view = &trials->view;
    struct ln_budget budget;
    enum ln_status status = ln_history_set_skew(view, skew);
    if (!status)
        status = ln_history_reorder(view);
    if (status || is_decided(trials))
        return status;
    trials->events.length = 0;
    if (!ln_vec_reserve(&trials->events, view->memory, view->events.length))
        return LN_NO_MEMORY;
    memcpy(trials->events.at, view->events.at, view->events.length * sizeof *view->events.at);
    trials->events.length = view->events.length;
    ln_outcome_clear(&trials->outcome);
    ln_budget_init_rest(&budget, trials->budget);
    return ln_check(view, trials->spec, trials->options, &budget, &trials->outcome, trials->error);
}

/* ---- all of them ---- */

/* Decides it, and moves the bound that it settles. */
static enum ln_status try(struct trials *trials, int64_t skew, struct ln_min_skew *found)
{
    enum ln_status status = decide(trials, skew);
    if (!status && trials->outcome.verdict == LN_HOLDS)
        found->at_most = skew;
    else if (!status && trials->outcome.verdict == LN_VIOLATED)
        found->above = skew;
    return status;
}

/* Doubles until one is great enough, or nothing is left to try. */
static enum ln_status find_bound(struct trials *trials, int64_t most, struct ln_min_skew *found)
{
    while (found->at_most < 0 && found->above < most) {
        int64_t skew = found->above == 0 ? 1 : found->above < most / 2 ? found->above * 2 : most;
        assert(skew > found->above && skew <= most);
        enum ln_status status = try(trials, skew, found);
        if (status || trials->outcome.verdict == LN_UNKNOWN)
            return status;
    }
    return LN_OK;
}

static enum ln_status narrow(struct trials *trials, struct ln_min_skew *found)
{
    while (found->at_most >= 0 && found->at_most - found->above > 1) {
        int64_t skew = found->above + (found->at_most - found->above) / 2;
        assert(skew > found->above && skew < found->at_most);
        enum ln_status status = try(trials, skew, found);
        if (status || trials->outcome.verdict == LN_UNKNOWN)
            return status;
    }
    return LN_OK;
}

static enum ln_status search(struct trials *trials, const struct ln_history *history, struct ln_min_skew *found)
{
    uint64_t most = greatest_of_use(history);
    int64_t tried = most < INT64_MAX ? (int64_t)most : INT64_MAX;
    enum ln_status status = find_bound(trials, tried, found);
    if (status || trials->outcome.verdict == LN_UNKNOWN)
        return status;
    found->none = found->at_most < 0 && (uint64_t)found->above >= most;
    return narrow(trials, found);
}

enum ln_status ln_min_skew(const struct ln_history *history, const struct ln_spec *spec,
                           const struct ln_check_options *options, const struct ln_budget *budget,
                           struct ln_min_skew *found, struct ln_error *error)
{
    struct trials trials = { .spec = spec, .options = options, .budget = budget, .error = error };
    enum ln_status status = ln_history_view_init(&trials.view, history);
    *found = (struct ln_min_skew){ .above = least_applied(history), .at_most = -1 };
    ln_outcome_init(&trials.outcome, history->memory);
    trials.outcome.verdict = LN_VIOLATED;
    if (!status)
        status = search(&trials, history, found);
    found->reason = status == LN_NO_MEMORY ? LN_REASON_MEMORY : trials.outcome.reason;
    assert(found->at_most < 0 || found->at_most > found->above);
    ln_vec_fini(&trials.events, history->memory);
    ln_outcome_fini(&trials.outcome);
    ln_history_view_fini(&trials.view);
    return status == LN_NO_MEMORY ? LN_OK : status;
}
