/* `linnet model`: what was found, in words and pictures. */
#ifndef LN_CLI_MODEL_TELL_H
#define LN_CLI_MODEL_TELL_H

#include "refine/step_spec.h"
#include "refine/refine.h"

enum { LN_MODEL_PROCESSES = 60 };

struct modelling {
    const char *test, *spec;
    const struct ln_spec_class *class; /* of the user's own making, or NULL: `spec` names one of the registry */
    unsigned processes, pool, values;
    uint32_t limit; /* calls of each process; 0: unbounded */
    enum ln_search_order order;
    uint32_t reduction; /* enum ln_reduction */
    double timeout;
    bool points, json, quiet, stats;
    uint64_t cpu;
    struct ln_memory memory;
    uint64_t front_memory; /* what the front end and its libraries took, if that alone was too much; else 0 */
    struct ln_budget budget;
    struct ln_program program, specification;
    struct ln_step_spec own;
    struct ln_meaning meaning;
    struct ln_refinement refinement;
    uint64_t begun, start, shown; /* when all began, when the search did, and when it last said something */
    char points_why[200];
    bool points_refuted; /* and all was looked at again without them */
};

/* Names of enum ln_reduction. */
extern const char *const model_reductions[LN_REDUCE_BOTH + 1];

/* Prints it; the exit code. */
int model_tell(struct modelling *modelling);

#endif
