/* The words for what can be chosen, and for how a run failed: in options, in JSON and in saved schedules. */
#ifndef LN_EXPLORE_WORDS_H
#define LN_EXPLORE_WORDS_H

#include "explore/explore.h"

const char *ln_failure_word(enum ln_failure failure); /* not of LN_FAILURE_NONE */
const char *ln_strategy_word(enum ln_strategy strategy);
const char *ln_reuse_word(enum ln_reuse reuse);
const char *ln_choice_word(enum ln_choice_kind kind);

/* False: it is none of them. `word` may be NULL. */
bool ln_failure_of_word(const char *word, enum ln_failure *failure);
bool ln_strategy_of_word(const char *word, enum ln_strategy *strategy);
bool ln_reuse_of_word(const char *word, enum ln_reuse *reuse);
bool ln_choice_of_word(const char *word, enum ln_choice_kind *kind);

#endif
