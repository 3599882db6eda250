/* Running a user's object under every schedule, in processes of their own, test by test (Line-Up, Figure 5). The failure
 * that is found is made small, and found again. */
#ifndef LN_EXPLORE_EXPLORER_H
#define LN_EXPLORE_EXPLORER_H

#include "explore/failing.h"
#include "explore/plan.h"
#include "explore/totals.h"

#include <signal.h>

struct ln_explorer_progress {
    double seconds;
    uint64_t number, of; /* the test that was begun last, and how many there are to be; 0: that is not known */
    uint64_t ended, schedules;
    bool last; /* all have ended */
};

struct ln_explorer_options {
    struct ln_plan_options plan;
    unsigned jobs;
    double timeout, test_timeout;           /* seconds for all, and for each; 0: any */
    const volatile sig_atomic_t *interrupt; /* set: stop */
    void *self;
    /* A test has ended: what its runs met is in the trace. */
    void (*met)(void *self, const struct ln_shared *trace);
    /* Now and then, and at the end; NULL: nobody looks. */
    void (*progress)(void *self, const struct ln_explorer_progress *progress);
};

struct ln_explorer {
    const struct ln_explorer_options *options;
    struct ln_processes *processes;
    struct ln_plan plan;
    struct ln_totals totals;
    struct ln_failing failure, accident; /* accident: a crash, an exit or a hang; the search went on */
    struct ln_failing suspect;           /* it does what the reference was not seen to do, though it may */
    uint64_t start, shown;
};

/* Options and processes outlive it; fini also when init or run fails. */
enum ln_status ln_explorer_init(struct ln_explorer *explorer, const struct ln_explorer_options *options,
                                struct ln_processes *processes, struct ln_memory *memory, struct ln_error *error);
void ln_explorer_fini(struct ln_explorer *explorer);

/* Leaves the run that fails traced in slot 0. */
enum ln_status ln_explorer_run(struct ln_explorer *explorer, struct ln_error *error);
/* What is told of the tests; NULL: nothing failed. */
const struct ln_failing *ln_explorer_failing(const struct ln_explorer *explorer);

/* Inside src/explore only, smaller.c. */

/* A part of a suspect test may be small enough for all that the reference does to be known. */
enum ln_status ln_explorer_settle(struct ln_explorer *explorer, struct ln_error *error);
/* Makes a failure small, and sees it again. */
enum ln_status ln_explorer_look_closer(struct ln_explorer *explorer, struct ln_failing *failing,
                                       struct ln_error *error);

#endif
