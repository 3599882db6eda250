/* Inside src/explore only: what the process that runs the user's code shares with the one that tells it what to do. */
#ifndef LN_EXPLORE_STAGE_H
#define LN_EXPLORE_STAGE_H

#include "contain/contain.h"
#include "explore/explore.h"

enum ln_explore_doing { LN_DOING_LOAD, LN_DOING_CREATE, LN_DOING_RUNS, LN_DOING_JUDGE, LN_DOING_NOTHING };

/* Serial executions of what is not the test: explore/variants.h. */
enum { LN_PHASE_VARIANTS = 3 };

enum ln_stage_task { LN_TASK_DESCRIBE, LN_TASK_CHECK, LN_TASK_REPLAY };

struct ln_explore_stage {
    struct ln_shared shared;
    /* What is asked for. */
    enum ln_stage_task task;
    struct ln_test test;
    struct ln_run_how replay;
    bool resume;           /* behind the schedule whose choices are in `shared` */
    bool without_variants; /* one of them had an accident */
    bool without_bounds;   /* what is judged by, serial executions or a reference, is explored so, as far as possible */
    bool cold;             /* without runs to warm up: one of them had an accident */
    volatile int stop;     /* enum ln_stop */
    /* What is told. */
    volatile int doing;         /* enum ln_explore_doing */
    volatile int phase;         /* 1: serial, 2: concurrent, LN_PHASE_VARIANTS; 0: neither yet */
    volatile unsigned bound;    /* that is being explored */
    struct ln_run_how now;      /* how the current run is made */
    volatile bool in_reference; /* it is the reference that is loaded or runs */
    volatile bool warming;      /* these are runs whose outcome does not matter */
    volatile bool finished;
    struct ln_error error; /* of a test that could not be made sense of */
    struct ln_contained contained;
    struct ln_explored_object object;
    struct ln_explored explored;
};

struct ln_worker_setup {
    struct ln_explore_stage *stage;
    struct ln_run_memory region;
    const char *path, *named;
    const struct ln_explore_how *how;
    const char *serial; /* the file for serial histories; NULL: none */
    uint64_t memory_limit;
};

/* In a new process: does the task, marks it finished and ends the process. */
_Noreturn void ln_worker_run(const struct ln_worker_setup *setup);

#endif
