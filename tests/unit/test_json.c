/* Our JSON reader: its rules one by one, then against yajl on documents that are exhaustive while small and random
 * beyond, valid and broken.
 *
 * Where the two may differ: yajl takes vertical tab and form feed for blanks (never generated here), repeated keys,
 * half surrogate pairs, numbers of any size, any depth of nesting, and an unfinished token after a whole value. In each
 * of these cases we refuse, with a message that says so. Text that is not UTF-8 never reaches our reader, while yajl
 * lets overlong forms and surrogates pass: it is not compared. Nothing else may differ. */
#include "test_format_support.h"

#include "base/rng.h"
#include "format/json.h"
#include "base/utf8.h"

#include <errno.h>
#include <yajl_parse.h>

/* ---- one text through our reader ---- */

struct bench {
    struct ln_memory memory;
    struct ln_values values;
    struct ln_scanner scan;
    struct ln_error error;
};

static void bench_init(struct bench *bench)
{
    ln_memory_init(&bench->memory, UINT64_MAX);
    ln_values_init(&bench->values, &bench->memory);
    ln_scanner_init(&bench->scan, &bench->memory);
    bench->scan.values = &bench->values;
    bench->scan.error = &bench->error;
    bench->error = (struct ln_error){ LN_OK, "" };
}

static void bench_fini(struct bench *bench)
{
    ln_scanner_fini(&bench->scan);
    ln_values_fini(&bench->values);
    assert_int_equal(bench->memory.used, 0);
}

static enum ln_status our_value(struct bench *bench, const char *text, size_t length, ln_value *value)
{
    enum ln_status status;
    ln_scanner_start(&bench->scan, (struct ln_text){ text, length });
    status = ln_json_value(&bench->scan, value);
    return status ? status : ln_json_end(&bench->scan);
}

static void parse(const char *text, const char *expected, long column)
{
    struct bench bench;
    struct ln_str out;
    ln_value value;
    enum ln_status status;
    size_t length = strlen(text);
    char *exact = malloc(length ? length : 1); /* so that a sanitizer sees reads beyond the end */
    assert_non_null(exact);
    memcpy(exact, text, length);
    bench_init(&bench);
    ln_str_init(&out, &bench.memory);
    status = our_value(&bench, exact, length, &value);
    if (status)
        ln_str_text(&out, bench.error.message);
    else
        ln_value_write(&bench.values, value, &out);
    assert_string_equal(ln_str_borrow(&out), expected);
    assert_int_equal(status, column ? LN_BAD_INPUT : LN_OK);
    if (column)
        assert_int_equal(bench.scan.at - bench.scan.line + 1, column);
    ln_str_fini(&out);
    bench_fini(&bench);
    free(exact);
}

static void reads(const char *text, const char *json)
{
    parse(text, json, 0);
}

static void refuses(const char *text, long column, const char *message)
{
    parse(text, message, column);
}

static void values(void **state)
{
    (void)state;
    reads("null", "null");
    reads(" true\t", "true");
    reads("false", "false");
    reads("0", "0");
    reads("-0", "0");
    reads("-12", "-12");
    reads("9223372036854775807", "9223372036854775807");
    reads("-9223372036854775808", "-9223372036854775808");
    reads("1.5", "1.5");
    reads("-1.25E+2", "-125");
    reads("1e-2", "0.01");
    reads("2.0", "2");
    reads("[]", "[]");
    reads("[ 1 , [ ] , {} ]", "[1,[],{}]");
    reads("{\"b\":1,\"a\":{\"c\":[true]}}", "{\"a\":{\"c\":[true]},\"b\":1}");
}

static void strings(void **state)
{
    char text[64], json[80];
    (void)state;
    reads("\"\"", "\"\"");
    reads("\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"", "\"\\\"\\\\/\\u0008\\u000c\\n\\u000d\\t\"");
    reads("\"\\u0041\\u00e9\\u20AC\\ud83d\\ude00\"", "\"A\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80\"");
    reads("\"\\u0000\"", "\"\\u0000\"");
    reads("\"\x7f\xc3\xa9\"", "\"\\u007f\xc3\xa9\"");
    for (int length = 0; length < 40; length++) {
        snprintf(text, sizeof text, "\"%.*s\\n\"", length, "abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz");
        reads(text, text);
        snprintf(text, sizeof text, "\"%.*s", length, "abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz");
        refuses(text, length + 2, "found the end of the line, expected the closing quote of a string");
        snprintf(json, sizeof json, "%s\x1f\"", text);
        refuses(json, length + 2, "found control character 0x1f in a string, expected it escaped");
    }
}

static void bad_values(void **state)
{
    (void)state;
    refuses("", 1, "found the end of the line, expected a JSON value");
    refuses("nul", 1, "found `nul`, expected a JSON value");
    refuses("True", 1, "found `True`, expected a JSON value");
    refuses("NaN", 1, "found `NaN`, expected a JSON value");
    refuses("Infinity", 1, "found `Infinity`, expected a JSON value");
    refuses("nulll", 5, "found `l`, expected the end of the line");
    refuses("1 2", 3, "found `2`, expected the end of the line");
    refuses("01", 1, "found `01`, expected a number without leading zeros");
    refuses("-", 2, "found the end of the line, expected a digit");
    refuses("-x", 2, "found `x`, expected a digit");
    refuses("1.", 3, "found the end of the line, expected a digit");
    refuses(".5", 1, "found `.5`, expected a JSON value");
    refuses("+5", 1, "found `+5`, expected a JSON value");
    refuses("1e+", 4, "found the end of the line, expected a digit");
    refuses("0x10", 2, "found `x10`, expected the end of the line");
    refuses("9223372036854775808", 1, "number does not fit 64 bits");
    refuses("-9223372036854775809", 1, "number does not fit 64 bits");
    refuses("[99999999999999999999999999]", 2, "number does not fit 64 bits");
    refuses("1e999", 1, "number does not fit 64 bits");
    refuses("[1", 3, "found the end of the line, expected `,` or `]`");
    refuses("[1,]", 4, "found `]`, expected a JSON value");
    refuses("[1 2]", 4, "found `2`, expected `,` or `]`");
    refuses("{\"a\"}", 5, "found `}`, expected `:`");
    refuses("{\"a\":1,}", 8, "found `}`, expected a key in quotes");
    refuses("{a:1}", 2, "found `a:1`, expected a key in quotes");
    refuses("{\"a\":1 \"b\":2}", 8, "found `\"b\"`, expected `,` or `}`");
    refuses("[{\"a\":1,\"b\":2,\"\\u0061\":3}]", 2, "found a key twice in one object");
    refuses("\"\\x\"", 3, "found `x`, expected one of \"\\/bfnrtu after a backslash");
    refuses("\"\\u00g0\"", 6, "found `g0`, expected four hexadecimal digits");
    refuses("\"\\ud800\"", 2, "found half a surrogate pair, expected both halves");
    refuses("\"\\udc00\\ud800\"", 2, "found half a surrogate pair, expected both halves");
    refuses("\"\\ud800\\u0041\"", 2, "found half a surrogate pair, expected both halves");
    refuses("'a'", 1, "found `'`, expected a JSON value");
}

static void nesting(void **state)
{
    enum { DEEPEST = 512 };
    char text[2 * DEEPEST + 8];
    (void)state;
    memset(text, '[', DEEPEST);
    memset(text + DEEPEST, ']', DEEPEST);
    text[2 * DEEPEST] = '\0';
    reads(text, text);
    memset(text, '[', DEEPEST + 1);
    refuses(text, DEEPEST + 1, "found values nested more than 512 deep");
    memset(text, '[', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    refuses(text, DEEPEST + 1, "found values nested more than 512 deep");
}

/* What is only looked over may have numbers of any size and repeated keys, but must be JSON. */
static void looking_over(void **state)
{
    static const char *const good[] = { "1e999", "99999999999999999999", "{\"a\":1,\"a\":2}", "[1,\"\\n\",null]" };
    static const char *const bad[] = { "[1,]", "{\"a\":}", "\"\\ud800\"", "01" };
    (void)state;
    for (size_t i = 0; i < 4; i++) {
        struct bench bench;
        bench_init(&bench);
        assert_int_equal(our_value(&bench, good[i], strlen(good[i]), NULL), LN_OK);
        assert_int_equal(our_value(&bench, bad[i], strlen(bad[i]), NULL), LN_BAD_INPUT);
        assert_int_equal(bench.values.entries.length, 0);
        bench_fini(&bench);
    }
}

/* ---- the same value built from yajl's events ---- */

struct builder {
    struct bench *bench;
    LN_VEC(ln_value) stack;
    LN_VEC(size_t) open; /* where in the stack each open list or map begins */
    bool repeated, wide; /* a key; a number */
};

static int push(struct builder *builder, ln_value value)
{
    return ln_vec_push(&builder->stack, &builder->bench->memory, value);
}

static int on_null(void *self)
{
    return push(self, LN_VALUE_NULL);
}

static int on_boolean(void *self, int value)
{
    return push(self, ln_bool(value));
}

static int on_number(void *self, const char *text, size_t length)
{
    struct builder *builder = self;
    char copy[512];
    ln_value value = LN_VALUE_NULL;
    assert_true(length < sizeof copy);
    memcpy(copy, text, length);
    copy[length] = '\0';
    errno = 0;
    if (strpbrk(copy, ".eE")) {
        double real = strtod(copy, NULL);
        builder->wide |= real > 1.7976931348623157e308 || real < -1.7976931348623157e308;
        if (!builder->wide)
            assert_int_equal(ln_values_real(&builder->bench->values, real, &value), LN_OK);
    } else {
        long long number = strtoll(copy, NULL, 10);
        builder->wide |= errno == ERANGE;
        assert_int_equal(ln_values_int(&builder->bench->values, number, &value), LN_OK);
    }
    return push(builder, value);
}

static int on_string(void *self, const unsigned char *text, size_t length)
{
    struct builder *builder = self;
    ln_value value;
    assert_int_equal(ln_values_string(&builder->bench->values, (const char *)text, length, &value), LN_OK);
    return push(builder, value);
}

static int on_start(void *self)
{
    struct builder *builder = self;
    return ln_vec_push(&builder->open, &builder->bench->memory, builder->stack.length);
}

static int on_end(struct builder *builder, bool map)
{
    size_t first = builder->open.at[--builder->open.length], count = builder->stack.length - first;
    ln_value value = LN_VALUE_NULL, none[2], *items = count ? builder->stack.at + first : none;
    if (!map)
        assert_int_equal(ln_values_list(&builder->bench->values, items, count, &value), LN_OK);
    else if (ln_values_map(&builder->bench->values, items, count / 2, &value))
        builder->repeated = true;
    builder->stack.length = first;
    return push(builder, value);
}

static int on_end_map(void *self)
{
    return on_end(self, true);
}

static int on_end_array(void *self)
{
    return on_end(self, false);
}

static bool yajl_value(struct builder *builder, const char *text, size_t length)
{
    static const yajl_callbacks callbacks = {
        .yajl_null = on_null,
        .yajl_boolean = on_boolean,
        .yajl_number = on_number,
        .yajl_string = on_string,
        .yajl_start_map = on_start,
        .yajl_map_key = on_string,
        .yajl_end_map = on_end_map,
        .yajl_start_array = on_start,
        .yajl_end_array = on_end_array,
    };
    yajl_handle handle = yajl_alloc(&callbacks, NULL, builder);
    bool good;
    assert_non_null(handle);
    good = yajl_parse(handle, (const unsigned char *)text, length) == yajl_status_ok &&
           yajl_complete_parse(handle) == yajl_status_ok;
    yajl_free(handle);
    return good;
}

/* ---- comparing ---- */

static bool may_refuse(const struct builder *builder, const char *message)
{
    static const char garbage[] = "expected the end of the line";
    size_t length = strlen(message), tail = sizeof garbage - 1;
    if (length >= tail && strcmp(message + length - tail, garbage) == 0)
        return true;
    if (strcmp(message, "number does not fit 64 bits") == 0)
        return builder->wide;
    if (strcmp(message, "found a key twice in one object") == 0)
        return builder->repeated;
    return strcmp(message, "found half a surrogate pair, expected both halves") == 0 ||
           strcmp(message, "found values nested more than 512 deep") == 0;
}

/* True when both accept. */
static bool compare(const char *text, size_t length)
{
    struct bench bench;
    struct builder builder = { .bench = &bench };
    ln_value value;
    bool ours, theirs;
    char *exact;
    if (ln_utf8_good(text, length) != length)
        return false;
    exact = malloc(length ? length : 1);
    assert_non_null(exact);
    memcpy(exact, text, length);
    bench_init(&bench);
    ours = !our_value(&bench, exact, length, &value);
    theirs = yajl_value(&builder, exact, length);
    if (ours && (!theirs || !ln_same(value, builder.stack.at[0])))
        fail_msg("accepted `%.*s`, yajl: %s", (int)length, exact, theirs ? "another value" : "refused");
    if (!ours && theirs && !may_refuse(&builder, bench.error.message))
        fail_msg("refused `%.*s`: %s; yajl accepts", (int)length, exact, bench.error.message);
    ln_vec_fini(&builder.stack, &bench.memory);
    ln_vec_fini(&builder.open, &bench.memory);
    bench_fini(&bench);
    free(exact);
    return ours;
}

static void all_short_documents(void **state)
{
    static const char letters[] = "{}[],:\"0-1.eE \\u";
    enum { LETTERS = sizeof letters - 1, LONGEST = 5 };
    size_t accepted = 0;
    (void)state;
    for (int length = 0; length <= LONGEST; length++) {
        long count = 1;
        for (int i = 0; i < length; i++)
            count *= length == LONGEST && i < 2 ? 4 : LETTERS; /* the longest start with a bracket or brace */
        for (long n = 0; n < count; n++) {
            char text[LONGEST];
            long rest = n;
            for (int i = 0; i < length; i++) {
                long base = length == LONGEST && i < 2 ? 4 : LETTERS;
                text[i] = letters[rest % base];
                rest /= base;
            }
            accepted += compare(text, (size_t)length);
        }
    }
    assert_in_range(accepted, 100, 1000000);
}

/* ---- random documents ---- */

struct document {
    char text[4096];
    size_t length;
    struct ln_rng rng;
};

static void put(struct document *document, const char *text)
{
    for (; *text && document->length < sizeof document->text - 1; text++)
        document->text[document->length++] = *text;
}

static void put_blanks(struct document *document)
{
    static const char *const blanks[] = { "", "", "", "", " ", "\t", "  ", "\r", "\n" };
    put(document, blanks[ln_rng_below(&document->rng, 9)]);
}

static void put_number(struct document *document)
{
    /* clang-format off */
    static const char *const special[] = {
        "0", "-0", "1", "-1", "9223372036854775807", "-9223372036854775808", "9223372036854775808", "1e308", "1e309",
        "-9223372036854775809", "18446744073709551616", "0.1", "1E+5", "2.50e-3", "9007199254740993", "1e-400",
        "5e-324",
    };
    /* clang-format on */
    char text[64];
    uint32_t kind = ln_rng_below(&document->rng, 4);
    if (kind == 0) {
        put(document, special[ln_rng_below(&document->rng, sizeof special / sizeof *special)]);
        return;
    }
    if (kind == 1)
        snprintf(text, sizeof text, "%lld", (long long)(int64_t)ln_rng_next(&document->rng));
    else if (kind == 2)
        snprintf(text, sizeof text, "%u", ln_rng_below(&document->rng, 1000));
    else
        snprintf(text, sizeof text, "%.*g", (int)ln_rng_below(&document->rng, 18),
                 (double)(int64_t)ln_rng_next(&document->rng) / 4096.0);
    put(document, text);
}

static void put_string(struct document *document)
{
    /* clang-format off */
    static const char *const pieces[] = {
        "a", "bc", "0123456789", " ", "\\n", "\\\"", "\\\\", "\\/", "\\u0041", "\\u00e9", "\\ud83d\\ude00", "\xc3\xa9",
        "\xe2\x82\xac", "\xf0\x9f\x98\x80", "\\b\\f\\r\\t", "\\ud800", "\\udc00", "\x7f", "?", "key",
    };
    /* clang-format on */
    uint32_t count = ln_rng_below(&document->rng, 5);
    put(document, "\"");
    for (uint32_t i = 0; i < count; i++)
        put(document, pieces[ln_rng_below(&document->rng, sizeof pieces / sizeof *pieces)]);
    put(document, "\"");
}

static void put_value(struct document *document, int depth);

static void put_collection(struct document *document, bool map, int depth)
{
    uint32_t count = ln_rng_below(&document->rng, 5);
    put(document, map ? "{" : "[");
    for (uint32_t i = 0; i < count; i++) {
        if (i)
            put(document, ",");
        put_blanks(document);
        if (map) {
            put_string(document);
            put_blanks(document);
            put(document, ":");
        }
        put_value(document, depth - 1);
    }
    put_blanks(document);
    put(document, map ? "}" : "]");
}

static void put_value(struct document *document, int depth)
{
    static const char *const words[] = { "null", "true", "false" };
    uint32_t kind = ln_rng_below(&document->rng, depth > 0 ? 7 : 4);
    put_blanks(document);
    if (kind == 0)
        put(document, words[ln_rng_below(&document->rng, 3)]);
    else if (kind == 1)
        put_number(document);
    else if (kind < 4)
        put_string(document);
    else
        put_collection(document, kind == 4, depth);
    put_blanks(document);
}

static void mutate(struct document *document)
{
    static const char bytes[] = "{}[],:\"\\0123456789-+.eEtrufalsn \t\n\r/abc\x01\x1f\x7f\x80\xc3\xe2\xf0\xff";
    uint32_t times = 1 + ln_rng_below(&document->rng, 3);
    while (times-- && document->length > 1) {
        size_t at = ln_rng_below(&document->rng, (uint32_t)document->length);
        char byte = bytes[ln_rng_below(&document->rng, sizeof bytes - 1)];
        switch (ln_rng_below(&document->rng, 4)) {
        case 0: document->text[at] = byte; break;
        case 1:
            memmove(document->text + at, document->text + at + 1, document->length - at - 1);
            document->length--;
            break;
        case 2:
            if (document->length == sizeof document->text)
                break;
            memmove(document->text + at + 1, document->text + at, document->length - at);
            document->text[at] = byte;
            document->length++;
            break;
        default: document->length = at; break;
        }
    }
}

static void random_documents(void **state)
{
    enum { DOCUMENTS = 60000 };
    const char *given = getenv("LINNET_SEED");
    uint64_t seed = given ? strtoull(given, NULL, 0) : 1;
    size_t accepted = 0;
    (void)state;
    print_message("seed %llu (set LINNET_SEED for another)\n", (unsigned long long)seed);
    for (uint32_t i = 0; i < DOCUMENTS; i++) {
        struct document document = { .rng = { seed * DOCUMENTS + i } };
        put_value(&document, 5);
        if (i % 2)
            mutate(&document);
        accepted += compare(document.text, document.length);
    }
    assert_true(accepted > DOCUMENTS / 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values),           cmocka_unit_test(strings),      cmocka_unit_test(bad_values),
        cmocka_unit_test(nesting),          cmocka_unit_test(looking_over), cmocka_unit_test(all_short_documents),
        cmocka_unit_test(random_documents),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
