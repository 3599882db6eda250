/* The native format: what lines mean, and what every bad line is told. */
#include "test_format_support.h"

static void events(void **state)
{
    (void)state;
    expect(NULL,
           "{\"process\":0,\"type\":\"invoke\",\"f\":\"enq\",\"value\":1}\n"
           "{\"process\":1,\"type\":\"invoke\",\"f\":\"deq\"}\n"
           "{\"process\":0,\"type\":\"ok\",\"f\":\"enq\"}\n"
           "{\"process\":1,\"type\":\"ok\",\"f\":\"deq\",\"value\":1}\n",
           "begin -\nhistory\n0: enq(1) -> ? @0-2\n1: deq() -> 1 @1-3\n");
}

static void values_and_args_of_events(void **state)
{
    (void)state;
    expect(NULL,
           "{\"process\":\"a\",\"type\":\"invoke\",\"f\":\"cas\",\"args\":[1,2],\"key\":\"x\"}\n"
           "{\"process\":\"a\",\"type\":\"ok\",\"result\":true,\"args\":[1,2],\"key\":\"x\"}\n"
           "{\"process\":\"a\",\"type\":\"invoke\",\"f\":\"put\",\"value\":[1,2]}\n"
           "{\"process\":\"a\",\"type\":\"ok\",\"value\":\"?\"}\n"
           "{\"process\":\"a\",\"type\":\"invoke\",\"f\":\"put\",\"value\":null}\n"
           "{\"process\":\"a\",\"type\":\"ok\",\"value\":[\"?\"]}\n"
           "{\"process\":\"a\",\"type\":\"invoke\",\"f\":\"none\",\"args\":[],\"key\":null}\n"
           "{\"process\":\"a\",\"type\":\"ok\",\"args\":[],\"value\":null}\n",
           "begin -\nhistory\na: cas(\"x\", 1, 2) -> true @0-1\na: put([1,2]) -> ? @2-3\n"
           "a: put(null) -> [\"?\"] @4-5\na: none() -> null @6-7\n");
}

static void failed_and_pending_events(void **state)
{
    (void)state;
    expect(NULL,
           "{\"process\":0,\"type\":\"invoke\",\"f\":\"w\",\"value\":1}\n"
           "{\"process\":1,\"type\":\"invoke\",\"f\":\"w\",\"value\":2}\n"
           "{\"process\":2,\"type\":\"invoke\",\"f\":\"w\",\"value\":3}\n"
           "{\"process\":0,\"type\":\"fail\",\"value\":\"timeout\"}\n"
           "{\"process\":1,\"type\":\"info\",\"value\":\"timeout\"}\n"
           "{\"process\":0,\"type\":\"invoke\",\"f\":\"r\"}\n"
           "{\"type\":\"stuck\"}\n",
           "begin -\nhistory stuck\n0: w(1) failed\n1: w(2) pending @0\n2: w(3) pending @1\n0: r() pending @2\n");
}

static void operations(void **state)
{
    (void)state;
    expect(NULL,
           "{\"process\":0,\"f\":\"enq\",\"args\":[1],\"result\":null,\"call\":0,\"return\":3}\n"
           "{\"process\":1,\"f\":\"deq\",\"result\":\"?\",\"call\":-5,\"return\":4}\n"
           "{\"process\":2,\"f\":\"deq\",\"call\":1,\"return\":null,\"result\":7}\n"
           "{\"process\":3,\"f\":\"deq\",\"args\":[],\"key\":7,\"call\":2}\n"
           "{\"process\":4,\"f\":\"deq\",\"call\":3,\"return\":3}\n"
           "{\"type\":\"stuck\"}\n",
           "begin -\nhistory stuck\n0: enq(1) -> null @1-5\n1: deq() -> ? @0-7\n2: deq() pending @2\n"
           "3: deq(7) pending @3\n4: deq() -> ? @4-6\n");
}

static void headers_start_histories(void **state)
{
    (void)state;
    expect(NULL,
           "# first\n"
           "{\"linnet\":1,\"spec\":\"queue\",\"id\":\"a\"}\n"
           "{\"process\":0,\"f\":\"deq\",\"call\":0,\"return\":3}\n"
           "\n  # second\n"
           "{\"id\":\"b\",\"spec\":\"sta\\u0063k\",\"linnet\":1,\"more\":[1,{\"x\":2}]}\n"
           "{\"linnet\":1,\"id\":\"c\"}\n"
           "{\"type\":\"stuck\"}\n"
           "{\"linnet\":1}\n",
           "begin queue\nhistory a\n0: deq() -> ? @0-1\nbegin stack\nhistory b\nbegin -\nhistory c stuck\n"
           "begin -\nhistory\n");
}

/* In a file of findings, histories are what is read, whatever stands in the other sections. */
/* A finding with this history, behind what is in `text`. */
static void add_finding(struct ln_str *text, const char *history)
{
    struct ln_digest *digest = ln_digest_new(text->memory);
    char here[LN_DIGEST_TEXT];
    assert_non_null(digest);
    ln_digest_add(digest, history, strlen(history));
    ln_digest_take(digest, here);
    ln_digest_free(digest);
    ln_str_format(text, "{\"linnet\":\"finding\",\"subject\":{\"spec\":\"x\",\"here\":\"%s\"},\"version\":1}\n%s", here,
                  history);
}

static void findings_have_histories(void **state)
{
    struct ln_memory memory;
    struct ln_str text;
    (void)state;
    ln_memory_init(&memory, UINT64_MAX);
    ln_str_init(&text, &memory);
    add_finding(&text, "{\"linnet\":1,\"id\":\"a\"}\n"
                       "{\"process\":0,\"f\":\"deq\",\"call\":0,\"return\":3}\n"
                       "{\"type\":\"stuck\"}\n");
    ln_str_text(&text, "{\"linnet\":\"schedule\"}\n"
                       "{\"choice\":3}\n"
                       " { \"linnet\" : \"serial\" }\n"
                       "{\"linnet\":1,\"id\":\"serial 1\"}\n"
                       "{\"process\":0,\"f\":\"deq\",\"call\":0,\"return\":3}\n");
    add_finding(&text, "{\"linnet\":1,\"id\":\"b\"}\n");
    expect(NULL, ln_str_borrow(&text), "begin -\nhistory a stuck\n0: deq() -> ? @0-1\nbegin -\nhistory b\n");
    ln_str_text(&text, "# more\n");
    expect_refused(
        NULL, ln_str_borrow(&text),
        "t:12:1: the history before this is not the one that the finding is about: lines are missing, or were "
        "changed");
    ln_str_fini(&text);
    expect_refused(NULL, "{\"linnet\":\"other\"}\n", "t:1:11: found `\"other\"`, expected an integer");
}

static void findings_without_a_history_of_theirs_are_refused(void **state)
{
    const char *none = "t:1:1: no history stands with this finding; `linnet show` tells what was found";
    (void)state;
    expect_refused(NULL, "{\"linnet\":\"finding\",\"version\":1}\n", none);
    expect_refused(NULL, "{\"linnet\":\"finding\",\"version\":1,\"subject\":{\"here_\":\"\"}}\n{\"linnet\":1}\n", none);
    expect_refused(NULL, "{\"linnet\":\"finding\",\"version\":1,\"subject\":{\"here\":\"1\"}}\n", none);
    expect_refused(NULL, "{\"linnet\":\"finding\",\"version\":1,\"here\":\"0123456789abcdef0123456789abcdef\"}\n",
                   none);
    expect_refused(NULL, "{\"linnet\":\"finding\"}\n", "t:1:1: the finding does not say its version");
    expect_refused(NULL, "{\"linnet\":\"finding\",\"version\":-1}\n", "t:1:1: the finding does not say its version");
    expect_refused(NULL, "{\"linnet\":\"finding\",\"version\":7,\"version\":1}\n",
                   "t:1:43: found \"version\" a second time, expected it once");
    expect_refused(NULL, "{\"linnet\":\"finding\",\"version\":2}\n",
                   "t:1:1: this is a finding of version 2, made by a newer linnet; expected version 1");
    expect_refused(NULL, "{\"linnet\":\"finding\",\"version\":1,\"verdict\":holds}\n",
                   "t:1:43: found `holds`, expected a string");
    expect_refused(NULL, "{\"linnet\":\"finding\",\"version\":1} {}\n",
                   "t:1:34: found `{`, expected the end of the line");
}

/* What stands behind one would be left out, and with it perhaps what is wrong. */
static void sections_belong_to_findings(void **state)
{
    (void)state;
    expect_refused(NULL, "{\"process\":0,\"f\":\"w\",\"call\":1,\"return\":2}\n{\"linnet\":\"serial\"}\n",
                   "t:2:1: found a section of a finding, and there is no finding before it");
    expect_refused(NULL, "{\"linnet\":\"steps\"}\n",
                   "t:1:1: found a section of a finding, and there is no finding before it");
}

static void operations_fail(void **state)
{
    (void)state;
    expect_refused(NULL, "{\"process\":0,\"f\":\"w\",\"call\":1,\"return\":2,\"failed\":true}",
                   "t:1:40: found the return of an operation that failed, expected null");
    expect_refused(NULL, "{\"process\":0,\"f\":\"w\",\"call\":1,\"failed\":1}",
                   "t:1:40: found `1`, expected true or false");
}

static void a_header_may_follow_lines_without_one(void **state)
{
    (void)state;
    expect(NULL, "{\"type\":\"stuck\"}\n{\"linnet\":1,\"spec\":\"set\"}",
           "begin -\nhistory stuck\nbegin set\nhistory\n");
}

static void unknown_keys_are_looked_over(void **state)
{
    (void)state;
    expect(NULL,
           "{\"time\":1e400,\"x\":99999999999999999999999,\"process\":0,\"y\":{\"a\":1,\"a\":2},\"f\":\"r\","
           "\"call\":1,\"return\":2,\"id\":[3],\"spec\":7,\"\\u0066ff\":0}",
           "begin -\nhistory\n0: r() -> ? @0-1\n");
    expect(NULL, "{\"process\":0,\"\\u0066\":\"r\",\"call\":1,\"return\":2}", "begin -\nhistory\n0: r() -> ? @0-1\n");
    expect_refused(NULL, "{\"process\":0,\"f\":\"r\",\"call\":1,\"other\":[1,}",
                   "t:1:42: found `}`, expected a JSON value");
    expect_refused(NULL, "{\"process\":0,\"f\":\"r\",\"call\":1,\"other\":\"\\ud800\"}",
                   "t:1:40: found half a surrogate pair, expected both halves");
}

static void only_comments(void **state)
{
    (void)state;
    expect(NULL, "# nothing\n\n#\n", "history\n");
}

static void missing_parts(void **state)
{
    (void)state;
    expect_refused(NULL, "{\"process\":0,\"f\":\"r\"}",
                   "t:1:1: found neither \"type\" nor \"call\", expected an event or an operation");
    expect_refused(NULL, "{}", "t:1:1: found neither \"type\" nor \"call\", expected an event or an operation");
    expect_refused(NULL, "{\"f\":\"r\",\"call\":1,\"return\":2}",
                   "t:1:1: found an operation without \"process\", expected one");
    expect_refused(NULL, "{\"process\":1,\"call\":1,\"return\":2}",
                   "t:1:1: found an operation without \"f\", expected one");
    expect_refused(NULL,
                   "{\"process\":0,\"f\":\"r\",\"call\":1,\"return\":2}\n"
                   "{\"process\":0,\"f\":\"r\",\"return\":3}",
                   "t:2:1: found an operation without \"call\", expected one");
    expect_refused(NULL, "{\"type\":\"invoke\",\"f\":\"r\"}",
                   "t:1:1: found an event without \"process\", expected one");
    expect_refused(NULL, "{\"type\":\"invoke\",\"process\":1}", "t:1:1: found an invoke without \"f\", expected one");
    expect_refused(NULL, "{\"type\":\"invoke\",\"process\":1,\"f\":\"r\"}\n{\"process\":1}",
                   "t:2:1: found a line without \"type\", expected an event");
}

static void parts_of_the_wrong_kind(void **state)
{
    (void)state;
    expect_refused(NULL, "{\"process\":null,\"f\":\"r\",\"call\":1}",
                   "t:1:12: found `null`, expected an integer or a string as process");
    expect_refused(NULL, "{\"process\":1.5,\"f\":\"r\",\"call\":1}",
                   "t:1:12: found `1.5`, expected an integer or a string as process");
    expect_refused(NULL, "{\"process\":0,\"f\":7,\"call\":1}", "t:1:18: found `7`, expected a string");
    expect_refused(NULL, "{\"process\":0,\"f\":\"r\",\"call\":1.5}", "t:1:29: found `1.5`, expected an integer");
    expect_refused(NULL, "{\"process\":0,\"f\":\"r\",\"call\":\"1\"}", "t:1:29: found `\"1\"`, expected an integer");
    expect_refused(NULL, "{\"process\":0,\"f\":\"r\",\"call\":null}", "t:1:29: found `null`, expected an integer");
    expect_refused(NULL, "{\"process\":0,\"f\":\"r\",\"call\":1,\"return\":2e3}",
                   "t:1:40: found `2e3`, expected an integer");
    expect_refused(NULL, "{\"process\":0,\"f\":\"r\",\"call\":9223372036854775808}",
                   "t:1:29: number does not fit 64 bits");
    expect_refused(NULL, "{\"process\":0,\"f\":\"r\",\"args\":1,\"call\":1}", "t:1:29: found `1`, expected an array");
    expect_refused(NULL, "{\"process\":0,\"type\":\"maybe\",\"f\":\"r\"}",
                   "t:1:21: found `\"maybe\"`, expected \"invoke\", \"ok\", \"fail\", \"info\" or \"stuck\"");
    expect_refused(NULL, "{\"process\":0,\"process\":0}", "t:1:24: found \"process\" a second time, expected it once");
    expect_refused("native", "[1]", "t:1:1: found `[`, expected an object");
    expect_refused(NULL, "{\"process\":0} x", "t:1:15: found `x`, expected the end of the line");
    expect_refused(NULL, "{\"process\":0", "t:1:13: found the end of the line, expected `,` or `}`");
}

static void times_in_the_wrong_order(void **state)
{
    (void)state;
    expect_refused(NULL, "{\"process\":0,\"f\":\"r\",\"call\":5,\"return\":2}",
                   "t:1:12: the operation returns at 2, before its call at 5");
}

static void headers_of_other_versions(void **state)
{
    (void)state;
    expect_refused(NULL, "{\"linnet\":2}", "t:1:11: found version 2 of the format, expected 1");
    expect_refused(NULL, "{\"linnet\":\"1\"}", "t:1:11: found `\"1\"`, expected an integer");
    expect_refused(NULL, "{\"linnet\":1,\"spec\":7}", "t:1:20: found `7`, expected a string");
    expect_refused(NULL, "{\"linnet\":1,\"id\":null}", "t:1:18: found `null`, expected a string");
    expect_refused(NULL, "{\"linnet\":1,\"spec\":\"a\\u0000\"}",
                   "t:1:20: found a NUL character in a name, expected text");
}

static void keys_out_of_place(void **state)
{
    (void)state;
    expect_refused(NULL, "{\"process\":0,\"f\":\"w\",\"call\":1,\"value\":3}",
                   "t:1:39: \"value\" belongs to event lines; operations have \"args\" and \"result\"");
    expect_refused(NULL, "{\"process\":0,\"type\":\"invoke\",\"f\":\"w\",\"call\":1}",
                   "t:1:45: \"call\" belongs to operation lines; events have \"type\"");
    expect_refused(NULL, "{\"process\":0,\"type\":\"invoke\",\"f\":\"w\",\"return\":1}",
                   "t:1:47: \"return\" belongs to operation lines; events have \"type\"");
    expect_refused(NULL, "{\"process\":0,\"type\":\"invoke\",\"f\":\"w\",\"result\":1}",
                   "t:1:47: found \"result\" in an invoke, expected it in the return");
    expect_refused(NULL, "{\"process\":0,\"type\":\"invoke\",\"f\":\"w\",\"value\":1,\"args\":[1]}",
                   "t:1:55: found both \"value\" and \"args\", expected one of them");
    expect_refused(NULL,
                   "{\"process\":0,\"type\":\"invoke\",\"f\":\"w\"}\n"
                   "{\"process\":0,\"type\":\"ok\",\"value\":1,\"result\":1}",
                   "t:2:45: found both \"value\" and \"result\", expected one of them");
}

static void styles_do_not_mix(void **state)
{
    static const char operation[] = "{\"process\":0,\"f\":\"w\",\"call\":1,\"return\":2}";
    static const char event[] = "{\"process\":1,\"type\":\"invoke\",\"f\":\"w\"}";
    char text[256];
    (void)state;
    snprintf(text, sizeof text, "%s\n%s\n", operation, event);
    expect_refused(NULL, text, "t:2:21: found an event, expected operations as before");
    snprintf(text, sizeof text, "%s\n%s\n", event, operation);
    expect_refused(NULL, text, "t:2:29: found an operation, expected events as before");
    snprintf(text, sizeof text, "%s\n{\"linnet\":1}\n%s\n", event, operation);
    expect_refused(NULL, text, "t:3:29: found an operation, expected events as before");
}

static void returns_agree_with_calls(void **state)
{
    static const char call[] = "{\"process\":0,\"type\":\"invoke\",\"f\":\"w\",\"value\":1,\"key\":\"k\"}";
    char text[256];
    (void)state;
    snprintf(text, sizeof text, "%s\n{\"process\":0,\"type\":\"ok\",\"f\":\"r\"}", call);
    expect_refused(NULL, text, "t:2:30: found `\"r\"`, expected the \"f\" of the call");
    snprintf(text, sizeof text, "%s\n{\"process\":0,\"type\":\"ok\",\"key\":\"l\"}", call);
    expect_refused(NULL, text, "t:2:32: found `\"l\"`, expected the \"key\" of the call");
    snprintf(text, sizeof text, "%s\n{\"process\":0,\"type\":\"ok\",\"args\":[2]}", call);
    expect_refused(NULL, text, "t:2:33: found other \"args\", expected those of the call");
    snprintf(text, sizeof text, "%s\n{\"process\":0,\"type\":\"ok\",\"args\":[]}", call);
    expect_refused(NULL, text, "t:2:33: found other \"args\", expected those of the call");
}

static void processes_do_one_thing_at_a_time(void **state)
{
    static const char call[] = "{\"process\":7,\"type\":\"invoke\",\"f\":\"w\",\"value\":1}";
    char text[512];
    (void)state;
    snprintf(text, sizeof text, "%s\n%s", call, call);
    expect_refused(NULL, text, "t:2:12: process 7 calls again before the return of its w(1) of line 1");
    snprintf(text, sizeof text, "%s\n{\"process\":8,\"type\":\"ok\"}", call);
    expect_refused(NULL, text, "t:2:12: process 8 returns without a call");
    expect_refused(NULL, "{\"process\":8,\"type\":\"info\"}", "t:1:12: process 8 returns without a call");
    snprintf(text, sizeof text, "%s\n{\"process\":7,\"type\":\"info\"}\n%s", call, call);
    expect_refused(NULL, text, "t:3:12: process 7 calls again after an operation that never returned");
    expect_refused(NULL,
                   "{\"process\":1,\"f\":\"w\",\"call\":1,\"return\":5}\n"
                   "{\"process\":1,\"f\":\"w\",\"call\":4,\"return\":6}",
                   "t:2:1: process 1 calls w() -> ? before the return of its w() -> ? of line 1");
}

static void nothing_follows_stuck(void **state)
{
    (void)state;
    expect_refused(NULL, "{\"type\":\"stuck\"}\n# fine\n{\"process\":7,\"type\":\"invoke\",\"f\":\"w\"}",
                   "t:3:1: found a line after \"stuck\", expected the history to end there");
    expect_refused(NULL, "{\"type\":\"stuck\"}\n{\"type\":\"stuck\"}",
                   "t:2:1: found a line after \"stuck\", expected the history to end there");
}

static void too_many_arguments(void **state)
{
    size_t length = 0, room = 70000 * 2 + 100;
    char *text = malloc(room);
    (void)state;
    assert_non_null(text);
    length += (size_t)snprintf(text, room, "{\"process\":0,\"f\":\"w\",\"call\":1,\"args\":[0");
    for (int i = 1; i < 70000; i++)
        length += (size_t)snprintf(text + length, room - length, ",%d", i % 10);
    length += (size_t)snprintf(text + length, room - length, "]}");
    expect_bytes_refused(NULL, text, length, "t:1:38: found 70000 arguments, expected at most 65535");
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(events),
        cmocka_unit_test(values_and_args_of_events),
        cmocka_unit_test(failed_and_pending_events),
        cmocka_unit_test(operations),
        cmocka_unit_test(headers_start_histories),
        cmocka_unit_test(findings_have_histories),
        cmocka_unit_test(findings_without_a_history_of_theirs_are_refused),
        cmocka_unit_test(sections_belong_to_findings),
        cmocka_unit_test(operations_fail),
        cmocka_unit_test(a_header_may_follow_lines_without_one),
        cmocka_unit_test(unknown_keys_are_looked_over),
        cmocka_unit_test(only_comments),
        cmocka_unit_test(missing_parts),
        cmocka_unit_test(parts_of_the_wrong_kind),
        cmocka_unit_test(times_in_the_wrong_order),
        cmocka_unit_test(headers_of_other_versions),
        cmocka_unit_test(keys_out_of_place),
        cmocka_unit_test(styles_do_not_mix),
        cmocka_unit_test(returns_agree_with_calls),
        cmocka_unit_test(processes_do_one_thing_at_a_time),
        cmocka_unit_test(nothing_follows_stuck),
        cmocka_unit_test(too_many_arguments),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
