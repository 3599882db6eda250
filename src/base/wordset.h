/* A set of words that grows. */
#ifndef LN_BASE_WORDSET_H
#define LN_BASE_WORDSET_H

#include "base/memory.h"

struct ln_wordset {
    struct ln_memory *memory;
    uint64_t *slots; /* a word + 1; 0 is free */
    size_t room, count;
};

void ln_wordset_init(struct ln_wordset *set, struct ln_memory *memory);
void ln_wordset_fini(struct ln_wordset *set);
void ln_wordset_clear(struct ln_wordset *set);

bool ln_wordset_has(const struct ln_wordset *set, uint64_t word);
/* False when memory is refused. `word` is not UINT64_MAX. */
bool ln_wordset_add(struct ln_wordset *set, uint64_t word);

#endif
