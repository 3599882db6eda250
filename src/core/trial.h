/* Inside src/core only: trying out relaxations. */
#ifndef LN_CORE_TRIAL_H
#define LN_CORE_TRIAL_H

#include "check/search/search.h"
#include "core/find.h"

struct ln_trials {
    const struct ln_history *history;
    const struct ln_spec *spec;
    struct ln_memory *memory;
    struct ln_budget *budget;
    struct ln_search *search;
    struct ln_outcome outcome;
    struct ln_core *best;    /* the most relaxed violation so far */
    struct ln_core trial;    /* what is being tried */
    LN_VEC(uint32_t) events; /* those of the part that is violated, up to the end */
    size_t window;           /* of those, how many at the end are a violation from any state; 0: not known */
    LN_VEC(bool) marks;      /* per operation of the best core */
    uint64_t tries;
    bool incomplete; /* some try was given up */
    bool spent;
};

/* Decides the trial. *violated: it has become the best. Not known counts as not violated. */
enum ln_status ln_trial_decide(struct ln_trials *trials, bool *violated);

/* The trial becomes the best core without the operations that are marked. */
enum ln_status ln_trial_without_marked(struct ln_trials *trials);

/* The steps, one after the other. Each begins and ends with a best core. */
enum ln_status ln_shrink_window(struct ln_trials *trials, bool *found);
enum ln_status ln_shrink_values(struct ln_trials *trials, uint32_t anchor, const struct ln_outcome *outcome,
                                bool *found);
enum ln_status ln_shrink_operations(struct ln_trials *trials);
enum ln_status ln_shrink_order(struct ln_trials *trials);

/* The trial becomes: the part's operations that have not returned before `begin`, all values. */
enum ln_status ln_trial_from(struct ln_trials *trials, uint32_t begin);
/* The same, beginning with the last `length` events; with all of them, from the initial state. */
enum ln_status ln_trial_last(struct ln_trials *trials, size_t length);

#endif
