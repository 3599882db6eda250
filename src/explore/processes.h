/* Inside src/explore and for replays: the processes that run the user's code, one for each test.
 *
 * Such a process loads the instrumented shared object and does one task on one test. It may crash, exit or hang with the
 * user's code: what it was doing is in memory that it shares with this process, which goes on behind that schedule. */
#ifndef LN_EXPLORE_PROCESSES_H
#define LN_EXPLORE_PROCESSES_H

#include "explore/explore.h"

enum { LN_PROCESSES_MOST = 64 }; /* at a time */

struct ln_processes;

/* A shared object, and as what its users know it. */
struct ln_explored_code {
    const char *path, *named;
};

/* Loads the shared object in a process of its own to see what it declares. LN_BAD_INPUT as for ln_object_load, or when
 * it crashes while it is loaded. `how` is copied; names must live on. */
enum ln_status ln_processes_new(struct ln_processes **processes, const struct ln_explored_code *code,
                                const struct ln_explore_how *how, unsigned jobs, struct ln_memory *memory,
                                struct ln_error *error);
void ln_processes_free(struct ln_processes *processes);
const struct ln_explored_object *ln_processes_object(const struct ln_processes *processes);
struct ln_explore_how *ln_processes_how(struct ln_processes *processes);

/* Begins a test in a slot, 0 to jobs - 1, that is free. */
enum ln_status ln_processes_start(struct ln_processes *processes, unsigned slot, const struct ln_test *test,
                                  struct ln_error *error);
/* Waits up to `milliseconds` for one to end: its slot, or -1. */
int ln_processes_wait(struct ln_processes *processes, int milliseconds);
/* Of the test that ended last in the slot. */
const struct ln_explored *ln_processes_result(const struct ln_processes *processes, unsigned slot);
/* What is known of the test that runs in it: counts only. */
const struct ln_explored *ln_processes_progress(const struct ln_processes *processes, unsigned slot);
/* Tells the one that runs there to stop and say what it knows. */
void ln_processes_stop(struct ln_processes *processes, unsigned slot, enum ln_stop why);
/* The serial histories by which the test that ended last in the slot has failed; nothing when there are none. */
enum ln_status ln_processes_serial(const struct ln_processes *processes, unsigned slot, struct ln_str *out,
                                   struct ln_error *error);
/* CPU seconds and peak memory of the processes that have ended. */
void ln_processes_cost(const struct ln_processes *processes, double *seconds, uint64_t *memory);
/* Ends whatever runs. */
void ln_processes_clear(struct ln_processes *processes);

/* Not NULL and not LN_OK: the test could not be run, and why. */
const struct ln_error *ln_processes_error(const struct ln_processes *processes, unsigned slot);

/* A run, by the choices that lead to it. */
struct ln_chosen_run {
    const struct ln_run_how *how;
    const struct ln_choice *choices;
    uint32_t count;
    const volatile sig_atomic_t *interrupt; /* stops it; NULL: it is seen through */
};

/* Runs the test once with the given choices, and writes down its steps. What came of it is the slot's result, with
 * LN_FAILURE_NONE and the run's end unless the run crashed, or why it was stopped before. Which memory is shared is as
 * the slot has learned it last. */
enum ln_status ln_processes_replay(struct ln_processes *processes, unsigned slot, const struct ln_test *test,
                                   const struct ln_chosen_run *run, struct ln_error *error);
/* Which memory that is: runs of 8 bytes, of stacks and heap or of the object's variables. What a replay in another
 * process needs to know beforehand. */
struct ln_shared_run {
    uint32_t from, count;
    bool is_global;
};
/* The next run behind *run; begin with a count of 0. */
bool ln_processes_shared(const struct ln_processes *processes, unsigned slot, struct ln_shared_run *run);
/* Before a replay: forget what the slot has learned, and know this instead. False: there is no such memory. */
void ln_processes_forget(struct ln_processes *processes, unsigned slot);
bool ln_processes_know(struct ln_processes *processes, unsigned slot, const struct ln_shared_run *run);

const struct ln_shared *ln_processes_trace(const struct ln_processes *processes, unsigned slot);

#endif
