/* From a configuration of a frontier back to an order of operations that leads to it. */
#ifndef LN_CHECK_FRONTIER_ORDER_FROM_TRAIL_H
#define LN_CHECK_FRONTIER_ORDER_FROM_TRAIL_H

#include "check/frontier/open_operations.h"
#include "check/frontier/trail.h"
#include "finding/problem.h"

/* Appends to outcome->order, as the history's operations, what happened before the window's event `end` on the way
 * whose last step is `last`. `open` is used up. Linear in the events. */
enum ln_status ln_order_from_trail(struct ln_open *open, const struct ln_spec *spec, struct ln_trail *trail,
                                   uint32_t last, uint32_t end, struct ln_outcome *outcome);

#endif
