/* Values: one word each, equal exactly when the words are equal. */
#include "history/value.h"

#include "base/rng.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

struct table {
    struct ln_memory memory;
    struct ln_values values;
};

static int set_up(void **state)
{
    static struct table table;
    ln_memory_init(&table.memory, UINT64_MAX);
    ln_values_init(&table.values, &table.memory);
    *state = &table;
    return 0;
}

static int tear_down(void **state)
{
    struct table *table = *state;
    ln_values_fini(&table->values);
    return table->memory.used != 0;
}

static ln_value integer(struct table *table, int64_t number)
{
    ln_value value;
    assert_int_equal(ln_values_int(&table->values, number, &value), LN_OK);
    assert_int_equal(ln_value_kind(value), LN_KIND_INT);
    return value;
}

static ln_value real(struct table *table, double number)
{
    ln_value value;
    assert_int_equal(ln_values_real(&table->values, number, &value), LN_OK);
    return value;
}

static ln_value string(struct table *table, const char *bytes, size_t length)
{
    ln_value value;
    assert_int_equal(ln_values_string(&table->values, bytes, length, &value), LN_OK);
    assert_int_equal(ln_value_kind(value), LN_KIND_STRING);
    return value;
}

static ln_value text(struct table *table, const char *bytes)
{
    return string(table, bytes, strlen(bytes));
}

static ln_value list(struct table *table, const ln_value *items, size_t count)
{
    ln_value value;
    assert_int_equal(ln_values_list(&table->values, items, count, &value), LN_OK);
    assert_int_equal(ln_value_kind(value), LN_KIND_LIST);
    return value;
}

static void expect_json(struct table *table, ln_value value, const char *json)
{
    struct ln_str out;
    ln_str_init(&out, &table->memory);
    ln_value_write(&table->values, value, &out);
    assert_string_equal(ln_str_borrow(&out), json);
    ln_str_fini(&out);
}

static void constants_are_distinct_and_of_their_kinds(void **state)
{
    const ln_value all[] = { LN_VALUE_NULL, LN_VALUE_FALSE, LN_VALUE_TRUE, LN_VALUE_UNKNOWN,
                             LN_VALUE_NONE, ln_small(0),    ln_small(1) };
    const enum ln_kind kinds[] = { LN_KIND_NULL, LN_KIND_BOOL, LN_KIND_BOOL, LN_KIND_UNKNOWN,
                                   LN_KIND_NONE, LN_KIND_INT,  LN_KIND_INT };
    (void)state;
    for (size_t i = 0; i < 7; i++) {
        assert_int_equal(ln_value_kind(all[i]), kinds[i]);
        for (size_t j = 0; j < 7; j++)
            assert_int_equal(ln_same(all[i], all[j]), i == j);
    }
    assert_true(ln_same(ln_bool(true), LN_VALUE_TRUE));
    assert_true(ln_same(ln_bool(false), LN_VALUE_FALSE));
    expect_json(*state, LN_VALUE_NULL, "null");
    expect_json(*state, LN_VALUE_TRUE, "true");
    expect_json(*state, LN_VALUE_FALSE, "false");
    expect_json(*state, LN_VALUE_UNKNOWN, "\"?\"");
    expect_json(*state, LN_VALUE_NONE, "null");
}

static void integers_round_trip_on_both_sides_of_61_bits(void **state)
{
    const int64_t edge = INT64_C(1) << 60;
    const int64_t numbers[] = { 0,         1,         -1,        edge - 1,  edge,          edge + 1,     -edge,
                                -edge - 1, -edge + 1, INT64_MAX, INT64_MIN, INT64_MAX - 1, INT64_MIN + 1 };
    struct table *table = *state;
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        ln_value value = integer(table, numbers[i]);
        assert_int_equal(ln_value_int(&table->values, value), numbers[i]);
        for (size_t j = 0; j < sizeof numbers / sizeof *numbers; j++)
            assert_int_equal(ln_same(value, integer(table, numbers[j])), numbers[i] == numbers[j]);
    }
    assert_true(ln_same(integer(table, -edge), ln_small(-edge)));
    expect_json(table, integer(table, INT64_MIN), "-9223372036854775808");
    expect_json(table, integer(table, INT64_MAX), "9223372036854775807");
}

static void whole_reals_are_integers(void **state)
{
    struct table *table = *state;
    assert_true(ln_same(real(table, 2.0), ln_small(2)));
    assert_true(ln_same(real(table, -0.0), ln_small(0)));
    assert_true(ln_same(real(table, -9007199254740991.0), ln_small(-INT64_C(9007199254740991))));
    assert_int_equal(ln_value_kind(real(table, 9007199254740992.0)), LN_KIND_REAL);
    assert_int_equal(ln_value_kind(real(table, 2.5)), LN_KIND_REAL);
    assert_true(ln_value_real(&table->values, real(table, 2.5)) == 2.5);
    assert_true(ln_same(real(table, 2.5), real(table, 2.5)));
    assert_false(ln_same(real(table, 2.5), real(table, -2.5)));
    expect_json(table, real(table, 2.5), "2.5");
    expect_json(table, real(table, 1e300), "1.0000000000000001e+300");
    expect_json(table, real(table, 9007199254740992.0), "9007199254740992.0");
}

/* The bits of a real, a wide integer and a string may be the same; the values are not. */
static void equal_bytes_of_different_kinds_are_different_values(void **state)
{
    struct table *table = *state;
    int64_t bits;
    double half = -2.5;
    char bytes[8];
    ln_value a, b, c;
    memcpy(&bits, &half, sizeof bits);
    memcpy(bytes, &half, sizeof bytes);
    a = real(table, half);
    b = integer(table, bits);
    c = string(table, bytes, sizeof bytes);
    assert_false(ln_same(a, b));
    assert_false(ln_same(b, c));
    assert_false(ln_same(a, c));
    assert_true(ln_value_real(&table->values, a) == half);
    assert_int_equal(ln_value_int(&table->values, b), bits);
}

static void strings_round_trip_on_both_sides_of_seven_bytes(void **state)
{
    static const char letters[] = "abcdefghij";
    struct table *table = *state;
    for (size_t length = 0; length <= 10; length++) {
        ln_value value = string(table, letters, length);
        struct ln_text view = ln_value_text(&table->values, &value);
        assert_int_equal(view.length, length);
        assert_memory_equal(view.at, letters, length);
        assert_true(ln_same(value, string(table, letters, length)));
        for (size_t other = 0; other < length; other++)
            assert_false(ln_same(value, string(table, letters, other)));
    }
    assert_false(ln_same(text(table, "abc"), text(table, "abd")));
    assert_false(ln_same(text(table, "1"), ln_small(1)));
    assert_false(ln_same(text(table, "?"), LN_VALUE_UNKNOWN));
}

static void every_byte_of_a_short_string_counts(void **state)
{
    struct table *table = *state;
    for (size_t length = 1; length <= 8; length++) {
        char bytes[8] = { 0 };
        ln_value zeros = string(table, bytes, length), other;
        struct ln_text view;
        for (size_t i = 0; i < length; i++) {
            bytes[i] = (char)0xff;
            other = string(table, bytes, length);
            assert_false(ln_same(zeros, other));
            view = ln_value_text(&table->values, &other);
            assert_memory_equal(view.at, bytes, length);
            bytes[i] = 0;
        }
    }
}

static void a_nul_inside_a_string_is_a_byte_like_others(void **state)
{
    struct table *table = *state;
    ln_value value = string(table, "a\0b", 3);
    assert_false(ln_same(value, string(table, "a", 1)));
    assert_false(ln_same(string(table, "a", 1), string(table, "a\0", 2)));
    assert_false(ln_same(string(table, "12345678\0", 9), string(table, "12345678", 8)));
    expect_json(table, value, "\"a\\u0000b\"");
    expect_json(table, string(table, "12345678\0", 9), "\"12345678\\u0000\"");
}

static void lists_are_equal_when_their_items_are(void **state)
{
    struct table *table = *state;
    const ln_value items[] = { ln_small(1), text(table, "a longer string"), LN_VALUE_NULL };
    ln_value empty = list(table, NULL, 0), whole = list(table, items, 3), nested = list(table, &whole, 1);
    const ln_value *back;
    size_t count;
    assert_true(ln_same(empty, list(table, items, 0)));
    assert_true(ln_same(whole, list(table, items, 3)));
    assert_false(ln_same(whole, list(table, items, 2)));
    assert_false(ln_same(whole, nested));
    assert_false(ln_same(empty, list(table, &empty, 1)));
    back = ln_value_items(&table->values, whole, &count);
    assert_int_equal(count, 3);
    assert_memory_equal(back, items, sizeof items);
    ln_value_items(&table->values, empty, &count);
    assert_int_equal(count, 0);
    expect_json(table, nested, "[[1,\"a longer string\",null]]");
    expect_json(table, empty, "[]");
}

static void maps_do_not_depend_on_the_order_of_their_keys(void **state)
{
    struct table *table = *state;
    ln_value forth[] = { text(table, "b"), ln_small(1),     text(table, "a"), ln_small(2), text(table, "a longer key"),
                         ln_small(3),      text(table, ""), ln_small(4) };
    ln_value back[8], one, other, empty;
    for (size_t i = 0; i < 8; i += 2) {
        back[i] = forth[6 - i];
        back[i + 1] = forth[7 - i];
    }
    assert_int_equal(ln_values_map(&table->values, forth, 4, &one), LN_OK);
    assert_int_equal(ln_values_map(&table->values, back, 4, &other), LN_OK);
    assert_int_equal(ln_value_kind(one), LN_KIND_MAP);
    assert_true(ln_same(one, other));
    expect_json(table, one, "{\"\":4,\"a\":2,\"a longer key\":3,\"b\":1}");
    assert_int_equal(ln_values_map(&table->values, NULL, 0, &empty), LN_OK);
    assert_false(ln_same(empty, list(table, NULL, 0)));
    expect_json(table, empty, "{}");
    assert_false(ln_same(one, list(table, forth, 8)));
}

static void a_map_with_a_repeated_key_is_refused(void **state)
{
    struct table *table = *state;
    ln_value pairs[] = { text(table, "a long key"), ln_small(1), text(table, "b"), ln_small(2),
                         text(table, "a long key"), ln_small(1) };
    ln_value map;
    assert_int_equal(ln_values_map(&table->values, pairs, 3, &map), LN_BAD_INPUT);
}

static void json_strings_are_escaped_where_json_wants_it(void **state)
{
    struct table *table = *state;
    expect_json(table, text(table, "a\"b\\c/d"), "\"a\\\"b\\\\c/d\"");
    expect_json(table, text(table, "\n\t\r\b\x1f\x7f"), "\"\\n\\t\\u000d\\u0008\\u001f\\u007f\"");
    expect_json(table, text(table, "\xc3\xa9\xf0\x9f\x99\x82"), "\"\xc3\xa9\xf0\x9f\x99\x82\"");
}

static void many_interned_values_stay_distinct(void **state)
{
    enum { MANY = 20000 };
    static ln_value strings[MANY], wides[MANY], lists[MANY];
    struct table *table = *state;
    char bytes[32];
    for (int i = 0; i < MANY; i++) {
        int length = snprintf(bytes, sizeof bytes, "string number %d", i);
        strings[i] = string(table, bytes, (size_t)length);
        wides[i] = integer(table, INT64_MAX - i);
        lists[i] = list(table, &strings[i], 1);
    }
    assert_int_equal(table->values.entries.length, 3 * MANY);
    for (int i = 0; i < MANY; i++) {
        int length = snprintf(bytes, sizeof bytes, "string number %d", i);
        struct ln_text view = ln_value_text(&table->values, &strings[i]);
        assert_true(ln_same(strings[i], string(table, bytes, (size_t)length)));
        assert_true(ln_same(wides[i], integer(table, INT64_MAX - i)));
        assert_true(ln_same(lists[i], list(table, &strings[i], 1)));
        assert_int_equal(view.length, length);
        assert_memory_equal(view.at, bytes, view.length);
        assert_int_equal(ln_value_int(&table->values, wides[i]), INT64_MAX - i);
    }
    assert_int_equal(table->values.entries.length, 3 * MANY);
}

static void refused_memory_leaves_the_table_usable(void **state)
{
    (void)state;
    for (int64_t k = 0;; k++) {
        struct ln_memory memory;
        struct ln_values values;
        ln_value value, again;
        char bytes[32];
        int refused = 0;
        ln_memory_init(&memory, UINT64_MAX);
        ln_values_init(&values, &memory);
        memory.fail_after = k;
        for (int i = 0; i < 300; i++) {
            int length = snprintf(bytes, sizeof bytes, "a string of its own, %d", i);
            enum ln_status status = ln_values_string(&values, bytes, (size_t)length, &value);
            if (status) {
                refused++;
                assert_int_equal(status, LN_NO_MEMORY);
                assert_int_equal(ln_values_string(&values, bytes, (size_t)length, &value), LN_OK);
            }
            status = ln_values_string(&values, bytes, (size_t)length, &again); /* this may make room for more */
            refused += status != LN_OK;
            assert_true(status == LN_NO_MEMORY || ln_same(value, again));
        }
        assert_int_equal(values.entries.length, 300);
        assert_true(refused <= (memory.fail_after < 0)); /* without more room a table may still be filled further */
        ln_values_fini(&values);
        assert_int_equal(memory.used, 0);
        if (memory.fail_after >= 0)
            break;
    }
}

/* Some value of each kind; the same number gives the same value in every table. */
static ln_value some_value(struct ln_values *values, unsigned number)
{
    ln_value value = LN_VALUE_NULL, items[4] = { LN_VALUE_NULL, LN_VALUE_TRUE, LN_VALUE_NULL, LN_VALUE_FALSE };
    enum ln_status status = LN_OK;
    switch (number) {
    case 0: break;
    case 1: value = LN_VALUE_FALSE; break;
    case 2: value = ln_small(-5); break;
    case 3: status = ln_values_int(values, INT64_MIN, &value); break;
    case 4: status = ln_values_int(values, INT64_MAX, &value); break;
    case 5: status = ln_values_real(values, 0.5, &value); break;
    case 6: status = ln_values_real(values, -0.5, &value); break;
    case 7: status = ln_values_string(values, "short", 5, &value); break;
    case 8: status = ln_values_string(values, "not so short", 12, &value); break;
    case 9: status = ln_values_string(values, "not so short!", 13, &value); break;
    case 10: status = ln_values_list(values, items, 0, &value); break;
    case 11:
    case 12:
        items[0] = some_value(values, 8);
        items[1] = some_value(values, number - 8); /* 3 or 4 */
        status = ln_values_list(values, items, 2, &value);
        break;
    default:
        items[0] = some_value(values, 9);
        items[1] = some_value(values, number - 2); /* 11 or 12 */
        items[2] = some_value(values, 8);
        status = ln_values_map(values, items, 2, &value);
        break;
    }
    assert_int_equal(status, LN_OK);
    return value;
}

static void tables_agree(void **state)
{
    enum { VALUES = 15 };
    struct table *table = *state;
    struct ln_values other;
    ln_values_init(&other, &table->memory);
    for (unsigned i = VALUES; i-- > 0;) /* so that the words differ */
        some_value(&other, i);
    for (unsigned i = 0; i < VALUES; i++)
        for (unsigned j = 0; j < VALUES; j++) {
            ln_value a = some_value(&table->values, i), b = some_value(&other, j), copy;
            assert_int_equal(ln_value_equal(&table->values, a, &other, b), i == j);
            assert_int_equal(ln_value_copy(&table->values, a, &other, &copy), LN_OK);
            assert_int_equal(ln_same(copy, b), i == j);
        }
    ln_values_fini(&other);
}

int main(void)
{
#define test(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        test(constants_are_distinct_and_of_their_kinds),
        test(integers_round_trip_on_both_sides_of_61_bits),
        test(whole_reals_are_integers),
        test(equal_bytes_of_different_kinds_are_different_values),
        test(strings_round_trip_on_both_sides_of_seven_bytes),
        test(every_byte_of_a_short_string_counts),
        test(a_nul_inside_a_string_is_a_byte_like_others),
        test(lists_are_equal_when_their_items_are),
        test(maps_do_not_depend_on_the_order_of_their_keys),
        test(a_map_with_a_repeated_key_is_refused),
        test(json_strings_are_escaped_where_json_wants_it),
        test(many_interned_values_stay_distinct),
        test(tables_agree),
        cmocka_unit_test(refused_memory_leaves_the_table_usable),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
