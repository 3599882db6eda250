/* Where pending operations lead when they may be used without limit.
 *
 * Which pending operations were used is what makes configurations many. So at first none of them is tracked: any may be
 * used again and again. What cannot be done even so cannot be done at all; an order that uses none twice is a witness.
 * Otherwise those that were used too often are tracked from then on, and the search starts again (check/search/search.c). */
#ifndef LN_CHECK_FRONTIER_UNLIMITED_PENDING_H
#define LN_CHECK_FRONTIER_UNLIMITED_PENDING_H

#include "check/search/position.h"

/* A state that untracked pending operations lead to from a node's own state, which comes first. */
struct ln_unlimited_step {
    uint32_t state;
    uint32_t from; /* the one before it, as an index into reach->list */
    uint32_t op;   /* the pending operation that led here; LN_NO_OP for the first */
};

struct ln_unlimited {
    struct ln_memory *memory;
    LN_VEC(struct ln_unlimited_step) list; /* node after node */
    LN_VEC(bool) tracked;                  /* per label */
    LN_VEC(uint64_t) mask;                 /* of the walk's optional words: bits of tracked operations */
    LN_VEC(uint64_t) seen;                 /* per state: the node that reached it last */
    LN_VEC(uint32_t) usable;               /* untracked operations at the current node, one of each label */
    LN_VEC(uint32_t) path;
    uint64_t nodes;
    bool tracks; /* anything at all */
};

void ln_unlimited_init(struct ln_unlimited *reach, struct ln_memory *memory);
void ln_unlimited_fini(struct ln_unlimited *reach);

/* For another problem: nothing is tracked. */
enum ln_status ln_unlimited_reset(struct ln_unlimited *reach, const struct ln_position *walk);
/* From now on every operation that the walk's order uses again is tracked. */
void ln_unlimited_track_excess(struct ln_unlimited *reach, const struct ln_position *walk);
void ln_unlimited_track_all(struct ln_unlimited *reach, const struct ln_position *walk);

static inline bool ln_unlimited_tracks(const struct ln_unlimited *reach, const struct ln_position *walk, uint32_t op)
{
    return reach->tracked.at[walk->window.ops.at[op].label];
}

/* Appends what is reached from the walk's state. *endless when that is more than makes sense. */
enum ln_status ln_unlimited_spread(struct ln_unlimited *reach, struct ln_position *walk, bool *endless);
/* Uses the operations that lead to list[to]. */
enum ln_status ln_unlimited_follow(struct ln_unlimited *reach, struct ln_position *walk, uint32_t to);

#endif
