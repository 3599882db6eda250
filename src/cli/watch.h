/* A line on the terminal while work takes longer than a second: what is being done, how fast, how far. */
#ifndef LN_CLI_WATCH_H
#define LN_CLI_WATCH_H

#include "base/progress.h"

#include <stdbool.h>

struct watch;

/* NULL when standard error is no terminal or a thread cannot be had: then nothing is shown. */
struct watch *watch_start(struct ln_progress *progress);
/* The text is copied. */
void watch_name(struct watch *watch, const char *what);
void watch_stop(struct watch *watch);
/* Takes the line away before something else is printed; it comes back by itself. */
void watch_clear(struct watch *watch);

#endif
