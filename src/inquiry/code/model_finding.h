/* `linnet model`: what came of it, as a finding. */
#ifndef LN_INQUIRY_CODE_MODEL_FINDING_H
#define LN_INQUIRY_CODE_MODEL_FINDING_H

#include "inquiry/code/model_scene.h"

/* Fills a finding that was just initialised. Of a violation the scene is made, which the finding refers to; fini either
 * way. LN_INTERNAL when the violation does not stand. */
enum ln_status ln_modelling_tell(struct ln_modelling *modelling, struct ln_model_scene *scene,
                                 struct ln_finding *finding, struct ln_error *error);

#endif
