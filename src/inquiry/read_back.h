/* What was saved is read again, by the code that others will read it with, and verified. */
#ifndef LN_INQUIRY_READ_BACK_H
#define LN_INQUIRY_READ_BACK_H

#include "inquiry/chosen_spec.h"

#include <signal.h>

/* `chosen`: what its history was judged by. LN_INTERNAL: it is not what was found. */
enum ln_status ln_read_back(const char *path, const struct ln_chosen_spec *chosen,
                            const volatile sig_atomic_t *interrupt, struct ln_memory *memory, struct ln_error *error);

#endif
