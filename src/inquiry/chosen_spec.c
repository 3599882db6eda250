#include "inquiry/chosen_spec.h"

const char *ln_spec_file(const char *name)
{
    return name && (ln_plugin_is_file(name) || ln_observed_is_file(name)) ? name : NULL;
}

enum ln_status ln_spec_is_of_any_calls(const char *name, const char *calls, struct ln_error *error)
{
    if (!ln_observed_is_file(name))
        return LN_OK;
    return ln_fail(error, LN_USAGE,
                   "%.200s: these are serial executions, which say what the calls of one test may do, but %s; name a "
                   "spec (`linnet specs` lists them) or code of your own (my.c), or have `linnet explore` run the test",
                   name, calls);
}

enum ln_status ln_chosen_spec_load(struct ln_chosen_spec *chosen, const char *name, struct ln_plugin_nonsense nonsense,
                                   struct ln_compiler_limit limit, struct ln_memory *memory, struct ln_error *error)
{
    enum ln_status status;
    *chosen = (struct ln_chosen_spec){ .name = name };
    if (!ln_spec_file(name))
        return LN_OK;
    if (ln_plugin_is_file(name)) {
        status = ln_plugin_load(&chosen->plugin, name, nonsense, limit, memory, error);
        chosen->own = status ? NULL : ln_plugin_class(chosen->plugin);
    } else {
        status = ln_observed_load(&chosen->observed, name, memory, error);
        chosen->own = status ? NULL : ln_observed_class(chosen->observed);
    }
    return status;
}

void ln_chosen_spec_free(struct ln_chosen_spec *chosen)
{
    ln_plugin_free(chosen->plugin);
    ln_observed_free(chosen->observed);
}
