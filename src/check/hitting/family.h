/* Strong d-hitting families of a poset of operations: what Algorithm 1 of Ozkan, Majumdar and Niksic (PPoPP 2019)
 * builds, as its pieces.
 *
 * A schedule of the family has an index: a chain (a process) and d-1 operations x1..x(d-1). Algorithm 1 inserts one
 * operation after the other, in a topological order; what comes out is
 *
 *     S0 S1 ... S(d-1)      Si = { y : i is the greatest with xi <= y }, S0 the rest
 *
 * and each Si, which xi opens, is in the order that inserting its own operations alone would give: one of the chain at
 * the end, any other right after the last one that precedes it. (An operation goes to the segment of the last x that
 * precedes it, and there it only looks at its own segment: each x of a later segment is concurrent with it.) Index
 * tuples in which a later element precedes an earlier one are skipped: the earlier one would have no say.
 *
 * Two facts make all the rest. Taking an upset out of a set leaves the order of the others as it is. And so a schedule
 * is had from its end: choose x(d-1) among all, and cut off what is above it; choose x(d-2) among what remains; ...; what
 * remains in the end is S0. Families grow with d: cutting off the last operation alone changes nothing.
 *
 * Elements are numbered in the topological order: operations as they are numbered in the history, each put just before
 * the first one there that it precedes, else at the end. Sets of elements are bits in words. */
#ifndef LN_CHECK_HITTING_FAMILY_H
#define LN_CHECK_HITTING_FAMILY_H

#include "check/search/window.h"

#include <assert.h>

enum { LN_FAMILY_MOST_OPERATIONS = 1 << 14 };

struct ln_family {
    struct ln_memory *memory;
    uint32_t count, chains;
    size_t words;           /* of a set */
    LN_VEC(uint32_t) ops;   /* per element: the operation of the window, */
    LN_VEC(uint32_t) chain; /* and its chain */
    LN_VEC(uint64_t) above; /* per element a set: itself and what it precedes */
    LN_VEC(uint64_t) all;   /* the set of all */
    /* of the chain that was chosen last */
    uint32_t chosen;
    LN_VEC(uint32_t) base; /* all of them, in order */
    LN_VEC(uint32_t) pool; /* segments that were asked for */
    LN_VEC(size_t) starts; /* per element: where its segment is in the pool, or SIZE_MAX; its length stands first */
    /* scratch */
    LN_VEC(uint32_t) links, spare, numbers;
};

void ln_family_init(struct ln_family *family, struct ln_memory *memory);
void ln_family_fini(struct ln_family *family);

/* The poset of a window with at most LN_FAMILY_MOST_OPERATIONS operations. Pending operations precede nothing. */
enum ln_status ln_family_fill(struct ln_family *family, const struct ln_window *window);

/* Chooses a chain and fills `base`. */
void ln_family_choose(struct ln_family *family, uint32_t chain);
/* What is above x, x first, in the order it has in schedules of the chosen chain. Valid until the next call. */
enum ln_status ln_family_segment(struct ln_family *family, uint32_t x, const uint32_t **at, uint32_t *count);

static inline bool ln_set_has(const uint64_t *set, uint32_t element)
{
    return set[element / 64] >> (element % 64) & 1;
}

static inline const uint64_t *ln_family_above(const struct ln_family *family, uint32_t element)
{
    assert(element < family->count);
    return family->above.at + element * family->words;
}

/* The first element of the set that is not below `from`; `count` when there is none. */
uint32_t ln_family_next(const struct ln_family *family, const uint64_t *set, uint32_t from);
/* What is left of a set without what is above x. Returns how many. */
uint32_t ln_family_cut(const struct ln_family *family, const uint64_t *set, uint32_t x, uint64_t *left);

/* Sorts numbers and leaves each once. Returns how many. */
uint32_t ln_unify(uint32_t *at, size_t count);

#endif
