/* Complete formulas for a bounded length (POPL 2015, section 7.2): every set of types that no history may have as a
 * whole.
 *
 * A violation stays one when values are added, so the least sets say all. For k = 1 these are found among all sets of
 * types, as in the paper but for what it leaves out: empty removals, and values that were never removed. For larger k
 * the paper would go through 2^36 sets and more; here only sets up to a size are, those first that have no violation
 * inside. Each set is decided by the patterns (src/check/pattern). */
#ifndef LN_COUNTING_COMPLETE_H
#define LN_COUNTING_COMPLETE_H

#include "counting/elements.h"

/* A collection that treats all values alike and is never full. */
bool ln_complete_is_for(const struct ln_spec *spec);

/* How many types the sets have at most; 0: no limit. */
uint32_t ln_complete_size(uint32_t k);

/* Adds them to the table. LN_MISSING when it is not for the object. */
enum ln_status ln_complete_sets(const struct ln_spec *spec, uint32_t k, struct ln_memory *memory,
                                struct ln_exclusions *table);

/* The history of which exactly these types are there, one value each: sealed and bound; the caller's to fini. */
enum ln_status ln_complete_history(const struct ln_spec *spec, const struct ln_types *types, const uint32_t *chosen,
                                   size_t count, struct ln_memory *memory, struct ln_history *history);

#endif
