#include "cli/own_spec.h"

#include "cli/exit.h"
#include "cli/guard.h"
#include "cli/say.h"

#include <stdio.h>

bool own_spec_is_file(const char *spec)
{
    return ln_plugin_is_file(spec) || ln_observed_is_file(spec);
}

const char *own_spec_file(const char *spec)
{
    return spec && own_spec_is_file(spec) ? spec : NULL;
}

static enum ln_status load_code(const char *spec, double timeout, struct ln_plugin **plugin, struct ln_memory *memory,
                                struct ln_error *error)
{
    const double longest = 2;
    guard_start(spec, timeout > 0 && timeout < longest ? timeout : longest);
    return ln_plugin_load(plugin, spec, guard_nonsense, memory, error);
}

int own_spec_load(const char *spec, double timeout, struct ln_binding *binding, struct own_spec *own,
                  struct ln_memory *memory)
{
    struct ln_error error = { 0 };
    enum ln_status status;
    if (!spec || !own_spec_is_file(spec))
        return EXIT_HOLDS;
    status = ln_plugin_is_file(spec) ? load_code(spec, timeout, &own->plugin, memory, &error)
                                     : ln_observed_load(&own->observed, spec, memory, &error);
    if (status) {
        complain("linnet: %s\n", error.message);
        return exit_of(status);
    }
    binding->own = own->plugin ? ln_plugin_class(own->plugin) : ln_observed_class(own->observed);
    return EXIT_HOLDS;
}

void own_spec_free(struct own_spec *own)
{
    ln_plugin_free(own->plugin);
    ln_observed_free(own->observed);
}
