/* `linnet model`: a counterexample as a history that is judged again, and as rows of a picture. */
#ifndef LN_INQUIRY_CODE_MODEL_SCENE_H
#define LN_INQUIRY_CODE_MODEL_SCENE_H

#include "finding/finding.h"
#include "inquiry/code/model.h"
#include "refine/replay.h"
#include "report/report.h"

struct ln_model_scene {
    struct ln_modelling *modelling;
    ln_decisions decisions;
    struct ln_scene scene;
    struct ln_history history;
    struct ln_spec spec;
    uint64_t preemptions;
    struct ln_outcome outcome;
    struct ln_core core;
    struct ln_judged judged; /* unless a fault or a loop makes that needless */
};

/* Repeats what was found and judges its history; the steps go to `finding`. LN_INTERNAL when it does not come about
 * again, or the history is no violation. Fini either way. */
enum ln_status ln_model_scene_init(struct ln_model_scene *scene, struct ln_modelling *modelling,
                                   struct ln_finding *finding, struct ln_error *error);
void ln_model_scene_fini(struct ln_model_scene *scene);

#endif
