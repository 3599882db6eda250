#include "base/radix.h"

#include <assert.h>
#include <stdbool.h>

enum { DIGIT_BITS = 11, DIGITS = 1 << DIGIT_BITS };

#ifndef NDEBUG
static bool no_key_above(const struct ln_keyed *keys, size_t count, uint64_t greatest)
{
    for (size_t i = 0; i < count; i++)
        if (keys[i].key > greatest)
            return false;
    return true;
}

static bool is_sorted(const struct ln_keyed *keys, size_t count)
{
    for (size_t i = 1; i < count; i++)
        if (keys[i - 1].key > keys[i].key)
            return false;
    return true;
}
#endif

/* Least significant digit first; digits above the greatest key are all the same and skipped. */
struct ln_keyed *ln_radix_sort(struct ln_keyed *from, struct ln_keyed *spare, size_t count, uint64_t greatest)
{
    assert(no_key_above(from, count, greatest));
    for (unsigned shift = 0; shift < 64 && greatest >> shift; shift += DIGIT_BITS) {
        size_t start[DIGITS] = { 0 }, sum = 0;
        struct ln_keyed *swap = from;
        for (size_t i = 0; i < count; i++)
            start[from[i].key >> shift & (DIGITS - 1)]++;
        for (size_t d = 0; d < DIGITS; d++) {
            size_t here = start[d];
            start[d] = sum;
            sum += here;
        }
        assert(sum == count); /* every key went somewhere */
        for (size_t i = 0; i < count; i++)
            spare[start[from[i].key >> shift & (DIGITS - 1)]++] = from[i];
        from = spare;
        spare = swap;
    }
    assert(is_sorted(from, count));
    return from;
}
