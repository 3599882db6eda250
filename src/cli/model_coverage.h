/* `linnet model`: what was looked at of what the object declares, and what was not. Part of every verdict. */
#ifndef LN_CLI_MODEL_COVERAGE_H
#define LN_CLI_MODEL_COVERAGE_H

#include "cli/model_tell.h"
#include "finding/facts.h"

/* Did linnet_assume() leave anything out? */
bool model_assumes(const struct modelling *modelling);

/* `, of which 2 call nothing (numbers 2, 3)`, or nothing. */
void model_write_idle(const struct modelling *modelling, struct ln_str *out);
/* Lines on what holds is said of less than one might think: operations that only waited, calls that were not made. */
void model_write_gaps(const struct modelling *modelling, struct ln_str *out);
/* After `unknown: ..., but `: what was not seen, and what can be done. */
void model_write_unseen(const struct modelling *modelling, struct ln_str *out);
/* `coverage`, when all was looked at. */
void model_say_coverage(const struct modelling *modelling, struct ln_facts *facts);

#endif
