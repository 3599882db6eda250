/* Inside src/history only: what is needed while a history is being built. */
#ifndef LN_HISTORY_BUILDING_H
#define LN_HISTORY_BUILDING_H

#include "base/table.h"
#include "history/history.h"

/* In `open`: the process said that its operation will never return; it must not call again. */
#define LN_GONE (LN_NO_OP - 1)

struct ln_building {
    LN_VEC(uint32_t) open;   /* per process: its open operation, LN_NO_OP, or LN_GONE */
    struct ln_table by_name; /* of processes */
    bool mapped;             /* false while processes are called 0, 1, 2, ... in the order of their first calls */
};

/* The processes' names have got new words. */
void ln_building_remap(struct ln_history *history);

/* Events from times; fills history->events and `after`. */
enum ln_status ln_order_by_time(struct ln_history *history, const struct ln_span *times, uint32_t *line,
                                struct ln_error *error);

/* Once ordered by time: the same for times that may be off by history->skews. */
enum ln_status ln_order_by_skew(struct ln_history *history);

#endif
