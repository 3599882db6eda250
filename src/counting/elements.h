/* Counting values instead of labels (POPL 2015, section 7.2, made incremental).
 *
 * A collection does not look at its values, and with unique values a violation does not say how many there are of a
 * kind (Lemma 7.1). So what a history of length k shows of a value is its type: the interval of its insertion and that
 * of its removal, if there is one; and an empty removal has a type, its interval. A history is a set of types, and a
 * formula that speaks of two values at most is a table of which types exclude each other. The table is filled from the
 * formula itself, by evaluating it on the two types alone, when both are first met.
 *
 * Values whose insertion and removal may both have come first of all exclude nothing, and likewise empty removals: they
 * are no types, so that what is past is forgotten. */
#ifndef LN_COUNTING_ELEMENTS_H
#define LN_COUNTING_ELEMENTS_H

#include "history/interval.h"
#include "counting/ocl.h"

enum {
    LN_ELEMENTS_MOST_K = 4,
    LN_ELEMENTS_INTERVALS = 15, /* (k+1)(k+2)/2 */
    LN_ELEMENTS_TYPES = 256,    /* 2 * 15 + 15 * 15, and a little */
    LN_ELEMENTS_WORDS = 4,
    LN_NO_TYPE = 255
};

struct ln_type_set {
    uint64_t words[LN_ELEMENTS_WORDS];
};

static inline bool ln_type_set_has(const struct ln_type_set *set, uint32_t type)
{
    return set->words[type >> 6] >> (type & 63) & 1;
}

static inline void ln_type_set_add(struct ln_type_set *set, uint32_t type)
{
    set->words[type >> 6] |= UINT64_C(1) << (type & 63);
}

/* How types are numbered: empty removals, values that were not removed, and then, removal by removal, the others. */
struct ln_types {
    uint32_t k, intervals, count, words;
    struct ln_interval interval[LN_ELEMENTS_INTERVALS];
    uint8_t number[LN_ELEMENTS_MOST_K + 1][LN_ELEMENTS_MOST_K + 1];
    uint8_t older_interval[LN_ELEMENTS_INTERVALS]; /* when one more bound was opened */
    uint8_t older[LN_ELEMENTS_TYPES];              /* LN_NO_TYPE: it excludes nothing any more */
    bool free[LN_ELEMENTS_TYPES];                  /* it may have come first of all: it excludes nothing */
};

/* k is at most LN_ELEMENTS_MOST_K. */
void ln_types_init(struct ln_types *types, uint32_t k);

static inline uint32_t ln_type_of_empty(uint32_t interval)
{
    return interval;
}
static inline uint32_t ln_type_of_left(const struct ln_types *types, uint32_t insertion)
{
    return types->intervals + insertion;
}
static inline uint32_t ln_type_of_gone(const struct ln_types *types, uint32_t insertion, uint32_t removal)
{
    return (2 + removal) * types->intervals + insertion;
}

/* What a type is made of. */
struct ln_type_parts {
    bool is_empty, is_gone;
    struct ln_interval insertion; /* or of the empty removal */
    struct ln_interval removal;
};
struct ln_type_parts ln_type_parts(const struct ln_types *types, uint32_t type);

/* ---- the table ---- */

struct ln_exclusions {
    struct ln_memory *memory;
    const struct ln_ocl *ocl; /* borrowed; NULL: only `sets` count */
    struct ln_types types;
    struct ln_labels labels; /* to evaluate with */
    struct ln_budget budget; /* evaluating two types has no end that could come too late */
    struct ln_type_set known[LN_ELEMENTS_TYPES], excluded[LN_ELEMENTS_TYPES];
    bool failed;                     /* memory was refused: what is not known counts as not excluded */
    LN_VEC(struct ln_type_set) sets; /* of any size, none of which may be there as a whole (counting/complete.h) */
};

void ln_exclusions_init(struct ln_exclusions *table, const struct ln_ocl *ocl, uint32_t k, struct ln_memory *memory);
void ln_exclusions_fini(struct ln_exclusions *table);

/* Is the type, which was just added, excluded by itself (*other is the type), by one of the set (*other is that), or
 * with several (*other is LN_NO_TYPE)? */
bool ln_is_excluded(struct ln_exclusions *table, uint32_t type, const struct ln_type_set *set, uint32_t *other);

/* Which violation of the formula two types are together, that may be the same; NULL when none. */
const char *ln_exclusion_name(struct ln_exclusions *table, uint32_t type, uint32_t other);

#endif
