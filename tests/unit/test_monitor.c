#include "linnet/monitor.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

struct told {
    unsigned times;
    linnet_verdict verdict;
    size_t operations;
    char text[2000];
};

static void tell(void *context, const linnet_finding *finding)
{
    struct told *told = context;
    told->times++;
    told->verdict = linnet_finding_verdict(finding);
    told->operations = linnet_finding_operations(finding);
    snprintf(told->text, sizeof told->text, "%s", linnet_finding_text(finding));
}

static linnet_sink *open_monitor(const char *spec, size_t piece, struct told *told)
{
    linnet_monitor_options options = LINNET_MONITOR_OPTIONS;
    linnet_sink *sink = NULL;
    char message[256] = "";
    options.spec = spec;
    options.piece = piece;
    options.tell = tell;
    options.context = told;
    assert_int_equal(linnet_monitor_open(&sink, &options, message, sizeof message), LINNET_OK);
    return sink;
}

static linnet_status call(linnet_sink *sink, unsigned process, const char *f, int argument)
{
    linnet_value value = linnet_int(argument);
    linnet_event event = { .process = process, .f = f, .values = &value, .count = argument ? 1 : 0 };
    return sink->event(sink, &event);
}

static linnet_status ret(linnet_sink *sink, unsigned process, const char *f, linnet_value value)
{
    linnet_event event = { .process = process, .is_return = true, .f = f, .values = &value, .count = 1 };
    return sink->event(sink, &event);
}

static void both(linnet_sink *sink, unsigned process, const char *f, int argument, linnet_value value)
{
    assert_int_equal(call(sink, process, f, argument), LINNET_OK);
    assert_int_equal(ret(sink, process, f, value), LINNET_OK);
}

static void states_pass_from_piece_to_piece(void **state)
{
    struct told told = { 0 };
    linnet_sink *sink = open_monitor("queue", 1, &told);
    linnet_monitor_state now = LINNET_MONITOR_STATE;
    (void)state;
    /* Two overlapping enqueues: either order is possible until the first is dequeued, in a later piece. */
    call(sink, 0, "enq", 1);
    call(sink, 1, "enq", 2);
    ret(sink, 1, "enq", LINNET_VOID);
    ret(sink, 0, "enq", LINNET_VOID);
    both(sink, 0, "deq", 0, LINNET_INT(2));
    linnet_monitor_look(sink, &now);
    assert_int_equal(now.verdict, LINNET_HOLDS);
    assert_int_equal(now.pieces, 2);
    assert_int_equal(now.operations, 3);
    both(sink, 0, "deq", 0, LINNET_INT(1));
    assert_int_equal(told.times, 0);
    assert_int_equal(sink->close(sink), LINNET_OK);
    assert_int_equal(told.times, 1);
    assert_int_equal(told.verdict, LINNET_HOLDS);
    assert_string_equal(told.text, "holds: 4 operations are linearizable as queue\n");
}

static void nothing_is_not_holds(void **state)
{
    struct told told = { 0 };
    linnet_sink *sink = open_monitor("queue", 1, &told);
    linnet_monitor_state now = LINNET_MONITOR_STATE;
    (void)state;
    linnet_monitor_look(sink, &now);
    assert_int_equal(now.verdict, LINNET_UNKNOWN);
    call(sink, 0, "enq", 1);
    assert_int_equal(sink->close(sink), LINNET_OK);
    assert_int_equal(told.times, 1);
    assert_int_equal(told.verdict, LINNET_UNKNOWN);
    assert_string_equal(told.text, "unknown: nothing was looked at: no operation returned\n");
}

/* What returned holds once its piece was judged, not before. */
static void what_waits_is_not_held(void **state)
{
    struct told told = { 0 };
    linnet_sink *sink = open_monitor("stack", 2, &told);
    linnet_monitor_state now = LINNET_MONITOR_STATE;
    (void)state;
    both(sink, 0, "push", 1, LINNET_VOID);
    linnet_monitor_look(sink, &now);
    assert_int_equal(now.verdict, LINNET_UNKNOWN);
    assert_int_equal(now.operations, 0);
    assert_int_equal(now.waiting, 1);
    both(sink, 0, "push", 2, LINNET_VOID);
    linnet_monitor_look(sink, &now);
    assert_int_equal(now.verdict, LINNET_HOLDS);
    assert_int_equal(now.operations, 2);
    sink->close(sink);
}

static void a_violation_is_told_at_once_and_once(void **state)
{
    struct told told = { 0 };
    linnet_sink *sink = open_monitor("queue", 1, &told);
    (void)state;
    both(sink, 0, "enq", 1, LINNET_VOID);
    both(sink, 0, "enq", 2, LINNET_VOID);
    both(sink, 1, "deq", 0, LINNET_INT(2));
    assert_int_equal(told.times, 1);
    assert_int_equal(told.verdict, LINNET_VIOLATED);
    assert_non_null(strstr(told.text, "violated: piece 3 is not linearizable as a queue"));
    both(sink, 1, "deq", 0, LINNET_INT(7));
    sink->close(sink);
    assert_int_equal(told.times, 1);
}

static void what_never_returned_may_have_happened(void **state)
{
    struct told told = { 0 };
    linnet_sink *sink = open_monitor("register:initial=0", 100, &told);
    (void)state;
    call(sink, 0, "write", 5);
    both(sink, 1, "read", 0, LINNET_INT(5));
    sink->close(sink);
    assert_int_equal(told.verdict, LINNET_HOLDS);
    told = (struct told){ 0 };
    sink = open_monitor("register:initial=0", 100, &told);
    call(sink, 0, "write", 5);
    both(sink, 1, "read", 0, LINNET_INT(6));
    sink->close(sink);
    assert_int_equal(told.verdict, LINNET_VIOLATED);
}

/* Values that do not fit a word are in a table, which has to outlive the piece. */
static void long_values_outlive_their_piece(void **state)
{
    struct told told = { 0 };
    linnet_sink *sink = open_monitor("stack", 1, &told);
    linnet_value text = linnet_string("a string that does not fit a word", 33);
    linnet_event event = { .process = 0, .f = "push", .values = &text, .count = 1 };
    (void)state;
    sink->event(sink, &event);
    ret(sink, 0, "push", LINNET_VOID);
    both(sink, 0, "push", 1, LINNET_VOID);
    both(sink, 0, "pop", 0, LINNET_INT(1));
    both(sink, 0, "pop", 0, text);
    both(sink, 0, "pop", 0, LINNET_EMPTY);
    sink->close(sink);
    assert_int_equal(told.verdict, LINNET_HOLDS);
}

/* Six that overlap: 720 orders are possible. */
static void insert_at_once(linnet_sink *sink, const char *f)
{
    for (unsigned p = 0; p < 6; p++)
        call(sink, p, f, (int)p + 1);
    for (unsigned p = 0; p < 6; p++)
        ret(sink, p, f, LINNET_VOID);
}

static void too_many_states_are_unknown(void **state)
{
    struct told told = { 0 };
    linnet_sink *sink = open_monitor("stack", 1, &told);
    (void)state;
    insert_at_once(sink, "push");
    assert_int_equal(told.verdict, LINNET_UNKNOWN);
    sink->close(sink);
    assert_int_equal(told.times, 1);
}

/* A queue is watched by patterns then. */
static void patterns_go_on_where_states_are_too_many(void **state)
{
    struct told told = { 0 };
    linnet_sink *sink = open_monitor("queue", 1, &told);
    linnet_monitor_state now = LINNET_MONITOR_STATE;
    (void)state;
    insert_at_once(sink, "enq");
    both(sink, 0, "deq", 0, LINNET_INT(4));
    linnet_monitor_look(sink, &now);
    assert_int_equal(now.verdict, LINNET_HOLDS);
    assert_int_equal(now.operations, 7);
    both(sink, 0, "enq", 9, LINNET_VOID);
    assert_int_equal(told.times, 0);
    both(sink, 1, "deq", 0, LINNET_INT(9)); /* before the other five */
    assert_int_equal(told.times, 1);
    assert_int_equal(told.verdict, LINNET_VIOLATED);
    assert_string_equal(told.text, "violated: not linearizable as queue: BP2, shown by `deq() -> 9` (process 1)\n");
    sink->close(sink);
    assert_int_equal(told.times, 1);
}

static void patterns_give_up_when_values_repeat(void **state)
{
    struct told told = { 0 };
    linnet_sink *sink = open_monitor("queue", 1, &told);
    (void)state;
    both(sink, 0, "enq", 1, LINNET_VOID);
    both(sink, 0, "enq", 1, LINNET_VOID); /* no matter while the states are known */
    both(sink, 0, "deq", 0, LINNET_INT(1));
    assert_int_equal(told.times, 0);
    insert_at_once(sink, "enq");
    assert_int_equal(told.verdict, LINNET_UNKNOWN);
    sink->close(sink);
}

static void mistakes_are_told(void **state)
{
    linnet_monitor_options options = LINNET_MONITOR_OPTIONS;
    struct told told = { 0 };
    linnet_sink *sink;
    char message[256] = "";
    (void)state;
    options.spec = "quueue";
    assert_int_equal(linnet_monitor_open(&sink, &options, message, sizeof message), LINNET_USAGE);
    assert_non_null(strstr(message, "queue"));
    options.spec = NULL;
    assert_int_equal(linnet_monitor_open(&sink, &options, NULL, 0), LINNET_USAGE);
    options.spec = "queue";
    options.timeout = -1;
    assert_int_equal(linnet_monitor_open(&sink, &options, message, sizeof message), LINNET_USAGE);
    assert_string_equal(message, "options.timeout is no time");
    options.timeout = strtod("nan", NULL);
    assert_int_equal(linnet_monitor_open(&sink, &options, message, sizeof message), LINNET_USAGE);
    assert_string_equal(message, "options.timeout is no time");
    options.timeout = 0;
    options.size = 0;
    assert_int_equal(linnet_monitor_open(&sink, &options, message, sizeof message), LINNET_USAGE);
    assert_non_null(strstr(message, "size"));
    assert_null(sink);
    sink = open_monitor("queue", 1, &told);
    assert_int_equal(call(sink, 0, "juggle", 1), LINNET_BAD_INPUT);
    assert_int_equal(told.verdict, LINNET_UNKNOWN);
    sink->close(sink);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(states_pass_from_piece_to_piece),
        cmocka_unit_test(nothing_is_not_holds),
        cmocka_unit_test(what_waits_is_not_held),
        cmocka_unit_test(a_violation_is_told_at_once_and_once),
        cmocka_unit_test(what_never_returned_may_have_happened),
        cmocka_unit_test(long_values_outlive_their_piece),
        cmocka_unit_test(too_many_states_are_unknown),
        cmocka_unit_test(patterns_go_on_where_states_are_too_many),
        cmocka_unit_test(patterns_give_up_when_values_repeat),
        cmocka_unit_test(mistakes_are_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
