/* The functions of libraries that may be called unseen (harmless.def). */
#ifndef LN_PLUGIN_HARMLESS_H
#define LN_PLUGIN_HARMLESS_H

#include <stdbool.h>

bool ln_is_harmless(const char *function);

#endif
