/* The union of the gaps in which some value was surely inside: R+1 .. C of every critical value. One sweep over the
 * gaps, with the furthest end of the intervals that start at each. */
#include "check/pattern/run.h"

#include <assert.h>

/* Per gap, the member whose interval starts there and reaches furthest, + 1. */
static uint32_t *list_starts(struct ln_run *run, const uint32_t *counts)
{
    uint32_t *start = ln_run_zeroed_room(run, LN_ROOM_COUNTS, run->horizon + 2U);
    for (uint32_t v = 0; start && v < run->members.length; v++) {
        const struct ln_run_member *member = &run->members.at[v];
        uint32_t *here;
        if (!ln_member_critical(member) || (counts && !counts[v]))
            continue;
        here = &start[member->first_return + 1];
        assert(member->first_return <= run->horizon);
        if (!*here || ln_member_right(&run->members.at[*here - 1]) < ln_member_right(member))
            *here = v + 1;
    }
    return start;
}

enum ln_status ln_accuse_cover(struct ln_run *run, uint32_t from, uint32_t to, const uint32_t *counts)
{
    uint32_t *start = list_starts(run, counts);
    uint32_t best = LN_NO_OP, reach = 0, next = from;
    enum ln_status status = start ? LN_OK : LN_NO_MEMORY;
    assert(to <= run->horizon + 1);
    for (uint32_t gap = 0; gap <= to && !status; gap++) {
        if (start[gap] && ln_member_right(&run->members.at[start[gap] - 1]) >= reach) {
            best = start[gap] - 1;
            reach = ln_member_right(&run->members.at[best]);
        }
        if (gap != next)
            continue;
        if (best == LN_NO_OP || reach < gap)
            break; /* it is not covered */
        status = ln_run_accuse_more(run, best);
        next = reach + 1;
    }
    return status;
}

enum ln_status ln_find_empty_gaps(struct ln_run *run, uint32_t *gap_of_absence)
{
    uint32_t *start, *last, reach = 0, free = 0;
    if (!run->absences.length)
        return LN_OK;
    start = list_starts(run, NULL);
    last = ln_run_room(run, LN_ROOM_LAST, run->horizon + 2U); /* the last free gap up to each */
    if (!start || !last)
        return LN_NO_MEMORY;
    for (uint32_t gap = 0; gap <= run->horizon; gap++) {
        if (start[gap] && ln_member_right(&run->members.at[start[gap] - 1]) > reach)
            reach = ln_member_right(&run->members.at[start[gap] - 1]);
        if (reach < gap || reach == 0)
            free = gap;
        last[gap] = free;
    }
    for (uint32_t a = 0; a < run->absences.length; a++) {
        const struct ln_sighting *absence = &run->absences.at[a];
        gap_of_absence[a] = last[absence->ret];
        if (gap_of_absence[a] > absence->call)
            continue;
        ln_run_accuse_absence(run, "BP3", a);
        return ln_accuse_cover(run, absence->call + 1, absence->ret, NULL);
    }
    return ln_run_pay(run, run->absences.length);
}
