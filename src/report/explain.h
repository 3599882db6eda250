/* Why a history is not linearizable, in words. */
#ifndef LN_REPORT_EXPLAIN_H
#define LN_REPORT_EXPLAIN_H

#include "report/report.h"

/* One sentence, without an end of line: which result cannot be, and what forbids it. Needs a core or a pattern. */
void ln_explain(const struct ln_judged *finding, struct ln_str *out);

/* `deq() -> 2` (process consumer-a, line 6), the call between backquotes. */
void ln_explain_operation(const struct ln_history *history, uint32_t operation, struct ln_str *out);

#endif
