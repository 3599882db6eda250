/* `linnet model`: what was looked at of what the object declares, and what was not. Part of every verdict. */
#ifndef LN_INQUIRY_CODE_MODEL_COVERAGE_H
#define LN_INQUIRY_CODE_MODEL_COVERAGE_H

#include "inquiry/code/model.h"
#include "finding/facts.h"

/* Did linnet_assume() leave anything out? */
bool ln_model_assumes(const struct ln_modelling *modelling);

/* `, of which 2 call nothing (numbers 2, 3)`, or nothing. */
void ln_model_write_idle(const struct ln_modelling *modelling, struct ln_str *out);
/* Lines on what holds is said of less than one might think: operations that only waited, calls that were not made. */
void ln_model_write_gaps(const struct ln_modelling *modelling, struct ln_str *out);
/* After `unknown: ..., but `: what was not seen first; then what else, and what can be done. */
void ln_model_write_unseen(const struct ln_modelling *modelling, struct ln_str *first_line, struct ln_str *rest);
/* When all was looked at. */
void ln_model_say_coverage(const struct ln_modelling *modelling, struct ln_facts *facts);

#endif
