/* What a search has looked at of what was declared: which calls were made, by whom, and which operations returned. A
 * search that never called an operation says nothing about it. */
#ifndef LN_REFINE_COVERED_H
#define LN_REFINE_COVERED_H

#include "refine/system.h"

enum ln_sight {
    LN_SIGHT_RETURNED, /* it was called, and returned */
    LN_SIGHT_FAILED,   /* it was called, and whenever it returned, it had no effect */
    LN_SIGHT_LEFT_OUT, /* the user does not want to see it */
    LN_SIGHT_WAITED,   /* it was called, and did nothing but what the specification makes wait */
    /* What follows is not seen. */
    LN_SIGHT_CUT,         /* it was called, but linnet_assume() leaves out all that comes before it could return */
    LN_SIGHT_POINTLESS,   /* it never took effect, and whether it may wait is not looked for with points */
    LN_SIGHT_NO_PROCESS,  /* no process may call it */
    LN_SIGHT_CUT_AT_CALL, /* linnet_assume() leaves out every call */
    LN_SIGHT_NOT_CALLED   /* it could not even begin: it waits before its first step, or nobody came to call it */
};

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

static inline bool ln_sight_is_seen(enum ln_sight sight)
{
    return sight < LN_SIGHT_CUT;
}

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
