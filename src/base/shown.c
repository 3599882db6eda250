#include "base/shown.h"

#include "base/utf8.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

bool ln_is_unruly(uint32_t code)
{
    static const struct {
        uint32_t first, last;
    } ranges[] = { { 0, 0x1f },        { 0x7f, 0x9f },     { 0x200e, 0x200f },
                   { 0x2028, 0x202e }, { 0x2066, 0x2069 }, { 0xfeff, 0xfeff } };
    for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++)
        if (code >= ranges[i].first && code <= ranges[i].last)
            return true;
    return false;
}

size_t ln_shown_character(const char *text, size_t length, bool lines, char shown[LN_SHOWN_MOST])
{
    uint32_t code;
    size_t bytes = ln_utf8_character(text, length, &code);
    shown[0] = '\0';
    if (!bytes)
        snprintf(shown, LN_SHOWN_MOST, "\\x%02x", (unsigned char)text[0]);
    else if ((code == '\n' || code == '\t') && !lines)
        snprintf(shown, LN_SHOWN_MOST, "%s", code == '\n' ? "\\n" : "\\t");
    else if (ln_is_unruly(code) && code != '\n' && code != '\t')
        snprintf(shown, LN_SHOWN_MOST, "\\u%04x", (unsigned)code);
    assert(bytes <= length);
    return bytes ? bytes : 1;
}

void ln_str_shown_bytes(struct ln_str *out, const char *text, size_t length)
{
    char shown[LN_SHOWN_MOST];
    for (size_t i = 0, bytes; i < length; i += bytes) {
        bytes = ln_shown_character(text + i, length - i, false, shown);
        if (shown[0])
            ln_str_text(out, shown);
        else
            ln_str_add(out, text + i, bytes);
    }
}

void ln_str_shown(struct ln_str *out, const char *text)
{
    ln_str_shown_bytes(out, text, strlen(text));
}

void ln_shown_copy(char *to, size_t room, const char *text, bool lines)
{
    size_t length = strlen(text), used = 0;
    char shown[LN_SHOWN_MOST];
    for (size_t i = 0, bytes; i < length; i += bytes) {
        size_t adds;
        bytes = ln_shown_character(text + i, length - i, lines, shown);
        adds = shown[0] ? strlen(shown) : bytes;
        if (used + adds >= room)
            break;
        memcpy(to + used, shown[0] ? shown : text + i, adds);
        used += adds;
    }
    assert(used < room);
    to[used] = '\0';
}
