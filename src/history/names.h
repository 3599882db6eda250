/* Finding things by name. */
#ifndef LN_HISTORY_NAMES_H
#define LN_HISTORY_NAMES_H

#include "history/value.h"

/* Is `name` the given name or one of the aliases, which are separated by blanks? */
bool ln_name_matches(struct ln_text name, const char *given, const char *aliases);

/* How many letters must be changed, added or removed; for "did you mean". Long names are compared by their start. */
unsigned ln_name_distance(struct ln_text a, struct ln_text b);

#endif
