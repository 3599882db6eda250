#include "history/public_value.h"

#include "base/utf8.h"

#include <math.h>

enum { DEEPEST = 500 }; /* as readers take it, less what is around a value */

/* ---- what would be lost ---- */

static const char *misfit(const linnet_value *value, unsigned depth);

static const char *misfit_string(const linnet_value *value)
{
    if (!value->length)
        return NULL;
    if (!value->is.bytes)
        return "a string that has a length and no bytes";
    return ln_utf8_good(value->is.bytes, value->length) == value->length
               ? NULL
               : "a string that is not UTF-8, or has a NUL byte";
}

static const char *misfit_keys(const linnet_value *map)
{
    if (map->length % 2)
        return "a map that has a key without a value";
    for (uint32_t i = 0; i < map->length; i += 2)
        if (map->is.items[i].kind != LINNET_KIND_STRING)
            return "a map whose keys are not all strings";
    return NULL;
}

static const char *misfit_items(const linnet_value *value, unsigned depth)
{
    const char *why = NULL;
    if (depth == DEEPEST)
        return "a value that is nested more than 500 deep";
    if (value->length && !value->is.items)
        return "a list or a map that has a length and no items";
    if (value->kind == LINNET_KIND_MAP)
        why = misfit_keys(value);
    for (uint32_t i = 0; i < value->length && !why; i++)
        why = misfit(&value->is.items[i], depth + 1);
    return why;
}

/* All but keys that come twice. */
static const char *misfit(const linnet_value *value, unsigned depth)
{
    switch (value->kind) {
    case LINNET_KIND_NULL:
    case LINNET_KIND_BOOL:
    case LINNET_KIND_INT: return NULL;
    case LINNET_KIND_REAL: return isfinite(value->is.real) ? NULL : "a number that is not finite";
    case LINNET_KIND_STRING: return misfit_string(value);
    case LINNET_KIND_LIST:
    case LINNET_KIND_MAP: return misfit_items(value, depth);
    case LINNET_KIND_UNKNOWN: return depth ? "an item that is not known" : NULL;
    case LINNET_KIND_EVERYTHING: return "linnet_everything(), which is for the partition of a spec";
    case LINNET_KIND_FAILED: return depth ? "LINNET_FAILED inside of another value" : NULL;
    }
    return "a value of a kind that there is not";
}

static const char *misfit_role(const linnet_value *value, enum ln_given role)
{
    if (role == LN_AS_ARGUMENT && value->kind == LINNET_KIND_UNKNOWN)
        return "an argument that is not known";
    if (role == LN_AS_ARGUMENT && value->kind == LINNET_KIND_FAILED)
        return "LINNET_FAILED, which is a result only";
    if (role == LN_AS_RESULT && value->kind == LINNET_KIND_STRING && value->length == 1 && value->is.bytes &&
        value->is.bytes[0] == '?')
        return "the string \"?\", by which histories say that a result is not known";
    return misfit(value, 0);
}

static bool has_key_twice(const linnet_value *value)
{
    bool twice = false;
    if (value->kind != LINNET_KIND_LIST && value->kind != LINNET_KIND_MAP)
        return false;
    for (uint32_t i = 0; i < value->length && !twice; i++)
        twice = has_key_twice(&value->is.items[i]);
    for (uint32_t i = 0; value->kind == LINNET_KIND_MAP && i < value->length && !twice; i += 2)
        for (uint32_t j = 0; j < i && !twice; j += 2)
            twice = linnet_same(value->is.items[i], value->is.items[j]);
    return twice;
}

static const char key_twice[] = "a map that has a key twice";

const char *ln_public_misfit(const linnet_value *value, enum ln_given role)
{
    const char *why = misfit_role(value, role);
    return why ? why : has_key_twice(value) ? key_twice : NULL;
}

/* ---- to a history ---- */

static enum ln_status intern(struct ln_values *values, const linnet_value *value, ln_value *out);

static enum ln_status intern_items(struct ln_values *values, const linnet_value *value, ln_value *out)
{
    struct ln_memory *memory = values->arena.memory;
    size_t bytes = (value->length + (size_t)1) * sizeof(ln_value);
    ln_value *items = ln_take(memory, bytes);
    enum ln_status status = items ? LN_OK : LN_NO_MEMORY;
    for (uint32_t i = 0; i < value->length && !status; i++)
        status = intern(values, &value->is.items[i], &items[i]);
    if (!status && value->kind == LINNET_KIND_MAP)
        status = ln_values_map(values, items, value->length / 2, out);
    else if (!status)
        status = ln_values_list(values, items, value->length, out);
    if (items)
        ln_give(memory, items, bytes);
    return status;
}

/* LN_BAD_INPUT: a key comes twice, which the table finds out sooner than misfit() could. */
static enum ln_status intern(struct ln_values *values, const linnet_value *value, ln_value *out)
{
    switch (value->kind) {
    case LINNET_KIND_NULL: *out = LN_VALUE_NULL; return LN_OK;
    case LINNET_KIND_BOOL: *out = ln_bool(value->is.truth); return LN_OK;
    case LINNET_KIND_INT: return ln_values_int(values, value->is.number, out);
    case LINNET_KIND_REAL: return ln_values_real(values, value->is.real, out);
    case LINNET_KIND_STRING: return ln_values_string(values, value->length ? value->is.bytes : "", value->length, out);
    case LINNET_KIND_LIST:
    case LINNET_KIND_MAP: return intern_items(values, value, out);
    case LINNET_KIND_UNKNOWN: *out = LN_VALUE_UNKNOWN; return LN_OK;
    case LINNET_KIND_EVERYTHING:
    case LINNET_KIND_FAILED: break;
    }
    return LN_INTERNAL;
}

enum ln_status ln_value_from_public(struct ln_values *values, const linnet_value *value, enum ln_given role,
                                    ln_value *out, struct ln_error *error)
{
    const char *why = misfit_role(value, role);
    enum ln_status status;
    if (!why && value->kind == LINNET_KIND_FAILED)
        why = "LINNET_FAILED, which is no value";
    if (why)
        return ln_fail(error, LN_BAD_INPUT, "found %s", why);
    status = intern(values, value, out);
    if (status == LN_BAD_INPUT)
        return ln_fail(error, status, "found %s", key_twice);
    return status ? ln_fail(error, status, "%s", ln_status_text(status)) : LN_OK;
}

/* ---- and back ---- */

static enum ln_status too_long(struct ln_error *error)
{
    return ln_fail(error, LN_BAD_INPUT, "found a value of more than %u bytes or items", UINT32_MAX);
}

static enum ln_status view_string(const struct ln_values *values, const ln_value *value, linnet_value *out,
                                  struct ln_error *error)
{
    struct ln_text text = ln_value_text(values, value);
    if (text.length > UINT32_MAX)
        return too_long(error);
    *out = linnet_string(text.at, text.length);
    return LN_OK;
}

static enum ln_status view_items(const struct ln_values *values, ln_value value, struct ln_arena *arena,
                                 linnet_value *out, struct ln_error *error)
{
    size_t count;
    const ln_value *from = ln_value_items(values, value, &count);
    linnet_value *items;
    enum ln_status status = LN_OK;
    if (count > UINT32_MAX)
        return too_long(error);
    items = ln_arena_take(arena, (count + 1) * sizeof *items);
    if (!items)
        return ln_fail(error, LN_NO_MEMORY, "out of memory");
    for (size_t i = 0; i < count && !status; i++)
        status = ln_value_to_public(values, &from[i], arena, &items[i], error);
    *out = linnet_list(items, count);
    if (ln_value_kind(value) == LN_KIND_MAP)
        out->kind = LINNET_KIND_MAP;
    return status;
}

enum ln_status ln_value_to_public(const struct ln_values *values, const ln_value *value, struct ln_arena *arena,
                                  linnet_value *out, struct ln_error *error)
{
    switch (ln_value_kind(*value)) {
    case LN_KIND_NULL: *out = linnet_null(); return LN_OK;
    case LN_KIND_BOOL: *out = linnet_bool(ln_same(*value, LN_VALUE_TRUE)); return LN_OK;
    case LN_KIND_INT: *out = linnet_int(ln_value_int(values, *value)); return LN_OK;
    case LN_KIND_REAL: *out = linnet_real(ln_value_real(values, *value)); return LN_OK;
    case LN_KIND_STRING: return view_string(values, value, out, error);
    case LN_KIND_LIST:
    case LN_KIND_MAP: return view_items(values, *value, arena, out, error);
    case LN_KIND_UNKNOWN: *out = linnet_unknown(); return LN_OK;
    case LN_KIND_NONE: break;
    }
    return ln_fail(error, LN_BAD_INPUT, "found no value at all");
}
