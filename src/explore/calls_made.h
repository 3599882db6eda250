/* How many calls each lane has made, packed into one word: seven bits for a lane, the highest of which is a guard, so
 * that all lanes are compared at once. */
#ifndef LN_EXPLORE_CALLS_MADE_H
#define LN_EXPLORE_CALLS_MADE_H

#include "explore/test.h"

enum { LN_CALLS_MADE_BITS = 7 };

#define LN_CALLS_MADE_GUARDS UINT64_C(0x4081020408102040)

_Static_assert(LN_TEST_LANES *LN_CALLS_MADE_BITS <= 63, "the lanes fit a word");
_Static_assert(LN_TEST_LANE_CALLS < 1 << (LN_CALLS_MADE_BITS - 1), "the calls of a lane fit below the guard");

static inline uint64_t ln_calls_made_one(unsigned lane)
{
    return UINT64_C(1) << (lane * LN_CALLS_MADE_BITS);
}

static inline unsigned ln_calls_made_of(uint64_t calls_made, unsigned lane)
{
    return (unsigned)(calls_made >> (lane * LN_CALLS_MADE_BITS)) & ((1u << LN_CALLS_MADE_BITS) - 1);
}

static inline uint64_t ln_calls_made_set(uint64_t calls_made, unsigned lane, unsigned calls)
{
    unsigned shift = lane * LN_CALLS_MADE_BITS;
    return (calls_made & ~(UINT64_C(127) << shift)) | (uint64_t)calls << shift;
}

/* Has every lane made at least as many calls? */
static inline bool ln_calls_made_covers(uint64_t calls_made, uint64_t least)
{
    return (((calls_made | LN_CALLS_MADE_GUARDS) - least) & LN_CALLS_MADE_GUARDS) == LN_CALLS_MADE_GUARDS;
}

#endif
