/* Inside src/explore only: the process that runs the user's code. */
#ifndef LN_EXPLORE_WORKER_H
#define LN_EXPLORE_WORKER_H

#include "explore/observation.h"
#include "explore/reference.h"
#include "explore/results.h"
#include "explore/stage.h"
#include "explore/variants.h"
#include "object/object.h"

#include <stdio.h>

struct ln_worker {
    const struct ln_explore_how *how;
    const char *serial; /* the file for serial histories; NULL: none */
    struct ln_explore_stage *stage;
    struct ln_explored *explored; /* of the stage */
    struct ln_memory memory;
    struct ln_object object;
    const struct ln_runtime *runtime;
    struct ln_run_test test;
    struct ln_execution run;
    struct ln_results results;
    struct ln_observation *observation;
    struct ln_variants variants; /* of a test with asynchronous operations */
    struct ln_reference *reference;
    bool all_serial;      /* of the serial executions none was left out */
    bool whole_reference; /* all of its executions are known */
    uint64_t reference_runs;
    struct ln_intern seen; /* 128-bit hashes of histories that were judged */
    uint32_t failed;       /* id of the result of an operation that fails */
    /* The run as those see it who know nothing of the runtime. */
    struct ln_explored_event events[2 * LN_TEST_ALL_CALLS];
    struct ln_explored_history history;
    FILE *histories;
    bool has_accident;           /* destroy() went wrong, and the search went on */
    struct ln_explored accident; /* as it was then */
};

/* Loads a shared object and makes the test ready to run on it. */
enum ln_status ln_worker_load(struct ln_worker *worker, const char *path, const char *named,
                              const struct ln_run_memory *region, struct ln_error *error);

/* ---- search.c ---- */

/* Each run but those after which the search begins anew; false ends it. */
typedef bool ln_search_visit(struct ln_worker *worker, void *self, enum ln_status *status);

struct ln_search_visitor {
    ln_search_visit *visit;
    void *self;
};

/* Depth first through all choices. LN_STOPPED: the parent says so; otherwise the status that a visit left. `resume`:
 * behind the choices that are there. */
enum ln_status ln_search(struct ln_worker *worker, const struct ln_run_how *how, bool resume,
                         struct ln_search_visitor visitor);
/* The next choices; false: there are none. */
bool ln_search_next(struct ln_shared *shared);

/* Makes the calls of stage->test those of the runs to come. */
enum ln_status ln_worker_take_test(struct ln_worker *worker, const char *named, struct ln_error *error);

/* How many weak compare-exchanges of one run may fail for no reason. */
unsigned ln_worker_failures(const struct ln_worker *worker);

/* ---- the run that just ended ---- */

/* Fills worker->history. */
enum ln_status ln_worker_see(struct ln_worker *worker);
/* It ended in a way that is no history: that is the failure of the test, or (LN_BAD_INPUT) the end of everything. */
bool ln_worker_faults(struct ln_worker *worker, const struct ln_run_how *how, enum ln_status *status);
/* Makes it the failure of the test. */
void ln_worker_fail(struct ln_worker *worker, enum ln_failure failure, const struct ln_run_how *how);
void ln_worker_why(struct ln_worker *worker, const struct ln_str *text);

/* ---- serial.c, concurrent.c ---- */

/* Phase 1: fills the observation. *go_on is false when the test has failed already. */
enum ln_status ln_check_serial(struct ln_worker *worker, bool *go_on, struct ln_error *error);
/* The concurrent histories of the reference, too, for it need not be atomic. */
enum ln_status ln_check_reference(struct ln_worker *worker, struct ln_error *error);
/* Phase 2. */
enum ln_status ln_check_concurrent(struct ln_worker *worker, struct ln_error *error);

struct ln_naming;
void ln_worker_naming(struct ln_worker *worker, struct ln_naming *naming);

#endif
