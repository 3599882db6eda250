/* Running a user's object under every schedule, in processes of their own, test by test (Line-Up, Figure 5).
 *
 * A test is checked by one process: it loads the instrumented shared object, enumerates the serial executions (phase 1)
 * and then the concurrent ones (phase 2), and judges each distinct history once. It may crash, exit or hang with the
 * user's code: what it was doing is in memory that it shares with this process, which goes on behind that schedule. */
#ifndef LN_EXPLORE_EXPLORE_H
#define LN_EXPLORE_EXPLORE_H

#include "base/budget.h"
#include "explore/runtime/runtime.h"
#include "explore/test.h"
#include "finding/verdict.h"
#include "history/history.h"

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
    uint64_t guessed;   /* histories in which no call returns, as far as can be told: long loops were taken to wait */
    uint64_t unfair;    /* schedules that were given up: a thread spins while others could end it */
    uint64_t too_long;  /* given up: calls go on and on, and whether they end cannot be told, */
    uint64_t too_large; /* or, of those, need more memory than the explorer has for them */
    uint64_t redundant; /* and those that were cut short: they lead to what another one leads to */
    uint64_t undecided; /* histories that could not be judged within the budget, */
    uint64_t loose;     /* for an operation that may return one thing or another returned a third, */
    uint64_t lacking;   /* or, of those, that the reference may have beyond what was explored of it */
    uint64_t reference_histories;
    /* The run that fails. */
    struct ln_run_how how;
    unsigned preemptions;
    uint64_t hash[2];
    uint32_t choice_count;
    struct ln_choice choices[LN_CHOICES];
    unsigned unjustified; /* lane; LN_TEST_LANES: none */
    unsigned event_count;
    struct ln_run_event events[2 * LN_TEST_ALL_CALLS];   /* .thread is a lane */
    uint32_t results[LN_TEST_LANES][LN_TEST_LANE_CALLS]; /* where in `text` each begins, as JSON */
    char text[LN_EXPLORE_TEXT];
    char why[LN_EXPLORE_WHY];
};

/* Has a replay led to the failure that was found then? `hash` is that of its history. */
bool ln_explored_same(enum ln_failure failure, const uint64_t hash[2], const struct ln_explored *now);

struct ln_explorer;

/* A shared object, and as what its users know it. */
struct ln_explored_code {
    const char *path, *named;
};

/* Loads the shared object in a process of its own to see what it declares. LN_BAD_INPUT as for ln_object_load, or when
 * it crashes while it is loaded. `how` is copied; names must live on. */
enum ln_status ln_explorer_new(struct ln_explorer **explorer, const struct ln_explored_code *code,
                               const struct ln_explore_how *how, unsigned jobs, struct ln_memory *memory,
                               struct ln_error *error);
void ln_explorer_free(struct ln_explorer *explorer);
const struct ln_explored_object *ln_explorer_object(const struct ln_explorer *explorer);
struct ln_explore_how *ln_explorer_how(struct ln_explorer *explorer);

/* Begins a test in a slot, 0 to jobs - 1, that is free. */
enum ln_status ln_explorer_start(struct ln_explorer *explorer, unsigned slot, const struct ln_test *test,
                                 struct ln_error *error);
/* Waits up to `milliseconds` for one to end: its slot, or -1. */
int ln_explorer_wait(struct ln_explorer *explorer, int milliseconds);
/* Of the test that ended last in the slot. */
const struct ln_explored *ln_explorer_result(const struct ln_explorer *explorer, unsigned slot);
/* What is known of the test that runs in it: counts only. */
const struct ln_explored *ln_explorer_progress(const struct ln_explorer *explorer, unsigned slot);
/* Tells the one that runs there to stop and say what it knows. */
void ln_explorer_stop(struct ln_explorer *explorer, unsigned slot, enum ln_stop why);
/* The serial histories by which the test that ended last in the slot has failed; nothing when there are none. */
enum ln_status ln_explorer_serial(const struct ln_explorer *explorer, unsigned slot, struct ln_str *out,
                                  struct ln_error *error);
/* CPU seconds and peak memory of the processes that have ended. */
void ln_explorer_cost(const struct ln_explorer *explorer, double *seconds, uint64_t *memory);
/* Ends whatever runs. */
void ln_explorer_clear(struct ln_explorer *explorer);

/* Not NULL and not LN_OK: the test could not be run, and why. */
const struct ln_error *ln_explorer_error(const struct ln_explorer *explorer, unsigned slot);

/* A run, by the choices that lead to it. */
struct ln_chosen_run {
    const struct ln_run_how *how;
    const struct ln_choice *choices;
    uint32_t count;
};

/* Runs the test once with the given choices, and writes down its steps. What came of it is the slot's result, with
 * LN_FAILURE_NONE and the run's end unless the run crashed. Which memory is shared is as the slot has learned it last. */
enum ln_status ln_explorer_replay(struct ln_explorer *explorer, unsigned slot, const struct ln_test *test,
                                  const struct ln_chosen_run *run, struct ln_error *error);
/* Which memory that is: runs of 8 bytes, of stacks and heap or of the object's variables. What a replay in another
 * process needs to know beforehand. */
struct ln_shared_run {
    uint32_t from, count;
    bool is_global;
};
/* The next run behind *run; begin with a count of 0. */
bool ln_explorer_shared(const struct ln_explorer *explorer, unsigned slot, struct ln_shared_run *run);
/* Before a replay: forget what the slot has learned, and know this instead. False: there is no such memory. */
void ln_explorer_forget(struct ln_explorer *explorer, unsigned slot);
bool ln_explorer_know(struct ln_explorer *explorer, unsigned slot, const struct ln_shared_run *run);

const struct ln_shared *ln_explorer_trace(const struct ln_explorer *explorer, unsigned slot);

#endif
