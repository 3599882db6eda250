/* What helps when a history could not be decided: what is certain, where the work went, what would go further. */
#ifndef LN_REPORT_UNDECIDED_H
#define LN_REPORT_UNDECIDED_H

#include "report/report.h"

enum { LN_UNDECIDED_NAMED = 3 };

struct ln_undecided {
    size_t certain, events;             /* of the part in question: events that are certainly linearizable, and all */
    size_t open, pending;               /* operations open where it stopped, and how many of them never return */
    uint32_t named[LN_UNDECIDED_NAMED]; /* some of those */
    double late;                        /* how much of the work was done when the furthest point was reached, 0 to 1 */
};

/* False when nothing is known, or memory is refused. */
bool ln_undecided_find(const struct ln_judged *finding, struct ln_undecided *undecided, struct ln_memory *memory);

/* Sentences, each on a line of its own. */
void ln_undecided_write(const struct ln_judged *finding, const struct ln_undecided *undecided, struct ln_str *out);
void ln_undecided_facts(const struct ln_undecided *undecided, struct ln_facts *facts);

#endif
