/* Deciding a whole history: split it, decide its parts on several threads, join and replay the witness. */
#ifndef LN_CHECK_CHECK_H
#define LN_CHECK_CHECK_H

#include "check/ladder.h"

struct ln_check_options {
    enum ln_algorithm algorithm;
    unsigned jobs;      /* threads; 0 counts as 1 */
    uint32_t depth;     /* of the strong hitting families to try; 0: as many as are usual */
    uint32_t cut_every; /* as in struct ln_problem; for tests */
    uint32_t k;         /* of counting: up to LN_COUNTING_MOST_K (check/by_counting.h) */
    bool allow_empty;   /* a history in which nothing returned is a finding that holds; to ln_judge (inquiry/judge.h) */
};

/* The outcome is initialised by the caller. LN_OK whatever the verdict; LN_INTERNAL when a witness fails its replay. */
enum ln_status ln_check(const struct ln_history *history, const struct ln_spec *spec,
                        const struct ln_check_options *options, struct ln_budget *budget, struct ln_outcome *outcome,
                        struct ln_error *error);

#endif
