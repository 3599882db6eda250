/* One list of everything that can go wrong. A verdict is never a status. */
#ifndef LN_BASE_STATUS_H
#define LN_BASE_STATUS_H

#define LN_STATUS_LIST(X)                                   \
    X(OK, "ok")                                             \
    X(NO_MEMORY, "out of memory")                           \
    X(STOPPED, "a budget ran out or the work was stopped")  \
    X(BAD_INPUT, "bad input")                               \
    X(USAGE, "usage")                                       \
    X(MISSING, "a part that was not built in")              \
    X(INTERNAL, "internal error")

enum ln_status {
#define X(name, text) LN_##name,
    LN_STATUS_LIST(X)
#undef X
};

const char *ln_status_text(enum ln_status status);

#endif
