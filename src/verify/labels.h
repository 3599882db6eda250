/* Equal operations: the same call, with the same result. */
#ifndef LN_VERIFY_LABELS_H
#define LN_VERIFY_LABELS_H

#include "spec/spec.h"

/* Does a step tell them apart? */
bool ln_same_label(const struct ln_spec *spec, const struct ln_invocation *a, const struct ln_invocation *b);

/* Of each operation the first one that is equal to it. LN_NO_MEMORY or LN_OK. */
enum ln_status ln_labels(const struct ln_history *history, const struct ln_spec *spec, struct ln_memory *memory,
                         uint32_t *label_of);

#endif
