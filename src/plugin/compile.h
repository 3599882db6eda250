/* Inside src/plugin only: a C file becomes a shared object in a folder of its own. */
#ifndef LN_PLUGIN_COMPILE_H
#define LN_PLUGIN_COMPILE_H

#include "base/error.h"

struct ln_compiled {
    char folder[256]; /* empty: there is none */
    char object[300];
};

enum ln_status ln_compile(struct ln_compiled *compiled, const char *source, struct ln_error *error);
/* A loaded object lives on. */
void ln_compiled_remove(const struct ln_compiled *compiled);

#endif
