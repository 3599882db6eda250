/* Histories of stress tests. */
#include "test_format_support.h"

static void one_line_is_one_history(void **state)
{
    (void)state;
    expect(
        NULL,
        "{\"object\":\"ArrayBlockingQueue\",\"id\":\"A-1\",\"capacity\":3,\"ops\":[{\"thread\":0,\"method\":\"clear\","
        "\"args\":[],\"result\":\"void\",\"call\":2,\"return\":7},{\"thread\":1,\"method\":\"addAll\",\"args\":[1,2],"
        "\"result\":true,\"call\":1,\"return\":3}]}\n\n# none\n{\"ops\":[],\"object\":\"atomic-stack\"}\n",
        "begin ArrayBlockingQueue:capacity=3\nhistory A-1\n0: clear() -> null @1-3\n1: addAll(1, 2) -> true @0-2\n"
        "begin stack\nhistory\n");
}

static void names_of_objects(void **state)
{
    (void)state;
    expect(NULL,
           "{\"object\":\"atomic-queue\",\"ops\":[]}\n{\"object\":\"kv-append-map\",\"ops\":[]}\n"
           "{\"object\":\"cas-register\",\"ops\":[]}\n{\"id\":\"x\",\"ops\":[]}\n",
           "begin queue\nhistory\nbegin kv:missing=\"\"\nhistory\nbegin cas-register\nhistory\nbegin -\nhistory x\n");
}

static void results_and_fates(void **state)
{
    (void)state;
    expect(NULL,
           "{\"ops\":[{\"thread\":\"a\",\"method\":\"get\",\"key\":\"x\",\"args\":[],\"result\":\"?\",\"call\":1,"
           "\"return\":4},"
           "{\"thread\":2,\"method\":\"put\",\"args\":[\"x\",1],\"result\":\"?\",\"call\":2,\"return\":null},"
           "{\"thread\":3,\"method\":\"put\",\"call\":3,\"other\":{}}]}",
           "begin -\nhistory\na: get(\"x\") -> ? @0-3\n2: put(\"x\", 1) pending @1\n3: put() pending @2\n");
}

static void bad_lines(void **state)
{
    (void)state;
    expect_refused("stress", "{\"object\":\"queue\"}",
                   "t:1:1: found a history without \"ops\", expected its operations");
    expect_refused("stress", "{\"ops\":3}", "t:1:8: found `3`, expected an array of operations");
    expect_refused("stress", "{\"ops\":[3]}", "t:1:9: found `3`, expected an object");
    expect_refused("stress", "{\"ops\":[{}]}", "t:1:9: found an operation without \"thread\", expected one");
    expect_refused("stress", "{\"ops\":[],\"ops\":[]}", "t:1:17: found \"ops\" a second time, expected it once");
    expect_refused("stress", "{\"ops\":[],\"object\":1}", "t:1:20: found `1`, expected a string");
    expect_refused("stress", "{\"ops\":[],\"capacity\":-1,\"object\":\"a\"}", "t:1:22: found a negative capacity");
    expect_refused("stress", "{\"ops\":[{\"thread\":null}]}",
                   "t:1:19: found `null`, expected an integer or a string as thread");
    expect_refused("stress", "{\"ops\":[{\"thread\":1,\"method\":2}]}", "t:1:30: found `2`, expected a string");
    expect_refused("stress", "{\"ops\":[{\"thread\":1,\"method\":\"a\",\"call\":1.5}]}",
                   "t:1:41: found `1.5`, expected an integer");
    expect_refused("stress", "{\"ops\":[{\"thread\":1,\"method\":\"a\",\"call\":5,\"return\":3}]}",
                   "t:1:19: the operation returns at 3, before its call at 5");
    expect_refused("stress", "{\"ops\":[{\"thread\":1,\"method\":\"a\",\"call\":99999999999999999999}]}",
                   "t:1:41: number does not fit 64 bits");
    expect_refused("stress", "{\"ops\":[]", "t:1:10: found the end of the line, expected `,` or `}`");
}

static void hostile(void **state)
{
    enum { MANY = 200000 };
    char *text = malloc(MANY + 64);
    struct ln_memory memory;
    struct outcome outcome = { 0 };
    size_t length = (size_t)sprintf(text, "{\"object\":\"a\",\"ops\":[{\"args\":");
    (void)state;
    ln_memory_init(&memory, UINT64_MAX);
    memset(text + length, '[', MANY);
    read_all(&outcome, "stress", text, length + MANY, &memory);
    assert_int_equal(outcome.status, LN_BAD_INPUT);
    assert_string_equal(outcome.error.message, "t:1:540: found values nested more than 512 deep");
    free(text);
}

static void memory_refused(void **state)
{
    static const char text[] =
        "{\"object\":\"a\\u0062\",\"id\":\"name\",\"capacity\":3,\"ops\":[{\"thread\":\"a long name\","
        "\"method\":\"a long one too\",\"args\":[[1],\"something long\"],\"call\":1,\"return\":2}]}\n{\"ops\":[]}";
    (void)state;
    fail_every_allocation("stress", text, sizeof text - 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_line_is_one_history),
        cmocka_unit_test(names_of_objects),
        cmocka_unit_test(results_and_fates),
        cmocka_unit_test(bad_lines),
        cmocka_unit_test(hostile),
        cmocka_unit_test(memory_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
