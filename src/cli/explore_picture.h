/* Drawing what is known of a run that was replayed. */
#ifndef LN_CLI_EXPLORE_PICTURE_H
#define LN_CLI_EXPLORE_PICTURE_H

#include "explore/explore.h"
#include "report/report.h"

struct explore_picture {
    const struct ln_explorer *explorer; /* the run was replayed in its slot 0 */
    const struct ln_explored *explored; /* the results */
    const struct ln_test *test;
    const char *object;                 /* the shared object */
    struct ln_memory *memory;
};

/* The steps, one column per thread. */
enum ln_status explore_picture_steps(const struct explore_picture *picture, const struct ln_style *style,
                                     struct ln_str *out);
/* The history as JSON Lines; `id` and `spec` may be NULL. `stuck`: those that wait, wait for ever. */
void explore_picture_history(const struct explore_picture *picture, const char *id, const char *spec, bool stuck,
                             struct ln_str *out);

#endif
