/* A cell whose every write stores a new value (Gibbons and Korach 1997).
 *
 * A write and the reads of its value are a cluster. If some operation of it returns before another is called, the cell
 * surely had the value in the gaps R+1 .. C, the cluster's zone; the value before all writes has it from gap 0 on. The
 * other clusters happen within one gap. Violated exactly when
 *
 *   BP1   a read returns a value whose write was not called before it returned (found while loading)
 *   BP2   two zones overlap
 *   BP3   a cluster without a zone has no gap outside of another's zone
 *
 * In a gap of the witness come the reads of the value that was there, then whole clusters, then the write whose zone
 * begins, with the reads that were open by then. Linear. */
#include "check/pattern/run.h"

#include <assert.h>

enum { ZONE, GAP };

struct cell {
    struct ln_run *run;
    uint32_t *zone; /* per gap: the member whose zone it is in, + 1 */
    uint32_t *gap;  /* per member without a zone: where it happens */
    const uint32_t *starts, *looks;
};

static bool is_first_value(const struct ln_run_member *member)
{
    return member->insert == LN_NO_OP;
}

static bool has_zone(const struct ln_run_member *member)
{
    return is_first_value(member) ? member->looks > 0 : ln_member_critical(member);
}

static enum ln_status mark_zones(struct cell *cell)
{
    struct ln_run *run = cell->run;
    for (uint32_t v = 0; v < run->members.length; v++) {
        const struct ln_run_member *member = &run->members.at[v];
        uint32_t gap = is_first_value(member) ? 0 : member->first_return + 1;
        assert(!is_first_value(member) || v == 0);
        for (; has_zone(member) && gap <= ln_member_right(member); gap++) {
            if (cell->zone[gap])
                return ln_run_accuse(run, "BP2", cell->zone[gap] - 1, v);
            assert(gap <= run->horizon);
            cell->zone[gap] = v + 1;
        }
    }
    return ln_run_pay(run, run->horizon);
}

/* Between two zones there is always a free gap: the one ends at a call, the other begins at a return. */
static enum ln_status find_gaps(struct cell *cell)
{
    struct ln_run *run = cell->run;
    for (uint32_t v = 0; v < run->members.length; v++) {
        const struct ln_run_member *member = &run->members.at[v], *around;
        cell->gap[v] = member->first_return;
        if (has_zone(member) || is_first_value(member) || !cell->zone[cell->gap[v]])
            continue;
        around = &run->members.at[cell->zone[cell->gap[v]] - 1];
        cell->gap[v] = around->first_return;
        if (is_first_value(around) || cell->gap[v] <= ln_member_right(member))
            return ln_run_accuse(run, "BP3", v, (uint32_t)(around - run->members.at));
    }
    return ln_run_pay(run, run->members.length);
}

static bool place_reads(struct cell *cell, uint32_t v, bool later)
{
    struct ln_run *run = cell->run;
    const struct ln_run_member *member = &run->members.at[v];
    bool placed = true;
    for (uint32_t i = cell->starts[v]; i < cell->starts[v + 1] && placed; i++) {
        const struct ln_sighting *look = &run->looks.at[cell->looks[i]];
        assert(look->value == v);
        bool is_later = has_zone(member) && (is_first_value(member) || look->call + 1 > member->first_return);
        if (is_later == later)
            placed = ln_place(run, later ? look->call + 1 : cell->gap[v], look->operation);
    }
    return placed;
}

static bool place_all(struct cell *cell)
{
    struct ln_run *run = cell->run;
    uint32_t n = (uint32_t)run->members.length;
    bool placed = true;
    for (uint32_t v = 0; v < n && placed; v++)
        placed = place_reads(cell, v, true);
    for (unsigned zones = 0; zones < 2; zones++)
        for (uint32_t v = 0; v < n && placed; v++)
            if (has_zone(&run->members.at[v]) == zones && !is_first_value(&run->members.at[v]))
                placed = ln_place(run, cell->gap[v], run->members.at[v].insert) && place_reads(cell, v, false);
    return placed;
}

enum ln_status ln_decide_cell(struct ln_run *run)
{
    struct cell cell = { .run = run,
                         .zone = ln_run_zeroed_room(run, ZONE, run->horizon + 2U),
                         .gap = ln_run_room(run, GAP, run->members.length) };
    enum ln_status status = cell.zone && cell.gap ? mark_zones(&cell) : LN_NO_MEMORY;
    if (!status && !run->pattern)
        status = find_gaps(&cell);
    if (!status && !run->pattern && run->wants_order)
        status = ln_group_looks(run, &cell.starts, &cell.looks);
    if (status || run->pattern || !run->wants_order)
        return status;
    return !ln_begin_tokens(run) && place_all(&cell) ? ln_order_tokens(run) : LN_NO_MEMORY;
}
