/* Inside src/explore only: a set of 128-bit hashes, of histories that were judged. */
#ifndef LN_EXPLORE_SEEN_H
#define LN_EXPLORE_SEEN_H

#include "base/memory.h"

struct ln_seen {
    struct ln_memory *memory;
    uint64_t (*slots)[2]; /* zero: free */
    size_t room, count;
};

void ln_seen_init(struct ln_seen *seen, struct ln_memory *memory);
void ln_seen_fini(struct ln_seen *seen);
/* False when memory is refused; *is_new unless it was there. */
bool ln_seen_add(struct ln_seen *seen, const uint64_t hash[2], bool *is_new);

#endif
