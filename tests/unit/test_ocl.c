#include "counting/ocl.h"
#include "../support/written_history.h"

/* ---- reading ---- */

static void expect_error(const char *text, const char *message)
{
    struct ln_memory memory;
    struct ln_error error = { 0 };
    struct ln_ocl *ocl = NULL;
    ln_memory_init(&memory, UINT64_MAX);
    assert_int_equal(ln_ocl_parse(&ocl, "f", text, strlen(text), &memory, &error), LN_BAD_INPUT);
    assert_null(ocl);
    assert_string_equal(error.message, message);
    assert_int_equal(memory.used, 0);
}

static void errors_say_where_and_what(void **state)
{
    (void)state;
    expect_error("", "f:1:1: found no violation, expected at least one");
    expect_error("violation", "f:1:10: found the end, expected a name of up to 31 letters");
    expect_error("violation a = 1 < 2", "f:1:20: found the end, expected `;`");
    expect_error("violation a = 1 <> 2;",
                 "f:1:18: found `>`, expected a bound: a number, k or a variable of `some` or `every`");
    expect_error("violation a = 1;", "f:1:16: found `;`, expected <=, <, >=, >, = or !=");
    expect_error(
        "violation a = Push(y);",
        "f:1:20: found `y`, expected a label: a variable, pushed(x), pushing(x), popped(x), popping, empty or one in "
        "quotes");
    expect_error("violation a =\n  exists x: Pushed(x);", "f:2:13: found `Pushed`, expected a formula: a predicate, a "
                                                          "definition, a comparison, not, exists, some or every");
    expect_error("include nothing;", "f:1:9: found `nothing`, expected rv, ev, fv, lv, queue, stack, bag or pool");
    expect_error("def a(x) = Push(x); def a(x) = Pop(x);", "f:1:25: found `a`, expected a name that is not taken");
    expect_error("def a(x; i) = #(x, i, i) = 0; violation b = exists x: a(x);", "f:1:58: found `)`, expected `;`");
    expect_error("violation a = exists exists: 1 = 1;", "f:1:22: found `exists`, expected a name for a variable");
    expect_error("violation a = exists x: Is(x, \"push(1));", "f:1:32: found a text without its end, expected `\"`");
    expect_error("violation a = 10000000 = 1;", "f:1:15: found `10000000`, expected a number up to 1000000");
    expect_error("violation a = some i in 0..i: 1 = 1;",
                 "f:1:28: found `i`, expected a bound: a number, k or a variable of `some` or `every`");
    expect_error("violation a = some in 0..k: 1 = 1;", "f:1:20: found `in`, expected a name for a variable");
    expect_error("violation a = \"\" = 1;", "f:1:16: found ``, expected a formula");
    expect_error("theorem a = 1 = 1;", "f:1:1: found `theorem`, expected def, violation, labels, k or include");
    expect_error("k 5;", "f:1:3: found `5`, expected 0 to 4");
    expect_error("k 1; k 2;", "f:1:8: found `2`, expected the k that another statement has");
    expect_error("violation a = 1 = 1 ? 2;", "f:1:21: found `?`, expected a formula");
}

/* A use doubles what is used: without limits this would be deep beyond any stack. */
static void deep_formulas_are_refused(void **state)
{
    char text[4096] = "violation a = ";
    size_t length = strlen(text);
    (void)state;
    memset(text + length, '(', 1000);
    strcpy(text + length + 1000, "1 = 1;");
    expect_error(text, "f:1:215: found `(`, expected less nesting");
    text[length] = '\0';
    for (size_t i = 0; i < 600; i++)
        strcpy(text + length + 4 * i, "not ");
    strcat(text, "1 = 1;");
    expect_error(text, "f:1:815: found `not`, expected less nesting");
}

static void chains_of_definitions_are_refused(void **state)
{
    struct ln_memory memory;
    struct ln_error error = { 0 };
    struct ln_ocl *ocl = NULL;
    struct ln_str text;
    (void)state;
    ln_memory_init(&memory, UINT64_MAX);
    ln_str_init(&text, &memory);
    ln_str_text(&text, "def d0(x) = Push(x);");
    for (int i = 1; i < 300; i++)
        ln_str_format(&text, "def d%d(x) = d%d(x) and d%d(x);", i, i - 1, i - 1);
    assert_int_equal(ln_ocl_parse(&ocl, "f", text.at, text.length, &memory, &error), LN_BAD_INPUT);
    assert_non_null(strstr(error.message, "expected less nesting"));
    ln_str_fini(&text);
    assert_int_equal(memory.used, 0);
}

static void every_allocation_may_fail(void **state)
{
    const char *text = ln_ocl_shipped("queue", 5);
    struct ln_memory memory;
    struct ln_error error = { 0 };
    enum ln_status status = LN_NO_MEMORY;
    (void)state;
    for (int64_t after = 0; status == LN_NO_MEMORY; after++) {
        struct ln_ocl *ocl = NULL;
        ln_memory_init(&memory, UINT64_MAX);
        memory.fail_after = after;
        status = ln_ocl_parse(&ocl, "f", text, strlen(text), &memory, &error);
        ln_ocl_free(ocl);
        assert_int_equal(memory.used, 0);
    }
    assert_int_equal(status, LN_OK);
}

/* ---- evaluating ---- */

/* Feeds the written history; says which of the formula's violations are true at the end, as letters. */
static void expect_true(const char *spec, const char *operations, uint32_t k, const char *formula, const char *letters)
{
    struct written w;
    struct ln_labels labels;
    struct ln_budget budget;
    struct ln_error error = { 0 };
    struct ln_ocl *ocl;
    char found[32] = "";
    write_history(&w, spec, operations);
    ln_budget_init(&budget, &w.memory, 0, NULL);
    ln_labels_init(&labels, &w.spec, k, &w.memory);
    if (ln_ocl_parse(&ocl, "formula", formula, strlen(formula), &w.memory, &error))
        fail_msg("%s", error.message);
    labels.any_value = ln_ocl_any_value(ocl);
    for (size_t e = 0; e < w.history.events.length; e++) {
        uint32_t o = ln_event_operation(w.history.events.at[e]);
        const struct ln_operation *op = &w.history.operations.at[o];
        ln_value argument = op->arity ? w.history.args.at[op->args] : LN_VALUE_NONE;
        if (ln_event_is_return(w.history.events.at[e]))
            assert_true(ln_labels_return(&labels, o, op->method, argument, op->result));
        else
            assert_true(ln_labels_call(&labels, o, op->method, argument));
    }
    for (size_t v = 0; v < ln_ocl_count(ocl); v++) {
        bool is_true;
        assert_int_equal(ln_ocl_evaluate(ocl, v, &labels, &budget, &is_true), LN_OK);
        if (is_true)
            strcat(found, ln_ocl_name(ocl, v));
    }
    if (strcmp(found, letters) != 0)
        fail_msg("%s, k = %u: `%s` are true of %s, expected `%s`", formula, k, found, operations, letters);
    ln_ocl_free(ocl);
    ln_labels_fini(&labels);
    written_fini(&w);
}

static void terms_and_quantifiers_mean_what_they_say(void **state)
{
    const char *history = "0:enq(1)@0-1 1:enq(2)@2-5 2:deq()->1@3-7 3:deq()@6-";
    (void)state;
    /* enq(1) [0,0], enq(2) [1,1], deq()->1 [1,2], deq [2,2] of length 2 */
    expect_true("queue", history, 2, "violation a = #(empty) = 0; violation b = 1 = 2;", "a");
    expect_true("queue", history, 2,
                "violation a = exists x: Push(x) and #(x, 0, 0) = 1;"
                "violation b = exists x: Pop(x) and #(x, 1, 2) = 1;"
                "violation c = #(popping, 2, 2) = 1;"
                "violation d = exists x, y: Push(x) and Pop(y) and SameValue(x, y) and #(popped(x), 0..k, k) = #(y);"
                "violation e = exists x: Push(x) and #(popped(x)) = 0;"
                "violation f = every i in 0..k: some j in i..k: #(popping, i, j) <= 1;"
                "violation g = not (1 < 2 or 2 <= 1) or k + 1 != 3;"
                "violation h = exists x: Is(x, \"push(2)\") and #(\"push(2)\", 1, 1) + #(\"pop() pending\", 2, k) = 2;"
                "violation i = exists x: Pending(x) and not Pop(x) and #(x, k-1..k, 2) > 0;"
                "violation j = #(\"push(3)\") > 0 or #(pushed(\"push(3)\")) > 0;",
                "abcdefhi");
    /* A_1: bounds 0 and 1 are one. */
    expect_true("queue", history, 1,
                "violation a = exists x: Push(x) and #(x, 0, 0) = 1 and SameValue(x, \"push(2)\");", "a");
    expect_true("mutex", "0:acquire()@0-1 1:acquire()@2-", 1,
                "violation a = #(\"acquire()\", 0, 0) = 1 and #(\"acquire() pending\", 1, 1) = 1;"
                "violation b = exists x: Push(x);",
                "a");
    expect_true("queue", "0:enq(1)@0-1 1:enq(2)@2-5", 1, "labels \"push(_)\"; violation a = #(\"push(_)\") = 2;", "a");
}

/* The histories that are wrong in the paper's own figures, and those of MONITORS. */
static void families_see_what_they_should(void **state)
{
    const char *const queue = "include queue;", *const stack = "include stack;";
    (void)state;
    expect_true("queue", "0:deq()->1@0-1", 0, queue, "rv");                            /* never pushed: at k = 0 */
    expect_true("queue", "0:deq()->1@0-1 1:enq(1)@2-3", 1, queue, "rv");               /* pushed too late */
    expect_true("queue", "0:enq(1)@0- 1:deq()->1@1-2 2:deq()->1@1-2", 0, queue, "rv"); /* popped twice */
    expect_true("queue", "0:enq(1)@0- 1:deq()->1@1-2", 0, queue, "");                  /* a pending push counts */
    expect_true("queue", "0:enq(1)@0-1 1:deq()->null@2-3", 1, queue, "ev");
    expect_true("queue", "0:enq(1)@0-1 1:deq()->null@2-3", 0, queue, "");
    expect_true("queue", "0:enq(1)@0-1 2:deq()@0- 1:deq()->null@2-3", 4, queue, "");   /* the pending one has it */
    expect_true("queue", "0:enq(1)@0-1 1:deq()->null@2-3 2:deq()@4-", 4, queue, "ev"); /* it began too late for that */
    expect_true("queue", "0:enq(1)@0-1 0:enq(2)@2-3 1:deq()->2@4-5", 2, queue, "fv");
    expect_true("queue", "0:enq(1)@0-1 0:enq(2)@2-3 1:deq()->2@4-5 1:deq()->1@6-7", 3, queue, "fv");
    expect_true("queue", "0:enq(1)@0-1 0:enq(2)@2-3 3:deq()@2- 1:deq()->2@4-5", 4, queue, "");
    expect_true("stack", "0:push(1)@0-1 0:push(2)@2-3 1:pop()->1@4-5", 3, stack, "lv");
    expect_true("stack", "0:push(1)@0-1 0:push(2)@2-3 1:pop()->1@4-5 1:pop()->2@6-7", 3, stack, "lv");
    expect_true("stack", "0:push(1)@0-1 0:push(2)@2-3 1:pop()->2@4-5 1:pop()->1@6-7", 4, stack, "");
    /* Overlapping operations are before none of each other, as Figure 4 would have it. */
    expect_true("queue", "0:enq(1)@0-2 1:enq(2)@1-3 2:deq()->2@4-5 2:deq()->1@6-7", 4, queue, "");
}

/* Figure 5: n values that take turns to be there. One is seen; two are not, at any k. */
static void empty_violations_by_turns_are_not_seen(void **state)
{
    (void)state;
    expect_true("queue", "0:enq(1)@0-1 9:deq()->null@2-5 1:deq()->1@6-7", 2, "include ev;", "ev");
    for (uint32_t k = 0; k <= 4; k++)
        expect_true("queue", "0:enq(1)@0-1 9:deq()->null@2-8 1:enq(2)@3-4 2:deq()->1@5-7 3:deq()->2@9-10", k,
                    "include ev;", "");
}

static void budgets_stop_formulas(void **state)
{
    const char *formula = "violation a = exists a, b, c, d, e, f, g, h: not SameValue(a, a);";
    struct ln_memory memory;
    struct ln_values values;
    struct ln_spec spec;
    struct ln_labels labels;
    struct ln_budget budget;
    struct ln_error error = { 0 };
    struct ln_ocl *ocl;
    bool is_true;
    (void)state;
    ln_memory_init(&memory, UINT64_MAX);
    ln_values_init(&values, &memory);
    assert_int_equal(ln_spec_parse(&spec, "queue", &values, &error), LN_OK);
    ln_labels_init(&labels, &spec, 1, &memory);
    for (uint32_t i = 0; i < 100; i++)
        assert_true(ln_labels_call(&labels, i, 0, ln_small(i)));
    assert_int_equal(ln_ocl_parse(&ocl, "f", formula, strlen(formula), &memory, &error), LN_OK);
    ln_budget_init(&budget, &memory, 0.05, NULL);
    assert_int_equal(ln_ocl_evaluate(ocl, 0, &labels, &budget, &is_true), LN_STOPPED);
    assert_false(is_true);
    ln_ocl_free(ocl);
    ln_labels_fini(&labels);
    ln_values_fini(&values);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(errors_say_where_and_what),
        cmocka_unit_test(deep_formulas_are_refused),
        cmocka_unit_test(chains_of_definitions_are_refused),
        cmocka_unit_test(every_allocation_may_fail),
        cmocka_unit_test(terms_and_quantifiers_mean_what_they_say),
        cmocka_unit_test(families_see_what_they_should),
        cmocka_unit_test(empty_violations_by_turns_are_not_seen),
        cmocka_unit_test(budgets_stop_formulas),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
