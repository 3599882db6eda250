/* A strict reader of RFC 8259 values inside one line. */
#ifndef LN_FORMAT_JSON_H
#define LN_FORMAT_JSON_H

#include "format/scanner.h"

#include <string.h>

static inline void ln_json_blanks(struct ln_scanner *scan)
{
    while (scan->at < scan->end && (*scan->at == ' ' || *scan->at == '\t' || *scan->at == '\r' || *scan->at == '\n'))
        scan->at++;
}

/* The value here, into scan->values; with `out` NULL it is only looked over: then numbers may be of any size and keys
 * of objects may repeat. Blanks before it are skipped. */
enum ln_status ln_json_value(struct ln_scanner *scan, ln_value *out);

/* The same for values of one kind: a string as a view, valid until the next string is read; an integer. */
enum ln_status ln_json_string(struct ln_scanner *scan, struct ln_text *out);
enum ln_status ln_json_integer(struct ln_scanner *scan, int64_t *out);

/* The items of an array, left at the end of scan->items from *first on. */
enum ln_status ln_json_array(struct ln_scanner *scan, size_t *first);

/* Objects key by key: open once, then ask for members until *found is false. A key is a view like a string. */
enum ln_status ln_json_open_object(struct ln_scanner *scan);
enum ln_status ln_json_member(struct ln_scanner *scan, bool *first, struct ln_text *key, bool *found);

/* Nothing but blanks may follow. */
enum ln_status ln_json_end(struct ln_scanner *scan);

#endif
