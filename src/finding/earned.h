/* Holds is earned: the one rule by which a search that found no violation may say that an object holds. An engine says
 * what it looked at and what it did not; it never writes LN_HOLDS by itself. */
#ifndef LN_FINDING_EARNED_H
#define LN_FINDING_EARNED_H

#include "finding/verdict.h"

struct ln_coverage {
    uint64_t looked_at;     /* what was judged: operations, runs, states; 0 is nothing */
    uint64_t unseen;        /* things that matter, were not seen, and that the user has not accepted by name */
    enum ln_reason stopped; /* why not all was done of what the verdict's sentence names, or LN_REASON_NONE */
};

/* The verdict when nothing speaks against the object, and why it is unknown if it is. */
enum ln_verdict ln_earned(const struct ln_coverage *coverage, enum ln_reason *reason);

#endif
