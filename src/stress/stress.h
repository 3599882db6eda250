/* Running a user's object on real threads, in a process of its own, and receiving what it did, round by round.
 *
 * A round is a run of a few calls by each thread from a fresh object: the threads start together, call at random with
 * small random delays, and meet again. In a long run the object stays the same, and rounds are the stretches between two
 * meetings, where no operation is open. */
#ifndef LN_STRESS_STRESS_H
#define LN_STRESS_STRESS_H

#include "linnet/object.h"

#include "base/budget.h"
#include "history/history.h"
#include "object/seen.h"

enum { LN_STRESS_THREADS = 64, LN_STRESS_NAME = 128, LN_STRESS_WHY = 256 };

struct ln_stress_options {
    unsigned threads, length; /* calls of one thread in a round */
    uint64_t rounds;          /* UINT64_MAX: until it is stopped */
    uint64_t seed;
    double seconds;   /* after which it is to stop; 0: not by the clock */
    double patience;  /* seconds of no progress, in which the calls ran or slept, that count as a hang */
    bool keep_object; /* a long run */
};

/* What is declared, as far as others need to know. */
struct ln_stress_object {
    char name[LN_STRESS_NAME], spec[LN_STRESS_NAME]; /* empty: it names none */
    unsigned operations;
    char names[LINNET_OPERATIONS][LN_STRESS_NAME];
    uint32_t callable;     /* a bit for each that some thread may call */
    unsigned idle_threads; /* whose role leaves them nothing to call */
};

struct ln_stress;

/* What came of waiting for a round. */
enum ln_stress_news {
    LN_STRESS_ROUND,    /* a round is over */
    LN_STRESS_DONE,     /* all rounds were told */
    LN_STRESS_CRASHED,  /* the user's code was killed by ln_stress_signal */
    LN_STRESS_EXITED,   /* or ended the process */
    LN_STRESS_HUNG,     /* or does not come back */
    LN_STRESS_NOT_MADE, /* create() returned NULL */
    LN_STRESS_LEFT,     /* an operation ended its thread, by ln_stress_why */
    LN_STRESS_REFUSED,  /* it does what cannot be followed: ln_stress_why */
    LN_STRESS_KILLED,   /* the process was killed from outside */
    LN_STRESS_FULL,     /* the round is too long, with the values that it has */
    LN_STRESS_INTERRUPTED
};

/* Loads the shared object in a new process; `named` is what the user calls it. LN_BAD_INPUT as for ln_object_load, or
 * when it crashes while it is loaded. */
enum ln_status ln_stress_new(struct ln_stress **stress, const char *path, const char *named,
                             const struct ln_stress_options *options, struct ln_memory *memory, struct ln_error *error);
/* Ends the process. */
void ln_stress_free(struct ln_stress *stress);
const struct ln_stress_object *ln_stress_object(const struct ln_stress *stress);

/* Waits for the next round, or for worse; the first call starts the runner. */
enum ln_stress_news ln_stress_wait(struct ln_stress *stress, const volatile sig_atomic_t *interrupt);

/* Who judges. */
struct ln_stress_listener {
    /* Of the round that was told just now; what it returns but LN_OK ends the loop. */
    enum ln_status (*judge)(void *context, struct ln_stress *stress, bool *violated, struct ln_error *error);
    void *context;
    const volatile sig_atomic_t *interrupt;
};

/* Has rounds judged as they come, until one is violated (*news is LN_STRESS_ROUND) or no other comes. */
enum ln_status ln_stress_judge_rounds(struct ln_stress *stress, const struct ln_stress_listener *listener,
                                      enum ln_stress_news *news, struct ln_error *error);

/* Of LN_STRESS_LEFT and LN_STRESS_REFUSED. */
const char *ln_stress_why(const struct ln_stress *stress);
/* No more rounds than those that have begun; nor those, if they take long. */
void ln_stress_stop(struct ln_stress *stress);
int ln_stress_signal(const struct ln_stress *stress);
/* The exit code of LN_STRESS_EXITED. */
int ln_stress_exit(const struct ln_stress *stress);
/* "create", "destroy", or NULL: in the calls in flight. */
const char *ln_stress_where(const struct ln_stress *stress);

/* Adds the operations of the round that ln_stress_wait told of to a history that is being built; after a crash or a
 * hang, those of the unfinished round. May be called again for another history, until the next wait. */
enum ln_status ln_stress_tell(struct ln_stress *stress, struct ln_history *history, struct ln_error *error);
/* What became of the operations in all that was told so far. */
struct ln_seen ln_stress_seen(const struct ln_stress *stress);

#endif
