/* Splitting a history into parts that can be judged one by one, and joining their witnesses. */
#ifndef LN_PARTITION_PARTITION_H
#define LN_PARTITION_PARTITION_H

#include "spec/spec.h"

struct ln_partition {
    struct ln_memory *memory;
    uint32_t parts;
    uint32_t *part_of; /* per operation; LN_NO_OP for failed ones */
    uint32_t *events;  /* the history's events, stably grouped by part */
    size_t *starts;    /* parts + 1 */
    size_t operations, event_count;
};

/* By object and, where the spec says so, by part of an object. */
enum ln_status ln_partition_init(struct ln_partition *partition, const struct ln_history *history,
                                 const struct ln_spec *spec, struct ln_memory *memory);
void ln_partition_fini(struct ln_partition *partition);

/* One order per part, where its events start in the partition (there are at least as many events): that of part p is
 * the counts[p] operations from at[starts[p]] on. */
struct ln_orders {
    uint32_t *at;
    uint32_t *counts;
};

/* One order for the whole history from one per part. *joined is false when there is none, which `after` links between parts can cause
 * (history/history.h): the order of events is then no interval order, and locality fails. */
enum ln_status ln_partition_join(const struct ln_partition *partition, const struct ln_history *history,
                                 const struct ln_orders *orders, uint32_t *whole, size_t *count, bool *joined);

#endif
