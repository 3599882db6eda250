/* The product states seen so far: each a row of numbers (set, shared memory, one local per process), packed into as
 * few bytes as the numbers of now need; rows are rewritten when one outgrows its bytes. Rows are numbered in the order
 * in which they came; beside each stands the row it was reached from. A row of the 4-valued register with five
 * processes takes 8 to 10 bytes, and 4 for where it came from; the table of hashes 8 bytes a slot, at most three
 * quarters full. */
#ifndef LN_REFINE_STORE_H
#define LN_REFINE_STORE_H

#include "base/table.h"
#include "base/vec.h"

struct ln_store {
    struct ln_memory *memory;
    uint32_t columns;
    uint8_t *widths; /* bytes of each column */
    size_t row_bytes;
    LN_VEC(uint8_t *) rows; /* chunks */
    LN_VEC(uint32_t *) parents;
    uint32_t count;
    struct ln_table table; /* of rows */
    uint8_t *packed;       /* scratch */
};

#define LN_NO_ROW LN_NO_ITEM

bool ln_store_init(struct ln_store *store, uint32_t columns, struct ln_memory *memory);
void ln_store_fini(struct ln_store *store);

/* *row is its number; *fresh says that it was not there. False when memory is refused. */
bool ln_store_add(struct ln_store *store, const uint32_t *numbers, uint32_t parent, uint32_t *row, bool *fresh);
/* The number of a row that may be there, or LN_NO_ROW. */
uint32_t ln_store_find(struct ln_store *store, const uint32_t *numbers);

void ln_store_get(const struct ln_store *store, uint32_t row, uint32_t *numbers);
uint32_t ln_store_parent(const struct ln_store *store, uint32_t row);

#endif
