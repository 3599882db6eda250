#include "explore/totals.h"

void ln_totals_add(struct ln_totals *totals, const struct ln_explored *explored, const struct ln_shared *trace)
{
    totals->looks_at_clock |= trace->looks_at_clock;
    totals->waits |= trace->waits;
    totals->unbounded += explored->unbounded;
    totals->tests++;
    totals->schedules += explored->schedules;
    totals->redundant += explored->redundant;
    totals->histories += explored->histories;
    totals->empty += explored->empty;
    ln_seen_add(&totals->seen, &explored->seen);
    totals->unfair += explored->unfair;
    totals->serial += explored->serial_full + explored->serial_stuck;
    totals->too_long += explored->too_long > 0;
    totals->too_large += explored->too_large > 0;
    totals->undecided += explored->undecided > 0;
    totals->lacking += explored->lacking > 0;
    totals->loose += explored->loose > 0;
    totals->killed += explored->killed;
    if (explored->failure || explored->lacking || explored->complete)
        return;
    totals->cut++;
    if (!totals->stop)
        totals->stop = explored->stop;
}
