/* Clocks that may be off: the words of the user, and the order of events. */
#include "../support/skewed.h"
#include "../support/written_history.h"

#include "format/skew.h"
#include "report/clocks.h"

/* ---- words ---- */

static void expect_skews(const char *text, enum ln_unit unit, const char *expected)
{
    struct written w;
    struct ln_skew skew;
    struct ln_error error = { LN_OK, "" };
    struct ln_str out;
    ln_memory_init(&w.memory, UINT64_MAX);
    assert_int_equal(ln_history_init(&w.history, &w.memory), LN_OK);
    write_operations(&w.history, NULL, "3:a()@0-1 7:a()@0-1 client-a:a()@0-1");
    w.history.unit = unit;
    ln_str_init(&out, &w.memory);
    if (!ln_skew_init(&skew, text, &w.memory, &error) && !ln_skew_apply(&skew, &w.history, &error))
        for (size_t p = 0; p < w.history.skews.length; p++)
            ln_str_format(&out, "%s%lld", p ? " " : "", (long long)w.history.skews.at[p]);
    else
        ln_str_text(&out, error.message);
    assert_string_equal(ln_str_borrow(&out), expected);
    ln_skew_fini(&skew, &w.memory);
    ln_str_fini(&out);
    written_fini(&w);
}

static void amounts_are_in_the_unit_of_the_file(void **state)
{
    (void)state;
    expect_skews("500", LN_UNIT_NS, "500 500 500");
    expect_skews("500", LN_UNIT_MS, "500 500 500");
    expect_skews("2ms", LN_UNIT_NS, "2000000 2000000 2000000");
    expect_skews("1.25ms", LN_UNIT_US, "1250 1250 1250");
    expect_skews("1s", LN_UNIT_S, "1 1 1");
    expect_skews("0", LN_UNIT_NS, "0 0 0");
}

static void what_the_unit_cannot_say_is_rounded_up(void **state)
{
    (void)state;
    expect_skews("10ns", LN_UNIT_S, "1 1 1");
    expect_skews("1001us", LN_UNIT_MS, "2 2 2");
    expect_skews("900000000000000000s", LN_UNIT_NS, "9223372036854775807 9223372036854775807 9223372036854775807");
}

static void processes_are_named(void **state)
{
    (void)state;
    expect_skews("3=2,client-a=5", LN_UNIT_NS, "2 0 5");
    expect_skews("3=2,1us", LN_UNIT_NS, "2 1000 1000");
    expect_skews("4=2", LN_UNIT_NS, "--skew names process `4`, which the history does not have; near names: 3, 7");
    expect_skews("client-b=2", LN_UNIT_NS,
                 "--skew names process `client-b`, which the history does not have; near names: client-a");
    expect_skews("server=2", LN_UNIT_NS,
                 "--skew names process `server`, which the history does not have; none has a name like it");
}

static void other_words_are_errors(void **state)
{
    static const char *const wrong[] = { "",     "ms",     "-1",   "1m", "1.5",  "1.ms",
                                         ".5ms", "1..5ms", "2 ms", "3=", "=2ms", "99999999999999999999" };
    char message[128];
    (void)state;
    for (size_t i = 0; i < COUNT(wrong); i++) {
        snprintf(message, sizeof message, "found `%s`, expected a time such as 2ms, 1.5s or 500, or PROCESS=TIME",
                 wrong[i]);
        expect_skews(wrong[i], LN_UNIT_NS, message);
    }
    expect_skews("1,", LN_UNIT_NS, "found ``, expected a time such as 2ms, 1.5s or 500, or PROCESS=TIME");
    expect_skews("1,2", LN_UNIT_NS, "found `2` after another time for the same, expected one");
    expect_skews("3=1,3=2", LN_UNIT_NS, "found `3=2` after another time for the same, expected one");
}

static void durations_are_written_in_the_unit_that_suits(void **state)
{
    static const struct {
        int64_t amount;
        enum ln_unit unit;
        const char *text;
    } cases[] = {
        { 0, LN_UNIT_NS, "0ns" },
        { 999, LN_UNIT_NS, "999ns" },
        { 1000, LN_UNIT_NS, "1us" },
        { 1500000, LN_UNIT_NS, "1.5ms" },
        { 1000001, LN_UNIT_NS, "1.000001ms" },
        { 2500, LN_UNIT_MS, "2.5s" },
        { 7000000, LN_UNIT_S, "7000000s" },
        { INT64_MAX, LN_UNIT_NS, "9223372036.854775807s" },
    };
    struct ln_memory memory;
    (void)state;
    ln_memory_init(&memory, UINT64_MAX);
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct ln_str out;
        ln_str_init(&out, &memory);
        ln_write_duration(&out, cases[i].amount, cases[i].unit);
        assert_string_equal(ln_str_borrow(&out), cases[i].text);
        ln_str_fini(&out);
    }
}

/* ---- order ---- */

/* Operations of one process one after the other, often touching, or of no length; around one of the ends of time
 * now and then. */
static void draw_operations(struct ln_history *history, struct ln_rng *rng)
{
    uint32_t processes = 1 + ln_rng_below(rng, 4), range = 1 + ln_rng_below(rng, 4);
    int64_t zero = ln_rng_below(rng, 3) ? 0 : ln_rng_below(rng, 2) ? INT64_MIN : INT64_MAX - 40;
    for (uint32_t p = 0; p < processes; p++) {
        int64_t now = zero + ln_rng_below(rng, range);
        for (uint32_t left = ln_rng_below(rng, 5); left > 0; left--) {
            struct ln_call_text call = { .process = ln_small(p), .f = LN_VALUE_NULL, .key = LN_VALUE_NONE };
            enum ln_fate fate = ln_rng_below(rng, 6) == 0 ? LN_FAILED : LN_COMPLETED;
            int64_t from = now += ln_rng_below(rng, range), to = now += ln_rng_below(rng, range);
            uint32_t operation;
            if (left == 1 && ln_rng_below(rng, 4) == 0)
                fate = LN_PENDING;
            if (zero > 0 && ln_rng_below(rng, 6) == 0)
                from = to = now = INT64_MAX;
            assert_int_equal(ln_history_operation(history, &call, fate, LN_VALUE_NULL, from, to, &operation, NULL),
                             LN_OK);
            if (now == INT64_MAX)
                break;
        }
    }
}

static void draw_skews(struct ln_history *history, struct ln_rng *rng)
{
    uint32_t most = 1 + ln_rng_below(rng, 6);
    assert_int_equal(ln_history_set_skew(history, ln_rng_below(rng, most)), LN_OK);
    for (size_t p = 0; p < history->skews.length; p++) {
        if (ln_rng_below(rng, 2))
            history->skews.at[p] = ln_rng_below(rng, most);
        if (ln_rng_below(rng, 20) == 0)
            history->skews.at[p] = INT64_MAX;
    }
}

static void expect_definition(const struct ln_history *history, unsigned round)
{
    uint32_t a, b;
    if (differs_from_definition(history, history->skews.at, &a, &b))
        fail_msg("round %u: of operations %u and %u the order says something else than the definition", round, a, b);
}

static void the_order_is_that_of_the_definition(void **state)
{
    struct ln_rng rng = { 5 };
    (void)state;
    for (unsigned round = 0; round < 60000; round++) {
        struct written w;
        struct ln_history view;
        ln_memory_init(&w.memory, UINT64_MAX);
        assert_int_equal(ln_history_init(&w.history, &w.memory), LN_OK);
        w.history.touching = ln_rng_below(&rng, 2) ? LN_TOUCHING_IS_CONCURRENT : LN_TOUCHING_IS_ORDERED;
        w.history.keep_times = true;
        draw_operations(&w.history, &rng);
        draw_skews(&w.history, &rng);
        seal(&w.history);
        expect_definition(&w.history, round);
        assert_int_equal(ln_history_view_init(&view, &w.history), LN_OK);
        for (int again = 0; again < 2; again++) {
            draw_skews(&view, &rng);
            assert_int_equal(ln_history_reorder(&view), LN_OK);
            expect_definition(&view, round);
        }
        ln_history_view_fini(&view);
        written_fini(&w);
    }
}

/* Without skew a view has the order that sealing gave. */
static void no_skew_is_the_order_by_time(void **state)
{
    struct ln_rng rng = { 6 };
    (void)state;
    for (unsigned round = 0; round < 5000; round++) {
        struct written w;
        struct ln_history view;
        ln_memory_init(&w.memory, UINT64_MAX);
        assert_int_equal(ln_history_init(&w.history, &w.memory), LN_OK);
        w.history.keep_times = true;
        draw_operations(&w.history, &rng);
        seal(&w.history);
        assert_int_equal(ln_history_view_init(&view, &w.history), LN_OK);
        for (int64_t skew = 3; skew >= 0; skew -= 3) {
            assert_int_equal(ln_history_set_skew(&view, skew), LN_OK);
            assert_int_equal(ln_history_reorder(&view), LN_OK);
        }
        assert_int_equal(view.events.length, w.history.events.length);
        for (size_t i = 0; i < view.events.length; i++)
            assert_int_equal(view.events.at[i], w.history.events.at[i]);
        for (size_t i = 0; i < view.operations.length; i++)
            assert_int_equal(view.operations.at[i].after, w.history.operations.at[i].after);
        ln_history_view_fini(&view);
        written_fini(&w);
    }
}

static void times_are_kept_only_when_asked(void **state)
{
    struct written w;
    (void)state;
    write_history(&w, NULL, "0:a()@0-1");
    assert_int_equal(w.history.times.length, 0);
    written_fini(&w);
}

/* ---- what is told ---- */

static void the_report_says_what_is_known(void **state)
{
    static const struct {
        struct ln_min_skew least;
        const char *text, *json;
    } cases[] = {
        { { 1499999, 1500000, false, LN_REASON_NONE },
          "  It would be linearizable if clocks were off by up to 1.5ms (1500000 in the file's unit).\n",
          "{\"min_skew\":1500000,\"min_skew_unit\":\"ns\"}\n" },
        { { 64, -1, true, LN_REASON_NONE },
          "  No clock uncertainty explains it: program order alone is violated.\n",
          "{\"min_skew\":null,\"min_skew_unit\":\"ns\"}\n" },
        { { 12, 16, false, LN_REASON_TIME },
          "  It would be linearizable if clocks were off by more than 12ns (12 in the file's unit), at most 16ns (16 "
          "in the file's unit); then the time ran out.\n",
          "{\"min_skew_above\":12,\"min_skew_at_most\":16,\"min_skew_unit\":\"ns\"}\n" },
        { { 64, -1, false, LN_REASON_MEMORY },
          "  If any clock uncertainty explains it, it is more than 64ns (64 in the file's unit); then the memory ran "
          "out.\n",
          "{\"min_skew_above\":64,\"min_skew_unit\":\"ns\"}\n" },
    };
    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct written w;
        struct ln_outcome outcome = { .verdict = LN_VIOLATED };
        struct ln_judged finding = { .history = &w.history, .outcome = &outcome, .min_skew = &cases[i].least };
        struct ln_facts facts;
        struct ln_str text, json;
        write_history(&w, NULL, "0:a()@0-1");
        ln_str_init(&text, &w.memory);
        ln_str_init(&json, &w.memory);
        ln_clocks_explain(&finding, &text);
        ln_facts_init(&facts, &w.memory);
        ln_clocks_facts(&finding, &facts);
        ln_facts_json(&facts, &json);
        ln_facts_fini(&facts);
        assert_string_equal(ln_str_borrow(&text), cases[i].text);
        assert_string_equal(ln_str_borrow(&json), cases[i].json);
        ln_str_fini(&text);
        ln_str_fini(&json);
        written_fini(&w);
    }
}

/* ---- refused memory ---- */

static enum ln_status seal_and_view(struct ln_history *history)
{
    struct ln_history view;
    uint32_t line, operation;
    enum ln_status status = LN_OK;
    for (int i = 0; i < 30 && !status; i++) {
        struct ln_call_text text = { .process = ln_small(i % 4), .f = LN_VALUE_NULL, .key = LN_VALUE_NONE };
        status = ln_history_operation(history, &text, LN_COMPLETED, LN_VALUE_NULL, i, i + 1, &operation, NULL);
    }
    history->keep_times = true;
    if (!status)
        status = ln_history_set_skew(history, 2);
    if (!status)
        status = ln_history_seal(history, &line, NULL);
    if (status)
        return status;
    status = ln_history_view_init(&view, history);
    if (!status)
        status = ln_history_set_skew(&view, 4);
    if (!status)
        status = ln_history_reorder(&view);
    ln_history_view_fini(&view);
    return status;
}

static void refused_memory_is_said_and_nothing_is_lost(void **state)
{
    (void)state;
    for (int64_t k = 0;; k++) {
        struct written w;
        enum ln_status status;
        ln_memory_init(&w.memory, UINT64_MAX);
        w.memory.fail_after = k;
        status = ln_history_init(&w.history, &w.memory);
        if (!status) {
            status = seal_and_view(&w.history);
            ln_history_fini(&w.history);
        }
        assert_int_equal(w.memory.used, 0);
        if (!status)
            break;
        assert_int_equal(status, LN_NO_MEMORY);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(amounts_are_in_the_unit_of_the_file),
        cmocka_unit_test(what_the_unit_cannot_say_is_rounded_up),
        cmocka_unit_test(processes_are_named),
        cmocka_unit_test(other_words_are_errors),
        cmocka_unit_test(durations_are_written_in_the_unit_that_suits),
        cmocka_unit_test(the_order_is_that_of_the_definition),
        cmocka_unit_test(no_skew_is_the_order_by_time),
        cmocka_unit_test(times_are_kept_only_when_asked),
        cmocka_unit_test(the_report_says_what_is_known),
        cmocka_unit_test(refused_memory_is_said_and_nothing_is_lost),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
