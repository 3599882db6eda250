/* sscanf and its kin: the text is read, and what it is taken apart into is written. Where the format does not say how
 * much that is (`%s` without a width, `%m`, positions), they are unseen. */
#define _GNU_SOURCE
#include "explore/runtime/library.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#pragma GCC diagnostic ignored "-Wformat-nonliteral" /* formats are the user's */

struct conversion {
    bool kept;    /* not `%*d` */
    size_t width; /* 0: none */
    unsigned longs, shorts;
    bool longest; /* L, j, z or t */
    char kind;    /* 0: not known */
};

/* Behind the `]` of a set. */
static const char *skip_set(const char *at)
{
    at += *at == '^';
    at += *at == ']';
    while (*at && *at != ']')
        at++;
    return *at ? at + 1 : at;
}

/* Reads what comes behind a `%`. */
static const char *read_conversion(const char *at, struct conversion *conversion)
{
    *conversion = (struct conversion){ .kept = *at != '*' };
    at += !conversion->kept;
    for (; *at >= '0' && *at <= '9'; at++)
        conversion->width = conversion->width * 10 + (size_t)(*at - '0');
    for (; *at && strchr("hlLjztq", *at); at++) {
        conversion->longs += *at == 'l' || *at == 'q';
        conversion->shorts += *at == 'h';
        conversion->longest |= strchr("Ljztq", *at) != NULL;
    }
    conversion->kind = *at;
    if (!*at)
        return at;
    return *at == '[' ? skip_set(at + 1) : at + 1;
}

/* Bytes that it writes; 0: not known. */
static size_t size_of(const struct conversion *conversion)
{
    switch (conversion->kind) {
    case 'd':
    case 'i':
    case 'u':
    case 'x':
    case 'X':
    case 'o':
    case 'n': return conversion->longs || conversion->longest ? 8 : sizeof(int) >> conversion->shorts;
    case 'a':
    case 'e':
    case 'f':
    case 'g':
    case 'E':
    case 'F':
    case 'G': return conversion->longest ? sizeof(long double) : conversion->longs ? sizeof(double) : sizeof(float);
    case 'p': return sizeof(void *);
    case 'c': return conversion->longs ? 0 : conversion->width ? conversion->width : 1;
    case 's':
    case '[': return conversion->longs || !conversion->width ? 0 : conversion->width + 1;
    default: return 0;
    }
}

static void see_writes(const char *format, va_list given, uintptr_t pc)
{
    struct conversion conversion;
    va_list arguments;
    bool known = true;
    va_copy(arguments, given);
    for (const char *at = strchr(format, '%'); at && known; at = strchr(at, '%')) {
        at = read_conversion(at + 1, &conversion);
        if (conversion.kind == '%' || !conversion.kept)
            continue;
        known = size_of(&conversion) > 0;
        if (known)
            see_write(va_arg(arguments, void *), size_of(&conversion), pc);
    }
    va_end(arguments);
    if (!known && state.active)
        rt_unseen(LN_UNSEEN_LIBRARY, "sscanf", "libc.so.6", "", pc);
}

static int scan(const char *text, const char *format, va_list arguments, uintptr_t pc)
{
    rt_see_string(text, SIZE_MAX, pc);
    rt_see_string(format, SIZE_MAX, pc);
    see_writes(format, arguments, pc);
    return vsscanf(text, format, arguments);
}

#define SCAN(name)                                             \
    CALL(int, name, const char *text, const char *format, ...) \
    {                                                          \
        va_list arguments;                                     \
        int count;                                             \
        va_start(arguments, format);                           \
        count = scan(text, format, arguments, CALLER);         \
        va_end(arguments);                                     \
        return count;                                          \
    }
SCAN(sscanf)
SCAN(__isoc99_sscanf)
SCAN(__isoc23_sscanf)

#define SCAN_LIST(name)                                                      \
    CALL(int, name, const char *text, const char *format, va_list arguments) \
    {                                                                        \
        return scan(text, format, arguments, CALLER);                        \
    }
SCAN_LIST(vsscanf)
SCAN_LIST(__isoc99_vsscanf)
SCAN_LIST(__isoc23_vsscanf)

/* ---- the environment, which nobody changes in a run (setenv is unseen) ---- */

CALL(char *, getenv, const char *name)
{
    rt_see_string(name, SIZE_MAX, CALLER);
    return getenv(name);
}

CALL(char *, secure_getenv, const char *name)
{
    rt_see_string(name, SIZE_MAX, CALLER);
    return secure_getenv(name);
}
