/* Counting, offline (src/monitor): what the k-approximation of some prefix shows. It finds violations only. */
#ifndef LN_CHECK_COUNTED_H
#define LN_CHECK_COUNTED_H

#include "pattern/pattern.h"

enum { LN_COUNTED_MOST_K = 4 };

/* Violated, with the operations of the values that show it where the patterns confirm them; else unknown. */
enum ln_status ln_counted_run(const struct ln_problem *problem, uint32_t k, struct ln_pattern *pattern,
                              struct ln_budget *budget, struct ln_outcome *outcome);

#endif
