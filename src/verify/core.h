/* Cores: small relaxed histories that are still violations.
 *
 * Every step from the whole history to its core makes it easier to linearise, so if the core cannot be, the history
 * cannot be either. What was done is written in the core, and each of it is checked here (ln_core_verify):
 * - operations of other parts are left out (Herlihy and Wing's locality);
 * - what was called at `end` or later is left out, and what had not returned by then need not have happened: a prefix
 *   of a linearizable history is linearizable;
 * - what returned before `begin` is left out, and what spans it need not have happened: the object is then in some
 *   state that is not known (spec/relaxed_spec.h);
 * - operations are `optional`: they need not have happened;
 * - intervals are widened: the core's order of events has fewer precedences than the history's;
 * - operations about other `values` are left out, where the spec is closed under that;
 * - operations that only read are left out, and others that cannot help what is left (verify/irrelevant.h).
 *
 * A core of a stuck history shows that one pending operation, `stuck`, need not wait after any order of the completed
 * ones (Line-Up paper, Definition 2); then no other pending operation takes effect, and there is no `end`. */
#ifndef LN_VERIFY_CORE_H
#define LN_VERIFY_CORE_H

#include "spec/relaxed_spec.h"

struct ln_core_op {
    uint32_t operation; /* in the history */
    uint32_t after;     /* one of the core that must come first though their intervals overlap, or LN_NO_OP */
    bool optional;
};

struct ln_core {
    struct ln_memory *memory;
    LN_VEC(struct ln_core_op) ops;
    LN_VEC(uint32_t) events; /* index into ops * 2 + (1 if it is the return); what has no return is optional too */
    uint32_t begin, end;     /* places among the history's events; 0 and LN_NEVER when nothing was cut */
    bool undivided;          /* of all parts at once */
    bool alone;              /* the object is divided, so that nothing but this part's operations ever happens to it */
    bool by_value;           /* only operations about `values` are left */
    LN_VEC(ln_value) values;
    uint32_t stuck; /* an operation of the history, or LN_NO_OP */
};

void ln_core_init(struct ln_core *core, struct ln_memory *memory);
void ln_core_fini(struct ln_core *core);
/* False when memory is refused. */
bool ln_core_copy(struct ln_core *to, const struct ln_core *from);

/* The core as a history, and the spec that judges it. Operation i of it is ops.at[i]; a stuck one, without events, is
 * the last. */
struct ln_core_view {
    struct ln_history history; /* shares values, arguments and processes with the whole one */
    struct ln_spec product, spec;
    uint32_t stuck; /* LN_NO_OP, or an operation of the view */
};

/* The view must stay where it is. fini in any case. */
enum ln_status ln_core_view_init(struct ln_core_view *view, const struct ln_history *history,
                                 const struct ln_spec *spec, const struct ln_core *core);
void ln_core_view_fini(struct ln_core_view *view);

/* Does the core show that the history is not linearizable? LN_OK: it does. LN_BAD_INPUT, with a message: it does not.
 * LN_STOPPED: it would take more than so many configurations to tell. */
enum ln_status ln_core_verify(const struct ln_history *history, const struct ln_spec *spec, const struct ln_core *core,
                              size_t most, struct ln_memory *memory, struct ln_error *error);

/* The i-th value that an operation speaks of, or LN_VALUE_NONE past the last. Truth, emptiness and results that are not
 * known are no values. */
ln_value ln_mentioned(const struct ln_history *history, uint32_t operation, size_t i);
/* Or could its result, which is not known, be one? */
bool ln_hides_value(const struct ln_history *history, const struct ln_spec *spec, uint32_t operation);

#endif
