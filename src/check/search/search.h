/* Deciding by search. */
#ifndef LN_CHECK_SEARCH_SEARCH_H
#define LN_CHECK_SEARCH_SEARCH_H

#include "finding/problem.h"

/* Holds what one thread needs; used for one problem after the other. */
struct ln_search;

enum ln_status ln_search_new(struct ln_search **search, struct ln_memory *memory);
void ln_search_free(struct ln_search *search);

/* Fills the outcome: holds with a witness; violated with the longest partial linearisation; unknown, with the furthest
 * one, when the budget is spent (memory that is refused spends it). */
enum ln_status ln_search_run(struct ln_search *search, const struct ln_problem *problem, struct ln_budget *budget,
                             struct ln_outcome *outcome);
/* The same, but it gives up after entering `patience` configurations (unless that is UINT64_MAX): outcome->declined,
 * with LN_REASON_BOUND, or LN_REASON_MEMORY when memory was refused before. */
enum ln_status ln_search_try(struct ln_search *search, const struct ln_problem *problem, uint64_t patience,
                             struct ln_budget *budget, struct ln_outcome *outcome);

/* Every state that the object can be in after all of a problem without pending operations: none when it is violated.
 * *all is false when they are too many, or the budget is spent. LN_NO_MEMORY when memory is refused. */
enum ln_status ln_search_ends(struct ln_search *search, const struct ln_problem *problem, struct ln_budget *budget,
                              struct ln_next *ends, bool *all);

#endif
