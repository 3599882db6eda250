#include "base/wordset.h"

void ln_wordset_init(struct ln_wordset *set, struct ln_memory *memory)
{
    *set = (struct ln_wordset){ .table.memory = memory };
}

void ln_wordset_fini(struct ln_wordset *set)
{
    ln_vec_fini(&set->words, set->table.memory);
    ln_table_fini(&set->table);
}

void ln_wordset_clear(struct ln_wordset *set)
{
    ln_table_clear(&set->table);
    set->words.length = 0;
}

bool ln_wordset_has(const struct ln_wordset *set, uint64_t word)
{
    uint64_t hash = ln_near_hash(word);
    uint32_t item;
    LN_TABLE_FIND(item, &set->table, hash, set->words.at[item] == word);
    return item != LN_NO_ITEM;
}

bool ln_wordset_add(struct ln_wordset *set, uint64_t word)
{
    if (ln_wordset_has(set, word))
        return true;
    if (set->words.length >= LN_NO_ITEM || !ln_table_reserve(&set->table, set->table.count + 1) ||
        !ln_vec_push(&set->words, set->table.memory, word))
        return false;
    ln_table_put(&set->table, ln_near_hash(word), (uint32_t)set->words.length - 1);
    return true;
}
