/* The names for what can be chosen, and for how a run failed: in options, in JSON and in saved schedules. */
#ifndef LN_EXPLORE_CHOICE_NAMES_H
#define LN_EXPLORE_CHOICE_NAMES_H

#include "explore/explore.h"

const char *ln_failure_name(enum ln_failure failure); /* not of LN_FAILURE_NONE */
const char *ln_strategy_name(enum ln_strategy strategy);
const char *ln_reuse_name(enum ln_reuse reuse);
const char *ln_choice_name(enum ln_choice_kind kind);

/* False: it is none of them. `name` may be NULL. */
bool ln_failure_of_name(const char *name, enum ln_failure *failure);
bool ln_strategy_of_name(const char *name, enum ln_strategy *strategy);
bool ln_reuse_of_name(const char *name, enum ln_reuse *reuse);
bool ln_choice_of_name(const char *name, enum ln_choice_kind *kind);

#endif
