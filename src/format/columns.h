/* Inside src/format only: what the formats of PolyLin and fptlin share. Both name the object on a line of its own and
 * have one operation per line, in columns. */
#ifndef LN_FORMAT_COLUMNS_H
#define LN_FORMAT_COLUMNS_H

#include "format/reading.h"

struct ln_column_object {
    const char *name, *spec;
    bool is_set;  /* a result, 0 or 1, stands after the value */
    bool polylin; /* PolyLin has it */
    bool fptlin;  /* fptlin has it */
};

/* `# queue` and nothing else on the line; NULL for other lines. */
const struct ln_column_object *ln_column_object_of(struct ln_text line);
/* The object of a spec: the first in the table. NULL when there is none. */
const struct ln_column_object *ln_column_object_for(const char *spec);

/* Methods that take the value, and methods that return it. */
bool ln_column_inserts(struct ln_text method);
bool ln_column_removes(struct ln_text method);

enum ln_status ln_column_integer(struct ln_scanner *scan, const char *expected, int64_t *out);
/* An integer, or else the text as it stands; *empty when it is how a removal says that nothing was there. */
enum ln_status ln_column_value(struct ln_reading *reading, ln_value *out, bool *empty);
/* 0 or 1. */
enum ln_status ln_column_truth(struct ln_reading *reading, ln_value *result);

#endif
