/* The distinct schedules of a strong d-hitting family, one after the other. */
#ifndef LN_CHECK_HITTING_SCHEDULES_H
#define LN_CHECK_HITTING_SCHEDULES_H

#include "base/wordset.h"
#include "check/hitting/family.h"

/* Schedules, and their ends, are told apart by fingerprints of 64 bits: two among a million are alike with a probability
 * below 10^-7. No more than LN_SCHEDULES_MOST of them are remembered. */
enum { LN_SCHEDULES_MOST = 1 << 21, LN_SCHEDULES_WORK = 1 << 28 }; /* elements looked at: about a second */

enum { LN_PRINTS_BITS = 11 };

/* Of one sequence, without what was cut off. */
struct ln_print {
    uint64_t set, name, print;
};

struct ln_schedules {
    struct ln_family *family;
    struct ln_budget *budget;
    uint32_t depth, level; /* how many elements of the tuple are chosen, from its end */
    uint32_t chain;
    bool complete;           /* a tuple that was not looked at yet */
    LN_VEC(uint64_t) sets;   /* per level: what remains, */
    LN_VEC(uint32_t) chosen; /* which element is cut off from it, */
    LN_VEC(uint64_t) prints; /* and the fingerprint of all that was cut off before */
    uint64_t walk;           /* a number for each start */
    struct ln_print known[1 << LN_PRINTS_BITS];
    struct ln_wordset seen;
    uint64_t count, work; /* distinct schedules so far, and elements looked at */
    int64_t fuel;
};

void ln_schedules_init(struct ln_schedules *schedules, struct ln_family *family);
void ln_schedules_fini(struct ln_schedules *schedules);

/* At the beginning of the family of that depth, at most the number of operations and at least 1. */
enum ln_status ln_schedules_start(struct ln_schedules *schedules, uint32_t depth, struct ln_budget *budget);
/* On to the next schedule that is new. LN_STOPPED when the budget is spent, there are too many to be
 * remembered, or it takes too long. */
enum ln_status ln_schedules_next(struct ln_schedules *schedules, bool *found);
/* Its elements, in order. */
enum ln_status ln_schedules_write(struct ln_schedules *schedules, uint32_t *out);

/* How many there are. *counted is false when there are more than can be remembered, or the budget is spent. */
enum ln_status ln_schedules_count(struct ln_schedules *schedules, uint32_t depth, struct ln_budget *budget,
                                  uint64_t *count, bool *counted);

#endif
