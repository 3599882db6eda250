/* printf and its kin: strings that they print are read, the buffer that they print into is written. Where it goes is
 * not the explorer's business. */
#define _GNU_SOURCE
#include "explore/runtime/streams.h"

#include <stdarg.h>
#include <string.h>
#include <unistd.h>

#pragma GCC diagnostic ignored "-Wformat-nonliteral" /* formats are the user's */

/* Behind flags, width and precision; *most is the precision, if there is one. */
static const char *skip_to_length(const char *at, va_list *arguments, size_t *most)
{
    bool precise = false;
    *most = SIZE_MAX;
    for (; *at && strchr("-+ #0'123456789.*", *at); at++) {
        if (*at == '*') {
            int given = va_arg(*arguments, int);
            if (precise && given >= 0)
                *most = (size_t)given;
        } else if (*at == '.') {
            precise = true;
            *most = 0;
        } else if (precise && *at >= '0' && *at <= '9') {
            *most = *most * 10 + (size_t)(*at - '0');
        }
    }
    return at;
}

/* Takes one argument and looks at what it points to. */
static void see_argument(char what, bool is_long, size_t most, va_list *arguments, uintptr_t pc)
{
    switch (what) {
    case 's': {
        const char *text = va_arg(*arguments, const char *);
        if (text && !is_long)
            rt_see_string(text, most, pc);
        break;
    }
    case 'n': see_write(va_arg(*arguments, void *), sizeof(int), pc); break;
    case 'a':
    case 'A':
    case 'e':
    case 'E':
    case 'f':
    case 'F':
    case 'g':
    case 'G': (void)va_arg(*arguments, double); break;
    case 'm':
    case '%': break;
    default: (void)va_arg(*arguments, long); break;
    }
}

/* Positions (%2$s) are not followed: then none of the strings is. */
static void see_format(const char *format, va_list given, uintptr_t pc)
{
    va_list arguments;
    rt_see_string(format, SIZE_MAX, pc);
    va_copy(arguments, given);
    for (const char *at = strchr(format, '%'); at; at = strchr(at, '%')) {
        size_t most;
        bool is_long = false, is_longest = false;
        at = skip_to_length(at + 1, &arguments, &most);
        for (; *at && strchr("hlqLjzt", *at); at++) {
            is_long |= *at == 'l';
            is_longest |= *at == 'L';
        }
        if (!*at || *at == '$')
            break;
        if (is_longest && strchr("aAeEfFgG", *at))
            (void)va_arg(arguments, long double);
        else
            see_argument(*at, is_long, most, &arguments, pc);
        at++;
    }
    va_end(arguments);
}

/* ---- into memory ---- */

static int print_into(char *to, size_t room, const char *format, va_list arguments, uintptr_t pc)
{
    va_list again;
    int length;
    see_format(format, arguments, pc);
    va_copy(again, arguments);
    length = vsnprintf(NULL, 0, format, again);
    va_end(again);
    if (length >= 0 && room)
        see_write(to, (size_t)length < room ? (size_t)length + 1 : room, pc);
    return vsnprintf(to, room, format, arguments);
}

CALL(int, vsnprintf, char *to, size_t room, const char *format, va_list arguments)
{
    return print_into(to, room, format, arguments, CALLER);
}

CALL(int, vsprintf, char *to, const char *format, va_list arguments)
{
    return print_into(to, INT32_MAX, format, arguments, CALLER);
}

CALL(int, vasprintf, char **to, const char *format, va_list arguments)
{
    va_list again;
    int length;
    va_copy(again, arguments);
    length = vsnprintf(NULL, 0, format, again);
    va_end(again);
    see_write(to, sizeof *to, CALLER);
    *to = length < 0 ? NULL : rt_allocate(0, (size_t)length + 1, CALLER);
    return *to ? print_into(*to, (size_t)length + 1, format, arguments, CALLER) : -1;
}

#define WITH_ARGUMENTS(result, call) \
    va_list arguments;               \
    int result;                      \
    va_start(arguments, format);     \
    result = call;                   \
    va_end(arguments);               \
    return result

CALL(int, snprintf, char *to, size_t room, const char *format, ...)
{
    WITH_ARGUMENTS(length, print_into(to, room, format, arguments, CALLER));
}

CALL(int, sprintf, char *to, const char *format, ...)
{
    WITH_ARGUMENTS(length, print_into(to, INT32_MAX, format, arguments, CALLER));
}

CALL(int, asprintf, char **to, const char *format, ...)
{
    WITH_ARGUMENTS(length, linnet_call_vasprintf(to, format, arguments));
}

/* ---- out ---- */

static int print_out(FILE *file, const char *format, va_list arguments, uintptr_t pc)
{
    see_format(format, arguments, pc);
    rt_stream(file, "fprintf", pc);
    return vfprintf(file, format, arguments);
}

CALL(int, vfprintf, FILE *file, const char *format, va_list arguments)
{
    return print_out(file, format, arguments, CALLER);
}

CALL(int, vprintf, const char *format, va_list arguments)
{
    return print_out(stdout, format, arguments, CALLER);
}

CALL(int, fprintf, FILE *file, const char *format, ...)
{
    WITH_ARGUMENTS(length, print_out(file, format, arguments, CALLER));
}

CALL(int, printf, const char *format, ...)
{
    WITH_ARGUMENTS(length, print_out(stdout, format, arguments, CALLER));
}

CALL(int, puts, const char *text)
{
    rt_see_string(text, SIZE_MAX, CALLER);
    rt_stream(stdout, "puts", CALLER);
    return puts(text);
}

CALL(int, fputs, const char *text, FILE *file)
{
    rt_see_string(text, SIZE_MAX, CALLER);
    rt_stream(file, "fputs", CALLER);
    return fputs(text, file);
}

CALL(void, perror, const char *text)
{
    if (text)
        rt_see_string(text, SIZE_MAX, CALLER);
    rt_stream(stderr, "perror", CALLER);
    perror(text);
}

CALL(size_t, fwrite, const void *from, size_t size, size_t count, FILE *file)
{
    see_read(from, size * count, CALLER);
    rt_stream(file, "fwrite", CALLER);
    return fwrite(from, size, count, file);
}
