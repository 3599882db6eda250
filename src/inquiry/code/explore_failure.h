/* What a run of the explorer did wrong, in words. */
#ifndef LN_INQUIRY_CODE_EXPLORE_FAILURE_H
#define LN_INQUIRY_CODE_EXPLORE_FAILURE_H

#include "base/str.h"
#include "explore/explore.h"

/* `queue.c is not linearizable as queue`; `spec` may be NULL. `failure` is that of the run, or of the one that it repeats. */
void ln_explore_failure_write(const char *test, const char *spec, enum ln_failure failure,
                              const struct ln_explored *explored, struct ln_str *out);

#endif
