/* What can have happened by some moment: sets of operations that hold, of each one, all that precede it (downsets), and
 * the states that the object may be in after one order of them. For counting and comparing orders of small histories. */
#ifndef LN_CHECK_HITTING_DOWNSETS_H
#define LN_CHECK_HITTING_DOWNSETS_H

#include "check/hitting/family.h"
#include "check/search/states.h"

#define LN_NO_STATES UINT32_MAX

struct ln_downsets {
    struct ln_memory *memory;
    const struct ln_problem *problem;
    struct ln_window window;
    struct ln_family family;
    struct ln_states states;
    struct ln_intern possible; /* sets of states: lists of their numbers */
    LN_VEC(uint64_t) below;    /* per element a set: what precedes it */
    LN_VEC(uint32_t) next;
};

void ln_downsets_init(struct ln_downsets *downsets, struct ln_memory *memory);
void ln_downsets_fini(struct ln_downsets *downsets);

/* Of a problem without pending operations that has at most LN_DOWNSETS_MOST. */
enum { LN_DOWNSETS_MOST = 1024 };
enum ln_status ln_downsets_fill(struct ln_downsets *downsets, const struct ln_problem *problem,
                                struct ln_budget *budget);

/* May the element come next? */
bool ln_downsets_may_add(const struct ln_downsets *downsets, const uint64_t *set, uint32_t element);
/* The states at the start, and those after one more element: LN_NO_STATES when the object cannot do it. */
enum ln_status ln_downsets_initial(struct ln_downsets *downsets, uint32_t *possible);
enum ln_status ln_downsets_step(struct ln_downsets *downsets, uint32_t possible, uint32_t element, uint32_t *after);

#endif
