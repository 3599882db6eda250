/* Telling the answer: text for people, JSON Lines for programs. */
#ifndef LN_REPORT_REPORT_H
#define LN_REPORT_REPORT_H

#include "spec/spec.h"
#include "verdict/verdict.h"

/* One checked history and everything there is to say about it. */
struct ln_finding {
    const char *id; /* the history's own, else its path, with #n when a file holds several */
    const struct ln_history *history;
    const struct ln_spec *spec;
    const struct ln_outcome *outcome;
    double seconds;  /* CPU */
    uint64_t memory; /* peak bytes */
};

struct ln_style {
    bool colour;
    bool stats;
};

/* The first line is the answer. */
void ln_report_text(const struct ln_finding *finding, const struct ln_style *style, struct ln_str *out);
/* One line. */
void ln_report_json(const struct ln_finding *finding, struct ln_str *out);
/* One line: {"id":...,"spec":...,"witness":[operation, ...]}; operations are numbered from 0 as the file lists them. */
void ln_report_witness(const struct ln_finding *finding, struct ln_str *out);

/* How many operations of the history may or may not have taken effect, and how many are known not to have. */
size_t ln_count_fate(const struct ln_history *history, enum ln_fate fate);

#endif
