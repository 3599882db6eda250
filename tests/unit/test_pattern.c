/* The structures of the patterns against plain arrays, budgets and refused memory. */
#include "../support/written_history.h"

#include "check/pattern/gaps.h"
#include "check/pattern/pattern.h"
#include "check/pattern/trees.h"
#include "check/pattern/value_ids.h"

/* ---- structures ---- */

static void gaps_are_found_up_and_down(void **state)
{
    struct ln_rng rng = { 1 };
    (void)state;
    for (unsigned round = 0; round < 200; round++) {
        uint32_t count = 1 + ln_rng_below(&rng, round % 2 ? 9000 : 130);
        bool full = ln_rng_below(&rng, 2), *plain = calloc(count, sizeof *plain);
        uint64_t *words = malloc(ln_gaps_words(count) * sizeof *words);
        struct ln_gaps gaps;
        ln_gaps_init(&gaps, words, count, full);
        for (uint32_t i = 0; i < count; i++)
            plain[i] = full;
        for (unsigned step = 0; step < 300; step++) {
            uint32_t gap = ln_rng_below(&rng, count), up = gap, down = gap + 1;
            if (full && ln_rng_below(&rng, 3))
                for (uint32_t g = gap; g < count && g < gap + 70; g++)
                    ln_gaps_remove(&gaps, g), plain[g] = false;
            else if (!full)
                ln_gaps_add(&gaps, gap), plain[gap] = true;
            gap = up = ln_rng_below(&rng, count);
            down = gap + 1;
            while (up < count && !plain[up])
                up++;
            while (down > 0 && !plain[down - 1])
                down--;
            assert_int_equal(ln_gaps_from(&gaps, gap), up < count ? (int64_t)up : LN_NO_GAP);
            assert_int_equal(ln_gaps_upto(&gaps, gap), (int64_t)down - 1);
        }
        free(plain);
        free(words);
    }
}

static void levels_tell_what_reaches_zero(void **state)
{
    struct ln_rng rng = { 2 };
    (void)state;
    for (unsigned round = 0; round < 100; round++) {
        enum { MOST = 64 };
        uint32_t count = 1 + ln_rng_below(&rng, MOST), size = ln_tree_size(count);
        int32_t low[4 * MOST], add[4 * MOST], plain[MOST];
        struct ln_levels levels = { low, add, size };
        for (uint32_t i = 0; i < size; i++)
            low[size + i] = i < count ? (plain[i] = 1 + (int32_t)ln_rng_below(&rng, 6)) : LN_LEVEL_NEVER;
        ln_levels_build(&levels);
        for (unsigned step = 0; step < 60; step++) {
            uint32_t from = ln_rng_below(&rng, count), to = from + ln_rng_below(&rng, count - from), zero;
            ln_levels_lower(&levels, from, to);
            for (uint32_t i = from; i <= to; i++)
                plain[i]--;
            while ((zero = ln_levels_zero(&levels)) != UINT32_MAX) {
                assert_int_equal(plain[zero], 0);
                plain[zero] = 1 + (int32_t)ln_rng_below(&rng, 4);
                ln_levels_set(&levels, zero, plain[zero]);
            }
            for (uint32_t i = 0; i < count; i++)
                assert_true(plain[i] > 0);
        }
    }
}

static void spans_are_taken_once(void **state)
{
    struct ln_rng rng = { 3 };
    (void)state;
    for (unsigned round = 0; round < 200; round++) {
        enum { MOST = 50 };
        uint32_t count = 1 + ln_rng_below(&rng, MOST), size = ln_tree_size(count), end[4 * MOST] = { 0 }, plain[MOST];
        struct ln_spans spans = { end, size };
        for (uint32_t i = 0; i < count; i++)
            end[size + i] = plain[i] = ln_rng_below(&rng, 40);
        ln_spans_build(&spans);
        for (unsigned step = 0; step < 80; step++) {
            uint32_t from = ln_rng_below(&rng, count), to = from + ln_rng_below(&rng, count - from + 1);
            uint32_t point = ln_rng_below(&rng, 40), taken = ln_spans_take(&spans, from, to, point);
            bool any = false;
            for (uint32_t i = from; i < to; i++)
                any |= plain[i] > point;
            assert_int_equal(taken != UINT32_MAX, any);
            if (!any)
                continue;
            assert_true(taken >= from && taken < to && plain[taken] > point);
            plain[taken] = 0;
        }
    }
}

static void sums_of_ranges(void **state)
{
    enum { COUNT_OF_SUMS = 37 };
    struct ln_rng rng = { 4 };
    int64_t room[COUNT_OF_SUMS + 2] = { 0 }, plain[COUNT_OF_SUMS] = { 0 };
    struct ln_sums sums = { room, COUNT_OF_SUMS };
    (void)state;
    for (unsigned step = 0; step < 2000; step++) {
        uint32_t from = ln_rng_below(&rng, COUNT_OF_SUMS), to = from + ln_rng_below(&rng, COUNT_OF_SUMS - from);
        int64_t what = (int64_t)ln_rng_below(&rng, 9) - 4;
        ln_sums_add(&sums, from, to, what);
        for (uint32_t i = from; i <= to; i++)
            plain[i] += what;
        assert_int_equal(ln_sums_at(&sums, from), plain[from]);
    }
}

/* Few integers close together are places, all else is hashed: both must number alike. */
static void values_are_numbered_in_order(void **state)
{
    struct ln_memory memory;
    struct ln_value_ids ids;
    (void)state;
    ln_memory_init(&memory, UINT64_MAX);
    ln_value_ids_init(&ids, &memory);
    for (int64_t step = 1; step < 1000000; step *= 10) {
        struct ln_value_survey survey = ln_value_survey();
        bool fresh;
        for (int64_t i = 0; i < 100; i++)
            ln_value_survey_add(&survey, ln_small(50 + i * step));
        if (step > 1)
            ln_value_survey_add(&survey, LN_VALUE_TRUE);
        assert_true(ln_value_ids_clear(&ids, &survey));
        for (int64_t i = 0; i < 100; i++) {
            assert_int_equal(ln_value_ids_find(&ids, ln_small(50 + i * step)), LN_NO_OP);
            assert_int_equal(ln_value_ids_add(&ids, ln_small(50 + i * step), &fresh), i);
            assert_true(fresh);
            assert_int_equal(ln_value_ids_add(&ids, ln_small(50 + i * step), &fresh), i);
            assert_false(fresh);
        }
        for (int64_t i = 0; i < 100; i++)
            assert_int_equal(ln_value_ids_find(&ids, ln_small(50 + i * step)), i);
        assert_int_equal(ln_value_ids_find(&ids, ln_small(49)), LN_NO_OP);
        assert_int_equal(ln_value_ids_find(&ids, ln_small(-1)), LN_NO_OP);
        assert_int_equal(ln_value_ids_find(&ids, ln_small(50 + 100 * step)), LN_NO_OP);
        assert_int_equal(ln_value_ids_find(&ids, LN_VALUE_NULL), LN_NO_OP);
    }
    ln_value_ids_fini(&ids);
    assert_int_equal(memory.used, 0);
}

/* ---- what is declined ---- */

static void what_is_not_of_this_kind_is_declined(void **state)
{
    static const char *const cases[][3] = {
        { "queue", "0:enq(1)@0-1 0:enq(1)@2-3", "a value is inserted twice" },
        { "queue", "0:enq(1)@0-1 0:deq()->?@2-3", "a result is not known" },
        { "queue:capacity=1", "0:enq(1)@0-1 0:enq(2)@2-3", "the object may be full" },
        { "queue:capacity=1", "0:enq(1)@0-1 0:enq(2)->false@2-3", "the object may be full" },
        { "cas-register", "0:cas(1,2)->true@0-1", "it has operations that no pattern covers" },
        { "set", "0:add(1)@0-", "a change of a set has not returned" },
        { "set", "0:size()->1@0-1", "it has operations that no pattern covers" },
        { "kv", "0:x.put(1)@0-1 0:y.put(2)@2-3", "it is about several keys" },
        { "register", "0:write(null)@0-1", "a value is inserted twice" },
        { "counter", "0:inc()@0-1", "no pattern is known for this object" },
        { "deque", "0:push_back(1)@0-1", "no pattern is known for this object" },
        { "register", "0:write(1)@0-5 0:read()->1@5-9 1:write(2)@0-5 1:read()->2@5-9",
          "operations of one process touch" },
    };
    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct written w;
        struct ln_pattern *pattern;
        struct ln_outcome outcome;
        struct ln_budget budget;
        struct ln_problem problem = { .history = &w.history, .spec = &w.spec, .stuck = LN_NO_OP };
        const char *declined = NULL;
        write_history(&w, cases[i][0], cases[i][1]);
        problem.events = w.history.events.at;
        problem.event_count = w.history.events.length;
        ln_outcome_init(&outcome, &w.memory);
        ln_budget_init(&budget, &w.memory, 0, NULL);
        assert_int_equal(ln_pattern_new(&pattern, &w.memory), LN_OK);
        assert_int_equal(ln_pattern_run(pattern, &problem, &budget, &outcome, &declined), LN_OK);
        assert_int_equal(outcome.verdict, LN_UNKNOWN);
        assert_non_null(declined);
        assert_string_equal(declined, cases[i][2]);
        ln_pattern_free(pattern);
        ln_outcome_fini(&outcome);
        written_fini(&w);
    }
}

/* ---- refused memory ---- */

static void refused_memory_is_unknown_or_right(void **state)
{
    static const char *const cases[][2] = {
        { "queue", "0:enq(1)@0-3 1:enq(2)@1-2 2:deq()->2@4-5 3:peek()->1@6-7 2:deq()->1@6-9 3:deq()->null@10-11" },
        { "stack", "0:push(1)@0-1 1:push(2)@2-3 2:peek()->2@3-4 2:pop()@5- 3:pop()->null@6-9 4:pop()->1@5-9" },
        { "priority-queue", "0:insert(1)@0-1 1:insert(2)@2-3 2:peek()->1@3-4 2:poll()->2@5-6 3:poll()@7-" },
        { "register", "0:write(1)@0-1 1:read()->1@2-3 1:write(2)@4-5 1:read()->1@6-7" },
        { "bag", "0:add(1)@0-1 1:take()@2- 2:take()->null@3-4" },
        { "set", "0:add(1)->true@0-1 1:contains(1)->false@2-3" },
    };
    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct written w;
        enum ln_verdict verdicts[2] = { LN_UNKNOWN, LN_UNKNOWN };
        write_history(&w, cases[i][0], cases[i][1]);
        for (int64_t k = -1, failed = 1; failed; k++) {
            struct ln_memory memory;
            struct ln_pattern *pattern = NULL;
            struct ln_outcome outcome;
            struct ln_budget budget;
            struct ln_problem problem = { .history = &w.history,
                                          .spec = &w.spec,
                                          .events = w.history.events.at,
                                          .event_count = w.history.events.length,
                                          .stuck = LN_NO_OP };
            const char *declined = NULL;
            ln_memory_init(&memory, UINT64_MAX);
            memory.fail_after = k;
            ln_outcome_init(&outcome, &memory);
            ln_budget_init(&budget, &memory, 0, NULL);
            if (!ln_pattern_new(&pattern, &memory))
                assert_int_equal(ln_pattern_run(pattern, &problem, &budget, &outcome, &declined), LN_OK);
            failed = k < 0 || memory.fail_after < 0;
            verdicts[k >= 0] = outcome.verdict;
            assert_null(declined);
            assert_true(outcome.verdict == verdicts[0] || (failed && outcome.verdict == LN_UNKNOWN));
            ln_pattern_free(pattern);
            ln_outcome_fini(&outcome);
            assert_int_equal(memory.used, 0);
        }
        assert_true(verdicts[0] != LN_UNKNOWN && verdicts[1] == verdicts[0]);
        written_fini(&w);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gaps_are_found_up_and_down),
        cmocka_unit_test(levels_tell_what_reaches_zero),
        cmocka_unit_test(spans_are_taken_once),
        cmocka_unit_test(sums_of_ranges),
        cmocka_unit_test(values_are_numbered_in_order),
        cmocka_unit_test(what_is_not_of_this_kind_is_declined),
        cmocka_unit_test(refused_memory_is_unknown_or_right),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
