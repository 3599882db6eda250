/* A set whose elements are each added and removed at most once; elements do not influence each other.
 *
 * Violated by BP1, BP1' (found while loading) and BP3: an element was found absent in an operation that lies wholly
 * within the gaps in which it was surely present. The witness adds a critical element in the last gap before those and
 * removes it in the first one after; of another element everything but absence happens in one gap. In a gap come
 * removals, then absences, then the rest. Linear. */
#include "check/pattern/run.h"

#include <assert.h>

/* Where the absence may be, or LN_NO_OP. */
static uint32_t gap_of(const struct ln_run *run, const struct ln_sighting *absence)
{
    const struct ln_run_member *member;
    if (absence->value == LN_NO_OP)
        return absence->ret;
    member = &run->members.at[absence->value];
    if (!ln_member_critical(member) || absence->call < member->first_return)
        return absence->call + 1;
    return absence->ret > ln_member_right(member) ? absence->ret : LN_NO_OP;
}

static bool place_looks(struct ln_run *run, bool later)
{
    bool placed = true;
    for (size_t i = 0; i < run->looks.length && placed; i++) {
        const struct ln_sighting *look = &run->looks.at[i];
        assert(look->value < run->members.length);
        uint32_t first = run->members.at[look->value].first_return;
        if ((look->call + 1 > first) == later)
            placed = ln_place(run, later ? look->call + 1 : first, look->operation);
    }
    return placed;
}

static bool place_removals(struct ln_run *run, bool critical)
{
    bool placed = true;
    for (size_t v = 0; v < run->members.length && placed; v++) {
        const struct ln_run_member *member = &run->members.at[v];
        if (ln_member_critical(member) == critical)
            placed = ln_place(run, critical ? ln_member_right(member) + 1 : member->first_return, member->removal);
    }
    return placed;
}

static bool place_all(struct ln_run *run)
{
    bool placed = place_looks(run, true) && place_removals(run, true);
    for (size_t a = 0; a < run->absences.length && placed; a++)
        placed = ln_place(run, gap_of(run, &run->absences.at[a]), run->absences.at[a].operation);
    for (size_t v = 0; v < run->members.length && placed; v++)
        placed = ln_place(run, run->members.at[v].first_return, run->members.at[v].insert);
    return placed && place_looks(run, false) && place_removals(run, false);
}

enum ln_status ln_decide_set(struct ln_run *run)
{
    for (uint32_t a = 0; a < run->absences.length; a++)
        if (gap_of(run, &run->absences.at[a]) == LN_NO_OP) {
            enum ln_status status = ln_run_accuse_absence(run, "BP3", a);
            return status ? status : ln_run_accuse_more(run, run->absences.at[a].value);
        }
    if (!run->wants_order)
        return LN_OK;
    return !ln_begin_tokens(run) && place_all(run) ? ln_order_tokens(run) : LN_NO_MEMORY;
}
