#include "monitor/monitor.h"

#include "../support/written_history.h"
#include "base/rng.h"
#include "inquiry/pieces.h"

struct watching {
    struct ln_memory memory, of_history;
    struct ln_history history; /* what happens, as it happens */
    struct ln_spec spec;
    struct ln_budget budget;
    struct ln_monitor *watcher;
    uint32_t operation[8]; /* per slot */
};

enum { INSERT, REMOVE, ACQUIRE = 0, RELEASE }; /* of queue and stack, and of a mutex */

static void begin_history(struct watching *w, const char *spec)
{
    struct ln_error error = { 0 };
    ln_memory_init(&w->memory, UINT64_MAX);
    ln_memory_init(&w->of_history, UINT64_MAX);
    assert_int_equal(ln_history_init(&w->history, &w->of_history), LN_OK);
    assert_int_equal(ln_spec_parse(&w->spec, spec, &w->history.values, &error), LN_OK);
    ln_budget_init(&w->budget, &w->memory, 0, NULL);
}

static void begin(struct watching *w, const char *spec, struct ln_monitor_options options)
{
    begin_history(w, spec);
    options.budget = &w->budget;
    options.judge = options.judge ? options.judge : &ln_pieces_by_check;
    options.piece = options.piece ? options.piece : 1;
    if (!options.ways)
        options.ways = LN_METHOD_COUNTING;
    assert_int_equal(ln_monitor_new(&w->watcher, &w->spec, &w->history.values, &options, &w->memory), LN_OK);
    assert_non_null(w->watcher);
}

static void end(struct watching *w)
{
    ln_monitor_free(w->watcher);
    ln_history_fini(&w->history);
    assert_int_equal(w->memory.used, 0);
}

static void call(struct watching *w, uint32_t slot, uint16_t method, int64_t value)
{
    ln_value argument = ln_small(value);
    struct ln_call_text text = { .process = ln_small(slot),
                                 .key = LN_VALUE_NONE,
                                 .args = &argument,
                                 .arity = w->spec.class->methods[method].least };
    assert_int_equal(ln_values_string(&w->history.values, "f", 1, &text.f), LN_OK);
    assert_int_equal(ln_history_call(&w->history, &text, &w->operation[slot], NULL), LN_OK);
    w->history.operations.at[w->operation[slot]].method = method;
    assert_int_equal(ln_monitor_call(w->watcher, slot, &w->history, w->operation[slot]), LN_OK);
}

static void finish(struct watching *w, uint32_t slot, ln_value result)
{
    uint32_t operation;
    assert_int_equal(ln_history_return(&w->history, ln_small(slot), LN_COMPLETED, result, &operation, NULL), LN_OK);
    assert_int_equal(ln_monitor_return(w->watcher, slot, &w->history, operation), LN_OK);
}

static void fail_to(struct watching *w, uint32_t slot)
{
    assert_int_equal(ln_monitor_fail(w->watcher, slot, &w->history, w->operation[slot]), LN_OK);
}

static void insert(struct watching *w, int64_t value)
{
    call(w, 0, INSERT, value);
    finish(w, 0, LN_VALUE_NONE);
}

static void take(struct watching *w, int64_t value)
{
    call(w, 0, REMOVE, 0);
    finish(w, 0, ln_small(value));
}

static void expect(const struct watching *w, enum ln_verdict verdict, const char *pattern)
{
    struct ln_monitor_state state = ln_monitor_state(w->watcher);
    assert_int_equal(state.verdict, verdict);
    assert_int_equal(state.over, verdict == LN_VIOLATED || state.declined);
    if (pattern)
        assert_string_equal(state.pattern, pattern);
}

static void expect_text(struct watching *w, void (*write)(const struct ln_monitor *, struct ln_str *), const char *part)
{
    struct ln_str text;
    ln_str_init(&text, &w->memory);
    write(w->watcher, &text);
    if (!strstr(ln_str_borrow(&text), part))
        fail_msg("`%s` is not in: %s", part, ln_str_borrow(&text));
    ln_str_fini(&text);
}

/* ---- counting ---- */

static void violations_are_told_with_their_values(void **state)
{
    struct watching w;
    (void)state;
    begin(&w, "queue", (struct ln_monitor_options){ .k = 2 });
    insert(&w, 7);
    insert(&w, 8);
    expect(&w, LN_UNKNOWN, NULL);
    take(&w, 8);
    expect(&w, LN_VIOLATED, "fv");
    expect_text(&w, ln_monitor_explain, "7 went in [0,0], did not come out");
    expect_text(&w, ln_monitor_explain, "8 went in [1,1], came out [2,2]");
    expect_text(&w, ln_monitor_explain, "counters: inside, in [0,0]: 1; in [1,1] out [2,2]");
    take(&w, 9); /* nothing more is looked at */
    expect(&w, LN_VIOLATED, "fv");
    end(&w);
}

/* The order of 1 and 2 is forgotten at k = 1, where the removal of 2 is told apart from both. */
static void what_is_past_is_forgotten(void **state)
{
    struct watching w;
    (void)state;
    for (uint32_t k = 0; k <= 4; k++) {
        begin(&w, "queue", (struct ln_monitor_options){ .k = k });
        insert(&w, 1);
        insert(&w, 2);
        take(&w, 2);
        expect(&w, k < 2 ? LN_UNKNOWN : LN_VIOLATED, k < 2 ? NULL : "fv");
        end(&w);
    }
}

static void failures_take_back_what_was_called(void **state)
{
    struct watching w;
    (void)state;
    begin(&w, "queue", (struct ln_monitor_options){ .k = 2 });
    insert(&w, 1);
    call(&w, 1, REMOVE, 0); /* may have taken 1 */
    call(&w, 0, REMOVE, 0);
    finish(&w, 0, LN_VALUE_NULL);
    expect(&w, LN_UNKNOWN, NULL);
    fail_to(&w, 1); /* it has not */
    expect(&w, LN_VIOLATED, "ev");
    end(&w);
    begin(&w, "queue", (struct ln_monitor_options){ .k = 2 });
    call(&w, 1, INSERT, 5);
    take(&w, 5);
    expect(&w, LN_UNKNOWN, NULL);
    fail_to(&w, 1); /* but it came out */
    expect(&w, LN_VIOLATED, "rv");
    end(&w);
}

static void unknown_results_accuse_nobody(void **state)
{
    struct watching w;
    (void)state;
    begin(&w, "queue", (struct ln_monitor_options){ .k = 2 });
    insert(&w, 1);
    call(&w, 0, REMOVE, 0);
    finish(&w, 0, LN_VALUE_UNKNOWN); /* it may have been 1 */
    call(&w, 0, REMOVE, 0);
    finish(&w, 0, LN_VALUE_NULL);
    expect(&w, LN_UNKNOWN, NULL);
    end(&w);
}

static void repeated_values_are_only_counted(void **state)
{
    struct watching w;
    (void)state;
    begin(&w, "queue", (struct ln_monitor_options){ .k = 2 });
    insert(&w, 1);
    insert(&w, 1);
    insert(&w, 2);
    take(&w, 2); /* wrong, but 1 is not looked at any more */
    take(&w, 1);
    take(&w, 1);
    expect(&w, LN_UNKNOWN, NULL);
    expect_text(&w, ln_monitor_statistics, "counted only: 1 repeated values");
    take(&w, 1);
    expect(&w, LN_VIOLATED, "rv");
    end(&w);
}

/* Many values inside, few watched: what happens to the class is seen, memory stays, and rest brings all of them back.
 * */
static void classes_keep_to_their_size(void **state)
{
    struct watching w;
    uint64_t used = 0;
    (void)state;
    begin(&w, "queue", (struct ln_monitor_options){ .k = 2, .most_watched = 16 });
    for (int64_t i = 0; i < 20000; i++) {
        insert(&w, i);
        if (i == 1000)
            used = w.memory.used;
    }
    assert_true(w.memory.used <= used);
    expect_text(&w, ln_monitor_statistics, "one value in ");
    for (int64_t i = 0; i < 20000; i++)
        take(&w, i);
    expect(&w, LN_UNKNOWN, NULL);
    expect_text(&w, ln_monitor_statistics, "all values are watched, 0 are inside, 0 operations are open");
    insert(&w, 1);
    call(&w, 0, REMOVE, 0);
    finish(&w, 0, LN_VALUE_NULL);
    expect(&w, LN_VIOLATED, "ev");
    end(&w);
}

/* Removals of values that nobody inserted are seen when they are of the class, or too many. */
static void what_never_went_in_is_seen_in_any_class(void **state)
{
    struct watching w;
    int64_t taken = 0;
    (void)state;
    begin(&w, "bag", (struct ln_monitor_options){ .k = 0, .most_watched = 4 });
    for (int64_t i = 0; i < 64; i++)
        insert(&w, i);
    while (ln_monitor_state(w.watcher).verdict == LN_UNKNOWN)
        take(&w, 1000 + taken++);
    expect(&w, LN_VIOLATED, "rv");
    assert_true(taken <= 65);
    end(&w);
}

static void answers_that_cannot_be_are_violations(void **state)
{
    struct watching w;
    (void)state;
    begin(&w, "queue", (struct ln_monitor_options){ .k = 1 });
    call(&w, 0, INSERT, 1);
    finish(&w, 0, LN_VALUE_FALSE); /* full, without a capacity */
    expect(&w, LN_VIOLATED, "impossible");
    end(&w);
    begin(&w, "queue:capacity=1", (struct ln_monitor_options){ .k = 1 });
    call(&w, 0, INSERT, 1);
    finish(&w, 0, LN_VALUE_FALSE);
    expect(&w, LN_UNKNOWN, NULL);
    end(&w);
}

static void objects_without_a_formula_are_declined(void **state)
{
    static const char *const specs[] = { "register", "mutex", "set", "kv" };
    (void)state;
    for (size_t i = 0; i < COUNT(specs); i++) {
        struct watching w;
        begin(&w, specs[i], (struct ln_monitor_options){ .k = 2 });
        assert_true(ln_monitor_is_over(w.watcher));
        expect(&w, LN_UNKNOWN, NULL);
        assert_string_equal(ln_monitor_state(w.watcher).declined, "no counting formula is known for this object");
        end(&w);
    }
}

/* ---- the other ways ---- */

static void exactly_it_holds_or_not(void **state)
{
    struct watching w;
    (void)state;
    begin(&w, "queue", (struct ln_monitor_options){ .ways = LN_METHOD_EXACT });
    expect(&w, LN_UNKNOWN, NULL); /* nothing returned */
    insert(&w, 1);
    insert(&w, 2);
    expect(&w, LN_HOLDS, NULL);
    take(&w, 2);
    expect(&w, LN_VIOLATED, "BP2");
    end(&w);
}

static void formulas_that_do_not_know_a_label_give_up(void **state)
{
    const char *text = "labels \"acquire()\"; violation twice = #(\"acquire()\") >= 2;";
    struct watching w;
    struct ln_memory memory;
    struct ln_ocl *ocl;
    (void)state;
    ln_memory_init(&memory, UINT64_MAX);
    assert_int_equal(ln_ocl_parse(&ocl, "f", text, strlen(text), &memory, NULL), LN_OK);
    begin(&w, "mutex", (struct ln_monitor_options){ .ways = LN_METHOD_FORMULA, .k = 1, .formula = ocl });
    for (uint32_t i = 0; i < 2; i++)
        call(&w, i, ACQUIRE, 0);
    finish(&w, 0, LN_VALUE_NONE);
    expect(&w, LN_UNKNOWN, NULL);
    finish(&w, 1, LN_VALUE_NONE);
    expect(&w, LN_VIOLATED, "twice");
    end(&w);
    begin(&w, "mutex", (struct ln_monitor_options){ .ways = LN_METHOD_FORMULA, .k = 1, .formula = ocl });
    call(&w, 0, RELEASE, 0);
    assert_string_equal(ln_monitor_state(w.watcher).declined, "an operation is none of those that the formulas know");
    end(&w);
    ln_ocl_free(ocl);
}

static void pieces_are_judged_when_nothing_is_open(void **state)
{
    struct watching w;
    const struct ln_history *piece;
    const struct ln_spec *spec;
    (void)state;
    begin(&w, "stack", (struct ln_monitor_options){ .ways = LN_METHOD_PIECEWISE });
    insert(&w, 1);
    call(&w, 1, INSERT, 2);
    take(&w, 2);
    assert_int_equal(ln_monitor_state(w.watcher).judged, 1); /* push(2) is open */
    finish(&w, 1, LN_VALUE_NONE);
    expect(&w, LN_HOLDS, NULL);
    assert_int_equal(ln_monitor_state(w.watcher).judged, 3);
    assert_int_equal(ln_monitor_state(w.watcher).pieces, 2);
    take(&w, 2);
    expect(&w, LN_VIOLATED, NULL);
    assert_true(ln_monitor_piece(w.watcher, &piece, &spec));
    assert_int_equal(piece->operations.length, 1);
    end(&w);
}

/* By this one the object is in its initial states after two pieces, and in none after the third. */
static enum ln_status begin_counting(void **self, struct ln_memory *memory)
{
    static unsigned count;
    (void)memory;
    count = 0;
    *self = &count;
    return LN_OK;
}

static void end_counting(void *self)
{
    assert_int_equal(*(unsigned *)self, 3);
}

static enum ln_status count_ends(void *self, const struct ln_history *piece, const struct ln_spec *spec,
                                 struct ln_budget *budget, struct ln_next *ends, bool *all)
{
    unsigned *count = self;
    (void)budget;
    assert_true(piece->sealed);
    *all = true;
    if (++*count < 3)
        spec->class->initial(spec, ends);
    return LN_OK;
}

/* Whatever it is that decides them is asked, and believed. */
static void pieces_are_decided_by_the_judge_that_was_given(void **state)
{
    static const struct ln_piece_judge counting = { begin_counting, end_counting, count_ends, NULL };
    struct watching w;
    (void)state;
    begin(&w, "stack", (struct ln_monitor_options){ .ways = LN_METHOD_PIECEWISE, .judge = &counting });
    take(&w, 1);
    take(&w, 2);
    expect(&w, LN_HOLDS, NULL);
    insert(&w, 3);
    expect(&w, LN_VIOLATED, NULL);
    end(&w);
}

static void what_never_returns_is_judged_at_the_end(void **state)
{
    struct watching w;
    (void)state;
    begin(&w, "stack", (struct ln_monitor_options){ .ways = LN_METHOD_PIECEWISE });
    call(&w, 1, INSERT, 2);
    take(&w, 3);
    assert_int_equal(ln_monitor_end(w.watcher), LN_OK);
    expect(&w, LN_VIOLATED, NULL);
    end(&w);
    begin(&w, "stack", (struct ln_monitor_options){ .ways = LN_METHOD_PIECEWISE });
    call(&w, 1, INSERT, 2);
    take(&w, 2);
    assert_int_equal(ln_monitor_end(w.watcher), LN_OK);
    expect(&w, LN_HOLDS, NULL);
    end(&w);
}

/* As long as one goes on, so does the whole; and only those that decide say that it holds. */
static void ways_go_on_without_each_other(void **state)
{
    struct watching w;
    (void)state;
    begin(&w, "queue",
          (struct ln_monitor_options){ .ways = LN_METHOD_PIECEWISE | LN_METHOD_EXACT | LN_METHOD_COUNTING, .k = 2 });
    insert(&w, 1);
    insert(&w, 1); /* exactly is over */
    expect(&w, LN_HOLDS, NULL);
    assert_int_equal(ln_monitor_state(w.watcher).methods, LN_METHOD_PIECEWISE);
    for (uint32_t i = 0; i < 6; i++)
        call(&w, i, INSERT, 10 + i);
    for (uint32_t i = 0; i < 6; i++)
        finish(&w, i, LN_VALUE_NONE); /* and so are the pieces */
    expect(&w, LN_UNKNOWN, NULL);
    assert_int_equal(ln_monitor_state(w.watcher).reason, LN_REASON_METHOD);
    assert_null(ln_monitor_state(w.watcher).declined); /* counting goes on */
    take(&w, 99);
    expect(&w, LN_VIOLATED, "rv");
    assert_int_equal(ln_monitor_state(w.watcher).methods, LN_METHOD_COUNTING);
    end(&w);
}

static void one_object_is_watched(void **state)
{
    struct watching w;
    (void)state;
    begin(&w, "queue", (struct ln_monitor_options){ .ways = LN_METHOD_EXACT });
    insert(&w, 1);
    w.history.operations.at[0].key = ln_small(5);
    assert_int_equal(ln_monitor_call(w.watcher, 3, &w.history, 0), LN_OK);
    expect(&w, LN_UNKNOWN, NULL);
    assert_non_null(strstr(ln_monitor_state(w.watcher).declined, "several objects"));
    end(&w);
}

/* What is declined from outside is unknown, violated or not. */
static void declining_outweighs_all(void **state)
{
    struct watching w;
    (void)state;
    begin(&w, "queue", (struct ln_monitor_options){ .ways = LN_METHOD_EXACT });
    take(&w, 1);
    expect(&w, LN_VIOLATED, "BP1");
    ln_monitor_decline(w.watcher, "operations are missing");
    expect(&w, LN_UNKNOWN, NULL);
    end(&w);
}

/* Whoever spends the budget is never told that it holds. */
static void a_spent_budget_holds_nothing(void **state)
{
    struct watching w;
    (void)state;
    begin(&w, "queue", (struct ln_monitor_options){ .ways = LN_METHOD_EXACT });
    insert(&w, 1);
    expect(&w, LN_HOLDS, NULL);
    ln_budget_stop(&w.budget, LN_STOP_TIME);
    expect(&w, LN_UNKNOWN, NULL);
    assert_int_equal(ln_monitor_state(w.watcher).reason, LN_REASON_TIME);
    end(&w);
}

/* Two operations of one process whose times touch: which comes first is not in the order of events. */
static void operations_that_touch_are_not_decided(void **state)
{
    static const ln_methods ways[] = { LN_METHOD_EXACT, LN_METHOD_PIECEWISE };
    (void)state;
    for (size_t i = 0; i < COUNT(ways); i++) {
        struct written written;
        struct ln_budget budget;
        struct ln_monitor_options options = {
            .ways = ways[i], .judge = &ln_pieces_by_check, .piece = 1, .budget = &budget
        };
        struct ln_monitor *watcher;
        write_history(&written, "queue", "1:enq(1)@0-5 1:deq()->null@5-10 2:enq(2)@0-5 2:deq()->2@5-10");
        assert_true(written.history.linked);
        ln_budget_init(&budget, &written.memory, 0, NULL);
        assert_int_equal(ln_monitor_new(&watcher, &written.spec, &written.history.values, &options, &written.memory),
                         LN_OK);
        for (size_t e = 0; e < written.history.events.length; e++)
            assert_int_equal(ln_monitor_event(watcher, &written.history, e), LN_OK);
        assert_int_equal(ln_monitor_end(watcher), LN_OK);
        assert_int_equal(ln_monitor_state(watcher).verdict, LN_UNKNOWN);
        ln_monitor_free(watcher);
        written_fini(&written);
    }
}

/* ---- memory ---- */

/* Whatever allocation fails, nobody is accused for it, nothing holds by it, and nothing leaks. */
static void every_allocation_may_fail(void **state)
{
    static const ln_methods ways[] = { LN_METHOD_COUNTING, LN_METHOD_EXACT | LN_METHOD_COUNTING, LN_METHOD_PIECEWISE };
    (void)state;
    for (int64_t after = 0; after < 3 * 60; after++) {
        struct watching w;
        struct ln_monitor_options options = {
            .ways = ways[after % 3], .k = 2, .judge = &ln_pieces_by_check, .piece = 1, .budget = &w.budget
        };
        begin_history(&w, "queue");
        w.memory.fail_after = after / 3;
        if (ln_monitor_new(&w.watcher, &w.spec, &w.history.values, &options, &w.memory)) {
            assert_null(w.watcher);
        } else {
            for (int64_t i = 0; i < 100; i++)
                insert(&w, i);
            for (int64_t i = 0; i < 100; i++)
                take(&w, i);
            assert_int_not_equal(ln_monitor_state(w.watcher).verdict, LN_VIOLATED);
            if (ln_monitor_is_over(w.watcher))
                expect(&w, LN_UNKNOWN, NULL);
        }
        w.memory.fail_after = -1;
        end(&w);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(violations_are_told_with_their_values),
        cmocka_unit_test(what_is_past_is_forgotten),
        cmocka_unit_test(failures_take_back_what_was_called),
        cmocka_unit_test(unknown_results_accuse_nobody),
        cmocka_unit_test(repeated_values_are_only_counted),
        cmocka_unit_test(classes_keep_to_their_size),
        cmocka_unit_test(what_never_went_in_is_seen_in_any_class),
        cmocka_unit_test(answers_that_cannot_be_are_violations),
        cmocka_unit_test(objects_without_a_formula_are_declined),
        cmocka_unit_test(exactly_it_holds_or_not),
        cmocka_unit_test(formulas_that_do_not_know_a_label_give_up),
        cmocka_unit_test(pieces_are_judged_when_nothing_is_open),
        cmocka_unit_test(pieces_are_decided_by_the_judge_that_was_given),
        cmocka_unit_test(what_never_returns_is_judged_at_the_end),
        cmocka_unit_test(ways_go_on_without_each_other),
        cmocka_unit_test(one_object_is_watched),
        cmocka_unit_test(declining_outweighs_all),
        cmocka_unit_test(a_spent_budget_holds_nothing),
        cmocka_unit_test(operations_that_touch_are_not_decided),
        cmocka_unit_test(every_allocation_may_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
