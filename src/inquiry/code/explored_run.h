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
    bool by_spec;       /* its history is judged by one, not by serial executions */
};

/* Fills threads and rows of the finding. */
enum ln_status ln_explored_run_steps(const struct ln_explored_run *run, struct ln_finding *finding);
/* Fills a history that was just initialised: not bound, not sealed. */
enum ln_status ln_explored_run_history(const struct ln_explored_run *run, struct ln_history *history);

#endif
