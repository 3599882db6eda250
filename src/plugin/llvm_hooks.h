/* What clang does not announce: its pass for -fsanitize=thread looks at loads and stores of 1, 2, 4, 8 and 16 bytes. In
 * the intermediate code that comes out of it (-emit-llvm -S) calls of the runtime are put in front of all others, and
 * in front of calls that take a structure out of memory (byval). Instructions for vectors that touch memory in ways of
 * their own (masked, scattered) are told. */
#ifndef LN_PLUGIN_LLVM_HOOKS_H
#define LN_PLUGIN_LLVM_HOOKS_H

#include "plugin/instrument.h"

#include <stdbool.h>

/* False: a file could not be read or written. */
bool ln_llvm_hook(const char *from, const char *to, ln_unhooked_found *found, void *self);

#endif
