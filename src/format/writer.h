/* Writing histories to files, losslessly or not at all.
 *
 * Reading back what was written gives the same operations (process, name, key, arguments, result, fate) and the same
 * precedence; a history that the format cannot express so is refused before any of it is written. Four liberties are
 * taken, none with a meaning to any object: jepsen-edn writes several arguments as one list and, with `keyed`, no
 * argument as nil; in formats of given objects, what has no result there (enq, write, put) returns null; only the native
 * styles keep the order that operations report, which is a hint and decides nothing. Formats that order operations by
 * lines may renumber operations that were read with times. */
#ifndef LN_FORMAT_WRITER_H
#define LN_FORMAT_WRITER_H

#include "base/error.h"
#include "history/history.h"

struct ln_file_writer_options {
    const char *format; /* one of ln_file_writer_name() */
    bool keyed;         /* jepsen-edn: values are pairs of a key and a value */
    /* Takes the text piece by piece; false when it cannot be written. */
    bool (*put)(void *self, const char *bytes, size_t length);
    void *self;
};

struct ln_file_writer {
    struct ln_file_writer_options options;
    const struct ln_write_format *format;
    uint64_t histories; /* written so far */
    struct ln_str text;
};

/* LN_USAGE when there is no such format. */
enum ln_status ln_file_writer_init(struct ln_file_writer *writer, const struct ln_file_writer_options *options,
                                   struct ln_memory *memory, struct ln_error *error);
void ln_file_writer_fini(struct ln_file_writer *writer);

/* Adds a sealed history that is not bound to a spec. `spec` names the object, or is NULL. LN_BAD_INPUT when the format
 * cannot express it: the message says which operation and why. */
enum ln_status ln_file_writer_add(struct ln_file_writer *writer, const struct ln_history *history, const char *spec,
                                  struct ln_error *error);

/* The formats that can be written: NULL past the end. */
const char *ln_file_writer_name(size_t index);

#endif
