/* Why a test failed, in words: what the serial executions do instead. */
#ifndef LN_EXPLORE_WHY_H
#define LN_EXPLORE_WHY_H

#include "explore/observation.h"

/* How to name what is told. */
struct ln_naming {
    const struct ln_explored_object *object;
    const struct ln_test *test;
    void (*write_result)(void *self, uint32_t result, struct ln_str *out); /* as JSON; nothing at all for no result */
    void *self;
};

/* A few lines, each ended. The history was judged not to be linearizable. */
void ln_why_unwitnessed(const struct ln_naming *naming, struct ln_observation *observation,
                        const struct ln_explored_history *history, const struct ln_judgement *judgement,
                        struct ln_str *out);
/* The two serial histories that conflict, side by side; nothing when there are none. */
void ln_why_nondeterministic(const struct ln_naming *naming, const struct ln_observation *observation,
                             struct ln_str *out);

#endif
