/* Deciding histories of collections by looking for bad patterns: near-linear, exact, with a witness.
 *
 * When every value is inserted at most once, a history of a queue, stack, priority queue, bag, set or register violates
 * its spec exactly when one of a few patterns occurs in it (Gibbons and Korach 1997; Henzinger, Sezgin, Vafeiadis 2013;
 * Bouajjani, Emmi, Enea, Hamza 2015; Abdulla et al. 2025). docs/patterns.md says which. */
#ifndef LN_CHECK_PATTERN_PATTERN_H
#define LN_CHECK_PATTERN_PATTERN_H

#include "finding/problem.h"

/* Holds what one thread needs; used for one problem after the other. */
struct ln_pattern;

enum ln_status ln_pattern_new(struct ln_pattern **pattern, struct ln_memory *memory);
void ln_pattern_free(struct ln_pattern *pattern);

/* Fills the outcome: holds with a witness; violated with the operations of a bad pattern (outcome->suspects) and its
 * name (outcome->pattern); unknown when the budget is spent. A problem that is not of this kind is declined: *declined
 * says why in a few words, and the outcome stays unknown. */
enum ln_status ln_pattern_run(struct ln_pattern *pattern, const struct ln_problem *problem, struct ln_budget *budget,
                              struct ln_outcome *outcome, const char **declined);

#endif
