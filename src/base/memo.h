/* What was found out of a number and a word, remembered: (number, word) -> number. */
#ifndef LN_BASE_MEMO_H
#define LN_BASE_MEMO_H

#include "base/table.h"
#include "base/vec.h"

struct ln_memo_entry {
    uint64_t word;
    uint32_t number, to;
};

struct ln_memo {
    struct ln_table table;
    LN_VEC(struct ln_memo_entry) entries;
};

void ln_memo_init(struct ln_memo *memo, struct ln_memory *memory);
void ln_memo_fini(struct ln_memo *memo);

bool ln_memo_get(const struct ln_memo *memo, uint32_t number, uint64_t word, uint32_t *to);
/* What is not there yet. False when memory is refused. */
bool ln_memo_put(struct ln_memo *memo, uint32_t number, uint64_t word, uint32_t to);

#endif
