/* Holds is earned: the one rule by which what found no violation may say that an object holds. It is applied between
 * engine and finding: LN_HOLDS of a procedure says only that it has nothing against what it was given (an order that
 * explains it, say). Who answers for the whole, be it all of src/inquiry, the monitor or a refinement, says what was
 * looked at and what was not, and takes the verdict from here. */
#ifndef LN_FINDING_EARNED_H
#define LN_FINDING_EARNED_H

#include "finding/verdict.h"

struct ln_coverage {
    uint64_t looked_at;     /* what was judged: operations, runs, states; 0 is nothing */
    uint64_t unseen;        /* things that matter, were not seen, and that the user has not accepted by name */
    enum ln_reason stopped; /* why not all was done of what the verdict's sentence names, or LN_REASON_NONE */
    bool allow_empty;       /* the user takes it for an answer that nothing was looked at */
};

/* The verdict when nothing speaks against the object, and why it is unknown if it is. */
enum ln_verdict ln_earned(const struct ln_coverage *coverage, enum ln_reason *reason);

#endif
