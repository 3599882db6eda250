/* What an engine is given: the events of operations that depend on each other, and a spec. */
#ifndef LN_FINDING_PROBLEM_H
#define LN_FINDING_PROBLEM_H

#include "finding/verdict.h"
#include "spec/spec.h"

struct ln_problem {
    const struct ln_history *history;
    const struct ln_spec *spec;
    const uint32_t *events; /* in order; operation * 2 + (1 if it is the return) */
    size_t event_count;
    /* LN_NO_OP, or the pending operation of a stuck history that must be waiting after all completed ones; no pending
     * operation then takes effect (Line-Up paper, Definition 2). */
    uint32_t stuck;
    uint32_t cut_every; /* quiescent points are used when at least this many events apart; 0: a number that suits */
};

#endif
