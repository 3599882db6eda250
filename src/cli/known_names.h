/* Saying once, before any file is read, that an option names something unknown. */
#ifndef LN_CLI_KNOWN_NAMES_H
#define LN_CLI_KNOWN_NAMES_H

#include "base/memory.h"

/* NULL is known. `command` begins the message: `linnet check`. */
bool spec_is_known(const char *command, const char *spec, struct ln_memory *memory);
bool format_is_known(const char *command, const char *format);

#endif
