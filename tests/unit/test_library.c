/* The public interface on histories in memory, as a user's program sees it. */
#include <linnet/linnet.h>
#include <linnet/monitor.h>
#include <linnet/spec.h>

#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

/* ---- building ---- */

static linnet_history *new_history(void)
{
    linnet_history *history;
    assert_int_equal(linnet_history_new(&history, "mine"), LINNET_OK);
    return history;
}

static void call(linnet_history *history, int process, const char *f, int argument)
{
    linnet_value value = linnet_int(argument);
    assert_int_equal(linnet_history_call(history, linnet_int(process), LINNET_NO_KEY, f, &value, argument != 0),
                     LINNET_OK);
}

static void returns(linnet_history *history, int process, linnet_value result)
{
    assert_int_equal(linnet_history_return(history, linnet_int(process), result), LINNET_OK);
}

static void whole(linnet_history *history, int process, const char *f, int argument, linnet_value result)
{
    call(history, process, f, argument);
    returns(history, process, result);
}

static linnet_finding *judge(const linnet_history *history, const char *spec)
{
    linnet_options options = LINNET_OPTIONS;
    linnet_finding *finding;
    char message[512] = "";
    options.spec = spec;
    assert_int_equal(linnet_judge(history, &options, &finding, message, sizeof message), LINNET_OK);
    assert_string_equal(message, "");
    return finding;
}

static linnet_verdict verdict_of(const linnet_history *history, const char *spec)
{
    linnet_finding *finding = judge(history, spec);
    linnet_verdict verdict = linnet_finding_verdict(finding);
    linnet_finding_free(finding);
    return verdict;
}

/* ---- verdicts ---- */

static void says_what_holds_and_why(void **unused)
{
    linnet_history *history = new_history();
    linnet_finding *finding;
    const uint32_t *witness;
    size_t count;
    (void)unused;
    call(history, 0, "enq", 1);
    call(history, 1, "deq", 0);
    returns(history, 1, linnet_int(1));
    finding = judge(history, "queue");
    witness = linnet_finding_witness(finding, &count);
    assert_int_equal(linnet_finding_verdict(finding), LINNET_HOLDS);
    assert_int_equal(linnet_finding_reason(finding), LINNET_REASON_NONE);
    assert_int_equal(count, 2);
    assert_int_equal(witness[0], 0);
    assert_int_equal(witness[1], 1);
    assert_null(linnet_finding_core(finding, &count));
    assert_int_equal(count, 0);
    assert_string_equal(linnet_finding_id(finding), "mine");
    assert_string_equal(linnet_finding_explanation(finding), "");
    assert_int_equal(linnet_finding_operations(finding), 2);
    assert_int_equal(linnet_finding_cut_line(finding), 0);
    assert_true(linnet_finding_seconds(finding) >= 0);
    assert_true(linnet_finding_memory(finding) > 0);
    linnet_finding_free(finding);
    linnet_history_free(history);
}

static void says_what_is_violated_and_why(void **unused)
{
    linnet_history *history = new_history();
    linnet_finding *finding;
    const linnet_core_operation *core;
    size_t count;
    (void)unused;
    for (int i = 10; i < 20; i++)
        whole(history, 2, "enq", i, LINNET_VOID);
    whole(history, 0, "enq", 1, LINNET_VOID);
    whole(history, 0, "enq", 2, LINNET_VOID);
    whole(history, 1, "deq", 0, linnet_int(2));
    finding = judge(history, "queue");
    core = linnet_finding_core(finding, &count);
    assert_int_equal(linnet_finding_verdict(finding), LINNET_VIOLATED);
    assert_true(count >= 2 && count <= 3);
    for (size_t i = 0; i < count; i++)
        assert_true(core[i].operation < 13);
    assert_memory_equal(linnet_finding_text(finding), "violated: mine is not linearizable as a queue\n", 46);
    assert_true(strlen(linnet_finding_explanation(finding)) > 20);
    assert_non_null(linnet_finding_pattern(finding));
    assert_int_equal(linnet_finding_json(finding)[0], '{');
    assert_null(strchr(linnet_finding_json(finding), '\n'));
    assert_non_null(strstr(linnet_finding_json(finding), "\"verdict\":\"violated\""));
    linnet_finding_free(finding);
    linnet_history_free(history);
}

static void a_history_may_grow_and_be_judged_again(void **unused)
{
    linnet_history *history = new_history();
    (void)unused;
    assert_int_equal(verdict_of(history, "stack"), LINNET_UNKNOWN); /* nothing was looked at */
    whole(history, 0, "push", 1, LINNET_VOID);
    whole(history, 0, "push", 2, LINNET_VOID);
    assert_int_equal(verdict_of(history, "stack"), LINNET_HOLDS);
    whole(history, 0, "pop", 0, linnet_int(1));
    assert_int_equal(verdict_of(history, "stack"), LINNET_VIOLATED);
    assert_int_equal(verdict_of(history, "bag"), LINNET_HOLDS);
    assert_int_equal(verdict_of(history, "stack"), LINNET_VIOLATED);
    assert_int_equal(linnet_history_operations(history), 3);
    linnet_history_free(history);
}

/* ---- what operations can come to ---- */

static void what_fails_or_never_returns_counts_as_that(void **unused)
{
    linnet_history *history = new_history();
    (void)unused;
    call(history, 0, "enq", 1);
    call(history, 1, "enq", 2);
    call(history, 2, "deq", 0);
    assert_int_equal(linnet_history_never_returns(history, linnet_int(0)), LINNET_OK);
    returns(history, 2, linnet_int(1)); /* it took effect after all */
    returns(history, 1, LINNET_FAILED);
    whole(history, 1, "deq", 0, LINNET_EMPTY);
    whole(history, 1, "enq", 3, linnet_unknown());
    assert_int_equal(verdict_of(history, "queue"), LINNET_HOLDS);
    whole(history, 2, "deq", 0, linnet_int(2)); /* which was never in */
    assert_int_equal(verdict_of(history, "queue"), LINNET_VIOLATED);
    linnet_history_free(history);
}

static void names_keys_and_long_values(void **unused)
{
    linnet_history *history = new_history();
    linnet_value items[2] = { linnet_text("a text of some length"), linnet_int(INT64_MAX) };
    linnet_value list = linnet_list(items, 2), alice = linnet_text("client alice"), bob = linnet_text("bob");
    (void)unused;
    for (int key = 0; key < 3; key++) {
        assert_int_equal(linnet_history_call(history, alice, linnet_int(key), "write", &list, 1), LINNET_OK);
        assert_int_equal(linnet_history_return(history, alice, LINNET_VOID), LINNET_OK);
        assert_int_equal(linnet_history_call(history, bob, linnet_int(key), "read", NULL, 0), LINNET_OK);
        assert_int_equal(linnet_history_return(history, bob, key == 2 ? linnet_null() : list), LINNET_OK);
        assert_int_equal(verdict_of(history, "register"), key == 2 ? LINNET_VIOLATED : LINNET_HOLDS);
    }
    linnet_history_free(history);
}

static linnet_timed timed(int process, const char *f, const linnet_value *argument, linnet_value result, int64_t at)
{
    linnet_timed operation = LINNET_TIMED;
    operation.process = linnet_int(process);
    operation.f = f;
    operation.arguments = argument;
    operation.argument_count = argument != NULL;
    operation.result = result;
    operation.call = at;
    operation.returned = at + 5;
    return operation;
}

static void times_order_operations(void **unused)
{
    linnet_history *history = new_history();
    linnet_value one = linnet_int(1), two = linnet_int(2);
    linnet_timed read = timed(1, "read", NULL, one, 100), first = timed(0, "write", &one, LINNET_VOID, 0),
                 second = timed(0, "write", &two, LINNET_VOID, 50), failed = timed(2, "write", &two, LINNET_FAILED, 60);
    (void)unused;
    second.returned = LINNET_NEVER;
    assert_int_equal(linnet_history_add(history, &read), LINNET_OK);
    assert_int_equal(linnet_history_add(history, &first), LINNET_OK);
    assert_int_equal(linnet_history_add(history, &second), LINNET_OK);
    assert_int_equal(linnet_history_add(history, &failed), LINNET_OK);
    assert_int_equal(verdict_of(history, "register"), LINNET_HOLDS);
    /* What failed had no effect whenever that became known, so its process goes on. */
    failed = timed(2, "write", &two, LINNET_FAILED, 70);
    failed.returned = LINNET_NEVER;
    assert_int_equal(linnet_history_add(history, &failed), LINNET_OK);
    failed = timed(2, "read", NULL, one, 80);
    assert_int_equal(linnet_history_add(history, &failed), LINNET_OK);
    assert_int_equal(verdict_of(history, "register"), LINNET_HOLDS);
    read = timed(1, "read", NULL, linnet_null(), 50);
    assert_int_equal(linnet_history_add(history, &read), LINNET_OK);
    assert_int_equal(verdict_of(history, "register"), LINNET_VIOLATED);
    linnet_history_free(history);
}

static void stuck_histories_are_judged_for_waiting(void **unused)
{
    linnet_history *history = new_history();
    (void)unused;
    whole(history, 0, "lock", 0, LINNET_VOID);
    call(history, 1, "lock", 0);
    assert_int_equal(linnet_history_stuck(history), LINNET_OK);
    assert_int_equal(verdict_of(history, "mutex"), LINNET_HOLDS);
    whole(history, 0, "unlock", 0, LINNET_VOID);
    assert_int_equal(verdict_of(history, "mutex"), LINNET_VIOLATED);
    linnet_history_free(history);
}

/* ---- what is refused ---- */

/* No history is judged that lacks what could not be added. */
static void assert_bad(linnet_history *history, linnet_status status, const char *why)
{
    linnet_options options = LINNET_OPTIONS;
    linnet_finding *finding;
    char message[512] = "";
    options.spec = "queue";
    if (!strstr(linnet_history_error(history), why))
        fail_msg("\"%s\" does not say \"%s\"", linnet_history_error(history), why);
    assert_int_equal(linnet_history_call(history, linnet_int(77), LINNET_NO_KEY, "deq", NULL, 0), status);
    assert_int_equal(linnet_judge(history, &options, &finding, message, sizeof message), status);
    assert_string_equal(message, linnet_history_error(history));
    assert_null(finding);
    linnet_history_free(history);
}

static void what_cannot_be_added_is_said(void **unused)
{
    static const linnet_kind strange = (linnet_kind)99;
    linnet_value bad[] = { linnet_string("\xff", 1), linnet_unknown(), linnet_failed(), linnet_of_kind(strange) };
    linnet_value one = linnet_int(1);
    linnet_timed operation = timed(0, "enq", &one, LINNET_VOID, 0);
    linnet_history *history;
    (void)unused;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        history = new_history();
        whole(history, 0, "enq", 1, LINNET_VOID);
        assert_int_equal(linnet_history_call(history, one, LINNET_NO_KEY, "enq", &bad[i], 1), LINNET_BAD_INPUT);
        assert_bad(history, LINNET_BAD_INPUT, "operation 1, its arguments: found ");
    }
    history = new_history();
    call(history, 0, "enq", 1);
    assert_int_equal(linnet_history_return(history, linnet_int(0), bad[0]), LINNET_BAD_INPUT);
    assert_bad(history, LINNET_BAD_INPUT, "operation 0, its result: found a string that is not UTF-8");
    history = new_history();
    call(history, 0, "enq", 1);
    assert_int_equal(linnet_history_call(history, linnet_int(0), LINNET_NO_KEY, "enq", &one, 1), LINNET_BAD_INPUT);
    assert_bad(history, LINNET_BAD_INPUT, "process 0 calls again before the return of its enq(1)");
    history = new_history();
    assert_int_equal(linnet_history_return(history, linnet_text("bob"), one), LINNET_BAD_INPUT);
    assert_bad(history, LINNET_BAD_INPUT, "process bob returns without a call");
    history = new_history();
    assert_int_equal(linnet_history_call(history, linnet_bool(true), LINNET_NO_KEY, "enq", &one, 1), LINNET_BAD_INPUT);
    assert_bad(history, LINNET_BAD_INPUT, "neither a number nor a name");
    history = new_history();
    assert_int_equal(linnet_history_call(history, one, LINNET_NO_KEY, NULL, &one, 1), LINNET_BAD_INPUT);
    assert_bad(history, LINNET_BAD_INPUT, "its name is empty");
    history = new_history();
    whole(history, 0, "enq", 1, LINNET_VOID);
    assert_int_equal(linnet_history_add(history, &operation), LINNET_BAD_INPUT);
    assert_bad(history, LINNET_BAD_INPUT, "by its times to a history of events");
    history = new_history();
    operation.returned = -1;
    assert_int_equal(linnet_history_add(history, &operation), LINNET_BAD_INPUT);
    assert_bad(history, LINNET_BAD_INPUT, "before its call");
    history = new_history();
    operation.size = 0;
    assert_int_equal(linnet_history_add(history, &operation), LINNET_USAGE);
    assert_bad(history, LINNET_USAGE, "size");
}

static linnet_status refused(const linnet_history *history, const linnet_options *options, const char *why)
{
    linnet_finding *finding;
    char message[512] = "";
    linnet_status status = linnet_judge(history, options, &finding, message, sizeof message);
    assert_null(finding);
    if (!strstr(message, why))
        fail_msg("\"%s\" does not say \"%s\"", message, why);
    return status;
}

static void what_cannot_be_judged_is_said(void **unused)
{
    linnet_history *history = new_history();
    linnet_options options = LINNET_OPTIONS;
    linnet_value one = linnet_int(1);
    linnet_timed operation = timed(0, "enq", &one, LINNET_VOID, 0);
    (void)unused;
    whole(history, 0, "enqq", 1, LINNET_VOID);
    assert_int_equal(refused(history, NULL, "nothing says what the object is"), LINNET_USAGE);
    options.timeout = -1;
    assert_int_equal(refused(history, &options, "options.timeout is no time"), LINNET_USAGE);
    options.timeout = 0;
    options.spec = "quue";
    assert_int_equal(refused(history, &options, "did you mean 'queue'?"), LINNET_USAGE);
    options.spec = "queue";
    assert_int_equal(refused(history, &options, "operation 0: "), LINNET_BAD_INPUT);
    linnet_history_free(history);
    history = new_history();
    assert_int_equal(linnet_history_add(history, &operation), LINNET_OK);
    operation.call = 3;
    assert_int_equal(linnet_history_add(history, &operation), LINNET_OK);
    assert_int_equal(refused(history, &options, "process 0"), LINNET_BAD_INPUT); /* two at a time */
    options.memory = 1;
    assert_int_equal(refused(history, &options, "memory"), LINNET_STOPPED);
    linnet_history_free(history);
}

/* ---- options of other sizes ---- */

struct later_options {
    linnet_options options;
    uint64_t more;
};

static void options_of_other_sizes(void **unused)
{
    linnet_history *history = new_history();
    struct later_options later = { LINNET_OPTIONS, 0 };
    linnet_options *options = &later.options;
    linnet_finding *finding;
    (void)unused;
    options->spec = "queue";
    options->allow_empty = 1;
    options->size = sizeof later;
    assert_int_equal(linnet_judge(history, options, &finding, NULL, 0), LINNET_OK);
    assert_int_equal(linnet_finding_verdict(finding), LINNET_HOLDS);
    linnet_finding_free(finding);
    later.more = UINT64_C(1) << 63;
    assert_int_equal(refused(history, options, "later"), LINNET_USAGE);
    options->size = offsetof(linnet_options, jobs); /* before there was allow_empty */
    assert_int_equal(linnet_judge(history, options, &finding, NULL, 0), LINNET_OK);
    assert_int_equal(linnet_finding_verdict(finding), LINNET_UNKNOWN);
    assert_int_equal(linnet_finding_reason(finding), LINNET_REASON_EMPTY);
    linnet_finding_free(finding);
    options->size = 4;
    assert_int_equal(refused(history, options, "size"), LINNET_USAGE);
    linnet_history_free(history);
}

/* Other languages say them in their own words (docs/library.md), and a later member must not fall into padding: the
 * members' sizes add up. */
static void structs_have_no_padding(void **unused)
{
    enum { POINTER = sizeof(void *), SIZE = sizeof(size_t), VALUE = 16, LONG = 8, SHORT = 4 };
    (void)unused;
    assert_int_equal(sizeof(linnet_value), VALUE);
    assert_int_equal(sizeof(linnet_options), SIZE + 3 * POINTER + 2 * LONG + 2 * SHORT);
    assert_int_equal(sizeof(linnet_timed), 2 * SIZE + 3 * VALUE + 2 * POINTER + 2 * LONG);
    assert_int_equal(sizeof(linnet_recorder_options), 2 * SIZE + LONG);
    assert_int_equal(sizeof(linnet_monitor_options), 2 * SIZE + 3 * POINTER + 2 * LONG);
    assert_int_equal(offsetof(linnet_value, is), 8);
    assert_int_equal(offsetof(linnet_options, spec), SIZE);
    assert_int_equal(offsetof(linnet_options, timeout), SIZE + 3 * POINTER);
    assert_int_equal(offsetof(linnet_options, allow_empty), SIZE + 3 * POINTER + 2 * LONG + SHORT);
}

/* ---- a spec of one's own ---- */

static const linnet_operation ticket_operations[] = { { "take", 0 } };
static linnet_emit *kept;

static void initial(linnet_emit *emit)
{
    int64_t next = 1;
    kept = emit;
    linnet_emit_state(emit, &next, sizeof next);
}

static void step(const void *state, size_t length, const linnet_call *asked, linnet_emit *emit)
{
    int64_t next;
    memcpy(&next, state, length);
    if (!linnet_result_is_int(asked, next++))
        return;
    linnet_emit_state(emit, &next, sizeof next);
}

static void no_state(linnet_emit *emit)
{
    (void)emit;
}

static void null_state(const void *state, size_t length, const linnet_call *asked, linnet_emit *emit)
{
    (void)state;
    (void)asked;
    linnet_emit_state(emit, NULL, length);
}

static linnet_value list_of_parts(const linnet_call *asked)
{
    (void)asked;
    return linnet_list(NULL, 0);
}

static linnet_value emits_in_partition(const linnet_call *asked)
{
    (void)asked;
    if (kept)
        linnet_emit_state(kept, "", 0);
    return linnet_null();
}

static linnet_spec tickets(void)
{
    return (linnet_spec){ .version = LINNET_SPEC_VERSION,
                          .name = "tickets",
                          .operations = ticket_operations,
                          .operation_count = 1,
                          .initial = initial,
                          .step = step };
}

static void a_spec_of_ones_own_judges(void **unused)
{
    linnet_history *history = new_history();
    linnet_options options = LINNET_OPTIONS;
    linnet_spec spec = tickets();
    linnet_finding *finding;
    (void)unused;
    options.own_spec = &spec;
    options.spec = "queue"; /* is outweighed */
    whole(history, 0, "take", 0, linnet_int(1));
    whole(history, 0, "take", 0, linnet_int(2));
    assert_int_equal(linnet_judge(history, &options, &finding, NULL, 0), LINNET_OK);
    assert_int_equal(linnet_finding_verdict(finding), LINNET_HOLDS);
    linnet_finding_free(finding);
    whole(history, 1, "take", 0, linnet_int(2));
    options.jobs = 2;
    assert_int_equal(linnet_judge(history, &options, &finding, NULL, 0), LINNET_OK);
    assert_int_equal(linnet_finding_verdict(finding), LINNET_VIOLATED);
    linnet_finding_free(finding);
    linnet_history_free(history);
}

static void a_spec_that_answers_nonsense_is_no_verdict(void **unused)
{
    linnet_history *history = new_history();
    linnet_options options = LINNET_OPTIONS;
    linnet_spec spec = tickets();
    (void)unused;
    options.own_spec = &spec;
    whole(history, 0, "take", 0, linnet_int(1));
    whole(history, 0, "take", 0, linnet_int(2));
    spec.version = 7;
    assert_int_equal(refused(history, &options, "made for version 7 of linnet/spec.h, expected 1"), LINNET_BAD_INPUT);
    spec = tickets();
    spec.name = NULL;
    assert_int_equal(refused(history, &options, "it has no name"), LINNET_BAD_INPUT);
    spec = tickets();
    spec.initial = no_state;
    assert_int_equal(refused(history, &options, "it emits no initial state"), LINNET_BAD_INPUT);
    spec = tickets();
    spec.step = null_state;
    assert_int_equal(refused(history, &options, "at a null pointer"), LINNET_BAD_INPUT);
    spec = tickets();
    spec.partition = list_of_parts;
    assert_int_equal(refused(history, &options, "its partition is neither"), LINNET_BAD_INPUT);
    spec.partition = emits_in_partition;
    assert_int_equal(refused(history, &options, "when it was not asked for one"), LINNET_BAD_INPUT);
    linnet_emit_state(kept, "", 0); /* and nobody listens any more */
    linnet_history_free(history);
}

/* ---- threads ---- */

static void *judge_often(void *context)
{
    for (int i = 0; i < 50; i++)
        assert_int_equal(verdict_of(context, "queue"), LINNET_VIOLATED);
    return NULL;
}

static void one_history_is_judged_by_several_threads(void **unused)
{
    linnet_history *history = new_history();
    pthread_t threads[4];
    (void)unused;
    for (int i = 1; i <= 20; i++)
        whole(history, 0, "enq", i, LINNET_VOID);
    whole(history, 0, "deq", 0, linnet_int(7));
    for (int i = 0; i < 4; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, judge_often, history), 0);
    for (int i = 0; i < 4; i++)
        pthread_join(threads[i], NULL);
    linnet_history_free(history);
}

static void nothing_is_freed_too(void **unused)
{
    (void)unused;
    linnet_history_free(NULL);
    linnet_finding_free(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(says_what_holds_and_why),
        cmocka_unit_test(says_what_is_violated_and_why),
        cmocka_unit_test(a_history_may_grow_and_be_judged_again),
        cmocka_unit_test(what_fails_or_never_returns_counts_as_that),
        cmocka_unit_test(names_keys_and_long_values),
        cmocka_unit_test(times_order_operations),
        cmocka_unit_test(stuck_histories_are_judged_for_waiting),
        cmocka_unit_test(what_cannot_be_added_is_said),
        cmocka_unit_test(what_cannot_be_judged_is_said),
        cmocka_unit_test(options_of_other_sizes),
        cmocka_unit_test(structs_have_no_padding),
        cmocka_unit_test(a_spec_of_ones_own_judges),
        cmocka_unit_test(a_spec_that_answers_nonsense_is_no_verdict),
        cmocka_unit_test(one_history_is_judged_by_several_threads),
        cmocka_unit_test(nothing_is_freed_too),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
