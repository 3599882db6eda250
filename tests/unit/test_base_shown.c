/* Text made fit to be shown. */
#include "base/shown.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static void expect(const char *text, const char *shown)
{
    struct ln_memory memory;
    struct ln_str out;
    ln_memory_init(&memory, UINT64_MAX);
    ln_str_init(&out, &memory);
    ln_str_shown(&out, text);
    assert_string_equal(ln_str_borrow(&out), shown);
    ln_str_fini(&out);
}

static void what_a_terminal_obeys_is_escaped(void **state)
{
    (void)state;
    expect("", "");
    expect("plain, naïve, 漢字 😀 \\ \"", "plain, naïve, 漢字 😀 \\ \"");
    expect("\033[31m\x7f\r\n\t", "\\u001b[31m\\u007f\\u000d\\n\\t");
    expect("\xc2\x85\xc2\x9b\xe2\x80\xae\xef\xbb\xbf", "\\u0085\\u009b\\u202e\\ufeff");
}

static void what_is_no_text_is_told_by_its_bytes(void **state)
{
    (void)state;
    expect("\x9b"
           "1m",
           "\\x9b1m");
    expect("a\xc3", "a\\xc3");
    expect("\xc0\x9b\xff", "\\xc0\\x9b\\xff");
    expect("\xe0\x80\x9b", "\\xe0\\x80\\x9b"); /* too long for what it says */
    expect("\xed\xa0\x80", "\\xed\\xa0\\x80"); /* half of a pair of UTF-16 */
    expect("\xf4\x90\x80\x80", "\\xf4\\x90\\x80\\x80");
}

static void lines_stay_and_what_has_no_room_is_cut(void **state)
{
    char text[8];
    (void)state;
    ln_shown_copy(text, sizeof text, "a\n\tb", true);
    assert_string_equal(text, "a\n\tb");
    ln_shown_copy(text, sizeof text, "a\n\tb", false);
    assert_string_equal(text, "a\\n\\tb");
    ln_shown_copy(text, sizeof text, "\033ab", true);
    assert_string_equal(text, "\\u001ba");
    ln_shown_copy(text, sizeof text, "ab\033", true);
    assert_string_equal(text, "ab");
    ln_shown_copy(text, 3, "漢", true);
    assert_string_equal(text, "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_a_terminal_obeys_is_escaped),
        cmocka_unit_test(what_is_no_text_is_told_by_its_bytes),
        cmocka_unit_test(lines_stay_and_what_has_no_room_is_cut),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
