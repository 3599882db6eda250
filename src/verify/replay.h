/* Re-checking a witness with code that shares nothing with the engines: it knows histories and specs only. */
#ifndef LN_VERIFY_REPLAY_H
#define LN_VERIFY_REPLAY_H

#include "spec/spec.h"

/* Is `order` a linearisation of the history? Every completed operation stands in it once, pending ones at most once,
 * failed ones never; no operation stands before one that precedes it; the spec accepts each object's sequence.
 * LN_INTERNAL with a message when it is not. */
enum ln_status ln_replay(const struct ln_history *history, const struct ln_spec *spec, const uint32_t *order,
                         size_t count, struct ln_memory *memory, struct ln_error *error);

/* The same for one stuck operation: `order` holds the completed operations of the part that `pending` belongs to (where
 * no operations are linked), or all of them, and the spec makes `pending` wait after it. */
enum ln_status ln_replay_stuck(const struct ln_history *history, const struct ln_spec *spec, uint32_t pending,
                               const uint32_t *order, size_t count, struct ln_memory *memory, struct ln_error *error);

#endif
