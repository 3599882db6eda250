/* Inside src/check only: deciding the parts of a history on several threads. */
#ifndef LN_CHECK_WORKERS_H
#define LN_CHECK_WORKERS_H

#include "check/check.h"
#include "partition/partition.h"

/* The first violation stops everything. The outcome is that of the violated part; else that of the part that came
 * furthest when the budget ran out; else holds, with every part's order in `orders` (and the stuck witnesses). */
enum ln_status ln_workers_run(const struct ln_history *history, const struct ln_spec *spec,
                              const struct ln_partition *partition, const struct ln_check_options *options,
                              struct ln_budget *budget, struct ln_orders *orders, struct ln_outcome *outcome);

#endif
