#include "base/hash.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

uint64_t ln_hash(const void *bytes, size_t length)
{
    return XXH3_64bits(bytes, length);
}
