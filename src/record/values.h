/* Values of recorded events in the forms that files and histories have. */
#ifndef LN_RECORD_VALUES_H
#define LN_RECORD_VALUES_H

#include "linnet/value.h"

#include "history/value.h"

/* As JSON. Bytes that are no UTF-8 are replaced; a value that is not known is "?"; a map whose keys are not all strings
 * is a list. */
void ln_record_write(const linnet_value *value, struct ln_str *out);

/* Why the value would not be the same when it has become one of a history, or has been written to a file and read
 * again; NULL: it would. "a string that is not UTF-8". */
const char *ln_record_misfit(const linnet_value *value);

enum ln_status ln_record_intern(struct ln_values *values, const linnet_value *value, ln_value *out);

#endif
