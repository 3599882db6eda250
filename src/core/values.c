/* The values that a violation is about.
 *
 * Where the spec is closed under leaving out all operations about a value, only values matter: at first those of the
 * operations that the engine suspects, or at which every order ends, then also those of operations near to any that speaks of them, nearer ones
 * first; what is not needed of them is left out again, in halves. Cost: small histories are decided, few times. */
#include "base/wordset.h"
#include "core/trial.h"

#include <assert.h>

struct value_choice {
    struct ln_trials *trials;
    const struct ln_outcome *outcome;
    uint32_t anchor;
    struct ln_wordset first, chosen;
    LN_VEC(ln_value) list; /* of the chosen */
};

static enum ln_status choose(struct value_choice *choice, ln_value value)
{
    if (ln_wordset_has(&choice->chosen, value.word))
        return LN_OK;
    return ln_wordset_add(&choice->chosen, value.word) && ln_vec_push(&choice->list, choice->trials->memory, value)
               ? LN_OK
               : LN_NO_MEMORY;
}

static enum ln_status choose_all_of(struct value_choice *choice, uint32_t operation)
{
    enum ln_status status = LN_OK;
    ln_value value;
    for (size_t i = 0; !ln_same(value = ln_mentioned(choice->trials->history, operation, i), LN_VALUE_NONE); i++)
        if (!status)
            status = choose(choice, value);
    return status;
}

/* How many values does it speak of, and are all chosen? */
static size_t count_values(const struct value_choice *choice, const struct ln_wordset *set, uint32_t operation,
                           bool *all, bool *any)
{
    size_t count = 0;
    ln_value value;
    *all = true;
    *any = false;
    for (; !ln_same(value = ln_mentioned(choice->trials->history, operation, count), LN_VALUE_NONE); count++) {
        bool has = ln_wordset_has(set, value.word);
        *all &= has;
        *any |= has;
    }
    return count;
}

/* ---- trying a choice ---- */

enum part { OUT, IN, OPTIONAL };

static bool is_suspect(const struct value_choice *choice, uint32_t operation)
{
    for (size_t i = 0; i < choice->outcome->suspects.length; i++)
        if (choice->outcome->suspects.at[i] == operation)
            return true;
    return operation == choice->anchor;
}

static enum part part_of(const struct value_choice *choice, uint32_t operation)
{
    const struct ln_operation *o = &choice->trials->history->operations.at[operation];
    struct ln_invocation in = ln_invocation_of(choice->trials->history, operation);
    bool all, any;
    if (o->fate == LN_COMPLETED && ln_hides_value(choice->trials->history, choice->trials->spec, operation))
        return OPTIONAL;
    if (count_values(choice, &choice->chosen, operation, &all, &any))
        return all ? IN : OUT;
    if (is_suspect(choice, operation) || o->fate == LN_PENDING)
        return IN;
    return ln_invocation_reads(choice->trials->spec, &in) ? OUT : OPTIONAL;
}

static enum ln_status try_choice(struct value_choice *choice, bool *violated)
{
    struct ln_trials *trials = choice->trials;
    struct ln_core *trial = &trials->trial;
    size_t bytes = trials->history->operations.length * sizeof(uint32_t);
    uint32_t *index_of = ln_take_zeroed(trials->memory, bytes);
    enum ln_status status = index_of && ln_core_copy(trial, trials->best) ? LN_OK : LN_NO_MEMORY;
    trial->ops.length = trial->events.length = trial->values.length = 0;
    trial->by_value = true;
    for (size_t i = 0; i < choice->list.length && !status; i++)
        if (!ln_vec_push(&trial->values, trials->memory, choice->list.at[i]))
            status = LN_NO_MEMORY;
    for (size_t e = 0; e < trials->events.length && !status; e++) {
        uint32_t operation = ln_event_operation(trials->events.at[e]);
        bool is_return = ln_event_is_return(trials->events.at[e]);
        enum part part = is_return && !index_of[operation] ? OUT : is_return ? IN : part_of(choice, operation);
        struct ln_core_op op = { operation, LN_NO_OP, part == OPTIONAL };
        if (part == OUT)
            continue;
        if (!is_return) {
            assert(!index_of[operation]);
            index_of[operation] = (uint32_t)trial->ops.length + 1;
            if (!ln_vec_push(&trial->ops, trials->memory, op))
                status = LN_NO_MEMORY;
        }
        if (!ln_vec_push(&trial->events, trials->memory, (index_of[operation] - 1) * 2 + is_return))
            status = LN_NO_MEMORY;
    }
    ln_give(trials->memory, index_of, bytes);
    return status ? status : ln_trial_decide(trials, violated);
}

/* ---- from few values to enough ---- */

/* All values within `reach` events of an operation that speaks of the first ones. */
static enum ln_status choose_near(struct value_choice *choice, size_t reach)
{
    const struct ln_trials *trials = choice->trials;
    enum ln_status status = LN_OK;
    size_t done = 0;
    for (size_t e = 0; e < trials->events.length && !status; e++) {
        uint32_t operation = ln_event_operation(trials->events.at[e]);
        bool all, any;
        count_values(choice, &choice->first, operation, &all, &any);
        if (!any && operation != choice->anchor)
            continue;
        if (e > reach && done < e - reach)
            done = e - reach;
        for (; done < trials->events.length && done <= e + reach && !status; done++)
            status = choose_all_of(choice, ln_event_operation(trials->events.at[done]));
    }
    return status;
}

/* ---- from enough to few ---- */

/* Leaves out `count` of the values from `at` on, if that is still a violation. */
static enum ln_status leave_out(struct value_choice *choice, size_t at, size_t count, bool *violated)
{
    size_t all = choice->list.length;
    enum ln_status status = LN_OK;
    ln_value *saved = ln_take(choice->trials->memory, all * sizeof *saved);
    *violated = false;
    if (!saved)
        return LN_NO_MEMORY;
    for (size_t i = 0; i < all; i++)
        saved[i] = choice->list.at[i];
    ln_wordset_clear(&choice->chosen);
    choice->list.length = 0;
    for (size_t i = 0; i < all && !status; i++)
        if (i < at || i >= at + count)
            status = choose(choice, saved[i]);
    if (!status)
        status = try_choice(choice, violated);
    if (!*violated) {
        ln_wordset_clear(&choice->chosen);
        choice->list.length = 0;
        for (size_t i = 0; i < all && !status; i++)
            status = choose(choice, saved[i]);
    }
    ln_give(choice->trials->memory, saved, all * sizeof *saved);
    return status;
}

static enum ln_status reduce(struct value_choice *choice)
{
    enum ln_status status = LN_OK;
    for (size_t count = choice->list.length / 2; count && !status; count /= 2) {
        for (size_t at = 0; at < choice->list.length && !status && !choice->trials->spent;) {
            bool violated;
            status = leave_out(choice, at, count, &violated);
            at += violated ? 0 : count;
        }
    }
    return status;
}

static enum ln_status shrink(struct value_choice *choice, bool *found)
{
    const struct ln_outcome *outcome = choice->outcome;
    size_t all = choice->trials->events.length;
    enum ln_status status = choose_all_of(choice, choice->anchor);
    for (size_t i = 0; i < outcome->suspects.length && !status; i++)
        status = choose_all_of(choice, outcome->suspects.at[i]);
    for (size_t i = 0; i < choice->list.length && !status; i++)
        if (!ln_wordset_add(&choice->first, choice->list.at[i].word))
            status = LN_NO_MEMORY;
    if (!status)
        status = try_choice(choice, found);
    for (size_t reach = 2; reach < 4 * all && !*found && !status && !choice->trials->spent; reach *= 4) {
        status = choose_near(choice, reach);
        if (!status)
            status = try_choice(choice, found);
    }
    return status || !*found ? status : reduce(choice);
}

enum ln_status ln_shrink_values(struct ln_trials *trials, uint32_t anchor, const struct ln_outcome *outcome,
                                bool *found)
{
    struct value_choice choice = { .trials = trials, .outcome = outcome, .anchor = anchor };
    enum ln_status status = LN_OK;
    *found = false;
    if (!ln_spec_closed(trials->spec) || trials->best->undivided || trials->best->stuck != LN_NO_OP ||
        trials->history->linked || ln_hides_value(trials->history, trials->spec, anchor))
        return LN_OK;
    ln_wordset_init(&choice.first, trials->memory);
    ln_wordset_init(&choice.chosen, trials->memory);
    status = shrink(&choice, found);
    ln_wordset_fini(&choice.first);
    ln_wordset_fini(&choice.chosen);
    ln_vec_fini(&choice.list, trials->memory);
    return status;
}
