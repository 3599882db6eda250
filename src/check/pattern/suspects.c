/* Shrinking a violation.
 *
 * A collection's legal sequence stays legal without a value and all operations about it, without an operation that found
 * nothing and without a look. So what remains when such a thing is dropped is a relaxation, and if it is still violated,
 * it says why the whole is. The procedures' own guess comes first; then larger and smaller bunches are dropped as long
 * as the rest is violated (Zeller and Hildebrandt 2002), by the same near-linear procedures. Removals that have not
 * returned stay: they only make more possible; of them only the earliest can matter, one per value left over. Some
 * violations need thousands of values, so the trials are given a fixed number of looks at the history. */
#include "check/pattern/suspects.h"

#include "check/pattern/collection_act.h"

#include <assert.h>
#include <string.h>

void ln_suspects_init(struct ln_suspects *suspects, struct ln_memory *memory)
{
    *suspects = (struct ln_suspects){ 0 };
    ln_run_init(&suspects->trial, memory);
    ln_value_ids_init(&suspects->kept, memory);
}

void ln_suspects_fini(struct ln_suspects *suspects)
{
    struct ln_memory *memory = suspects->trial.memory;
    ln_vec_fini(&suspects->events, memory);
    ln_vec_fini(&suspects->items, memory);
    ln_vec_fini(&suspects->fewer, memory);
    ln_run_fini(&suspects->trial);
    ln_value_ids_fini(&suspects->kept);
}

static bool about_a_value(enum ln_act_kind kind)
{
    return kind == LN_ACT_INSERT || kind == LN_ACT_REMOVE || kind == LN_ACT_LOOK;
}

/* Are these events violated? */
static enum ln_status try_events(struct ln_suspects *suspects, const struct ln_problem *problem, const uint32_t *events,
                                 size_t count, bool *violated)
{
    struct ln_problem part = *problem;
    enum ln_status status;
    part.events = events;
    part.event_count = count;
    status = ln_run_load(&suspects->trial, &part);
    if (!status && !suspects->trial.declined && !suspects->trial.pattern)
        status = ln_decide_collection(&suspects->trial);
    *violated = !status && !suspects->trial.declined && suspects->trial.pattern;
    return status;
}

/* ---- the first guess ---- */

static ln_value value_of(const struct ln_run *run, uint32_t member)
{
    uint32_t insert = run->members.at[member].insert;
    assert(member < run->members.length);
    return insert == LN_NO_OP ? run->spec->value : run->history->args.at[run->history->operations.at[insert].args];
}

static bool is_accused_absence(const struct ln_run *run, uint32_t operation)
{
    for (size_t i = 0; i < run->accused_absences.length; i++)
        if (run->absences.at[run->accused_absences.at[i]].operation == operation)
            return true;
    return false;
}

static bool is_guessed(const struct ln_suspects *suspects, const struct ln_run *run, uint32_t operation, bool all)
{
    struct ln_act deed = ln_act_of(run->spec, run->history, operation);
    if (deed.kind == LN_ACT_NOTHING)
        return false;
    if (all || deed.kind == LN_ACT_TAKE || operation == run->accused_operation)
        return true;
    if (about_a_value(deed.kind))
        return ln_value_ids_find(&suspects->kept, deed.value) != LN_NO_OP;
    return deed.kind == LN_ACT_ABSENT && is_accused_absence(run, operation);
}

/* Keeps the events about the first `few` accused members, or all. */
static enum ln_status guess(struct ln_suspects *suspects, const struct ln_problem *problem, const struct ln_run *run,
                            size_t few, bool all, bool *violated)
{
    bool fresh;
    if (!ln_value_ids_clear_for(&suspects->kept, few + 1))
        return LN_NO_MEMORY;
    for (size_t i = 0; i < few; i++)
        ln_value_ids_add(&suspects->kept, value_of(run, run->accused.at[i]), &fresh);
    if (run->accused_operation != LN_NO_OP)
        ln_value_ids_add(&suspects->kept, ln_act_of(run->spec, run->history, run->accused_operation).value, &fresh);
    suspects->events.length = 0;
    for (size_t e = 0; e < problem->event_count; e++)
        if (is_guessed(suspects, run, ln_event_operation(problem->events[e]), all) &&
            !ln_vec_push(&suspects->events, suspects->trial.memory, problem->events[e]))
            return LN_NO_MEMORY;
    return try_events(suspects, problem, suspects->events.at, suspects->events.length, violated);
}

static enum ln_status guess_until(struct ln_suspects *suspects, const struct ln_problem *problem,
                                  const struct ln_run *run, bool *violated)
{
    enum ln_status status = LN_OK;
    *violated = false;
    if (run->accused_few)
        status = guess(suspects, problem, run, run->accused_few, false, violated);
    if (!status && !*violated && run->accused.length + run->accused_absences.length)
        status = guess(suspects, problem, run, run->accused.length, false, violated);
    if (!status && !*violated && run->accused_operation != LN_NO_OP)
        status = guess(suspects, problem, run, 0, false, violated);
    if (!status && !*violated)
        status = guess(suspects, problem, run, 0, true, violated);
    return status;
}

/* ---- dropping more ---- */

/* Numbers what can be dropped: values and what found nothing, or else (looks) each look. */
static enum ln_status number_items(struct ln_suspects *suspects, const struct ln_problem *problem, bool looks,
                                   uint32_t *count)
{
    struct ln_memory *memory = suspects->trial.memory;
    if (!ln_value_ids_clear_for(&suspects->kept, suspects->events.length) ||
        !ln_vec_reserve(&suspects->items, memory, suspects->events.length))
        return LN_NO_MEMORY;
    for (size_t e = 0; e < suspects->events.length; e++) {
        uint32_t operation = ln_event_operation(suspects->events.at[e]);
        struct ln_act deed = ln_act_of(problem->spec, problem->history, operation);
        /* Operations are told from values by a constant that is none: there are less than eight. */
        ln_value key = { ((uint64_t)operation + 8) << 3 | LN_VALUE_NULL.word };
        bool alone = deed.kind == LN_ACT_ABSENT || looks, fresh;
        if (looks ? deed.kind == LN_ACT_LOOK : alone || about_a_value(deed.kind))
            suspects->items.at[e] = ln_value_ids_add(&suspects->kept, alone ? key : deed.value, &fresh);
        else
            suspects->items.at[e] = LN_NO_OP;
    }
    *count = suspects->kept.count;
    return LN_OK;
}

static enum ln_status try_without(struct ln_suspects *suspects, const struct ln_problem *problem, uint32_t from,
                                  uint32_t to, bool *dropped)
{
    size_t n = 0;
    enum ln_status status;
    *dropped = false;
    if (!ln_vec_reserve(&suspects->fewer, suspects->trial.memory, suspects->events.length))
        return LN_NO_MEMORY;
    for (size_t e = 0; e < suspects->events.length; e++)
        if (suspects->items.at[e] == LN_NO_OP || suspects->items.at[e] < from || suspects->items.at[e] >= to)
            suspects->fewer.at[n++] = suspects->events.at[e];
    if (n == suspects->events.length)
        return LN_OK;
    status = try_events(suspects, problem, suspects->fewer.at, n, dropped);
    if (status || !*dropped)
        return status;
    n = 0;
    for (size_t e = 0; e < suspects->events.length; e++)
        if (suspects->items.at[e] == LN_NO_OP || suspects->items.at[e] < from || suspects->items.at[e] >= to) {
            suspects->events.at[n] = suspects->events.at[e];
            suspects->items.at[n++] = suspects->items.at[e];
        }
    assert(n && n < suspects->events.length);
    suspects->events.length = n;
    return LN_OK;
}

static enum ln_status shrink(struct ln_suspects *suspects, const struct ln_problem *problem, bool looks)
{
    uint32_t count, bunch = 1;
    bool dropped;
    size_t cost;
    enum ln_status status = number_items(suspects, problem, looks, &count);
    while (!status && bunch < count)
        bunch *= 2;
    for (; bunch && !status; bunch /= 2)
        for (uint32_t from = 0; from < count && !status; from += bunch) {
            cost = suspects->events.length + 16;
            if (suspects->work < cost)
                return LN_OK;
            suspects->work -= cost;
            status = try_without(suspects, problem, from, from + bunch, &dropped);
        }
    return status;
}

/* ---- telling ---- */

static enum ln_status tell(struct ln_suspects *suspects, const struct ln_problem *problem, struct ln_outcome *outcome)
{
    int64_t left = 0;
    for (size_t e = 0; e < suspects->events.length; e++) {
        uint32_t event = suspects->events.at[e];
        struct ln_act deed = ln_act_of(problem->spec, problem->history, ln_event_operation(event));
        if (!ln_event_is_return(event))
            left += (deed.kind == LN_ACT_INSERT) - (deed.kind == LN_ACT_REMOVE);
    }
    for (size_t e = 0; e < suspects->events.length; e++) {
        uint32_t event = suspects->events.at[e], operation = ln_event_operation(event);
        bool takes = ln_act_of(problem->spec, problem->history, operation).kind == LN_ACT_TAKE;
        if (ln_event_is_return(event) || (takes && left-- <= 0))
            continue;
        if (!ln_vec_push(&outcome->suspects, outcome->memory, operation))
            return LN_NO_MEMORY;
    }
    return LN_OK;
}

enum ln_status ln_suspects_find(struct ln_suspects *suspects, const struct ln_problem *problem,
                                const struct ln_run *run, struct ln_outcome *outcome)
{
    enum { LOOKS = 16, LEAST_WORK = 1000000 };
    bool violated = false;
    enum ln_status status;
    assert(run->pattern && !run->declined);
    suspects->work = LOOKS * problem->event_count + LEAST_WORK;
    suspects->trial.budget = run->budget;
    suspects->trial.wants_order = false;
    outcome->suspects.length = 0;
    outcome->pattern = run->pattern;
    status = guess_until(suspects, problem, run, &violated);
    if (status || !violated)
        return status;
    status = shrink(suspects, problem, false);
    if (!status)
        status = shrink(suspects, problem, true);
    if (!status)
        status = try_events(suspects, problem, suspects->events.at, suspects->events.length, &violated);
    if (!status)
        outcome->pattern = suspects->trial.pattern;
    return status == LN_NO_MEMORY ? status : tell(suspects, problem, outcome);
}
