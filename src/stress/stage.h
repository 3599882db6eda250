/* Inside src/stress only: the memory that the process which runs the user's code shares with the one that judges.
 *
 * The runner fills one log per thread: the calls and returns of a round, then a mark; and the next round. What it writes
 * is not trusted, for the user's code may write there too. */
#ifndef LN_STRESS_STAGE_H
#define LN_STRESS_STAGE_H

#include "linnet/object.h"

#include "base/error.h"
#include "contain/contain.h"
#include "record/log.h"
#include "stress/stress.h"

#include <assert.h>

enum { LN_STAGE_LOADING, LN_STAGE_READY, LN_STAGE_FAILED, LN_STAGE_STARTED, LN_STAGE_FINISHED };

/* How the runner ends when it is not the user's code that ends it; told in `end`, for exit codes are the user's. */
enum ln_stage_end {
    LN_STAGE_BY_CODE,
    LN_STAGE_NOT_MADE, /* create() returned NULL */
    LN_STAGE_NO_THREAD,
    LN_STAGE_LEFT, /* an operation ended its thread: `why` is by what */
    LN_STAGE_VALUE /* an operation returns what cannot be recorded: `why` */
};

enum ln_stress_doing { LN_DOING_LOAD, LN_DOING_CREATE, LN_DOING_DESTROY, LN_DOING_ROUNDS, LN_DOING_NOTHING };

struct ln_stress_stage {
    struct ln_clock clock;
    _Atomic int phase;                      /* LN_STAGE_... */
    _Atomic int doing;                      /* enum ln_stress_doing */
    _Atomic bool stop;                      /* the judge wants no more */
    _Atomic uint64_t dealt;                 /* objects made and dropped so far */
    _Atomic int threads[LN_STRESS_THREADS]; /* as the system knows them; 0: not yet */
    _Atomic int end;                        /* enum ln_stage_end */
    char why[LN_STRESS_WHY];
    struct ln_contained contained;
    char named[LN_STRESS_NAME * 2]; /* the test, as the user calls it */
    struct ln_error error;          /* of LN_STAGE_FAILED */
    struct ln_stress_object object; /* of LN_STAGE_READY */
    struct ln_stress_options options;
    size_t log_bytes;
    size_t bytes; /* of everything */
};

struct ln_stress_stage *ln_stage_new(const struct ln_stress_options *options);
void ln_stage_free(struct ln_stress_stage *stage);

static inline struct ln_log *ln_stage_log(struct ln_stress_stage *stage, unsigned thread)
{
    size_t start = (sizeof *stage + 63) / 64 * 64;
    assert(thread < LN_STRESS_THREADS);
    return (struct ln_log *)(void *)((char *)stage + start + thread * stage->log_bytes);
}

/* The runner: loads the shared object, says what is in it, waits to be started, runs, and ends the process. */
_Noreturn void ln_stress_run(struct ln_stress_stage *stage, const char *path, pid_t parent);

#endif
