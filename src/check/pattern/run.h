/* Inside src/check/pattern only: one problem in the form that all procedures share, and what they found out about it.
 *
 * Events are ranked by their place within the problem, 0 .. horizon-1, a call before a return at equal time. Gap g is
 * the moment after g events, so an operation called at c that returned at r is open in the gaps c+1 .. r. Gap
 * horizon + 1 is the end, where all values that were never removed are removed by nobody: what a procedure places there
 * does not happen.
 *
 * Of each value, over all operations about it, R is the least return and C the greatest call. If R < C the value is
 * critical: it was surely inside in the gaps R+1 .. C. Otherwise all its operations share the gaps C+1 .. R. */
#ifndef LN_CHECK_PATTERN_RUN_H
#define LN_CHECK_PATTERN_RUN_H

#include "finding/problem.h"
#include "check/pattern/value_ids.h"

#include <assert.h>

struct ln_run_member {
    uint32_t insert, removal; /* operations; LN_NO_OP: none, or not known */
    uint32_t insert_call;
    uint32_t remove_call, remove_return; /* of a value that was never removed: horizon, horizon + 1 */
    uint32_t first_return;               /* R */
    uint32_t last_call;                  /* over all its operations but the removal */
    uint32_t looks;                      /* how many there are */
};

static inline uint32_t ln_member_right(const struct ln_run_member *member) /* C */
{
    return member->last_call > member->remove_call ? member->last_call : member->remove_call;
}

static inline bool ln_member_critical(const struct ln_run_member *member)
{
    return member->first_return < ln_member_right(member);
}

struct ln_sighting {
    uint32_t value; /* LN_NO_OP when it is about the whole collection */
    uint32_t call, ret, operation;
};

struct ln_taking {
    uint32_t call, operation;
};

/* Rooms that the helpers below use; procedures number their own from 0. */
/* clang-format off */
enum { LN_ROOM_COUNTS = 16, LN_ROOM_LAST, LN_ROOM_KEY, LN_ROOM_BY_CALL, LN_ROOM_LOOKS, LN_ROOM_LOOK_STARTS,
       LN_ROOM_LEFT, LN_ROOMS };
/* clang-format on */

struct ln_run {
    struct ln_memory *memory;
    struct ln_budget *budget;
    const struct ln_history *history;
    const struct ln_spec *spec;
    int64_t fuel;

    /* The problem. */
    const uint32_t *events;
    uint32_t horizon;                     /* how many there are */
    LN_VEC(struct ln_run_member) members; /* in the order of their insertions' calls */
    LN_VEC(struct ln_sighting) looks;     /* in the order of their returns */
    LN_VEC(struct ln_sighting) absences;  /* likewise */
    LN_VEC(struct ln_taking) takings;     /* removals that have not returned, in the order of their calls */
    struct ln_value_ids ids;
    /* Per operation of the history: insertions and removals note their member, others their call's place. */
    LN_VEC(uint32_t) noted;

    /* The answer. */
    const char *declined;
    const char *pattern;               /* NULL: it holds */
    LN_VEC(uint32_t) accused;          /* members that make up the pattern, and perhaps more */
    size_t accused_few;                /* those are among the first so many, most likely; 0: no guess */
    LN_VEC(uint32_t) accused_absences; /* places in `absences` */
    uint32_t accused_operation;        /* one that speaks for itself, or LN_NO_OP */
    bool wants_order;
    LN_VEC(uint32_t) order; /* the witness */

    /* Rooms for arrays, kept from problem to problem. */
    LN_VEC(uint32_t) rooms[LN_ROOMS];
    LN_VEC(uint64_t) bits;
    LN_VEC(int64_t) sums;
    LN_VEC(struct ln_taking) tokens;
};

void ln_run_init(struct ln_run *run, struct ln_memory *memory);
void ln_run_fini(struct ln_run *run);

/* Brings the events of a problem into this form. What is seen on the way is said in the answer: that it is declined, or
 * a pattern that needs no more (BP0, BP1, BP1'). */
enum ln_status ln_run_load(struct ln_run *run, const struct ln_problem *problem);

/* A room of at least `count` numbers; NULL when memory is refused. */
uint32_t *ln_run_room(struct ln_run *run, unsigned room, size_t count);
uint32_t *ln_run_zeroed_room(struct ln_run *run, unsigned room, size_t count);
/* What a room holds is not needed any more; large ones are given back, so that what comes next can have the memory. */
void ln_run_leave(struct ln_run *run, unsigned room);

/* LN_STOPPED when the budget is spent; the cost of work is counted in operations looked at. */
enum ln_status ln_run_pay(struct ln_run *run, size_t cost);

/* The pattern and its first two members (LN_NO_OP: none). */
enum ln_status ln_run_accuse(struct ln_run *run, const char *pattern, uint32_t a, uint32_t b);
enum ln_status ln_run_accuse_more(struct ln_run *run, uint32_t member);
enum ln_status ln_run_accuse_absence(struct ln_run *run, const char *pattern, uint32_t absence);

/* Sorts 0 .. count-1 by key, which is below `bound`, stably into `sorted`; `counts` has bound + 1 places. */
void ln_sort_by_key(const uint32_t *key, size_t count, uint32_t bound, uint32_t *counts, uint32_t *sorted);

/* The looks grouped by value, each group in the order of calls: those of v are looks.at[sorted[i]] for i from starts[v]
 * up to starts[v + 1]. Valid until the next call. */
enum ln_status ln_group_looks(struct ln_run *run, const uint32_t **starts, const uint32_t **sorted);

/* ---- placing operations in gaps (tokens.c) ---- */

/* Room for all operations; call it before placing any. */
enum ln_status ln_begin_tokens(struct ln_run *run);

/* Operations placed in the same gap stay in the order in which they were placed; what is placed at the end does not
 * happen. False when memory is refused. */
static inline bool ln_place(struct ln_run *run, uint32_t gap, uint32_t operation)
{
    struct ln_taking token = { gap, operation };
    assert(operation == LN_NO_OP || operation < run->history->operations.length);
    return gap > run->horizon || operation == LN_NO_OP || ln_vec_push(&run->tokens, run->memory, token);
}
enum ln_status ln_order_tokens(struct ln_run *run);

/* ---- the union of all critical gaps (cover.c) ---- */

/* Every absence needs a gap in which surely nothing is inside; BP3 when one has none. */
enum ln_status ln_find_empty_gaps(struct ln_run *run, uint32_t *gap_of_absence);
/* Accuses members whose critical gaps cover from .. to together: a greedy, hence small, choice. Those for which
 * `counts` is zero are left out; NULL: all count. */
enum ln_status ln_accuse_cover(struct ln_run *run, uint32_t from, uint32_t to, const uint32_t *counts);

/* ---- the procedures: each fills the answer ---- */

enum ln_status ln_decide_queue(struct ln_run *run);
enum ln_status ln_decide_plain_queue(struct ln_run *run); /* one without looks and absences */
enum ln_status ln_decide_stack(struct ln_run *run);
enum ln_status ln_decide_priority(struct ln_run *run);
enum ln_status ln_decide_pool(struct ln_run *run);
enum ln_status ln_decide_set(struct ln_run *run);
enum ln_status ln_decide_cell(struct ln_run *run);

/* The procedure for the spec's discipline, with every removal that has not returned matched (pending.c). */
enum ln_status ln_decide_collection(struct ln_run *run);

#endif
