/* The oracle: every order is tried. */
#ifndef LN_CHECK_BRUTE_H
#define LN_CHECK_BRUTE_H

#include "finding/problem.h"

/* Only for small histories: beyond LN_BRUTE_MOST operations the answer is unknown. */
enum { LN_BRUTE_MOST = 512 };

enum ln_status ln_brute_run(const struct ln_problem *problem, struct ln_budget *budget, struct ln_outcome *outcome);

#endif
