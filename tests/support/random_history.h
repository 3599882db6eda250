/* Small random histories: an execution of the spec is simulated, then some results are changed. */
#ifndef LN_TESTS_RANDOM_HISTORY_H
#define LN_TESTS_RANDOM_HISTORY_H

#include "base/rng.h"
#include "spec/spec.h"

struct random_options {
    uint32_t operations, processes;
    uint32_t values;          /* arguments and results are drawn from 0 .. values-1 (and null) */
    uint32_t keys;            /* objects, or keys of a keyed spec */
    uint32_t percent_pending; /* of operations that never return */
    uint32_t percent_unknown; /* of completed ones whose result is not known */
    uint32_t percent_wrong;   /* of completed ones whose result is drawn at random */
    bool coarse_times;        /* given with times that often touch, and are kept */
    bool stuck;
};

/* A sealed and bound history; aborts the test when memory is refused. */
void random_history(struct ln_history *history, struct ln_memory *memory, struct ln_spec *spec,
                    const struct random_options *options, struct ln_rng *rng);

/* A drawn argument, and the results worth trying for a method. */
ln_value random_value(struct ln_history *history, const struct ln_method *method, uint32_t values, struct ln_rng *rng);
size_t possible_results(const struct ln_method *method, uint32_t values, ln_value *results);
enum { MOST_RESULTS = 32 };

/* Prints the history in the native format, for reproducing. */
void print_history(const struct ln_history *history);

/* Nondeterministic specs that only tests have: a register that may lose a write, and a bag. */
extern const struct ln_spec_class lossy_register_class, bag_class;

#endif
