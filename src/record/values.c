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
        if (is_plain(value->is.bytes, value->length))
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

/* ---- words ---- */

static enum ln_status intern_raw(struct ln_values *values, const linnet_value *value, ln_value *out)
{
    struct ln_str text;
    enum ln_status status;
    ln_str_init(&text, values->arena.memory);
    for (uint32_t i = 0; i < value->length; i++)
        ln_str_format(&text, "\\x%02x", (unsigned char)value->is.bytes[i]);
    status = text.failed ? LN_NO_MEMORY : ln_values_string(values, ln_str_borrow(&text), text.length, out);
    ln_str_fini(&text);
    return status;
}

static enum ln_status intern_items(struct ln_values *values, const linnet_value *value, ln_value *out)
{
    struct ln_memory *memory = values->arena.memory;
    size_t bytes = (value->length + (size_t)1) * sizeof(ln_value);
    ln_value *items = ln_take(memory, bytes);
    enum ln_status status = items ? LN_OK : LN_NO_MEMORY;
    for (uint32_t i = 0; i < value->length && !status; i++)
        status = ln_record_intern(values, &value->is.items[i], &items[i]);
    if (!status && is_map(value))
        status = ln_values_map(values, items, value->length / 2, out);
    else if (!status)
        status = ln_values_list(values, items, value->length, out);
    if (items)
        ln_give(memory, items, bytes);
    return status;
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
    case LINNET_KIND_MAP: return intern_items(values, value, out);
    case LINNET_KIND_UNKNOWN: *out = LN_VALUE_UNKNOWN; return LN_OK;
    case LINNET_KIND_NULL:
    case LINNET_KIND_EVERYTHING:
    case LINNET_KIND_FAILED: break;
    }
    return LN_OK;
}

/* ---- what would be lost ---- */

enum { DEEPEST = 500 }; /* as readers take it, less what is around a value */

static const char *misfit(const linnet_value *value, unsigned depth);

static bool has_key_twice(const linnet_value *map)
{
    for (uint32_t i = 0; i < map->length; i += 2)
        for (uint32_t j = 0; j < i; j += 2)
            if (linnet_same(map->is.items[i], map->is.items[j]))
                return true;
    return false;
}

static const char *misfit_items(const linnet_value *value, unsigned depth)
{
    const char *why = NULL;
    if (depth == DEEPEST)
        return "a value that is nested more than 500 deep";
    if (value->kind == LINNET_KIND_MAP && !is_map(value))
        return "a map whose keys are not all strings";
    if (value->kind == LINNET_KIND_MAP && has_key_twice(value))
        return "a map that has a key twice";
    for (uint32_t i = 0; i < value->length && !why; i++)
        why = misfit(&value->is.items[i], depth + 1);
    return why;
}

static const char *misfit(const linnet_value *value, unsigned depth)
{
    switch (value->kind) {
    case LINNET_KIND_NULL:
    case LINNET_KIND_BOOL:
    case LINNET_KIND_INT: return NULL;
    case LINNET_KIND_REAL: return isfinite(value->is.real) ? NULL : "a number that is not finite";
    case LINNET_KIND_STRING:
        if (!depth && value->length == 1 && value->is.bytes[0] == '?')
            return "the string \"?\", by which histories say that a result is not known";
        return is_plain(value->is.bytes, value->length) ? NULL : "a string that is not UTF-8, or has a NUL byte";
    case LINNET_KIND_LIST:
    case LINNET_KIND_MAP: return misfit_items(value, depth);
    case LINNET_KIND_UNKNOWN: return depth ? "an item that is not known" : NULL;
    case LINNET_KIND_EVERYTHING: break;
    case LINNET_KIND_FAILED: return depth ? "LINNET_FAILED inside of another value" : NULL;
    }
    return "a value of a kind that there is not";
}

const char *ln_record_misfit(const linnet_value *value)
{
    return misfit(value, 0);
}
