#include "record/values.h"

#include <assert.h>

static void write_items(const linnet_value *value, struct ln_str *out)
{
    bool map = value->kind == LINNET_KIND_MAP;
    assert(!map || value->length % 2 == 0);
    ln_str_char(out, map ? '{' : '[');
    for (uint32_t i = 0; i < value->length; i++) {
        assert(!map || i % 2 || value->is.items[i].kind == LINNET_KIND_STRING);
        if (i)
            ln_str_char(out, map && i % 2 ? ':' : ',');
        ln_record_write(&value->is.items[i], out);
    }
    ln_str_char(out, map ? '}' : ']');
}

void ln_record_write(const linnet_value *value, struct ln_str *out)
{
    switch (value->kind) {
    case LINNET_KIND_NULL: ln_str_text(out, "null"); return;
    case LINNET_KIND_BOOL: ln_str_text(out, value->is.truth ? "true" : "false"); return;
    case LINNET_KIND_INT: ln_str_int(out, value->is.number); return;
    case LINNET_KIND_REAL: ln_write_json_real(out, value->is.real); return;
    case LINNET_KIND_STRING: ln_write_json_string(out, value->is.bytes, value->length); return;
    case LINNET_KIND_LIST:
    case LINNET_KIND_MAP: write_items(value, out); return;
    case LINNET_KIND_UNKNOWN:
    case LINNET_KIND_EVERYTHING:
    case LINNET_KIND_FAILED: break;
    }
    assert(false); /* a misfit */
}
