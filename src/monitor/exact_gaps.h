/* Inside src/monitor only: the moments at which a collection may have been empty, and the operations that need one. */
#ifndef LN_MONITOR_EXACT_GAPS_H
#define LN_MONITOR_EXACT_GAPS_H

#include "base/vec.h"

struct ln_exact_gap {
    uint64_t place;  /* after all events before this one */
    uint32_t before; /* the free gap before it, + 1; 0: none */
    uint32_t next;   /* itself while it is free; else one nearer to the next free one */
    uint32_t needs;  /* of the operations that need a free gap and have none after this one, */
    uint32_t ticket; /* the one with the latest first gap: needs - 1, or 0 when there is none */
    bool begins;     /* while room is made: it has not the same slack as those before */
};

struct ln_exact_gaps {
    struct ln_memory *memory;
    uint32_t room;  /* a power of two, or 0 */
    uint32_t count; /* gaps, free or not */
    uint32_t last;  /* the last free one, + 1 */
    struct ln_exact_gap *at;
    int64_t *low; /* a tree: the least slack below a node, */
    int64_t *add; /* of which this much is its own */
};

void ln_exact_gaps_init(struct ln_exact_gaps *gaps, struct ln_memory *memory);
void ln_exact_gaps_fini(struct ln_exact_gaps *gaps);

/* Whether the next one needs room to be made. Then, before it comes, every place has to be named at which slacks change,
 * and at which a later `from` or `to` may be, among the gaps that are there: free gaps between which there is none
 * become one. */
static inline bool ln_exact_gaps_full(const struct ln_exact_gaps *gaps)
{
    return gaps->count == gaps->room;
}
void ln_exact_gaps_divide(struct ln_exact_gaps *gaps, uint64_t place);

/* A gap later than all others, free while its slack is not negative. What lies at `settled` or before never changes any
 * more and may be forgotten. False when memory is refused. */
bool ln_exact_gaps_append(struct ln_exact_gaps *gaps, uint64_t place, uint32_t slack, uint64_t settled);

/* These say false, with the ticket of one of them, when an operation has lost its last free gap. Gaps are those after
 * `from` up to `to`. */
bool ln_exact_gaps_lower(struct ln_exact_gaps *gaps, uint64_t from, uint64_t to, uint32_t *ticket); /* by one */
bool ln_exact_gaps_cover(struct ln_exact_gaps *gaps, uint64_t from, uint64_t to, uint32_t *ticket);
/* An operation needs a free gap after `from`, up to the last one that there is. */
bool ln_exact_gaps_need(struct ln_exact_gaps *gaps, uint64_t from, uint32_t ticket);

#endif
