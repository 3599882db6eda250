/* The user's own spec, named as a file, loaded and guarded. */
#ifndef LN_CLI_OWN_SPEC_H
#define LN_CLI_OWN_SPEC_H

#include "api/binding.h"
#include "plugin/plugin.h"

/* Loads it if `spec` names a file, and binds with it from now on. `timeout` limits one call into it, when it is less
 * than what is usual. Says what is wrong; returns an exit code, 0 to go on. */
int own_spec_load(const char *spec, double timeout, struct ln_binding *binding, struct ln_plugin **plugin,
                  struct ln_memory *memory);

#endif
