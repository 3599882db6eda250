/* How the configurations of a frontier came about: which operation was taken when, and what came before it. Steps that
 * lead to no configuration any more are forgotten, so that little more is kept than one order of all operations: the
 * pasts of configurations soon run together. */
#ifndef LN_CHECK_FRONTIER_TRAIL_H
#define LN_CHECK_FRONTIER_TRAIL_H

#include "check/frontier/antichain.h"

struct ln_trail_step {
    uint32_t before; /* the step before it, or LN_NO_STEP; always an earlier one */
    uint32_t event;  /* taken when this event was due */
    uint32_t op;     /* of the window; LN_NO_STEP for an initial state */
    uint32_t state;  /* after it */
};

#define LN_NO_STEP UINT32_MAX

struct ln_trail {
    struct ln_memory *memory;
    LN_VEC(struct ln_trail_step) steps;
    size_t enough; /* steps, before it is worth forgetting some */
    LN_VEC(uint64_t) bits;
    LN_VEC(uint32_t) path;
};

void ln_trail_init(struct ln_trail *trail, struct ln_memory *memory);
void ln_trail_fini(struct ln_trail *trail);
void ln_trail_clear(struct ln_trail *trail);

/* False when memory is refused. */
bool ln_trail_add(struct ln_trail *trail, struct ln_trail_step step, uint32_t *index);
/* If there are many steps: only those that lead to these configurations are kept. */
bool ln_trail_forget(struct ln_trail *trail, struct ln_configuration *configurations, size_t count);
/* The steps to `last`, the first in front, in trail->path. */
bool ln_trail_follow(struct ln_trail *trail, uint32_t last);

#endif
