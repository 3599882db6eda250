/* What became of an object's operations where code ran: which were called, which returned. */
#ifndef LN_OBJECT_SEEN_H
#define LN_OBJECT_SEEN_H

#include "linnet/object.h"

#include <stdint.h>

/* Sets of operations: a bit for each, by its number in the declaration. */
struct ln_seen {
    uint32_t called, returned; /* returned: with an effect */
    uint32_t failed;           /* returned LINNET_FAILED: no effect, so nothing to look at */
};

_Static_assert(LINNET_OPERATIONS <= 32, "a bit for each");

static inline void ln_seen_add(struct ln_seen *seen, const struct ln_seen *more)
{
    seen->called |= more->called;
    seen->returned |= more->returned;
    seen->failed |= more->failed;
}

#endif
