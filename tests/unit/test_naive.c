/* The naive enumerator, on what can be counted by hand. */
#include "naive/naive.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

struct tried {
    const struct naive_object *object;
    struct naive_test test;
    struct naive_histories histories;
};

static struct tried try_within(const char *object, const char *test, struct naive_bounds bounds)
{
    struct tried tried;
    tried.object = naive_object(object);
    assert_non_null(tried.object);
    assert_true(naive_parse(tried.object, test, &tried.test));
    naive_enumerate(tried.object, &tried.test, bounds, &tried.histories);
    return tried;
}

/* So many preemptions, and as many switches between calls. */
static struct tried try_test(const char *object, const char *test, int bound)
{
    return try_within(object, test, (struct naive_bounds){ bound, bound });
}

static void expect_within(const char *object, const char *test, int preemptions, int switches, size_t histories,
                          size_t executions)
{
    struct tried tried = try_within(object, test, (struct naive_bounds){ preemptions, switches });
    if (tried.histories.length != histories || tried.histories.executions != executions)
        fail_msg("%s, `%s`: %zu histories of %zu executions, expected %zu of %zu", object, test, tried.histories.length,
                 tried.histories.executions, histories, executions);
    naive_histories_free(&tried.histories);
}

static void expect_counts(const char *object, const char *test, size_t histories, size_t executions)
{
    expect_within(object, test, NAIVE_UNBOUNDED, NAIVE_UNBOUNDED, histories, executions);
}

static bool has(const char *object, const char *test, int bound, const char *line)
{
    struct tried tried = try_test(object, test, bound);
    bool found = false;
    for (size_t i = 0; i < tried.histories.length && !found; i++) {
        char written[NAIVE_LINE];
        naive_write(tried.object, &tried.test, &tried.histories.at[i], written);
        found = strcmp(written, line) == 0;
    }
    naive_histories_free(&tried.histories);
    return found;
}

static enum naive_verdict verdict(const char *object, const char *test, int bound)
{
    struct tried tried = try_test(object, test, bound);
    struct naive_histories serial;
    enum naive_verdict verdict;
    size_t shown;
    naive_enumerate_serial(tried.object, &tried.test, &serial);
    verdict = naive_check(&serial, &tried.histories, &shown);
    naive_histories_free(&serial);
    naive_histories_free(&tried.histories);
    return verdict;
}

/* Steps of m and n are interleaved in (m + n choose n) ways. */
static void steps_are_interleaved_in_all_ways(void **state)
{
    (void)state;
    expect_counts("counter1", "get | get", 2, 2);
    expect_counts("counter1", "inc | inc", 3, 6);
    expect_counts("counter1", "inc get | inc", 6, 10);
    expect_counts("counter1", "get get | get get", 6, 6);
    expect_counts("counter1", "get | get | get | get", 24, 24);
    expect_counts("pair", "write(1) | read", 6, 6);
}

/* Who begins, and after which of its steps it lets the other one go. */
static void preemptions_are_bounded(void **state)
{
    (void)state;
    expect_within("counter1", "inc get | inc", 0, 0, 2, 2);
    expect_within("counter1", "inc get | inc", 1, 0, 4, 4);
    expect_within("counter1", "inc get | inc", 0, 1, 3, 3);
    expect_within("counter1", "inc | inc | inc", 0, 0, 6, 6);
    expect_within("treiber-never", "push(1) push(2) | push(3)", 0, 0, 2, 2);
}

/* A pop of an empty stack reads the top; a push swaps it with the last of its five steps, four without reuse. */
static void loops_end_when_they_do(void **state)
{
    (void)state;
    expect_counts("treiber-lifo", "push(1) | pop", 3, 6);
    expect_counts("treiber-never", "push(1) | pop", 3, 5);
    expect_counts("treiber-never", "pop | pop", 2, 2);
}

/* Who finds the lock held has begun: after the first, second or third step of the other, or not at all. */
static void locks_exclude(void **state)
{
    (void)state;
    expect_counts("mutex_counter", "inc | inc", 3, 8);
    expect_counts("tas_lock_counter", "inc | inc", 3, 8);
}

static void histories_are_written(void **state)
{
    (void)state;
    assert_true(has("counter1", "inc get | inc", 1, "0.0:inc()->null{} 0.1:get()->1{0.0,1.0} 1.0:inc()->null{}"));
    assert_false(has("counter1", "inc get | inc", 0, "0.0:inc()->null{} 0.1:get()->1{0.0,1.0} 1.0:inc()->null{}"));
    assert_true(has("pair", "write(1) | read", 1, "0.0:write(1)->null{} 1.0:read()->10{}"));
    assert_true(has("counter2", "get | inc", 0, "0.0:get()->0{} 1.0:inc()->pending{0.0} stuck"));
    assert_true(has("treiber-never", "push(1) pop | pop", 1,
                    "0.0:push(1)->null{} 0.1:pop()->pending{0.0} 1.0:pop()->1{0.0} fault"));
}

/* Figure 1 of Bouajjani, Emmi, Enea and Hamza (POPL 2015) wants the freed node back with the second push, not the
 * first: another one has to be free before it. */
static void reuse_decides_whether_nodes_come_back(void **state)
{
    const char *test = "push(1) pop | pop push(2) push(3) pop";
    const char *aba = "0.0:push(1)->null{} 0.1:pop()->3{0.0} 1.0:pop()->1{0.0} 1.1:push(2)->null{0.0,1.0} "
                      "1.2:push(3)->null{0.0,1.0,1.1} 1.3:pop()->null{0.0,0.1,1.0,1.1,1.2}";
    (void)state;
    assert_true(has("treiber-any", test, 1, aba));
    assert_false(has("treiber-any", test, 0, aba));
    assert_true(has("treiber-fifo", test, 1, aba));
    assert_false(has("treiber-lifo", test, 3, aba));
    assert_false(has("treiber-never", test, 3, aba));
    assert_int_equal(verdict("treiber-fifo", "push(1) pop pop | pop push(2) push(3)", 1), NAIVE_VIOLATED);
    assert_int_equal(verdict("treiber-any", "push(1) pop pop | pop push(2) push(3)", 1), NAIVE_VIOLATED);
    assert_int_equal(verdict("treiber-lifo", "push(1) pop pop | pop push(2) push(3)", 3), NAIVE_HOLDS);
    assert_int_equal(verdict("treiber-lifo", "push(1) pop pop | pop push(2) | push(3)", 2), NAIVE_VIOLATED);
    assert_int_equal(verdict("treiber-never", "push(1) pop | pop", 1), NAIVE_VIOLATED);
}

static void line_up_finds_what_it_found(void **state)
{
    (void)state;
    assert_int_equal(verdict("counter1", "inc get | inc", NAIVE_UNBOUNDED), NAIVE_VIOLATED);
    assert_int_equal(verdict("counter1", "inc | inc", NAIVE_UNBOUNDED), NAIVE_HOLDS);
    assert_int_equal(verdict("counter2", "get inc | inc get", NAIVE_UNBOUNDED), NAIVE_HOLDS); /* see counter2.c */
    assert_int_equal(verdict("mutex_counter", "inc get | inc get", NAIVE_UNBOUNDED), NAIVE_HOLDS);
    assert_int_equal(verdict("tas_lock_counter", "inc get | inc get", NAIVE_UNBOUNDED), NAIVE_HOLDS);
    assert_int_equal(verdict("pair", "write(1) | read", 1), NAIVE_VIOLATED);
    assert_int_equal(verdict("pair", "write(1) | read", 0), NAIVE_HOLDS);
    assert_int_equal(verdict("timed_queue", "add(1) add(2) | poll", 1), NAIVE_VIOLATED);
    assert_int_equal(verdict("timed_queue", "add(200) poll | add(400) poll", 2), NAIVE_VIOLATED);
    assert_int_equal(verdict("timed_queue", "add(1) poll | poll", NAIVE_UNBOUNDED), NAIVE_HOLDS);
}

/* Figure 9 of Line-Up. */
static void second_look_loses_a_wake_up(void **state)
{
    const char *test = "wait | set reset set";
    const char *lost = "0.0:wait()->pending{} 1.0:set()->null{} 1.1:reset()->null{1.0} 1.2:set()->null{1.0,1.1} stuck";
    (void)state;
    assert_int_equal(verdict("reset_event", test, 1), NAIVE_HOLDS);
    assert_int_equal(verdict("reset_event", test, 2), NAIVE_VIOLATED);
    assert_true(has("reset_event", test, 2, lost));
    assert_int_equal(verdict("reset_event", "wait | set | reset | set", 2), NAIVE_VIOLATED);
    assert_false(has("reset_event-fixed", test, NAIVE_UNBOUNDED, lost));
}

/* Every test of at most four calls by at most three threads; the slip wants two preemptions at most. */
static void without_it_none_is_lost(void **state)
{
    static const char *const names[] = { "wait", "set", "reset" };
    (void)state;
    for (int code = 0; code < 12 * 12 * 12 * 12; code++) { /* three calls on three threads, or no call at all */
        char threads[3][64] = { "", "", "" }, test[256];
        bool ended = false, gap = false;
        for (int i = 0, rest = code; i < 4; i++, rest /= 12) {
            gap |= ended && rest % 12 < 9;
            ended |= rest % 12 >= 9;
            if (!ended) {
                strcat(threads[rest % 12 / 3], " ");
                strcat(threads[rest % 12 / 3], names[rest % 3]);
            }
        }
        if (gap || strcmp(threads[0], threads[1]) < 0 || strcmp(threads[1], threads[2]) < 0)
            continue; /* another code has the same threads */
        snprintf(test, sizeof test, "%s |%s |%s", threads[0], threads[1], threads[2]);
        if (verdict("reset_event-fixed", test, 3) != NAIVE_HOLDS)
            fail_msg("`%s` does not hold", test);
    }
}

static void nonsense_is_no_test(void **state)
{
    static const char *const wrong[] = { "inc(1)", "dec", "inc get( | inc", "inc inc inc inc inc",
                                         "inc|inc|inc|inc|inc" };
    struct naive_test test;
    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_false(naive_parse(naive_object("counter1"), wrong[i], &test));
    assert_false(naive_parse(naive_object("pair"), "write", &test));
    assert_false(naive_parse(naive_object("pair"), "write(x)", &test));
    assert_true(naive_parse(naive_object("counter1"), "inc() get|get", &test));
    assert_null(naive_object("counter3"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(steps_are_interleaved_in_all_ways),
        cmocka_unit_test(preemptions_are_bounded),
        cmocka_unit_test(loops_end_when_they_do),
        cmocka_unit_test(locks_exclude),
        cmocka_unit_test(histories_are_written),
        cmocka_unit_test(reuse_decides_whether_nodes_come_back),
        cmocka_unit_test(line_up_finds_what_it_found),
        cmocka_unit_test(second_look_loses_a_wake_up),
        cmocka_unit_test(without_it_none_is_lost),
        cmocka_unit_test(nonsense_is_no_test),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
