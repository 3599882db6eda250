#include "record/values.h"

#include <inttypes.h>
#include <math.h>

/* ---- text ---- */

/* Readers take UTF-8 only: what a program returns may be anything. */
static size_t character(const unsigned char *at, size_t left)
{
    size_t length = *at < 0x80 ? 1 : *at >= 0xc2 && *at < 0xe0 ? 2 : *at >= 0xe0 && *at < 0xf0 ? 3
                    : *at >= 0xf0 && *at < 0xf5 ? 4 : 0;
    if (!length || length > left || (*at == 0xe0 && at[1] < 0xa0) || (*at == 0xed && at[1] > 0x9f) ||
        (*at == 0xf0 && at[1] < 0x90) || (*at == 0xf4 && at[1] > 0x8f))
        return 0;
    for (size_t i = 1; i < length; i++)
        if ((at[i] & 0xc0) != 0x80)
            return 0;
    return *at ? length : 0; /* NUL bytes are refused, too */
}

static bool is_plain(const char *bytes, size_t length)
{
    for (size_t i = 0; i < length;) {
        size_t step = character((const unsigned char *)bytes + i, length - i);
        if (!step)
            return false;
        i += step;
    }
    return true;
}

/* As \xNN, so that different bytes stay different. */
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

static void write_list(const linnet_value *value, struct ln_str *out)
{
    ln_str_char(out, '[');
    for (uint32_t i = 0; i < value->length; i++) {
        if (i)
            ln_str_char(out, ',');
        ln_record_write(&value->is.items[i], out);
    }
    ln_str_char(out, ']');
}

void ln_record_write(const linnet_value *value, struct ln_str *out)
{
    switch (value->kind) {
    case LINNET_KIND_BOOL: ln_str_text(out, value->is.truth ? "true" : "false"); return;
    case LINNET_KIND_INT: ln_str_int(out, value->is.number); return;
    case LINNET_KIND_REAL: write_real(value->is.real, out); return;
    case LINNET_KIND_STRING:
        if (is_plain(value->is.bytes, value->length))
            ln_write_json_string(out, value->is.bytes, value->length);
        else
            write_raw(value->is.bytes, value->length, out);
        return;
    case LINNET_KIND_LIST:
    case LINNET_KIND_MAP: write_list(value, out); return;
    case LINNET_KIND_UNKNOWN: ln_str_text(out, "\"?\""); return;
    case LINNET_KIND_NULL:
    case LINNET_KIND_EVERYTHING:
    case LINNET_KIND_FAILED: break;
    }
    ln_str_text(out, "null");
}

/* ---- words ---- */

static enum ln_status intern_raw(struct ln_values *values, const linnet_value *value, ln_value *out)
{
    char text[4 * 1024];
    size_t length = 0;
    for (uint32_t i = 0; i < value->length && length + 4 <= sizeof text; i++) {
        static const char digits[] = "0123456789abcdef";
        unsigned char byte = (unsigned char)value->is.bytes[i];
        text[length++] = '\\';
        text[length++] = 'x';
        text[length++] = digits[byte >> 4];
        text[length++] = digits[byte & 15];
    }
    return ln_values_string(values, text, length, out);
}

static enum ln_status intern_list(struct ln_values *values, const linnet_value *value, ln_value *out)
{
    enum { MOST = 256 };
    ln_value items[MOST];
    enum ln_status status = LN_OK;
    for (uint32_t i = 0; i < value->length && i < MOST && !status; i++)
        status = ln_record_intern(values, &value->is.items[i], &items[i]);
    return status ? status : ln_values_list(values, items, value->length < MOST ? value->length : MOST, out);
}

enum ln_status ln_record_intern(struct ln_values *values, const linnet_value *value, ln_value *out)
{
    *out = LN_VALUE_NULL;
    switch (value->kind) {
    case LINNET_KIND_BOOL: *out = ln_bool(value->is.truth); return LN_OK;
    case LINNET_KIND_INT: return ln_values_int(values, value->is.number, out);
    case LINNET_KIND_REAL: return ln_values_real(values, value->is.real, out);
    case LINNET_KIND_STRING:
        return is_plain(value->is.bytes, value->length)
                   ? ln_values_string(values, value->is.bytes, value->length, out)
                   : intern_raw(values, value, out);
    case LINNET_KIND_LIST:
    case LINNET_KIND_MAP: return intern_list(values, value, out);
    case LINNET_KIND_UNKNOWN: *out = LN_VALUE_UNKNOWN; return LN_OK;
    case LINNET_KIND_NULL:
    case LINNET_KIND_EVERYTHING:
    case LINNET_KIND_FAILED: break;
    }
    return LN_OK;
}
