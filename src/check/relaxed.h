/* Deciding with pending operations that may be used again and again.
 *
 * Which pending operations were used is what makes configurations many. Without that limit a configuration is (event
 * index, open operations that are linearised, state), and what cannot be done even so cannot be done at all:
 * - no order is found: the history is violated;
 * - an order is found that uses none of them twice: it is a witness;
 * - otherwise nothing is known, but configurations that are dead here are dead in the exact search too. */
#ifndef LN_CHECK_RELAXED_H
#define LN_CHECK_RELAXED_H

#include "check/dead.h"
#include "check/walk.h"

enum ln_relaxed_answer { LN_RELAXED_VIOLATED, LN_RELAXED_WITNESS, LN_RELAXED_OPEN };

struct ln_relaxed_frame;
struct ln_reach;

struct ln_relaxed {
    struct ln_memory *memory;
    struct ln_dead dead;        /* keyed by completed operations only */
    ln_candidates candidates;
    LN_VEC(struct ln_relaxed_frame) frames;
    LN_VEC(struct ln_reach) reach;   /* states that pending operations lead to, node by node */
    LN_VEC(uint64_t) seen;           /* per state: the node that reached it last */
    LN_VEC(uint32_t) usable;         /* pending operations at the current node, one of each label */
    LN_VEC(uint32_t) path;
    uint64_t nodes;
    uint32_t furthest;               /* the furthest event that any order came to */
    int64_t fuel;
};

void ln_relaxed_init(struct ln_relaxed *relaxed, struct ln_memory *memory);
void ln_relaxed_fini(struct ln_relaxed *relaxed);

/* The walk is at its start; with a witness, walk->order is it. */
enum ln_status ln_relaxed_run(struct ln_relaxed *relaxed, struct ln_walk *walk, struct ln_budget *budget,
                              enum ln_relaxed_answer *answer);

#endif
