/* Values of the extensible data notation, as far as histories use it.
 *
 * nil, booleans, integers (also `1N`), reals (also `1.5M`), strings and characters; keywords and symbols become strings
 * (keywords without their colon); vectors, lists and sets become lists; maps need strings or keywords as keys; the tag
 * of a tagged literal is dropped. Ratios, numbers of other bases, `##Inf` and `##NaN`, and namespaced maps are errors.
 * What is only looked over may be any of these. A scanner may hold several lines. */
#include "format/edn.h"

#include "base/utf8.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool at_char(const struct ln_scanner *scan, char c)
{
    return scan->at < scan->end && *scan->at == c;
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == ',' || c == '\r' || c == '\n';
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* What a symbol, keyword or number ends with. */
static bool ends_token(char c)
{
    static const bool ends[256] = {
        [','] = true, [';'] = true, ['('] = true, [')'] = true, ['['] = true,
        [']'] = true, ['{'] = true, ['}'] = true, ['"'] = true, ['\\'] = true,
    };
    return (unsigned char)c <= ' ' || ends[(unsigned char)c];
}

static struct ln_text token(struct ln_scanner *scan)
{
    const char *start = scan->at;
    while (scan->at < scan->end && !ends_token(*scan->at))
        scan->at++;
    return ln_text_between(start, scan->at);
}

enum ln_status ln_edn_blanks(struct ln_scanner *scan)
{
    while (scan->at < scan->end) {
        if (is_blank(*scan->at)) {
            scan->at++;
        } else if (*scan->at == ';') {
            const char *newline = memchr(scan->at, '\n', (size_t)(scan->end - scan->at));
            scan->at = newline ? newline : scan->end;
        } else if (*scan->at == '#' && scan->end - scan->at > 1 && scan->at[1] == '_') {
            enum ln_status status = ln_scan_deeper(scan);
            if (status)
                return status;
            scan->at += 2;
            status = ln_edn_value(scan, NULL);
            if (status)
                return status;
            scan->depth--;
        } else {
            break;
        }
    }
    return LN_OK;
}

/* ---- strings ---- */

static enum ln_status text_value(struct ln_scanner *scan, struct ln_text text, ln_value *out)
{
    if (out && ln_values_string(scan->values, text.at, text.length, out))
        return ln_scan_no_memory(scan);
    return LN_OK;
}

static enum ln_status escape(struct ln_scanner *scan)
{
    static const char written[] = "\"\\bfnrt", meant[] = "\"\\\b\f\n\r\t";
    char c = ++scan->at < scan->end ? *scan->at : '\0';
    const char *known = c ? strchr(written, c) : NULL;
    if (c != 'u' && !known)
        return ln_scan_expected(scan, "one of \"\\bfnrtu after a backslash");
    scan->at++;
    if (c == 'u')
        return ln_scan_unicode(scan);
    ln_str_char(&scan->text, meant[known - written]);
    return LN_OK;
}

static enum ln_status string_value(struct ln_scanner *scan, ln_value *out)
{
    scan->at++;
    ln_str_clear(&scan->text);
    while (scan->at < scan->end && *scan->at != '"') {
        const char *start = scan->at;
        enum ln_status status = LN_OK;
        while (scan->at < scan->end && *scan->at != '"' && *scan->at != '\\')
            scan->at++;
        ln_str_add(&scan->text, start, (size_t)(scan->at - start));
        if (at_char(scan, '\\'))
            status = escape(scan);
        if (status)
            return status;
    }
    if (!at_char(scan, '"'))
        return ln_scan_expected(scan, "the closing quote of a string");
    scan->at++;
    if (scan->text.failed)
        return ln_scan_no_memory(scan);
    return text_value(scan, (struct ln_text){ ln_str_borrow(&scan->text), scan->text.length }, out);
}

/* \a, \newline, \u0041: after the backslash at least one character belongs to it whatever it is. */
static enum ln_status character_value(struct ln_scanner *scan, ln_value *out)
{
    static const struct {
        const char *name, *meant;
    } named[] = {
        { "newline", "\n" }, { "space", " " },      { "tab", "\t" },
        { "return", "\r" },  { "backspace", "\b" }, { "formfeed", "\f" },
    };
    const char *start = scan->at++;
    struct ln_text text;
    uint32_t code;
    size_t one;
    if (scan->at == scan->end)
        return ln_scan_expected(scan, "a character");
    one = ln_utf8_character(scan->at, (size_t)(scan->end - scan->at), &code);
    one += !one;
    scan->at += one;
    token(scan);
    text = ln_text_between(start + 1, scan->at);
    if (text.length == one)
        return text_value(scan, text, out);
    for (size_t i = 0; i < sizeof named / sizeof *named; i++)
        if (ln_text_is(text, named[i].name))
            return text_value(scan, (struct ln_text){ named[i].meant, 1 }, out);
    scan->at = start + 2;
    if (start[1] != 'u' || text.length != 5)
        return ln_scan_wrong(scan, start, "found an unknown character name, expected one such as \\newline");
    ln_str_clear(&scan->text);
    if (ln_scan_unicode(scan))
        return LN_BAD_INPUT;
    if (scan->text.failed)
        return ln_scan_no_memory(scan);
    return text_value(scan, (struct ln_text){ ln_str_borrow(&scan->text), scan->text.length }, out);
}

/* ---- numbers, words ---- */

/* Digits, then perhaps a fraction and an exponent. */
static bool is_real(struct ln_text text)
{
    size_t i = text.length && (text.at[0] == '-' || text.at[0] == '+'), start = i;
    for (; i < text.length && is_digit(text.at[i]); i++)
        ;
    if (i == start)
        return false;
    if (i < text.length && text.at[i] == '.')
        for (i++; i < text.length && is_digit(text.at[i]); i++)
            ;
    if (i < text.length && (text.at[i] == 'e' || text.at[i] == 'E')) {
        i++;
        i += i < text.length && (text.at[i] == '-' || text.at[i] == '+');
        for (start = i; i < text.length && is_digit(text.at[i]); i++)
            ;
        if (i == start)
            return false;
    }
    return i == text.length;
}

static enum ln_status real_value(struct ln_scanner *scan, struct ln_text text, ln_value *out)
{
    char *stop;
    double real;
    ln_str_clear(&scan->text);
    ln_str_add(&scan->text, text.at, text.length);
    if (scan->text.failed)
        return ln_scan_no_memory(scan);
    real = strtod(ln_str_borrow(&scan->text), &stop);
    if (*stop)
        return ln_scan_wrong(scan, text.at, "found a number that this locale cannot read");
    if (!isfinite(real))
        return ln_scan_wrong(scan, text.at, "number does not fit 64 bits");
    return ln_values_real(scan->values, real, out) ? ln_scan_no_memory(scan) : LN_OK;
}

static bool all_digits(struct ln_text text)
{
    size_t i = text.length > 1 && text.at[0] == '-';
    while (i < text.length && is_digit(text.at[i]))
        i++;
    return i == text.length;
}

static enum ln_status number_value(struct ln_scanner *scan, ln_value *out)
{
    struct ln_text text = token(scan), bare = text;
    int64_t number;
    char last = text.at[text.length - 1];
    if (!out)
        return LN_OK;
    if (last == 'N' || last == 'M')
        bare.length--;
    if (bare.length && bare.at[0] == '+') {
        bare.at++;
        bare.length--;
    }
    if (ln_text_is(bare, "-0"))
        bare = ln_text_between(bare.at + 1, bare.at + 2);
    if (ln_text_integer(bare, &number))
        return ln_values_int(scan->values, number, out) ? ln_scan_no_memory(scan) : LN_OK;
    if (all_digits(bare) && (bare.at[0] != '0' && memcmp(bare.at, "-0", 2) != 0))
        return ln_scan_wrong(scan, text.at, "number does not fit 64 bits");
    if (last != 'N' && !all_digits(bare) && is_real(bare))
        return real_value(scan, bare, out);
    scan->at = text.at;
    return ln_scan_expected(scan, "a number");
}

enum ln_status ln_edn_keyword(struct ln_scanner *scan, struct ln_text *out)
{
    enum ln_status status = ln_edn_blanks(scan);
    if (status)
        return status;
    if (!at_char(scan, ':') || scan->end - scan->at < 2 || ends_token(scan->at[1]))
        return ln_scan_expected(scan, "a keyword");
    scan->at++;
    *out = token(scan);
    return LN_OK;
}

static enum ln_status word_value(struct ln_scanner *scan, ln_value *out)
{
    struct ln_text word = token(scan);
    ln_value value;
    if (!word.length)
        return ln_scan_expected(scan, "an EDN value");
    if (ln_text_is(word, "nil"))
        value = LN_VALUE_NULL;
    else if (ln_text_is(word, "true"))
        value = LN_VALUE_TRUE;
    else if (ln_text_is(word, "false"))
        value = LN_VALUE_FALSE;
    else
        return text_value(scan, word, out);
    if (out)
        *out = value;
    return LN_OK;
}

/* ---- collections ---- */

static enum ln_status next_item(struct ln_scanner *scan, char close, bool kept, bool *more)
{
    ln_value item;
    enum ln_status status = ln_edn_blanks(scan);
    *more = !status && !at_char(scan, close);
    if (status || !*more)
        return status;
    if (scan->at == scan->end)
        return ln_scan_expected(scan, close == '}' ? "`}`" : close == ']' ? "`]`" : "`)`");
    status = ln_edn_value(scan, kept ? &item : NULL);
    if (!status && kept && !ln_vec_push(&scan->items, scan->memory, item))
        status = ln_scan_no_memory(scan);
    return status;
}

/* The items up to `close`, onto scan->items when kept. */
static enum ln_status read_items(struct ln_scanner *scan, char close, bool kept, size_t *count)
{
    bool more = true;
    enum ln_status status = ln_scan_deeper(scan);
    scan->at += !status;
    for (*count = 0; !status; ++*count) {
        status = next_item(scan, close, kept, &more);
        if (status || !more)
            break;
    }
    scan->depth--;
    scan->at += !status;
    return status;
}

static enum ln_status list_value(struct ln_scanner *scan, char close, ln_value *out)
{
    size_t first = scan->items.length, count;
    enum ln_status status = read_items(scan, close, out != NULL, &count);
    assert(status || !out || first + count == scan->items.length);
    if (!status && out && ln_values_list(scan->values, ln_scan_items(scan, first), count, out))
        status = ln_scan_no_memory(scan);
    scan->items.length = first;
    return status;
}

static enum ln_status build_map(struct ln_scanner *scan, const char *start, size_t first, size_t count, ln_value *out)
{
    enum ln_status status;
    assert(count % 2 == 0 && first + count == scan->items.length);
    for (size_t i = 0; i < count; i += 2)
        if (ln_value_kind(scan->items.at[first + i]) != LN_KIND_STRING)
            return ln_scan_wrong(scan, start, "found a map with other keys, expected keywords or strings as keys");
    status = ln_values_map(scan->values, ln_scan_items(scan, first), count / 2, out);
    if (status == LN_BAD_INPUT)
        return ln_scan_wrong(scan, start, "found a key twice in one map");
    return status ? ln_scan_no_memory(scan) : LN_OK;
}

static enum ln_status map_value(struct ln_scanner *scan, ln_value *out)
{
    const char *start = scan->at;
    size_t first = scan->items.length, count;
    enum ln_status status = read_items(scan, '}', out != NULL, &count);
    if (!status && count % 2)
        status = ln_scan_wrong(scan, start, "found a map with a key that has no value");
    if (!status && out)
        status = build_map(scan, start, first, count, out);
    scan->items.length = first;
    return status;
}

/* `#{...}` and `#tag value`; looked over also `##Inf` and `#:namespace{...}`. */
static enum ln_status dispatch_value(struct ln_scanner *scan, ln_value *out)
{
    const char *start = scan->at++;
    struct ln_text tag;
    enum ln_status status;
    if (at_char(scan, '{'))
        return list_value(scan, '}', out);
    tag = token(scan);
    if (!out && tag.length > 1 && tag.at[0] == '#')
        return LN_OK;
    if (!tag.length || !(((tag.at[0] | 0x20) >= 'a' && (tag.at[0] | 0x20) <= 'z') || (!out && tag.at[0] == ':'))) {
        scan->at = start;
        return ln_scan_expected(scan, "an EDN value");
    }
    status = ln_scan_deeper(scan);
    if (!status)
        status = ln_edn_value(scan, out);
    scan->depth--;
    return status;
}

enum ln_status ln_edn_value(struct ln_scanner *scan, ln_value *out)
{
    struct ln_text word;
    enum ln_status status = ln_edn_blanks(scan);
    char c, next;
    if (status)
        return status;
    c = scan->at < scan->end ? *scan->at : '\0';
    next = scan->end - scan->at > 1 ? scan->at[1] : '\0';
    if (is_digit(c) || ((c == '-' || c == '+') && is_digit(next)))
        return number_value(scan, out);
    switch (c) {
    case '"': return string_value(scan, out);
    case '\\': return character_value(scan, out);
    case '[': return list_value(scan, ']', out);
    case '(': return list_value(scan, ')', out);
    case '{': return map_value(scan, out);
    case '#': return dispatch_value(scan, out);
    case ':': status = ln_edn_keyword(scan, &word); return status ? status : text_value(scan, word, out);
    default: return word_value(scan, out);
    }
}

enum ln_status ln_edn_end(struct ln_scanner *scan)
{
    enum ln_status status = ln_edn_blanks(scan);
    if (status || scan->at == scan->end)
        return status;
    return ln_scan_expected(scan, "the end of the line");
}
