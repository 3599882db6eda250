/* Where a search stands: the next event, the state, and which open operations are linearised. Moves go forward over
 * events and operations, and back the same way. */
#ifndef LN_CHECK_SEARCH_POSITION_H
#define LN_CHECK_SEARCH_POSITION_H

#include "check/search/states.h"
#include "check/search/window.h"

#define LN_AGAIN UINT32_C(0x80000000)

struct ln_position {
    struct ln_memory *memory;
    const struct ln_problem *problem;
    struct ln_window window;
    struct ln_states states;
    uint32_t event, state;
    uint32_t end;             /* the event to stop at */
    LN_VEC(uint64_t) bits;    /* linearised: slots of completed operations, then of pending ones */
    LN_VEC(uint64_t) open;    /* slots of completed operations that are open */
    LN_VEC(uint32_t) holder;  /* who holds each slot of a completed operation */
    LN_VEC(uint32_t) pending; /* window operation of each pending slot */
    uint32_t called;          /* pending operations called so far */
    size_t words, optional;   /* words of bits: of completed operations, and after them of pending ones */
    LN_VEC(uint32_t) order;   /* window operations, in the order of linearisation; LN_AGAIN marks one used again */
    uint32_t excess;          /* how many of those there are */
    LN_VEC(uint64_t) stamp;   /* per label: when it was last a candidate, and which */
    uint64_t stamps;
    /* the furthest attempt */
    LN_VEC(uint32_t) best;
    uint32_t best_event, best_shared; /* `order` and `best` still agree on this many */
};

void ln_position_init(struct ln_position *walk, struct ln_memory *memory);
void ln_position_fini(struct ln_position *walk);

/* At the first event of the problem, nothing linearised, no state yet. */
enum ln_status ln_position_start(struct ln_position *walk, const struct ln_problem *problem, struct ln_budget *budget);
/* From a point where nothing is open to another, or to the end; the furthest attempt is kept. */
void ln_position_restart(struct ln_position *walk, uint32_t event, uint32_t end);

/* Linearises an operation, which leads to `state`, and every open one that only reads and can happen then; *read says
 * whether there were any. */
enum ln_status ln_position_take(struct ln_position *walk, uint32_t op, uint32_t state, bool *read);
/* Uses a pending operation, or an equal one that is not used yet; if all are, again (check/frontier/unlimited_pending.h). False when memory
 * is refused. */
bool ln_position_use(struct ln_position *walk, uint32_t op, uint32_t state);
/* Walks on until a return needs a decision, or the end. Operations that only read are linearised when they can be. */
enum ln_status ln_position_advance(struct ln_position *walk);
/* Back to where `event` was next and `linearised` operations were linearised. */
void ln_position_back(struct ln_position *walk, uint32_t event, uint32_t linearised);

bool ln_position_is_linearised(const struct ln_position *walk, uint32_t op);
/* May it be linearised as far as program order is concerned? */
bool ln_position_is_enabled(const struct ln_position *walk, uint32_t op);

static inline bool ln_position_at_end(const struct ln_position *walk)
{
    return walk->event == walk->end;
}

/* Is this the end that was looked for? A stuck problem ends where the stuck operation has to wait. */
bool ln_position_is_goal(const struct ln_position *walk);

/* Candidates for being linearised next: return event << 32 | window operation, the one that is due first in front. Of
 * equal operations only the one that returns first is listed; of pending ones only those whose label is tracked. */
typedef LN_VEC(uint64_t) ln_candidates;
enum ln_status ln_position_candidates(struct ln_position *walk, const bool *tracked, ln_candidates *candidates);

static inline const struct ln_invocation *ln_position_invocation(const struct ln_position *walk, uint32_t op)
{
    return &walk->window.labels.at[walk->window.ops.at[op].label];
}

static inline enum ln_status ln_position_moves(struct ln_position *walk, uint32_t state, uint32_t op,
                                               struct ln_moves *moves)
{
    return ln_states_step(&walk->states, state, walk->window.ops.at[op].label, ln_position_invocation(walk, op), moves);
}

/* Remembers the current order if it has come further than any before (and uses nothing again). */
enum ln_status ln_position_keep_best(struct ln_position *walk);

#endif
