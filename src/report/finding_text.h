/* A finding for the terminal, whatever engine it is of. */
#ifndef LN_REPORT_FINDING_TEXT_H
#define LN_REPORT_FINDING_TEXT_H

#include "finding/finding.h"
#include "report/report.h"

/* The first line is the answer. Memory refused: out->failed. */
void ln_report_finding(const struct ln_finding *finding, const struct ln_style *style, struct ln_str *out);

/* With another word than the verdict before the answer. */
void ln_report_finding_as(const struct ln_finding *finding, const char *word, const struct ln_style *style,
                          struct ln_str *out);

/* Lines that are wider than the page are broken between words; what follows is indented as they are. */
void ln_report_wrapped(const char *text, unsigned width, struct ln_str *out);

#endif
