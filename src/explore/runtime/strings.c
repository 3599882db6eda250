/* The C library's functions on memory and strings, as the code under test calls them: what they read and write is said
 * first, then they do it, in one step. (memcpy, memmove and memset are in copy.c, for compilers call them, too.) */
#define _GNU_SOURCE
#include "explore/runtime/library.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* Not strlen and its kin: who reads is the user. */
static size_t length_of(const char *text, size_t most)
{
    size_t length = 0;
    while (length < most && text[length])
        length++;
    return length;
}

size_t rt_see_string(const char *text, size_t most, uintptr_t pc)
{
    size_t length = length_of(text, most), seen = 0;
    while (length + (length < most) > seen) {
        seen = length + (length < most);
        see_read(text, seen, pc);
        length = length_of(text, most);
    }
    return length;
}

static size_t see(const char *text, uintptr_t pc)
{
    return rt_see_string(text, SIZE_MAX, pc);
}

/* ---- memory ---- */

#define TWO_RANGES(name)                                             \
    CALL(int, name, const void *one, const void *other, size_t size) \
    {                                                                \
        see_read(one, size, CALLER);                                 \
        see_read(other, size, CALLER);                               \
        return name(one, other, size);                               \
    }
TWO_RANGES(memcmp)
TWO_RANGES(bcmp)

#define SEARCH_RANGE(name)                                    \
    CALL(void *, name, const void *in, int byte, size_t size) \
    {                                                         \
        see_read(in, size, CALLER);                           \
        return (void *)(uintptr_t)name(in, byte, size);       \
    }
SEARCH_RANGE(memrchr)

/* They may be told more than there is, if the byte is there. */
static size_t up_to(const void *in, int byte, size_t size)
{
    const char *from = in;
    size_t length = 0;
    while (length < size && from[length] != (char)byte)
        length++;
    return length + (length < size);
}

CALL(void *, memchr, const void *in, int byte, size_t size)
{
    see_read(in, up_to(in, byte, size), CALLER);
    return memchr(in, byte, size);
}

CALL(void *, memccpy, void *to, const void *from, int byte, size_t size)
{
    see_read(from, up_to(from, byte, size), CALLER);
    see_write(to, up_to(from, byte, size), CALLER);
    return memccpy(to, from, byte, size);
}

CALL(void *, memmem, const void *in, size_t size, const void *what, size_t length)
{
    see_read(in, size, CALLER);
    see_read(what, length, CALLER);
    return memmem(in, size, what, length);
}

CALL(void *, mempcpy, void *to, const void *from, size_t size)
{
    see_read(from, size, CALLER);
    see_write(to, size, CALLER);
    return mempcpy(to, from, size);
}

CALL(void, bzero, void *to, size_t size)
{
    see_write(to, size, CALLER);
    bzero(to, size);
}

CALL(void, explicit_bzero, void *to, size_t size)
{
    see_write(to, size, CALLER);
    explicit_bzero(to, size);
}

CALL(void, bcopy, const void *from, void *to, size_t size)
{
    see_read(from, size, CALLER);
    see_write(to, size, CALLER);
    bcopy(from, to, size);
}

/* ---- strings that are read ---- */

CALL(size_t, strlen, const char *text)
{
    return see(text, CALLER);
}

CALL(size_t, strnlen, const char *text, size_t most)
{
    return rt_see_string(text, most, CALLER);
}

#define TWO_STRINGS(type, name)                          \
    CALL(type, name, const char *one, const char *other) \
    {                                                    \
        see(one, CALLER);                                \
        see(other, CALLER);                              \
        return (type)(uintptr_t)name(one, other);        \
    }
#define TWO_STRINGS_OF(name)                                         \
    CALL(int, name, const char *one, const char *other, size_t most) \
    {                                                                \
        rt_see_string(one, most, CALLER);                            \
        rt_see_string(other, most, CALLER);                          \
        return name(one, other, most);                               \
    }
TWO_STRINGS(int, strcmp)
TWO_STRINGS(int, strcoll)
TWO_STRINGS(int, strcasecmp)
TWO_STRINGS(size_t, strspn)
TWO_STRINGS(size_t, strcspn)
TWO_STRINGS(char *, strpbrk)
TWO_STRINGS(char *, strstr)
TWO_STRINGS_OF(strncmp)
TWO_STRINGS_OF(strncasecmp)

#define SEARCH_STRING(name)                       \
    CALL(char *, name, const char *in, int byte)  \
    {                                             \
        see(in, CALLER);                          \
        return (char *)(uintptr_t)name(in, byte); \
    }
SEARCH_STRING(strchr)
SEARCH_STRING(strrchr)
SEARCH_STRING(strchrnul)

/* ---- strings that are written ---- */

#define COPY_STRING(name)                             \
    CALL(char *, name, char *to, const char *from)    \
    {                                                 \
        see_write(to, see(from, CALLER) + 1, CALLER); \
        return name(to, from);                        \
    }
COPY_STRING(strcpy)
COPY_STRING(stpcpy)

#define COPY_STRING_OF(name)                                    \
    CALL(char *, name, char *to, const char *from, size_t size) \
    {                                                           \
        rt_see_string(from, size, CALLER);                      \
        see_write(to, size, CALLER);                            \
        return name(to, from, size);                            \
    }
COPY_STRING_OF(strncpy)
COPY_STRING_OF(stpncpy)

CALL(char *, strcat, char *to, const char *from)
{
    size_t more = see(from, CALLER), had = see(to, CALLER);
    see_write(to + had, more + 1, CALLER);
    return strcat(to, from);
}

CALL(char *, strncat, char *to, const char *from, size_t most)
{
    size_t more = rt_see_string(from, most, CALLER), had = see(to, CALLER);
    see_write(to + had, more + 1, CALLER);
    return strncat(to, from, most);
}

CALL(char *, strtok_r, char *in, const char *between, char **rest)
{
    char *from;
    see_read(rest, sizeof *rest, CALLER);
    from = in ? in : *rest;
    see(between, CALLER);
    if (from)
        see_write(from, see(from, CALLER), CALLER);
    see_write(rest, sizeof *rest, CALLER);
    return strtok_r(in, between, rest);
}

CALL(char *, strsep, char **rest, const char *between)
{
    see_read(rest, sizeof *rest, CALLER);
    see(between, CALLER);
    if (*rest)
        see_write(*rest, see(*rest, CALLER), CALLER);
    see_write(rest, sizeof *rest, CALLER);
    return strsep(rest, between);
}

static char *duplicate(const char *text, size_t most, uintptr_t pc)
{
    size_t length = rt_see_string(text, most, pc);
    char *to = rt_allocate(0, length + 1, pc);
    for (size_t i = 0; to && i < length; i++)
        to[i] = text[i];
    if (to)
        to[length] = '\0';
    return to;
}

CALL(char *, strdup, const char *text)
{
    return duplicate(text, SIZE_MAX, CALLER);
}

CALL(char *, strndup, const char *text, size_t most)
{
    return duplicate(text, most, CALLER);
}

/* ---- numbers that are read from strings ---- */

#define NUMBER(type, name)             \
    CALL(type, name, const char *text) \
    {                                  \
        see(text, CALLER);             \
        return name(text);             \
    }
NUMBER(int, atoi)
NUMBER(long, atol)
NUMBER(long long, atoll)
NUMBER(double, atof)

#define NUMBER_OF_BASE(type, name)                           \
    CALL(type, name, const char *text, char **end, int base) \
    {                                                        \
        see(text, CALLER);                                   \
        if (end)                                             \
            see_write(end, sizeof *end, CALLER);             \
        return name(text, end, base);                        \
    }
NUMBER_OF_BASE(long, strtol)
NUMBER_OF_BASE(long long, strtoll)
NUMBER_OF_BASE(unsigned long, strtoul)
NUMBER_OF_BASE(unsigned long long, strtoull)

#define REAL(type, name)                           \
    CALL(type, name, const char *text, char **end) \
    {                                              \
        see(text, CALLER);                         \
        if (end)                                   \
            see_write(end, sizeof *end, CALLER);   \
        return name(text, end);                    \
    }
REAL(double, strtod)
REAL(float, strtof)
REAL(long double, strtold)

/* ---- arrays ---- */

typedef int order(const void *, const void *);

static void swap(char *one, char *other, size_t size, uintptr_t pc)
{
    see_write(one, size, pc);
    see_write(other, size, pc);
    for (size_t i = 0; i < size; i++) {
        char kept = one[i];
        one[i] = other[i];
        other[i] = kept;
    }
}

/* By insertion: arrays of tests are small, and where others may run in between should not depend on much. */
CALL(void, qsort, void *at, size_t count, size_t size, order *compare)
{
    char *from = at;
    for (size_t i = 1; i < count; i++)
        for (size_t j = i; j && compare(from + (j - 1) * size, from + j * size) > 0; j--)
            swap(from + (j - 1) * size, from + j * size, size, CALLER);
}

CALL(void *, bsearch, const void *key, const void *at, size_t count, size_t size, order *compare)
{
    const char *from = at;
    while (count) {
        const char *middle = from + count / 2 * size;
        int sign = compare(key, middle);
        if (sign == 0)
            return (void *)(uintptr_t)middle;
        if (sign > 0)
            from = middle + size;
        count = sign > 0 ? count - count / 2 - 1 : count / 2;
    }
    return NULL;
}
