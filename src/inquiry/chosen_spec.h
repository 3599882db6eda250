/* What histories are judged by: a spec that is built in, code of the user's own, or serial executions in a file. */
#ifndef LN_INQUIRY_CHOSEN_SPEC_H
#define LN_INQUIRY_CHOSEN_SPEC_H

#include "observed/observed.h"
#include "plugin/plugin.h"

struct ln_chosen_spec {
    const char *name;                /* as the user writes it; NULL: he did not choose */
    const struct ln_spec_class *own; /* what a file makes of it; NULL: it is built in */
    struct ln_plugin *plugin;        /* code, or NULL */
    struct ln_observed *observed;    /* serial executions, or NULL */
};

/* The name itself if it is that of a file; else NULL, also for NULL. */
const char *ln_spec_file(const char *name);

/* For engines that make other calls than those of one test: LN_USAGE when the name is that of serial executions, which say
 * nothing of such. `calls`: which calls the engine makes. */
enum ln_status ln_spec_is_of_any_calls(const char *name, const char *calls, struct ln_error *error);

/* Loads it if it is a file. `nonsense`: see plugin/plugin.h. */
enum ln_status ln_chosen_spec_load(struct ln_chosen_spec *chosen, const char *name, struct ln_plugin_nonsense nonsense,
                                   struct ln_compiler_limit limit, struct ln_memory *memory, struct ln_error *error);
void ln_chosen_spec_free(struct ln_chosen_spec *chosen);

/* The spec for histories with these values. LN_USAGE with a message when it is not known. */
static inline enum ln_status ln_chosen_spec_parse(const struct ln_chosen_spec *chosen, struct ln_values *values,
                                                  struct ln_spec *spec, struct ln_error *error)
{
    if (!chosen->own)
        return ln_spec_parse(spec, chosen->name, values, error);
    *spec = (struct ln_spec){ .class = chosen->own, .value = LN_VALUE_NULL };
    return LN_OK;
}

#endif
