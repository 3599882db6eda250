/* From a test that fails to a small one that still does. */
#ifndef LN_EXPLORE_SHRINK_H
#define LN_EXPLORE_SHRINK_H

#include "base/wordset.h"
#include "explore/test.h"

/* How a candidate went. */
enum ln_shrunk { LN_SHRUNK_PASSES, LN_SHRUNK_FAILS, LN_SHRUNK_UNKNOWN };

struct ln_shrink {
    const struct ln_explored_object *object;
    struct ln_test best; /* the smallest one that fails, as far as is known */
    struct ln_test candidate;
    uint32_t operations; /* of the test that failed first, a bit each: there are no others in what it becomes */
    bool only_drop;      /* calls are left out, not changed */
    unsigned next;       /* which reduction of `best` comes next */
    uint32_t subset;     /* and then, which of its calls are left */
    bool unknown;        /* some candidate neither passed nor failed */
    bool done;
    struct ln_wordset tried;
};

/* `object` must outlive it. */
enum ln_status ln_shrink_init(struct ln_shrink *shrink, const struct ln_explored_object *object,
                              const struct ln_test *failing, bool only_drop, struct ln_memory *memory);
void ln_shrink_fini(struct ln_shrink *shrink);

/* The next smaller test to try, in shrink->candidate; after it, say how it went. No test is given twice, nor with its
 * threads permuted. */
enum ln_status ln_shrink_next(struct ln_shrink *shrink, bool *found);
void ln_shrink_tell(struct ln_shrink *shrink, enum ln_shrunk how);
/* No part of shrink->best fails: every test of some of its calls was tried, and passed. */
bool ln_shrink_is_smallest(const struct ln_shrink *shrink);

#endif
