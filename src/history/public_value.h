/* The values of linnet/value.h, as programs hand them over, and those of histories: one into the other without loss, or
 * not at all. What is refused is named: "a string that is not UTF-8, or has a NUL byte". */
#ifndef LN_HISTORY_PUBLIC_VALUE_H
#define LN_HISTORY_PUBLIC_VALUE_H

#include "linnet/value.h"

#include "base/error.h"
#include "history/value.h"

/* Histories know less of an argument than of a result, which need not be known, or there at all (LINNET_FAILED). */
enum ln_given { LN_AS_ARGUMENT, LN_AS_RESULT };

/* Why the value would not be the same when it has become one of a history, or has been written to a file and read
 * again; NULL: it would. Needs no memory. */
const char *ln_public_misfit(const linnet_value *value, enum ln_given role);

/* 2.0 becomes 2, which is the same (linnet_same); keys of maps are sorted. LN_BAD_INPUT with a message when it is a
 * misfit, or LINNET_FAILED, which is no value but what became of the operation. `error` may be NULL. */
enum ln_status ln_value_from_public(struct ln_values *values, const linnet_value *value, enum ln_given role,
                                    ln_value *out, struct ln_error *error);

/* `*value` must outlive what is made of it (short strings live in it); items of lists go to `arena`. LN_BAD_INPUT when
 * it is no value at all, or longer than lengths can say. */
enum ln_status ln_value_to_public(const struct ln_values *values, const ln_value *value, struct ln_arena *arena,
                                  linnet_value *out, struct ln_error *error);

#endif
