/* `linnet model`: what was found, in words. */
#ifndef LN_INQUIRY_CODE_MODEL_WORDS_H
#define LN_INQUIRY_CODE_MODEL_WORDS_H

#include "finding/finding.h"
#include "inquiry/code/model.h"

/* Why processes cannot change places, though they were asked to; or NULL. */
const char *ln_model_no_symmetry(const struct ln_modelling *modelling);

/* Of what holds. */
void ln_model_word_holds(const struct ln_modelling *modelling, struct ln_finding *finding);
/* Of what is unknown. */
void ln_model_word_unknown(const struct ln_modelling *modelling, struct ln_finding *finding);
/* Of a violation that is no history by itself, but what the code does: the scene is in `finding` already. */
void ln_model_word_accident(const struct ln_modelling *modelling, struct ln_finding *finding);
/* Bounds, which are part of every verdict, and what it took, if that is wanted. */
void ln_model_word_bounds(const struct ln_modelling *modelling, struct ln_str *out);

#endif
