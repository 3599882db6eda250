/* Saying that the last line of a file was cut short. */
#ifndef LN_CLI_SAY_CUT_H
#define LN_CLI_SAY_CUT_H

#include "history/history.h"

/* On standard error, if there is anything to say; `path` is where the history was read. */
void say_cut(const struct ln_history *history, const char *path);

#endif
