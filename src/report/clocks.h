/* Inside src/report only: what is said of clocks. */
#ifndef LN_REPORT_CLOCKS_H
#define LN_REPORT_CLOCKS_H

#include "report/report.h"

/* ` with clocks off by up to 2ms`, after the answer; nothing when they are right. */
void ln_clocks_answer(const struct ln_judged *finding, struct ln_str *out);
/* The line about the least skew, if it was looked for. */
void ln_clocks_explain(const struct ln_judged *finding, struct ln_str *out);
/* Both. */
void ln_clocks_facts(const struct ln_judged *finding, struct ln_facts *facts);

#endif
