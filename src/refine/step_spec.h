/* A specification that is itself a step graph: functions of the user's (LINNET_SPECIFICATION in linnet/model.h), each
 * of which happens at once. As a class of specs it serves everything that knows specs. */
#ifndef LN_REFINE_STEP_SPEC_H
#define LN_REFINE_STEP_SPEC_H

#include "spec/spec.h"
#include "steps/machine.h"

struct ln_step_spec {
    struct ln_spec_class class;
    const struct ln_program *program;
    struct ln_memory *memory;
    struct ln_method *methods;
    uint8_t *scratch;
    size_t scratch_size;
    struct ln_machine machine;
    bool trying;           /* there are ways left to try */
    bool waits;            /* some run came to where it waits */
    struct ln_error error; /* its code failed, or could not be run: then nothing that was decided by it counts */
};

/* `program` outlives it. One thread at a time. */
enum ln_status ln_step_spec_init(struct ln_step_spec *own, const struct ln_program *program, struct ln_memory *memory,
                                 struct ln_error *error);
void ln_step_spec_fini(struct ln_step_spec *own);

/* Is the spec of this kind? */
bool ln_step_spec_is_of(const struct ln_spec *spec);

/* Everything that the operation may do in that state: each result with the state that follows, perhaps more than once.
 * False when memory is refused, or when `tell` says so. */
typedef bool ln_own_told(void *context, ln_value result, struct ln_state next);
bool ln_step_spec_outcomes(const struct ln_spec *spec, struct ln_state state, const struct ln_invocation *in,
                           ln_own_told *tell, void *context);

#endif
