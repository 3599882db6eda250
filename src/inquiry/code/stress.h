/* `linnet stress`: the user's code on real threads, judged while it runs. */
#ifndef LN_INQUIRY_CODE_STRESS_H
#define LN_INQUIRY_CODE_STRESS_H

#include "finding/finding.h"
#include "inquiry/code/stress_judge.h"
#include "plugin/compile.h"
#include "report/report.h"

struct ln_stressing;

/* What is asked. */
struct ln_stressing_options {
    struct ln_sources sources; /* the first file is the test */
    struct ln_stress_options run;
    const char *spec; /* what it ought to be; NULL: what it declares */
    double timeout;   /* of judging a round */
    uint64_t memory;  /* of that, too */
    const volatile sig_atomic_t *interrupt;
    /* Now and then while it runs; may be NULL. */
    void (*tell)(void *context, const struct ln_stressing *stressing);
    void *context;
};

struct ln_stressing {
    struct ln_stressing_options options;
    struct ln_memory memory;
    const char *test, *spec; /* as the user calls them */
    struct ln_facts sources; /* for the subject */
    struct ln_stress *stress;
    struct ln_stress_judge judge;
    enum ln_stress_news news; /* how it ended */
    bool may_wait;            /* all calls that were left wait, and the object lets them */
    uint64_t cpu, start;      /* when all began, by the CPU's clock, and when the rounds did */
    /* What the finding refers to. */
    struct ln_history history; /* of one round */
    const struct ln_history *found;
    struct ln_outcome outcome;
    struct ln_core core;
};

/* Compiles and loads the test. Fini either way. */
enum ln_status ln_stressing_init(struct ln_stressing *stressing, const struct ln_stressing_options *options,
                                 struct ln_error *error);
void ln_stressing_fini(struct ln_stressing *stressing);

/* Runs it. `chosen`: what stressing->spec means; it must live on. */
enum ln_status ln_stressing_run(struct ln_stressing *stressing, const struct ln_chosen_spec *chosen,
                                struct ln_error *error);

/* Fills a finding that was just initialised; it is gone before `stressing` is. LN_INTERNAL when the violation does not
 * stand. */
enum ln_status ln_stressing_tell(struct ln_stressing *stressing, struct ln_finding *finding, struct ln_error *error);

#endif
