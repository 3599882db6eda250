/* Counting, offline (src/counting): what the k-approximation of some prefix shows. It finds violations only. */
#ifndef LN_CHECK_BY_COUNTING_H
#define LN_CHECK_BY_COUNTING_H

#include "check/pattern/pattern.h"

enum { LN_COUNTING_MOST_K = 4 };

/* Violated, with the operations of the values that show it where the patterns confirm them; else unknown. */
enum ln_status ln_decide_by_counting(const struct ln_problem *problem, uint32_t k, struct ln_pattern *pattern,
                                     struct ln_budget *budget, struct ln_outcome *outcome);

#endif
