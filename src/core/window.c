/* The shortest piece of the history, up to its end, that is a violation whatever came before it.
 *
 * Where an operation can make an unknown state known, few operations before the end are mostly enough: pieces are
 * tried that double in length, then the length is halved in on. Starting later only relaxes, so there is one place
 * from which on pieces are too short. Cost: that of deciding a few pieces of twice the length at most. */
#include "core/trial.h"

#include <assert.h>

enum { FIRST = 8 };

enum ln_status ln_trial_last(struct ln_trials *trials, size_t length)
{
    size_t all = trials->events.length;
    uint32_t event = trials->events.at[all - (length < all ? length : all)];
    const struct ln_operation *o = &trials->history->operations.at[ln_event_operation(event)];
    return ln_trial_from(trials, length >= all ? 0 : ln_event_is_return(event) ? o->ret : o->call);
}

static enum ln_status try_length(struct ln_trials *trials, size_t length, bool *violated)
{
    enum ln_status status = ln_trial_last(trials, length);
    return status ? status : ln_trial_decide(trials, violated);
}

enum ln_status ln_shrink_window(struct ln_trials *trials, bool *found)
{
    size_t all = trials->events.length, enough = all, short_of = 0;
    enum ln_status status = LN_OK;
    *found = false;
    if (ln_spec_settles(trials->spec) && !trials->best->undivided)
        for (size_t length = FIRST; length < all && !*found && !status && !trials->spent; length *= 2) {
            status = try_length(trials, length, found);
            if (*found)
                enough = length;
            else
                short_of = length;
        }
    while (*found && !status && short_of + 1 < enough) {
        size_t middle = short_of + (enough - short_of) / 2;
        assert(short_of < middle && middle < enough);
        bool violated = false;
        status = try_length(trials, middle, &violated);
        if (violated)
            enough = middle;
        else
            short_of = middle;
    }
    trials->window = *found ? enough : 0;
    return status;
}
