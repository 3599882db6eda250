/* The user's own spec (include/linnet/spec.h) as a class like the built-in ones.
 *
 * Nothing that the spec does is trusted. What it answers is checked here; what cannot be checked from inside (that it
 * crashes, or does not come back) is recorded in plugin/stepping.h for whoever guards the process. */
#ifndef LN_PLUGIN_PLUGIN_H
#define LN_PLUGIN_PLUGIN_H

#include "linnet/spec.h"

#include "plugin/compile.h"
#include "spec/spec.h"

struct ln_plugin;

/* Who is told that the spec answers nonsense, from whichever thread called it. If `say` returns, what is judged by the
 * spec means nothing from then on. */
struct ln_plugin_nonsense {
    void (*say)(void *context, const char *what); /* `what` lives for ever */
    void *context;
};

/* Does the name of a spec name a file: my.c or my.so? */
bool ln_plugin_is_file(const char *spec);

/* Compiles the file if it is C, and loads it. LN_BAD_INPUT: it does not compile (the compiler's own messages went to
 * standard error), is not a shared object, or does not declare what it should. LN_MISSING: there is no compiler.
 * LN_STOPPED: the limit was met before it was compiled. */
enum ln_status ln_plugin_load(struct ln_plugin **plugin, const char *path, struct ln_plugin_nonsense nonsense,
                              struct ln_compiler_limit limit, struct ln_memory *memory, struct ln_error *error);
/* The same for one that is in memory already, and must outlive it. Nobody guards the process: it is the caller's own. */
enum ln_status ln_plugin_borrow(struct ln_plugin **plugin, const linnet_spec *spec, struct ln_plugin_nonsense nonsense,
                                struct ln_memory *memory, struct ln_error *error);
void ln_plugin_free(struct ln_plugin *plugin);

const struct ln_spec_class *ln_plugin_class(const struct ln_plugin *plugin);

#endif
