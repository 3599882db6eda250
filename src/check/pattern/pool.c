/* A collection that gives its values back in any order.
 *
 * Violated by BP1, BP1' (found while loading) and BP3 only. The witness inserts a critical value in the last gap before
 * it was surely inside and removes it in the first one after; all operations about another value happen in one gap.
 * In a gap come the removals of values that were inside, what begins and ends there, what found nothing, insertions.
 * Linear. */
#include "check/pattern/run.h"

enum { EMPTY_GAP };

static bool place_all(struct ln_run *run, const uint32_t *empty_gap)
{
    bool placed = true;
    for (size_t v = 0; v < run->members.length && placed; v++)
        if (ln_member_critical(&run->members.at[v]))
            placed = ln_place(run, ln_member_right(&run->members.at[v]) + 1, run->members.at[v].removal);
    for (size_t a = 0; a < run->absences.length && placed; a++)
        placed = ln_place(run, empty_gap[a], run->absences.at[a].operation);
    for (size_t v = 0; v < run->members.length && placed; v++) {
        const struct ln_run_member *member = &run->members.at[v];
        placed = ln_place(run, member->first_return, member->insert);
        if (placed && !ln_member_critical(member))
            placed = ln_place(run, member->first_return, member->removal);
    }
    return placed;
}

enum ln_status ln_decide_pool(struct ln_run *run)
{
    uint32_t *empty_gap = ln_run_room(run, EMPTY_GAP, run->absences.length);
    enum ln_status status = empty_gap ? LN_OK : LN_NO_MEMORY;
    if (!status && run->spec->class->discipline == LN_DISCIPLINE_LOOSE)
        for (size_t a = 0; a < run->absences.length; a++)
            empty_gap[a] = run->absences.at[a].ret;
    else if (!status)
        status = ln_find_empty_gaps(run, empty_gap);
    if (status || run->pattern || !run->wants_order)
        return status;
    return !ln_begin_tokens(run) && place_all(run, empty_gap) ? ln_order_tokens(run) : LN_NO_MEMORY;
}
