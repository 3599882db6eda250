/* Inside src/gen only: text in large pieces, with numbers formatted here because printf would take most of the time. */
#ifndef LN_GEN_WRITER_H
#define LN_GEN_WRITER_H

#include "history/value.h"

#include <stdio.h>
#include <string.h>

enum { LN_WRITER_ROOM = 1 << 16 };

struct ln_writer {
    FILE *to;
    size_t length;
    bool failed;
    char buffer[LN_WRITER_ROOM];
};

/* In place, because it is large. */
void ln_writer_init(struct ln_writer *writer, FILE *to);
void ln_writer_flush(struct ln_writer *writer);
void ln_writer_add(struct ln_writer *writer, const char *bytes, size_t length);
void ln_writer_number(struct ln_writer *writer, int64_t number);
/* Integers, constants and strings; what stands in a table is written as ln_value_write does. */
void ln_writer_value(struct ln_writer *writer, const struct ln_values *values, ln_value value, struct ln_str *scratch);

static inline void ln_writer_text(struct ln_writer *writer, const char *text)
{
    ln_writer_add(writer, text, strlen(text));
}

#endif
