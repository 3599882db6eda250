/* States of a spec as numbers, and its steps as lists of numbers. */
#ifndef LN_CHECK_SEARCH_STATES_H
#define LN_CHECK_SEARCH_STATES_H

#include "base/budget.h"
#include "base/intern.h"
#include "spec/spec.h"

#define LN_NO_STATE UINT32_MAX

/* Steps are remembered per (state, label) while both are few. */
struct ln_states {
    const struct ln_spec *spec;
    struct ln_memory *memory;
    struct ln_budget *budget;
    struct ln_intern table;
    struct ln_next next;
    uint32_t labels;         /* 0: steps are not remembered */
    LN_VEC(uint32_t *) rows; /* per state, per label: what the step gives */
    LN_VEC(uint32_t) lists;  /* steps with several successors: count, then the states */
    LN_VEC(uint32_t) moves;  /* the latest step that is not remembered */
    int64_t fuel;
};

struct ln_moves {
    const uint32_t *at; /* valid until the next step */
    uint32_t count;
};

void ln_states_init(struct ln_states *states, struct ln_memory *memory);
void ln_states_fini(struct ln_states *states);
/* Forgets everything, for another problem with `labels` distinct operations. */
void ln_states_reset(struct ln_states *states, const struct ln_spec *spec, struct ln_budget *budget, uint32_t labels);

/* All initial states. */
enum ln_status ln_states_initial(struct ln_states *states, struct ln_moves *moves);
/* Where the operation may lead. LN_STOPPED when the budget is spent, LN_NO_MEMORY when memory is refused. */
enum ln_status ln_states_step(struct ln_states *states, uint32_t state, uint32_t label,
                              const struct ln_invocation *invocation, struct ln_moves *moves);
/* May the operation leave the state as it is? */
enum ln_status ln_states_stays(struct ln_states *states, uint32_t state, uint32_t label,
                               const struct ln_invocation *invocation, bool *stays);
struct ln_state ln_states_borrow(const struct ln_states *states, uint32_t state);

#endif
