/* Deciding by search. */
#ifndef LN_CHECK_SEARCH_H
#define LN_CHECK_SEARCH_H

#include "check/problem.h"

/* Holds what one thread needs; used for one problem after the other. */
struct ln_search;

enum ln_status ln_search_new(struct ln_search **search, struct ln_memory *memory);
void ln_search_free(struct ln_search *search);

/* Fills the outcome: holds with a witness; violated with the longest partial linearisation; unknown, with the furthest
 * one, when the budget is spent (memory that is refused spends it). */
enum ln_status ln_search_run(struct ln_search *search, const struct ln_problem *problem, struct ln_budget *budget,
                             struct ln_outcome *outcome);

#endif
