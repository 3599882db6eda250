/* Which format a text is taken to be. */
#include "test_format_support.h"

#define FORMATS "native, jepsen-edn, jepsen-log, porcupine, limo, polylin, fptlin, stress"

static void recognised(const char *text, const char *format)
{
    struct ln_memory memory;
    struct outcome outcome = { 0 };
    ln_memory_init(&memory, UINT64_MAX);
    read_all(&outcome, NULL, text, strlen(text), &memory);
    assert_string_equal(outcome.format, format);
}

static void by_content(void **state)
{
    (void)state;
    recognised("{\"linnet\":1}", "native");
    recognised("\n # note\n  {  \"linnet\":1}", "native");
    recognised("{}", "native");
    recognised("{ :process 0, :f :get, :key 1}", "porcupine");
    recognised("; note\n{:process 0, :f :append, :key 1}", "porcupine");
    recognised("{:process 0, :f :take, :key 1}", "jepsen-edn");
    recognised("{ :process 0, :f :get}", "jepsen-edn");
    recognised("  [{:process 0}]", "jepsen-edn");
    recognised("[", "jepsen-edn");
    recognised("[ ; note", "jepsen-edn");
    recognised("#jepsen.history.Op{:process 0}", "jepsen-edn");
    recognised("# queue\n0 1 2 ENQ 1", "fptlin");
    recognised("0 1 2 ENQ 1", "fptlin");
    recognised("{\"object\":\"queue\",\"ops\":[]}", "stress");
    recognised("{\"id\":\"a\", \"ops\":[]}", "stress");
    recognised("{\"id\":\"a\", \"process\":1}", "native");
    recognised("INFO  jepsen.util - 0 :invoke :read nil", "jepsen-log");
    recognised("DEBUG x\nWARN\tjepsen.core - y\nINFO\tjepsen.util - 0 :invoke :read nil", "jepsen-log");
    recognised("[12] call pop", "limo");
    recognised("  [1]  return", "limo");
    recognised("# set\ninsert 1 1 0 1", "polylin");
    recognised("enq 1 0 1", "polylin");
}

static void by_comments(void **state)
{
    (void)state;
    recognised("# nothing", "native");
    recognised("# queue", "polylin");
    recognised("# nothing\n# queue\n# nothing", "polylin");
    recognised("# @object atomic-stack", "limo");
    recognised("#@object atomic-stack\n# note", "limo");
    recognised("; note", "jepsen-edn");
    recognised("# rmw", "fptlin");
    recognised("# queue\n{\"linnet\":1}", "native");
}

static void nothing_at_all(void **state)
{
    (void)state;
    recognised("", "empty");
    recognised(" \n\t\n\r\n", "empty");
    recognised("\xef\xbb\xbf", "empty");
    expect(NULL, "", "history\n");
    expect(NULL, " \n", "history\n");
    expect("native", "", "history\n");
    expect("limo", "\n\n", "history\n");
}

static void not_recognised(void **state)
{
    (void)state;
    expect_refused(NULL, "\n\nhello world\n",
                   "t:3:1: found `hello world`, expected a history in one of the formats: " FORMATS
                   "; name it with --format");
    expect_refused(NULL, "  [{\"process\":0}]",
                   "t:1:1: found `[{\"process\":0}]`, expected a history in one of the formats: " FORMATS
                   "; name it with --format");
    expect_refused(NULL, "{",
                   "t:1:1: found `{`, expected a history in one of the formats: " FORMATS "; name it with --format");
    expect_refused(
        NULL, "123456789012345678901234567890123456789\xc3\xa9tail",
        "t:1:1: found `123456789012345678901234567890123456789`, expected a history in one of the formats: " FORMATS
        "; name it with --format");
}

static void unknown_names(void **state)
{
    struct ln_memory memory;
    struct outcome outcome = { 0 };
    (void)state;
    ln_memory_init(&memory, UINT64_MAX);
    read_all(&outcome, "edn", "", 0, &memory);
    assert_int_equal(outcome.status, LN_USAGE);
    assert_string_equal(outcome.error.message, "found format `edn`, expected one of: " FORMATS);
    assert_int_equal(memory.used, 0);
}

static void the_list(void **state)
{
    size_t count = 0;
    (void)state;
    while (ln_format_name(count))
        count++;
    assert_int_equal(count, 8);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(by_content),     cmocka_unit_test(by_comments),   cmocka_unit_test(nothing_at_all),
        cmocka_unit_test(not_recognised), cmocka_unit_test(unknown_names), cmocka_unit_test(the_list),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
