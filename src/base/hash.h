/* Hashing of byte strings (XXH3) and of words; digests of texts that come in pieces. */
#ifndef LN_BASE_HASH_H
#define LN_BASE_HASH_H

#include "base/memory.h"

uint64_t ln_hash(const void *bytes, size_t length);

/* XXH3-128, as `xxh128sum` prints it. */
struct ln_digest;
enum { LN_DIGEST_TEXT = 33 };

struct ln_digest *ln_digest_new(struct ln_memory *memory); /* NULL when memory is refused */
void ln_digest_free(struct ln_digest *digest);
void ln_digest_add(struct ln_digest *digest, const void *bytes, size_t length);
/* Of everything added since the last time. */
void ln_digest_take(struct ln_digest *digest, char text[LN_DIGEST_TEXT]);

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
