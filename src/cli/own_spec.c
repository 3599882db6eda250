#include "cli/own_spec.h"

#include "cli/exit.h"
#include "cli/guard.h"

#include <stdio.h>

int own_spec_load(const char *spec, double timeout, struct ln_binding *binding, struct ln_plugin **plugin,
                  struct ln_memory *memory)
{
    const double longest = 2;
    struct ln_error error = { 0 };
    enum ln_status status;
    if (!spec || !ln_plugin_is_file(spec))
        return EXIT_HOLDS;
    guard_start(spec, timeout > 0 && timeout < longest ? timeout : longest);
    status = ln_plugin_load(plugin, spec, guard_nonsense, memory, &error);
    if (status) {
        fprintf(stderr, "linnet: %s\n", error.message);
        return exit_of(status);
    }
    binding->own = ln_plugin_class(*plugin);
    return EXIT_HOLDS;
}
