/* A history of a test, made one that engines judge. */
#include "../support/serial_model.h"

#include "explore/explored_history.h"

/* What the event says that ends the call. */
static enum ln_status model_result(const void *self, unsigned lane, unsigned index, struct ln_values *values,
                                   ln_value *out)
{
    const struct ln_explored_history *explored = self;
    const struct ln_explored_event *event = explored->events;
    while (event->lane != lane || !event->is_return || index-- > 0)
        event++;
    *out = event->result == FAILED ? LN_VALUE_NONE : LN_VALUE_NULL;
    return event->result >= NUMBER ? ln_values_int(values, event->result - NUMBER, out) : LN_OK;
}

/* The operations in the order of their calls, each with its process and the places of its events. */
static void write_operations(const struct ln_history *history, struct ln_str *out)
{
    for (uint32_t i = 0; i < history->operations.length; i++) {
        const struct ln_operation *operation = &history->operations.at[i];
        ln_str_text(out, i ? " " : "");
        ln_history_write_process(history, operation->process, out);
        ln_str_char(out, '.');
        ln_history_write_operation(history, i, out);
        ln_str_format(out, "@%u-", operation->call);
        if (operation->ret != LN_NEVER)
            ln_str_int(out, operation->ret);
    }
}

static void expect_history(const char *test, const char *events, bool stuck, const char *expected)
{
    struct ln_memory memory;
    struct ln_explored_object object = model_object("add", 1, "poll", "take");
    struct ln_explored_event list[64];
    struct ln_explored_history explored = written_events(events, list);
    struct ln_test parsed;
    struct ln_explored_source source = { &object, &parsed, &explored, model_result, &explored };
    struct ln_history history;
    struct ln_error error;
    struct ln_str out;
    uint32_t line;
    ln_memory_init(&memory, UINT64_MAX);
    ln_str_init(&out, &memory);
    assert_int_equal(ln_test_parse(&parsed, &object, test, "--test", &error), LN_OK);
    assert_int_equal(ln_history_init(&history, &memory), LN_OK);
    assert_int_equal(ln_explored_history_build(&source, &history), LN_OK);
    assert_int_equal(ln_history_seal(&history, &line, &error), LN_OK);
    write_operations(&history, &out);
    assert_string_equal(ln_str_borrow(&out), expected);
    assert_int_equal(history.stuck, stuck);
    ln_history_fini(&history);
    ln_str_fini(&out);
    assert_int_equal(memory.used, 0);
}

static void calls_have_their_arguments_and_results(void **state)
{
    (void)state;
    expect_history("add(7) poll | take", "0( 1( 0) 0( 1)7 0)e", false,
                   "0.add(7) -> null@0-2 1.take() -> 7@1-4 0.poll() -> null@3-5");
}

static void what_waits_stays_open(void **state)
{
    (void)state;
    expect_history("take | take", "1( 0( #", true, "1.take()@0- 0.take()@1-");
}

static void what_had_no_effect_is_left_out(void **state)
{
    (void)state;
    expect_history("poll add(1) poll | poll", "0( 1( 0)f 0( 0) 1)f 0( 0)1", false,
                   "0.add(1) -> null@0-1 0.poll() -> 1@2-3");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(calls_have_their_arguments_and_results),
        cmocka_unit_test(what_waits_stays_open),
        cmocka_unit_test(what_had_no_effect_is_left_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
