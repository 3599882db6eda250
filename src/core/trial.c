#include "core/trial.h"

#include <assert.h>

enum { SHARE = 8 }; /* one try may take this part of what is left of the time */

static void budget_for_one(const struct ln_trials *trials, struct ln_budget *one)
{
    uint64_t now = ln_now(), deadline = trials->budget->deadline;
    ln_budget_init(one, trials->memory, 0, trials->budget->interrupt);
    if (deadline != UINT64_MAX)
        one->deadline = now + (deadline > now ? deadline - now : 0) / SHARE;
}

enum ln_status ln_trial_decide(struct ln_trials *trials, bool *violated)
{
    struct ln_core_view view;
    struct ln_budget one;
    struct ln_core swap;
    enum ln_status status;
    *violated = false;
    trials->spent |= ln_budget_look(trials->budget);
    if (trials->spent)
        return LN_OK;
    trials->tries++;
    budget_for_one(trials, &one);
    status = ln_core_view_init(&view, trials->history, trials->spec, &trials->trial);
    if (!status) {
        struct ln_problem problem = { &view.history, &view.spec, view.history.events.at, view.history.events.length,
                                      view.stuck,    0 };
        ln_outcome_clear(&trials->outcome);
        status = ln_search_run(trials->search, &problem, &one, &trials->outcome);
    }
    ln_core_view_fini(&view);
    if (status)
        return status;
    trials->incomplete |= trials->outcome.verdict == LN_UNKNOWN;
    *violated = trials->outcome.verdict == LN_VIOLATED;
    assert(trials->best->memory == trials->trial.memory);
    if (*violated) {
        swap = *trials->best;
        *trials->best = trials->trial;
        trials->trial = swap;
    }
    return LN_OK;
}

/* ---- the core of a window ---- */

static bool is_wanted(const struct ln_trials *trials, const struct ln_operation *o, uint32_t begin)
{
    if (o->ret != LN_NEVER && o->ret < begin)
        return false;
    return trials->best->stuck == LN_NO_OP || o->fate != LN_PENDING;
}

static enum ln_status add_event(struct ln_trials *trials, uint32_t index, bool is_return)
{
    return ln_vec_push(&trials->trial.events, trials->memory, index * 2 + is_return) ? LN_OK : LN_NO_MEMORY;
}

/* The operation of the trial that the history links this one to, or LN_NO_OP. `index_of` counts from 1. */
static uint32_t linked_to(const struct ln_trials *trials, uint32_t operation, const uint32_t *index_of)
{
    uint32_t after = trials->history->operations.at[operation].after;
    while (after != LN_NO_OP && !index_of[after])
        after = trials->history->operations.at[after].after;
    return after == LN_NO_OP ? LN_NO_OP : index_of[after] - 1;
}

static enum ln_status fill_window(struct ln_trials *trials, uint32_t begin, uint32_t *index_of)
{
    const struct ln_operation *operations = trials->history->operations.at;
    struct ln_core *trial = &trials->trial;
    enum ln_status status = LN_OK;
    for (size_t e = 0; e < trials->events.length && !status; e++) {
        uint32_t operation = ln_event_operation(trials->events.at[e]);
        const struct ln_operation *o = &operations[operation];
        if (ln_event_is_return(trials->events.at[e])) {
            if (index_of[operation])
                status = add_event(trials, index_of[operation] - 1, true);
        } else if (is_wanted(trials, o, begin)) {
            struct ln_core_op op = { operation, linked_to(trials, operation, index_of), o->call < begin };
            assert(!index_of[operation]);
            index_of[operation] = (uint32_t)trial->ops.length + 1;
            if (!ln_vec_push(&trial->ops, trials->memory, op))
                return LN_NO_MEMORY;
            status = add_event(trials, index_of[operation] - 1, false);
        }
    }
    return status;
}

enum ln_status ln_trial_from(struct ln_trials *trials, uint32_t begin)
{
    size_t bytes = trials->history->operations.length * sizeof(uint32_t);
    uint32_t *index_of = ln_take_zeroed(trials->memory, bytes);
    enum ln_status status = LN_NO_MEMORY;
    trials->trial.ops.length = trials->trial.events.length = trials->trial.values.length = 0;
    trials->trial.begin = begin;
    trials->trial.end = trials->best->end;
    trials->trial.stuck = trials->best->stuck;
    trials->trial.undivided = trials->best->undivided;
    trials->trial.alone = trials->best->alone;
    trials->trial.by_value = false;
    if (index_of)
        status = fill_window(trials, begin, index_of);
    ln_give(trials->memory, index_of, bytes);
    return status;
}

/* ---- leaving operations out ---- */

enum ln_status ln_trial_without_marked(struct ln_trials *trials)
{
    const struct ln_core *best = trials->best;
    struct ln_core *trial = &trials->trial;
    uint32_t *new_index = ln_take(trials->memory, best->ops.length * sizeof *new_index);
    size_t kept = 0;
    assert(trials->marks.length == best->ops.length);
    if (!new_index || !ln_core_copy(trial, best)) {
        ln_give(trials->memory, new_index, best->ops.length * sizeof *new_index);
        return LN_NO_MEMORY;
    }
    for (uint32_t i = 0; i < best->ops.length; i++) {
        new_index[i] = (uint32_t)kept;
        if (!trials->marks.at[i])
            trial->ops.at[kept++] = best->ops.at[i];
    }
    trial->ops.length = kept;
    for (size_t i = 0; i < kept; i++) {
        uint32_t after = trial->ops.at[i].after;
        while (after != LN_NO_OP && trials->marks.at[after])
            after = best->ops.at[after].after;
        trial->ops.at[i].after = after == LN_NO_OP ? LN_NO_OP : new_index[after];
        assert(trial->ops.at[i].after == LN_NO_OP || trial->ops.at[i].after < kept);
    }
    kept = 0;
    for (size_t e = 0; e < best->events.length; e++) {
        uint32_t index = ln_event_operation(best->events.at[e]);
        if (!trials->marks.at[index])
            trial->events.at[kept++] = new_index[index] * 2 + ln_event_is_return(best->events.at[e]);
    }
    trial->events.length = kept;
    ln_give(trials->memory, new_index, best->ops.length * sizeof *new_index);
    return LN_OK;
}
