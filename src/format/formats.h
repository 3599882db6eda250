/* Inside src/format only: the table of formats. */
#ifndef LN_FORMAT_FORMATS_H
#define LN_FORMAT_FORMATS_H

#include "format/input.h"
#include "format/reading.h"

struct ln_format {
    const char *name;
    size_t state_size;
    bool forgetful; /* the state knows nothing of operations by their numbers */
    /* One line, already in reading->scan. */
    enum ln_status (*line)(struct ln_reading *reading);
    /* A last line that was cut short, in reading->scan: takes what can be used of it, and sets history->cut. NULL: lines
     * of this format are not objects or maps. */
    enum ln_status (*cut)(struct ln_reading *reading);
    /* What a line of text that was cut short takes with it, when `cut` is NULL; LN_CUT_NONE: it is an error like any
     * other. */
    enum ln_cut loses;
    /* No line follows; may be NULL. An error here stands at the end of the file. */
    enum ln_status (*end)(struct ln_reading *reading);
    /* Gives back what the state holds; may be NULL. */
    void (*fini)(void *state, struct ln_memory *memory);
};

extern const struct ln_format ln_format_native, ln_format_jepsen_log, ln_format_porcupine, ln_format_limo,
    ln_format_polylin, ln_format_jepsen_edn, ln_format_fptlin, ln_format_stress;

/* LN_USAGE when there is none of that name. */
enum ln_status ln_format_find(const char *name, const struct ln_format **format, struct ln_error *error);

/* Looks at the start of the input, up to its first line of content, and rewinds it. *format is NULL when there is
 * nothing but blank lines. */
enum ln_status ln_format_recognise(struct ln_input *input, const struct ln_format **format, struct ln_error *error);

/* Does it start with INFO, WARN, ERROR or DEBUG? */
bool ln_jepsen_is_log_line(struct ln_text line);

#endif
