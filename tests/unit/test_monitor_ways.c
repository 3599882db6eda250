#include "monitor/monitor.h"

#include "../support/written_history.h"
#include "base/rng.h"

struct watching {
    struct ln_memory memory;
    struct ln_values values;
    struct ln_spec spec;
    struct ln_monitor *watcher;
};

enum { INSERT, REMOVE }; /* of queue and stack */

static void begin(struct watching *w, const char *spec, struct ln_monitor_options options)
{
    struct ln_error error = { 0 };
    const char *declined;
    ln_memory_init(&w->memory, UINT64_MAX);
    ln_values_init(&w->values, &w->memory);
    assert_int_equal(ln_spec_parse(&w->spec, spec, &w->values, &error), LN_OK);
    assert_int_equal(ln_monitor_new(&w->watcher, &w->spec, &options, &w->memory, &declined), LN_OK);
    assert_non_null(w->watcher);
}

static void end(struct watching *w)
{
    ln_monitor_free(w->watcher);
    ln_values_fini(&w->values);
    assert_int_equal(w->memory.used, 0);
}

static void call(struct watching *w, uint32_t slot, uint16_t method, int64_t value)
{
    assert_int_equal(ln_monitor_call(w->watcher, slot, method, method == INSERT ? ln_small(value) : LN_VALUE_NONE),
                     LN_OK);
}

static void finish(struct watching *w, uint32_t slot, ln_value result)
{
    assert_int_equal(ln_monitor_return(w->watcher, slot, result), LN_OK);
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

static void expect_text(struct watching *w, void (*write)(struct ln_monitor *, struct ln_str *), const char *part)
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
    assert_int_equal(ln_monitor_fail(w.watcher, 1), LN_OK); /* it has not */
    expect(&w, LN_VIOLATED, "ev");
    end(&w);
    begin(&w, "queue", (struct ln_monitor_options){ .k = 2 });
    call(&w, 1, INSERT, 5);
    take(&w, 5);
    expect(&w, LN_UNKNOWN, NULL);
    assert_int_equal(ln_monitor_fail(w.watcher, 1), LN_OK); /* but it came out */
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
        struct ln_monitor_options options = { .k = 2 };
        struct watching w;
        const char *declined = NULL;
        struct ln_error error = { 0 };
        ln_memory_init(&w.memory, UINT64_MAX);
        ln_values_init(&w.values, &w.memory);
        assert_int_equal(ln_spec_parse(&w.spec, specs[i], &w.values, &error), LN_OK);
        assert_int_equal(ln_monitor_new(&w.watcher, &w.spec, &options, &w.memory, &declined), LN_OK);
        assert_null(w.watcher);
        assert_string_equal(declined, "no counting formula is known for this object");
        end(&w);
    }
}

/* ---- the other ways ---- */

static void exactly_it_holds_or_not(void **state)
{
    struct watching w;
    (void)state;
    begin(&w, "queue", (struct ln_monitor_options){ .by = LN_MONITOR_EXACT });
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
    struct ln_budget budget;
    struct ln_memory memory;
    struct ln_ocl *ocl;
    (void)state;
    ln_memory_init(&memory, UINT64_MAX);
    ln_budget_init(&budget, &memory, 0, NULL);
    assert_int_equal(ln_ocl_parse(&ocl, "f", text, strlen(text), &memory, NULL), LN_OK);
    begin(&w, "mutex", (struct ln_monitor_options){ .by = LN_MONITOR_FORMULA, .k = 1, .formula = ocl,
                                                    .budget = &budget });
    for (uint32_t i = 0; i < 2; i++)
        assert_int_equal(ln_monitor_call(w.watcher, i, 0, LN_VALUE_NONE), LN_OK);
    finish(&w, 0, LN_VALUE_NONE);
    expect(&w, LN_UNKNOWN, NULL);
    finish(&w, 1, LN_VALUE_NONE);
    expect(&w, LN_VIOLATED, "twice");
    end(&w);
    begin(&w, "mutex", (struct ln_monitor_options){ .by = LN_MONITOR_FORMULA, .k = 1, .formula = ocl,
                                                    .budget = &budget });
    assert_int_equal(ln_monitor_call(w.watcher, 0, 1, LN_VALUE_NONE), LN_OK);
    assert_string_equal(ln_monitor_state(w.watcher).declined, "an operation is none of those that the formulas know");
    end(&w);
    ln_ocl_free(ocl);
}

/* ---- memory ---- */

/* Whatever allocation fails, nobody is accused for it, and nothing leaks. */
static void every_allocation_may_fail(void **state)
{
    (void)state;
    for (int64_t after = 0; after < 60; after++) {
        struct ln_monitor_options options = { .k = 2 };
        struct watching w;
        const char *declined;
        struct ln_error error = { 0 };
        ln_memory_init(&w.memory, UINT64_MAX);
        ln_values_init(&w.values, &w.memory);
        assert_int_equal(ln_spec_parse(&w.spec, "queue", &w.values, &error), LN_OK);
        w.memory.fail_after = after;
        if (ln_monitor_new(&w.watcher, &w.spec, &options, &w.memory, &declined)) {
            assert_null(w.watcher);
        } else {
            for (int64_t i = 0; i < 100; i++)
                insert(&w, i);
            for (int64_t i = 0; i < 100; i++)
                take(&w, i);
            assert_int_equal(ln_monitor_state(w.watcher).verdict, LN_UNKNOWN);
        }
        w.memory.fail_after = -1;
        end(&w);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(violations_are_told_with_their_values), cmocka_unit_test(what_is_past_is_forgotten),
        cmocka_unit_test(failures_take_back_what_was_called), cmocka_unit_test(unknown_results_accuse_nobody),
        cmocka_unit_test(repeated_values_are_only_counted), cmocka_unit_test(classes_keep_to_their_size),
        cmocka_unit_test(what_never_went_in_is_seen_in_any_class),
            cmocka_unit_test(answers_that_cannot_be_are_violations),
        cmocka_unit_test(objects_without_a_formula_are_declined), cmocka_unit_test(exactly_it_holds_or_not),
        cmocka_unit_test(formulas_that_do_not_know_a_label_give_up), cmocka_unit_test(every_allocation_may_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
