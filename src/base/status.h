/* One list of everything that can go wrong, with what programs are told of it (linnet/status.h), which is the exit code,
 * too. A verdict is never a status. */
#ifndef LN_BASE_STATUS_H
#define LN_BASE_STATUS_H

#include "linnet/status.h"

#define LN_STATUS_LIST(X)                                                  \
    X(OK, LINNET_OK, "ok")                                                 \
    X(NO_MEMORY, LINNET_STOPPED, "out of memory")                          \
    X(STOPPED, LINNET_STOPPED, "a budget ran out or the work was stopped") \
    X(BAD_INPUT, LINNET_BAD_INPUT, "bad input")                            \
    X(USAGE, LINNET_USAGE, "usage")                                        \
    X(MISSING, LINNET_MISSING, "a part that was not built in")             \
    X(INTERNAL, LINNET_INTERNAL, "internal error")

enum ln_status {
#define X(name, told, text) LN_##name,
    LN_STATUS_LIST(X)
#undef X
};

const char *ln_status_text(enum ln_status status);
linnet_status ln_status_told(enum ln_status status);

#endif
