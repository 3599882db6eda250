/* How far would clocks have to be off for a violated history to be linearizable? */
#ifndef LN_CHECK_MIN_SKEW_H
#define LN_CHECK_MIN_SKEW_H

#include "check/check.h"

/* The history is violated under its skews and has kept its times. The least skew is the same for all processes, counted
 * from zero. The deadline of the budget holds for the whole; when it stops the work, *found says how far it came. */
enum ln_status ln_min_skew(const struct ln_history *history, const struct ln_spec *spec,
                           const struct ln_check_options *options, const struct ln_budget *budget,
                           struct ln_min_skew *found, struct ln_error *error);

#endif
