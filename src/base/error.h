/* An error: its status, and a message a person can act on. */
#ifndef LN_BASE_ERROR_H
#define LN_BASE_ERROR_H

#include "base/status.h"

#include <stdarg.h>

struct ln_error {
    enum ln_status status;
    char message[1024];
};

/* Writes the message (cut at its room) and returns the status, so that callers can `return ln_fail(...)`.
 * `error` may be NULL. */
enum ln_status ln_fail(struct ln_error *error, enum ln_status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
