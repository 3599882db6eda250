/* A strict reader of RFC 8259 values inside one line.
 *
 * Strings without escapes are views of the line, and short ones and small integers become values without being
 * interned, so that a usual line of a log costs no allocation. Stricter than the RFC asks: keys may not repeat, half
 * a surrogate pair is an error, integers must fit 64 bits, nesting is limited. Text is taken to be UTF-8 already. */
#include "format/json.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

static bool at_char(const struct ln_scanner *scan, char c)
{
    return scan->at < scan->end && *scan->at == c;
}

/* ---- strings ---- */

/* Which of eight bytes end a run of plain characters: a quote, a backslash, or a control character. The lowest set
 * bit is exact; bits above it may not be. */
static uint64_t special(uint64_t word)
{
    const uint64_t ones = UINT64_C(0x0101010101010101), highs = ones << 7;
    uint64_t quote = word ^ ones * '"', backslash = word ^ ones * '\\';
    uint64_t found = ((quote - ones) & ~quote) | ((backslash - ones) & ~backslash) | ((word - ones * 0x20) & ~word);
    return found & highs;
}

static const char *skip_plain(const char *at, const char *end)
{
    while (end - at >= 8) {
        uint64_t word, found;
        memcpy(&word, at, sizeof word);
        found = special(word);
        if (found)
            return at + __builtin_ctzll(found) / 8;
        at += 8;
    }
    while (at < end && *at != '"' && *at != '\\' && (unsigned char)*at >= 0x20)
        at++;
    return at;
}

static enum ln_status escape(struct ln_scanner *scan)
{
    static const char written[] = "\"\\/bfnrt", meant[] = "\"\\/\b\f\n\r\t";
    _Static_assert(sizeof written == sizeof meant, "each escape has a meaning");
    char c = ++scan->at < scan->end ? *scan->at : '\0';
    const char *known = c ? strchr(written, c) : NULL;
    if (c != 'u' && !known)
        return ln_scan_expected(scan, "one of \"\\/bfnrtu after a backslash");
    scan->at++;
    if (c == 'u')
        return ln_scan_unicode(scan);
    ln_str_char(&scan->text, meant[known - written]);
    return LN_OK;
}

static enum ln_status unclosed(struct ln_scanner *scan)
{
    if (scan->at < scan->end)
        return ln_scan_wrong(scan, scan->at, "found control character 0x%02x in a string, expected it escaped",
                             (unsigned char)*scan->at);
    return ln_scan_expected(scan, "the closing quote of a string");
}

/* A string with escapes, from its first character on. */
static enum ln_status decode_string(struct ln_scanner *scan, struct ln_text *out)
{
    ln_str_clear(&scan->text);
    for (;;) {
        const char *stop = skip_plain(scan->at, scan->end);
        ln_str_add(&scan->text, scan->at, (size_t)(stop - scan->at));
        scan->at = stop;
        if (at_char(scan, '\\')) {
            enum ln_status status = escape(scan);
            if (status)
                return status;
            continue;
        }
        if (!at_char(scan, '"'))
            return unclosed(scan);
        scan->at++;
        if (scan->text.failed)
            return ln_scan_no_memory(scan);
        *out = (struct ln_text){ ln_str_borrow(&scan->text), scan->text.length };
        return LN_OK;
    }
}

enum ln_status ln_json_string(struct ln_scanner *scan, struct ln_text *out)
{
    const char *start, *stop;
    ln_json_blanks(scan);
    if (!at_char(scan, '"'))
        return ln_scan_expected(scan, "a string");
    start = ++scan->at;
    stop = skip_plain(start, scan->end);
    if (stop < scan->end && *stop == '\\')
        return decode_string(scan, out);
    scan->at = stop;
    if (!at_char(scan, '"'))
        return unclosed(scan);
    scan->at++;
    *out = ln_text_between(start, stop);
    return LN_OK;
}

/* ---- numbers ---- */

enum { LONGEST_INTEGER = 19 }; /* digits that 64 bits hold whatever they are */

struct number {
    const char *start;
    bool whole; /* no fraction and no exponent */
    bool fits;  /* what stands before fraction and exponent is within 64 bits */
    int64_t integer;
};

static unsigned digit_at(const struct ln_scanner *scan)
{
    return scan->at < scan->end ? (unsigned)(unsigned char)*scan->at - '0' : 10;
}

static enum ln_status skip_digits(struct ln_scanner *scan)
{
    if (digit_at(scan) > 9)
        return ln_scan_expected(scan, "a digit");
    while (digit_at(scan) <= 9)
        scan->at++;
    return LN_OK;
}

static enum ln_status skip_fraction_and_exponent(struct ln_scanner *scan)
{
    enum ln_status status = LN_OK;
    if (at_char(scan, '.')) {
        scan->at++;
        status = skip_digits(scan);
    }
    if (!status && (at_char(scan, 'e') || at_char(scan, 'E'))) {
        scan->at++;
        if (at_char(scan, '+') || at_char(scan, '-'))
            scan->at++;
        status = skip_digits(scan);
    }
    return status;
}

static enum ln_status scan_number(struct ln_scanner *scan, struct number *number)
{
    bool negative = at_char(scan, '-');
    uint64_t sum = 0, most = negative ? UINT64_C(1) << 63 : INT64_MAX;
    const char *first, *at;
    assert(scan->at < scan->end);
    *number = (struct number){ .start = scan->at, .whole = true };
    first = at = scan->at + negative;
    for (; at < scan->end && (unsigned)(unsigned char)*at - '0' <= 9; at++)
        sum = sum * 10 + ((unsigned)(unsigned char)*at - '0');
    scan->at = at;
    if (scan->at == first)
        return ln_scan_expected(scan, "a digit");
    if (*first == '0' && scan->at - first > 1) {
        scan->at = number->start;
        return ln_scan_expected(scan, "a number without leading zeros");
    }
    number->fits = at - first <= LONGEST_INTEGER && sum <= most;
    number->integer = negative ? (int64_t)(0 - sum) : (int64_t)sum;
    if (!at_char(scan, '.') && !at_char(scan, 'e') && !at_char(scan, 'E'))
        return LN_OK;
    number->whole = false;
    return skip_fraction_and_exponent(scan);
}

/* strtod needs a copy that ends. It reads the decimal point of the C locale; under another it stops early, which is
 * reported and never guessed around. */
static enum ln_status real_value(struct ln_scanner *scan, const char *start, ln_value *out)
{
    char *stop;
    double real;
    assert(scan->line <= start && start < scan->at);
    ln_str_clear(&scan->text);
    ln_str_add(&scan->text, start, (size_t)(scan->at - start));
    if (scan->text.failed)
        return ln_scan_no_memory(scan);
    real = strtod(ln_str_borrow(&scan->text), &stop);
    if (*stop)
        return ln_scan_wrong(scan, start, "found a number that this locale cannot read");
    if (!isfinite(real))
        return ln_scan_wrong(scan, start, "number does not fit 64 bits");
    return ln_values_real(scan->values, real, out) ? ln_scan_no_memory(scan) : LN_OK;
}

static enum ln_status number_value(struct ln_scanner *scan, ln_value *out)
{
    struct number number;
    enum ln_status status = scan_number(scan, &number);
    if (status || !out)
        return status;
    if (!number.whole)
        return real_value(scan, number.start, out);
    if (!number.fits)
        return ln_scan_wrong(scan, number.start, "number does not fit 64 bits");
    return ln_values_int(scan->values, number.integer, out) ? ln_scan_no_memory(scan) : LN_OK;
}

enum ln_status ln_json_integer(struct ln_scanner *scan, int64_t *out)
{
    struct number number;
    enum ln_status status;
    ln_json_blanks(scan);
    if (digit_at(scan) > 9 && !at_char(scan, '-'))
        return ln_scan_expected(scan, "an integer");
    status = scan_number(scan, &number);
    if (status)
        return status;
    if (!number.whole) {
        scan->at = number.start;
        return ln_scan_expected(scan, "an integer");
    }
    if (!number.fits)
        return ln_scan_wrong(scan, number.start, "number does not fit 64 bits");
    *out = number.integer;
    return LN_OK;
}

/* ---- arrays and objects ---- */

/* After an item: is there another? */
static enum ln_status next_item(struct ln_scanner *scan, char close, bool *more)
{
    ln_json_blanks(scan);
    *more = at_char(scan, ',');
    if (!*more && !at_char(scan, close))
        return ln_scan_expected(scan, close == ']' ? "`,` or `]`" : "`,` or `}`");
    scan->at++;
    return LN_OK;
}

static enum ln_status read_items(struct ln_scanner *scan, bool kept)
{
    bool more = true;
    enum ln_status status = ln_scan_deeper(scan);
    assert(at_char(scan, '['));
    scan->at += !status;
    ln_json_blanks(scan);
    if (!status && at_char(scan, ']')) {
        scan->at++;
        more = false;
    }
    while (!status && more) {
        ln_value item;
        status = ln_json_value(scan, kept ? &item : NULL);
        if (!status && kept && !ln_vec_push(&scan->items, scan->memory, item))
            status = ln_scan_no_memory(scan);
        if (!status)
            status = next_item(scan, ']', &more);
    }
    scan->depth--;
    return status;
}

enum ln_status ln_json_array(struct ln_scanner *scan, size_t *first)
{
    ln_json_blanks(scan);
    if (!at_char(scan, '['))
        return ln_scan_expected(scan, "an array");
    *first = scan->items.length;
    return read_items(scan, true);
}

static enum ln_status array_value(struct ln_scanner *scan, ln_value *out)
{
    size_t first = scan->items.length;
    enum ln_status status = read_items(scan, out != NULL);
    if (!status && out && ln_values_list(scan->values, ln_scan_items(scan, first), scan->items.length - first, out))
        status = ln_scan_no_memory(scan);
    scan->items.length = first;
    return status;
}

enum ln_status ln_json_open_object(struct ln_scanner *scan)
{
    ln_json_blanks(scan);
    if (!at_char(scan, '{'))
        return ln_scan_expected(scan, "an object");
    scan->at++;
    return LN_OK;
}

enum ln_status ln_json_member(struct ln_scanner *scan, bool *first, struct ln_text *key, bool *found)
{
    enum ln_status status = LN_OK;
    ln_json_blanks(scan);
    *found = true;
    if (*first && at_char(scan, '}')) {
        scan->at++;
        *found = false;
    } else if (!*first) {
        status = next_item(scan, '}', found);
    }
    *first = false;
    if (status || !*found)
        return status;
    ln_json_blanks(scan);
    if (!at_char(scan, '"'))
        return ln_scan_expected(scan, "a key in quotes");
    status = ln_json_string(scan, key);
    ln_json_blanks(scan);
    if (!status && !at_char(scan, ':'))
        return ln_scan_expected(scan, "`:`");
    scan->at += !status;
    return status;
}

static enum ln_status member_value(struct ln_scanner *scan, struct ln_text key, bool kept)
{
    ln_value pair[2];
    enum ln_status status;
    if (!kept)
        return ln_json_value(scan, NULL);
    /* The key first: reading the value may overwrite the view. */
    if (ln_values_string(scan->values, key.at, key.length, &pair[0]))
        return ln_scan_no_memory(scan);
    status = ln_json_value(scan, &pair[1]);
    if (!status &&
        (!ln_vec_push(&scan->items, scan->memory, pair[0]) || !ln_vec_push(&scan->items, scan->memory, pair[1])))
        status = ln_scan_no_memory(scan);
    return status;
}

static enum ln_status object_value(struct ln_scanner *scan, ln_value *out)
{
    const char *start = scan->at;
    size_t first = scan->items.length;
    bool first_member = true, more = true;
    enum ln_status status = ln_scan_deeper(scan);
    assert(at_char(scan, '{'));
    scan->at += !status;
    while (!status && more) {
        struct ln_text key;
        status = ln_json_member(scan, &first_member, &key, &more);
        if (!status && more)
            status = member_value(scan, key, out != NULL);
    }
    scan->depth--;
    if (!status && out) {
        assert((scan->items.length - first) % 2 == 0);
        status = ln_values_map(scan->values, ln_scan_items(scan, first), (scan->items.length - first) / 2, out);
        if (status == LN_BAD_INPUT)
            status = ln_scan_wrong(scan, start, "found a key twice in one object");
        else if (status)
            status = ln_scan_no_memory(scan);
    }
    scan->items.length = first;
    return status;
}

/* ---- any value ---- */

static enum ln_status word_value(struct ln_scanner *scan, ln_value *out)
{
    ln_value value = LN_VALUE_NULL;
    if (ln_scan_word(scan, "true"))
        value = LN_VALUE_TRUE;
    else if (ln_scan_word(scan, "false"))
        value = LN_VALUE_FALSE;
    else if (!ln_scan_word(scan, "null"))
        return ln_scan_expected(scan, "a JSON value");
    if (out)
        *out = value;
    return LN_OK;
}

static enum ln_status string_value(struct ln_scanner *scan, ln_value *out)
{
    struct ln_text text;
    enum ln_status status = ln_json_string(scan, &text);
    if (!status && out && ln_values_string(scan->values, text.at, text.length, out))
        status = ln_scan_no_memory(scan);
    return status;
}

enum ln_status ln_json_value(struct ln_scanner *scan, ln_value *out)
{
    ln_json_blanks(scan);
    if (scan->at < scan->end) {
        switch (*scan->at) {
        case '"': return string_value(scan, out);
        case '[': return array_value(scan, out);
        case '{': return object_value(scan, out);
        case '-':
        case '0':
        case '1':
        case '2':
        case '3':
        case '4':
        case '5':
        case '6':
        case '7':
        case '8':
        case '9': return number_value(scan, out);
        default: break;
        }
    }
    return word_value(scan, out);
}

enum ln_status ln_json_end(struct ln_scanner *scan)
{
    ln_json_blanks(scan);
    return scan->at == scan->end ? LN_OK : ln_scan_expected(scan, "the end of the line");
}
