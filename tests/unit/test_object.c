#include "object/object.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

static linnet_value nothing(void *object, const linnet_value *arg)
{
    (void)object;
    (void)arg;
    return LINNET_VOID;
}

static void *make(void)
{
    return NULL;
}

enum { WRITE, READ, LOG, POLL, OPERATIONS };

static const linnet_object object = {
    .name = "object",
    .create = make,
    .operations = { [WRITE] = { .name = "write", .call = nothing, .role = "writer" },
                    [READ] = { .name = "read", .call = nothing, .others = true },
                    [LOG] = { .name = "log", .call = nothing },
                    [POLL] = { .name = "poll", .call = nothing, .role = "poller" } },
};

static void check(unsigned threads, size_t operation, unsigned expected)
{
    for (unsigned t = 0; t < threads; t++)
        assert_int_equal(ln_object_may_call(&object, OPERATIONS, operation, t, threads), expected >> t & 1);
}

static void roles_go_to_threads_in_order(void **state)
{
    (void)state;
    check(4, WRITE, 1);
    check(4, POLL, 2);
    check(4, READ, 4 | 8);
    check(4, LOG, 15);
}

static void a_thread_may_have_several_roles(void **state)
{
    (void)state;
    check(1, WRITE, 1);
    check(1, POLL, 1);
    check(1, READ, 0);
    check(2, READ, 0);
}

static void declarations_are_counted_and_checked(void **state)
{
    linnet_object other = object;
    struct ln_object counted = { .declared = &object };
    struct ln_error error = { 0 };
    (void)state;
    assert_int_equal(ln_object_check(&counted, "a", &error), LN_OK);
    assert_int_equal(counted.operations, OPERATIONS);
    other.operations[READ].call = NULL;
    counted = (struct ln_object){ .declared = &other };
    assert_int_equal(ln_object_check(&counted, "a", &error), LN_BAD_INPUT);
    assert_string_equal(error.message, "a: operation 'read' has no function");
    other = object;
    other.operations[LOG].weight = LN_OBJECT_HEAVIEST;
    counted = (struct ln_object){ .declared = &other };
    assert_int_equal(ln_object_check(&counted, "a", &error), LN_OK);
    other.operations[LOG].weight++;
    counted = (struct ln_object){ .declared = &other };
    assert_int_equal(ln_object_check(&counted, "a", &error), LN_BAD_INPUT);
    assert_string_equal(error.message, "a: operation 'log' has the weight 1000001, expected at most 1000000");
}

static enum ln_status check_arguments(unsigned arity, bool fresh, linnet_arguments args, struct ln_error *error)
{
    linnet_object other = { .name = "register",
                            .create = make,
                            .operations = {
                                { .name = "cas", .call = nothing, .arity = arity, .args = args, .fresh = fresh } } };
    struct ln_object counted = { .declared = &other };
    return ln_object_check(&counted, "a", error);
}

static void arguments_beyond_the_arity_are_an_error(void **state)
{
    static const linnet_arguments one = LINNET_ARGS({ 1 }, { 2 }), two = LINNET_ARGS({ 1 }, { 0, 2 }),
                                  four = LINNET_ARGS({ 0, 0, 0, 4 });
    struct ln_error error = { 0 };
    (void)state;
    assert_int_equal(check_arguments(0, false, one, &error), LN_OK);
    assert_int_equal(check_arguments(2, false, two, &error), LN_OK);
    assert_int_equal(check_arguments(4, true, four, &error), LN_OK);
    assert_int_equal(check_arguments(0, false, two, &error), LN_BAD_INPUT);
    assert_string_equal(error.message, "a: operation 'cas' is given 2 arguments (.args), but takes 1: .arity = 2 is "
                                       "missing, or wrong");
    assert_int_equal(check_arguments(0, true, two, &error), LN_BAD_INPUT);
    assert_int_equal(check_arguments(3, false, four, &error), LN_BAD_INPUT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(roles_go_to_threads_in_order),
        cmocka_unit_test(a_thread_may_have_several_roles),
        cmocka_unit_test(declarations_are_counted_and_checked),
        cmocka_unit_test(arguments_beyond_the_arity_are_an_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
