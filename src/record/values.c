#include "record/values.h"

#include "base/utf8.h"

#include <math.h>

/* Readers take UTF-8 only: what a program returns may be anything. As \xNN, so that different bytes stay different. */
static void write_raw(const char *bytes, size_t length, struct ln_str *out)
{
    ln_str_char(out, '"');
    for (size_t i = 0; i < length; i++)
        ln_str_format(out, "\\\\x%02x", (unsigned char)bytes[i]);
    ln_str_char(out, '"');
}

static void write_real(double real, struct ln_str *out)
{
    if (isfinite(real))
        ln_str_format(out, "%.17g", real);
    else
        ln_str_format(out, "\"%f\"", real);
}

/* Keys are strings, and each has its value. */
static bool is_map(const linnet_value *value)
{
    bool strings = value->kind == LINNET_KIND_MAP && value->length % 2 == 0;
    for (uint32_t i = 0; strings && i < value->length; i += 2)
        strings = value->is.items[i].kind == LINNET_KIND_STRING;
    return strings;
}

static void write_items(const linnet_value *value, struct ln_str *out)
{
    bool map = is_map(value);
    ln_str_char(out, map ? '{' : '[');
    for (uint32_t i = 0; i < value->length; i++) {
        if (i)
            ln_str_char(out, map && i % 2 ? ':' : ',');
        ln_record_write(&value->is.items[i], out);
    }
    ln_str_char(out, map ? '}' : ']');
}

void ln_record_write(const linnet_value *value, struct ln_str *out)
{
    switch (value->kind) {
    case LINNET_KIND_BOOL: ln_str_text(out, value->is.truth ? "true" : "false"); return;
    case LINNET_KIND_INT: ln_str_int(out, value->is.number); return;
    case LINNET_KIND_REAL: write_real(value->is.real, out); return;
    case LINNET_KIND_STRING:
        if (ln_utf8_good(value->is.bytes, value->length) == value->length)
            ln_write_json_string(out, value->is.bytes, value->length);
        else
            write_raw(value->is.bytes, value->length, out);
        return;
    case LINNET_KIND_LIST:
    case LINNET_KIND_MAP: write_items(value, out); return;
    case LINNET_KIND_UNKNOWN: ln_str_text(out, "\"?\""); return;
    case LINNET_KIND_NULL:
    case LINNET_KIND_EVERYTHING:
    case LINNET_KIND_FAILED: break;
    }
    ln_str_text(out, "null");
}
