/* Values of arguments and results: one word each, equal exactly when the words are equal.
 * Small integers, constants and strings of up to seven bytes live in the word; everything else is interned. */
#ifndef LN_HISTORY_VALUE_H
#define LN_HISTORY_VALUE_H

#include "base/arena.h"
#include "base/status.h"
#include "base/str.h"
#include "base/table.h"
#include "base/vec.h"

#include <assert.h>

typedef struct ln_value {
    uint64_t word;
} ln_value;

enum ln_kind {
    LN_KIND_NULL,
    LN_KIND_BOOL,
    LN_KIND_INT,
    LN_KIND_REAL,
    LN_KIND_STRING,
    LN_KIND_LIST,
    LN_KIND_MAP,     /* items are key, value, key, value, ... in the order of their key's bytes */
    LN_KIND_UNKNOWN, /* a result that is not known */
    LN_KIND_NONE     /* no value at all: a key that was not given */
};

#define LN_VALUE_NULL ((ln_value){ 1 })
#define LN_VALUE_FALSE ((ln_value){ 1 | 1 << 3 })
#define LN_VALUE_TRUE ((ln_value){ 1 | 2 << 3 })
#define LN_VALUE_UNKNOWN ((ln_value){ 1 | 3 << 3 })
#define LN_VALUE_NONE ((ln_value){ 1 | 4 << 3 })

static inline bool ln_same(ln_value a, ln_value b)
{
    return a.word == b.word;
}

static inline ln_value ln_bool(bool b)
{
    return b ? LN_VALUE_TRUE : LN_VALUE_FALSE;
}

/* The table of interned values. Not for use by two threads while one of them adds to it. */
struct ln_values {
    struct ln_arena arena;
    LN_VEC(struct ln_value_entry) entries;
    struct ln_table table;
};

struct ln_text {
    const char *at;
    size_t length;
};

void ln_values_init(struct ln_values *values, struct ln_memory *memory);
void ln_values_fini(struct ln_values *values);

enum ln_status ln_values_int(struct ln_values *values, int64_t number, ln_value *out);
enum ln_status ln_values_real(struct ln_values *values, double number, ln_value *out); /* 2.0 is the integer 2 */
enum ln_status ln_values_string(struct ln_values *values, const char *bytes, size_t length, ln_value *out);
enum ln_status ln_values_list(struct ln_values *values, const ln_value *items, size_t count, ln_value *out);
/* `items` are key, value pairs, keys are strings; they are sorted in place. LN_BAD_INPUT on a repeated key. */
enum ln_status ln_values_map(struct ln_values *values, ln_value *items, size_t pairs, ln_value *out);

/* Cheap constructor for integers that surely fit 61 bits. */
static inline ln_value ln_small(int64_t number)
{
    assert(number >= -(INT64_C(1) << 60) && number < INT64_C(1) << 60);
    return (ln_value){ (uint64_t)number << 3 };
}

enum ln_kind ln_value_kind(ln_value value);
int64_t ln_value_int(const struct ln_values *values, ln_value value); /* LN_KIND_INT */
double ln_value_real(const struct ln_values *values, ln_value value); /* LN_KIND_REAL */
/* The bytes of a string; a short one's bytes are inside *value, which must outlive the view. */
struct ln_text ln_value_text(const struct ln_values *values, const ln_value *value);
const ln_value *ln_value_items(const struct ln_values *values, ln_value value, size_t *count);

/* Is the value in the word itself, whatever the table? */
bool ln_value_is_word(ln_value value);

/* A word that stands for the value whatever table it is in; most values are their own. Nothing can be asked of it but
 * whether it is the same: it surely is of equal values, and of others with a chance of about 1 in 2^61. */
enum ln_status ln_value_fingerprint(const struct ln_values *values, ln_value value, ln_value *out);

/* Of two tables: are they the same value, as words of one table would tell? */
bool ln_value_equal(const struct ln_values *values, ln_value value, const struct ln_values *others, ln_value other);
/* The same value in another table. */
enum ln_status ln_value_copy(const struct ln_values *values, ln_value value, struct ln_values *to, ln_value *out);

/* As JSON: unknown is "?". */
void ln_value_write(const struct ln_values *values, ln_value value, struct ln_str *out);

/* A JSON string with its quotes; bytes are taken to be UTF-8. */
void ln_write_json_string(struct ln_str *out, const char *bytes, size_t length);
/* A finite number. One that is whole, and too large to be taken for an integer, does not read as one. */
void ln_write_json_real(struct ln_str *out, double number);

#endif
