/* What `linnet explore` leaves behind of a violation: NAME.jsonl, the history; NAME.serial, the serial executions that
 * it was judged by; NAME.certificate, for `linnet verify`; NAME.schedule, for `linnet replay`. */
#ifndef LN_CLI_EXPLORE_SAVE_H
#define LN_CLI_EXPLORE_SAVE_H

#include "cli/exploring.h"
#include "report/report.h"

/* The violation, read back from the saved history and judged once more, by other code than that which found it. */
struct explore_saved {
    char history[600], serial[600], certificate[600], schedule[600]; /* empty: there is none */
    bool read;                 /* the rest is there */
    struct ln_history read_back;
    struct ln_chosen_spec chosen;
    struct ln_binding binding;
    struct ln_outcome outcome;
    struct ln_core core;
    struct ln_judged finding;
};

enum ln_status explore_save(struct exploring *exploring, const struct ln_failing *failure,
                            struct explore_saved *saved, struct ln_error *error);
void explore_saved_fini(struct explore_saved *saved);

#endif
