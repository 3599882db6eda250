#include "../support/written_history.h"

/* ---- values in any table ---- */

static void fingerprints_do_not_depend_on_the_table(void **state)
{
    static const char *const texts[] = { "short", "a text of some length", "another text of some length" };
    struct ln_memory memory;
    struct ln_values one, other;
    ln_value a, b, copies[2], prints[3];
    (void)state;
    ln_memory_init(&memory, UINT64_MAX);
    ln_values_init(&one, &memory);
    ln_values_init(&other, &memory);
    assert_int_equal(ln_values_string(&other, "something that is there first", 29, &a), LN_OK);
    for (size_t i = 0; i < COUNT(texts); i++) {
        assert_int_equal(ln_values_string(&one, texts[i], strlen(texts[i]), &a), LN_OK);
        assert_int_equal(ln_value_copy(&one, a, &other, &b), LN_OK);
        assert_int_equal(ln_value_is_word(a), i == 0);
        assert_int_equal(ln_value_fingerprint(&one, a, &prints[i]), LN_OK);
        assert_int_equal(ln_value_fingerprint(&other, b, &copies[0]), LN_OK);
        assert_true(ln_same(prints[i], copies[0]));
        assert_int_equal(ln_same(prints[i], a), i == 0);
    }
    assert_false(ln_same(prints[1], prints[2]));
    copies[0] = a;
    assert_int_equal(ln_values_int(&one, INT64_MAX, &copies[1]), LN_OK);
    assert_int_equal(ln_values_list(&one, copies, 2, &a), LN_OK);
    assert_int_equal(ln_value_copy(&one, a, &other, &b), LN_OK);
    assert_int_equal(ln_value_fingerprint(&one, a, &prints[0]), LN_OK);
    assert_int_equal(ln_value_fingerprint(&other, b, &prints[1]), LN_OK);
    assert_true(ln_same(prints[0], prints[1]));
    ln_values_fini(&one);
    ln_values_fini(&other);
    assert_int_equal(memory.used, 0);
}

/* ---- histories that forget ---- */

static void call(struct ln_history *history, const char *process, const char *value)
{
    struct ln_call_text text = { .key = LN_VALUE_NONE, .arity = 1 };
    struct ln_error error = { 0 };
    ln_value argument;
    uint32_t operation;
    assert_int_equal(ln_values_string(&history->values, process, strlen(process), &text.process), LN_OK);
    assert_int_equal(ln_values_string(&history->values, "enqueue_it", 10, &text.f), LN_OK);
    assert_int_equal(ln_values_string(&history->values, value, strlen(value), &argument), LN_OK);
    text.args = &argument;
    assert_int_equal(ln_history_call(history, &text, &operation, &error), LN_OK);
}

static enum ln_status finish(struct ln_history *history, const char *process, uint32_t *operation)
{
    struct ln_error error = { 0 };
    ln_value name;
    assert_int_equal(ln_values_string(&history->values, process, strlen(process), &name), LN_OK);
    return ln_history_return(history, name, LN_COMPLETED, LN_VALUE_NULL, operation, &error);
}

static void expect_operation(const struct ln_history *history, uint32_t operation, const char *expected)
{
    struct ln_str text;
    ln_str_init(&text, history->memory);
    ln_history_write_operation(history, operation, &text);
    assert_string_equal(ln_str_borrow(&text), expected);
    ln_str_fini(&text);
}

/* Open operations survive, with their values and processes, whatever the table is. */
static void only_open_operations_are_remembered(void **state)
{
    struct ln_memory memory;
    struct ln_history history;
    char value[64];
    uint32_t operation;
    uint64_t most[2] = { 0, 0 }; /* of the first half, of the second */
    bool renewed, ever = false;
    (void)state;
    ln_memory_init(&memory, UINT64_MAX);
    assert_int_equal(ln_history_init(&history, &memory), LN_OK);
    call(&history, "a patient process", "what it waits with");
    for (uint32_t i = 0; i < 60000; i++) {
        snprintf(value, sizeof value, "a value with the number %u", i);
        call(&history, "a busy process", value);
        assert_int_equal(finish(&history, "a busy process", &operation), LN_OK);
        if (i % 1000)
            continue;
        assert_int_equal(ln_history_forget(&history, &renewed), LN_OK);
        assert_int_equal(history.operations.length, 1);
        expect_operation(&history, 0, "enqueue_it(\"what it waits with\")");
        ever |= renewed;
        if (memory.used > most[i >= 30000])
            most[i >= 30000] = memory.used;
    }
    assert_true(ever && most[1] <= most[0]);
    assert_int_equal(finish(&history, "a patient process", &operation), LN_OK);
    assert_int_equal(finish(&history, "a patient process", &operation), LN_BAD_INPUT);
    ln_history_fini(&history);
    assert_int_equal(memory.used, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fingerprints_do_not_depend_on_the_table),
        cmocka_unit_test(only_open_operations_are_remembered),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
