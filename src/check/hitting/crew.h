/* Threads that measure histories while others are read. */
#ifndef LN_CHECK_HITTING_CREW_H
#define LN_CHECK_HITTING_CREW_H

#include "base/error.h"
#include "base/str.h"
#include "check/hitting/depth.h"

#include <signal.h>

/* One history, and what came of it. */
struct ln_depth_job {
    struct ln_history history;
    struct ln_spec spec; /* without a class when the history is empty */
    struct ln_str id;    /* initialised by who gives it */
    const char *path;
    struct ln_depth_options how;
    struct ln_depth_facts facts;
    enum ln_status status;
    struct ln_error error;
    int state; /* the crew's own */
};

struct ln_depth_crew;

/* `note` is told each history that is measured, in order, on the thread that gives them. `timeout` (seconds, 0: none) is
 * for each history. NULL when memory is refused. */
struct ln_depth_crew *ln_depth_crew_new(unsigned jobs, double timeout, const volatile sig_atomic_t *interrupt,
                                        void (*note)(void *self, struct ln_depth_job *job), void *self,
                                        struct ln_memory *memory);
/* After ln_depth_crew_finish, or without any history. */
void ln_depth_crew_free(struct ln_depth_crew *crew);

/* A place for the next history: to be filled and given, or left. */
struct ln_depth_job *ln_depth_crew_next(struct ln_depth_crew *crew);
/* Takes over what ln_depth_crew_next returned, with its history. */
void ln_depth_crew_give(struct ln_depth_crew *crew);
/* Waits for all, and tells them. */
void ln_depth_crew_finish(struct ln_depth_crew *crew);

#endif
