/* A hash table of numbers: what an item is stands in an array of the caller's, and so does what makes two of them equal.
 *
 * Open addressing, at most three quarters full. A slot has half of a hash beside its item: few items are looked at that
 * are not the one, and none when the table grows. What is removed leaves no mark: those behind it move up, so that a
 * table through which endlessly many items pass stays as small and as fast as what it holds.
 *
 *     LN_TABLE_FIND(item, &table, hash, ln_same(words.at[item], word));
 *     if (item == LN_NO_ITEM && ln_table_reserve(&table, table.count + 1) && ln_vec_push(&words, memory, word))
 *         ln_table_put(&table, hash, (uint32_t)words.length - 1); */
#ifndef LN_BASE_TABLE_H
#define LN_BASE_TABLE_H

#include "base/hash.h"

struct ln_table {
    struct ln_memory *memory;
    uint64_t *slots;    /* hash << 32 | item + 1; 0 is free */
    size_t room, count; /* room: a power of two, or 0 */
};

#define LN_NO_ITEM UINT32_MAX

void ln_table_init(struct ln_table *table, struct ln_memory *memory);
void ln_table_fini(struct ln_table *table);
/* Forgets all items; much room that few of them had is given back, for clearing it again would cost more than they do. */
void ln_table_clear(struct ln_table *table);

/* Room for that many in all. False when memory is refused and they do not even fit closely. */
bool ln_table_reserve(struct ln_table *table, size_t count);
/* An item that is not there, for which there is room. */
void ln_table_put(struct ln_table *table, uint64_t hash, uint32_t item);
/* One that is there. */
void ln_table_remove(struct ln_table *table, uint64_t hash, uint32_t item);

/* Of a value's word. Eight small integers that follow each other are in one line of memory, which is slow: what comes one
 * after the other is mostly looked up so. No more than eight, for where two long runs meet, each probing is long. */
static inline uint64_t ln_near_hash(uint64_t word)
{
    return word & 7 ? ln_mix(word) : (ln_mix(word >> 6) & ~UINT64_C(7)) | (word >> 3 & 7);
}

static inline size_t ln_table_home(const struct ln_table *table, uint64_t hash)
{
    return (size_t)(uint32_t)hash & (table->room - 1);
}

/* The next item that has the hash, or LN_NO_ITEM; *place is where to look, and then the place behind it. */
static inline uint32_t ln_table_next(const struct ln_table *table, uint64_t hash, size_t *place)
{
    for (uint64_t slot; table->count && (slot = table->slots[*place]);) {
        *place = (*place + 1) & (table->room - 1);
        if (slot >> 32 == (uint32_t)hash)
            return (uint32_t)slot - 1;
    }
    return LN_NO_ITEM;
}

/* `item`, a variable, becomes the item of that hash for which `same` holds, or LN_NO_ITEM. */
#define LN_TABLE_FIND(item, table, hash, same)           \
    for (size_t place_ = ln_table_home((table), (hash)); \
         ((item) = ln_table_next((table), (hash), &place_)) != LN_NO_ITEM && !(same);)

#endif
