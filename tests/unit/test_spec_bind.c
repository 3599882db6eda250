/* Specs by name, their parameters, and how operations are bound to them. */
#include "../support/written_history.h"

/* ---- names and parameters ---- */

static void expect_parse(const char *text, const char *class, const char *message)
{
    struct ln_memory memory;
    struct ln_values values;
    struct ln_spec spec;
    struct ln_error error = { LN_OK, "" };
    enum ln_status status;
    ln_memory_init(&memory, UINT64_MAX);
    ln_values_init(&values, &memory);
    status = ln_spec_parse(&spec, text, &values, &error);
    assert_string_equal(error.message, message);
    assert_int_equal(status, class ? LN_OK : LN_USAGE);
    if (class)
        assert_string_equal(spec.class->name, class);
    ln_values_fini(&values);
    assert_int_equal(memory.used, 0);
}

static void specs_are_found_by_name_and_alias(void **state)
{
    char names[128];
    (void)state;
    for (size_t c = 0; ln_spec_class_at(c); c++) {
        const struct ln_spec_class *class = ln_spec_class_at(c);
        char *rest = names, *name;
        snprintf(names, sizeof names, "%s %s", class->name, class->aliases);
        while ((name = strtok_r(rest, " ", &rest)))
            expect_parse(name, class->name, "");
    }
    expect_parse("fifo:capacity=3", "queue", "");
    expect_parse("queu", NULL, "unknown spec 'queu'; did you mean 'queue'? `linnet specs` lists them");
    expect_parse("", NULL, "unknown spec ''; did you mean 'kv'? `linnet specs` lists them");
}

static void parameters_are_read_or_refused(void **state)
{
    (void)state;
    expect_parse("queue:capacity=18446744073709551615", "queue", "");
    expect_parse("queue:capacity=0", NULL, "'capacity=0': expected a number of at least 1");
    expect_parse("queue:capacity=-1", NULL, "'capacity=-1': expected a number of at least 1");
    expect_parse("queue:capacity=", NULL, "'capacity=': expected a number of at least 1");
    expect_parse("queue:capacity=3x", NULL, "'capacity=3x': expected a number of at least 1");
    expect_parse("queue:capacity=18446744073709551616", NULL,
                 "'capacity=18446744073709551616': expected a number of at least 1");
    expect_parse("queue:size=3", NULL, "spec 'queue' knows the parameter 'capacity=...', not 'size=3'");
    expect_parse("queue:capacity", NULL, "spec 'queue' knows the parameter 'capacity=...', not 'capacity'");
    expect_parse("queue:", NULL, "spec 'queue' knows the parameter 'capacity=...', not ''");
    expect_parse("mutex:held=1", NULL, "spec 'mutex' has no parameters");
}

static void parameters_that_are_values_have_their_kind(void **state)
{
    static const struct {
        const char *text, *json;
    } table[] = {
        { "register", "null" },
        { "register:initial=null", "null" },
        { "register:initial=-7", "-7" },
        { "register:initial=true", "true" },
        { "register:initial=false", "false" },
        { "register:initial=x", "\"x\"" },
        { "register:initial=\"7\"", "\"7\"" },
        { "register:initial=", "\"\"" },
        { "kv:missing=\"\"", "\"\"" },
        { "register:initial=9223372036854775807", "9223372036854775807" },
    };
    (void)state;
    for (size_t i = 0; i < COUNT(table); i++) {
        struct written w;
        struct ln_str text;
        write_history(&w, table[i].text, "");
        ln_str_init(&text, &w.memory);
        ln_value_write(&w.history.values, w.spec.value, &text);
        assert_string_equal(ln_str_borrow(&text), table[i].json);
        ln_str_fini(&text);
        written_fini(&w);
    }
}

static void a_spec_is_written_as_it_is_read(void **state)
{
    static const char *const texts[] = {
        "queue",           "queue:capacity=4", "register", "register:initial=0", "register:initial=\"a longer value\"",
        "kv:missing=\"\"", "kv:missing=true",  "mutex"
    };
    (void)state;
    for (size_t i = 0; i < COUNT(texts); i++) {
        struct written w;
        struct ln_str text;
        write_history(&w, texts[i], "");
        ln_str_init(&text, &w.memory);
        ln_spec_write(&w.spec, &w.history.values, &text);
        assert_string_equal(ln_str_borrow(&text), texts[i]);
        ln_str_fini(&text);
        written_fini(&w);
    }
}

/* ---- binding ---- */

/* How the one operation looks once bound, with its method in front: "cas:cas(1, 2) -> true". */
static void expect_bound(const char *spec, const char *operation, const char *expected)
{
    struct written w;
    struct ln_str text;
    write_history(&w, spec, operation);
    ln_str_init(&text, &w.memory);
    ln_str_format(&text, "%s:", w.spec.class->methods[w.history.operations.at[0].method].name);
    ln_history_write_operation(&w.history, 0, &text);
    assert_string_equal(ln_str_borrow(&text), expected);
    ln_str_fini(&text);
    written_fini(&w);
}

static void arguments_are_brought_to_one_form(void **state)
{
    (void)state;
    expect_bound("cas-register", "cas([1,2])->true", "cas:cas(1, 2) -> true");
    expect_bound("cas-register", "compare-and-set(1,2)->false", "cas:compare-and-set(1, 2) -> false");
    expect_bound("register", "write([1,2])", "write:write([1,2])");
    expect_bound("register", "read(null)->3", "read:read() -> 3");
    expect_bound("register", "write(null)", "write:write(null)");
    expect_bound("kv", "put(x,1)", "put:put(\"x\", 1)");
    expect_bound("kv", "put([x,1])", "put:put(\"x\", 1)");
    expect_bound("kv", "get(x)->1", "get:get(\"x\") -> 1");
    expect_bound("kv", "get([x])->1", "get:get([\"x\"]) -> 1");
    expect_bound("kv", "cas([x,1,2])->true", "cas:cas(\"x\", 1, 2) -> true");
    expect_bound("kv", "x.cas([1,2])->true", "cas:cas(\"x\", 1, 2) -> true");
    expect_bound("kv", "x.get(null)->1", "get:get(\"x\") -> 1");
    expect_bound("counter", "increment()", "inc:increment()");
}

static void results_are_brought_to_one_form(void **state)
{
    (void)state;
    expect_bound("register", "write(1)->1", "write:write(1)"); /* Jepsen repeats the argument */
    expect_bound("register", "write(1)->null", "write:write(1)");
    expect_bound("register", "write(1)->true", "write:write(1)");
    expect_bound("register", "write(1)->?", "write:write(1)");
    expect_bound("register", "read()", "read:read() -> ?");
    expect_bound("register", "read()->null", "read:read() -> null");
    expect_bound("cas-register", "cas([1,2])->[1,2]", "cas:cas(1, 2) -> true");
    expect_bound("cas-register", "cas(1,2)->?", "cas:cas(1, 2) -> ?");
    expect_bound("set", "add(1)", "add:add(1) -> ?");
    expect_bound("set", "add(1)->1", "add:add(1) -> ?");
    expect_bound("set", "add(true)->true", "add:add(true) -> true");
    expect_bound("set", "contains(1)->1", "contains:contains(1) -> true");
    expect_bound("queue", "enq(1)->1", "enq:enq(1)");
    expect_bound("queue", "enq(1)->?", "enq:enq(1)");
    expect_bound("queue", "enq(false)->false", "enq:enq(false)");
    expect_bound("queue:capacity=1", "enq(1)->?", "enq:enq(1) -> ?");
    expect_bound("queue:capacity=1", "enq(1)->false", "enq:enq(1) -> false");
    expect_bound("counter", "read()->?", "read:read() -> ?");
}

static void expect_fault(const char *name, const char *operation, enum ln_spec_fault fault, const char *message)
{
    struct written w;
    struct ln_spec spec;
    struct ln_error error = { LN_OK, "" };
    enum ln_spec_fault found = LN_FAULT_F;
    enum ln_status status;
    write_history(&w, NULL, operation);
    assert_int_equal(ln_spec_parse(&spec, name, &w.history.values, &error), LN_OK);
    status = ln_spec_bind_call(&spec, &w.history, 0, &found, &error);
    if (!status)
        status = ln_spec_bind_result(&spec, &w.history, 0, &found, &error);
    assert_string_equal(error.message, message);
    assert_int_equal(status, LN_BAD_INPUT);
    assert_int_equal(found, fault);
    written_fini(&w);
}

static void what_cannot_be_bound_is_told_so(void **state)
{
    (void)state;
    expect_fault("queue", "dek()", LN_FAULT_F,
                 "found operation 'dek', which a queue does not have; did you mean 'deq'?");
    expect_fault("register", "cas(1,2)->true", LN_FAULT_F,
                 "found operation 'cas', which a register does not have; did you mean 'read'?");
    expect_fault("kv", "get()", LN_FAULT_KEY, "found 'get' without a key, expected \"key\"");
    expect_fault("queue", "enq()", LN_FAULT_ARGS, "found 0 arguments for 'enq', expected (value)");
    expect_fault("queue", "enq(1,2)", LN_FAULT_ARGS, "found 2 arguments for 'enq', expected (value)");
    expect_fault("queue", "deq(1)", LN_FAULT_ARGS, "found 1 argument for 'deq', expected ()");
    expect_fault("cas-register", "cas([1,2,3])", LN_FAULT_ARGS, "found 3 arguments for 'cas', expected (old, new)");
    expect_fault("kv", "put(x)", LN_FAULT_ARGS, "found 0 arguments for 'put', expected (value)");
    expect_fault("counter", "inc(null)", LN_FAULT_ARGS, "found null, expected an integer for 'inc'");
    expect_fault("counter", "inc(a)", LN_FAULT_ARGS, "found \"a\", expected an integer for 'inc'");
    expect_fault("kv", "x.append(1)", LN_FAULT_ARGS, "found 1, expected a string for 'append'");
    expect_fault("queue", "enq(null)", LN_FAULT_ARGS,
                 "found null, expected a value other than null (which means empty) for 'enq'");
    expect_fault("counter", "read()->a", LN_FAULT_RESULT, "found \"a\", expected an integer result for 'read'");
    expect_fault("counter", "read()->null", LN_FAULT_RESULT, "found null, expected an integer result for 'read'");
    expect_fault("register", "write(1)->2", LN_FAULT_RESULT, "found 2, expected no result for 'write'");
    expect_fault("mutex", "acquire()->false", LN_FAULT_RESULT, "found false, expected no result for 'acquire'");
    expect_fault("cas-register", "cas(1,2)->null", LN_FAULT_RESULT,
                 "found null, expected the result true or false for 'cas'");
    expect_fault("set", "add(1)->2", LN_FAULT_RESULT, "found 2, expected the result true or false for 'add'");
    expect_fault("queue", "enq(1)->2", LN_FAULT_RESULT, "found 2, expected no result for 'enq'");
    expect_fault("set", "contains(1)->aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
                 LN_FAULT_RESULT,
                 "found \"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa..., expected the "
                 "result true or false for 'contains'");
}

static void binding_without_memory_says_so(void **state)
{
    (void)state;
    for (int64_t k = 0;; k++) {
        struct written w;
        struct ln_spec spec;
        struct ln_error error = { LN_OK, "" };
        enum ln_spec_fault fault;
        enum ln_status status = LN_OK;
        write_history(&w, NULL, "cas([1,2])->true cas([1,2])->true cas([1,2])->true cas([1,2])->true cas([1,2])->true");
        assert_int_equal(ln_spec_parse(&spec, "cas-register", &w.history.values, &error), LN_OK);
        w.memory.fail_after = k;
        for (uint32_t i = 0; i < w.history.operations.length && !status; i++)
            status = ln_spec_bind_call(&spec, &w.history, i, &fault, &error);
        assert_int_equal(status, w.memory.fail_after < 0 ? LN_NO_MEMORY : LN_OK);
        assert_string_equal(error.message, status ? "out of memory" : "");
        written_fini(&w);
        if (!status)
            break;
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(specs_are_found_by_name_and_alias),
        cmocka_unit_test(parameters_are_read_or_refused),
        cmocka_unit_test(parameters_that_are_values_have_their_kind),
        cmocka_unit_test(a_spec_is_written_as_it_is_read),
        cmocka_unit_test(arguments_are_brought_to_one_form),
        cmocka_unit_test(results_are_brought_to_one_form),
        cmocka_unit_test(what_cannot_be_bound_is_told_so),
        cmocka_unit_test(binding_without_memory_says_so),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
