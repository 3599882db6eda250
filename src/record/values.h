/* Values of recorded events as files have them. */
#ifndef LN_RECORD_VALUES_H
#define LN_RECORD_VALUES_H

#include "linnet/value.h"

#include "history/value.h"

/* As JSON. Bytes that are no UTF-8 are replaced; a value that is not known is "?"; a map whose keys are not all strings
 * is a list. */
void ln_record_write(const linnet_value *value, struct ln_str *out);

#endif
