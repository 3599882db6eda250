/* How many calls each lane has made, packed into one word: seven bits for a lane, the highest of which is a guard, so
 * that all lanes are compared at once. */
#ifndef LN_EXPLORE_PROGRESS_H
#define LN_EXPLORE_PROGRESS_H

#include "explore/test.h"

enum { LN_PROGRESS_BITS = 7 };

#define LN_PROGRESS_GUARDS UINT64_C(0x4081020408102040)

_Static_assert(LN_TEST_LANES *LN_PROGRESS_BITS <= 63, "the lanes fit a word");
_Static_assert(LN_TEST_LANE_CALLS < 1 << (LN_PROGRESS_BITS - 1), "the calls of a lane fit below the guard");

static inline uint64_t ln_progress_one(unsigned lane)
{
    return UINT64_C(1) << (lane * LN_PROGRESS_BITS);
}

static inline unsigned ln_progress_of(uint64_t progress, unsigned lane)
{
    return (unsigned)(progress >> (lane * LN_PROGRESS_BITS)) & ((1u << LN_PROGRESS_BITS) - 1);
}

static inline uint64_t ln_progress_set(uint64_t progress, unsigned lane, unsigned calls)
{
    unsigned shift = lane * LN_PROGRESS_BITS;
    return (progress & ~(UINT64_C(127) << shift)) | (uint64_t)calls << shift;
}

/* Has every lane made at least as many calls? */
static inline bool ln_progress_covers(uint64_t progress, uint64_t least)
{
    return (((progress | LN_PROGRESS_GUARDS) - least) & LN_PROGRESS_GUARDS) == LN_PROGRESS_GUARDS;
}

#endif
