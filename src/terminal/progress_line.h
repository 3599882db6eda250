/* A line on the terminal while work takes long: what is being done, how fast, how far. */
#ifndef LN_TERMINAL_PROGRESS_LINE_H
#define LN_TERMINAL_PROGRESS_LINE_H

#include "base/progress.h"

#include <stdbool.h>

/* The text takes the place of the line that is there, if there is one; "" takes it away. */
void ln_progress_line_write(const char *text);

/* For work that only counts: the line is written by itself, from when it has taken a second. */
struct ln_progress_line;

/* NULL when standard error is no terminal or a thread cannot be had: then nothing is shown. */
struct ln_progress_line *ln_progress_line_start(struct ln_progress *progress);
/* The text is copied. */
void ln_progress_line_name(struct ln_progress_line *watch, const char *what);
void ln_progress_line_stop(struct ln_progress_line *watch);
/* Takes the line away before something else is printed; it comes back by itself. */
void ln_progress_line_clear(struct ln_progress_line *watch);

#endif
