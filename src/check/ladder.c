#include "check/ladder.h"

#include "check/brute.h"
#include "check/search.h"

enum ln_status ln_ladder_init(struct ln_ladder *ladder, enum ln_algorithm algorithm, struct ln_memory *memory)
{
    *ladder = (struct ln_ladder){ algorithm, memory, NULL };
    return algorithm == LN_ALGORITHM_BRUTE ? LN_OK : ln_search_new(&ladder->search, memory);
}

void ln_ladder_fini(struct ln_ladder *ladder)
{
    ln_search_free(ladder->search);
}

enum ln_status ln_ladder_run(struct ln_ladder *ladder, const struct ln_problem *problem, struct ln_budget *budget,
                             struct ln_outcome *outcome)
{
    switch (ladder->algorithm) {
    case LN_ALGORITHM_BRUTE: return ln_brute_run(problem, budget, outcome);
    case LN_ALGORITHM_AUTO:
    case LN_ALGORITHM_SEARCH: break;
    }
    return ln_search_run(ladder->search, problem, budget, outcome);
}
