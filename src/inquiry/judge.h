/* Deciding a history with all that belongs to the answer: the verdict, and of a violation its core. */
#ifndef LN_INQUIRY_JUDGE_H
#define LN_INQUIRY_JUDGE_H

#include "check/check.h"
#include "report/report.h"

/* `finding` has its history and, unless that is empty, its spec; the outcome and the core, initialised by the caller,
 * are filled and belong to it from then on. The core has a budget of its own, a few times what the verdict took. */
enum ln_status ln_judge(struct ln_judged *finding, const struct ln_check_options *how, struct ln_budget *budget,
                        struct ln_outcome *outcome, struct ln_core *core, struct ln_error *error);

#endif
