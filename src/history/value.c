#define _GNU_SOURCE /* qsort_r */
#include "history/value.h"

#include "base/shown.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum tag { TAG_INT, TAG_CONSTANT, TAG_SHORT, TAG_LONG, TAG_WIDE, TAG_REAL, TAG_LIST, TAG_MAP };

enum { SHORT_LIMIT = 7 };

struct ln_value_entry {
    const void *bytes;
    uint32_t length; /* in bytes */
    enum tag tag;    /* values of different kinds are never equal */
};

#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "short strings are stored in the upper bytes of a little-endian word"
#endif

static enum tag tag_of(ln_value value)
{
    return (enum tag)(value.word & 7);
}

void ln_values_init(struct ln_values *values, struct ln_memory *memory)
{
    *values = (struct ln_values){ 0 };
    ln_arena_init(&values->arena, memory);
    ln_table_init(&values->table, memory);
}

void ln_values_fini(struct ln_values *values)
{
    struct ln_memory *memory = values->arena.memory;
    ln_vec_fini(&values->entries, memory);
    ln_table_fini(&values->table);
    ln_arena_fini(&values->arena);
    ln_values_init(values, memory);
}

static ln_value handle(enum tag tag, size_t entry)
{
    assert(tag >= TAG_LONG); /* others are in the word */
    return (ln_value){ (uint64_t)entry << 3 | (uint64_t)tag };
}

static bool same_entry(const struct ln_value_entry *a, const struct ln_value_entry *b)
{
    return a->tag == b->tag && a->length == b->length && memcmp(a->bytes, b->bytes, a->length) == 0;
}

static enum ln_status intern(struct ln_values *values, enum tag tag, const void *bytes, size_t length, ln_value *out)
{
    struct ln_value_entry entry = { bytes, (uint32_t)length, tag };
    uint64_t hash = ln_hash(bytes, length);
    uint32_t at;
    if (length > UINT32_MAX || values->entries.length >= UINT32_MAX - 1)
        return LN_NO_MEMORY;
    LN_TABLE_FIND(at, &values->table, hash, same_entry(&values->entries.at[at], &entry));
    if (at == LN_NO_ITEM) {
        entry.bytes = ln_arena_copy(&values->arena, bytes, length);
        if (!entry.bytes || !ln_table_reserve(&values->table, values->entries.length + 1) ||
            !ln_vec_push(&values->entries, values->arena.memory, entry))
            return LN_NO_MEMORY;
        at = (uint32_t)values->entries.length - 1;
        ln_table_put(&values->table, hash, at);
    }
    *out = handle(tag, at);
    return LN_OK;
}

enum ln_status ln_values_int(struct ln_values *values, int64_t number, ln_value *out)
{
    int64_t limit = INT64_C(1) << 60;
    if (number >= -limit && number < limit) {
        *out = ln_small(number);
        return LN_OK;
    }
    return intern(values, TAG_WIDE, &number, sizeof number, out);
}

enum ln_status ln_values_real(struct ln_values *values, double number, ln_value *out)
{
    if (number == floor(number) && fabs(number) < 9007199254740992.0)
        return ln_values_int(values, (int64_t)number, out);
    return intern(values, TAG_REAL, &number, sizeof number, out);
}

/* Up to seven bytes as a number, by loads that may overlap: copying them into a word and loading that would wait for
 * the copy. */
static uint64_t short_bytes(const char *bytes, size_t length)
{
    uint32_t low, high;
    assert(length <= SHORT_LIMIT);
    if (length >= 4) {
        memcpy(&low, bytes, 4);
        memcpy(&high, bytes + length - 4, 4);
        return low | (uint64_t)high << (length - 4) * 8;
    }
    if (!length)
        return 0;
    low = (unsigned char)bytes[0];
    high = (unsigned char)bytes[length - 1];
    return low | (uint64_t)(unsigned char)bytes[length / 2] << length / 2 * 8 | (uint64_t)high << (length - 1) * 8;
}

enum ln_status ln_values_string(struct ln_values *values, const char *bytes, size_t length, ln_value *out)
{
    if (length <= SHORT_LIMIT) {
        out->word = short_bytes(bytes, length) << 8 | (uint64_t)length << 3 | TAG_SHORT;
        return LN_OK;
    }
    return intern(values, TAG_LONG, bytes, length, out);
}

enum ln_status ln_values_list(struct ln_values *values, const ln_value *items, size_t count, ln_value *out)
{
    return intern(values, TAG_LIST, count ? items : (const void *)"", count * sizeof *items, out);
}

static int compare_text(struct ln_text a, struct ln_text b)
{
    size_t shared = a.length < b.length ? a.length : b.length;
    int order = shared ? memcmp(a.at, b.at, shared) : 0;
    return order ? order : (a.length > b.length) - (a.length < b.length);
}

static int compare_pairs(const void *a, const void *b, void *values)
{
    return compare_text(ln_value_text(values, a), ln_value_text(values, b));
}

enum ln_status ln_values_map(struct ln_values *values, ln_value *items, size_t pairs, ln_value *out)
{
    if (pairs > 1)
        qsort_r(items, pairs, 2 * sizeof *items, compare_pairs, values);
    for (size_t i = 1; i < pairs; i++)
        if (ln_same(items[2 * i], items[2 * i - 2]))
            return LN_BAD_INPUT;
    return intern(values, TAG_MAP, pairs ? items : (const void *)"", pairs * 2 * sizeof *items, out);
}

enum ln_kind ln_value_kind(ln_value value)
{
    switch (tag_of(value)) {
    case TAG_INT:
    case TAG_WIDE: return LN_KIND_INT;
    case TAG_SHORT:
    case TAG_LONG: return LN_KIND_STRING;
    case TAG_REAL: return LN_KIND_REAL;
    case TAG_LIST: return LN_KIND_LIST;
    case TAG_MAP: return LN_KIND_MAP;
    case TAG_CONSTANT: break;
    }
    if (ln_same(value, LN_VALUE_NULL))
        return LN_KIND_NULL;
    if (ln_same(value, LN_VALUE_UNKNOWN))
        return LN_KIND_UNKNOWN;
    return ln_same(value, LN_VALUE_NONE) ? LN_KIND_NONE : LN_KIND_BOOL;
}

static const struct ln_value_entry *entry_of(const struct ln_values *values, ln_value value)
{
    assert(!ln_value_is_word(value) && value.word >> 3 < values->entries.length);
    return &values->entries.at[value.word >> 3];
}

int64_t ln_value_int(const struct ln_values *values, ln_value value)
{
    int64_t number;
    assert(ln_value_kind(value) == LN_KIND_INT);
    if (tag_of(value) == TAG_INT)
        return (int64_t)value.word >> 3;
    memcpy(&number, entry_of(values, value)->bytes, sizeof number);
    return number;
}

double ln_value_real(const struct ln_values *values, ln_value value)
{
    double number;
    assert(tag_of(value) == TAG_REAL);
    memcpy(&number, entry_of(values, value)->bytes, sizeof number);
    return number;
}

struct ln_text ln_value_text(const struct ln_values *values, const ln_value *value)
{
    const struct ln_value_entry *entry;
    assert(ln_value_kind(*value) == LN_KIND_STRING);
    if (tag_of(*value) == TAG_SHORT)
        return (struct ln_text){ (const char *)value + 1, value->word >> 3 & 7 };
    entry = entry_of(values, *value);
    return (struct ln_text){ entry->bytes, entry->length };
}

const ln_value *ln_value_items(const struct ln_values *values, ln_value value, size_t *count)
{
    const struct ln_value_entry *entry = entry_of(values, value);
    assert(tag_of(value) == TAG_LIST || tag_of(value) == TAG_MAP);
    *count = entry->length / sizeof(ln_value);
    return entry->bytes;
}

static bool equal_items(const struct ln_values *values, ln_value value, const struct ln_values *others, ln_value other)
{
    size_t count, other_count;
    const ln_value *items = ln_value_items(values, value, &count);
    const ln_value *other_items = ln_value_items(others, other, &other_count);
    bool equal = count == other_count;
    for (size_t i = 0; i < count && equal; i++)
        equal = ln_value_equal(values, items[i], others, other_items[i]);
    return equal;
}

bool ln_value_equal(const struct ln_values *values, ln_value value, const struct ln_values *others, ln_value other)
{
    if (tag_of(value) != tag_of(other))
        return false;
    switch (tag_of(value)) {
    case TAG_INT:
    case TAG_CONSTANT:
    case TAG_SHORT: return ln_same(value, other);
    case TAG_LONG: return compare_text(ln_value_text(values, &value), ln_value_text(others, &other)) == 0;
    case TAG_WIDE: return ln_value_int(values, value) == ln_value_int(others, other);
    case TAG_REAL: return memcmp(entry_of(values, value)->bytes, entry_of(others, other)->bytes, sizeof(double)) == 0;
    case TAG_LIST:
    case TAG_MAP: break;
    }
    return equal_items(values, value, others, other);
}

static enum ln_status copy_items(const struct ln_values *values, ln_value value, struct ln_values *to, ln_value *out)
{
    struct ln_memory *memory = to->arena.memory;
    size_t count;
    const ln_value *items = ln_value_items(values, value, &count);
    ln_value *copies = ln_take(memory, (count + 1) * sizeof *copies);
    enum ln_status status = copies ? LN_OK : LN_NO_MEMORY;
    for (size_t i = 0; i < count && !status; i++)
        status = ln_value_copy(values, items[i], to, &copies[i]);
    if (!status && tag_of(value) == TAG_LIST)
        status = ln_values_list(to, copies, count, out);
    else if (!status)
        status = ln_values_map(to, copies, count / 2, out);
    assert(status != LN_BAD_INPUT); /* keys that differ have copies that differ */
    ln_give(memory, copies, (count + 1) * sizeof *copies);
    return status;
}

enum ln_status ln_value_copy(const struct ln_values *values, ln_value value, struct ln_values *to, ln_value *out)
{
    struct ln_text text;
    *out = value;
    switch (tag_of(value)) {
    case TAG_INT:
    case TAG_CONSTANT:
    case TAG_SHORT: return LN_OK;
    case TAG_LONG: text = ln_value_text(values, &value); return ln_values_string(to, text.at, text.length, out);
    case TAG_WIDE: return ln_values_int(to, ln_value_int(values, value), out);
    case TAG_REAL: return ln_values_real(to, ln_value_real(values, value), out);
    case TAG_LIST:
    case TAG_MAP: break;
    }
    assert(values != to);
    return copy_items(values, value, to, out);
}

void ln_write_json_string(struct ln_str *out, const char *bytes, size_t length)
{
    char shown[LN_SHOWN_MOST];
    ln_str_char(out, '"');
    for (size_t i = 0; i < length; i++) {
        unsigned char c = (unsigned char)bytes[i];
        size_t more = c < 0x80 ? 0 : ln_shown_character(bytes + i, length - i, false, shown);
        if (c == '"' || c == '\\') {
            ln_str_char(out, '\\');
            ln_str_char(out, (char)c);
        } else if (c == '\n') {
            ln_str_text(out, "\\n");
        } else if (c == '\t') {
            ln_str_text(out, "\\t");
        } else if (c < 0x20 || c == 0x7f) {
            ln_str_format(out, "\\u%04x", c);
        } else if (more > 1) { /* a terminal obeys some of these, too */
            if (shown[0])
                ln_str_text(out, shown);
            else
                ln_str_add(out, bytes + i, more);
            i += more - 1;
        } else {
            ln_str_char(out, (char)c);
        }
    }
    ln_str_char(out, '"');
}

static void write_items(const struct ln_values *values, ln_value value, struct ln_str *out)
{
    bool map = tag_of(value) == TAG_MAP;
    size_t count;
    const ln_value *items = ln_value_items(values, value, &count);
    ln_str_char(out, map ? '{' : '[');
    for (size_t i = 0; i < count; i++) {
        if (i)
            ln_str_text(out, map && i % 2 ? ":" : ",");
        ln_value_write(values, items[i], out);
    }
    ln_str_char(out, map ? '}' : ']');
}

void ln_write_json_real(struct ln_str *out, double number)
{
    size_t start = out->length;
    assert(isfinite(number));
    ln_str_format(out, "%.17g", number);
    if (!out->failed && !strpbrk(out->at + start, ".e"))
        ln_str_text(out, ".0");
}

void ln_value_write(const struct ln_values *values, ln_value value, struct ln_str *out)
{
    struct ln_text text;
    switch (ln_value_kind(value)) {
    case LN_KIND_NULL:
    case LN_KIND_NONE: ln_str_text(out, "null"); break;
    case LN_KIND_BOOL: ln_str_text(out, ln_same(value, LN_VALUE_TRUE) ? "true" : "false"); break;
    case LN_KIND_UNKNOWN: ln_str_text(out, "\"?\""); break;
    case LN_KIND_INT: ln_str_int(out, ln_value_int(values, value)); break;
    case LN_KIND_REAL: ln_write_json_real(out, ln_value_real(values, value)); break;
    case LN_KIND_STRING:
        text = ln_value_text(values, &value);
        ln_write_json_string(out, text.at, text.length);
        break;
    case LN_KIND_LIST:
    case LN_KIND_MAP: write_items(values, value, out); break;
    }
}

/* ---- words for any table ---- */

bool ln_value_is_word(ln_value value)
{
    return tag_of(value) == TAG_INT || tag_of(value) == TAG_CONSTANT || tag_of(value) == TAG_SHORT;
}

/* Its text says all of it. */
enum ln_status ln_value_fingerprint(const struct ln_values *values, ln_value value, ln_value *out)
{
    struct ln_str text;
    bool failed;
    *out = value;
    if (ln_value_is_word(value))
        return LN_OK;
    ln_str_init(&text, values->arena.memory);
    ln_value_write(values, value, &text);
    *out = (ln_value){ ln_hash(ln_str_borrow(&text), text.length) << 3 | (uint64_t)tag_of(value) };
    failed = text.failed;
    ln_str_fini(&text);
    return failed ? LN_NO_MEMORY : LN_OK;
}
