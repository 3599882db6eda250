/* Judging a history piece by piece: from one quiescent point to the next, where all that passes on is the set of states
 * that the object may be in (docs/decisions/0010).
 *
 * A piece is violated when none of the states before it leads anywhere. Sets of more than 64 states are not kept: the
 * rest is then unknown. */
#ifndef LN_MONITOR_PIECEWISE_H
#define LN_MONITOR_PIECEWISE_H

#include "monitor/piece_judge.h"

struct ln_piecewise;

/* The judge outlives it. */
enum ln_status ln_piecewise_new(struct ln_piecewise **pieces, const struct ln_piece_judge *judge,
                                struct ln_memory *memory);
void ln_piecewise_free(struct ln_piecewise *pieces);

/* The table of values that the spec and all pieces share. */
struct ln_values *ln_piecewise_values(struct ln_piecewise *pieces);
/* The object, in its initial states; `spec` is copied. */
void ln_piecewise_begin(struct ln_piecewise *pieces, const struct ln_spec *spec);

/* States may hold values, hence the one table. To be called once to lend it to a history that was just
 * initialised, before anything is added, and once to take it back, before the history ends. */
void ln_piecewise_swap_values(struct ln_piecewise *pieces, struct ln_history *history);

/* The object as it may be now: its initial states are those that were carried here. Valid until the next step. */
const struct ln_spec *ln_piecewise_spec(const struct ln_piecewise *pieces);

/* One more piece, sealed, bound, without pending operations. *verdict: holds so far, violated, or unknown. */
enum ln_status ln_piecewise_step(struct ln_piecewise *pieces, const struct ln_history *piece, struct ln_budget *budget,
                                 enum ln_verdict *verdict);
/* The last piece: what is pending in it never returns. */
enum ln_status ln_piecewise_end(struct ln_piecewise *pieces, const struct ln_history *piece, struct ln_budget *budget,
                                enum ln_verdict *verdict);

#endif
