/* Reports: the answer in the first line, JSON that programs can read, and no half characters. */
#include "../support/written_history.h"

#include "check/check.h"
#include "report/finding_text.h"

#include <yajl/yajl_tree.h>

struct report {
    struct written w;
    struct ln_outcome outcome;
    struct ln_judged finding;
    struct ln_str text, json;
};

/* As the command says it. */
static void say(const struct ln_judged *judged, const struct ln_style *style, bool as_json, struct ln_str *out)
{
    struct ln_finding finding;
    ln_finding_init(&finding, LN_ENGINE_CHECK, out->memory);
    ln_report_judged(judged, style, &finding);
    if (as_json)
        ln_finding_json(&finding, out);
    else
        ln_report_finding(&finding, style, out);
    ln_finding_fini(&finding);
}

static void make(struct report *r, const char *spec, const char *operations, bool stuck, double seconds)
{
    struct ln_check_options options = { .algorithm = LN_ALGORITHM_SEARCH };
    struct ln_style plain = { .width = 80 };
    struct ln_budget budget;
    struct ln_error error;
    write_history(&r->w, spec, operations);
    r->w.history.stuck = stuck;
    ln_outcome_init(&r->outcome, &r->w.memory);
    ln_budget_init(&budget, &r->w.memory, seconds, NULL);
    if (seconds > 0)
        ln_budget_stop(&budget, LN_STOP_TIME);
    assert_int_equal(ln_check(&r->w.history, &r->w.spec, &options, &budget, &r->outcome, &error), LN_OK);
    r->finding = (struct ln_judged){ .id = "t \"1\"",
                                     .history = &r->w.history,
                                     .spec = &r->w.spec,
                                     .outcome = &r->outcome,
                                     .seconds = 1.5,
                                     .memory = 4096,
                                     .source = { .input = "t", .format = "native", .digest = "0" } };
    ln_str_init(&r->text, &r->w.memory);
    ln_str_init(&r->json, &r->w.memory);
    say(&r->finding, &plain, false, &r->text);
    say(&r->finding, &plain, true, &r->json);
}

static void report_fini(struct report *r)
{
    ln_str_fini(&r->text);
    ln_str_fini(&r->json);
    ln_outcome_fini(&r->outcome);
    written_fini(&r->w);
}

static void expect_start(const struct ln_str *text, const char *start)
{
    char shown[256];
    snprintf(shown, sizeof shown, "%.*s", (int)strlen(start), ln_str_borrow(text));
    assert_string_equal(shown, start);
}

static void expect_within(const struct ln_str *text, const char *part)
{
    if (!strstr(ln_str_borrow(text), part))
        fail_msg("`%s` is not in:\n%s", part, ln_str_borrow(text));
}

/* One line, and JSON. */
static yajl_val parse(const struct ln_str *json)
{
    char message[256] = "";
    yajl_val tree = yajl_tree_parse(ln_str_borrow(json), message, sizeof message);
    assert_string_equal(message, "");
    assert_non_null(tree);
    assert_ptr_equal(strchr(ln_str_borrow(json), '\n'), ln_str_borrow(json) + json->length - 1);
    return tree;
}

/* In whichever part of the finding it is. */
static yajl_val field(yajl_val tree, const char *name)
{
    static const char *const parts[] = { "subject", "coverage", "evidence", "cost" };
    const char *path[] = { name, NULL };
    yajl_val found = yajl_tree_get(tree, path, yajl_t_any);
    for (size_t i = 0; i < sizeof parts / sizeof *parts && !found; i++) {
        const char *within[] = { parts[i], name, NULL };
        found = yajl_tree_get(tree, within, yajl_t_any);
    }
    return found;
}

static void expect_text(yajl_val tree, const char *name, const char *expected)
{
    const char *text = YAJL_GET_STRING(field(tree, name));
    assert_non_null(text);
    assert_string_equal(text, expected);
}

static void expect_number(yajl_val tree, const char *name, long long expected)
{
    yajl_val number = field(tree, name);
    assert_true(YAJL_IS_INTEGER(number));
    assert_int_equal(YAJL_GET_INTEGER(number), expected);
}

/* What every line has, whatever the verdict. */
static yajl_val expect_common(const struct report *r, const char *verdict, long long operations, long long processes,
                              long long pending, long long parts)
{
    yajl_val tree = parse(&r->json);
    expect_text(tree, "id", "t \"1\"");
    expect_text(tree, "verdict", verdict);
    assert_true(YAJL_IS_ARRAY(field(tree, "method")));
    expect_number(tree, "operations", operations);
    expect_number(tree, "processes", processes);
    expect_number(tree, "pending", pending);
    expect_number(tree, "parts", parts);
    expect_number(tree, "memory", 4096);
    assert_true(YAJL_IS_INTEGER(field(tree, "configurations")));
    assert_true(YAJL_GET_DOUBLE(field(tree, "seconds")) == 1.5);
    assert_int_equal(field(tree, "reason") != NULL, strcmp(verdict, "unknown") == 0);
    assert_int_equal(field(tree, "attempt") != NULL, strcmp(verdict, "holds") != 0);
    return tree;
}

static void holds_is_one_line_and_has_a_witness(void **state)
{
    struct report r;
    yajl_val tree;
    (void)state;
    make(&r, "queue", "0:enq(1)@0-3 1:enq(2)@1-2 2:deq()->2@4-5 3:deq()@4-", false, 0);
    expect_start(&r.text, "holds: t \"1\" is linearizable as a queue");
    assert_ptr_equal(strchr(ln_str_borrow(&r.text), '\n'), ln_str_borrow(&r.text) + r.text.length - 1);
    expect_within(&r.text, "4 operations by 4 processes, 1 pending");
    tree = expect_common(&r, "holds", 4, 4, 1, 1);
    expect_text(tree, "spec", "queue");
    expect_number(tree, "parts_done", 1);
    assert_null(field(tree, "stopped_at"));
    assert_true(YAJL_GET_ARRAY(field(tree, "witness"))->len >= 3);
    assert_int_equal(YAJL_GET_INTEGER(YAJL_GET_ARRAY(field(tree, "witness"))->values[0]), 1);
    assert_null(field(tree, "stuck"));
    yajl_tree_free(tree);
    report_fini(&r);
}

static void violated_says_where_and_shows_the_attempt(void **state)
{
    struct report r;
    yajl_val tree, stopped;
    (void)state;
    make(&r, "kv", "0:x.put(1)@0-1 client:x.get()->null@2-3 0:y.put(2)@4-5", false, 0);
    expect_start(&r.text, "violated: t \"1\" is not linearizable");
    expect_within(&r.text, "`get(\"x\") -> null` (process client, line 2)");
    expect_within(&r.text, "put(\"x\", 1)");
    expect_within(&r.text, "{\"x\": 1}");
    expect_within(&r.text, "2 independent parts");
    tree = expect_common(&r, "violated", 3, 2, 0, 2);
    stopped = field(tree, "stopped_at");
    expect_number(stopped, "operation", 1);
    expect_text(stopped, "process", "client");
    expect_text(stopped, "f", "get");
    expect_text(stopped, "key", "x");
    expect_number(stopped, "line", 2);
    assert_true(YAJL_IS_NULL(field(stopped, "result")));
    assert_int_equal(YAJL_GET_ARRAY(field(stopped, "args"))->len, 0);
    assert_int_equal(YAJL_GET_ARRAY(field(tree, "attempt"))->len, 1);
    assert_int_equal(YAJL_GET_INTEGER(YAJL_GET_ARRAY(field(tree, "attempt"))->values[0]), 0);
    yajl_tree_free(tree);
    report_fini(&r);
}

static void unknown_says_why(void **state)
{
    struct report r;
    yajl_val tree;
    (void)state;
    make(&r, "queue", "0:enq(1)@0-3 1:enq(2)@1-2 2:deq()->2@4-5", false, 1);
    expect_start(&r.text, "unknown: t \"1\" may or may not be linearizable as a queue\n");
    expect_within(&r.text, "because the time ran out");
    tree = expect_common(&r, "unknown", 3, 3, 0, 1);
    expect_text(tree, "reason", "time");
    expect_number(tree, "parts_done", 0);
    yajl_tree_free(tree);
    report_fini(&r);
}

static void stuck_and_justified_names_what_waits(void **state)
{
    struct report r;
    yajl_val tree, stuck;
    (void)state;
    make(&r, "mutex", "0:acquire()@0-1 1:acquire()@2-", true, 0);
    expect_start(&r.text, "holds: t \"1\" is linearizable as a mutex");
    tree = parse(&r.json);
    stuck = YAJL_GET_ARRAY(field(tree, "stuck"))->values[0];
    expect_number(stuck, "waits", 1);
    assert_int_equal(YAJL_GET_ARRAY(field(stuck, "after"))->len, 1);
    yajl_tree_free(tree);
    report_fini(&r);
}

static void stuck_and_not_justified_is_violated(void **state)
{
    struct report r;
    yajl_val tree;
    (void)state;
    make(&r, "mutex", "0:acquire()@0-1 0:release()@2-3 1:acquire()@0-", true, 0);
    expect_start(&r.text, "violated: t \"1\" is not linearizable as a mutex\n");
    expect_within(&r.text, "No order makes this operation wait for ever: `acquire()` (process 1, line 3)");
    tree = expect_common(&r, "violated", 3, 2, 1, 1);
    expect_number(field(tree, "unjustified"), "operation", 2);
    expect_text(field(tree, "unjustified"), "result", "?");
    yajl_tree_free(tree);
    report_fini(&r);
}

static void an_empty_history_holds(void **state)
{
    struct report r;
    yajl_val tree;
    (void)state;
    make(&r, "register", "", false, 0);
    expect_start(&r.text, "holds: t \"1\" is linearizable as a register (0 operations by 0 processes)\n");
    tree = parse(&r.json);
    expect_text(tree, "verdict", "holds");
    yajl_tree_free(tree);
    report_fini(&r);
}

static void colour_and_statistics_only_when_wanted(void **state)
{
    struct ln_style all = { .colour = true, .stats = true, .width = 80 };
    struct report r;
    (void)state;
    make(&r, "register", "0:write(1)@0-1 1:read()->2@2-3", false, 0);
    assert_null(strchr(ln_str_borrow(&r.text), '\033'));
    assert_null(strstr(ln_str_borrow(&r.text), "CPU"));
    ln_str_clear(&r.text);
    say(&r.finding, &all, false, &r.text);
    expect_start(&r.text, "\033[1;31mviolated\033[0m: ");
    expect_within(&r.text, "1.500 s CPU");
    report_fini(&r);
}

/* ---- long things ---- */

static bool is_utf8(const char *text)
{
    const unsigned char *c = (const unsigned char *)text;
    while (*c) {
        size_t more = *c < 0x80 ? 0 : *c >= 0xf0 ? 3 : *c >= 0xe0 ? 2 : *c >= 0xc2 ? 1 : 4;
        for (c++; more; more--, c++)
            if ((*c & 0xc0) != 0x80)
                return false;
    }
    return true;
}

static void long_texts_are_cut_at_a_whole_character(void **state)
{
    static const char *const letters[] = { "a", "\xc3\xa9", "\xe2\x82\xac", "\xf0\x9f\x99\x82" };
    (void)state;
    for (size_t l = 0; l < COUNT(letters); l++) {
        for (size_t shift = 0; shift < 4; shift++) {
            char word[600] = "", operations[2048];
            struct report r;
            yajl_val tree;
            memset(word, 'x', shift);
            for (int i = 0; i < 100; i++)
                strcat(word, letters[l]);
            snprintf(operations, sizeof operations, "%s:write(%s)@0-1 %s:read()->b%s@2-3", word, word, letters[l],
                     word);
            make(&r, "register", operations, false, 0);
            assert_true(is_utf8(ln_str_borrow(&r.text)));
            expect_within(&r.text, "...");
            tree = parse(&r.json); /* JSON is never cut */
            assert_string_equal(YAJL_GET_STRING(field(field(tree, "stopped_at"), "result")) + 1, word);
            yajl_tree_free(tree);
            report_fini(&r);
        }
    }
}

static void only_the_last_steps_of_a_long_attempt_are_shown(void **state)
{
    char operations[4096] = "";
    struct report r;
    size_t length = 0;
    (void)state;
    for (int i = 0; i < 50; i++)
        length += (size_t)snprintf(operations + length, sizeof operations - length, "0:enq(%d)@%d-%d ", i, 2 * i,
                                   2 * i + 1);
    snprintf(operations + length, sizeof operations - length, "1:deq()->7@200-201");
    make(&r, "queue", operations, false, 0);
    expect_within(&r.text, "linearises 50 operations");
    expect_within(&r.text, "enq(49)");
    assert_null(strstr(ln_str_borrow(&r.text), "enq(20)"));
    report_fini(&r);
}

static void a_report_without_memory_says_so_and_loses_nothing(void **state)
{
    struct report r;
    (void)state;
    make(&r, "register", "0:write(1)@0-1 1:read()->2@2-3", false, 0);
    for (int64_t k = 0;; k++) {
        struct ln_memory memory;
        struct ln_str out;
        struct ln_style plain = { .width = 80 };
        bool failed;
        ln_memory_init(&memory, UINT64_MAX);
        memory.fail_after = k;
        ln_str_init(&out, &memory);
        say(&r.finding, &plain, false, &out);
        failed = memory.fail_after < 0;
        if (!out.failed) /* at least the answer stands */
            expect_start(&out, "violated: t \"1\" is not linearizable as a register\n");
        if (!failed)
            assert_string_equal(ln_str_borrow(&out), ln_str_borrow(&r.text));
        ln_str_fini(&out);
        assert_int_equal(memory.used, 0);
        if (!failed)
            break;
    }
    report_fini(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(holds_is_one_line_and_has_a_witness),
        cmocka_unit_test(violated_says_where_and_shows_the_attempt),
        cmocka_unit_test(unknown_says_why),
        cmocka_unit_test(stuck_and_justified_names_what_waits),
        cmocka_unit_test(stuck_and_not_justified_is_violated),
        cmocka_unit_test(an_empty_history_holds),
        cmocka_unit_test(colour_and_statistics_only_when_wanted),
        cmocka_unit_test(long_texts_are_cut_at_a_whole_character),
        cmocka_unit_test(only_the_last_steps_of_a_long_attempt_are_shown),
        cmocka_unit_test(a_report_without_memory_says_so_and_loses_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
