/* Which tests are run: the one that was given, random ones, or all small ones. */
#ifndef LN_EXPLORE_PLAN_H
#define LN_EXPLORE_PLAN_H

#include "explore/sample.h"
#include "finding/sight.h"

struct ln_plan_options {
    const char *test;            /* NULL: none is given */
    const char *initial, *final; /* calls before and after each; NULL: none */
    const char *entries;         /* what random ones are made of, separated by semicolons; NULL: any calls */
    unsigned threads, calls;     /* of a random one */
    unsigned count;              /* of random ones */
    unsigned automatic;          /* not 0: instead, all n x n tests up to that n */
    uint64_t seed;
};

struct ln_plan {
    const struct ln_plan_options *options;
    struct ln_sample sample;
    bool sampled;
    struct ln_test given;
    uint64_t next;  /* number of the test that was given last, from 1 */
    bool exhausted; /* there are fewer random ones than were wanted */
};

/* LN_USAGE: something in the options makes no sense. Options and object outlive the plan; fini also when this fails. */
enum ln_status ln_plan_init(struct ln_plan *plan, const struct ln_plan_options *options,
                            const struct ln_explored_object *object, struct ln_memory *memory, struct ln_error *error);
void ln_plan_fini(struct ln_plan *plan);

/* Why no test calls an operation, if none does: it was left out of the calls that were given, no thread may call it, or it
 * just was not called. */
enum ln_sight ln_plan_uncalled(const struct ln_plan *plan, unsigned operation);

/* A bit for each thread of random tests that has nothing to call, because of its role. */
uint64_t ln_plan_idle(const struct ln_plan *plan);

enum ln_status ln_plan_next(struct ln_plan *plan, struct ln_test *test, bool *found);

#endif
