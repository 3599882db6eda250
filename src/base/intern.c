#include "base/intern.h"

#include <string.h>

void ln_intern_init(struct ln_intern *intern, struct ln_memory *memory)
{
    *intern = (struct ln_intern){ .memory = memory };
    ln_arena_init(&intern->arena, memory);
    ln_table_init(&intern->table, memory);
}

void ln_intern_fini(struct ln_intern *intern)
{
    ln_arena_fini(&intern->arena);
    ln_vec_fini(&intern->entries, intern->memory);
    ln_table_fini(&intern->table);
}

void ln_intern_clear(struct ln_intern *intern)
{
    ln_arena_fini(&intern->arena);
    ln_table_clear(&intern->table);
    intern->entries.length = 0;
}

static uint32_t find(const struct ln_intern *intern, const void *bytes, size_t length, uint64_t hash)
{
    const struct ln_interned *entries = intern->entries.at;
    uint32_t id;
    LN_TABLE_FIND(id, &intern->table, hash,
                  entries[id].length == length && (length == 0 || memcmp(entries[id].at, bytes, length) == 0));
    return id;
}

bool ln_intern_add(struct ln_intern *intern, const void *bytes, size_t length, uint32_t *id)
{
    struct ln_interned entry = { NULL, length };
    uint64_t hash = ln_hash(bytes, length);
    *id = find(intern, bytes, length, hash);
    if (*id != LN_NO_ITEM)
        return true;
    entry.at = ln_arena_copy(&intern->arena, bytes, length);
    if (!entry.at || intern->entries.length >= LN_NO_ITEM ||
        !ln_table_reserve(&intern->table, intern->table.count + 1) ||
        !ln_vec_push(&intern->entries, intern->memory, entry))
        return false;
    *id = (uint32_t)intern->entries.length - 1;
    ln_table_put(&intern->table, hash, *id);
    return true;
}

uint32_t ln_intern_find(const struct ln_intern *intern, const void *bytes, size_t length)
{
    return find(intern, bytes, length, ln_hash(bytes, length));
}
