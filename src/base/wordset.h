/* A set of words that grows. */
#ifndef LN_BASE_WORDSET_H
#define LN_BASE_WORDSET_H

#include "base/table.h"
#include "base/vec.h"

struct ln_wordset {
    struct ln_table table;
    LN_VEC(uint64_t) words;
};

void ln_wordset_init(struct ln_wordset *set, struct ln_memory *memory);
void ln_wordset_fini(struct ln_wordset *set);
void ln_wordset_clear(struct ln_wordset *set);

bool ln_wordset_has(const struct ln_wordset *set, uint64_t word);
/* False when memory is refused. */
bool ln_wordset_add(struct ln_wordset *set, uint64_t word);

#endif
