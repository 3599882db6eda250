/* Groups of histories that were measured, and the tables of the hitting paper (PPoPP 2019): one row per group. */
#ifndef LN_INQUIRY_DEPTH_GROUPS_H
#define LN_INQUIRY_DEPTH_GROUPS_H

#include "base/str.h"
#include "check/hitting/depth.h"

/* Greatest, mean and (sample) deviation of a number. */
struct ln_depth_spread {
    uint64_t count, least, most;
    double sum, squares;
};

struct ln_depth_group {
    char name[80];
    uint64_t histories, sequential; /* the latter are dropped from all that follows but the shape */
    uint64_t linearizable, violated, undecided;
    struct ln_depth_spread operations, processes, concurrency, pairs; /* of all */
    struct ln_depth_spread schedules[LN_DEPTH_COUNTED];
    uint64_t shown[LN_DEPTH_MOST]; /* linearizable ones whose first family with a witness has that depth, from 1 */
};

struct ln_depth_groups {
    struct ln_memory *memory;
    LN_VEC(struct ln_depth_group) list; /* in the order of the first history of each */
    struct ln_depth_group all;
    uint32_t max_depth;
};

void ln_depth_groups_fini(struct ln_depth_groups *groups);
/* False when memory is refused. */
bool ln_depth_groups_add(struct ln_depth_groups *groups, const char *name, const struct ln_depth_facts *facts);

/* By their concurrency. */
void ln_depth_groups_sort(struct ln_depth_groups *groups);

/* All groups, and all of them together where there are several. */
void ln_depth_tell_tables(const struct ln_depth_groups *groups, struct ln_str *out);
void ln_depth_tell_json(const struct ln_depth_groups *groups, struct ln_str *out);
void ln_depth_tell_csv(const struct ln_depth_groups *groups, struct ln_str *out);

#endif
