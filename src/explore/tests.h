/* The tests of an inquiry: as many at a time as there are jobs, in an order that depends on nothing else. The failure
 * that is found is made small, and found again. */
#ifndef LN_EXPLORE_TESTS_H
#define LN_EXPLORE_TESTS_H

#include "explore/failing.h"
#include "explore/plan.h"
#include "explore/totals.h"

#include <signal.h>

enum { LN_TESTS_JOBS = 64 }; /* at most */

struct ln_tests_progress {
    double seconds;
    uint64_t number, of; /* the test that was begun last, and how many there are to be; 0: that is not known */
    uint64_t ended, schedules;
    bool last; /* all have ended */
};

struct ln_tests_options {
    struct ln_plan_options plan;
    unsigned jobs;
    double timeout, test_timeout;           /* seconds for all, and for each; 0: any */
    const volatile sig_atomic_t *interrupt; /* set: stop */
    void *self;
    /* A test has ended: what its runs met is in the trace. */
    void (*met)(void *self, const struct ln_shared *trace);
    /* Now and then, and at the end; NULL: nobody looks. */
    void (*progress)(void *self, const struct ln_tests_progress *progress);
};

struct ln_tests {
    const struct ln_tests_options *options;
    struct ln_explorer *explorer;
    struct ln_plan plan;
    struct ln_totals totals;
    struct ln_failing failure, accident; /* accident: a crash, an exit or a hang; the search went on */
    struct ln_failing suspect;           /* it does what the reference was not seen to do, though it may */
    uint64_t start, shown;
};

/* Options and explorer outlive them; fini also when init or run fails. */
enum ln_status ln_tests_init(struct ln_tests *tests, const struct ln_tests_options *options,
                             struct ln_explorer *explorer, struct ln_memory *memory, struct ln_error *error);
void ln_tests_fini(struct ln_tests *tests);

/* Leaves the run that fails traced in slot 0. */
enum ln_status ln_tests_run(struct ln_tests *tests, struct ln_error *error);
/* What is told of them; NULL: nothing failed. */
const struct ln_failing *ln_tests_failing(const struct ln_tests *tests);

/* Inside src/explore only, smaller.c. */

/* A part of a suspect test may be small enough for all that the reference does to be known. */
enum ln_status ln_tests_settle(struct ln_tests *tests, struct ln_error *error);
/* Makes a failure small, and sees it again. */
enum ln_status ln_tests_look_closer(struct ln_tests *tests, struct ln_failing *failing, struct ln_error *error);

#endif
