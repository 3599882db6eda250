/* Telling the answer: text for people, JSON Lines for programs. */
#ifndef LN_REPORT_REPORT_H
#define LN_REPORT_REPORT_H

#include "finding/finding.h"
#include "spec/spec.h"
#include "verify/core.h"

/* Where a history comes from. */
struct ln_source {
    const char *input, *format, *digest;
    const char *spec; /* as the user names an object of his own; NULL: the finding's */
    const char *skew; /* as the user gives it; NULL: none */
    unsigned number;  /* within the input, from 1 */
    bool keyed;
};

/* One checked history and everything there is to say about it. */
struct ln_judged {
    const char *id; /* the history's own, else its path, with #n when a file holds several */
    const struct ln_history *history;
    const struct ln_spec *spec;
    const struct ln_outcome *outcome;
    const struct ln_core *core;        /* of a violated one, or NULL */
    bool core_minimal, core_confirmed; /* nothing more can be relaxed; brute agrees */
    double core_seconds;               /* CPU, of all seconds */
    struct ln_source source;
    bool accepted_empty;                /* nothing was looked at, and the user takes that for an answer */
    const struct ln_min_skew *min_skew; /* NULL: it was not looked for */
    double seconds;                     /* CPU */
    uint64_t memory;                    /* peak bytes */
};

struct ln_style {
    bool colour;
    bool stats;
    bool explain; /* all there is to say about how far one can get */
    bool unread;  /* nobody reads more in words than the answer, and some of it takes time to find */
    bool utf8;
    unsigned width;
};

/* The answer, the words and the picture of what was judged; `at_length`: all there is to say about how far one can get.
 * The finding has the history from then on. */
void ln_report_words(const struct ln_judged *judged, bool at_length, struct ln_finding *finding);
/* Which history it was, what was looked at, and what shows the verdict: its subject, coverage and evidence. They refer to
 * the outcome. */
void ln_report_evidence(const struct ln_judged *judged, struct ln_facts *evidence);
void ln_report_parts(const struct ln_judged *judged, struct ln_finding *finding);
/* All of it, and the verdict: fills a finding that was just initialised; the style says how much there is in words. */
void ln_report_judged(const struct ln_judged *judged, const struct ln_style *style, struct ln_finding *finding);
/* `log.jsonl is linearizable as a queue`, and which clocks that rests on; or why nothing was looked at. */
void ln_report_answer(const struct ln_judged *finding, struct ln_str *out);
/* Why nothing was looked at in a history of which nothing can be judged: `there are no operations`. */
void ln_report_empty(const struct ln_history *history, struct ln_str *out);
/* What became of a last line without its end; nothing when there is nothing to say. */
void ln_report_cut(const struct ln_history *history, struct ln_facts *facts);
/* What `linnet verify` checks: of what holds; and of a violation, `core`. */
void ln_report_witness(const struct ln_outcome *outcome, struct ln_facts *facts);
void ln_report_core(const struct ln_judged *finding, struct ln_facts *facts);
/* `spec`: the object's name, with its parameter. */
void ln_report_spec(const struct ln_spec *spec, const struct ln_values *values, struct ln_facts *facts);
/* An operation within the group that is open: which, whose, its name, arguments and result. */
void ln_report_operation(const struct ln_history *history, uint32_t operation, struct ln_facts *facts);

/* How many operations of the history may or may not have taken effect, and how many are known not to have. */
size_t ln_count_fate(const struct ln_history *history, enum ln_fate fate);

#endif
