/* `linnet replay`: the schedule of a finding, run again. */
#ifndef LN_INQUIRY_CODE_REPLAY_H
#define LN_INQUIRY_CODE_REPLAY_H

#include "explore/processes.h"
#include "finding/finding.h"
#include "inquiry/code/explore_unseen.h"
#include "inquiry/code/program.h"
#include "inquiry/code/schedule.h"

struct ln_replaying {
    const char *path;
    struct ln_memory *memory;
    struct ln_finding saved;        /* what was found then */
    struct ln_program_said program; /* and with which program */
    struct ln_schedule schedule;
    struct ln_facts subject; /* what it is now */
    struct ln_program_said present;
    struct ln_compiled compiled;
    struct ln_processes *processes;
    struct ln_test test;
    struct ln_explore_unseen unseen;
    bool found, changed, same;             /* same: the schedule led to the same failure */
    enum ln_stop stop;                     /* not none: the run was not seen through, and why */
    const char *judge;                     /* the file that its history was judged by; NULL: there is none */
    bool judge_has_changed, judge_is_gone; /* since */
};

/* It is another program, or the same history judged by something else. */
static inline bool ln_replaying_has_changed(const struct ln_replaying *replaying)
{
    return replaying->changed || (replaying->same && (replaying->judge_has_changed || replaying->judge_is_gone));
}

/* Neither reproduced nor not. */
static inline bool ln_replaying_is_doubtful(const struct ln_replaying *replaying)
{
    return replaying->stop || ln_replaying_has_changed(replaying);
}

/* Reads the first finding of the file that has a schedule. LN_BAD_INPUT: there is none, or it makes no sense. Fini
 * either way. */
enum ln_status ln_replaying_init(struct ln_replaying *replaying, const char *path, struct ln_memory *memory,
                                 struct ln_error *error);
void ln_replaying_fini(struct ln_replaying *replaying);

/* Compiles its program, with another compiler unless that is NULL and until it is interrupted, and runs it. `hang`:
 * seconds without a point. */
enum ln_status ln_replaying_run(struct ln_replaying *replaying, const char *compiler, double hang,
                                const volatile sig_atomic_t *interrupted, struct ln_error *error);

/* Into a finding that was just initialised and is gone before the replaying is. What does not come again says nothing
 * of the object, and nothing holds. */
enum ln_status ln_replaying_tell(struct ln_replaying *replaying, struct ln_finding *finding, struct ln_error *error);

#endif
