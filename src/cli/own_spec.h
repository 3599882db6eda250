/* A spec that is named as a file: code of the user's own, loaded and guarded, or serial histories. */
#ifndef LN_CLI_OWN_SPEC_H
#define LN_CLI_OWN_SPEC_H

#include "inquiry/binding.h"
#include "observed/observed.h"
#include "plugin/plugin.h"

struct own_spec {
    struct ln_plugin *plugin;     /* code, or NULL */
    struct ln_observed *observed; /* serial histories, or NULL */
};

bool own_spec_is_file(const char *spec);
/* The file, if it is one; else NULL, also for NULL. */
const char *own_spec_file(const char *spec);

/* Loads it if `spec` names a file, and binds with it from now on. `timeout` limits one call into it, when it is less
 * than what is usual. Says what is wrong; returns an exit code, 0 to go on. */
int own_spec_load(const char *spec, double timeout, struct ln_binding *binding, struct own_spec *own,
                  struct ln_memory *memory);
void own_spec_free(struct own_spec *own);

#endif
