/* Byte strings as numbers: equal strings have equal numbers, counted from 0. */
#ifndef LN_BASE_INTERN_H
#define LN_BASE_INTERN_H

#include "base/arena.h"
#include "base/table.h"
#include "base/vec.h"

#include <assert.h>

struct ln_interned {
    const uint8_t *at; /* aligned to 8; valid until the table is cleared */
    size_t length;
};

struct ln_intern {
    struct ln_memory *memory;
    struct ln_arena arena; /* what lives as long as the strings may be put there too */
    LN_VEC(struct ln_interned) entries;
    struct ln_table table;
};

void ln_intern_init(struct ln_intern *intern, struct ln_memory *memory);
void ln_intern_fini(struct ln_intern *intern);
/* Forgets all strings, keeping some room. */
void ln_intern_clear(struct ln_intern *intern);

/* The string's number; it was new if that is the last one and there is one more than before. False when memory is
 * refused. */
bool ln_intern_add(struct ln_intern *intern, const void *bytes, size_t length, uint32_t *id);
/* The number of a string that is there, else UINT32_MAX. */
uint32_t ln_intern_find(const struct ln_intern *intern, const void *bytes, size_t length);

static inline const struct ln_interned *ln_intern_at(const struct ln_intern *intern, uint32_t id)
{
    assert(id < intern->entries.length);
    return &intern->entries.at[id];
}

#endif
