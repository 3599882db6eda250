/* How a test of the user's object is explored, and what came of it. */
#ifndef LN_EXPLORE_EXPLORE_H
#define LN_EXPLORE_EXPLORE_H

#include "base/budget.h"
#include "explore/explored_history.h"
#include "explore/runtime/runtime.h"
#include "finding/verdict.h"
#include "object/seen.h"

#include <stdio.h>

enum ln_failure {
    LN_FAILURE_NONE,
    LN_FAILURE_ORDER,   /* a history that is not linearizable */
    LN_FAILURE_STUCK,   /* a stuck history with a call that has no reason to wait */
    LN_FAILURE_SERIAL,  /* serial executions do one thing or another */
    LN_FAILURE_FAULT,   /* the heap or a mutex is misused: `message` */
    LN_FAILURE_CRASH,   /* killed by signal `code`, of its own doing; or it has stopped itself by that */
    LN_FAILURE_EXIT,    /* ended the program with `code` */
    LN_FAILURE_HANG,    /* goes on without ever coming to a point */
    LN_FAILURE_CREATE,  /* create() returned NULL, or did what `message` says */
    LN_FAILURE_DIVERGES /* the same schedule leads to different runs: nothing can be said */
};

/* Where in the code it happened. */
enum ln_where { LN_IN_CALLS, LN_IN_CREATE, LN_IN_DESTROY };

/* What a callback decides about a history that is being built: not sealed, not bound. */
typedef enum ln_status ln_explore_judge(void *self, struct ln_history *history, enum ln_verdict *verdict,
                                        struct ln_error *error);

enum { LN_EXPLORE_TEXT = 1 << 20, LN_EXPLORE_WHY = 1 << 14 };

struct ln_explore_how {
    enum ln_strategy strategy; /* of phase 2 */
    unsigned bound;            /* 0, 1, ... up to this one; preemptions or delays */
    unsigned switches;         /* between calls, with preemptions */
    uint64_t runs, seed;       /* LN_RANDOM */
    enum ln_reuse reuse;
    unsigned reuses;         /* as in struct ln_run_how */
    bool classical;          /* stuck histories are judged as if their calls were just pending */
    bool until_accident;     /* a crash, an exit or a hang ends the test */
    bool unchecked;          /* histories are counted, not judged */
    ln_explore_judge *judge; /* with a spec; NULL: by the serial executions */
    void *self;
    const char *reference; /* the shared object whose executions say what is right; NULL: the tested one's own */
    const char *reference_named;
    const char *serial; /* how the files begin that serial histories of tests that fail go to; NULL: nowhere */
    FILE *histories;    /* where to write distinct histories, one a line; NULL: nowhere */
    double hang;        /* seconds without a point */
    double load;        /* seconds in which it has to be loaded, by the clock; 0: any */
    const volatile sig_atomic_t *interrupt; /* ends loading; may be NULL */
};

/* What came of a test. */
struct ln_explored {
    enum ln_failure failure;
    int code;
    enum ln_where where;
    bool killed;     /* the process was, from outside, which is why it stopped */
    enum ln_end end; /* of the run that fails; LN_END_LIVELOCK: stuck as far as can be told */
    bool in_phase_one;
    bool without_calls; /* create() or destroy() alone: any test fails so */
    bool complete;      /* nothing was left out within the bounds */
    bool unbounded;     /* a higher bound of preemptions, or delays, has no more schedules */
    enum ln_stop stop;  /* why not */
    bool crashed;       /* some schedule was cut by a crash, exit or hang, and the search went on */
    char message[LN_FAULT_TEXT];
    uint64_t serial_full, serial_stuck;
    uint64_t schedules, histories;
    uint64_t empty;      /* histories that say nothing: no call returns with an effect */
    uint64_t unfair;     /* schedules that were given up: a thread spins while others could end it */
    uint64_t too_long;   /* given up: calls go on and on, and whether they end cannot be told, */
    uint64_t too_large;  /* or, of those, need more memory than the explorer has for them */
    uint64_t redundant;  /* and those that were cut short: they lead to what another one leads to */
    uint64_t undecided;  /* histories that could not be judged within the budget, */
    uint64_t loose;      /* for an operation that may return one thing or another returned a third, */
    uint64_t lacking;    /* or, of those, that the reference may have beyond what was explored of it */
    struct ln_seen seen; /* in those histories */
    uint64_t reference_histories;
    /* The run that fails. */
    struct ln_run_how how;
    unsigned preemptions;
    uint64_t hash[2];
    uint32_t choice_count;
    struct ln_choice choices[LN_CHOICES];
    unsigned unjustified; /* lane; LN_TEST_LANES: none */
    unsigned event_count;
    struct ln_explored_event events[2 * LN_TEST_ALL_CALLS]; /* .result: where it begins in `text`, as JSON */
    char text[LN_EXPLORE_TEXT];
    char why[LN_EXPLORE_WHY];
};

#endif
