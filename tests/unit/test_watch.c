#define _POSIX_C_SOURCE 200809L

#include "inquiry/watch.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

/* Two histories: a queue that is right, and a stack that is not; values that do not fit a word. */
static const char text[] = "{\"linnet\":1,\"spec\":\"queue\",\"id\":\"one\"}\n"
                           "{\"process\":1,\"type\":\"invoke\",\"f\":\"enq\",\"value\":\"a value of some length\"}\n"
                           "{\"process\":1,\"type\":\"ok\"}\n"
                           "{\"process\":2,\"type\":\"invoke\",\"f\":\"deq\"}\n"
                           "{\"process\":2,\"type\":\"ok\",\"value\":\"a value of some length\"}\n"
                           "{\"linnet\":1,\"spec\":\"stack\",\"id\":\"two\"}\n"
                           "{\"process\":1,\"type\":\"invoke\",\"f\":\"push\",\"value\":\"a value of some length\"}\n"
                           "{\"process\":1,\"type\":\"ok\"}\n"
                           "{\"process\":2,\"type\":\"invoke\",\"f\":\"pop\"}\n"
                           "{\"process\":2,\"type\":\"ok\",\"value\":\"another value of some length\"}\n"
                           "{\"process\":2,\"type\":\"invoke\",\"f\":\"pop\"}\n";

static char path[] = "/tmp/linnet-watch-XXXXXX";

static int write_file(void **state)
{
    int file = mkstemp(path);
    ssize_t length = file < 0 ? -1 : write(file, text, sizeof text - 1);
    (void)state;
    return file < 0 || close(file) || length != (ssize_t)sizeof text - 1;
}

static int remove_file(void **state)
{
    (void)state;
    return unlink(path);
}

struct told {
    unsigned count;
    enum ln_verdict verdicts[4];
    enum ln_reason reasons[4];
    ln_methods methods[4];
    char answers[4][200], about[4][200];
};

static void tell(void *context, const struct ln_watched *watched)
{
    struct told *told = context;
    const struct ln_finding *finding = watched->finding;
    assert_true(told->count < 4);
    assert_int_equal(finding->engine, LN_ENGINE_MONITOR);
    assert_true((finding->verdict == LN_UNKNOWN) == (finding->reason != LN_REASON_NONE));
    told->verdicts[told->count] = finding->verdict;
    told->reasons[told->count] = finding->reason;
    told->methods[told->count] = finding->methods;
    snprintf(told->answers[told->count], sizeof told->answers[0], "%s",
             finding->answer.length ? finding->answer.at : "");
    snprintf(told->about[told->count], sizeof told->about[0], "%s",
             finding->words.about.length ? finding->words.about.at : "");
    told->count++;
}

static enum ln_status watch(struct told *told, bool exact, int64_t fail_after)
{
    struct ln_memory memory;
    struct ln_budget budget;
    struct ln_chosen_spec none = { 0 };
    struct ln_error error = { 0 };
    struct ln_watch_options options = {
        .spec = &none,
        .exact = exact,
        .tell = tell,
        .context = told,
        .monitor = { .ways = LN_METHOD_COUNTING, .k = 2, .most_watched = 16, .piece = 1, .budget = &budget },
    };
    enum ln_status status;
    memset(told, 0, sizeof *told);
    ln_memory_init(&memory, UINT64_MAX);
    ln_budget_init(&budget, &memory, 0, NULL);
    memory.fail_after = fail_after;
    status = ln_watch_file(&options, path, &memory, &error);
    memory.fail_after = -1;
    assert_int_equal(memory.used, 0);
    return status;
}

static void every_history_is_answered(void **state)
{
    struct told told;
    (void)state;
    assert_int_equal(watch(&told, true, -1), LN_OK);
    assert_int_equal(told.count, 2);
    assert_int_equal(told.verdicts[0], LN_HOLDS);
    assert_int_equal(told.methods[0], LN_METHOD_EXACT);
    assert_string_equal(told.answers[0], "one is linearizable as a queue (2 operations)");
    assert_int_equal(told.verdicts[1], LN_VIOLATED);
    assert_int_equal(told.methods[1], LN_METHOD_PIECEWISE);
    assert_string_equal(told.answers[1], "two is not linearizable as a stack");
    assert_non_null(strstr(told.about[1], "event 4, the return of `pop() -> \"another value of some length\"`"));
}

static void counting_holds_nothing(void **state)
{
    struct told told;
    (void)state;
    assert_int_equal(watch(&told, false, -1), LN_OK);
    assert_int_equal(told.count, 2);
    assert_int_equal(told.verdicts[0], LN_UNKNOWN);
    assert_int_equal(told.reasons[0], LN_REASON_METHOD);
    assert_int_equal(told.verdicts[1], LN_VIOLATED);
}

/* Whatever allocation fails, what is told is right, or unknown, and nothing leaks. */
static void every_allocation_may_fail(void **state)
{
    enum { MANY = 600 };
    bool whole = false;
    (void)state;
    for (int64_t after = 0; after < MANY && !whole; after++) {
        struct told told;
        enum ln_status status = watch(&told, true, after);
        assert_true(status == LN_OK);
        assert_true(told.count > 0);
        assert_int_not_equal(told.verdicts[0], LN_VIOLATED);
        if (told.count > 1)
            assert_int_not_equal(told.verdicts[1], LN_HOLDS);
        whole = told.count == 2 && told.verdicts[0] == LN_HOLDS && told.verdicts[1] == LN_VIOLATED &&
                strstr(told.about[1], "event 4");
    }
    assert_true(whole);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_history_is_answered),
        cmocka_unit_test(counting_holds_nothing),
        cmocka_unit_test(every_allocation_may_fail),
    };
    return cmocka_run_group_tests(tests, write_file, remove_file);
}
