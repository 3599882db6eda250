#include "cli/own_spec.h"

#include "cli/guard.h"
#include "cli/say.h"

#include <unistd.h>

int own_spec_load(struct ln_chosen_spec *chosen, const char *name, double timeout, struct ln_compiler_limit limit,
                  struct ln_memory *memory)
{
    const double longest = 2;
    struct ln_error error = { 0 };
    enum ln_status status;
    if (name && ln_plugin_is_file(name))
        guard_start(name, timeout > 0 && timeout < longest ? timeout : longest);
    status = ln_chosen_spec_load(chosen, name, (struct ln_plugin_nonsense){ .say = guard_nonsense }, limit, memory,
                                 &error);
    return complain_of("linnet", status, &error);
}

unsigned own_spec_jobs(const struct ln_chosen_spec *chosen, unsigned wanted)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    return wanted ? wanted : chosen->plugin || cores < 1 ? 1 : (unsigned)cores;
}
