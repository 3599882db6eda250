/* Reading histories from files.
 *
 * A reader streams: it holds one history at a time, and one line of text. Formats are recognised from their content
 * unless one is named. Errors say `file:line:column: what was found, what was expected`. */
#ifndef LN_FORMAT_READER_H
#define LN_FORMAT_READER_H

#include "base/budget.h"
#include "base/hash.h"
#include "history/history.h"

/* Which part of an operation an error is about, so that the reader can name its column. */
enum ln_field { LN_FIELD_F, LN_FIELD_KEY, LN_FIELD_ARGS, LN_FIELD_RESULT };

/* How the user of a reader takes part while it reads: it may check and normalise each operation, and its errors are
 * reported at the place in the file that they are about. Messages carry no position of their own. */
struct ln_binder {
    void *self;
    /* A history begins. `spec` is what the file says the object is, or NULL. Called before its first operation. */
    enum ln_status (*begin)(void *self, struct ln_history *history, const char *spec, struct ln_error *error);
    /* An operation was called: its name, key and arguments are known. */
    enum ln_status (*called)(void *self, struct ln_history *history, uint32_t operation, enum ln_field *field,
                             struct ln_error *error);
    /* An operation completed: its result is known (or known to be unknown). */
    enum ln_status (*returned)(void *self, struct ln_history *history, uint32_t operation, enum ln_field *field,
                               struct ln_error *error);
    /* An operation of a file of events ended otherwise: it failed, or will never return. May be NULL. */
    enum ln_status (*ended)(void *self, struct ln_history *history, uint32_t operation, enum ln_fate fate,
                            struct ln_error *error);
    /* With `forget`: operations have new numbers, and words of values mean something else when `renewed`. May be NULL. */
    enum ln_status (*forgot)(void *self, struct ln_history *history, bool renewed, struct ln_error *error);
};

struct ln_reader;
struct ln_skew; /* format/skew.h */

enum ln_times {
    LN_TIMES_DROPPED, /* once they are turned into positions, unless clocks may be off */
    LN_TIMES_KEPT,    /* where there are any */
    LN_TIMES_NEEDED   /* LN_USAGE when there are operations without */
};

struct ln_reader_options {
    const char *format;             /* NULL: recognise it */
    const struct ln_binder *binder; /* NULL: none */
    struct ln_budget *budget;       /* looked at while reading; LN_STOPPED when spent */
    bool keyed;                     /* jepsen-edn: values are pairs of a key and a value */
    const struct ln_skew *skew;     /* how far clocks may be off; NULL: not at all. Outlives the reader. */
    enum ln_times times;
    bool forget;        /* events: what has returned is forgotten now and then; the binder has seen it */
    bool follow;        /* at the end of a file, wait for more */
    const bool *enough; /* looked at after every event: once it is true the history ends there, and nothing
                                     * more is read; NULL: all of it is */
};

/* `path` "-" is standard input. gzip and zstd are unpacked. */
enum ln_status ln_reader_open(struct ln_reader **reader, const char *path, const struct ln_reader_options *options,
                              struct ln_memory *memory, struct ln_error *error);
/* The same for bytes in memory, which must outlive the reader; `name` is what errors call it. */
enum ln_status ln_reader_open_bytes(struct ln_reader **reader, const char *name, const void *bytes, size_t length,
                                    const struct ln_reader_options *options, struct ln_memory *memory,
                                    struct ln_error *error);
void ln_reader_close(struct ln_reader *reader);

/* The next history, sealed, into *history, which is uninitialised and the caller's to fini when *found; *found is
 * false at the end. An input without any content is one empty history. After an error the reader is spent. */
enum ln_status ln_reader_next(struct ln_reader *reader, struct ln_history *history, bool *found,
                              struct ln_error *error);

/* Is it already known that another history follows? */
bool ln_reader_more(const struct ln_reader *reader);

/* XXH3-128 of the lines of the history read last, unpacked, with their line ends: of the whole text when there is but
 * one history in it. Valid until the next one is read. */
const char *ln_reader_digest(const struct ln_reader *reader);

/* The format's name, once something was read. */
const char *ln_reader_format(const struct ln_reader *reader);

/* The list of formats, for --help and messages: NULL past the end. */
const char *ln_format_name(size_t index);

#endif
