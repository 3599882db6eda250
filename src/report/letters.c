#include "report/letters.h"

#include "base/shown.h"
#include "base/utf8.h"

#include <string.h>

struct letter {
    uint32_t code;
    size_t bytes;
    size_t columns;
    bool shown; /* false: a question mark stands for it */
};

struct range {
    uint32_t first, last;
};

/* East Asian wide and emoji: two columns. Marks put on the letter before: none. Broad strokes of Unicode's tables; those
 * of the C library would depend on the locale. */
static const struct range wide[] = { { 0x1100, 0x115f },   { 0x2e80, 0xa4cf },   { 0xac00, 0xd7a3 },
                                     { 0xf900, 0xfaff },   { 0xfe30, 0xfe6f },   { 0xff01, 0xff60 },
                                     { 0xffe0, 0xffe6 },   { 0x1f300, 0x1f64f }, { 0x1f680, 0x1f6ff },
                                     { 0x1f900, 0x1faff }, { 0x20000, 0x3fffd } };
static const struct range marks[] = { { 0x300, 0x36f }, { 0x200b, 0x200d }, { 0x20d0, 0x20ff }, { 0xfe00, 0xfe0f } };

static bool within(uint32_t code, const struct range *ranges, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (code >= ranges[i].first && code <= ranges[i].last)
            return true;
    return false;
}

#define WITHIN(code, ranges) within((code), (ranges), sizeof(ranges) / sizeof *(ranges))

static struct letter letter_at(const char *text, size_t length)
{
    struct letter letter = { .columns = 1 };
    letter.bytes = ln_utf8_character(text, length, &letter.code);
    letter.shown = letter.bytes && !ln_is_unruly(letter.code);
    letter.bytes += !letter.bytes;
    if (letter.shown && letter.code >= marks[0].first)
        letter.columns = WITHIN(letter.code, marks) ? 0 : WITHIN(letter.code, wide) ? 2 : 1;
    return letter;
}

size_t ln_letters_columns(const char *text, size_t length)
{
    size_t columns = 0;
    for (size_t i = 0; i < length;) {
        struct letter letter = letter_at(text + i, length - i);
        columns += letter.columns;
        i += letter.bytes;
    }
    return columns;
}

size_t ln_letters_within(const char *text, size_t length, size_t columns)
{
    size_t used = 0, at = 0;
    while (at < length) {
        struct letter letter = letter_at(text + at, length - at);
        used += letter.columns;
        if (used > columns)
            break;
        at += letter.bytes;
    }
    return at;
}

void ln_letters_write(struct ln_str *out, const char *text, size_t length, size_t columns, const char *ellipsis)
{
    size_t dots = ln_letters_columns(ellipsis, strlen(ellipsis)), used = 0;
    bool cut = ln_letters_columns(text, length) > columns, dotted = cut && dots < columns;
    size_t room = dotted ? columns - dots : columns;
    for (size_t i = 0; i < length;) {
        struct letter letter = letter_at(text + i, length - i);
        if (used + letter.columns > room)
            break;
        if (letter.shown)
            ln_str_add(out, text + i, letter.bytes);
        else
            ln_str_char(out, '?');
        used += letter.columns;
        i += letter.bytes;
    }
    if (dotted)
        ln_str_text(out, ellipsis);
}

/* How many bytes the end of the text has that takes at most so many columns. */
static size_t bytes_of_end(const char *text, size_t length, size_t columns)
{
    size_t left = ln_letters_columns(text, length), at = 0;
    while (left > columns) {
        struct letter letter = letter_at(text + at, length - at);
        left -= letter.columns;
        at += letter.bytes;
    }
    return length - at;
}

void ln_letters_write_ends(struct ln_str *out, const char *text, size_t length, size_t columns, const char *ellipsis)
{
    size_t dots = ln_letters_columns(ellipsis, strlen(ellipsis)), half, end;
    if (ln_letters_columns(text, length) <= columns || columns <= dots + 1) {
        ln_letters_write(out, text, length, columns, ellipsis);
        return;
    }
    half = (columns - dots) / 2;
    end = bytes_of_end(text, length, columns - dots - half);
    ln_letters_write(out, text, length, half, "");
    ln_str_text(out, ellipsis);
    ln_letters_write(out, text + length - end, end, columns, "");
}
