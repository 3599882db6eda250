/* Inside src/refine: the canonical form of a set of the specification, when some processes cannot be told apart by what
 * the implementation is in. */
#ifndef LN_REFINE_TIES_H
#define LN_REFINE_TIES_H

#include "refine/sets.h"

enum { LN_MOST_PROCESSES = 64 };

/* `group` has for each process the first of those that it may change places with; its own number when there is none.
 * Groups are any processes of one class. */
enum ln_status ln_sets_untie(struct ln_sets *sets, uint32_t set, const uint8_t *group, uint32_t *to);

#endif
