/* Values of recorded events as files have them. */
#ifndef LN_RECORD_VALUES_H
#define LN_RECORD_VALUES_H

#include "linnet/value.h"

#include "history/value.h"

/* As JSON, without loss: a value that is known and that ln_public_misfit() has no objection to. */
void ln_record_write(const linnet_value *value, struct ln_str *out);

#endif
