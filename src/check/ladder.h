/* The rungs: which procedure decides one problem. */
#ifndef LN_CHECK_LADDER_H
#define LN_CHECK_LADDER_H

#include "finding/problem.h"

enum ln_algorithm {
    LN_ALGORITHM_AUTO,
    LN_ALGORITHM_PATTERN,
    LN_ALGORITHM_COUNTING,
    LN_ALGORITHM_FRONTIER,
    LN_ALGORITHM_HITTING,
    LN_ALGORITHM_SEARCH,
    LN_ALGORITHM_BRUTE
};

/* What one thread needs to climb it, problem after problem. */
struct ln_ladder {
    enum ln_algorithm algorithm;
    uint32_t k; /* of counting; the caller's to set, else 0 */
    struct ln_memory *memory;
    struct ln_pattern *pattern; /* NULL unless the algorithm may need it */
    struct ln_search *search;
    struct ln_frontier *frontier;
    struct ln_hitting *hitting; /* NULL until it is needed */
    uint32_t depth;             /* of the families to try; what is usual unless it is set */
    struct ln_hint *hint;       /* NULL until a problem has hints */
};

enum ln_status ln_ladder_init(struct ln_ladder *ladder, enum ln_algorithm algorithm, struct ln_memory *memory);
void ln_ladder_fini(struct ln_ladder *ladder);

/* Decides the problem; of a stuck history, for each of its pending operations: outcome->stuck has their witnesses. */
enum ln_status ln_decide(struct ln_ladder *ladder, struct ln_problem *problem, struct ln_budget *budget,
                         struct ln_outcome *outcome);

#endif
