/* Values that programs hand over, and those of histories: the same, or refused by name. */
#include "history/public_value.h"

#include "base/rng.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

enum { MANY = 3000 };

struct table {
    struct ln_memory memory;
    struct ln_values values;
    struct ln_arena arena;
};

static int set_up(void **state)
{
    static struct table table;
    ln_memory_init(&table.memory, UINT64_MAX);
    ln_values_init(&table.values, &table.memory);
    ln_arena_init(&table.arena, &table.memory);
    *state = &table;
    return 0;
}

static int tear_down(void **state)
{
    struct table *table = *state;
    ln_arena_fini(&table->arena);
    ln_values_fini(&table->values);
    return table->memory.used != 0;
}

static ln_value convert(struct table *table, linnet_value value, enum ln_given role)
{
    struct ln_error error = { 0 };
    ln_value word = LN_VALUE_NONE;
    if (ln_value_from_public(&table->values, &value, role, &word, &error))
        fail_msg("%s", error.message);
    return word;
}

/* There and back. */
static void survives(struct table *table, linnet_value value, enum ln_given role)
{
    struct ln_error error = { 0 };
    ln_value word = convert(table, value, role);
    linnet_value back;
    assert_null(ln_public_misfit(&value, role));
    assert_int_equal(ln_value_to_public(&table->values, &word, &table->arena, &back, &error), LN_OK);
    assert_true(linnet_same(value, back));
}

static void every_kind_survives(void **state)
{
    static linnet_value items[MANY];
    static char text[MANY];
    const linnet_value pairs[] = { linnet_text("a"), linnet_list(items, 2), linnet_text("b"), linnet_int(1) };
    /* clang-format off */
    const linnet_value values[] = {
        linnet_null(), linnet_bool(false), linnet_bool(true), linnet_int(0), linnet_int(INT64_MIN), linnet_int(INT64_MAX),
        linnet_real(0.5), linnet_real(2.0), linnet_real(-1e300), linnet_string(NULL, 0), linnet_text("seven b"),
        linnet_text("longer than a word, \"quoted\" and \xc3\xa4\n"), linnet_string(text, MANY), linnet_list(NULL, 0),
        linnet_list(items, MANY), linnet_list(pairs, 4), linnet_map(pairs, 2), linnet_map(NULL, 0), linnet_text("a?"),
    };
    /* clang-format on */
    memset(text, 'x', sizeof text);
    for (int i = 0; i < MANY; i++)
        items[i] = linnet_int(i);
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        survives(*state, values[i], LN_AS_ARGUMENT);
        survives(*state, values[i], LN_AS_RESULT);
    }
    survives(*state, linnet_unknown(), LN_AS_RESULT);
    survives(*state, linnet_text("?"), LN_AS_ARGUMENT);
}

static linnet_value random_value(struct ln_rng *rng, struct ln_arena *arena, unsigned depth)
{
    uint64_t random = ln_rng_next(rng);
    size_t count = (random >> 8) % 4;
    linnet_value *items;
    if (random % 7 < 5 || depth == 4)
        return random % 5 == 0   ? linnet_null()
               : random % 5 == 1 ? linnet_bool(random & 64)
               : random % 5 == 2 ? linnet_int((int64_t)ln_rng_next(rng))
               : random % 5 == 3 ? linnet_real((double)(int64_t)ln_rng_next(rng) / 1024)
                                 : linnet_string(&"0123456789"[count], (random >> 16) % 7);
    items = ln_arena_take(arena, (2 * count + 1) * sizeof *items);
    assert_non_null(items);
    for (size_t i = 0; i < 2 * count; i++)
        items[i] = random_value(rng, arena, depth + 1);
    if (random % 7 == 5)
        return linnet_list(items, 2 * count);
    for (size_t i = 0; i < count; i++)
        items[2 * i] = linnet_string(&"abcdefgh"[i], 1 + i);
    return linnet_map(items, count);
}

static void random_values_survive(void **state)
{
    struct table *table = *state;
    struct ln_rng rng = { 1 };
    for (int i = 0; i < 20000; i++)
        survives(table, random_value(&rng, &table->arena, 0), i % 2 ? LN_AS_ARGUMENT : LN_AS_RESULT);
}

static void keys_are_sorted(void **state)
{
    struct table *table = *state;
    const linnet_value pairs[] = { linnet_text("b"), linnet_int(1), linnet_text("a"), linnet_int(2) };
    const linnet_value others[] = { linnet_text("a"), linnet_int(2), linnet_text("b"), linnet_int(1) };
    assert_true(ln_same(convert(table, linnet_map(pairs, 2), LN_AS_RESULT),
                        convert(table, linnet_map(others, 2), LN_AS_RESULT)));
}

static void refuses(struct table *table, linnet_value value, enum ln_given role, const char *why)
{
    struct ln_error error = { 0 };
    ln_value word;
    assert_int_equal(ln_value_from_public(&table->values, &value, role, &word, &error), LN_BAD_INPUT);
    if (!strstr(error.message, why))
        fail_msg("found `%s`, expected `%s`", error.message, why);
    if (value.kind != LINNET_KIND_FAILED || role == LN_AS_ARGUMENT)
        assert_non_null(strstr(ln_public_misfit(&value, role), why));
}

static void what_would_be_lost_is_named(void **state)
{
    const linnet_value pairs[] = { linnet_text("a"), linnet_int(1), linnet_text("a"), linnet_int(1) };
    const linnet_value unknown = linnet_unknown(), failed = linnet_failed();
    linnet_value odd = linnet_list(pairs, 3), bottomless = linnet_list(NULL, 1), nested[502], strange = linnet_null();
    odd.kind = LINNET_KIND_MAP;
    strange.kind = (linnet_kind)99;
    nested[0] = linnet_null();
    for (size_t i = 1; i < sizeof nested / sizeof *nested; i++)
        nested[i] = linnet_list(&nested[i - 1], 1);
    for (enum ln_given role = LN_AS_ARGUMENT; role <= LN_AS_RESULT; role++) {
        refuses(*state, linnet_string("\xc3", 1), role, "not UTF-8");
        refuses(*state, linnet_string("a\0b", 3), role, "NUL byte");
        refuses(*state, linnet_string(NULL, 3), role, "no bytes");
        refuses(*state, bottomless, role, "no items");
        refuses(*state, linnet_real(1.0 / (double)(pairs[1].is.number - 1)), role, "not finite");
        refuses(*state, odd, role, "a key without a value");
        refuses(*state, linnet_map(pairs + 1, 1), role, "not all strings");
        refuses(*state, linnet_map(pairs, 2), role, "a key twice");
        refuses(*state, linnet_list(&unknown, 1), role, "an item that is not known");
        refuses(*state, linnet_list(&failed, 1), role, "inside of another value");
        refuses(*state, linnet_failed(), role, "LINNET_FAILED");
        refuses(*state, linnet_everything(), role, "linnet_everything()");
        refuses(*state, nested[501], role, "500 deep");
        refuses(*state, strange, role, "a kind that there is not");
        survives(*state, nested[500], role);
    }
    refuses(*state, linnet_unknown(), LN_AS_ARGUMENT, "an argument that is not known");
    refuses(*state, linnet_text("?"), LN_AS_RESULT, "the string \"?\"");
}

static void no_value_is_refused(void **state)
{
    struct table *table = *state;
    struct ln_error error = { 0 };
    linnet_value out;
    assert_int_equal(ln_value_to_public(&table->values, &LN_VALUE_NONE, &table->arena, &out, &error), LN_BAD_INPUT);
    assert_string_equal(error.message, "found no value at all");
}

/* Lengths beyond 32 bits are not cut: what has one is not known. */
static void what_is_too_long_is_not_known(void **state)
{
    (void)state;
    assert_int_equal(linnet_string("", (size_t)UINT32_MAX + 1).kind, LINNET_KIND_UNKNOWN);
    assert_int_equal(linnet_list(NULL, (size_t)UINT32_MAX + 1).kind, LINNET_KIND_UNKNOWN);
    assert_int_equal(linnet_map(NULL, (size_t)UINT32_MAX / 2 + 1).kind, LINNET_KIND_UNKNOWN);
    assert_int_equal(linnet_map(NULL, SIZE_MAX / 2 + 1).kind, LINNET_KIND_UNKNOWN);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(every_kind_survives, set_up, tear_down),
        cmocka_unit_test_setup_teardown(random_values_survive, set_up, tear_down),
        cmocka_unit_test_setup_teardown(keys_are_sorted, set_up, tear_down),
        cmocka_unit_test_setup_teardown(what_would_be_lost_is_named, set_up, tear_down),
        cmocka_unit_test_setup_teardown(no_value_is_refused, set_up, tear_down),
        cmocka_unit_test(what_is_too_long_is_not_known),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
