/* Which operations cannot help? */
#ifndef LN_VERIFY_IRRELEVANT_H
#define LN_VERIFY_IRRELEVANT_H

#include "verify/core.h"

/* For each of the operations `others` of the history: do the operations of the core lose nothing when it is left out?
 * An operation that only reads is always irrelevant. One that changes the state is, if after it the core's operations
 * can do no more than before it, wherever it happens (a simulation); that is found out only while there are few states
 * and labels. */
enum ln_status ln_irrelevant(const struct ln_history *history, const struct ln_core_view *view, const uint32_t *others,
                             size_t count, struct ln_memory *memory, bool *irrelevant);

#endif
