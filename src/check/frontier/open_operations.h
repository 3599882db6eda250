/* The operations that are open at an event, a bit each, and what may be done with them.
 *
 * Completed operations have the bits of their slots from below, pending ones theirs from above (check/search/window.h): no
 * more than 64 in all. An operation becomes optional (check/frontier/antichain.h) where it can be had done at no cost:
 * - where it would leave the state as it is: there it, and any others of which the same is true, may stand in any
 *   order;
 * - right before one that overwrites all that it does (LN_OVERWRITES);
 * - from the start if it is pending: it may be left out.
 * Operations that only read need no more than that, so they are never taken. An operation that is tied to another of
 * its process (`after`) is never optional unless it is pending, and then only because it may be left out. */
#ifndef LN_CHECK_FRONTIER_OPEN_OPERATIONS_H
#define LN_CHECK_FRONTIER_OPEN_OPERATIONS_H

#include "check/frontier/antichain.h"
#include "check/search/states.h"
#include "check/search/window.h"

#include <assert.h>

enum { LN_OPEN_MOST = 64 };

struct ln_open {
    const struct ln_window *window;
    struct ln_states *states;
    uint64_t all;
    uint64_t reads; /* those that are never taken */
    uint64_t tied;
    uint32_t holder[LN_OPEN_MOST];      /* the window's operation */
    uint64_t earlier[LN_OPEN_MOST];     /* equal ones that return before it */
    uint64_t overwritten[LN_OPEN_MOST]; /* those that leave no trace right before it */
    /* Which would leave a state as it is, for one state of each remainder, as far as it is known. */
    uint32_t state[LN_OPEN_MOST];
    uint64_t known[LN_OPEN_MOST], stays[LN_OPEN_MOST];
};

static inline bool ln_open_fits(const struct ln_window *window)
{
    return window->slots <= LN_OPEN_MOST && window->optional <= LN_OPEN_MOST - window->slots;
}

void ln_open_init(struct ln_open *open, const struct ln_window *window, struct ln_states *states);

static inline unsigned ln_open_place(const struct ln_window_op *op)
{
    assert(op->slot < LN_OPEN_MOST);
    return op->ret == LN_NEVER ? LN_OPEN_MOST - 1 - op->slot : op->slot;
}

static inline uint64_t ln_open_bit(const struct ln_open *open, uint32_t op)
{
    return UINT64_C(1) << ln_open_place(&open->window->ops.at[op]);
}

void ln_open_call(struct ln_open *open, const struct ln_spec *spec, uint32_t op);
void ln_open_return(struct ln_open *open, uint32_t op);

/* What the call of `op` means for a configuration. */
enum ln_status ln_open_called(struct ln_open *open, uint32_t op, struct ln_configuration *configuration);
/* The bits of those worth taking: of equal ones that can stand in for each other only the one that returns first. */
uint64_t ln_open_candidates(const struct ln_open *open, const struct ln_configuration *configuration);
/* May it be taken as far as program order is concerned, before `event`? */
bool ln_open_is_enabled(const struct ln_open *open, const struct ln_configuration *configuration, unsigned place,
                        uint32_t event);
/* Those that are optional if the operation is taken, because it overwrites what they do. */
uint64_t ln_open_overwritten(const struct ln_open *open, const struct ln_configuration *configuration, unsigned place);
/* Takes the operation, which leads to `state`. */
enum ln_status ln_open_take(struct ln_open *open, unsigned place, uint32_t state,
                            struct ln_configuration *configuration);
/* Which of these would leave the state as it is? */
enum ln_status ln_open_stays(struct ln_open *open, uint32_t state, uint64_t bits, uint64_t *stays);

#endif
