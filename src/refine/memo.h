/* What was computed of a set and something else, remembered: (number, word) -> number. */
#ifndef LN_REFINE_MEMO_H
#define LN_REFINE_MEMO_H

#include "base/memory.h"

struct ln_memo {
    struct ln_memory *memory;
    struct ln_memo_slot *slots; /* open addressing */
    size_t room, count;
};

void ln_memo_init(struct ln_memo *memo, struct ln_memory *memory);
void ln_memo_fini(struct ln_memo *memo);

bool ln_memo_get(const struct ln_memo *memo, uint32_t number, uint64_t word, uint32_t *to);
/* What is not there yet. False when memory is refused. */
bool ln_memo_put(struct ln_memo *memo, uint32_t number, uint64_t word, uint32_t to);

#endif
