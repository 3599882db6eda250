#include "base/error.h"

#include "base/shown.h"

#include <assert.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

const char *ln_status_text(enum ln_status status)
{
    switch (status) {
#define X(name, told, text) \
    case LN_##name: return text;
        LN_STATUS_LIST(X)
#undef X
    }
    assert(false); /* it is not on the list */
    return "?";
}

linnet_status ln_status_told(enum ln_status status)
{
    switch (status) {
#define X(name, told, text) \
    case LN_##name: return told;
        LN_STATUS_LIST(X)
#undef X
    }
    assert(false);
    return LINNET_INTERNAL;
}

enum ln_status ln_fail(struct ln_error *error, enum ln_status status, const char *format, ...)
{
    assert(status != LN_OK); /* what fails must not be taken for a success */
    if (error) {
        char message[sizeof error->message];
        va_list rest;
        error->status = status;
        va_start(rest, format);
        vsnprintf(message, sizeof message, format, rest);
        va_end(rest);
        /* It has names and values from anywhere, and lines only if it is meant to. */
        ln_shown_copy(error->message, sizeof error->message, message, strchr(format, '\n') != NULL);
    }
    return status;
}
