/* Judging the rounds of a stress run. */
#ifndef LN_CLI_STRESS_JUDGE_H
#define LN_CLI_STRESS_JUDGE_H

#include "inquiry/binding.h"
#include "monitor/piecewise.h"
#include "check/ladder.h"
#include "monitor/exact.h"
#include "plugin/plugin.h"
#include "stress/stress.h"

struct stress_judge {
    struct ln_memory *memory;
    const char *spec;           /* as it is written */
    struct ln_binding *binding; /* of the user's own spec, if it is one */
    double timeout;
    struct ln_ladder ladder;
    struct ln_outcome outcome;
    struct ln_spec parsed;      /* of the last history that was built */
    struct ln_piecewise *carry;     /* of a long run */
    bool lost;                  /* the states that it carries: they were too many */
    struct ln_exact *online;   /* of a long run: patterns, or NULL when they cannot tell */
    struct ln_spec watched;     /* by those */
    uint32_t ticket;
    struct ln_history whole;    /* of a long run: everything so far, not bound */
    bool has_whole;
    uint64_t rounds, operations; /* judged */
    uint64_t unknown;            /* rounds of which nothing is known */
    enum ln_reason reason;       /* why not, of the first of them */
};

/* LN_USAGE with a message when the spec is not known. */
enum ln_status stress_judge_init(struct stress_judge *judge, struct ln_memory *memory, const char *spec,
                                 struct ln_binding *binding, double timeout, bool keep_object,
                                 struct ln_error *error);
void stress_judge_fini(struct stress_judge *judge);

/* The round that the stress run has just told of. LN_BAD_INPUT when it has operations that the object does not. */
enum ln_status stress_judge_round(struct stress_judge *judge, struct ln_stress *stress, enum ln_verdict *verdict,
                                  struct ln_error *error);

/* The history of the current round, for a report; `bind`: to judge->parsed. The caller ends it. */
enum ln_status stress_judge_build(struct stress_judge *judge, struct ln_stress *stress, struct ln_history *history,
                                  bool bind, struct ln_error *error);

#endif
