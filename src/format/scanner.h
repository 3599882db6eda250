/* A line being taken apart, and the room in which its values are built.
 *
 * `at` moves over the line; when something is wrong it stays where that is, and the message in `error` says what, not
 * where: whoever knows the file's name and the line's number adds them. */
#ifndef LN_FORMAT_SCANNER_H
#define LN_FORMAT_SCANNER_H

#include "base/error.h"
#include "history/value.h"

#include <assert.h>
#include <string.h>

enum { LN_DEEPEST = 512 }; /* nesting of values */

struct ln_scanner {
    const char *line, *at, *end;
    struct ln_error *error; /* may be NULL */
    struct ln_memory *memory;
    struct ln_values *values; /* where values go */
    struct ln_str text;       /* strings with escapes are decoded here */
    LN_VEC(ln_value) items;   /* of the lists and maps being read */
    unsigned depth;
};

void ln_scanner_init(struct ln_scanner *scan, struct ln_memory *memory);
void ln_scanner_fini(struct ln_scanner *scan);
void ln_scanner_start(struct ln_scanner *scan, struct ln_text line);

/* All of these return what they report. */
enum ln_status ln_scan_expected(struct ln_scanner *scan, const char *what); /* found this here, expected that */
enum ln_status ln_scan_wrong(struct ln_scanner *scan, const char *at, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
enum ln_status ln_scan_no_memory(struct ln_scanner *scan);

/* One level deeper; the caller goes up again by itself. */
enum ln_status ln_scan_deeper(struct ln_scanner *scan);

/* Spaces and tabs. */
static inline void ln_scan_blanks(struct ln_scanner *scan)
{
    while (scan->at < scan->end && (*scan->at == ' ' || *scan->at == '\t'))
        scan->at++;
}
/* The bytes up to a blank or the end; blanks before and after are skipped. Empty at the end. */
struct ln_text ln_scan_field(struct ln_scanner *scan);

/* Decodes \uXXXX (with its second half when it needs one) after the `u` was read; appends UTF-8 to scan->text.
 * Half a pair is an error. */
enum ln_status ln_scan_unicode(struct ln_scanner *scan);

/* Is the text `-?(0|[1-9][0-9]*)` that fits 64 bits? */
bool ln_text_integer(struct ln_text text, int64_t *number);
bool ln_text_is(struct ln_text text, const char *word);

/* The items from `first` on. */
static inline ln_value *ln_scan_items(const struct ln_scanner *scan, size_t first)
{
    assert(first <= scan->items.length);
    return scan->items.at ? scan->items.at + first : NULL;
}

/* Does the word stand here? Moves over it. Words are mostly literals, so the compiler knows their lengths. */
static inline bool ln_scan_word(struct ln_scanner *scan, const char *word)
{
    size_t length = strlen(word);
    if ((size_t)(scan->end - scan->at) < length || memcmp(scan->at, word, length) != 0)
        return false;
    scan->at += length;
    return true;
}

static inline struct ln_text ln_text_between(const char *from, const char *to)
{
    assert(from <= to);
    return (struct ln_text){ from, (size_t)(to - from) };
}

#endif
