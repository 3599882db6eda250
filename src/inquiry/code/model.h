/* `linnet model`: the user's code as a step graph, and the search through its states. */
#ifndef LN_INQUIRY_CODE_MODEL_H
#define LN_INQUIRY_CODE_MODEL_H

#include "inquiry/chosen_spec.h"
#include "model/model.h"
#include "refine/refine.h"
#include "refine/step_spec.h"

enum { LN_MODEL_PROCESSES = 60 };

/* Names of enum ln_reduction. */
extern const char *const ln_reduction_names[LN_REDUCE_BOTH + 1];
bool ln_reduction_of_word(const char *word, uint32_t *reduction);
/* A number from 1 to 10000; or `unbounded`, also when it is not given (NULL), which is 0. */
bool ln_calls_of_word(const char *word, uint32_t *limit);

struct ln_modelling;

/* What is asked. */
struct ln_modelling_options {
    struct ln_model_options code; /* what is compiled, and how many processes call it; its first file is the test */
    const char *spec;             /* what it ought to be; NULL: what comes with it */
    uint32_t limit;               /* calls of each process; 0: unbounded */
    enum ln_search_order order;
    uint32_t reduction; /* enum ln_reduction */
    bool points, stats;
    uint64_t memory;
    /* Four times a second while it searches; may be NULL. */
    void (*tell)(void *context, const struct ln_modelling *modelling);
    void *context;
};

struct ln_modelling {
    struct ln_modelling_options options;
    const char *test, *spec;      /* as the user calls them */
    bool has_specification;       /* and goes by it: it came with the code */
    struct ln_chosen_spec chosen; /* that; plugin and file are its owner's */
    uint64_t cpu;
    struct ln_memory memory;
    uint64_t front_memory; /* what the front end and its libraries took, if that alone was too much; else 0 */
    struct ln_budget budget;
    struct ln_program program, specification;
    struct ln_step_spec own;
    struct ln_meaning meaning;
    struct ln_refinement refinement;
    uint64_t begun, start, told; /* when all began, when the search did, and when it last told */
    char points_why[200];
    bool points_refuted; /* and all was looked at again without them */
};

/* Compiles it and finds out what it ought to be. Fini either way. */
enum ln_status ln_modelling_init(struct ln_modelling *modelling, const struct ln_modelling_options *options,
                                 struct ln_error *error);
void ln_modelling_fini(struct ln_modelling *modelling);

/* Searches. `chosen`: what `spec` means; of no use to what has a specification. `error` must live on. */
enum ln_status ln_modelling_decide(struct ln_modelling *modelling, const struct ln_chosen_spec *chosen,
                                   struct ln_error *error);

enum { LN_MODELLING_PROGRESS = 256 };

/* How far the search is. */
void ln_modelling_progress(const struct ln_modelling *modelling, char text[LN_MODELLING_PROGRESS]);

#endif
