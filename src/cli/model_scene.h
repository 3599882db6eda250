/* `linnet model`: a counterexample as a history that is judged again, and as rows of a picture. */
#ifndef LN_CLI_MODEL_SCENE_H
#define LN_CLI_MODEL_SCENE_H

#include "cli/model_tell.h"
#include "refine/replay.h"
#include "report/interleaving.h"

struct model_scene {
    struct modelling *modelling;
    ln_decisions decisions;
    struct ln_scene scene;
    struct ln_history history;
    struct ln_spec spec;
    struct ln_arena arena; /* texts of rows */
    LN_VEC(struct ln_row) rows;
    uint64_t preemptions;
    struct ln_outcome outcome;
    struct ln_core core;
    struct ln_judged finding;
};

/* Repeats what was found and judges its history. LN_INTERNAL when it does not come about again, or the history is no
 * violation. Fini either way. */
enum ln_status model_scene_init(struct model_scene *scene, struct modelling *modelling, struct ln_error *error);
void model_scene_fini(struct model_scene *scene);

#endif
