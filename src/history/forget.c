/* Forgetting what has returned, so that a stream of events may go on for ever. */
#include "history/building.h"

#include <assert.h>

enum { MANY_VALUES = 4096 };

static enum ln_status renew(const struct ln_values *old, struct ln_values *values, ln_value *value)
{
    return ln_value_copy(old, *value, values, value);
}

/* A table of the values that are still used. */
static enum ln_status renew_values(struct ln_history *history)
{
    struct ln_values old = history->values;
    enum ln_status status = LN_OK;
    ln_values_init(&history->values, history->memory);
    for (size_t i = 0; i < history->processes.length && !status; i++)
        status = renew(&old, &history->values, &history->processes.at[i]);
    for (size_t i = 0; i < history->args.length && !status; i++)
        status = renew(&old, &history->values, &history->args.at[i]);
    for (size_t i = 0; i < history->operations.length && !status; i++) {
        status = renew(&old, &history->values, &history->operations.at[i].f);
        if (!status)
            status = renew(&old, &history->values, &history->operations.at[i].key);
    }
    ln_values_fini(&old);
    if (!status)
        ln_building_remap(history);
    return status;
}

static bool is_open(const struct ln_history *history, uint32_t operation)
{
    assert(history->operations.at[operation].process < history->building->open.length);
    return history->building->open.at[history->operations.at[operation].process] == operation;
}

enum ln_status ln_history_forget(struct ln_history *history, bool *renewed)
{
    size_t kept = 0, args = 0;
    assert(history->building && !history->times.length);
    *renewed = false;
    for (uint32_t i = 0; i < history->operations.length; i++) {
        struct ln_operation o = history->operations.at[i];
        if (!is_open(history, i))
            continue;
        assert(args <= o.args || !o.arity); /* what is kept moves down, never onto what is still to be moved */
        for (uint32_t a = 0; a < o.arity; a++)
            history->args.at[args + a] = history->args.at[o.args + a];
        o.args = (uint32_t)args;
        args += o.arity;
        history->building->open.at[o.process] = (uint32_t)kept;
        history->operations.at[kept++] = o;
    }
    assert(kept <= history->operations.length && args <= history->args.length);
    history->operations.length = kept;
    history->args.length = args;
    history->events.length = history->orders.length = 0;
    for (uint32_t i = 0; i < kept; i++)
        if (!ln_vec_push(&history->events, history->memory, 2 * i))
            return LN_NO_MEMORY;
    *renewed = history->values.entries.length > MANY_VALUES;
    return *renewed ? renew_values(history) : LN_OK;
}
