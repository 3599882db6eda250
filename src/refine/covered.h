/* What a search has looked at of what was declared: which calls were made, by whom, and which operations returned. A
 * search that never called an operation says nothing about it. */
#ifndef LN_REFINE_COVERED_H
#define LN_REFINE_COVERED_H

#include "finding/sight.h"
#include "refine/system.h"

struct ln_covered {
    const struct ln_system *system;
    struct ln_memory *memory;
    LN_VEC(uint8_t) called;   /* per call */
    LN_VEC(uint8_t) returned; /* per operation: with an effect */
    LN_VEC(uint8_t) failed;   /* per operation: returned without one */
    uint64_t callers;         /* bit: of that class somebody called */
    uint64_t calls;           /* made in all */
    uint32_t left;            /* operations that have not returned yet */
};

bool ln_covered_init(struct ln_covered *covered, const struct ln_system *system, struct ln_memory *memory);
void ln_covered_fini(struct ln_covered *covered);

/* A process that is in `local` makes that move. */
void ln_covered_move(struct ln_covered *covered, uint32_t process, uint32_t local, const struct ln_move *move);

/* What became of an operation, once all is explored. */
enum ln_sight ln_covered_operation(const struct ln_covered *covered, uint32_t operation);

/* Operations that were not seen. */
uint64_t ln_covered_missing(const struct ln_covered *covered);

/* Operations that returned with an effect. Where none did, no result was compared with the specification. */
static inline uint64_t ln_covered_returned(const struct ln_covered *covered)
{
    return covered->returned.length - covered->left;
}

/* Did the process ever call, or one of those that are like it? */
static inline bool ln_covered_calls(const struct ln_covered *covered, uint32_t process)
{
    return covered->callers >> covered->system->classes.at[process] & 1;
}

#endif
