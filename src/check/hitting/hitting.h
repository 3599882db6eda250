/* Deciding by strong hitting families: schedules of low linearizability depth first. */
#ifndef LN_CHECK_HITTING_HITTING_H
#define LN_CHECK_HITTING_HITTING_H

#include "finding/problem.h"

enum { LN_HITTING_DEPTH = 5 }; /* unless another is asked for: what the paper's histories need */

/* Holds what one thread needs; used for one problem after the other. */
struct ln_hitting;

enum ln_status ln_hitting_new(struct ln_hitting **hitting, struct ln_memory *memory);
void ln_hitting_free(struct ln_hitting *hitting);

/* Tries the families of depth 1, 2, ... `depth`. Holds with a witness, outcome->hitting.depth being the depth of the
 * first family that has one; violated when the families up to the number of operations have none; else unknown,
 * outcome->hitting.depth being the last one of which all schedules were tried. outcome->hitting also says how many
 * schedules that family has, unless it is violated: then it has all orders. It declines (outcome->declined says why) when
 * there are too many operations. */
enum ln_status ln_hitting_run(struct ln_hitting *hitting, const struct ln_problem *problem, uint32_t depth,
                              struct ln_budget *budget, struct ln_outcome *outcome);
/* The same without counting, or a word in outcome->hitting but the depth; declines where it would be unknown, and with
 * LN_REASON_BOUND after `patience` steps, or LN_REASON_MEMORY when memory was refused before. */
enum ln_status ln_hitting_try(struct ln_hitting *hitting, const struct ln_problem *problem, uint32_t depth,
                              uint64_t patience, struct ln_budget *budget, struct ln_outcome *outcome);

/* How many distinct schedules the family of that depth has, of the problem that was run last; beyond the number of
 * operations it is the family of all orders. *counted is false when there are too many, or the budget is spent. */
enum ln_status ln_hitting_count(struct ln_hitting *hitting, uint32_t depth, struct ln_budget *budget, uint64_t *count,
                                bool *counted);

#endif
