/* From a violated history to its core.
 *
 * First the part that is violated, cut after the return that no order gets past. Then big steps: the last piece of it
 * that is a violation from any state, or the values it is about, or else all of it. Then small steps until none is
 * left that keeps the violation. Then it is verified (verify/core.h), and confirmed by brute when it is small. */
#include "core/find.h"

#include "check/brute.h"
#include "check/check.h"
#include "core/trial.h"
#include "spec/parts.h"

#include <assert.h>

enum { SMALL = 9, MOST_CONFIGURATIONS = 1 << 20 };

/* The events of the part that `operation` belongs to, or of all, before the core's end. */
static enum ln_status collect_events(struct ln_trials *trials, uint32_t operation)
{
    const struct ln_history *history = trials->history;
    size_t bytes = history->operations.length * sizeof(uint32_t);
    uint32_t *part_of = ln_take(trials->memory, bytes), parts;
    enum ln_status status = LN_NO_MEMORY;
    trials->events.length = 0;
    if (part_of)
        status = ln_spec_parts(trials->spec, history, trials->memory, part_of, &parts);
    for (uint32_t e = 0; e < history->events.length && !status; e++) {
        uint32_t event = history->events.at[e];
        if (!trials->best->undivided && part_of[ln_event_operation(event)] != part_of[operation])
            continue;
        if (!ln_vec_push(&trials->events, trials->memory, event))
            status = LN_NO_MEMORY;
    }
    ln_give(trials->memory, part_of, bytes);
    return status;
}

/* The operation at which it goes wrong: where the engine says, or the last to return of those of a pattern. */
static uint32_t anchor_of(const struct ln_history *history, const struct ln_outcome *outcome)
{
    uint32_t anchor = outcome->unjustified != LN_NO_OP ? outcome->unjustified : outcome->stopped_at;
    for (size_t i = 0; i < outcome->suspects.length; i++) {
        uint32_t suspect = outcome->suspects.at[i];
        if (history->operations.at[suspect].fate == LN_COMPLETED &&
            (anchor == LN_NO_OP || history->operations.at[suspect].ret > history->operations.at[anchor].ret))
            anchor = suspect;
    }
    return anchor;
}

/* What the core is to show: of a stuck history that an operation need not wait, where one of them waits at all; else
 * that no order gets past a return, so that what comes after it does not matter. (Where operations are linked it may:
 * what is called here may have to come after one that returns, with an impossible result, only later.) */
static void set_goal(struct ln_trials *trials, const struct ln_outcome *outcome, uint32_t anchor)
{
    const struct ln_operation *operations = trials->history->operations.at;
    struct ln_core *goal = trials->best;
    assert(outcome->unjustified == LN_NO_OP || operations[outcome->unjustified].fate == LN_PENDING);
    goal->stuck = outcome->unjustified;
    for (size_t e = 0; e < trials->events.length && trials->history->stuck && goal->stuck == LN_NO_OP; e++)
        if (operations[ln_event_operation(trials->events.at[e])].fate == LN_PENDING)
            goal->stuck = ln_event_operation(trials->events.at[e]);
    if (goal->stuck != LN_NO_OP || trials->history->linked)
        return;
    assert(operations[anchor].fate == LN_COMPLETED);
    goal->end = operations[anchor].ret + 1;
    while (trials->events.length && trials->events.at[trials->events.length - 1] != anchor * 2 + 1)
        trials->events.length--;
    assert(trials->events.length);
}

/* All of the part from the initial state on. */
static enum ln_status take_all(struct ln_trials *trials, bool *found)
{
    enum ln_status status = ln_trial_from(trials, 0);
    return status ? status : ln_trial_decide(trials, found);
}

static enum ln_status big_steps(struct ln_trials *trials, const struct ln_outcome *outcome, bool *found)
{
    uint32_t anchor = anchor_of(trials->history, outcome);
    enum ln_status status;
    assert(anchor == LN_NO_OP || anchor < trials->history->operations.length);
    *found = false;
    if (anchor == LN_NO_OP)
        return LN_OK;
    status = collect_events(trials, anchor);
    if (status)
        return status;
    set_goal(trials, outcome, anchor);
    if (outcome->suspects.length)
        status = ln_shrink_values(trials, anchor, outcome, found);
    if (!status && !*found)
        status = ln_shrink_window(trials, found);
    if (!status && !*found && !outcome->suspects.length)
        status = ln_shrink_values(trials, anchor, outcome, found);
    if (!status && !*found)
        status = take_all(trials, found);
    if (status || *found || !trials->history->linked)
        return status;
    trials->best->undivided = true; /* then it may take several parts */
    status = collect_events(trials, anchor);
    return status ? status : take_all(trials, found);
}

/* The shortest piece of the history need not have the smallest core: what makes the state known in it may itself need
 * others. So wider ones are tried as well, while that is cheap. */
static enum ln_status shrink_operations(struct ln_trials *trials)
{
    enum { FEW = 3, WIDER = 3, MOST_EVENTS = 256 };
    size_t length = trials->window;
    struct ln_core smallest;
    enum ln_status status = ln_shrink_operations(trials);
    assert(length <= trials->events.length);
    ln_core_init(&smallest, trials->memory);
    if (!status && !ln_core_copy(&smallest, trials->best))
        status = LN_NO_MEMORY;
    for (unsigned i = 0; i < WIDER && length && smallest.ops.length > FEW && !status && !trials->spent; i++) {
        length *= 2;
        if (length > MOST_EVENTS || length >= trials->events.length)
            break;
        status = ln_trial_last(trials, length);
        if (!status && ln_core_copy(trials->best, &trials->trial)) /* it starts earlier, so it is violated, too */
            status = ln_shrink_operations(trials);
        if (!status && trials->best->ops.length < smallest.ops.length && !ln_core_copy(&smallest, trials->best))
            status = LN_NO_MEMORY;
    }
    if (!status && !ln_core_copy(trials->best, &smallest))
        status = LN_NO_MEMORY;
    ln_core_fini(&smallest);
    return status;
}

static enum ln_status small_steps(struct ln_trials *trials)
{
    enum ln_status status = shrink_operations(trials);
    return status ? status : ln_shrink_order(trials);
}

/* By the oracle, if that takes no time. */
static enum ln_status confirm(struct ln_trials *trials, struct ln_core_facts *facts)
{
    const double moment = 0.02;
    struct ln_core_view view;
    struct ln_budget budget;
    enum ln_status status;
    if (trials->best->ops.length > SMALL)
        return LN_OK;
    ln_budget_init(&budget, trials->memory, moment, trials->budget->interrupt);
    status = ln_core_view_init(&view, trials->history, trials->spec, trials->best);
    if (!status) {
        struct ln_problem problem = { &view.history, &view.spec, view.history.events.at, view.history.events.length,
                                      view.stuck,    0 };
        ln_outcome_clear(&trials->outcome);
        status = ln_brute_run(&problem, &budget, &trials->outcome);
        facts->confirmed = !status && trials->outcome.verdict == LN_VIOLATED;
    }
    ln_core_view_fini(&view);
    return status;
}

static enum ln_status find(struct ln_trials *trials, const struct ln_outcome *outcome, struct ln_core_facts *facts,
                           struct ln_error *error)
{
    enum ln_status status = big_steps(trials, outcome, &facts->found);
    if (!status && !facts->found && !trials->history->linked && trials->events.length) {
        status = ln_trial_from(trials, 0); /* time was too short for anything better, but the engine has decided it */
        facts->found = !status && ln_core_copy(trials->best, &trials->trial);
        trials->incomplete = true;
    } else if (!status && facts->found) {
        status = small_steps(trials);
    }
    if (!status && facts->found)
        status = confirm(trials, facts);
    facts->minimal = !trials->incomplete && !trials->spent;
    facts->tries = trials->tries;
    if (!status && facts->found) {
        status = ln_core_verify(trials->history, trials->spec, trials->best, MOST_CONFIGURATIONS, trials->memory,
                                error);
        facts->verified = status == LN_OK;
        if (status == LN_STOPPED)
            status = LN_OK;
    }
    return status == LN_BAD_INPUT ? LN_INTERNAL : status;
}

/* An engine that only says that it is violated does not know where: the search does. */
static enum ln_status find_anyhow(struct ln_trials *trials, const struct ln_outcome *outcome,
                                  struct ln_core_facts *facts, struct ln_error *error)
{
    struct ln_check_options options = { .algorithm = LN_ALGORITHM_SEARCH };
    struct ln_outcome searched;
    struct ln_budget budget;
    enum ln_status status;
    if (anchor_of(trials->history, outcome) != LN_NO_OP)
        return find(trials, outcome, facts, error);
    ln_outcome_init(&searched, trials->memory);
    ln_budget_init(&budget, trials->memory, 0, trials->budget->interrupt);
    budget.deadline = trials->budget->deadline;
    status = ln_check(trials->history, trials->spec, &options, &budget, &searched, error);
    if (!status)
        status = find(trials, &searched, facts, error);
    ln_outcome_fini(&searched);
    return status;
}

enum ln_status ln_core_find(const struct ln_violation *violation, struct ln_budget *budget, struct ln_core *core,
                            struct ln_core_facts *facts, struct ln_error *error)
{
    struct ln_trials trials = {
        .history = violation->history, .spec = violation->spec, .memory = budget->memory, .budget = budget, .best = core
    };
    enum ln_status status = ln_search_new(&trials.search, trials.memory);
    assert(violation->history->sealed && violation->outcome->verdict == LN_VIOLATED && !core->ops.length);
    *facts = (struct ln_core_facts){ 0 };
    core->alone = ln_spec_divides(violation->spec, violation->history);
    ln_outcome_init(&trials.outcome, trials.memory);
    ln_core_init(&trials.trial, trials.memory);
    if (!status)
        status = find_anyhow(&trials, violation->outcome, facts, error);
    if (status == LN_STOPPED || status == LN_NO_MEMORY) {
        facts->found = facts->minimal = false; /* the verdict stands without it */
        status = LN_OK;
    }
    ln_core_fini(&trials.trial);
    ln_outcome_fini(&trials.outcome);
    ln_search_free(trials.search);
    ln_vec_fini(&trials.events, trials.memory);
    ln_vec_fini(&trials.marks, trials.memory);
    return status;
}
