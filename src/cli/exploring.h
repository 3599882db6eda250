/* What the parts of `linnet explore` share. */
#ifndef LN_CLI_EXPLORING_H
#define LN_CLI_EXPLORING_H

#include "inquiry/binding.h"
#include "base/outfile.h"
#include "explore/explore.h"
#include "explore/tests.h"
#include "plugin/compile.h"
#include "inquiry/code/explore_long.h"
#include "inquiry/code/explore_unseen.h"
#include "cli/options.h"
#include "cli/own_spec.h"

struct explore_options {
    const char *test, *initial, *final, *entries;
    unsigned threads, calls, tests, automatic;
    uint64_t seed, preemptions, switches, delays, random, memory;
    const char *reuse, *spec, *reference, *compiler, *save, *histories;
    unsigned jobs;
    double timeout, test_timeout, hang;
    struct option_words accept;
    bool classical, unchecked, json, quiet;
};

struct exploring {
    struct explore_options options;
    struct ln_memory memory;
    struct ln_sources sources;
    struct ln_compiled compiled, reference;
    struct ln_explorer *explorer;
    const struct ln_explored_object *object;
    const char *spec;            /* NULL: the serial executions */
    struct ln_chosen_spec chosen;
    struct ln_tests_options asked;
    struct ln_tests tests;
    struct ln_explore_unseen unseen;
    struct ln_explore_long longs;
    char save[512];              /* the beginning of the names of what is saved */
    char serial[300];            /* how the files begin that serial histories go to meanwhile */
    struct ln_outfile histories; /* --histories */
    uint64_t cpu;
    struct ln_error error;
};

/* explore_judge.c: a history by the spec. An ln_explore_judge, self is the exploring. */
enum ln_status explore_judge(void *self, struct ln_history *history, enum ln_verdict *verdict, struct ln_error *error);

/* explore_tell.c: says what was found, saves it, and returns the exit code. */
int explore_tell(struct exploring *exploring);

#endif
