/* The linearizability depth of a small history. */
#ifndef LN_CHECK_HITTING_TRUE_DEPTH_H
#define LN_CHECK_HITTING_TRUE_DEPTH_H

#include "check/hitting/downsets.h"

/* *depth is the smallest d for which there are d operations such that every schedule that strongly hits them is a
 * witness; 0 when the history has no witness at all, or when that could not be found out: *known is false then.
 * `downsets` is filled. */
enum ln_status ln_true_depth(struct ln_downsets *downsets, struct ln_budget *budget, uint32_t *depth, bool *known);

#endif
