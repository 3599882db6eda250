/* A small seeded generator (splitmix64): the same seed gives the same numbers everywhere. */
#ifndef LN_BASE_RNG_H
#define LN_BASE_RNG_H

#include <assert.h>
#include <stdint.h>

struct ln_rng {
    uint64_t state;
};

static inline uint64_t ln_rng_next(struct ln_rng *rng)
{
    uint64_t x = rng->state += UINT64_C(0x9e3779b97f4a7c15);
    x = (x ^ (x >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ (x >> 27)) * UINT64_C(0x94d049bb133111eb);
    return x ^ (x >> 31);
}

/* Uniform in 0..bound-1 (the bias is below 2^-32 for the bounds used here). */
static inline uint32_t ln_rng_below(struct ln_rng *rng, uint32_t bound)
{
    assert(bound);
    return (uint32_t)(((ln_rng_next(rng) >> 32) * bound) >> 32);
}

#endif
