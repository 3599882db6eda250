#include "plugin/values.h"

#include "base/hash.h"

static bool view_items(const struct ln_values *values, ln_value value, struct ln_arena *arena, linnet_value *out)
{
    size_t count;
    const ln_value *from = ln_value_items(values, value, &count);
    linnet_value *items = count <= UINT32_MAX ? ln_arena_take(arena, (count + 1) * sizeof *items) : NULL;
    out->length = (uint32_t)count;
    out->is.items = items;
    for (size_t i = 0; items && i < out->length; i++)
        if (!ln_plugin_view(values, &from[i], arena, &items[i]))
            return false;
    return items;
}

bool ln_plugin_view(const struct ln_values *values, const ln_value *value, struct ln_arena *arena, linnet_value *out)
{
    struct ln_text text;
    *out = linnet_null();
    switch (ln_value_kind(*value)) {
    case LN_KIND_NULL:
    case LN_KIND_NONE: break;
    case LN_KIND_BOOL: *out = linnet_bool(ln_same(*value, LN_VALUE_TRUE)); break;
    case LN_KIND_INT: *out = linnet_int(ln_value_int(values, *value)); break;
    case LN_KIND_UNKNOWN: out->kind = LINNET_KIND_UNKNOWN; break;
    case LN_KIND_REAL:
        out->kind = LINNET_KIND_REAL;
        out->is.real = ln_value_real(values, *value);
        break;
    case LN_KIND_STRING:
        text = ln_value_text(values, value);
        if (text.length > UINT32_MAX)
            return false;
        *out = linnet_string(text.at, text.length);
        break;
    case LN_KIND_LIST:
    case LN_KIND_MAP:
        out->kind = ln_value_kind(*value) == LN_KIND_LIST ? LINNET_KIND_LIST : LINNET_KIND_MAP;
        return view_items(values, *value, arena, out);
    }
    return true;
}

bool ln_plugin_part(linnet_value value, ln_value *out)
{
    switch (value.kind) {
    case LINNET_KIND_NULL: *out = LN_VALUE_NULL; return true;
    case LINNET_KIND_BOOL: *out = ln_bool(value.is.truth); return true;
    case LINNET_KIND_INT: *out = ln_small((int64_t)(ln_mix((uint64_t)value.is.number) >> 4)); return true;
    case LINNET_KIND_EVERYTHING: *out = LN_VALUE_NONE; return true;
    case LINNET_KIND_STRING:
        if (value.length && !value.is.bytes)
            return false;
        *out = ln_small((int64_t)(ln_hash(value.length ? value.is.bytes : "", value.length) >> 4));
        return true;
    case LINNET_KIND_REAL:
    case LINNET_KIND_LIST:
    case LINNET_KIND_MAP:
    case LINNET_KIND_UNKNOWN:
    case LINNET_KIND_FAILED: break;
    }
    return false;
}
