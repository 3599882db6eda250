/* The ground everything stands on: memory that is counted, growing things, budgets, hashes and random numbers. */
#include "base/arena.h"
#include "base/budget.h"
#include "base/error.h"
#include "base/hash.h"
#include "base/rng.h"
#include "base/str.h"
#include "base/table.h"
#include "base/vec.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* ---- memory ---- */

static void memory_counts_what_is_used_and_its_peak(void **state)
{
    struct ln_memory memory;
    void *a, *b;
    (void)state;
    ln_memory_init(&memory, UINT64_MAX);
    a = ln_take(&memory, 100);
    b = ln_take_zeroed(&memory, 50);
    assert_int_equal(memory.used, 150);
    a = ln_retake(&memory, a, 100, 300);
    assert_int_equal(memory.used, 350);
    ln_give(&memory, a, 300);
    assert_int_equal(memory.used, 50);
    assert_int_equal(memory.peak, 350);
    ln_give(&memory, NULL, 7);
    ln_give(&memory, b, 50);
    assert_int_equal(memory.used, 0);
    assert_int_equal(memory.peak, 350);
}

static void memory_that_was_zeroed_is(void **state)
{
    static const unsigned char zeros[1000];
    struct ln_memory memory;
    void *block;
    (void)state;
    ln_memory_init(&memory, UINT64_MAX);
    block = ln_take_zeroed(&memory, sizeof zeros);
    assert_memory_equal(block, zeros, sizeof zeros);
    ln_give(&memory, block, sizeof zeros);
    block = ln_take_zeroed(&memory, 0);
    assert_non_null(block);
    ln_give(&memory, block, 0);
    assert_int_equal(memory.used, 0);
}

static void memory_refuses_what_passes_its_limit_and_no_less(void **state)
{
    struct ln_memory memory;
    void *a, *b;
    (void)state;
    ln_memory_init(&memory, 1000);
    a = ln_take(&memory, 600);
    assert_true(ln_memory_fits(&memory, 400));
    assert_false(ln_memory_fits(&memory, 401));
    assert_false(ln_memory_fits(&memory, UINT64_MAX));
    assert_null(ln_take(&memory, 401));
    assert_null(ln_take_zeroed(&memory, 401));
    assert_int_equal(memory.used, 600);
    b = ln_take(&memory, 400);
    assert_non_null(b);
    assert_int_equal(memory.used, 1000);
    assert_null(ln_take(&memory, 1));
    ln_give(&memory, a, 600);
    ln_give(&memory, b, 400);
    assert_int_equal(memory.peak, 1000);
}

/* Large blocks grow in place or are moved without a copy: only the difference counts. */
static void memory_counts_only_the_difference_while_a_block_grows(void **state)
{
    struct ln_memory memory;
    char *block;
    (void)state;
    ln_memory_init(&memory, 1000);
    block = ln_take(&memory, 600);
    block[0] = 'x';
    assert_null(ln_retake(&memory, block, 600, 1001));
    assert_int_equal(block[0], 'x');
    assert_int_equal(memory.used, 600);
    block = ln_retake(&memory, block, 600, 1000);
    assert_non_null(block);
    assert_int_equal(block[0], 'x');
    block = ln_retake(&memory, block, 1000, 10);
    assert_int_equal(memory.used, 10);
    ln_give(&memory, block, 10);
    assert_int_equal(memory.used, 0);
}

static void memory_fails_once_when_told_to(void **state)
{
    struct ln_memory memory;
    void *blocks[3];
    (void)state;
    ln_memory_init(&memory, UINT64_MAX);
    memory.fail_after = 2;
    blocks[0] = ln_take(&memory, 8);
    blocks[1] = ln_take_zeroed(&memory, 8);
    assert_non_null(blocks[0]);
    assert_non_null(blocks[1]);
    assert_null(ln_take(&memory, 8));
    assert_int_equal(memory.fail_after, -1);
    blocks[2] = ln_take(&memory, 8);
    assert_non_null(blocks[2]);
    for (int i = 0; i < 3; i++)
        ln_give(&memory, blocks[i], 8);
    assert_int_equal(memory.used, 0);
}

/* ---- vec ---- */

static void vec_keeps_its_items_while_it_grows(void **state)
{
    struct ln_memory memory;
    LN_VEC(uint32_t) list = { 0 };
    (void)state;
    ln_memory_init(&memory, UINT64_MAX);
    for (uint32_t i = 0; i < 10000; i++)
        assert_true(ln_vec_push(&list, &memory, i * i));
    assert_int_equal(list.length, 10000);
    assert_int_equal(memory.used, list.room * sizeof *list.at);
    for (uint32_t i = 0; i < 10000; i++)
        assert_int_equal(list.at[i], i * i);
    ln_vec_fini(&list, &memory);
    assert_int_equal(memory.used, 0);
    assert_int_equal(list.room, 0);
}

static void vec_is_as_it_was_when_memory_is_refused(void **state)
{
    struct ln_memory memory;
    LN_VEC(uint64_t) list = { 0 };
    (void)state;
    ln_memory_init(&memory, 4096);
    for (uint64_t i = 0; ln_vec_push(&list, &memory, i);)
        i++;
    assert_int_equal(list.length, list.room);
    assert_int_equal(memory.used, list.room * sizeof *list.at);
    for (uint64_t i = 0; i < list.length; i++)
        assert_int_equal(list.at[i], i);
    assert_false(ln_vec_reserve(&list, &memory, SIZE_MAX));
    ln_vec_fini(&list, &memory);
    assert_int_equal(memory.used, 0);
}

/* Room in advance is taken only where there is plenty: what is needed is given as long as it fits. */
static void vec_asks_only_for_what_it_needs_near_the_limit(void **state)
{
    struct ln_memory memory;
    LN_VEC(char) list = { 0 };
    void *other;
    (void)state;
    ln_memory_init(&memory, 1000);
    other = ln_take(&memory, 900);
    assert_true(ln_vec_reserve(&list, &memory, 40));
    assert_int_equal(list.room, 40);
    assert_true(ln_vec_reserve(&list, &memory, 99));
    assert_int_equal(list.room, 99);
    assert_true(ln_vec_reserve(&list, &memory, 100));
    assert_int_equal(list.room, 100);
    assert_false(ln_vec_reserve(&list, &memory, 101));
    ln_vec_fini(&list, &memory);
    ln_give(&memory, other, 900);
    assert_int_equal(memory.used, 0);
}

/* ---- arena ---- */

static void arena_addresses_are_aligned_and_stay(void **state)
{
    enum { MANY = 3000 };
    static unsigned char *blocks[MANY];
    struct ln_memory memory;
    struct ln_arena arena;
    (void)state;
    ln_memory_init(&memory, UINT64_MAX);
    ln_arena_init(&arena, &memory);
    for (size_t i = 0; i < MANY; i++) {
        blocks[i] = ln_arena_take(&arena, i % 97);
        assert_int_equal((uintptr_t)blocks[i] % 8, 0);
        memset(blocks[i], (int)(i & 0xff), i % 97);
    }
    for (size_t i = 0; i < MANY; i++)
        for (size_t j = 0; j < i % 97; j++)
            assert_int_equal(blocks[i][j], i & 0xff);
    ln_arena_fini(&arena);
    assert_int_equal(memory.used, 0);
}

static void arena_gives_empty_things_their_own_addresses(void **state)
{
    struct ln_memory memory;
    struct ln_arena arena;
    char *last = NULL;
    (void)state;
    ln_memory_init(&memory, UINT64_MAX);
    ln_arena_init(&arena, &memory);
    for (int i = 0; i < 2000; i++) {
        char *now = i % 2 ? ln_arena_take(&arena, 0) : ln_arena_copy(&arena, NULL, 0);
        assert_non_null(now);
        assert_ptr_not_equal(now, last);
        last = now;
    }
    ln_arena_fini(&arena);
    assert_int_equal(memory.used, 0);
}

static void arena_takes_large_blocks_and_refuses_impossible_ones(void **state)
{
    struct ln_memory memory;
    struct ln_arena arena;
    char *small, *large;
    (void)state;
    ln_memory_init(&memory, 16 << 20);
    ln_arena_init(&arena, &memory);
    small = ln_arena_copy(&arena, "small", 6);
    large = ln_arena_take(&arena, 5 << 20);
    assert_non_null(large);
    memset(large, 1, 5 << 20);
    assert_string_equal(small, "small");
    assert_null(ln_arena_take(&arena, 32 << 20));
    assert_null(ln_arena_take(&arena, SIZE_MAX));
    assert_null(ln_arena_take(&arena, SIZE_MAX - 16));
    assert_non_null(ln_arena_take(&arena, 8));
    ln_arena_fini(&arena);
    assert_int_equal(memory.used, 0);
    small = ln_arena_copy(&arena, "again", 6); /* it can be used again */
    assert_string_equal(small, "again");
    ln_arena_fini(&arena);
    assert_int_equal(memory.used, 0);
}

/* ---- str ---- */

static void str_joins_what_is_added(void **state)
{
    struct ln_memory memory;
    struct ln_str str;
    (void)state;
    ln_memory_init(&memory, UINT64_MAX);
    ln_str_init(&str, &memory);
    assert_string_equal(ln_str_borrow(&str), "");
    ln_str_add(&str, "", 0);
    ln_str_text(&str, "a=");
    ln_str_int(&str, INT64_MIN);
    ln_str_char(&str, ',');
    ln_str_format(&str, "%s%03d", "b", 7);
    assert_string_equal(ln_str_borrow(&str), "a=-9223372036854775808,b007");
    assert_int_equal(str.length, strlen("a=-9223372036854775808,b007"));
    ln_str_clear(&str);
    assert_string_equal(ln_str_borrow(&str), "");
    ln_str_add(&str, "x\0y", 3);
    assert_int_equal(str.length, 3);
    assert_memory_equal(ln_str_borrow(&str), "x\0y", 4);
    ln_str_fini(&str);
    assert_int_equal(memory.used, 0);
}

static void str_stops_for_good_when_memory_is_refused(void **state)
{
    struct ln_memory memory;
    struct ln_str str;
    (void)state;
    ln_memory_init(&memory, 200);
    ln_str_init(&str, &memory);
    ln_str_text(&str, "kept");
    ln_str_format(&str, "%0200d", 1);
    assert_true(str.failed);
    ln_str_text(&str, "not added");
    assert_string_equal(ln_str_borrow(&str), "kept");
    ln_str_fini(&str);
    assert_int_equal(memory.used, 0);
}

/* ---- error ---- */

static void an_error_is_cut_at_its_room_and_may_be_unwanted(void **state)
{
    struct ln_error error;
    (void)state;
    assert_int_equal(ln_fail(&error, LN_USAGE, "%02000d", 7), LN_USAGE);
    assert_int_equal(error.status, LN_USAGE);
    assert_int_equal(strlen(error.message), sizeof error.message - 1);
    assert_int_equal(ln_fail(NULL, LN_BAD_INPUT, "%s", "nobody listens"), LN_BAD_INPUT);
    ln_fail(&error, LN_BAD_INPUT, "found `%s`", "two\nlines");
    assert_string_equal(error.message, "found `two\\nlines`");
    ln_fail(&error, LN_BAD_INPUT, "%s:\n  here", "two");
    assert_string_equal(error.message, "two:\n  here");
    assert_string_equal(ln_status_text(LN_NO_MEMORY), "out of memory");
    assert_string_equal(ln_status_text(LN_INTERNAL), "internal error");
}

/* ---- rng and hashes ---- */

static void rng_gives_the_same_numbers_for_the_same_seed(void **state)
{
    struct ln_rng a = { 42 }, b = { 42 }, c = { 43 }, splitmix = { 1234567 };
    int differ = 0;
    (void)state;
    for (int i = 0; i < 1000; i++) {
        uint64_t x = ln_rng_next(&a);
        assert_int_equal(x, ln_rng_next(&b));
        differ += x != ln_rng_next(&c);
    }
    assert_int_equal(differ, 1000);
    /* The published values of splitmix64. */
    assert_int_equal(ln_rng_next(&splitmix), UINT64_C(6457827717110365317));
    assert_int_equal(ln_rng_next(&splitmix), UINT64_C(3203168211198807973));
}

static void rng_draws_every_number_below_its_bound(void **state)
{
    struct ln_rng rng = { 7 };
    uint32_t seen[10] = { 0 };
    (void)state;
    for (int i = 0; i < 10000; i++) {
        uint32_t drawn = ln_rng_below(&rng, 10);
        assert_in_range(drawn, 0, 9);
        seen[drawn]++;
    }
    for (int i = 0; i < 10; i++)
        assert_in_range(seen[i], 800, 1200);
    assert_int_equal(ln_rng_below(&rng, 1), 0);
}

/* The inverse of ln_mix: each of its steps undone. */
static uint64_t unmix(uint64_t x)
{
    uint64_t inverse = UINT64_C(0xd6e8feb86659fd93); /* an odd number is its own inverse modulo 8; each round doubles */
    for (int i = 0; i < 5; i++)
        inverse *= 2 - UINT64_C(0xd6e8feb86659fd93) * inverse;
    for (int i = 0; i < 2; i++) {
        x ^= x >> 32;
        x *= inverse;
    }
    return x ^ x >> 32;
}

static void mix_is_bijective(void **state)
{
    struct ln_rng rng = { 1 };
    (void)state;
    for (uint64_t i = 0; i < 1000; i++) {
        uint64_t x = ln_rng_next(&rng);
        assert_int_equal(unmix(ln_mix(i)), i);
        assert_int_equal(unmix(ln_mix(x)), x);
    }
    assert_int_equal(unmix(ln_mix(UINT64_MAX)), UINT64_MAX);
}

static void hash_depends_on_every_byte_and_the_length(void **state)
{
    char bytes[64] = { 0 };
    uint64_t plain = ln_hash(bytes, sizeof bytes);
    (void)state;
    for (size_t i = 0; i < sizeof bytes; i++) {
        bytes[i] = 1;
        assert_int_not_equal(ln_hash(bytes, sizeof bytes), plain);
        bytes[i] = 0;
        assert_int_not_equal(ln_hash(bytes, i), plain);
    }
    assert_int_equal(ln_hash(bytes, sizeof bytes), plain);
}

/* ---- budget ---- */

static void budget_keeps_the_first_reason(void **state)
{
    struct ln_memory memory;
    struct ln_budget budget;
    int64_t fuel = LN_FUEL;
    (void)state;
    ln_memory_init(&memory, UINT64_MAX);
    ln_budget_init(&budget, &memory, 0, NULL);
    assert_int_equal(ln_budget_why(&budget), LN_STOP_NONE);
    assert_false(ln_budget_look(&budget));
    ln_budget_stop(&budget, LN_STOP_MEMORY);
    ln_budget_stop(&budget, LN_STOP_CANCELLED);
    assert_int_equal(ln_budget_why(&budget), LN_STOP_MEMORY);
    assert_true(ln_budget_spent(&budget, &fuel, 1));
    assert_int_equal(fuel, LN_FUEL);
}

static void budget_ends_at_its_deadline(void **state)
{
    struct ln_memory memory;
    struct ln_budget budget;
    uint64_t start = ln_now();
    (void)state;
    ln_memory_init(&memory, UINT64_MAX);
    ln_budget_init(&budget, &memory, 0.02, NULL);
    assert_false(ln_budget_look(&budget));
    while (!ln_budget_look(&budget))
        assert_true(ln_now() - start < UINT64_C(20000000000));
    assert_true(ln_now() - start >= UINT64_C(20000000));
    assert_int_equal(ln_budget_why(&budget), LN_STOP_TIME);
    ln_budget_init(&budget, &memory, -1, NULL);
    assert_true(budget.deadline == UINT64_MAX);
    ln_budget_init(&budget, &memory, 1e300, NULL);
    assert_true(budget.deadline == UINT64_MAX);
}

static void budget_sees_an_interrupt_before_the_deadline(void **state)
{
    volatile sig_atomic_t interrupted = 0;
    struct ln_memory memory;
    struct ln_budget budget;
    (void)state;
    ln_memory_init(&memory, UINT64_MAX);
    ln_budget_init(&budget, &memory, 1e-9, &interrupted);
    interrupted = 1;
    assert_true(ln_budget_look(&budget));
    assert_int_equal(ln_budget_why(&budget), LN_STOP_INTERRUPTED);
}

static void budget_looks_at_the_clock_when_fuel_has_run_out(void **state)
{
    volatile sig_atomic_t interrupted = 1;
    struct ln_memory memory;
    struct ln_budget budget;
    int64_t fuel = 10;
    (void)state;
    ln_memory_init(&memory, UINT64_MAX);
    ln_budget_init(&budget, &memory, 0, &interrupted);
    assert_false(ln_budget_spent(&budget, &fuel, 4));
    assert_false(ln_budget_spent(&budget, &fuel, 5));
    assert_int_equal(fuel, 1);
    assert_true(ln_budget_spent(&budget, &fuel, 1));
    assert_int_equal(fuel, LN_FUEL);
    assert_int_equal(ln_budget_why(&budget), LN_STOP_INTERRUPTED);
}

static void progress_adds_up_and_may_be_missing(void **state)
{
    struct ln_progress progress = { 0 };
    (void)state;
    ln_progress_add(NULL, 1, 2);
    ln_progress_add(&progress, 1024, 7);
    ln_progress_add(&progress, 1024, 3);
    assert_int_equal(progress.configurations, 2048);
    assert_int_equal(progress.reached, 3);
}

/* ---- tables ---- */

enum { ITEMS = 100 };

static uint64_t word_of(uint32_t item)
{
    return item % 3 ? item * 8 : item * UINT64_C(0x100000001);
}

/* Few hashes, near hashes, and far ones whose lower bits are alike. */
static uint64_t hash_of(uint32_t item, unsigned kind)
{
    return kind == 0 ? item % 5 : kind == 1 ? ln_near_hash(word_of(item)) : (uint64_t)item << 20;
}

static uint32_t find_in(const struct ln_table *table, uint32_t wanted, unsigned kind)
{
    uint64_t hash = hash_of(wanted, kind);
    uint32_t item;
    LN_TABLE_FIND(item, table, hash, item == wanted);
    return item;
}

/* Against a plain array. */
static void a_table_has_what_was_put_and_not_removed(void **state)
{
    struct ln_memory memory;
    struct ln_table table;
    struct ln_rng rng = { 1 };
    (void)state;
    ln_memory_init(&memory, UINT64_MAX);
    ln_table_init(&table, &memory);
    for (unsigned kind = 0; kind < 3; kind++) {
        bool plain[ITEMS] = { false };
        for (uint32_t step = 0; step < 50000; step++) {
            uint32_t item = ln_rng_below(&rng, 1 + step / 8 % ITEMS);
            assert_int_equal(find_in(&table, item, kind), plain[item] ? item : LN_NO_ITEM);
            if (plain[item]) {
                ln_table_remove(&table, hash_of(item, kind), item);
            } else {
                assert_true(ln_table_reserve(&table, table.count + 1));
                ln_table_put(&table, hash_of(item, kind), item);
            }
            plain[item] = !plain[item];
        }
        ln_table_clear(&table);
        assert_int_equal(find_in(&table, 1, kind), LN_NO_ITEM);
    }
    ln_table_fini(&table);
    assert_int_equal(memory.used, 0);
}

static void a_table_fills_further_when_memory_is_refused(void **state)
{
    struct ln_memory memory;
    struct ln_table table;
    uint32_t count = 0;
    (void)state;
    ln_memory_init(&memory, UINT64_MAX);
    ln_table_init(&table, &memory);
    assert_true(ln_table_reserve(&table, 48));
    assert_int_equal(table.room, 64);
    memory.limit = memory.used;
    for (; ln_table_reserve(&table, table.count + 1); count++)
        ln_table_put(&table, count, count);
    assert_int_equal(count, 60);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t item;
        LN_TABLE_FIND(item, &table, i, true);
        assert_int_equal(item, i);
    }
    ln_table_fini(&table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(memory_counts_what_is_used_and_its_peak),
        cmocka_unit_test(memory_that_was_zeroed_is),
        cmocka_unit_test(memory_refuses_what_passes_its_limit_and_no_less),
        cmocka_unit_test(memory_counts_only_the_difference_while_a_block_grows),
        cmocka_unit_test(memory_fails_once_when_told_to),
        cmocka_unit_test(vec_keeps_its_items_while_it_grows),
        cmocka_unit_test(vec_is_as_it_was_when_memory_is_refused),
        cmocka_unit_test(vec_asks_only_for_what_it_needs_near_the_limit),
        cmocka_unit_test(arena_addresses_are_aligned_and_stay),
        cmocka_unit_test(arena_gives_empty_things_their_own_addresses),
        cmocka_unit_test(arena_takes_large_blocks_and_refuses_impossible_ones),
        cmocka_unit_test(str_joins_what_is_added),
        cmocka_unit_test(str_stops_for_good_when_memory_is_refused),
        cmocka_unit_test(an_error_is_cut_at_its_room_and_may_be_unwanted),
        cmocka_unit_test(rng_gives_the_same_numbers_for_the_same_seed),
        cmocka_unit_test(rng_draws_every_number_below_its_bound),
        cmocka_unit_test(mix_is_bijective),
        cmocka_unit_test(hash_depends_on_every_byte_and_the_length),
        cmocka_unit_test(a_table_has_what_was_put_and_not_removed),
        cmocka_unit_test(a_table_fills_further_when_memory_is_refused),
        cmocka_unit_test(budget_keeps_the_first_reason),
        cmocka_unit_test(budget_ends_at_its_deadline),
        cmocka_unit_test(budget_sees_an_interrupt_before_the_deadline),
        cmocka_unit_test(budget_looks_at_the_clock_when_fuel_has_run_out),
        cmocka_unit_test(progress_adds_up_and_may_be_missing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
