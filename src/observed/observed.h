/* Serial histories as a specification: what an object did when its calls were made one after the other (a file
 * FILE.serial, linnet-history(5), or the serial executions in a FILE.finding, linnet-finding(5)) as a class like the
 * built-in ones.
 *
 * It accepts exactly the orders in which each process makes the same calls, with the same results, as in one of the
 * histories, or up to some point of one. A call may wait where a stuck history ends in it. */
#ifndef LN_OBSERVED_OBSERVED_H
#define LN_OBSERVED_OBSERVED_H

#include "spec/spec.h"

struct ln_observed;

/* Does the name of a spec name such a file? */
bool ln_observed_is_file(const char *spec);

/* LN_BAD_INPUT: it cannot be read, or a history in it is not serial. */
enum ln_status ln_observed_load(struct ln_observed **observed, const char *path, struct ln_memory *memory,
                                struct ln_error *error);
/* The same of histories in memory; `name`, which outlives it, is what messages call them. */
enum ln_status ln_observed_take(struct ln_observed **observed, const char *name, const struct ln_str *serial,
                                struct ln_memory *memory, struct ln_error *error);
void ln_observed_free(struct ln_observed *observed);

/* What stands in the file, in the native format: a finding that was judged by it has it with it. */
enum ln_status ln_observed_text(const char *path, struct ln_str *out, struct ln_error *error);

/* Of a history that it does not accept: does each process make its calls in an order that it has in one of the serial
 * histories? Else nothing is known of it, LN_BAD_INPUT. Other specs know of all histories. */
enum ln_status ln_observed_is_of_test(const struct ln_spec *spec, const struct ln_history *history,
                                      struct ln_error *error);

/* Lives as long as `observed`. */
const struct ln_spec_class *ln_observed_class(const struct ln_observed *observed);

#endif
