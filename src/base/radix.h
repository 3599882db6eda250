/* Sorting items by a number each, stably, in linear time. */
#ifndef LN_BASE_RADIX_H
#define LN_BASE_RADIX_H

#include <stddef.h>
#include <stdint.h>

struct ln_keyed {
    uint64_t key;
    uint32_t item;
};

/* `spare` has room for as many; no key is greater than `greatest`. Returns where the sorted ones are: in one of the
 * two. */
struct ln_keyed *ln_radix_sort(struct ln_keyed *keys, struct ln_keyed *spare, size_t count, uint64_t greatest);

#endif
