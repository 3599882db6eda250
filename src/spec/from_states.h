/* An object that starts somewhere else: for deciding a piece of a history from the states before it. */
#ifndef LN_SPEC_FROM_STATES_H
#define LN_SPEC_FROM_STATES_H

#include "spec/spec.h"

struct ln_started {
    struct ln_spec spec; /* first: what engines are given is turned back into this */
    const struct ln_next *states;
};

/* As `inner`, which is no product, but starting in any of `states`. Both must outlive it. */
void ln_spec_started(struct ln_started *started, const struct ln_spec *inner, const struct ln_next *states);

#endif
