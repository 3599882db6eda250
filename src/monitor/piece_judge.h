/* Who decides the pieces of a stream. The monitor includes no engine that can; who makes a monitor gives it one
 * (inquiry/pieces.h). */
#ifndef LN_MONITOR_PIECE_JUDGE_H
#define LN_MONITOR_PIECE_JUDGE_H

#include "base/budget.h"
#include "finding/verdict.h"
#include "spec/spec.h"

/* A piece is sealed and bound to the spec, whose initial states are those that the object may be in before it. `self` is
 * what one monitor needs, from one piece to the next. */
struct ln_piece_judge {
    enum ln_status (*begin)(void **self, struct ln_memory *memory);
    void (*free)(void *self);
    /* Every state that the object may be in after a piece of which all returned: none when it is violated. *all is false
     * when they are too many, or the budget is spent. */
    enum ln_status (*ends)(void *self, const struct ln_history *piece, const struct ln_spec *spec,
                           struct ln_budget *budget, struct ln_next *ends, bool *all);
    /* The last piece: what is pending in it never returns. */
    enum ln_status (*decide)(void *self, const struct ln_history *piece, const struct ln_spec *spec,
                             struct ln_budget *budget, enum ln_verdict *verdict);
};

#endif
