/* Units of the times in a file. */
#ifndef LN_HISTORY_UNIT_H
#define LN_HISTORY_UNIT_H

#include "base/str.h"

/* Each is a thousand of the one before. */
enum ln_unit { LN_UNIT_NS, LN_UNIT_US, LN_UNIT_MS, LN_UNIT_S, LN_UNITS };

/* "ns", "us", "ms" or "s". */
const char *ln_unit_name(enum ln_unit unit);
/* LN_UNITS when there is no such unit. */
enum ln_unit ln_unit_find(const char *name, size_t length);

/* `1.5ms` for 1500 of LN_UNIT_US. */
void ln_write_duration(struct ln_str *out, int64_t amount, enum ln_unit unit);

#endif
