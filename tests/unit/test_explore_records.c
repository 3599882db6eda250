/* What a search keeps of its runs: numbers for results, hashes for histories, and a line for each. */
#include "../support/serial_model.h"

#include "explore/history_line.h"
#include "explore/results.h"

static uint32_t id_of(struct ln_results *results, linnet_value value)
{
    uint32_t id;
    assert_int_equal(ln_results_id(results, &value, &id), LN_OK);
    return id;
}

static void equal_results_have_equal_ids(void **state)
{
    static const linnet_value one[] = { { .kind = LINNET_KIND_INT, .is.number = 1 } };
    struct ln_memory memory;
    struct ln_results results;
    uint32_t ids[2000];
    (void)state;
    ln_memory_init(&memory, UINT64_MAX);
    ln_results_init(&results, &memory);
    for (int i = 0; i < 2000; i++)
        ids[i] = id_of(&results, LINNET_INT(i));
    for (int i = 1999; i >= 0; i--) {
        char text[16];
        snprintf(text, sizeof text, "%d", i);
        assert_int_equal(id_of(&results, LINNET_INT(i)), ids[i]);
        assert_string_equal(ln_results_text(&results, ids[i]), text);
    }
    assert_string_equal(ln_results_text(&results, id_of(&results, LINNET_EMPTY)), "null");
    assert_string_equal(ln_results_text(&results, id_of(&results, LINNET_BOOL(true))), "true");
    assert_string_equal(ln_results_text(&results, id_of(&results, LINNET_FAILED)), LN_RESULT_FAILED);
    assert_int_not_equal(id_of(&results, linnet_string("1", 1)), ids[1]);
    assert_int_equal(id_of(&results, linnet_list(one, 1)), id_of(&results, linnet_list(one, 1)));
    assert_int_not_equal(id_of(&results, linnet_list(one, 1)), ids[1]);
    ln_results_fini(&results);
    assert_int_equal(memory.used, 0);
}

static void expect_line(const char *test, const char *events, const char *expected)
{
    struct ln_memory memory;
    struct ln_explored_object object = model_object("inc", 0, "get", "dec");
    struct ln_explored_event list[64];
    struct ln_explored_history history = written_events(events, list);
    struct ln_test parsed;
    struct ln_naming naming = { &object, &parsed, write_model_result, NULL };
    struct ln_error error;
    struct ln_str out;
    ln_memory_init(&memory, UINT64_MAX);
    assert_int_equal(ln_test_parse(&parsed, &object, test, "--test", &error), LN_OK);
    ln_str_init(&out, &memory);
    ln_history_line_write(&naming, &history, &out);
    assert_string_equal(ln_str_borrow(&out), expected);
    ln_str_fini(&out);
}

static void histories_fit_a_line(void **state)
{
    (void)state;
    expect_line("inc get | inc", "0( 1( 0) 1) 0( 0)2", "0.0:inc()->null{} 0.1:get()->2{0.0,1.0} 1.0:inc()->null{}\n");
    /* The order of events does not matter as far as it orders no operations. */
    expect_line("inc get | inc", "1( 0( 1) 0) 0( 0)2", "0.0:inc()->null{} 0.1:get()->2{0.0,1.0} 1.0:inc()->null{}\n");
    expect_line("inc get | inc", "1( 1) 0( 0) 0( 0)2",
                "0.0:inc()->null{1.0} 0.1:get()->2{0.0,1.0} 1.0:inc()->null{}\n");
    expect_line("dec | inc", "0( 1( 1) #", "0.0:dec()->pending{} 1.0:inc()->null{} stuck\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equal_results_have_equal_ids),
        cmocka_unit_test(histories_fit_a_line),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
