/* What the parts of `linnet explore` share. */
#ifndef LN_CLI_EXPLORING_H
#define LN_CLI_EXPLORING_H

#include "inquiry/binding.h"
#include "base/outfile.h"
#include "explore/explore.h"
#include "explore/sample.h"
#include "plugin/compile.h"
#include "cli/explore_long.h"
#include "cli/explore_unseen.h"
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

/* What was covered. */
struct explore_totals {
    uint64_t tests, cut, undecided; /* begun; not explored to the end; with histories that could not be judged */
    uint64_t schedules, redundant, histories, unfair, serial; /* redundant: cut short, of the schedules */
    uint64_t guessed;               /* histories that say nothing: no call returned, as far as can be told */
    enum ln_stop stop;              /* of the first that was cut */
    bool exhausted;                 /* there are no more tests of that shape */
    bool looks_at_clock;            /* the code does; time passes as in src/explore/runtime/clock.c */
    bool waits;                     /* the code does, for conditions */
    uint64_t unbounded;             /* tests with no more schedules, whatever the bound */
    uint64_t too_long;              /* whose calls go on and on, */
    uint64_t too_large;             /* or, of those, need too much memory */
    uint64_t loose;                 /* undecided, because an operation may return one thing or another */
    uint64_t lacking;               /* undecided, because the reference may have what it was not seen to have */
    uint64_t killed;                /* whose process was killed from outside */
};

/* A test that fails, and how. */
struct explore_failure {
    bool found;
    bool confirmed;      /* the same schedule did the same in a process in which nothing else had run */
    uint64_t number;     /* which of the tests */
    struct ln_test test; /* as it was given, or made small */
    struct ln_explored *explored;
    LN_VEC(struct ln_shared_run) shared; /* what its run knew of memory */
    bool smallest;       /* no part of `test`, or of `smaller`, fails */
    bool has_smaller;    /* of a test that was given: a part of it fails the same way */
    struct ln_test smaller;
};

struct exploring {
    struct explore_options options;
    struct ln_memory memory;
    struct ln_sources sources;
    struct ln_compiled compiled, reference;
    struct ln_explorer *explorer;
    const struct ln_explored_object *object;
    const char *spec;            /* NULL: the serial executions */
    struct ln_binding binding;
    struct own_spec own;
    struct explore_totals totals;
    struct explore_unseen unseen;
    struct explore_long longs;
    struct explore_failure failure, accident; /* accident: a crash, an exit or a hang; the search went on */
    struct explore_failure suspect; /* it does what the reference was not seen to do, though it may */
    char save[512];              /* the beginning of the names of what is saved */
    char serial[5000];           /* one of them, wherever the code changes to */
    char trial[5010];            /* and the same of a test that may not become what is told */
    struct ln_outfile histories; /* --histories */
    uint64_t start, cpu, shown;
    struct ln_error error;
};

/* explore_tests.c: runs all tests, makes the failing one small, and leaves its run traced in slot 0. */
enum ln_status explore_tests(struct exploring *exploring);

/* explore_judge.c: a history by the spec. An ln_explore_judge, self is the exploring. */
enum ln_status explore_judge(void *self, struct ln_history *history, enum ln_verdict *verdict, struct ln_error *error);
enum ln_status explore_parse_spec(struct exploring *exploring, struct ln_spec *spec, struct ln_values *values,
                                  struct ln_error *error);

/* explore_tell.c: says what was found, saves it, and returns the exit code. */
int explore_tell(struct exploring *exploring);

#endif
