/* What the search remembers: dead configurations, and states as numbers. */
#include "../support/written_history.h"

#include "check/search/dead_ends.h"
#include "check/search/states.h"

/* ---- dead configurations ---- */

static void what_used_more_is_dead_when_what_used_less_is(void **state)
{
    struct ln_memory memory;
    struct ln_dead_ends dead;
    const uint64_t some[] = { 5, 6 }, more[] = { 5, 7 }, less[] = { 5, 2 }, other[] = { 5, 9 }, elsewhere[] = { 4, 6 };
    (void)state;
    ln_memory_init(&memory, UINT64_MAX);
    ln_dead_ends_init(&dead, &memory);
    ln_dead_ends_reset(&dead, 2, 1);
    assert_false(ln_dead_ends_has(&dead, 1, 2, some));
    assert_true(ln_dead_ends_add(&dead, 1, 2, some));
    assert_true(ln_dead_ends_has(&dead, 1, 2, some));
    assert_true(ln_dead_ends_has(&dead, 1, 2, more));
    assert_false(ln_dead_ends_has(&dead, 1, 2, less));
    assert_false(ln_dead_ends_has(&dead, 1, 2, other));
    assert_false(ln_dead_ends_has(&dead, 1, 2, elsewhere));
    assert_false(ln_dead_ends_has(&dead, 2, 2, some));
    assert_false(ln_dead_ends_has(&dead, 1, 3, some));
    assert_true(ln_dead_ends_add(&dead, 1, 2, less)); /* says more than the one before */
    assert_true(ln_dead_ends_has(&dead, 1, 2, less));
    assert_true(ln_dead_ends_has(&dead, 1, 2, some));
    assert_int_equal(dead.count, 1);
    ln_dead_ends_reset(&dead, 2, 1);
    assert_false(ln_dead_ends_has(&dead, 1, 2, less));
    ln_dead_ends_fini(&dead);
    assert_int_equal(memory.used, 0);
}

static void without_optional_words_only_the_same_is_dead(void **state)
{
    struct ln_memory memory;
    struct ln_dead_ends dead;
    const uint64_t some[] = { 6, 0 }, more[] = { 7, 0 }, longer[] = { 6, 1 };
    (void)state;
    ln_memory_init(&memory, UINT64_MAX);
    ln_dead_ends_init(&dead, &memory);
    ln_dead_ends_reset(&dead, 2, 0);
    assert_true(ln_dead_ends_add(&dead, 0, 0, some));
    assert_true(ln_dead_ends_has(&dead, 0, 0, some));
    assert_false(ln_dead_ends_has(&dead, 0, 0, more));
    assert_false(ln_dead_ends_has(&dead, 0, 0, longer));
    ln_dead_ends_fini(&dead);
    assert_int_equal(memory.used, 0);
}

struct configuration {
    uint32_t event, state;
    uint64_t bits[4];
};

static struct configuration draw(struct ln_rng *rng, size_t words)
{
    struct configuration c = { ln_rng_below(rng, 3), ln_rng_below(rng, 3), { 0 } };
    for (size_t i = 0; i < words; i++)
        c.bits[i] = (uint64_t)ln_rng_below(rng, 16) << (i * 13);
    return c;
}

static bool is_covered(const struct configuration *by, const struct configuration *c, size_t words, size_t optional)
{
    if (by->event != c->event || by->state != c->state)
        return false;
    for (size_t i = 0; i < words; i++)
        if (i < words - optional ? by->bits[i] != c->bits[i] : (by->bits[i] & ~c->bits[i]) != 0)
            return false;
    return true;
}

static void the_dead_are_those_of_a_plain_list(void **state)
{
    enum { ADDED = 300 };
    (void)state;
    for (uint64_t seed = 1; seed <= 60; seed++) {
        struct ln_rng rng = { seed };
        size_t words = 1 + ln_rng_below(&rng, 4), optional = ln_rng_below(&rng, (uint32_t)words + 1);
        struct configuration list[ADDED];
        struct ln_memory memory;
        struct ln_dead_ends dead;
        size_t found = 0;
        ln_memory_init(&memory, UINT64_MAX);
        ln_dead_ends_init(&dead, &memory);
        ln_dead_ends_reset(&dead, words, optional);
        for (size_t n = 0; n < ADDED; n++) {
            list[n] = draw(&rng, words);
            assert_true(ln_dead_ends_add(&dead, list[n].event, list[n].state, list[n].bits));
            for (int i = 0; i < 20; i++) {
                struct configuration c = draw(&rng, words);
                bool expected = false;
                for (size_t j = 0; j <= n; j++)
                    expected |= is_covered(&list[j], &c, words, optional);
                assert_int_equal(ln_dead_ends_has(&dead, c.event, c.state, c.bits), expected);
                found += expected;
            }
        }
        assert_true(found > 0 || words > 2);
        ln_dead_ends_fini(&dead);
        assert_int_equal(memory.used, 0);
    }
}

static void many_dead_ones_are_kept(void **state)
{
    enum { MANY = 100000 };
    struct ln_memory memory;
    struct ln_dead_ends dead;
    (void)state;
    ln_memory_init(&memory, UINT64_MAX);
    ln_dead_ends_init(&dead, &memory);
    ln_dead_ends_reset(&dead, 2, 1);
    for (uint32_t i = 0; i < MANY; i++) {
        uint64_t bits[2] = { (uint64_t)i * i, i & 3 };
        assert_true(ln_dead_ends_add(&dead, i, i / 2, bits));
    }
    assert_int_equal(dead.count, MANY);
    for (uint32_t i = 0; i < MANY; i++) {
        uint64_t bits[2] = { (uint64_t)i * i, 7 }, none[2] = { (uint64_t)i * i, 4 };
        assert_true(ln_dead_ends_has(&dead, i, i / 2, bits));
        assert_int_equal(ln_dead_ends_has(&dead, i, i / 2, none), (i & 3) == 0);
        assert_false(ln_dead_ends_has(&dead, i, i / 2 + 1, bits));
    }
    ln_dead_ends_reset(&dead, 1, 0);
    assert_int_equal(dead.count, 0);
    ln_dead_ends_fini(&dead);
    assert_int_equal(memory.used, 0);
}

static void dead_ones_stay_when_memory_is_refused(void **state)
{
    struct ln_memory memory;
    struct ln_dead_ends dead;
    uint32_t added = 0;
    uint64_t bits = 0;
    (void)state;
    ln_memory_init(&memory, 200000);
    ln_dead_ends_init(&dead, &memory);
    ln_dead_ends_reset(&dead, 1, 0);
    while (ln_dead_ends_add(&dead, added, 0, &bits))
        added++;
    assert_in_range(added, 4096, 200000 / 16);
    for (uint32_t i = 0; i < added; i++)
        assert_true(ln_dead_ends_has(&dead, i, 0, &bits));
    assert_false(ln_dead_ends_has(&dead, added, 0, &bits));
    assert_true(memory.peak <= memory.limit);
    ln_dead_ends_fini(&dead);
    assert_int_equal(memory.used, 0);
}

/* ---- states ---- */

struct numbered {
    struct written w;
    struct ln_budget budget;
    struct ln_states states;
};

static void number_states(struct numbered *n, const char *spec, const char *operations, uint32_t labels)
{
    write_history(&n->w, spec, operations);
    ln_budget_init(&n->budget, &n->w.memory, 0, NULL);
    ln_states_init(&n->states, &n->w.memory);
    ln_states_reset(&n->states, &n->w.spec, &n->budget, labels);
}

static void numbered_fini(struct numbered *n)
{
    ln_states_fini(&n->states);
    written_fini(&n->w);
}

/* The one state that operation `label` leads to, or LN_NO_STATE. */
static uint32_t step(struct numbered *n, uint32_t state, uint32_t label)
{
    struct ln_invocation in = ln_invocation_of(&n->w.history, label);
    struct ln_moves moves;
    bool stays;
    assert_int_equal(ln_states_step(&n->states, state, label, &in, &moves), LN_OK);
    assert_true(moves.count <= 1);
    state = moves.count ? moves.at[0] : LN_NO_STATE;
    if (moves.count) {
        assert_int_equal(ln_states_stays(&n->states, state, label, &in, &stays), LN_OK);
        assert_int_equal(ln_states_step(&n->states, state, label, &in, &moves), LN_OK);
        assert_int_equal(stays, moves.count && moves.at[0] == state);
    }
    return state;
}

static uint32_t start(struct numbered *n)
{
    struct ln_moves moves;
    assert_int_equal(ln_states_initial(&n->states, &moves), LN_OK);
    assert_int_equal(moves.count, 1);
    return moves.at[0];
}

static void equal_states_have_one_number(void **state)
{
    static const uint32_t label_counts[] = { 5, 1000 }; /* steps are remembered, or too many to be */
    (void)state;
    for (size_t l = 0; l < COUNT(label_counts); l++) {
        struct numbered n;
        uint32_t empty, one, both;
        number_states(&n, "set", "add(1)->true add(2)->true remove(1)->true add(1)->false contains(2)->true",
                      label_counts[l]);
        for (int round = 0; round < 2; round++) {
            empty = start(&n);
            one = step(&n, empty, 0);
            both = step(&n, one, 1);
            assert_int_equal(both, step(&n, step(&n, empty, 1), 0));
            assert_int_not_equal(one, both);
            assert_int_not_equal(empty, one);
            assert_int_equal(step(&n, both, 2), step(&n, empty, 1));
            assert_true(step(&n, empty, 2) == LN_NO_STATE);
            assert_true(step(&n, empty, 2) == LN_NO_STATE);
            assert_int_equal(step(&n, both, 3), both);
            assert_int_equal(step(&n, both, 4), both);
            assert_int_equal(ln_states_borrow(&n.states, both).length, 16);
            ln_states_reset(&n.states, &n.w.spec, &n.budget, label_counts[l]);
        }
        numbered_fini(&n);
    }
}

static void many_states_stay_distinct(void **state)
{
    enum { MANY = 20000 };
    static uint32_t numbers[MANY];
    struct numbered n;
    (void)state;
    number_states(&n, "counter", "inc()", 1);
    numbers[0] = start(&n);
    for (uint32_t i = 1; i < MANY; i++)
        numbers[i] = step(&n, numbers[i - 1], 0);
    for (uint32_t i = 0; i < MANY; i++) {
        int64_t number;
        memcpy(&number, ln_states_borrow(&n.states, numbers[i]).at, sizeof number);
        assert_int_equal(number, i);
    }
    ln_states_reset(&n.states, &n.w.spec, &n.budget, 1);
    assert_int_equal(start(&n), 0);
    assert_int_equal(step(&n, 0, 0), 1);
    numbered_fini(&n);
}

static void a_spent_budget_stops_steps(void **state)
{
    struct numbered n;
    struct ln_moves moves;
    struct ln_invocation in;
    uint32_t first;
    (void)state;
    number_states(&n, "counter", "inc()", 1);
    first = start(&n);
    in = ln_invocation_of(&n.w.history, 0);
    ln_budget_stop(&n.budget, LN_STOP_TIME);
    assert_int_equal(ln_states_step(&n.states, first, 0, &in, &moves), LN_STOPPED);
    numbered_fini(&n);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_used_more_is_dead_when_what_used_less_is),
        cmocka_unit_test(without_optional_words_only_the_same_is_dead),
        cmocka_unit_test(the_dead_are_those_of_a_plain_list),
        cmocka_unit_test(many_dead_ones_are_kept),
        cmocka_unit_test(dead_ones_stay_when_memory_is_refused),
        cmocka_unit_test(equal_states_have_one_number),
        cmocka_unit_test(many_states_stay_distinct),
        cmocka_unit_test(a_spent_budget_stops_steps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
