/* Deciding a small history by sweeping over its events with the set of all configurations. */
#ifndef LN_VERIFY_SWEEP_H
#define LN_VERIFY_SWEEP_H

#include "spec/spec.h"

/* LN_OK with *found: is there a linearisation (after which the operation `stuck`, unless it is LN_NO_OP, may have to
 * wait)? LN_STOPPED when more configurations than `most`, too many bytes of them, or more than 64 open operations
 * would be needed. */
enum ln_status ln_sweep(const struct ln_history *history, const struct ln_spec *spec, uint32_t stuck, size_t most,
                        struct ln_memory *memory, bool *found);

#endif
