/* From a test that fails to a small one that still does. */
#ifndef LN_EXPLORE_SHRINK_H
#define LN_EXPLORE_SHRINK_H

#include "base/wordset.h"
#include "explore/test.h"

struct ln_shrink {
    const struct ln_explored_object *object;
    struct ln_test best;       /* the smallest one that fails, as far as is known */
    struct ln_test candidate;
    unsigned next;             /* which reduction of it comes next */
    struct ln_wordset tried;
};

/* `object` must outlive it. */
enum ln_status ln_shrink_init(struct ln_shrink *shrink, const struct ln_explored_object *object,
                              const struct ln_test *failing, struct ln_memory *memory);
void ln_shrink_fini(struct ln_shrink *shrink);

/* The next smaller test to try, in shrink->candidate; after it, say how it went. Not *found: no single reduction of
 * shrink->best fails, as far as was told. No test is given twice, nor with its threads permuted. */
enum ln_status ln_shrink_next(struct ln_shrink *shrink, bool *found);
/* Does the candidate fail as well? Untold is no. */
void ln_shrink_tell(struct ln_shrink *shrink, bool fails);

#endif
