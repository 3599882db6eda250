/* What strong hitting families had to say. */
#ifndef LN_REPORT_HITTING_H
#define LN_REPORT_HITTING_H

#include "report/report.h"

/* `no witness up to depth 3, 338 schedules tried`, or of what holds `depth 3, 338 schedules`. Only where they were used. */
void ln_hitting_write(const struct ln_outcome *outcome, struct ln_str *out);
/* Nothing where they were not used. */
void ln_hitting_facts(const struct ln_outcome *outcome, struct ln_facts *facts);

#endif
