/* The objects that properties are tested on, histories of every shape, and what the oracle says of them. */
#ifndef LN_TESTS_SHAPES_H
#define LN_TESTS_SHAPES_H

#include "finding/problem.h"
#include "support/random_history.h"

struct shape {
    const char *spec;
    const struct ln_spec_class *class; /* when it is not in the registry */
    uint32_t wrong;
};

extern const struct shape shapes[];
extern const size_t shape_count;

/* A random history of the shape; `values` holds the spec's and must outlive it. Ends the test when it cannot. */
void shape_draw(const struct shape *shape, struct ln_rng *rng, struct ln_memory *memory, struct ln_values *values,
                struct ln_spec *spec, struct ln_history *history);

/* One of up to 40 operations by up to 12 processes: too large for the oracle. */
void shape_draw_larger(const struct shape *shape, struct ln_rng *rng, struct ln_memory *memory,
                       struct ln_values *values, struct ln_spec *spec, struct ln_history *history);

enum ln_verdict brute_problem(const struct ln_problem *problem, struct ln_memory *memory);
/* The whole history at once; a stuck one by its definition, object by object. */
enum ln_verdict oracle(const struct ln_history *history, const struct ln_spec *spec, struct ln_memory *memory);
/* Is the order a linearisation? Straight from the definition, operation against operation; up to 64 of them. */
bool is_linearisation(const struct ln_history *history, const struct ln_spec *spec, const uint32_t *order, size_t count,
                      struct ln_memory *memory);

#endif
