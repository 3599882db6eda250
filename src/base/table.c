#include "base/table.h"

#include <assert.h>
#include <string.h>

enum { FEWEST_SLOTS = 16 };

void ln_table_init(struct ln_table *table, struct ln_memory *memory)
{
    *table = (struct ln_table){ .memory = memory };
}

void ln_table_fini(struct ln_table *table)
{
    ln_give(table->memory, table->slots, table->room * sizeof *table->slots);
    ln_table_init(table, table->memory);
}

void ln_table_clear(struct ln_table *table)
{
    if (table->count * 16 < table->room)
        ln_table_fini(table);
    else if (table->room)
        memset(table->slots, 0, table->room * sizeof *table->slots);
    table->count = 0;
}

static void place(struct ln_table *table, uint64_t slot)
{
    size_t i = ln_table_home(table, slot >> 32);
    while (table->slots[i])
        i = (i + 1) & (table->room - 1);
    table->slots[i] = slot;
}

static bool grow(struct ln_table *table, size_t room)
{
    struct ln_table old = *table;
    uint64_t *slots = ln_take_zeroed(table->memory, room * sizeof *slots);
    if (!slots)
        return false;
    table->slots = slots;
    table->room = room;
    for (size_t i = 0; i < old.room; i++)
        if (old.slots[i])
            place(table, old.slots[i]);
    ln_table_fini(&old);
    return true;
}

bool ln_table_reserve(struct ln_table *table, size_t count)
{
    size_t room = table->room ? table->room : FEWEST_SLOTS;
    while (count * 4 > room * 3)
        room *= 2;
    /* Near the memory limit the table may fill further before it has to give up. */
    return room == table->room || grow(table, room) || count * 16 <= table->room * 15;
}

void ln_table_put(struct ln_table *table, uint64_t hash, uint32_t item)
{
    assert(table->count < table->room && item != LN_NO_ITEM);
    place(table, hash << 32 | (item + 1));
    table->count++;
}

void ln_table_remove(struct ln_table *table, uint64_t hash, uint32_t item)
{
    size_t mask = table->room - 1, hole = ln_table_home(table, hash);
    while (table->slots[hole] != (hash << 32 | (item + 1)))
        hole = (hole + 1) & mask;
    for (size_t i = (hole + 1) & mask; table->slots[i]; i = (i + 1) & mask) {
        size_t home = ln_table_home(table, table->slots[i] >> 32);
        if (((i - home) & mask) < ((i - hole) & mask))
            continue; /* it would come to stand before its home */
        table->slots[hole] = table->slots[i];
        hole = i;
    }
    table->slots[hole] = 0;
    table->count--;
}
