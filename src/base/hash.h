/* Hashing of byte strings (XXH3) and of words. */
#ifndef LN_BASE_HASH_H
#define LN_BASE_HASH_H

#include <stddef.h>
#include <stdint.h>

uint64_t ln_hash(const void *bytes, size_t length);

/* A bijective mixer: every input bit reaches every output bit. */
static inline uint64_t ln_mix(uint64_t x)
{
    x ^= x >> 32;
    x *= UINT64_C(0xd6e8feb86659fd93);
    x ^= x >> 32;
    x *= UINT64_C(0xd6e8feb86659fd93);
    x ^= x >> 32;
    return x;
}

#endif
