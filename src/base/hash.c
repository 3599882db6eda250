#include "base/hash.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <assert.h>
#include <stdio.h>

uint64_t ln_hash(const void *bytes, size_t length)
{
    return XXH3_64bits(bytes, length);
}

struct ln_digest {
    struct ln_memory *memory;
    XXH3_state_t *state; /* aligned, within `room` */
    unsigned char room[sizeof(XXH3_state_t) + 64];
};

struct ln_digest *ln_digest_new(struct ln_memory *memory)
{
    struct ln_digest *digest = ln_take(memory, sizeof *digest);
    if (!digest)
        return NULL;
    digest->memory = memory;
    digest->state = (void *)(((uintptr_t)digest->room + 63) & ~(uintptr_t)63);
    assert((const unsigned char *)(digest->state + 1) <= digest->room + sizeof digest->room);
    XXH3_INITSTATE(digest->state);
    XXH3_128bits_reset(digest->state);
    return digest;
}

void ln_digest_free(struct ln_digest *digest)
{
    if (digest)
        ln_give(digest->memory, digest, sizeof *digest);
}

void ln_digest_add(struct ln_digest *digest, const void *bytes, size_t length)
{
    if (length)
        XXH3_128bits_update(digest->state, bytes, length);
}

void ln_digest_take(struct ln_digest *digest, char text[LN_DIGEST_TEXT])
{
    XXH128_hash_t hash = XXH3_128bits_digest(digest->state);
    snprintf(text, LN_DIGEST_TEXT, "%016llx%016llx", (unsigned long long)hash.high64, (unsigned long long)hash.low64);
    XXH3_128bits_reset(digest->state);
}
