/* Inside src/history only: what is needed while a history is being built. */
#ifndef LN_HISTORY_BUILDING_H
#define LN_HISTORY_BUILDING_H

#include "history/history.h"

struct ln_span {
    int64_t call, ret;
};

struct ln_building {
    LN_VEC(struct ln_span) times;  /* one per operation when the history is given with times, else empty */
    LN_VEC(uint32_t) open;         /* per process: its open operation, LN_NO_OP, or GONE */
    uint64_t *map;                 /* process word -> index, open addressing on map_room pairs */
    size_t map_room;
};

/* Positions from times; fills history->events and `after`. */
enum ln_status ln_order_by_time(struct ln_history *history, const struct ln_span *times, uint32_t *line,
                                struct ln_error *error);

#endif
