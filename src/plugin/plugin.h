/* The user's own spec (include/linnet/spec.h) as a class like the built-in ones.
 *
 * Nothing that the spec does is trusted. What it answers is checked here; what cannot be checked from inside (that it
 * crashes, or does not come back) is recorded in plugin/stepping.h for whoever guards the process. */
#ifndef LN_PLUGIN_PLUGIN_H
#define LN_PLUGIN_PLUGIN_H

#include "spec/spec.h"

struct ln_plugin;

/* Called when the spec answers nonsense; must not return. */
typedef void ln_plugin_nonsense(const char *what);

/* Does the name of a spec name a file: my.c or my.so? */
bool ln_plugin_is_file(const char *spec);

/* Compiles the file if it is C, and loads it. LN_BAD_INPUT: it does not compile (the compiler's own messages went to
 * standard error), is not a shared object, or does not declare what it should. LN_MISSING: there is no compiler. */
enum ln_status ln_plugin_load(struct ln_plugin **plugin, const char *path, ln_plugin_nonsense *nonsense,
                              struct ln_memory *memory, struct ln_error *error);
void ln_plugin_free(struct ln_plugin *plugin);

const struct ln_spec_class *ln_plugin_class(const struct ln_plugin *plugin);

#endif
