/* A value: an argument or a result, as your own code and linnet hand them to each other.
 *
 * Two registers wide, passed by value, and without memory of its own: bytes and items stay with whoever made them, and
 * are read, not kept, by what they are given to. There is a function for every kind, and a word for what objects
 * return.
 *
 *   return LINNET_INT(v);                        // 3
 *   return LINNET_VOID;                          // nothing is returned
 *   return LINNET_EMPTY;                         // there was nothing to return: what reports and files call null
 *   return LINNET_STRING("abc", 3);
 *   return LINNET_LIST(items, 2);                // a tuple
 *   return LINNET_FAILED;                        // the operation had no effect at all
 *
 * This header needs no library. */
#ifndef LINNET_VALUE_H
#define LINNET_VALUE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Members of a declaration that are left out are meant to be. C knows it where members have their names; C++ knows it
 * of members that have a value to begin with, as they may from C++14 on. */
#if defined __cplusplus && __cplusplus >= 201402L
#define LINNET_LEFT_OUT {}
#else
#define LINNET_LEFT_OUT
#endif

typedef enum {
    LINNET_KIND_NULL,
    LINNET_KIND_BOOL,
    LINNET_KIND_INT,
    LINNET_KIND_REAL,
    LINNET_KIND_STRING,
    LINNET_KIND_LIST,
    LINNET_KIND_MAP,        /* a list of key, value, key, value, ... */
    LINNET_KIND_UNKNOWN,    /* a result that is not known */
    LINNET_KIND_EVERYTHING, /* for a spec's `partition`: this operation is about the whole object */
    LINNET_KIND_FAILED      /* for results of an object's operations: it is known to have had no effect */
} linnet_kind;

struct linnet_value;

typedef union {
    bool truth;
    int64_t number;
    double real;
    const char *bytes; /* not terminated */
    const struct linnet_value *items;
} linnet_content;

typedef struct linnet_value {
    linnet_kind kind;
    uint32_t length; /* of a string in bytes; of a list or a map in items */
    union {
        int64_t i;   /* short for is.number */
        linnet_content is;
    };
} linnet_value;

static inline linnet_value linnet_of_kind(linnet_kind kind)
{
    linnet_value value;
    memset(&value, 0, sizeof value);
    value.kind = kind;
    return value;
}

static inline linnet_value linnet_null(void)
{
    return linnet_of_kind(LINNET_KIND_NULL);
}

static inline linnet_value linnet_bool(bool truth)
{
    linnet_value value = linnet_of_kind(LINNET_KIND_BOOL);
    value.is.truth = truth;
    return value;
}

static inline linnet_value linnet_int(int64_t number)
{
    linnet_value value = linnet_of_kind(LINNET_KIND_INT);
    value.is.number = number;
    return value;
}

static inline linnet_value linnet_real(double real)
{
    linnet_value value = linnet_of_kind(LINNET_KIND_REAL);
    value.is.real = real;
    return value;
}

/* A result that is not known. */
static inline linnet_value linnet_unknown(void)
{
    return linnet_of_kind(LINNET_KIND_UNKNOWN);
}

/* The operation is known to have had no effect. */
static inline linnet_value linnet_failed(void)
{
    return linnet_of_kind(LINNET_KIND_FAILED);
}

/* Of a spec's partition: the operation is about the whole object. */
static inline linnet_value linnet_everything(void)
{
    return linnet_of_kind(LINNET_KIND_EVERYTHING);
}

/* The bytes, UTF-8 without NUL where a history is made of them, are not copied. What is longer than its length can say
 * (4 GB) is not known; so it is with items. */
static inline linnet_value linnet_string(const char *bytes, size_t length)
{
    linnet_value value = linnet_of_kind(LINNET_KIND_STRING);
    if (length > UINT32_MAX)
        return linnet_unknown();
    value.length = (uint32_t)length;
    value.is.bytes = bytes;
    return value;
}

/* Up to its NUL. */
static inline linnet_value linnet_text(const char *text)
{
    return linnet_string(text, strlen(text));
}

/* Nor are the items. */
static inline linnet_value linnet_list(const linnet_value *items, size_t count)
{
    linnet_value value = linnet_of_kind(LINNET_KIND_LIST);
    if (count > UINT32_MAX)
        return linnet_unknown();
    value.length = (uint32_t)count;
    value.is.items = items;
    return value;
}

/* Twice as many items as pairs: key, value, key, value. Keys are strings, and no two are the same. */
static inline linnet_value linnet_map(const linnet_value *items, size_t pairs)
{
    linnet_value value = linnet_list(items, pairs > UINT32_MAX / 2 ? SIZE_MAX : 2 * pairs);
    if (value.kind == LINNET_KIND_LIST)
        value.kind = LINNET_KIND_MAP;
    return value;
}

#define LINNET_VOID linnet_null()
#define LINNET_EMPTY linnet_null()
#define LINNET_INT(number) linnet_int(number)
#define LINNET_BOOL(truth) linnet_bool(truth)
#define LINNET_STRING(bytes, length) linnet_string(bytes, length)
#define LINNET_LIST(items, count) linnet_list(items, count)
#define LINNET_FAILED linnet_failed()

/* 2.0 is the integer 2. */
static inline bool linnet_same(linnet_value a, linnet_value b)
{
    if (a.kind == LINNET_KIND_INT && b.kind == LINNET_KIND_REAL)
        return b.is.real > -9007199254740992.0 && b.is.real < 9007199254740992.0 &&
               (int64_t)b.is.real == a.is.number && (double)a.is.number == b.is.real;
    if (a.kind == LINNET_KIND_REAL && b.kind == LINNET_KIND_INT)
        return linnet_same(b, a);
    if (a.kind != b.kind || a.length != b.length)
        return false;
    switch (a.kind) {
    case LINNET_KIND_BOOL: return a.is.truth == b.is.truth;
    case LINNET_KIND_INT: return a.is.number == b.is.number;
    case LINNET_KIND_REAL: return memcmp(&a.is.real, &b.is.real, sizeof a.is.real) == 0;
    case LINNET_KIND_STRING: return a.length == 0 || memcmp(a.is.bytes, b.is.bytes, a.length) == 0;
    case LINNET_KIND_LIST:
    case LINNET_KIND_MAP:
        for (size_t i = 0; i < a.length; i++)
            if (!linnet_same(a.is.items[i], b.is.items[i]))
                return false;
        return true;
    case LINNET_KIND_NULL:
    case LINNET_KIND_UNKNOWN:
    case LINNET_KIND_EVERYTHING:
    case LINNET_KIND_FAILED: break;
    }
    return true;
}

#ifdef __cplusplus
}
#endif

#endif
