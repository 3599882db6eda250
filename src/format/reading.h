/* Inside src/format only: what the reader and the formats share while a history is read.
 *
 * A format is shown one line after the other. It tells what it finds through the functions below, which add to the
 * history and let the binder look at each operation. */
#ifndef LN_FORMAT_READING_H
#define LN_FORMAT_READING_H

#include "format/reader.h"
#include "format/scanner.h"

enum { LN_FIELD_PROCESS = LN_FIELD_RESULT + 1, LN_FIELD_COUNT };

struct ln_reading {
    struct ln_scanner scan; /* the line */
    struct ln_history *history;
    const struct ln_binder *binder;     /* may be NULL */
    void *state;                        /* the format's own, for the whole file */
    uint32_t line;                      /* its number; a format that looks at several lines at once may set it */
    bool keyed;                         /* as asked for in ln_reader_options */
    const char *places[LN_FIELD_COUNT]; /* where on this line the parts of an operation are; NULL: its start */
    bool begun;                         /* the history has its object, or its first operation */
    bool refused;                       /* this line was taken apart, and what it says cannot be */
    bool unended;                       /* this line is the last one, and lacks its end */
    bool belongs_to_next;               /* set by a format: this line starts another history, show it again then */
};

/* The history begins; `spec` may be NULL. At most once per history. */
enum ln_status ln_reading_begin(struct ln_reading *reading, const char *spec);
/* The same unless it has begun already. */
enum ln_status ln_reading_ensure_begun(struct ln_reading *reading, const char *spec);

/* The line in `call` is filled in here. */
enum ln_status ln_reading_call(struct ln_reading *reading, struct ln_call_text *call, uint32_t *operation);
enum ln_status ln_reading_return(struct ln_reading *reading, ln_value process, enum ln_fate fate, ln_value result);
enum ln_status ln_reading_operation(struct ln_reading *reading, struct ln_call_text *call, enum ln_fate fate,
                                    ln_value result, int64_t call_time, int64_t return_time);

/* The operation that the process has open; an error when there is none. */
enum ln_status ln_reading_open(struct ln_reading *reading, ln_value process, const struct ln_operation **operation);

/* A string as a value. */
enum ln_status ln_reading_string(struct ln_reading *reading, struct ln_text text, ln_value *out);

#endif
