/* What an access to memory is in words of the source: `CAS(&stack->top, n1, n3) -> true`. */
#ifndef LN_STEPS_TEXT_H
#define LN_STEPS_TEXT_H

#include "steps/machine.h"

/* The access that the machine has just made. */
void ln_access_write(const struct ln_machine *machine, struct ln_str *out);

#endif
