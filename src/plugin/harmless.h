/* The functions of libraries that may be called unseen (harmless.def). */
#ifndef LN_PLUGIN_HARMLESS_H
#define LN_PLUGIN_HARMLESS_H

#include <stdbool.h>
#include <stddef.h>

bool ln_is_harmless(const char *function);
/* One pattern of the list; NULL: behind the last one. */
const char *ln_harmless(size_t nth);

#endif
