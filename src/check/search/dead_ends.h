/* Configurations that are known to lead nowhere.
 *
 * A configuration is (event index, state, which open operations are linearised, which pending ones were used). Pending
 * operations are optional, so one that has used fewer of them can do whatever one that has used more can: if it is
 * dead, so are all that have used a superset. */
#ifndef LN_CHECK_SEARCH_DEAD_ENDS_H
#define LN_CHECK_SEARCH_DEAD_ENDS_H

#include "base/table.h"
#include "base/vec.h"

struct ln_dead_ends {
    struct ln_memory *memory;
    size_t words, optional; /* words of the key after the first, and how many of them (the last) are optional */
    size_t count;
    LN_VEC(uint64_t *) blocks; /* entries of 1 + words words */
    struct ln_table table;     /* of entries */
};

void ln_dead_ends_init(struct ln_dead_ends *dead, struct ln_memory *memory);
void ln_dead_ends_fini(struct ln_dead_ends *dead);
void ln_dead_ends_reset(struct ln_dead_ends *dead, size_t words, size_t optional);

/* `bits` holds `words` words. */
bool ln_dead_ends_has(const struct ln_dead_ends *dead, uint32_t event, uint32_t state, const uint64_t *bits);
/* False when memory is refused. */
bool ln_dead_ends_add(struct ln_dead_ends *dead, uint32_t event, uint32_t state, const uint64_t *bits);

#endif
