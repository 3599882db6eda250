/* Sets of configurations in which none stands for another. */
#ifndef LN_CHECK_FRONTIER_ANTICHAIN_H
#define LN_CHECK_FRONTIER_ANTICHAIN_H

#include "base/table.h"
#include "base/vec.h"

/* Where a linearisation may stand at one event. Bits are those of check/frontier/open_operations.h. An open operation is done; or it is
 * not done; or it is optional: it can be had done at no cost, or still be taken later. So it stands for all
 * configurations in which any of the optional ones are done. */
struct ln_configuration {
    uint64_t done, optional;
    uint32_t state;
    uint32_t trail; /* how it came about (check/frontier/trail.h) */
};

/* Can `a` do all that `b` can? `earlier` has, for the bit of each open operation, those of equal ones that return
 * before it. */
bool ln_configuration_covers(const struct ln_configuration *a, const struct ln_configuration *b,
                             const uint64_t *earlier);

enum { LN_ANTICHAIN_HEADS = 64 };

struct ln_antichain {
    struct ln_memory *memory;
    const uint64_t *earlier;
    LN_VEC(struct ln_configuration) list; /* those covered by a later one stay, with state LN_ANTICHAIN_GONE */
    LN_VEC(uint32_t) next;                /* per configuration: the one of a like state before it + 1 */
    uint32_t heads[LN_ANTICHAIN_HEADS];
    struct ln_table index; /* of the configurations, by what they are: when they are many, */
    bool indexed;          /* it has them */
};

#define LN_ANTICHAIN_GONE UINT32_MAX

/* `earlier`, as in ln_configuration_covers, is borrowed. */
void ln_antichain_init(struct ln_antichain *set, const uint64_t *earlier, struct ln_memory *memory);
void ln_antichain_fini(struct ln_antichain *set);
void ln_antichain_clear(struct ln_antichain *set);

/* *added is false when one that is there stands for it; those that it stands for go. With very many of one state only
 * the latest are compared, and equal ones found. False when memory is refused. */
bool ln_antichain_add(struct ln_antichain *set, const struct ln_configuration *configuration, bool *added);

#endif
