/* Inside src/format only: one line of the native format, as far as its meaning does not depend on other lines. */
#ifndef LN_FORMAT_NATIVE_LINE_H
#define LN_FORMAT_NATIVE_LINE_H

#include "format/scanner.h"

enum ln_native_key {
    LN_NATIVE_LINNET,
    LN_NATIVE_SPEC,
    LN_NATIVE_ID,
    LN_NATIVE_UNIT,
    LN_NATIVE_MISSING,
    LN_NATIVE_PROCESS,
    LN_NATIVE_TYPE,
    LN_NATIVE_F,
    LN_NATIVE_VALUE,
    LN_NATIVE_ARGS,
    LN_NATIVE_RESULT,
    LN_NATIVE_KEY,
    LN_NATIVE_CALL,
    LN_NATIVE_RETURN,
    LN_NATIVE_ORDER,
    LN_NATIVE_FAILED,
    LN_NATIVE_TIMED,
    LN_NATIVE_OTHER /* ignored */
};

enum ln_native_type { LN_TYPE_INVOKE, LN_TYPE_OK, LN_TYPE_FAIL, LN_TYPE_INFO, LN_TYPE_STUCK };

struct ln_native_line {
    const char *places[LN_NATIVE_OTHER]; /* where each key's value is; NULL when it is not there */
    int64_t version;                     /* "linnet" */
    ln_value process, f;
    ln_value key;   /* LN_VALUE_NONE when not there, or null */
    ln_value value; /* "value"; of "value" and "result" a line has one at most */
    ln_value result;
    size_t first_arg, arity; /* "args", in scan->items */
    int64_t call, ret;       /* `ret` only when "return" is not null */
    bool returned, failed, timed;
    int64_t order;
    enum ln_native_type type;
};

/* Of a line that is cut short the parts are there that are complete.
 *
 * "spec", "id", "unit" and "missing" are looked over; they count in headers only, which read them again from
 * their places. */
enum ln_status ln_native_line_read(struct ln_scanner *scan, struct ln_native_line *line);

static inline bool ln_native_has(const struct ln_native_line *line, enum ln_native_key key)
{
    return line->places[key] != NULL;
}

#endif
