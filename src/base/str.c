#include "base/str.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void ln_str_init(struct ln_str *str, struct ln_memory *memory)
{
    *str = (struct ln_str){ .memory = memory };
}

void ln_str_fini(struct ln_str *str)
{
    ln_give(str->memory, str->at, str->room);
    ln_str_init(str, str->memory);
}

void ln_str_clear(struct ln_str *str)
{
    str->length = 0;
    if (str->at)
        str->at[0] = '\0';
}

/* Room for `more` bytes and the final NUL. */
static bool make_room(struct ln_str *str, size_t more)
{
    size_t room = str->room ? str->room : 64;
    char *at;
    if (str->failed)
        return false;
    if (str->length + more + 1 <= str->room)
        return true;
    assert(more < SIZE_MAX / 4 && str->length < SIZE_MAX / 4); /* the room can be doubled */
    while (room < str->length + more + 1)
        room *= 2;
    at = ln_retake(str->memory, str->at, str->room, room);
    if (!at) {
        str->failed = true;
        return false;
    }
    assert(room > str->length + more);
    str->at = at;
    str->room = room;
    return true;
}

void ln_str_add(struct ln_str *str, const char *bytes, size_t length)
{
    if (!make_room(str, length))
        return;
    if (length)
        memcpy(str->at + str->length, bytes, length);
    str->length += length;
    assert(str->length < str->room);
    str->at[str->length] = '\0';
}

void ln_str_text(struct ln_str *str, const char *text)
{
    ln_str_add(str, text, strlen(text));
}

void ln_str_char(struct ln_str *str, char c)
{
    ln_str_add(str, &c, 1);
}

void ln_str_int(struct ln_str *str, int64_t number)
{
    ln_str_format(str, "%lld", (long long)number);
}

void ln_str_format(struct ln_str *str, const char *format, ...)
{
    va_list rest;
    int length;
    va_start(rest, format);
    length = vsnprintf(NULL, 0, format, rest);
    va_end(rest);
    if (length < 0 || !make_room(str, (size_t)length))
        return;
    va_start(rest, format);
    vsnprintf(str->at + str->length, (size_t)length + 1, format, rest);
    va_end(rest);
    str->length += (size_t)length;
    assert(str->length < str->room && str->at[str->length] == '\0');
}

const char *ln_str_borrow(const struct ln_str *str)
{
    return str->at ? str->at : "";
}
