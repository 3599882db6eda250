/* Values of recorded events in the forms that files and histories have. */
#ifndef LN_RECORD_VALUES_H
#define LN_RECORD_VALUES_H

#include "linnet/value.h"

#include "history/value.h"

/* As JSON. Bytes that are no UTF-8 are replaced; a value that is not known is "?". */
void ln_record_write(const linnet_value *value, struct ln_str *out);

enum ln_status ln_record_intern(struct ln_values *values, const linnet_value *value, ln_value *out);

#endif
