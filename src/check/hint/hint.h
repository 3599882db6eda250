/* Deciding by the order that the history reports. */
#ifndef LN_CHECK_HINT_HINT_H
#define LN_CHECK_HINT_HINT_H

#include "check/search/search.h"

/* Holds what one thread needs; used for one problem after the other. */
struct ln_hint;

enum ln_status ln_hint_new(struct ln_hint **hint, struct ln_memory *memory);
void ln_hint_free(struct ln_hint *hint);

/* Does some operation report its place, in a problem of the kind that can be decided by it? */
bool ln_hint_applies(const struct ln_problem *problem);

/* Fills the outcome as a search does, and outcome->hint. The search does what the order cannot. */
enum ln_status ln_hint_run(struct ln_hint *hint, const struct ln_problem *problem, struct ln_search *search,
                           struct ln_budget *budget, struct ln_outcome *outcome);

#endif
