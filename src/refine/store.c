#include "refine/store.h"

#include <assert.h>
#include <string.h>

enum { CHUNK_BITS = 14, CHUNK = 1 << CHUNK_BITS, COLUMN_MOST = 4 };

bool ln_store_init(struct ln_store *store, uint32_t columns, struct ln_memory *memory)
{
    *store = (struct ln_store){ .memory = memory, .columns = columns, .row_bytes = columns };
    ln_table_init(&store->table, memory);
    store->widths = ln_take(memory, columns);
    store->packed = ln_take(memory, columns * COLUMN_MOST);
    if (!store->widths || !store->packed)
        return false;
    memset(store->widths, 1, columns);
    return true;
}

void ln_store_fini(struct ln_store *store)
{
    struct ln_memory *memory = store->memory;
    for (size_t i = 0; i < store->rows.length; i++)
        ln_give(memory, store->rows.at[i], CHUNK * store->row_bytes);
    for (size_t i = 0; i < store->parents.length; i++)
        ln_give(memory, store->parents.at[i], CHUNK * sizeof(uint32_t));
    ln_vec_fini(&store->rows, memory);
    ln_vec_fini(&store->parents, memory);
    ln_give(memory, store->widths, store->columns);
    ln_give(memory, store->packed, store->columns * COLUMN_MOST);
    ln_table_fini(&store->table);
}

static uint8_t *row_at(const struct ln_store *store, uint32_t row)
{
    assert(row < store->count);
    return store->rows.at[row >> CHUNK_BITS] + (row & (CHUNK - 1)) * store->row_bytes;
}

static void pack(const struct ln_store *store, const uint32_t *numbers, uint8_t *to)
{
    for (uint32_t c = 0; c < store->columns; c++)
        for (uint32_t n = numbers[c], b = store->widths[c]; b; b--, n >>= 8)
            *to++ = (uint8_t)n;
}

static void unpack(const struct ln_store *store, const uint8_t *from, uint32_t *numbers)
{
    for (uint32_t c = 0; c < store->columns; c++) {
        numbers[c] = 0;
        for (uint32_t b = 0; b < store->widths[c]; b++)
            numbers[c] |= (uint32_t)*from++ << (8 * b);
    }
}

void ln_store_get(const struct ln_store *store, uint32_t row, uint32_t *numbers)
{
    unpack(store, row_at(store, row), numbers);
}

uint32_t ln_store_parent(const struct ln_store *store, uint32_t row)
{
    assert(row < store->count);
    return store->parents.at[row >> CHUNK_BITS][row & (CHUNK - 1)];
}

static uint64_t hash_packed(const struct ln_store *store)
{
    return ln_hash(store->packed, store->row_bytes);
}

static uint32_t find(const struct ln_store *store, uint64_t hash)
{
    uint32_t row;
    LN_TABLE_FIND(row, &store->table, hash, memcmp(row_at(store, row), store->packed, store->row_bytes) == 0);
    return row;
}

/* ---- widening ---- */

static bool fits(const struct ln_store *store, const uint32_t *numbers)
{
    for (uint32_t c = 0; c < store->columns; c++)
        if (store->widths[c] < COLUMN_MOST && numbers[c] >> (8 * store->widths[c]))
            return false;
    return true;
}

/* All locals have one width, so that they can change places. */
static void wider(const struct ln_store *store, const uint32_t *numbers, struct ln_store *to)
{
    uint8_t locals = 1;
    for (uint32_t c = 0; c < store->columns; c++) {
        uint8_t width = store->widths[c];
        while (width < COLUMN_MOST && numbers[c] >> (8 * width))
            width++;
        to->widths[c] = width;
        if (c >= 2 && width > locals)
            locals = width;
    }
    for (uint32_t c = 2; c < store->columns; c++)
        to->widths[c] = locals;
}

static bool rewrite(struct ln_store *store, const uint32_t *numbers)
{
    struct ln_store to;
    uint32_t row, *scratch = ln_take(store->memory, store->columns * sizeof *scratch);
    bool fresh, done = ln_store_init(&to, store->columns, store->memory) && scratch;
    if (done)
        wider(store, numbers, &to);
    to.row_bytes = 0;
    for (uint32_t c = 0; c < to.columns && done; c++)
        to.row_bytes += to.widths[c];
    for (uint32_t r = 0; r < store->count && done; r++) {
        ln_store_get(store, r, scratch);
        done = ln_store_add(&to, scratch, ln_store_parent(store, r), &row, &fresh);
        assert(!done || (fresh && row == r));
    }
    ln_give(store->memory, scratch, store->columns * sizeof *scratch);
    ln_store_fini(done ? store : &to);
    if (done)
        *store = to;
    return done;
}

/* ---- adding ---- */

static bool make_room(struct ln_store *store)
{
    uint8_t *rows;
    uint32_t *parents;
    assert(store->rows.length == store->parents.length && store->table.count == store->count);
    if (!ln_table_reserve(&store->table, store->count + (size_t)1))
        return false;
    if (store->count < store->rows.length << CHUNK_BITS)
        return true;
    rows = ln_take(store->memory, CHUNK * store->row_bytes);
    parents = ln_take(store->memory, CHUNK * sizeof *parents);
    if (!rows || !parents || !ln_vec_reserve(&store->rows, store->memory, store->rows.length + 1) ||
        !ln_vec_reserve(&store->parents, store->memory, store->parents.length + 1)) {
        ln_give(store->memory, rows, CHUNK * store->row_bytes);
        ln_give(store->memory, parents, CHUNK * sizeof *parents);
        return false;
    }
    store->rows.at[store->rows.length++] = rows;
    store->parents.at[store->parents.length++] = parents;
    return true;
}

bool ln_store_add(struct ln_store *store, const uint32_t *numbers, uint32_t parent, uint32_t *row, bool *fresh)
{
    uint64_t hash;
    assert(parent == LN_NO_ROW || parent < store->count);
    if ((!fits(store, numbers) && !rewrite(store, numbers)) || !make_room(store))
        return false;
    assert(fits(store, numbers));
    pack(store, numbers, store->packed);
    hash = hash_packed(store);
    *row = find(store, hash);
    *fresh = *row == LN_NO_ITEM;
    if (!*fresh)
        return true;
    if (store->count == LN_NO_ROW - 1)
        return false;
    *row = store->count++;
    ln_table_put(&store->table, hash, *row);
    memcpy(row_at(store, *row), store->packed, store->row_bytes);
    store->parents.at[*row >> CHUNK_BITS][*row & (CHUNK - 1)] = parent;
    return true;
}

uint32_t ln_store_find(struct ln_store *store, const uint32_t *numbers)
{
    if (!fits(store, numbers))
        return LN_NO_ROW;
    pack(store, numbers, store->packed);
    return find(store, hash_packed(store));
}
