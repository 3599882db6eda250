/* Deciding by a frontier: all configurations at once, event after event. */
#ifndef LN_CHECK_FRONTIER_FRONTIER_H
#define LN_CHECK_FRONTIER_FRONTIER_H

#include "finding/problem.h"

/* Holds what one thread needs; used for one problem after the other. */
struct ln_frontier;

enum ln_status ln_frontier_new(struct ln_frontier **frontier, struct ln_memory *memory);
void ln_frontier_free(struct ln_frontier *frontier);

/* Fills the outcome like ln_search_run does. It declines (outcome->declined says why) with LN_REASON_METHOD when too
 * many operations are open at once; with LN_REASON_BOUND after entering `patience` configurations (unless that is
 * UINT64_MAX), or with LN_REASON_MEMORY when memory was refused before. */
enum ln_status ln_frontier_run(struct ln_frontier *frontier, const struct ln_problem *problem, uint64_t patience,
                               struct ln_budget *budget, struct ln_outcome *outcome);

#endif
