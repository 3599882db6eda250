/* The user's files become a shared object for the explorer: every access to memory calls the runtime (src/explore/runtime),
 * which is linked into it. */
#ifndef LN_PLUGIN_INSTRUMENT_H
#define LN_PLUGIN_INSTRUMENT_H

#include "plugin/compile.h"

/* Inline assembly that the explorer cannot see into. */
typedef void ln_assembly_found(void *self, const char *place, const char *text);

/* As ln_compile. Compiled with -O1: the compiler may still make one of two plain reads of a variable, as it may in any
 * other build; the user's flags come later and win. */
enum ln_status ln_instrument(struct ln_compiled *compiled, const struct ln_sources *sources, ln_assembly_found *found,
                             void *self, struct ln_error *error);

#endif
