/* Values of the extensible data notation. */
#include "test_format_support.h"

#include "format/edn.h"

static void parse(const char *text, const char *expected, long column)
{
    struct ln_memory memory;
    struct ln_values values;
    struct ln_scanner scan;
    struct ln_error error = { LN_OK, "" };
    struct ln_str out;
    ln_value value;
    enum ln_status status;
    ln_memory_init(&memory, UINT64_MAX);
    ln_values_init(&values, &memory);
    ln_str_init(&out, &memory);
    ln_scanner_init(&scan, &memory);
    scan.values = &values;
    scan.error = &error;
    ln_scanner_start(&scan, (struct ln_text){ text, strlen(text) });
    status = ln_edn_value(&scan, &value);
    if (!status)
        status = ln_edn_end(&scan);
    if (status)
        ln_str_text(&out, error.message);
    else
        ln_value_write(&values, value, &out);
    assert_string_equal(ln_str_borrow(&out), expected);
    assert_int_equal(status, column ? LN_BAD_INPUT : LN_OK);
    if (column)
        assert_int_equal(scan.at - scan.line + 1, column);
    ln_str_fini(&out);
    ln_scanner_fini(&scan);
    ln_values_fini(&values);
    assert_int_equal(memory.used, 0);
}

static void reads(const char *text, const char *json)
{
    parse(text, json, 0);
}

static void refuses(const char *text, long column, const char *message)
{
    parse(text, message, column);
}

static void atoms(void **state)
{
    (void)state;
    reads("nil", "null");
    reads("true", "true");
    reads("false", "false");
    reads("42", "42");
    reads("-7", "-7");
    reads("+7", "7");
    reads("-0", "0");
    reads("12N", "12");
    reads("9223372036854775807", "9223372036854775807");
    reads("-9223372036854775808", "-9223372036854775808");
    reads("1.5", "1.5");
    reads("-2.5e-1", "-0.25");
    reads("+2.5M", "2.5");
    reads("3.", "3");
    reads("1e3", "1000");
    reads(":timed-out", "\"timed-out\"");
    reads(":a/b", "\"a/b\"");
    reads("symbol", "\"symbol\"");
    reads("-", "\"-\"");
    reads("nilly", "\"nilly\"");
}

static void strings(void **state)
{
    (void)state;
    reads("\"\"", "\"\"");
    reads("\"a\\\"b\\\\c\\n\\t\\r\"", "\"a\\\"b\\\\c\\n\\t\\u000d\"");
    reads("\"\\u00e9\\ud83d\\ude00\"", "\"\xc3\xa9\xf0\x9f\x98\x80\"");
    reads("\\a", "\"a\"");
    reads("\\u0041", "\"A\"");
    reads("\\u", "\"u\"");
    reads("\\newline", "\"\\n\"");
    reads("[\\) \\] \\,]", "[\")\",\"]\",\",\"]");
    reads("\\\xc3\xa9", "\"\xc3\xa9\"");
}

static void collections(void **state)
{
    (void)state;
    reads("[]", "[]");
    reads("[1 2, 3]", "[1,2,3]");
    reads("(1 (2))", "[1,[2]]");
    reads("#{1 2}", "[1,2]");
    reads("{:b 1, \"a\" [nil]}", "{\"a\":[null],\"b\":1}");
    reads("{}", "{}");
    reads("[1 #_2 3 #_ [4 5]]", "[1,3]");
    reads("#inst \"2020\"", "\"2020\"");
    reads("#a #b [1]", "[1]");
    reads(" , 1 ; the rest", "1");
    reads("#_#_1 2 3", "3");
}

static void bad_values(void **state)
{
    (void)state;
    refuses("", 1, "found the end of the line, expected an EDN value");
    refuses("#_1", 4, "found the end of the line, expected an EDN value");
    refuses("]", 1, "found `]`, expected an EDN value");
    refuses("[1", 3, "found the end of the line, expected `]`");
    refuses("[1)", 3, "found `)`, expected an EDN value");
    refuses("(1", 3, "found the end of the line, expected `)`");
    refuses("#{1", 4, "found the end of the line, expected `}`");
    refuses("{:a}", 1, "found a map with a key that has no value");
    refuses("{1 2}", 1, "found a map with other keys, expected keywords or strings as keys");
    refuses("{:a 1 \"a\" 2}", 1, "found a key twice in one map");
    refuses("\"a", 3, "found the end of the line, expected the closing quote of a string");
    refuses("\"\\x\"", 3, "found `x`, expected one of \"\\bfnrtu after a backslash");
    refuses("\"\\u12g4\"", 6, "found `g4`, expected four hexadecimal digits");
    refuses("\"\\ud800\"", 2, "found half a surrogate pair, expected both halves");
    refuses("1/2", 1, "found `1/2`, expected a number");
    refuses("1x", 1, "found `1x`, expected a number");
    refuses("007", 1, "found `007`, expected a number");
    refuses("1.5N", 1, "found `1.5N`, expected a number");
    refuses("1e", 1, "found `1e`, expected a number");
    refuses("9223372036854775808", 1, "number does not fit 64 bits");
    refuses("1e999", 1, "number does not fit 64 bits");
    refuses("##NaN", 1, "found `##NaN`, expected an EDN value");
    refuses("#", 1, "found `#`, expected an EDN value");
    refuses(":", 1, "found `:`, expected a keyword");
    refuses("\\", 2, "found the end of the line, expected a character");
    refuses("\\foo", 1, "found an unknown character name, expected one such as \\newline");
    refuses("1 2", 3, "found `2`, expected the end of the line");
}

static void too_deep(void **state)
{
    char text[2 * 512 + 16];
    (void)state;
    memset(text, '[', 513);
    text[513] = '\0';
    refuses(text, 513, "found values nested more than 512 deep");
    for (int i = 0; i < 513; i++)
        memcpy(text + 2 * i, "#_", 2);
    text[2 * 513] = '\0';
    refuses(text, 2 * 512 + 1, "found values nested more than 512 deep");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(atoms),      cmocka_unit_test(strings),  cmocka_unit_test(collections),
        cmocka_unit_test(bad_values), cmocka_unit_test(too_deep),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
