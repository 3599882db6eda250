/* Inside src/check/pattern only: from a violated history to the few operations that make it one. */
#ifndef LN_CHECK_PATTERN_SUSPECTS_H
#define LN_CHECK_PATTERN_SUSPECTS_H

#include "check/pattern/run.h"

struct ln_suspects {
    struct ln_run trial;      /* decides what is left when something is dropped */
    struct ln_value_ids kept; /* values that stay */
    LN_VEC(uint32_t) events;  /* a violated part of the problem */
    LN_VEC(uint32_t) items;   /* per event: what it is dropped with; LN_NO_OP: it stays */
    LN_VEC(uint32_t) fewer;   /* the events of a trial */
    size_t work;              /* how many more events trials may look at */
};

void ln_suspects_init(struct ln_suspects *suspects, struct ln_memory *memory);
void ln_suspects_fini(struct ln_suspects *suspects);

/* Fills outcome->suspects and outcome->pattern from what `run` found. The suspects alone are a violation. None when the
 * budget is spent before that is known. */
enum ln_status ln_suspects_find(struct ln_suspects *suspects, const struct ln_problem *problem,
                                const struct ln_run *run, struct ln_outcome *outcome);

#endif
