/* Orders of calls in which asynchronous ones come later, and what they explain. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "explore/variants.h"

#include <string.h>

static linnet_value nothing(void *object, const linnet_value *arg)
{
    (void)object, (void)arg;
    return LINNET_VOID;
}

static void *make(void)
{
    return NULL;
}

/* A register: `set` is asynchronous. */
static const linnet_object declared = {
    .name = "register",
    .create = make,
    .operations = { { .name = "set", .call = nothing, .async = true },
                    { .name = "get", .call = nothing },
                    { .name = "put", .call = nothing } },
};

static struct ln_variants variants;

static void make_variants(struct ln_explored_object *object, struct ln_test *test, const char *text)
{
    struct ln_error error = { 0 };
    assert_int_equal(ln_explored_object_init(object, &declared, "test", &error), LN_OK);
    assert_int_equal(ln_test_parse(test, object, text, "--test", &error), LN_OK);
    ln_variants_make(&variants, object, test);
}

static unsigned count(const char *text)
{
    struct ln_explored_object object;
    struct ln_test test;
    make_variants(&object, &test, text);
    assert_true(variants.all == (variants.count < LN_VARIANTS_MOST));
    return variants.count;
}

static void asynchronous_calls_come_later(void **state)
{
    (void)state;
    assert_int_equal(count("get put | put"), 0);
    assert_int_equal(count("get set | set"), 0);
    assert_int_equal(count("set get"), 1);
    assert_int_equal(count("set get put"), 2);
    assert_int_equal(count("set set"), 1);
    assert_int_equal(count("put set get"), 1); /* never before what had returned */
    assert_int_equal(count("set get | set get"), 3);
    assert_int_equal(count("set set set set set"), LN_VARIANTS_MOST);
}

/* `set get` of which get returned what was there before: result 0 before the set, 1 after it. */
static bool explained(uint32_t got)
{
    enum { NOTHING = 7 };
    const struct ln_serial_step in_order[] = { { 0, NOTHING }, { 0, 1 } }, late[] = { { 0, 0 }, { 0, NOTHING } };
    const struct ln_explored_event events[] = {
        { 0, false, 0 }, { 0, true, NOTHING }, { 0, false, 0 }, { 0, true, got }
    };
    const struct ln_explored_history history = { events, 4, false };
    struct ln_explored_object object;
    struct ln_observation *observation;
    struct ln_memory memory;
    struct ln_test test;
    bool right;
    ln_memory_init(&memory, UINT64_MAX);
    make_variants(&object, &test, "set get");
    assert_int_equal(variants.count, 1);
    assert_int_equal(ln_observation_new(&observation, &object, &test, LN_NO_RESULT, &memory), LN_OK);
    assert_int_equal(ln_observation_add(observation, in_order, 2), LN_OK);
    assert_int_equal(ln_observation_seal(observation), LN_OK);
    assert_int_equal(
        ln_observation_new(&variants.at[0].observation, &object, &variants.at[0].test, LN_NO_RESULT, &memory), LN_OK);
    assert_int_equal(ln_observation_add(variants.at[0].observation, late, 2), LN_OK);
    assert_int_equal(ln_observation_seal(variants.at[0].observation), LN_OK);
    right = ln_observation_judge(observation, &history, false, NULL);
    assert_true(right == (got == 1));
    right |= ln_variants_explain(&variants, observation, &history);
    ln_observation_free(variants.at[0].observation);
    ln_observation_free(observation);
    assert_int_equal(memory.used, 0);
    return right;
}

static void late_effects_explain_histories(void **state)
{
    (void)state;
    assert_true(explained(1));
    assert_true(explained(0));
    assert_false(explained(2));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(asynchronous_calls_come_later),
        cmocka_unit_test(late_effects_explain_histories),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
