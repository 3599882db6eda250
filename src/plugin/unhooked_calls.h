/* What gcc does not announce: a structure that a call returns straight into memory, or takes out of it, and instructions
 * that are called as functions (__builtin_ia32_movntps). Its pass for -fsanitize=thread looks at assignments, and these
 * are calls. They are found in what gcc writes down of that pass (-fdump-tree-tsan-lineno-gimple). */
#ifndef LN_PLUGIN_UNHOOKED_CALLS_H
#define LN_PLUGIN_UNHOOKED_CALLS_H

#include "plugin/instrument.h"

/* Tells of each line once, as code without hooks. A dump that is not there has none. */
void ln_unhooked_calls_find(const char *dump, ln_unhooked_found *found, void *self);

#endif
