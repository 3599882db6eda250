#include "gen/writer.h"

#include <assert.h>

void ln_writer_init(struct ln_writer *writer, FILE *to)
{
    writer->to = to;
    writer->length = 0;
    writer->failed = false;
}

void ln_writer_flush(struct ln_writer *writer)
{
    if (writer->length && fwrite(writer->buffer, 1, writer->length, writer->to) != writer->length)
        writer->failed = true;
    writer->length = 0;
}

void ln_writer_add(struct ln_writer *writer, const char *bytes, size_t length)
{
    while (length) {
        size_t some = LN_WRITER_ROOM - writer->length;
        assert(writer->length < LN_WRITER_ROOM);
        if (some > length)
            some = length;
        memcpy(writer->buffer + writer->length, bytes, some);
        writer->length += some;
        bytes += some;
        length -= some;
        if (writer->length == LN_WRITER_ROOM)
            ln_writer_flush(writer);
    }
}

void ln_writer_number(struct ln_writer *writer, int64_t number)
{
    uint64_t rest = number < 0 ? 0 - (uint64_t)number : (uint64_t)number;
    char digits[20];
    size_t at = sizeof digits;
    if (number < 0)
        ln_writer_add(writer, "-", 1);
    do
        digits[--at] = (char)('0' + rest % 10);
    while (rest /= 10);
    ln_writer_add(writer, digits + at, sizeof digits - at);
}

void ln_writer_value(struct ln_writer *writer, const struct ln_values *values, ln_value value, struct ln_str *scratch)
{
    switch (ln_value_kind(value)) {
    case LN_KIND_NONE:
    case LN_KIND_NULL: ln_writer_add(writer, "null", 4); break;
    case LN_KIND_BOOL: ln_writer_text(writer, ln_same(value, LN_VALUE_TRUE) ? "true" : "false"); break;
    case LN_KIND_INT: ln_writer_number(writer, ln_value_int(values, value)); break;
    default:
        ln_str_clear(scratch);
        ln_value_write(values, value, scratch);
        ln_writer_add(writer, ln_str_borrow(scratch), scratch->length);
        writer->failed |= scratch->failed;
    }
}
