/* The user's files become a shared object for the explorer: every access to memory calls the runtime (src/explore/runtime),
 * which is linked into it. */
#ifndef LN_PLUGIN_INSTRUMENT_H
#define LN_PLUGIN_INSTRUMENT_H

#include "plugin/compile.h"

#include <stdbool.h>

/* Something that the explorer cannot see when it runs, nor whether it does. */
enum ln_unhooked_kind { LN_UNHOOKED_CODE, LN_UNHOOKED_ASSEMBLY };

struct ln_unhooked {
    enum ln_unhooked_kind kind;
    const char *name, *place;
};
typedef void ln_unhooked_found(void *self, const struct ln_unhooked *unhooked);

/* As ln_compile. Compiled with -O1: the compiler may still make one of two plain reads of a variable, as it may in any
 * other build; the user's flags come later and win, but for those that would switch off the hooks. */
enum ln_status ln_instrument(struct ln_compiled *compiled, const struct ln_sources *sources, ln_unhooked_found *found,
                             void *self, struct ln_error *error);

#endif
