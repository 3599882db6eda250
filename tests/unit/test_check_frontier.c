/* The frontier: what stands for what, what is forgotten, what is declined, and who decides. */
#include "../support/written_history.h"

#include "check/check.h"
#include "check/frontier/frontier.h"
#include "check/search/search.h"
#include "check/frontier/trail.h"
#include "verify/replay.h"

/* ---- which configuration stands for which ---- */

static const uint64_t unlike[64];

static void expect_covers(struct ln_configuration a, struct ln_configuration b, const uint64_t *earlier, bool covers)
{
    assert_int_equal(ln_configuration_covers(&a, &b, earlier), covers);
}

static void optional_stands_for_done_and_for_undone(void **state)
{
    struct ln_configuration optional = { .done = 1, .optional = 2 }, done = { .done = 3 }, undone = { .done = 1 };
    (void)state;
    expect_covers(optional, done, unlike, true);
    expect_covers(optional, undone, unlike, true);
    expect_covers(optional, optional, unlike, true);
    expect_covers(done, optional, unlike, false);
    expect_covers(undone, optional, unlike, false);
    expect_covers(done, undone, unlike, false);
    undone.state = 1;
    expect_covers(optional, undone, unlike, false);
}

/* Bits 0, 1, 2 are equal operations that return in this order. */
static void of_equal_operations_those_due_first_are_better_done(void **state)
{
    static const uint64_t earlier[64] = { 0, 1, 3 };
    struct ln_configuration first = { .done = 1 }, last = { .done = 4 }, two = { .done = 3 }, others = { .done = 5 };
    (void)state;
    expect_covers(first, last, earlier, true);
    expect_covers(last, first, earlier, false);
    expect_covers(two, others, earlier, true);
    expect_covers(others, two, earlier, false);
    expect_covers(two, last, earlier, false); /* as many must be left to do */
    expect_covers(first, last, unlike, false);
}

static void an_antichain_keeps_what_nothing_stands_for(void **state)
{
    struct ln_memory memory;
    struct ln_antichain set;
    bool added;
    (void)state;
    ln_memory_init(&memory, UINT64_MAX);
    ln_antichain_init(&set, unlike, &memory);
    for (int round = 0; round < 2; round++) {
        ln_antichain_clear(&set);
        /* 2000 of one state that are not comparable: more than are compared one by one */
        for (uint64_t i = 0; i < 4000; i++) {
            struct ln_configuration c = { .done = i % 2000 };
            assert_true(ln_antichain_add(&set, &c, &added));
            assert_int_equal(added, i < 2000);
        }
        assert_int_equal(set.list.length, 2000);
        /* one that stands for the latest */
        assert_true(ln_antichain_add(&set, &(struct ln_configuration){ .done = 1998, .optional = 1 }, &added));
        assert_true(added);
        assert_int_equal(set.list.at[1998].state, LN_ANTICHAIN_GONE);
        assert_int_equal(set.list.at[1999].state, LN_ANTICHAIN_GONE);
        assert_int_equal(set.list.at[1997].state, 0);
    }
    ln_antichain_fini(&set);
    assert_int_equal(memory.used, 0);
}

/* ---- trails ---- */

/* Two ways that part at the start; each step of one is followed by a thousand that lead nowhere. */
static void only_steps_that_lead_somewhere_are_kept(void **state)
{
    struct ln_memory memory;
    struct ln_trail trail;
    struct ln_configuration ends[2] = { { .trail = LN_NO_STEP }, { .trail = LN_NO_STEP } };
    uint32_t nowhere;
    size_t most = 0;
    (void)state;
    ln_memory_init(&memory, UINT64_MAX);
    ln_trail_init(&trail, &memory);
    ln_trail_clear(&trail);
    for (uint32_t i = 0; i < 1000; i++) {
        uint32_t e = i % 2;
        assert_true(ln_trail_add(&trail, (struct ln_trail_step){ ends[e].trail, i, i, i }, &ends[e].trail));
        for (int j = 0; j < 1000; j++)
            assert_true(ln_trail_add(&trail, (struct ln_trail_step){ ends[e].trail, 0, 0, 0 }, &nowhere));
        assert_true(ln_trail_forget(&trail, ends, 2));
        most = trail.steps.length > most ? trail.steps.length : most;
    }
    assert_true(most < 100000);
    for (uint32_t e = 0; e < 2; e++) {
        assert_true(ln_trail_follow(&trail, ends[e].trail));
        assert_int_equal(trail.path.length, 500);
        for (uint32_t i = 0; i < 500; i++)
            assert_int_equal(trail.steps.at[trail.path.at[i]].op, 2 * i + e);
    }
    ln_trail_fini(&trail);
    assert_int_equal(memory.used, 0);
}

/* ---- deciding ---- */

static void expect_witness(const char *spec, const char *operations)
{
    struct written w;
    struct ln_outcome outcome;
    struct ln_budget budget;
    struct ln_error error = { LN_OK, "" };
    struct ln_check_options options = { .algorithm = LN_ALGORITHM_FRONTIER, .jobs = 1 };
    write_history(&w, spec, operations);
    ln_outcome_init(&outcome, &w.memory);
    ln_budget_init(&budget, &w.memory, 0, NULL);
    assert_int_equal(ln_check(&w.history, &w.spec, &options, &budget, &outcome, &error), LN_OK);
    assert_string_equal(ln_verdict_text(outcome.verdict), "holds");
    assert_string_equal(ln_method_names(outcome.methods).at, "frontier");
    assert_int_equal(outcome.order.length, w.history.operations.length);
    ln_outcome_fini(&outcome);
    written_fini(&w);
}

static void what_comes_at_no_cost_has_its_place_in_the_order(void **state)
{
    (void)state;
    /* write(1) in state 1 changes nothing, and is needed later (docs/decisions/0005) */
    expect_witness("register", "0:write(1)@0-2 1:write(1)@1-9 2:write(2)@3-7 3:read()->1@4-6 4:read()->1@8-10");
    /* two writes of which nothing is seen, a reader between the others */
    expect_witness("register", "0:write(1)@0-9 1:write(2)@0-9 2:write(3)@0-9 3:write(4)@0-9 4:read()->2@1-8 "
                               "4:read()->4@10-11");
    /* reads that wait for a write, and one that is over before it */
    expect_witness("cas-register:initial=0", "0:read()->0@0-1 0:read()->1@2-9 1:read()->0@3-8 2:cas(0,1)->true@4-7 "
                                             "3:write(1)@5-6 3:read()->1@10-11");
}

/* `count` writes that all overlap, and a read of what the search tries to write last. */
static void write_wide(struct written *w, int count)
{
    char text[64];
    write_history(w, "register", "");
    ln_history_fini(&w->history);
    assert_int_equal(ln_history_init(&w->history, &w->memory), LN_OK);
    for (int i = 0; i < count; i++) {
        snprintf(text, sizeof text, "%d:write(%d)@0-9", i, i);
        write_operations(&w->history, &w->spec, text);
    }
    snprintf(text, sizeof text, "x:read()->%d@10-11", count - 1);
    write_operations(&w->history, &w->spec, text);
    seal(&w->history);
}

static void expect_wide(int count, enum ln_algorithm algorithm, enum ln_verdict verdict, const char *by)
{
    struct written w;
    struct ln_outcome outcome;
    struct ln_budget budget;
    struct ln_error error = { LN_OK, "" };
    struct ln_check_options options = { .algorithm = algorithm, .jobs = 1 };
    write_wide(&w, count);
    ln_outcome_init(&outcome, &w.memory);
    ln_budget_init(&budget, &w.memory, 0, NULL);
    assert_int_equal(ln_check(&w.history, &w.spec, &options, &budget, &outcome, &error), LN_OK);
    assert_int_equal(outcome.verdict, verdict);
    assert_string_equal(ln_method_names(outcome.methods).at, by);
    assert_string_equal(ln_reason_text(outcome.reason), verdict == LN_UNKNOWN ? "method" : "");
    assert_int_equal(outcome.declined != NULL, verdict == LN_UNKNOWN);
    ln_outcome_fini(&outcome);
    written_fini(&w);
}

static void more_than_64_at_once_are_declined(void **state)
{
    (void)state;
    expect_wide(64, LN_ALGORITHM_FRONTIER, LN_HOLDS, "frontier");
    expect_wide(65, LN_ALGORITHM_FRONTIER, LN_UNKNOWN, "frontier");
    expect_wide(65, LN_ALGORITHM_AUTO, LN_HOLDS, "pattern");
}

/* Both give up when they are told to, and leave nothing behind that changes what they say the next time. */
static void patience_has_an_end(void **state)
{
    struct written w;
    struct ln_frontier *frontier;
    struct ln_search *search;
    struct ln_outcome outcome;
    struct ln_budget budget;
    struct ln_problem problem = { .stuck = LN_NO_OP };
    (void)state;
    write_wide(&w, 12);
    problem.history = &w.history;
    problem.spec = &w.spec;
    problem.events = w.history.events.at;
    problem.event_count = w.history.events.length;
    ln_outcome_init(&outcome, &w.memory);
    ln_budget_init(&budget, &w.memory, 0, NULL);
    assert_int_equal(ln_frontier_new(&frontier, &w.memory), LN_OK);
    assert_int_equal(ln_search_new(&search, &w.memory), LN_OK);
    for (int i = 0; i < 2; i++) {
        ln_outcome_clear(&outcome);
        assert_int_equal(ln_frontier_run(frontier, &problem, 3, &budget, &outcome), LN_OK);
        assert_int_equal(outcome.verdict, LN_UNKNOWN);
        assert_int_equal(outcome.reason, LN_REASON_BOUND);
        ln_outcome_clear(&outcome);
        assert_int_equal(ln_search_try(search, &problem, 3, &budget, &outcome), LN_OK);
        assert_int_equal(outcome.verdict, LN_UNKNOWN);
        assert_int_equal(outcome.reason, LN_REASON_BOUND);
        ln_outcome_clear(&outcome);
        assert_int_equal(ln_frontier_run(frontier, &problem, UINT64_MAX, &budget, &outcome), LN_OK);
        assert_int_equal(outcome.verdict, LN_HOLDS);
        ln_outcome_clear(&outcome);
        assert_int_equal(ln_search_try(search, &problem, UINT64_MAX, &budget, &outcome), LN_OK);
        assert_int_equal(outcome.verdict, LN_HOLDS);
    }
    assert_int_equal(ln_budget_why(&budget), LN_STOP_NONE);
    ln_frontier_free(frontier);
    ln_search_free(search);
    ln_outcome_fini(&outcome);
    written_fini(&w);
}

static void all_that_decided_is_named(void **state)
{
    (void)state;
    assert_string_equal(ln_method_names(0).at, "none");
    assert_string_equal(ln_method_names(LN_METHOD_SEARCH).at, "search");
    assert_string_equal(ln_method_names(LN_METHOD_SEARCH | LN_METHOD_FRONTIER).at, "frontier+search");
    assert_string_equal(ln_method_names(LN_METHOD_EMPTY * 2 - 1).at,
                        "pattern+hint+frontier+search+hitting+counting+brute+empty");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(optional_stands_for_done_and_for_undone),
        cmocka_unit_test(of_equal_operations_those_due_first_are_better_done),
        cmocka_unit_test(an_antichain_keeps_what_nothing_stands_for),
        cmocka_unit_test(only_steps_that_lead_somewhere_are_kept),
        cmocka_unit_test(what_comes_at_no_cost_has_its_place_in_the_order),
        cmocka_unit_test(more_than_64_at_once_are_declined),
        cmocka_unit_test(patience_has_an_end),
        cmocka_unit_test(all_that_decided_is_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
