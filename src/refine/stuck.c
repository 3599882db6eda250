/* Calls that can never return, found while states are being explored.
 *
 * A state is stuck when some calls are pending and, without any new call, none of them can ever return: whatever the
 * processes do, they wait for each other or go round. That is a violation unless the specification makes every pending
 * call wait in that situation (Line-Up paper, Definition 2).
 *
 * What can be reached from a stuck state by invisible steps is stuck, too, and stays among itself. So when the last
 * state of such a region has been expanded, all its successors have been expanded before: only then it is looked at, by
 * a search among the expanded states that ends at the first return, at the first state that is known to lead to one
 * (`good`), or at the first that is not expanded (then this was not the last one). If it ends at none of them, the
 * state is stuck. So a stuck state is found as soon as its region is explored, whatever else there is to explore, and
 * when all is explored none was missed.
 *
 * A state is looked at at most once in this way; few are, as most have a successor that is new. Steps leave the set of
 * the specification as it is, so it excuses all states of a region or none. */
#include "refine/refine.h"

#include <assert.h>
#include <string.h>

enum outcome { LEADS_ON, NOT_YET, STUCK };

/* ---- visited states ---- */

static bool visit(struct ln_refinement *r, uint32_t row, uint32_t from)
{
    uint32_t at = (uint32_t)r->visited.length;
    assert(!(r->marks.at[row] & LN_MARK_VISITED) && r->marks.at[row] & LN_MARK_EXPANDED);
    r->marks.at[row] |= LN_MARK_VISITED;
    return ln_vec_push(&r->visited, r->memory, ((struct ln_visited){ row, from })) &&
           ln_vec_push(&r->open, r->memory, at);
}

static void forget_visited(struct ln_refinement *r)
{
    for (size_t i = 0; i < r->visited.length; i++)
        r->marks.at[r->visited.at[i].row] &= (uint8_t)~LN_MARK_VISITED;
    r->visited.length = r->open.length = 0;
}

/* Everything on the way there leads on, too. */
static void mark_way(struct ln_refinement *r, uint32_t at)
{
    for (; at != LN_NO_ROW; at = r->visited.at[at].from)
        r->marks.at[r->visited.at[at].row] |= LN_MARK_GOOD;
}

/* ---- the search ---- */

/* Is that a way on? What is not looked at counts as one. Of invisible steps *row is where they lead. */
static enum ln_status follow(struct ln_refinement *r, const struct ln_way *way, bool *good, uint32_t *row)
{
    enum ln_label_kind kind = ln_refine_kind(r, &way->move);
    enum ln_status status;
    *good = ln_refine_leads_on(kind);
    *row = LN_NO_ROW;
    if (*good || kind != LN_LABEL_TAU)
        return LN_OK;
    status = ln_refine_apply(r, r->state, way->process, &way->move, r->next);
    if (status)
        return status;
    *row = ln_store_find(&r->store, r->next);
    assert(*row != LN_NO_ROW);
    *good = r->marks.at[*row] & LN_MARK_GOOD;
    return LN_OK;
}

static enum ln_status look(struct ln_refinement *r, uint32_t at, enum outcome *outcome)
{
    enum ln_status status;
    ln_store_get(&r->store, r->visited.at[at].row, r->state);
    status = ln_refine_look(r, r->state);
    for (size_t i = 0; i < r->cartesian.ways.length && !status && *outcome == STUCK; i++) {
        uint32_t row;
        bool good;
        status = follow(r, &r->cartesian.ways.at[i], &good, &row);
        if (!status && good) {
            *outcome = LEADS_ON;
            mark_way(r, at);
        }
        if (status || good || row == LN_NO_ROW || r->marks.at[row] & (LN_MARK_VISITED | LN_MARK_WAITS))
            continue;
        if (!(r->marks.at[row] & LN_MARK_EXPANDED))
            *outcome = NOT_YET;
        else if (!visit(r, row, at))
            status = LN_NO_MEMORY;
    }
    return status;
}

/* From a row, among those that are expanded: the latest first, so that a process mostly runs on as far as it can. */
static enum ln_status search_from(struct ln_refinement *r, uint32_t row, enum outcome *outcome)
{
    enum ln_status status;
    assert(!r->visited.length && !r->open.length);
    status = visit(r, row, LN_NO_ROW) ? LN_OK : LN_NO_MEMORY;
    *outcome = STUCK;
    while (r->open.length && !status && *outcome == STUCK) {
        if (ln_budget_spent(r->budget, &r->fuel, 16))
            return LN_STOPPED;
        status = look(r, r->open.at[--r->open.length], outcome);
    }
    return status;
}

/* ---- what is told ---- */

static bool is_violation(struct ln_refinement *r, uint32_t row)
{
    ln_store_get(&r->store, row, r->state);
    return ln_refine_has_pending(r, r->state) && !ln_sets_justify_waiting(&r->sets, r->state[LN_COLUMN_SET]);
}

/* The calls may have been hopeless before: back to where they became so. */
static enum ln_status find_first(struct ln_refinement *r, uint32_t *row)
{
    for (;;) {
        uint32_t parent = ln_store_parent(&r->store, *row);
        enum outcome outcome = NOT_YET;
        enum ln_status status;
        if (parent == LN_NO_ROW || r->marks.at[parent] & LN_MARK_GOOD || !is_violation(r, parent))
            return LN_OK;
        status = search_from(r, parent, &outcome);
        forget_visited(r);
        if (status || outcome != STUCK)
            return status;
        *row = parent;
    }
}

static enum ln_status tell(struct ln_refinement *r, uint32_t row)
{
    enum ln_status status = find_first(r, &row);
    if (status)
        return status;
    ln_store_get(&r->store, row, r->state);
    status = ln_refine_look(r, r->state);
    r->verdict = LN_VIOLATED;
    r->flaw = r->cartesian.moving ? LN_FLAW_LIVELOCK : LN_FLAW_DEADLOCK;
    r->flaw_row = row;
    return status;
}

enum ln_status ln_refine_look_for_stuck(struct ln_refinement *r, uint32_t row)
{
    enum outcome outcome;
    enum ln_status status = search_from(r, row, &outcome);
    bool excused = !status && outcome == STUCK && !is_violation(r, row);
    for (size_t i = 0; excused && i < r->visited.length; i++)
        r->marks.at[r->visited.at[i].row] |= LN_MARK_WAITS;
    forget_visited(r);
    return !status && outcome == STUCK && !excused ? tell(r, row) : status;
}
