/* Placing operations one after the other, as an order says, from the states that those before them left.
 *
 * Every prefix of what is placed is a cut: no operation outside of it precedes one inside. The frontier sees to that:
 * it is the first return of an operation that is not placed, and only what was called before it may be placed. So the
 * history may be decided in two pieces at any such point, the states being all that passes on.
 *
 * Operations that nobody gave a place (free ones) are placed where they fit: those that only read as soon as every
 * possible state lets them, the others when they are due or when another one needs them. */
#ifndef LN_CHECK_HINT_PLACING_H
#define LN_CHECK_HINT_PLACING_H

#include "finding/problem.h"
#include "spec/possible_states.h"

#include <assert.h>

enum {
    LN_MARK_FREE = 1,
    LN_MARK_PLACED = 2,
    LN_MARK_LISTED = 4, /* in follow.readers or follow.others */
    LN_MARK_MEMBER = 8  /* of the piece that is being searched (check/hint/order_repair.h) */
};

enum { LN_CHECKPOINT_EVERY = 16, LN_CHECKPOINT_LEVELS = 28 };

/* A cut to which placing can go back. */
struct ln_checkpoint {
    bool valid;
    size_t length; /* how many were placed */
    size_t frontier;
    uint32_t latest_call;
    struct ln_next states;
};

struct ln_placing {
    struct ln_memory *memory;
    struct ln_budget *budget;
    const struct ln_problem *problem;
    struct ln_possible states;
    struct ln_next kept;
    LN_VEC(uint32_t) placed;
    LN_VEC(uint8_t) marks;    /* per operation of the history */
    LN_VEC(uint32_t) readers; /* free ones that were called before the frontier; some may be placed by now */
    LN_VEC(uint32_t) others;
    uint32_t latest_call;    /* of what is placed */
    size_t frontier, opened; /* event indexes; free operations called before `opened` are listed */
    bool changed;            /* readers have something new to see */
    /* Level l has the two latest lengths that are multiples of LN_CHECKPOINT_EVERY << l. So for any distance one is
     * kept that lies about so far back, and there are few. */
    struct ln_checkpoint checkpoints[LN_CHECKPOINT_LEVELS][2];
    int64_t fuel;
};

void ln_placing_init(struct ln_placing *follow, struct ln_memory *memory);
void ln_placing_fini(struct ln_placing *follow);

/* Nothing is placed; all operations of the problem are free. */
enum ln_status ln_placing_start(struct ln_placing *follow, const struct ln_problem *problem, struct ln_budget *budget);

/* From now on the operation has a place in the order, or none. */
void ln_placing_bind(struct ln_placing *follow, uint32_t operation);
enum ln_status ln_placing_free(struct ln_placing *follow, uint32_t operation);

/* Lists free operations as the frontier passes them, and places readers that can be. */
enum ln_status ln_placing_settle(struct ln_placing *follow);
/* *done is false when the object cannot do it there. It must have been called before the frontier. */
enum ln_status ln_placing_add(struct ln_placing *follow, uint32_t operation, bool *done);
/* The same, with a free operation before it when that helps. */
enum ln_status ln_placing_add_with_help(struct ln_placing *follow, uint32_t operation, bool *done);

/* order[0] was called after the return of `due`, which the order puts later. Is it the one that comes too early, rather
 * than `due` too late? */
bool ln_placing_is_early(const struct ln_placing *follow, const uint32_t *order, size_t count, uint32_t due);

/* The latest checkpoint that lies so many operations back; NULL: the start. */
const struct ln_checkpoint *ln_placing_checkpoint(const struct ln_placing *follow, size_t back);
enum ln_status ln_placing_back(struct ln_placing *follow, const struct ln_checkpoint *checkpoint);

static inline const struct ln_operation *ln_placing_operation(const struct ln_placing *follow, uint32_t operation)
{
    assert(operation < follow->problem->history->operations.length);
    return &follow->problem->history->operations.at[operation];
}

static inline bool ln_placing_has(const struct ln_placing *follow, uint32_t operation, unsigned mark)
{
    return follow->marks.at[operation] & mark;
}

/* Does the order still have a place for it? */
static inline bool ln_placing_waits(const struct ln_placing *follow, uint32_t operation)
{
    return !ln_placing_has(follow, operation, LN_MARK_PLACED | LN_MARK_FREE | LN_MARK_MEMBER);
}

/* Does it leave the state as it is? */
static inline bool ln_placing_reads(const struct ln_placing *follow, uint32_t operation)
{
    struct ln_invocation in = ln_invocation_of(follow->problem->history, operation);
    return ln_invocation_reads(follow->problem->spec, &in);
}

/* Whose return is the frontier; LN_NO_OP when all that completed is placed. */
static inline uint32_t ln_placing_due(const struct ln_placing *follow)
{
    assert(follow->frontier <= follow->problem->event_count);
    return follow->frontier == follow->problem->event_count
               ? LN_NO_OP
               : ln_event_operation(follow->problem->events[follow->frontier]);
}
/* Was it called before the frontier? */
static inline bool ln_placing_may_add(const struct ln_placing *follow, uint32_t operation)
{
    uint32_t due = ln_placing_due(follow);
    return due == LN_NO_OP || ln_placing_operation(follow, operation)->call < ln_placing_operation(follow, due)->ret;
}

#endif
