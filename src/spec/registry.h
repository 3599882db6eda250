/* Inside src/spec only: every built-in class. */
#ifndef LN_SPEC_REGISTRY_H
#define LN_SPEC_REGISTRY_H

#include "spec/spec.h"

extern const struct ln_spec_class ln_spec_register, ln_spec_cas_register, ln_spec_kv, ln_spec_counter, ln_spec_queue,
    ln_spec_stack, ln_spec_set, ln_spec_mutex;

#endif
