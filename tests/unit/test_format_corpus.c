/* Real histories in their original formats against their counterparts in JSON, operation by operation.
 *
 * The corpus is $LINNET_CORPUS, or ../shared/corpus beside the tree when the tests run in it; without it there is
 * nothing to compare, and the test is skipped. The counterparts are read with yajl, so that nothing of the reader is
 * used to check the reader. */
#include "test_format_support.h"

#include <limits.h>
#include <unistd.h>
#include <yajl_tree.h>

enum { PATH_ROOM = 4096, SKIPPED = 77 };

static const char *corpus(void)
{
    static const char *const near[] = { "../shared/corpus", "../../shared/corpus", "../../../shared/corpus" };
    const char *given = getenv("LINNET_CORPUS");
    if (given)
        return access(given, R_OK) == 0 ? given : NULL;
    for (size_t i = 0; i < sizeof near / sizeof *near; i++)
        if (access(near[i], R_OK) == 0)
            return near[i];
    return NULL;
}

static yajl_val member(yajl_val object, const char *name, yajl_type type)
{
    const char *path[] = { name, NULL };
    yajl_val value = yajl_tree_get(object, path, type);
    assert_non_null(value);
    return value;
}

/* ---- one operation ---- */

struct expectation {
    const char *dir;
    bool keyed;        /* the first argument is the key */
    bool strings_only; /* the counterpart writes all values as strings */
};

static void write_expected(yajl_val value, const struct expectation *expectation, struct ln_str *out)
{
    char *end;
    if (YAJL_IS_NULL(value)) {
        ln_str_text(out, "null");
    } else if (YAJL_IS_TRUE(value) || YAJL_IS_FALSE(value)) {
        ln_str_text(out, YAJL_IS_TRUE(value) ? "true" : "false");
    } else if (YAJL_IS_NUMBER(value)) {
        ln_str_text(out, YAJL_GET_NUMBER(value));
    } else {
        const char *text = YAJL_GET_STRING(value);
        (void)!strtoll(text, &end, 10);
        if (expectation->strings_only && *text && !*end)
            ln_str_text(out, text);
        else
            ln_write_json_string(out, text, strlen(text));
    }
}

/* The counterpart's names of the queue's and the stack's methods. */
static bool same_method(const char *have, const char *expected, bool is_limo)
{
    if (!is_limo)
        return strcmp(have, expected) == 0;
    if (strcmp(have, "add") == 0)
        return strcmp(expected, "push") == 0 || strcmp(expected, "enq") == 0;
    if (strcmp(have, "remove") == 0)
        return strcmp(expected, "pop") == 0 || strcmp(expected, "deq") == 0;
    return strcmp(have, expected) == 0;
}

static void check_args(const struct ln_history *history, const struct ln_operation *operation, yajl_val args,
                       const struct expectation *expectation, struct ln_memory *memory)
{
    size_t skipped = expectation->keyed;
    struct ln_str have, expected;
    ln_str_init(&have, memory);
    ln_str_init(&expected, memory);
    assert_int_equal(operation->arity + skipped, args->u.array.len);
    for (size_t i = 0; i < args->u.array.len; i++) {
        ln_value value = i < skipped ? operation->key : history->args.at[operation->args + i - skipped];
        ln_value_write(&history->values, value, &have);
        write_expected(args->u.array.values[i], expectation, &expected);
        ln_str_char(&have, ' ');
        ln_str_char(&expected, ' ');
    }
    assert_string_equal(ln_str_borrow(&have), ln_str_borrow(&expected));
    ln_str_fini(&have);
    ln_str_fini(&expected);
}

static void check_result(const struct ln_history *history, const struct ln_operation *operation, yajl_val object,
                         const struct expectation *expectation, struct ln_memory *memory)
{
    yajl_val result = member(object, "result", yajl_t_any), ret = member(object, "return", yajl_t_any);
    struct ln_str have, expected;
    if (YAJL_IS_NULL(ret)) {
        assert_int_equal(operation->fate, LN_PENDING);
        return;
    }
    assert_int_equal(operation->fate, LN_COMPLETED);
    if (YAJL_IS_STRING(result) && strcmp(result->u.string, "void") == 0) {
        assert_true(ln_same(operation->result, LN_VALUE_NULL));
        return;
    }
    ln_str_init(&have, memory);
    ln_str_init(&expected, memory);
    ln_value_write(&history->values, operation->result, &have);
    write_expected(result, expectation, &expected);
    assert_string_equal(ln_str_borrow(&have), ln_str_borrow(&expected));
    ln_str_fini(&have);
    ln_str_fini(&expected);
}

static void check_operation(const struct ln_history *history, uint32_t index, yajl_val object,
                            const struct expectation *expectation, struct ln_memory *memory)
{
    const struct ln_operation *operation = &history->operations.at[index];
    struct ln_text f = ln_value_text(&history->values, &operation->f);
    char name[32];
    snprintf(name, sizeof name, "%.*s", (int)f.length, f.at);
    assert_true(same_method(name, YAJL_GET_STRING(member(object, "method", yajl_t_string)), expectation->strings_only));
    assert_int_equal(ln_value_int(&history->values, history->processes.at[operation->process]),
                     YAJL_GET_INTEGER(member(object, "thread", yajl_t_number)));
    check_args(history, operation, member(object, "args", yajl_t_array), expectation, memory);
    check_result(history, operation, object, expectation, memory);
}

/* ---- one history ---- */

/* The counterpart's time of a call or a return; a return that never comes is last. */
static long long time_of(yajl_val list, size_t index, const char *name)
{
    yajl_val time = member(list->u.array.values[index], name, yajl_t_any);
    return YAJL_IS_NULL(time) ? LLONG_MAX : YAJL_GET_INTEGER(time);
}

/* Both list operations in the order of their calls. Times may have gaps, so the order of events is compared instead. */
static void check_history(const struct ln_history *history, yajl_val counterpart, const struct expectation *expectation,
                          struct ln_memory *memory)
{
    yajl_val list = member(counterpart, "ops", yajl_t_array);
    size_t count = list->u.array.len;
    assert_int_equal(count, history->operations.length);
    for (uint32_t a = 0; a < count; a++) {
        check_operation(history, a, list->u.array.values[a], expectation, memory);
        if (a)
            assert_true(time_of(list, a - 1, "call") < time_of(list, a, "call"));
    }
    for (uint32_t a = 0; a < count; a++) {
        long long returned = time_of(list, a, "return");
        for (uint32_t b = a + 1; b < count && returned != LLONG_MAX; b++) {
            bool before = history->operations.at[a].ret < history->operations.at[b].call;
            assert_int_equal(before, returned < time_of(list, b, "call"));
            if (before)
                break; /* later ones are called later still */
        }
    }
}

static void check_line(const char *line, const struct expectation *expectation, size_t *compared)
{
    yajl_val counterpart = yajl_tree_parse(line, NULL, 0);
    char path[PATH_ROOM];
    struct ln_memory memory;
    struct ln_error error = { LN_OK, "" };
    struct ln_history history;
    struct ln_reader *reader;
    bool found = false;
    assert_non_null(counterpart);
    snprintf(path, sizeof path, "%s/%s/%s", corpus(), expectation->dir,
             YAJL_GET_STRING(member(counterpart, "id", yajl_t_string)));
    if (access(path, R_OK) == 0) {
        ln_memory_init(&memory, UINT64_MAX);
        if (ln_reader_open(&reader, path, NULL, &memory, &error) || ln_reader_next(reader, &history, &found, &error))
            fail_msg("%s", error.message);
        assert_true(found);
        check_history(&history, counterpart, expectation, &memory);
        ln_history_fini(&history);
        assert_int_equal(ln_reader_next(reader, &history, &found, &error), LN_OK);
        assert_false(found);
        ln_reader_close(reader);
        assert_int_equal(memory.used, 0);
        ++*compared;
    }
    yajl_tree_free(counterpart);
}

static void check_directory(struct expectation expectation)
{
    char path[PATH_ROOM], *line = NULL;
    size_t room = 0, compared = 0;
    FILE *file;
    snprintf(path, sizeof path, "%s/%s/histories.jsonl", corpus(), expectation.dir);
    file = fopen(path, "r");
    assert_non_null(file);
    while (getline(&line, &room, file) > 0)
        check_line(line, &expectation, &compared);
    print_message("%s: %zu histories compared\n", expectation.dir, compared);
    assert_true(compared > 0);
    free(line);
    fclose(file);
}

static void etcd(void **state)
{
    (void)state;
    check_directory((struct expectation){ .dir = "etcd" });
}

static void kv(void **state)
{
    (void)state;
    check_directory((struct expectation){ .dir = "kv", .keyed = true });
}

static void limo(void **state)
{
    (void)state;
    check_directory((struct expectation){ .dir = "limo", .strings_only = true });
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(etcd), cmocka_unit_test(kv), cmocka_unit_test(limo) };
    if (!corpus()) {
        print_message("the corpus was not found: nothing is compared (set LINNET_CORPUS)\n");
        return SKIPPED;
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
