/* What the reader does for every format: the binder's errors get their places, budgets are obeyed, memory that is
 * refused is reported. */
#include "test_format_support.h"

#include <unistd.h>

/* ---- a binder that refuses ---- */

struct refusal {
    bool begin, called, returned;
    enum ln_status status;
    enum ln_field field;
    unsigned calls, returns;
};

static enum ln_status on_begin(void *self, struct ln_history *history, const char *spec, struct ln_error *error)
{
    struct refusal *refusal = self;
    (void)history;
    (void)spec;
    return refusal->begin ? ln_fail(error, refusal->status, "no such object") : LN_OK;
}

static enum ln_status on_call(void *self, struct ln_history *history, uint32_t operation, enum ln_field *field,
                              struct ln_error *error)
{
    struct refusal *refusal = self;
    assert_true(operation < history->operations.length);
    refusal->calls++;
    if (!refusal->called)
        return LN_OK;
    *field = refusal->field;
    return ln_fail(error, refusal->status, "refused call");
}

static enum ln_status on_return(void *self, struct ln_history *history, uint32_t operation, enum ln_field *field,
                                struct ln_error *error)
{
    struct refusal *refusal = self;
    assert_int_equal(history->operations.at[operation].fate, LN_COMPLETED);
    refusal->returns++;
    if (!refusal->returned)
        return LN_OK;
    *field = refusal->field;
    return ln_fail(error, refusal->status, "refused return");
}

static void refuse(const char *text, struct refusal refusal, const char *message)
{
    struct ln_binder binder = { .self = &refusal, .begin = on_begin, .called = on_call, .returned = on_return };
    struct ln_reader_options options = { .binder = &binder };
    struct ln_memory memory;
    struct ln_error error;
    struct ln_history history;
    struct ln_reader *reader;
    bool found;
    ln_memory_init(&memory, UINT64_MAX);
    assert_int_equal(ln_reader_open_bytes(&reader, "t", text, strlen(text), &options, &memory, &error), LN_OK);
    assert_int_equal(ln_reader_next(reader, &history, &found, &error), refusal.status);
    assert_string_equal(error.message, message);
    assert_int_equal(error.status, refusal.status);
    assert_false(found);
    assert_int_equal(ln_reader_next(reader, &history, &found, &error), LN_INTERNAL);
    ln_reader_close(reader);
    assert_int_equal(memory.used, 0);
}

#define OPERATION "{\"process\":3,\"f\":\"put\",\"key\":\"k\",\"args\":[1],\"result\":null,\"call\":1,\"return\":2}"
#define HEADER "{\"linnet\":1,\"spec\":\"foo\"}"

static void places_of_the_binders_errors(void **state)
{
    const enum ln_status bad = LN_BAD_INPUT;
    (void)state;
    refuse("\n" HEADER, (struct refusal){ .begin = true, .status = bad }, "t:2:1: no such object");
    refuse(OPERATION, (struct refusal){ .begin = true, .status = LN_USAGE }, "t:1:1: no such object");
    refuse(OPERATION, (struct refusal){ .called = true, .status = bad, .field = LN_FIELD_F }, "t:1:18: refused call");
    refuse(OPERATION, (struct refusal){ .called = true, .status = bad, .field = LN_FIELD_KEY }, "t:1:30: refused call");
    refuse(OPERATION, (struct refusal){ .called = true, .status = bad, .field = LN_FIELD_ARGS },
           "t:1:41: refused call");
    refuse(OPERATION, (struct refusal){ .returned = true, .status = bad, .field = LN_FIELD_RESULT },
           "t:1:54: refused return");
    refuse("{\"process\":3,\"type\":\"invoke\",\"f\":\"r\"}\n{\"process\":3,\"type\":\"ok\"}",
           (struct refusal){ .returned = true, .status = bad, .field = LN_FIELD_RESULT }, "t:2:1: refused return");
    refuse("# set\ninsert 5 1 0 1", (struct refusal){ .returned = true, .status = bad, .field = LN_FIELD_RESULT },
           "t:2:10: refused return");
    refuse("[1] call push(5)", (struct refusal){ .called = true, .status = bad, .field = LN_FIELD_ARGS },
           "t:1:15: refused call");
    refuse("INFO jepsen.util - 0 :invoke :write 1",
           (struct refusal){ .called = true, .status = bad, .field = LN_FIELD_ARGS }, "t:1:37: refused call");
    refuse("{:process 0 :type :invoke :f :put :key \"k\" :value 1}",
           (struct refusal){ .called = true, .status = bad, .field = LN_FIELD_KEY }, "t:1:40: refused call");
}

static void the_binder_sees_completed_operations(void **state)
{
    static const char text[] = "{\"process\":0,\"type\":\"invoke\",\"f\":\"r\"}\n{\"process\":0,\"type\":\"fail\"}\n"
                               "{\"process\":0,\"type\":\"invoke\",\"f\":\"r\"}\n{\"process\":0,\"type\":\"ok\"}\n"
                               "{\"process\":0,\"type\":\"invoke\",\"f\":\"r\"}\n{\"process\":0,\"type\":\"info\"}\n";
    struct refusal none = { 0 };
    struct ln_binder binder = { .self = &none, .begin = on_begin, .called = on_call, .returned = on_return };
    struct ln_reader_options options = { .binder = &binder };
    struct ln_memory memory;
    struct ln_history history;
    struct ln_reader *reader;
    bool found;
    (void)state;
    ln_memory_init(&memory, UINT64_MAX);
    assert_int_equal(ln_reader_open_bytes(&reader, "t", text, strlen(text), &options, &memory, NULL), LN_OK);
    assert_int_equal(ln_reader_next(reader, &history, &found, NULL), LN_OK);
    assert_true(found);
    assert_int_equal(none.calls, 3);
    assert_int_equal(none.returns, 1);
    ln_history_fini(&history);
    ln_reader_close(reader);
    assert_int_equal(memory.used, 0);
}

static void errors_need_no_room(void **state)
{
    static const char *const bad[] = { "{\"linnet\":2}", "x", "\xff", "{\"process\":\n", "# queue\nenq 1 5 3\n" };
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct ln_memory memory;
        struct ln_history history;
        struct ln_reader *reader;
        bool found;
        ln_memory_init(&memory, UINT64_MAX);
        assert_int_equal(ln_reader_open_bytes(&reader, "t", bad[i], strlen(bad[i]), NULL, &memory, NULL), LN_OK);
        assert_int_equal(ln_reader_next(reader, &history, &found, NULL), LN_BAD_INPUT);
        ln_reader_close(reader);
        assert_int_equal(memory.used, 0);
    }
}

static void the_line_of_an_operation(void **state)
{
    static const char text[] = "# one\n\n" OPERATION "\n";
    struct ln_memory memory;
    struct ln_history history;
    struct ln_reader *reader;
    bool found;
    (void)state;
    ln_memory_init(&memory, UINT64_MAX);
    assert_int_equal(ln_reader_open_bytes(&reader, "t", text, strlen(text), NULL, &memory, NULL), LN_OK);
    assert_int_equal(ln_reader_next(reader, &history, &found, NULL), LN_OK);
    assert_int_equal(history.operations.at[0].line, 3);
    assert_true(history.sealed);
    ln_history_fini(&history);
    assert_int_equal(ln_reader_next(reader, &history, &found, NULL), LN_OK);
    assert_false(found);
    assert_int_equal(ln_reader_next(reader, &history, &found, NULL), LN_OK);
    assert_false(found);
    ln_reader_close(reader);
}

static void a_spent_budget_stops(void **state)
{
    static const char text[] = OPERATION "\n";
    struct ln_memory memory;
    struct ln_budget budget;
    struct ln_reader_options options = { .budget = &budget };
    struct ln_error error;
    struct ln_history history;
    struct ln_reader *reader;
    bool found;
    (void)state;
    ln_memory_init(&memory, UINT64_MAX);
    ln_budget_init(&budget, &memory, 0, NULL);
    budget.progress = NULL;
    ln_budget_stop(&budget, LN_STOP_TIME);
    assert_int_equal(ln_reader_open_bytes(&reader, "t", text, strlen(text), &options, &memory, &error), LN_OK);
    assert_int_equal(ln_reader_next(reader, &history, &found, &error), LN_STOPPED);
    assert_string_equal(error.message, "t: stopped after line 0");
    ln_reader_close(reader);
    assert_int_equal(memory.used, 0);
}

static void files_that_cannot_be_read(void **state)
{
    struct ln_memory memory;
    struct ln_error error;
    struct ln_reader *reader;
    (void)state;
    ln_memory_init(&memory, UINT64_MAX);
    assert_int_equal(ln_reader_open(&reader, "/no/such/file", NULL, &memory, &error), LN_BAD_INPUT);
    assert_string_equal(error.message, "/no/such/file: No such file or directory");
    assert_int_equal(ln_reader_open(&reader, "/", NULL, &memory, &error), LN_BAD_INPUT);
    assert_string_equal(error.message, "/: is a directory");
    assert_int_equal(memory.used, 0);
}

static void files_and_standard_input(void **state)
{
    char path[] = "/tmp/linnet-test-XXXXXX";
    int file = mkstemp(path);
    (void)state;
    assert_true(file >= 0);
    assert_int_equal(write(file, OPERATION, strlen(OPERATION)), strlen(OPERATION));
    for (int pass = 0; pass < 2; pass++) {
        struct ln_memory memory;
        struct ln_history history;
        struct ln_reader *reader;
        bool found;
        ln_memory_init(&memory, UINT64_MAX);
        if (pass) {
            assert_int_equal(lseek(file, 0, SEEK_SET), 0);
            assert_int_equal(dup2(file, STDIN_FILENO), STDIN_FILENO);
        }
        assert_int_equal(ln_reader_open(&reader, pass ? "-" : path, NULL, &memory, NULL), LN_OK);
        assert_int_equal(ln_reader_next(reader, &history, &found, NULL), LN_OK);
        assert_int_equal(history.operations.length, 1);
        ln_history_fini(&history);
        ln_reader_close(reader);
        assert_int_equal(memory.used, 0);
    }
    close(file);
    unlink(path);
}

/* ---- memory that is refused ---- */

static void allocations_that_fail(void **state)
{
    static const char *const texts[] = {
        "{\"linnet\":1,\"spec\":\"queue\",\"id\":\"a\\u0062\"}\n"
        "{\"process\":\"a long name\",\"type\":\"invoke\",\"f\":\"a long name\","
        "\"args\":[1,[2.5,\"esc\\n\"],{\"a\":{}}]}\n"
        "{\"process\":\"a long name\",\"type\":\"ok\",\"value\":9223372036854775807}\n{\"linnet\":1}\n",
        "{\"process\":1,\"f\":\"put\",\"args\":[1,2],\"call\":1,\"return\":5}\n"
        "{\"process\":2,\"f\":\"put\",\"args\":[1,2],\"call\":1,\"return\":3}\n",
        "{:process 1 :type :invoke :f :append :key \"a longer key\" :value [1 \"a longer value\" {:a 2.5}]}\n"
        "{:process 1 :type :ok :f :append :key \"a longer key\"}\n",
        "INFO  jepsen.util - 1 :invoke :cas [1 2]\nINFO  jepsen.util - 1 :ok :cas [1 2]\n",
        "# @object atomic-stack\n[1] call push(a long value)\n[1] return\n[1] call pop(7)\n[1] return\n",
        "# set\ninsert a-long-value 1 0 1\ncontains 2 0 1 2\n",
        "",
    };
    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        fail_every_allocation(NULL, texts[i], strlen(texts[i]));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(places_of_the_binders_errors), cmocka_unit_test(the_binder_sees_completed_operations),
        cmocka_unit_test(errors_need_no_room),          cmocka_unit_test(the_line_of_an_operation),
        cmocka_unit_test(a_spent_budget_stops),         cmocka_unit_test(files_that_cannot_be_read),
        cmocka_unit_test(files_and_standard_input),     cmocka_unit_test(allocations_that_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
