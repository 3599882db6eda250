/* Histories: events in order, operations with times, and the order of operations that comes out. */
#include "../support/written_history.h"

/* ---- events ---- */

static struct ln_call_text text_of(struct ln_history *history, const char *process, const char *f, uint32_t line)
{
    return (struct ln_call_text){ .process = word_value(&history->values, process, strlen(process)),
                                  .f = word_value(&history->values, f, strlen(f)),
                                  .key = LN_VALUE_NONE,
                                  .line = line };
}

static enum ln_status call(struct ln_history *history, const char *process, const char *f, uint32_t line,
                           struct ln_error *error)
{
    struct ln_call_text text = text_of(history, process, f, line);
    uint32_t operation;
    return ln_history_call(history, &text, &operation, error);
}

static enum ln_status give_back(struct ln_history *history, const char *process, enum ln_fate fate, ln_value result,
                                struct ln_error *error)
{
    uint32_t operation;
    return ln_history_return(history, word_value(&history->values, process, strlen(process)), fate, result, &operation,
                             error);
}

static void start(struct written *written)
{
    ln_memory_init(&written->memory, UINT64_MAX);
    assert_int_equal(ln_history_init(&written->history, &written->memory), LN_OK);
}

static void events_keep_their_order_as_positions(void **state)
{
    struct written w;
    struct ln_history *h = &w.history;
    struct ln_error error;
    (void)state;
    start(&w);
    assert_int_equal(call(h, "0", "a", 0, &error), LN_OK);
    assert_int_equal(call(h, "client-b", "b", 0, &error), LN_OK);
    assert_int_equal(ln_history_open(h, ln_small(0)), 0);
    assert_int_equal(give_back(h, "0", LN_COMPLETED, ln_small(7), &error), LN_OK);
    assert_true(ln_history_open(h, ln_small(0)) == LN_NO_OP);
    assert_true(ln_history_open(h, ln_small(5)) == LN_NO_OP);
    assert_int_equal(call(h, "0", "c", 0, &error), LN_OK);
    assert_int_equal(give_back(h, "client-b", LN_COMPLETED, LN_VALUE_NULL, &error), LN_OK);
    seal(h);
    assert_int_equal(h->events.length, 5);
    assert_int_equal(h->operations.at[0].call, 0);
    assert_int_equal(h->operations.at[0].ret, 2);
    assert_true(ln_same(h->operations.at[0].result, ln_small(7)));
    assert_int_equal(h->operations.at[1].call, 1);
    assert_int_equal(h->operations.at[1].ret, 4);
    assert_int_equal(h->operations.at[2].call, 3);
    assert_true(h->operations.at[2].ret == LN_NEVER);
    assert_int_equal(h->operations.at[2].fate, LN_PENDING);
    assert_true(ln_same(h->operations.at[2].result, LN_VALUE_UNKNOWN));
    assert_true(ln_history_precedes(h, 0, 2));
    assert_false(ln_history_precedes(h, 1, 2));
    assert_false(ln_history_precedes(h, 2, 1));
    assert_int_equal(h->processes.length, 2);
    written_fini(&w);
}

static void failed_operations_vanish_from_the_events(void **state)
{
    struct written w;
    struct ln_history *h = &w.history;
    struct ln_error error;
    (void)state;
    start(&w);
    call(h, "0", "a", 0, &error);
    call(h, "1", "b", 0, &error);
    assert_int_equal(give_back(h, "0", LN_FAILED, LN_VALUE_NULL, &error), LN_OK);
    call(h, "0", "c", 0, &error);
    assert_int_equal(give_back(h, "0", LN_COMPLETED, LN_VALUE_NULL, &error), LN_OK);
    assert_int_equal(give_back(h, "1", LN_PENDING, LN_VALUE_NULL, &error), LN_OK);
    seal(h);
    assert_int_equal(h->operations.length, 3);
    assert_int_equal(h->operations.at[0].fate, LN_FAILED);
    assert_int_equal(h->events.length, 3);
    assert_int_equal(h->events.at[0], 1 * 2);
    assert_int_equal(h->events.at[1], 2 * 2);
    assert_int_equal(h->events.at[2], 2 * 2 + 1);
    assert_int_equal(h->operations.at[1].call, 0);
    assert_true(h->operations.at[1].ret == LN_NEVER);
    written_fini(&w);
}

static void processes_that_break_the_rules_are_told_so(void **state)
{
    struct written w;
    struct ln_history *h = &w.history;
    struct ln_error error;
    (void)state;
    start(&w);
    assert_int_equal(give_back(h, "3", LN_COMPLETED, LN_VALUE_NULL, &error), LN_BAD_INPUT);
    assert_string_equal(error.message, "process 3 returns without a call");
    assert_int_equal(call(h, "client-a", "first", 12, &error), LN_OK);
    assert_int_equal(call(h, "client-a", "second", 13, &error), LN_BAD_INPUT);
    assert_string_equal(error.message, "process client-a calls again before the return of its first() of line 12");
    assert_int_equal(give_back(h, "client-a", LN_PENDING, LN_VALUE_NULL, &error), LN_OK);
    assert_int_equal(call(h, "client-a", "third", 14, &error), LN_BAD_INPUT);
    assert_string_equal(error.message, "process client-a calls again after an operation that never returned");
    assert_int_equal(give_back(h, "client-a", LN_COMPLETED, LN_VALUE_NULL, &error), LN_BAD_INPUT);
    assert_string_equal(error.message, "process client-a returns without a call");
    assert_int_equal(call(h, "4", "f", 0, &error), LN_OK);
    assert_int_equal(call(h, "4", "f", 0, &error), LN_BAD_INPUT);
    assert_string_equal(error.message, "process 4 calls again before the return of its f()");
    written_fini(&w);
}

static void many_processes_are_told_apart(void **state)
{
    struct written w;
    struct ln_error error;
    (void)state;
    start(&w);
    for (int round = 0; round < 2; round++) {
        for (uint32_t i = 0; i < 2000; i++) {
            struct ln_call_text text = { .process = ln_small(i * 7), .f = LN_VALUE_NULL, .key = LN_VALUE_NONE };
            uint32_t operation, returned;
            assert_int_equal(ln_history_call(&w.history, &text, &operation, &error), LN_OK);
            assert_int_equal(w.history.operations.at[operation].process, i);
            assert_int_equal(
                ln_history_return(&w.history, text.process, LN_COMPLETED, LN_VALUE_NULL, &returned, &error), LN_OK);
            assert_int_equal(returned, operation);
        }
    }
    assert_int_equal(w.history.processes.length, 2000);
    written_fini(&w);
}

/* ---- operations with times ---- */

/* The operations' intervals as positions: "0-2 1-3", with "<n" where `after` names operation n. */
static void expect_positions_of(struct ln_history *h, const char *expected)
{
    struct ln_str out;
    ln_str_init(&out, h->memory);
    for (size_t i = 0; i < h->operations.length; i++) {
        const struct ln_operation *o = &h->operations.at[i];
        ln_str_text(&out, i ? " " : "");
        if (o->fate == LN_FAILED)
            ln_str_text(&out, "failed");
        else if (o->ret == LN_NEVER)
            ln_str_format(&out, "%u-", o->call);
        else
            ln_str_format(&out, "%u-%u", o->call, o->ret);
        if (o->after != LN_NO_OP)
            ln_str_format(&out, "<%u", o->after);
    }
    assert_string_equal(ln_str_borrow(&out), expected);
    ln_str_fini(&out);
}

static void expect_positions(const char *text, const char *expected)
{
    struct written w;
    write_history(&w, NULL, text);
    expect_positions_of(&w.history, expected);
    written_fini(&w);
}

static void times_become_positions(void **state)
{
    (void)state;
    expect_positions("0:a()@10-30 1:b()@20-50 2:c()@-5- 0:d()@40-x 0:e()@40-45", "1-3 2-6 0- failed 4-5");
    expect_positions("", "");
    expect_positions("0:a()@0-x", "failed");
}

static void touching_operations_of_different_processes_are_concurrent(void **state)
{
    struct written w;
    (void)state;
    expect_positions("0:a()@0-5 1:b()@5-9", "0-2 1-3");
    expect_positions("1:b()@5-9 0:a()@0-5", "1-3 0-2");
    expect_positions("0:a()@5-5 1:b()@5-5", "0-2 1-3");
    write_history(&w, NULL, "1:b()@5-9 0:a()@0-5");
    assert_false(ln_history_precedes(&w.history, 0, 1));
    assert_false(ln_history_precedes(&w.history, 1, 0));
    assert_false(w.history.linked);
    written_fini(&w);
}

static void one_process_is_in_program_order_at_one_instant(void **state)
{
    (void)state;
    expect_positions("0:a()@0-5 0:b()@5-9", "0-1 2-3");
    expect_positions("0:b()@5-9 0:a()@0-5", "2-3 0-1");
    /* what another process does at that instant stays concurrent with both */
    expect_positions("0:a()@0-5 0:b()@5-9 1:c()@5-8 2:d()@1-5", "0-3 4-7 2-6 1-5");
}

static void operations_without_length_stand_in_program_order(void **state)
{
    (void)state;
    expect_positions("0:a()@5-5", "0-1");
    expect_positions("0:a()@5-5 0:b()@5-5 0:c()@5-5", "0-1 2-3 4-5");
    expect_positions("0:z()@5-9 0:a()@0-5 0:b()@5-5 0:c()@5-5", "6-7 0-1 2-3 4-5");
    expect_positions("0:a()@0-5 0:b()@5-5 0:c()@5-", "0-1 2-3 4-");
    expect_positions("1:x()@5-5 0:a()@5-5 0:b()@5-5", "0-5 1-2 3-4");
}

static void instants_of_several_processes_have_links(void **state)
{
    struct written w;
    (void)state;
    expect_positions("0:a()@0-5 0:b()@5-9 1:c()@0-5 1:d()@5-9", "0-4 2-6<0 1-5 3-7<2");
    write_history(&w, NULL, "0:a()@0-5 0:b()@5-5 0:c()@5-9 1:d()@0-5 1:e()@5-9");
    assert_true(w.history.linked);
    assert_true(ln_history_precedes(&w.history, 0, 1));
    assert_true(ln_history_precedes(&w.history, 1, 2));
    assert_true(ln_history_precedes(&w.history, 0, 2)); /* through the one between */
    assert_true(ln_history_precedes(&w.history, 3, 4));
    assert_false(ln_history_precedes(&w.history, 0, 4));
    assert_false(ln_history_precedes(&w.history, 3, 2));
    written_fini(&w);
}

static void extreme_times_are_times_like_others(void **state)
{
    (void)state;
    expect_positions("0:a()@-9223372036854775808-9223372036854775807 1:b()@9223372036854775807-9223372036854775807 "
                     "2:c()@-9223372036854775808--9223372036854775808 3:d()@0-",
                     "1-5 4-6 0-2 3-");
}

static void formats_may_order_what_touches(void **state)
{
    struct written w;
    (void)state;
    start(&w);
    w.history.touching = LN_TOUCHING_IS_ORDERED;
    write_operations(&w.history, NULL, "1:b()@5-9 0:a()@0-5 2:c()@5-5 0:d()@5-6");
    seal(&w.history);
    expect_positions_of(&w.history, "4-7 0-1 2-3 5-6");
    written_fini(&w);
}

/* ---- errors of operations ---- */

static void expect_overlap(const char *text, uint32_t line, const char *message)
{
    struct written w;
    struct ln_error error = { LN_OK, "" };
    uint32_t found;
    start(&w);
    write_operations(&w.history, NULL, text);
    assert_int_equal(ln_history_seal(&w.history, &found, &error), LN_BAD_INPUT);
    assert_string_equal(error.message, message);
    assert_int_equal(found, line);
    written_fini(&w);
}

static void overlap_in_one_process_is_an_error_with_its_line(void **state)
{
    (void)state;
    expect_overlap("0:a()@0-5 0:b(1)->2@4-9", 2, "process 0 calls b(1) -> 2 before the return of its a() of line 1");
    expect_overlap("p:b()@4-9 q:x()@0-1 p:a()@0-5", 1, "process p calls b() before the return of its a() of line 3");
    expect_overlap("0:a()@0- 0:b()@9-9", 2, "process 0 calls b() before the return of its a() of line 1");
    expect_overlap("0:a()@0-5 0:b()@0-5", 2, "process 0 calls b() before the return of its a() of line 1");
    expect_overlap("0:a()@0-9 0:b()@5-5", 2, "process 0 calls b() before the return of its a() of line 1");
}

static void a_return_before_its_call_is_an_error(void **state)
{
    struct written w;
    struct ln_error error;
    struct ln_call_text text;
    uint32_t operation;
    (void)state;
    start(&w);
    text = text_of(&w.history, "0", "a", 1);
    assert_int_equal(ln_history_operation(&w.history, &text, LN_COMPLETED, LN_VALUE_NULL, 5, 4, &operation, &error),
                     LN_BAD_INPUT);
    assert_string_equal(error.message, "the operation returns at 4, before its call at 5");
    assert_int_equal(ln_history_operation(&w.history, &text, LN_PENDING, LN_VALUE_NULL, 5, 4, &operation, &error),
                     LN_OK);
    written_fini(&w);
}

/* ---- refused memory ---- */

static enum ln_status build_by_times(struct ln_history *h, struct ln_error *error)
{
    enum ln_status status = LN_OK;
    uint32_t operation, line;
    for (int i = 0; i < 40 && !status; i++) {
        ln_value args[2] = { ln_small(i), ln_small(i) };
        struct ln_call_text text = {
            .process = ln_small(i % 20), .f = LN_VALUE_NULL, .key = LN_VALUE_NONE, .args = args, .arity = 2
        };
        status = ln_history_operation(h, &text, LN_COMPLETED, LN_VALUE_NULL, i / 20 * 5, i / 20 * 5 + 5, &operation,
                                      error);
    }
    return status ? status : ln_history_seal(h, &line, error);
}

static enum ln_status build_by_events(struct ln_history *h, struct ln_error *error)
{
    enum ln_status status = LN_OK;
    uint32_t line;
    for (int i = 0; i < 40 && !status; i++) {
        char process[8];
        snprintf(process, sizeof process, "%d", i / 2);
        status = i % 2 ? give_back(h, process, LN_COMPLETED, LN_VALUE_NULL, error) : call(h, process, "f", 1, error);
    }
    if (!status)
        status = ln_history_set_id(h, "a name that is longer than most", 31);
    return status ? status : ln_history_seal(h, &line, error);
}

static void refused_memory_is_said_and_nothing_is_lost(void **state)
{
    enum ln_status (*const builders[])(struct ln_history *, struct ln_error *) = { build_by_times, build_by_events };
    (void)state;
    for (size_t b = 0; b < COUNT(builders); b++) {
        for (int64_t k = 0;; k++) {
            struct written w;
            struct ln_error error;
            enum ln_status status;
            ln_memory_init(&w.memory, UINT64_MAX);
            w.memory.fail_after = k;
            status = ln_history_init(&w.history, &w.memory);
            if (!status) {
                status = builders[b](&w.history, &error);
                ln_history_fini(&w.history);
            }
            assert_int_equal(status, w.memory.fail_after < 0 ? LN_NO_MEMORY : LN_OK);
            assert_int_equal(w.memory.used, 0);
            if (!status)
                break;
        }
    }
}

/* ---- the definition ---- */

enum { MOST = 24 };

struct timed {
    uint32_t process;
    int64_t call, ret; /* ret is INT64_MAX when pending */
    bool pending;
};

/* Operations of one process after another, with a clock so coarse that much happens at once. */
static size_t draw(struct ln_rng *rng, struct timed *operations)
{
    uint32_t processes = 1 + ln_rng_below(rng, 4), range = 1 + ln_rng_below(rng, 3);
    size_t count = 0;
    for (uint32_t p = 0; p < processes; p++) {
        int64_t now = ln_rng_below(rng, 3);
        for (uint32_t n = ln_rng_below(rng, 6); n > 0; n--) {
            struct timed *o = &operations[count++];
            *o = (struct timed){ .process = p };
            o->call = now += ln_rng_below(rng, range);
            o->ret = now += ln_rng_below(rng, range);
            if (n == 1 && ln_rng_below(rng, 4) == 0)
                o->pending = true;
        }
    }
    return count;
}

/* Lines in any order, but those of one process in program order. */
static void shuffle(struct ln_rng *rng, struct timed *operations, size_t count)
{
    for (size_t rounds = 3 * count; rounds > 0 && count > 1; rounds--) {
        size_t i = ln_rng_below(rng, (uint32_t)count - 1);
        struct timed swap = operations[i];
        if (swap.process == operations[i + 1].process)
            continue;
        operations[i] = operations[i + 1];
        operations[i + 1] = swap;
    }
}

static bool precedes_by_definition(const struct timed *all, size_t a, size_t b, enum ln_touching touching)
{
    if (a == b || all[a].pending)
        return false;
    if (all[a].process == all[b].process)
        return a < b;
    if (touching == LN_TOUCHING_IS_CONCURRENT)
        return all[a].ret < all[b].call;
    /* a return precedes a call at the same time; two that have no length and touch are both before each other */
    return all[a].ret < all[b].call ||
           (all[a].ret == all[b].call && !(all[a].call == all[a].ret && all[b].call == all[b].ret && !all[b].pending));
}

static void build(struct written *w, const struct timed *all, size_t count, enum ln_touching touching)
{
    struct ln_error error;
    start(w);
    w->history.touching = touching;
    for (size_t i = 0; i < count; i++) {
        struct ln_call_text text = { .process = ln_small(all[i].process), .f = LN_VALUE_NULL, .key = LN_VALUE_NONE };
        uint32_t operation;
        assert_int_equal(ln_history_operation(&w->history, &text, all[i].pending ? LN_PENDING : LN_COMPLETED,
                                              LN_VALUE_NULL, all[i].call, all[i].ret, &operation, &error),
                         LN_OK);
    }
    seal(&w->history);
}

static void compare_with_definition(enum ln_touching touching, uint64_t seed)
{
    struct timed all[MOST];
    for (uint64_t round = 0; round < 20000; round++) {
        struct ln_rng rng = { seed + round };
        size_t count = draw(&rng, all);
        struct written w;
        shuffle(&rng, all, count);
        build(&w, all, count, touching);
        for (size_t a = 0; a < count; a++) {
            for (size_t b = 0; b < count; b++) {
                bool expected = precedes_by_definition(all, a, b, touching);
                if (ln_history_precedes(&w.history, (uint32_t)a, (uint32_t)b) != expected)
                    fail_msg("seed %llu: %zu [%lld, %lld] of %u %s %zu [%lld, %lld] of %u",
                             (unsigned long long)(seed + round), a, (long long)all[a].call, (long long)all[a].ret,
                             all[a].process, expected ? "should precede" : "should not precede", b,
                             (long long)all[b].call, (long long)all[b].ret, all[b].process);
            }
        }
        written_fini(&w);
    }
}

static void precedence_is_what_the_times_say(void **state)
{
    (void)state;
    compare_with_definition(LN_TOUCHING_IS_CONCURRENT, 1);
}

static void precedence_is_what_the_times_say_where_touching_is_ordered(void **state)
{
    (void)state;
    compare_with_definition(LN_TOUCHING_IS_ORDERED, 1000000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(events_keep_their_order_as_positions),
        cmocka_unit_test(failed_operations_vanish_from_the_events),
        cmocka_unit_test(processes_that_break_the_rules_are_told_so),
        cmocka_unit_test(many_processes_are_told_apart),
        cmocka_unit_test(times_become_positions),
        cmocka_unit_test(touching_operations_of_different_processes_are_concurrent),
        cmocka_unit_test(one_process_is_in_program_order_at_one_instant),
        cmocka_unit_test(operations_without_length_stand_in_program_order),
        cmocka_unit_test(instants_of_several_processes_have_links),
        cmocka_unit_test(extreme_times_are_times_like_others),
        cmocka_unit_test(formats_may_order_what_touches),
        cmocka_unit_test(overlap_in_one_process_is_an_error_with_its_line),
        cmocka_unit_test(a_return_before_its_call_is_an_error),
        cmocka_unit_test(refused_memory_is_said_and_nothing_is_lost),
        cmocka_unit_test(precedence_is_what_the_times_say),
        cmocka_unit_test(precedence_is_what_the_times_say_where_touching_is_ordered),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
