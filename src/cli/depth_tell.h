/* What `linnet depth` says: the tables of the hitting paper (PPoPP 2019), one row per group of histories. */
#ifndef LN_CLI_DEPTH_TELL_H
#define LN_CLI_DEPTH_TELL_H

#include "base/str.h"
#include "check/hitting/depth.h"

/* Greatest, mean and (sample) deviation of a number. */
struct depth_spread {
    uint64_t count, least, most;
    double sum, squares;
};

struct depth_group {
    char name[80];
    uint64_t histories, sequential; /* the latter are dropped from all that follows but the shape */
    uint64_t linearizable, violated, undecided;
    struct depth_spread operations, processes, concurrency, pairs; /* of all */
    struct depth_spread schedules[LN_DEPTH_COUNTED];
    uint64_t shown[LN_DEPTH_MOST];  /* linearizable ones whose first family with a witness has that depth, from 1 */
};

struct depth_groups {
    struct ln_memory *memory;
    LN_VEC(struct depth_group) list; /* in the order of the first history of each */
    struct depth_group all;
    uint32_t max_depth;
};

void depth_groups_fini(struct depth_groups *groups);
/* False when memory is refused. */
bool depth_groups_add(struct depth_groups *groups, const char *name, const struct ln_depth_facts *facts);

/* By their concurrency. */
void depth_groups_sort(struct depth_groups *groups);

/* One history, as a line of JSON, or in words. */
void depth_tell_history_json(const char *id, const char *spec, const struct ln_depth_facts *facts,
                             const struct ln_depth_options *options, struct ln_str *out);
void depth_tell_history(const char *id, const char *spec, const struct ln_depth_facts *facts,
                        const struct ln_depth_options *options, struct ln_str *out);

/* All groups, and all of them together where there are several. */
void depth_tell_tables(const struct depth_groups *groups, struct ln_str *out);
void depth_tell_json(const struct depth_groups *groups, struct ln_str *out);
void depth_tell_csv(const struct depth_groups *groups, struct ln_str *out);

#endif
