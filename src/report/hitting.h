/* What strong hitting families had to say. */
#ifndef LN_REPORT_HITTING_H
#define LN_REPORT_HITTING_H

#include "report/report.h"

/* `no witness up to depth 3, 338 schedules tried`, or of what holds `depth 3, 338 schedules`. Only where they were used. */
void ln_hitting_write(const struct ln_outcome *outcome, struct ln_str *out);
/* Members of JSON, with a comma before each; nothing where they were not used. */
void ln_hitting_json(const struct ln_outcome *outcome, struct ln_str *out);

#endif
