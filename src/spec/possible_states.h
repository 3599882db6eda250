/* The states an object may be in after a sequence of operations: one, or several when its spec is nondeterministic. */
#ifndef LN_SPEC_POSSIBLE_STATES_H
#define LN_SPEC_POSSIBLE_STATES_H

#include "spec/spec.h"

struct ln_possible {
    struct ln_next now; /* now.states are the states */
    struct ln_next then, moved;
};

void ln_possible_init(struct ln_possible *possible, struct ln_memory *memory);
void ln_possible_fini(struct ln_possible *possible);
/* False when memory is refused. */
bool ln_possible_start(struct ln_possible *possible, const struct ln_spec *spec);
/* Afterwards there may be no state: the operation cannot happen. False when memory is refused. */
bool ln_possible_step(struct ln_possible *possible, const struct ln_spec *spec, const struct ln_invocation *invocation);
/* Undoes the latest step, once. */
void ln_possible_back(struct ln_possible *possible);
/* Does the operation leave each of the states as it is? False when memory is refused. */
bool ln_possible_stays(struct ln_possible *possible, const struct ln_spec *spec, const struct ln_invocation *invocation,
                       bool *stays);

#endif
