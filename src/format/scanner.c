/* What all formats need to take a line apart: words, messages, escapes. */
#include "format/scanner.h"

#include "base/utf8.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

enum { SHOWN = 40 }; /* bytes of the input that a message shows */

void ln_scanner_init(struct ln_scanner *scan, struct ln_memory *memory)
{
    *scan = (struct ln_scanner){ .memory = memory };
    ln_str_init(&scan->text, memory);
}

void ln_scanner_fini(struct ln_scanner *scan)
{
    ln_str_fini(&scan->text);
    ln_vec_fini(&scan->items, scan->memory);
}

void ln_scanner_start(struct ln_scanner *scan, struct ln_text line)
{
    assert(line.at || !line.length);
    scan->line = scan->at = line.at;
    scan->end = line.at + line.length;
    scan->items.length = 0;
    scan->depth = 0;
}

/* ---- messages ---- */

/* How much of what stands here belongs together: a string, a word, or one character. */
static size_t found_length(const char *at, size_t left)
{
    static const char in_words[] = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_+-.:/?!*#@";
    size_t length = 0;
    uint32_t code;
    assert(left);
    if (*at == '"') {
        const char *close = memchr(at + 1, '"', left - 1);
        return close ? (size_t)(close - at) + 1 : left;
    }
    while (length < left && length <= SHOWN && at[length] && strchr(in_words, at[length]))
        length++;
    if (length)
        return length;
    length = ln_utf8_character(at, left, &code);
    return length ? length : 1;
}

enum ln_status ln_scan_expected(struct ln_scanner *scan, const char *what)
{
    char shown[SHOWN + 1];
    size_t length;
    assert(scan->line <= scan->at && scan->at <= scan->end);
    if (scan->at >= scan->end)
        return ln_fail(scan->error, LN_BAD_INPUT, "found the end of the line, expected %s", what);
    length = found_length(scan->at, (size_t)(scan->end - scan->at));
    if (length > SHOWN)
        length = ln_utf8_cut(scan->at, SHOWN);
    for (size_t i = 0; i < length; i++)
        shown[i] = (unsigned char)scan->at[i] < 0x20 || scan->at[i] == 0x7f ? ' ' : scan->at[i];
    shown[length] = '\0';
    return ln_fail(scan->error, LN_BAD_INPUT, "found `%s`, expected %s", shown, what);
}

enum ln_status ln_scan_wrong(struct ln_scanner *scan, const char *at, const char *format, ...)
{
    assert(scan->line <= at && at <= scan->end);
    scan->at = at;
    if (scan->error) {
        va_list rest;
        va_start(rest, format);
        scan->error->status = LN_BAD_INPUT;
        vsnprintf(scan->error->message, sizeof scan->error->message, format, rest);
        va_end(rest);
    }
    return LN_BAD_INPUT;
}

enum ln_status ln_scan_no_memory(struct ln_scanner *scan)
{
    return ln_fail(scan->error, LN_NO_MEMORY, "out of memory");
}

enum ln_status ln_scan_deeper(struct ln_scanner *scan)
{
    if (++scan->depth <= LN_DEEPEST)
        return LN_OK;
    return ln_scan_wrong(scan, scan->at, "found values nested more than %d deep", LN_DEEPEST);
}

/* ---- words ---- */

struct ln_text ln_scan_field(struct ln_scanner *scan)
{
    struct ln_text field;
    ln_scan_blanks(scan);
    field.at = scan->at;
    while (scan->at < scan->end && *scan->at != ' ' && *scan->at != '\t')
        scan->at++;
    field.length = (size_t)(scan->at - field.at);
    ln_scan_blanks(scan);
    return field;
}

bool ln_text_integer(struct ln_text text, int64_t *number)
{
    bool negative = text.length && text.at[0] == '-';
    size_t i = negative;
    uint64_t sum = 0, most = negative ? UINT64_C(1) << 63 : INT64_MAX;
    if (text.length == i || text.length - i > 19 || (text.at[i] == '0' && text.length > 1))
        return false;
    for (; i < text.length; i++) {
        unsigned digit = (unsigned)(unsigned char)text.at[i] - '0';
        if (digit > 9)
            return false;
        sum = sum * 10 + digit;
    }
    if (sum > most)
        return false;
    *number = negative ? (int64_t)(0 - sum) : (int64_t)sum;
    return true;
}

bool ln_text_is(struct ln_text text, const char *word)
{
    return text.length == strlen(word) && memcmp(text.at, word, text.length) == 0;
}

/* ---- escapes ---- */

static enum ln_status four_digits(struct ln_scanner *scan, uint32_t *unit)
{
    *unit = 0;
    for (int i = 0; i < 4; i++, scan->at++) {
        char c = scan->at < scan->end ? *scan->at : '\0';
        uint32_t digit = 16;
        if (c >= '0' && c <= '9')
            digit = (uint32_t)(c - '0');
        else if ((c | 0x20) >= 'a' && (c | 0x20) <= 'f')
            digit = (uint32_t)((c | 0x20) - 'a') + 10;
        if (digit > 15)
            return ln_scan_expected(scan, "four hexadecimal digits");
        *unit = *unit << 4 | digit;
    }
    return LN_OK;
}

static void add_character(struct ln_str *text, uint32_t code)
{
    assert(code <= 0x10ffff);
    if (code < 0x80) {
        ln_str_char(text, (char)code);
    } else if (code < 0x800) {
        ln_str_char(text, (char)(0xc0 | code >> 6));
        ln_str_char(text, (char)(0x80 | (code & 0x3f)));
    } else if (code < 0x10000) {
        ln_str_char(text, (char)(0xe0 | code >> 12));
        ln_str_char(text, (char)(0x80 | (code >> 6 & 0x3f)));
        ln_str_char(text, (char)(0x80 | (code & 0x3f)));
    } else {
        ln_str_char(text, (char)(0xf0 | code >> 18));
        ln_str_char(text, (char)(0x80 | (code >> 12 & 0x3f)));
        ln_str_char(text, (char)(0x80 | (code >> 6 & 0x3f)));
        ln_str_char(text, (char)(0x80 | (code & 0x3f)));
    }
}

enum ln_status ln_scan_unicode(struct ln_scanner *scan)
{
    const char *start = scan->at - 2;
    uint32_t high, low;
    enum ln_status status = four_digits(scan, &high);
    assert(start >= scan->line && start[0] == '\\' && start[1] == 'u');
    if (status)
        return status;
    if (high < 0xd800 || high > 0xdfff) {
        add_character(&scan->text, high);
        return LN_OK;
    }
    if (high >= 0xdc00 || !ln_scan_word(scan, "\\u"))
        return ln_scan_wrong(scan, start, "found half a surrogate pair, expected both halves");
    status = four_digits(scan, &low);
    if (status)
        return status;
    if (low < 0xdc00 || low > 0xdfff)
        return ln_scan_wrong(scan, start, "found half a surrogate pair, expected both halves");
    add_character(&scan->text, 0x10000 + ((high - 0xd800) << 10) + (low - 0xdc00));
    return LN_OK;
}
