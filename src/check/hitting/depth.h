/* What the hitting paper (PPoPP 2019, section 6) measures of a history. */
#ifndef LN_CHECK_HITTING_DEPTH_H
#define LN_CHECK_HITTING_DEPTH_H

#include "check/hitting/extensions.h"
#include "finding/verdict.h"

enum { LN_DEPTH_COUNTED = 5, LN_DEPTH_MOST = 64 }; /* families are counted, and witnesses looked for, up to there */

struct ln_depth_options {
    uint32_t max_depth;
    bool count;      /* the schedules of each family, */
    bool true_depth; /* the linearizability depth, */
    bool extensions; /* all orders, and all witnesses */
};

struct ln_depth_facts {
    uint32_t operations, processes;
    uint32_t concurrency; /* the most operations that overlap one another */
    uint64_t pairs;       /* that overlap */
    enum ln_verdict verdict;
    enum ln_reason reason; /* why unknown */
    uint32_t min_d;        /* 0: no family up to max_depth has a witness, or that was not found out */
    bool tried;            /* all families up to max_depth were tried, or one has a witness */
    uint32_t counted;      /* families of depth 1 to that were counted */
    uint64_t schedules[LN_DEPTH_COUNTED];
    bool pending; /* some operations never returned: of those that follow nothing is known */
    bool true_depth_known;
    uint32_t true_depth; /* 0: not linearizable */
    struct ln_extensions extensions;
};

/* Holds what one thread needs; used for one history after the other. */
struct ln_depth;

enum ln_status ln_depth_new(struct ln_depth **depth, struct ln_memory *memory);
void ln_depth_free(struct ln_depth *depth);

/* LN_OK whatever was found, and when the budget was spent; LN_INTERNAL when a witness fails its replay. Where operations
 * are pending, orders are not counted and the linearizability depth is not looked for: both are about completed
 * histories. */
enum ln_status ln_depth_measure(struct ln_depth *depth, const struct ln_history *history, const struct ln_spec *spec,
                                const struct ln_depth_options *options, struct ln_budget *budget,
                                struct ln_depth_facts *facts, struct ln_error *error);

#endif
