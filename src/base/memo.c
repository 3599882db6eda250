#include "base/memo.h"

void ln_memo_init(struct ln_memo *memo, struct ln_memory *memory)
{
    *memo = (struct ln_memo){ .table.memory = memory };
}

void ln_memo_fini(struct ln_memo *memo)
{
    ln_vec_fini(&memo->entries, memo->table.memory);
    ln_table_fini(&memo->table);
}

static uint64_t hash_of(uint32_t number, uint64_t word)
{
    return ln_mix(word * UINT64_C(0x9e3779b97f4a7c15) + number);
}

bool ln_memo_get(const struct ln_memo *memo, uint32_t number, uint64_t word, uint32_t *to)
{
    uint64_t hash = hash_of(number, word);
    uint32_t at;
    LN_TABLE_FIND(at, &memo->table, hash, memo->entries.at[at].number == number && memo->entries.at[at].word == word);
    if (at != LN_NO_ITEM)
        *to = memo->entries.at[at].to;
    return at != LN_NO_ITEM;
}

bool ln_memo_put(struct ln_memo *memo, uint32_t number, uint64_t word, uint32_t to)
{
    struct ln_memo_entry entry = { word, number, to };
    if (memo->entries.length >= LN_NO_ITEM || !ln_table_reserve(&memo->table, memo->table.count + 1) ||
        !ln_vec_push(&memo->entries, memo->table.memory, entry))
        return false;
    ln_table_put(&memo->table, hash_of(number, word), (uint32_t)memo->entries.length - 1);
    return true;
}
