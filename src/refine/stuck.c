/* Calls that can never return.
 *
 * A state is stuck when some calls are pending and, without any new call, none of them can ever return: whatever the
 * processes do, they wait for each other or go round. That is a violation unless the specification makes every pending
 * call wait in that situation (Line-Up paper, Definition 2). Deadlocks are found on the way (refine.c); this finds the
 * rest, once everything is explored: from which states is a return reachable without a call? A state is known to be
 * good when it has a return, or a successor that is; successors mostly have higher numbers, so states are looked at
 * from the last to the first, again and again until nothing changes. Time is that of the search times the number of
 * sweeps. */
#include "refine/refine.h"

#include <string.h>

/* A way on that leads to a return. What is not looked at counts as one. */
static enum ln_status leads_on(struct ln_refinement *r, const struct ln_way *way, bool *good)
{
    enum ln_label_kind kind = ln_refine_kind(r, &way->move);
    enum ln_status status;
    uint32_t row;
    *good = kind == LN_LABEL_RETURN || kind == LN_LABEL_POOL || kind == LN_LABEL_CUT;
    if (*good || kind != LN_LABEL_TAU)
        return LN_OK;
    status = ln_refine_apply(r, r->state, way->process, &way->move, r->next);
    if (status)
        return status;
    row = ln_store_find(&r->store, r->next);
    *good = row != LN_NO_ROW && r->returns.at[row];
    return LN_OK;
}

static enum ln_status look(struct ln_refinement *r, uint32_t row, bool *good)
{
    enum ln_status status;
    *good = true;
    ln_store_get(&r->store, row, r->state);
    for (uint32_t p = 0; p < r->options.processes; p++)
        *good &= ln_system_is_idle(&r->system, r->state[LN_COLUMN_LOCALS + p]);
    if (*good)
        return LN_OK;
    status = ln_refine_look(r, r->state);
    for (size_t i = 0; i < r->cartesian.ways.length && !status && !*good; i++)
        status = leads_on(r, &r->cartesian.ways.at[i], good);
    return status;
}

static enum ln_status sweep(struct ln_refinement *r, bool *changed)
{
    *changed = false;
    for (uint32_t row = r->store.count; row-- > 0;) {
        enum ln_status status;
        bool good;
        if (r->returns.at[row])
            continue;
        if (ln_budget_spent(r->budget, &r->fuel, 16))
            return LN_STOPPED;
        status = look(r, row, &good);
        if (status)
            return status;
        r->returns.at[row] = good;
        *changed |= good;
    }
    return LN_OK;
}

enum ln_status ln_refine_find_stuck(struct ln_refinement *r)
{
    bool changed = true;
    if (!ln_vec_reserve(&r->returns, r->memory, r->store.count + 1))
        return LN_NO_MEMORY;
    r->returns.length = r->store.count;
    memset(r->returns.at, 0, r->store.count);
    while (changed) {
        enum ln_status status = sweep(r, &changed);
        if (status)
            return status;
    }
    for (uint32_t row = 0; row < r->store.count; row++) {
        if (r->returns.at[row])
            continue;
        ln_store_get(&r->store, row, r->state);
        if (ln_sets_justify_waiting(&r->sets, r->state[LN_COLUMN_SET]))
            continue;
        r->verdict = LN_VIOLATED;
        r->flaw = LN_FLAW_LIVELOCK;
        r->flaw_row = row;
        return LN_OK;
    }
    return LN_OK;
}
