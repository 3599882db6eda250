/* Inside src/check/pattern only: a set of gaps that only shrinks, with the nearest one up or down in O(log n): bits, and above
 * them a bit for each word that is not zero, and so on. */
#ifndef LN_CHECK_PATTERN_GAPS_H
#define LN_CHECK_PATTERN_GAPS_H

#include "base/vec.h"

enum { LN_GAP_LEVELS = 6, LN_NO_GAP = -1 };

struct ln_gaps {
    uint64_t *levels[LN_GAP_LEVELS];
    unsigned height;
    uint32_t count;
};

/* How many words all levels have together. */
size_t ln_gaps_words(uint32_t count);
/* All of 0 .. count-1 (full), or none; `words` must stay. */
void ln_gaps_init(struct ln_gaps *gaps, uint64_t *words, uint32_t count, bool full);

void ln_gaps_remove(struct ln_gaps *gaps, uint32_t gap);
void ln_gaps_add(struct ln_gaps *gaps, uint32_t gap);
/* The first one from `gap` on, the last one up to `gap`; LN_NO_GAP when there is none. */
int64_t ln_gaps_from(const struct ln_gaps *gaps, uint32_t gap);
int64_t ln_gaps_upto(const struct ln_gaps *gaps, uint32_t gap);

#endif
