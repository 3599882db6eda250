/* Judging the rounds of a stress run. */
#ifndef LN_INQUIRY_CODE_STRESS_JUDGE_H
#define LN_INQUIRY_CODE_STRESS_JUDGE_H

#include "check/ladder.h"
#include "inquiry/chosen_spec.h"
#include "monitor/monitor.h"
#include "stress/stress.h"

/* What rounds are judged by. */
struct ln_stress_judging {
    const struct ln_chosen_spec *spec;
    double timeout;   /* of a round */
    bool keep_object; /* they are the stretches of a long run */
};

/* What is known of a long run. */
struct ln_stress_long {
    struct ln_history whole; /* everything so far, not bound */
    struct ln_monitor *monitor;
    struct ln_budget budget; /* the monitor's: no limit */
};

struct ln_stress_judge {
    struct ln_memory *memory;
    struct ln_stress_judging how;
    struct ln_ladder ladder;
    struct ln_outcome outcome;
    struct ln_spec parsed;       /* of the last history that was built */
    struct ln_stress_long run;   /* if keep_object */
    uint64_t rounds, operations; /* judged */
    uint64_t looked_at;          /* of those operations, what did not fail */
    uint64_t unknown;            /* rounds of which nothing is known */
    enum ln_reason reason;       /* why not, of the first of them */
};

/* LN_USAGE with a message when the spec is not known. Fini either way. */
enum ln_status ln_stress_judge_init(struct ln_stress_judge *judge, const struct ln_stress_judging *how,
                                    struct ln_memory *memory, struct ln_error *error);
void ln_stress_judge_fini(struct ln_stress_judge *judge);

/* The round that the stress run has just told of. LN_BAD_INPUT when it has operations that the object does not. */
enum ln_status ln_stress_judge_round(struct ln_stress_judge *judge, struct ln_stress *stress, enum ln_verdict *verdict,
                                     struct ln_error *error);

/* The history of the current round, for a report; `bind`: to judge->parsed. The caller ends it. */
enum ln_status ln_stress_judge_build(struct ln_stress_judge *judge, struct ln_stress *stress, bool bind,
                                     struct ln_history *history, struct ln_error *error);

#endif
