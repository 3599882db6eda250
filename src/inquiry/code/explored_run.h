/* A run of the explorer that was replayed in slot 0, as steps and as a history. */
#ifndef LN_INQUIRY_CODE_EXPLORED_RUN_H
#define LN_INQUIRY_CODE_EXPLORED_RUN_H

#include "explore/processes.h"
#include "finding/finding.h"

struct ln_explored_run {
    const struct ln_processes *processes;
    const struct ln_explored *explored; /* the results */
    const struct ln_test *test;
    const char *object; /* the shared object */
};

/* Fills threads and rows of the finding. */
enum ln_status ln_explored_run_steps(const struct ln_explored_run *run, struct ln_finding *finding);
/* The history as JSON Lines; `spec` may be NULL. `stuck`: those that wait, wait for ever. */
void ln_explored_run_history(const struct ln_explored_run *run, const char *id, const char *spec, bool stuck,
                             struct ln_str *out);

#endif
