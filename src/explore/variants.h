/* Inside src/explore only: an asynchronous operation may take effect after it has returned, so also after later calls of
 * its own thread. A variant of a test has some of them later than their threads call them; what its serial executions
 * do explains histories of the test. */
#ifndef LN_EXPLORE_VARIANTS_H
#define LN_EXPLORE_VARIANTS_H

#include "explore/observation.h"

enum { LN_VARIANTS_MOST = 24 };

struct ln_variant {
    struct ln_test test;
    uint8_t place[LN_TEST_LANES][LN_TEST_LANE_CALLS]; /* where a call of the test stands in it */
    struct ln_observation *observation;               /* NULL: its serial executions are not known */
};

struct ln_variants {
    unsigned count;
    bool all; /* there are no others, and the serial executions of all are known */
    struct ln_variant at[LN_VARIANTS_MOST];
};

/* All but the test itself, as many as there is room for. */
void ln_variants_make(struct ln_variants *variants, const struct ln_explored_object *object,
                      const struct ln_test *test);

/* Does one of them explain it? `observation` is that of the test; no call of the history may wait. */
bool ln_variants_explain(const struct ln_variants *variants, struct ln_observation *observation,
                         const struct ln_explored_history *history);

#endif
