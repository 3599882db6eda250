/* Loading the spec that the user chose, which may be code of his own. */
#ifndef LN_CLI_OWN_SPEC_H
#define LN_CLI_OWN_SPEC_H

#include "inquiry/chosen_spec.h"

/* The program is guarded against it from now on; `timeout` limits one call into it, when it is less than what is usual,
 * and `limit` the compiler. Says what is wrong; returns an exit code, 0 to go on. */
int own_spec_load(struct ln_chosen_spec *chosen, const char *name, double timeout, struct ln_compiler_limit limit,
                  struct ln_memory *memory);

/* How many threads may judge by it at a time; `wanted` outweighs what is usual, all cores. Code of the user's own may
 * keep things between calls that threads would share. */
unsigned own_spec_jobs(const struct ln_chosen_spec *chosen, unsigned wanted);

#endif
