/* Fewer precedences: intervals are widened as long as that leaves a violation.
 *
 * In the order of events, where returns are followed by calls, each of those operations precedes each of these; to
 * exchange one return with one call takes away exactly that precedence. What is left then is what the violation needs:
 * its explanation. Links (`after`) are taken away first. */
#include "core/trial.h"

#include <assert.h>

enum { MOST_OPERATIONS = 100 };

/* The returns from `from` on and the calls after them, which end before `*end`. False when there are no more. */
static bool next_border(const struct ln_core *core, size_t *from, size_t *calls, size_t *end)
{
    size_t e = *end;
    while (e < core->events.length && !ln_event_is_return(core->events.at[e]))
        e++;
    *from = e;
    while (e < core->events.length && ln_event_is_return(core->events.at[e]))
        e++;
    *calls = e;
    while (e < core->events.length && !ln_event_is_return(core->events.at[e]))
        e++;
    *end = e;
    assert(*from <= *calls && *calls <= *end);
    return *calls < *end;
}

static void move(struct ln_core *core, size_t from, size_t to)
{
    uint32_t event = core->events.at[from];
    for (; from < to; from++)
        core->events.at[from] = core->events.at[from + 1];
    for (; from > to; from--)
        core->events.at[from] = core->events.at[from - 1];
    core->events.at[to] = event;
}

/* Would its call come before that of the operation it is linked to? */
static bool is_linked_within(const struct ln_core *core, size_t calls, size_t call)
{
    uint32_t after = core->ops.at[ln_event_operation(core->events.at[call])].after;
    for (size_t e = calls; e < call; e++)
        if (ln_event_operation(core->events.at[e]) == after)
            return true;
    return false;
}

static enum ln_status try_exchange(struct ln_trials *trials, size_t ret, size_t calls, size_t call, bool *violated)
{
    struct ln_core *trial = &trials->trial;
    *violated = false;
    if (is_linked_within(trials->best, calls, call))
        return LN_OK;
    if (!ln_core_copy(trial, trials->best))
        return LN_NO_MEMORY;
    assert(ln_event_is_return(trial->events.at[ret]) && !ln_event_is_return(trial->events.at[call]));
    move(trial, ret, calls - 1);
    move(trial, call, calls);
    move(trial, calls - 1, calls);
    return ln_trial_decide(trials, violated);
}

static enum ln_status pass(struct ln_trials *trials, bool *changed)
{
    size_t from, calls, end = 0;
    enum ln_status status = LN_OK;
    *changed = false;
    while (!*changed && !status && next_border(trials->best, &from, &calls, &end))
        for (size_t ret = from; ret < calls && !*changed && !status; ret++)
            for (size_t call = calls; call < end && !*changed && !status; call++)
                status = try_exchange(trials, ret, calls, call, changed);
    return status;
}

static enum ln_status drop_links(struct ln_trials *trials)
{
    enum ln_status status = LN_OK;
    for (size_t i = 0; i < trials->best->ops.length && !status; i++) {
        bool violated;
        if (trials->best->ops.at[i].after == LN_NO_OP)
            continue;
        if (!ln_core_copy(&trials->trial, trials->best))
            return LN_NO_MEMORY;
        trials->trial.ops.at[i].after = LN_NO_OP;
        status = ln_trial_decide(trials, &violated);
    }
    return status;
}

enum ln_status ln_shrink_order(struct ln_trials *trials)
{
    bool changed = true;
    enum ln_status status = LN_OK;
    if (trials->best->ops.length > MOST_OPERATIONS) {
        trials->incomplete = true;
        return LN_OK;
    }
    status = drop_links(trials);
    while (changed && !status && !trials->spent)
        status = pass(trials, &changed);
    return status;
}
