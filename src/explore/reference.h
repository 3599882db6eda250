/* The concurrent histories of a reference implementation, as a specification: a history is allowed if it is weaker than
 * one of them (Bouajjani et al., Tractable Refinement Checking, section 3 and Definition 4.2): the same results, and no
 * order that the other one does not have. */
#ifndef LN_EXPLORE_REFERENCE_H
#define LN_EXPLORE_REFERENCE_H

#include "explore/observation.h"

struct ln_reference;

enum ln_status ln_reference_new(struct ln_reference **reference, const struct ln_test *test, struct ln_memory *memory);
void ln_reference_free(struct ln_reference *reference);

enum ln_status ln_reference_add(struct ln_reference *reference, const struct ln_explored_history *history);
/* How many are kept: those that are weaker than another one are not. */
size_t ln_reference_count(const struct ln_reference *reference);

/* Is it weaker than one of them? A stuck history needs a stuck one in which the same calls wait, unless `classical`:
 * then open calls may be missing, open or completed there. */
bool ln_reference_allows(const struct ln_reference *reference, const struct ln_explored_history *history,
                         bool classical);

#endif
