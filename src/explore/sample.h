/* Which tests to try: RandomCheck and AutoCheck (Line-Up, Figures 6 and 8). */
#ifndef LN_EXPLORE_SAMPLE_H
#define LN_EXPLORE_SAMPLE_H

#include "base/wordset.h"
#include "explore/test.h"

enum { LN_SAMPLE_ENTRIES = 32, LN_SAMPLE_INVOCATIONS = LINNET_OPERATIONS * LINNET_TUPLES };

/* What the tests look like. */
struct ln_sample_shape {
    unsigned threads, calls; /* of one thread, counted in entries; RandomCheck only */
    struct ln_test_sequence initial, final;
    unsigned entry_count; /* 0: the entries of a test are the object's invocations, one by one */
    struct ln_test_sequence entries[LN_SAMPLE_ENTRIES];
};

struct ln_sample {
    const struct ln_explored_object *object;
    struct ln_sample_shape shape;
    struct ln_test_sequence *entries; /* to choose from */
    unsigned *weights;
    unsigned entry_count;
    uint64_t seed, drawn;
    struct ln_wordset seen; /* hashes of the tests that were given */
    struct ln_memory *memory;
    unsigned size;                    /* AutoCheck: the n of n x n */
    uint64_t column[LN_TEST_THREADS]; /* and the calls of each thread, as a number in base n */
};

/* LN_USAGE: such tests are too large. `object` must outlive it; free it also when this fails. */
enum ln_status ln_sample_init(struct ln_sample *sample, const struct ln_explored_object *object,
                              const struct ln_sample_shape *shape, uint64_t seed, struct ln_memory *memory,
                              struct ln_error *error);
void ln_sample_fini(struct ln_sample *sample);

/* RandomCheck: the next test, drawn by weight, none twice (nor with its threads permuted). The sequence of tests
 * depends on the seed alone. *found is false when there seem to be no others: a thousand draws in a row gave nothing
 * new. */
enum ln_status ln_sample_draw(struct ln_sample *sample, struct ln_test *test, bool *found);

/* May a thread of the random tests call it? */
bool ln_sample_may_call(const struct ln_sample *sample, unsigned thread, unsigned operation);
/* Is there nothing that it may call? */
bool ln_sample_is_idle(const struct ln_sample *sample, unsigned thread);
/* Is it in what tests are made of? */
bool ln_sample_has(const struct ln_sample *sample, unsigned operation);

/* AutoCheck: the next of all n x n tests over the first n entries, n = 1, 2, ...; false: tests cannot be larger.
 * ln_sample_size tells the n of the test that was given last. */
bool ln_sample_enumerate(struct ln_sample *sample, struct ln_test *test);
unsigned ln_sample_size(const struct ln_sample *sample);

#endif
