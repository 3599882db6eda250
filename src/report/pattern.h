/* Why a history is violated, in the words of a collection. */
#ifndef LN_REPORT_PATTERN_H
#define LN_REPORT_PATTERN_H

#include "finding/verdict.h"
#include "spec/spec.h"

/* One sentence, without a full stop, from the pattern that was found and its suspects (outcome->pattern, ->suspects).
 * Writes nothing when there are none. */
void ln_explain_pattern(const struct ln_history *history, const struct ln_spec *spec, const struct ln_outcome *outcome,
                        struct ln_str *out);

#endif
