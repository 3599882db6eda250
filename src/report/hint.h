/* Inside src/report only: what became of the order that a history reports. */
#ifndef LN_REPORT_HINT_H
#define LN_REPORT_HINT_H

#include "report/report.h"

/* A line that says where that order fails and what it took; nothing when it is right, or there is none. */
void ln_hint_write(const struct ln_judged *finding, struct ln_str *out);

#endif
