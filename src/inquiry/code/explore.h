/* `linnet explore`: the user's code under every schedule. The tests are the engine's (explore/explorer.h); what they are
 * judged by, and what is told of them, is here. */
#ifndef LN_INQUIRY_CODE_EXPLORE_H
#define LN_INQUIRY_CODE_EXPLORE_H

#include "base/outfile.h"
#include "explore/explorer.h"
#include "finding/finding.h"
#include "inquiry/chosen_spec.h"
#include "inquiry/code/explore_long.h"
#include "inquiry/code/explore_unseen.h"
#include "inquiry/code/operations_seen.h"
#include "plugin/compile.h"
#include "report/report.h"

struct ln_exploring_options {
    struct ln_sources sources; /* the first file declares the object */
    const char *reference;     /* another implementation of it; NULL: none */
    const char *spec;          /* what it ought to be; NULL: what the test declares */
    const char *histories;     /* where distinct ones are written, one a line; NULL: nowhere */
    struct ln_accepted accepted;
    struct ln_explore_how how;        /* judge, reference, serial and histories are not asked for here */
    bool bound_asked;                 /* it is not the usual one */
    struct ln_explorer_options tests; /* `self` and `met` are not asked for; 0 jobs: one per processor */
};

/* The violation, judged once more, by other code than that which found it. */
struct ln_judged_again {
    bool built, judged; /* there is a history; and what it is judged by */
    struct ln_history history;
    struct ln_chosen_spec serial; /* the serial executions, when there is no other spec */
    struct ln_spec spec;
    struct ln_outcome outcome;
    struct ln_core core;
    struct ln_judged said;
};

struct ln_exploring {
    struct ln_exploring_options options;
    struct ln_memory *memory;
    struct ln_compiled compiled, reference;
    struct ln_processes *processes;
    const struct ln_explored_object *object;
    const struct ln_chosen_spec *chosen; /* NULL: it goes by the serial executions, or the reference */
    struct ln_explorer explorer;
    struct ln_explore_unseen unseen;
    struct ln_explore_long longs;
    struct ln_judged_again again;
    struct ln_outfile histories;
    char serial[300]; /* how the files begin that serial executions go to */
    uint64_t cpu;
};

/* Compiles it and looks what it declares. LN_USAGE: the options make no sense. Fini either way. */
enum ln_status ln_exploring_init(struct ln_exploring *exploring, const struct ln_exploring_options *options,
                                 struct ln_memory *memory, struct ln_error *error);
void ln_exploring_fini(struct ln_exploring *exploring);

/* The name of the spec that histories are to be judged by; NULL: there is none. The user outweighs the test. */
const char *ln_exploring_spec(const struct ln_exploring *exploring);

/* `chosen`: that spec, which is needed until all is told, or NULL. LN_INTERNAL: what was found to be a violation is none. */
enum ln_status ln_exploring_run(struct ln_exploring *exploring, const struct ln_chosen_spec *chosen,
                                struct ln_error *error);

/* Fills a finding that was just initialised, and is gone before the exploring is. */
enum ln_status ln_exploring_tell(struct ln_exploring *exploring, struct ln_finding *finding, struct ln_error *error);
/* `12 s: test 3 of 100, 5000 schedules (416/s), about 400 s left`; empty when it is over. */
enum { LN_PROGRESS_TEXT = 160 };
void ln_exploring_progress(const struct ln_explorer_progress *progress, char text[LN_PROGRESS_TEXT]);

/* ---- inside src/inquiry/code only ---- */

/* explore_again.c */
enum ln_status ln_exploring_judge_again(struct ln_exploring *exploring, struct ln_error *error);
void ln_judged_again_fini(struct ln_judged_again *again);
/* explore_words.c */
void ln_exploring_words(const struct ln_exploring *exploring, const struct ln_operations_seen *operations,
                        struct ln_finding *finding);
/* explore_tell.c: could what was not seen have made up what failed? */
bool ln_exploring_is_doubtful(const struct ln_exploring *exploring);
/* Nothing was cut, and no loop or call went on for so long that it was not interrupted everywhere. */
bool ln_exploring_ends_all(const struct ln_exploring *exploring);
bool ln_exploring_tries_all(const struct ln_exploring *exploring);

#endif
