/* Inside src/history only: sorting events by time.
 *
 * The keys come listed by rank, which decides at equal times, and are sorted stably. Files are mostly written in the
 * order of calls or of returns, so that the keys of one rank are nearly sorted: they are put in order where they stand
 * and merged. Otherwise a radix sort. */
#ifndef LN_HISTORY_SORT_H
#define LN_HISTORY_SORT_H

#include "base/radix.h"
#include "history/building.h"

enum { LN_RANKS = 4 };

static inline unsigned ln_rank_at_equal_time(enum ln_touching touching, struct ln_span span, bool is_return)
{
    bool instant = span.call == span.ret;
    if (touching == LN_TOUCHING_IS_CONCURRENT)
        return is_return ? 2 : !instant; /* one process: what has no length comes before what lasts */
    if (instant)
        return is_return ? 2 : 1;
    return is_return ? 0 : 3;
}

/* The items are events; those of rank r end before ends[r]. Fills `events`, which has room for them. */
enum ln_status ln_sort_events(struct ln_memory *memory, struct ln_keyed *keys, const size_t ends[static LN_RANKS],
                              size_t count, uint64_t greatest, uint32_t *events);

#endif
