/* Deciding by the order that a history reports: right, wrong, incomplete. */
#include "../support/written_history.h"

#include "check/check.h"

struct hinted {
    const char *spec, *operations;
    const char *orders; /* one per operation, - for none */
    enum ln_verdict verdict;
    bool right;
    uint32_t wrong_at, against; /* when it is not right */
    bool searched;
};

static const struct hinted cases[] = {
    { "register", "0:write(1)@0-9 1:write(2)@1-8 2:read()->1@10-11", "2 1 3", LN_HOLDS, true, 0, 0, false },
    /* at equal orders a read sees the write */
    { "register", "0:read()->1@0-9 1:write(1)@1-8", "1 1", LN_HOLDS, true, 0, 0, false },
    /* readers that report nothing find their place; so do others that are needed, or due */
    { "register", "0:write(1)@0-9 1:write(2)@1-8 2:read()->2@2-3 2:read()->1@4-5", "2 1 - -", LN_HOLDS, true, 0, 0,
      false },
    { "queue", "0:enq(1)@0-9 1:deq()->1@1-8", "- 1", LN_HOLDS, true, 0, 0, false },
    { "queue", "0:enq(1)@0-1 1:enq(2)@3-9 1:deq()->1@10-11", "- 5 6", LN_HOLDS, true, 0, 0, false },
    /* pending: reported, needed, or left out */
    { "register", "0:write(1)@0- 1:read()->1@2-3", "1 2", LN_HOLDS, true, 0, 0, false },
    { "register", "0:write(1)@0- 1:read()->1@2-3", "- 2", LN_HOLDS, true, 0, 0, false },
    { "register", "0:write(1)@0- 1:read()->null@2-3", "- 2", LN_HOLDS, true, 0, 0, false },
    /* against real time: the one that does not fit in is placed where it can be */
    { "register", "0:write(1)@0-1 1:read()->1@2-3 1:write(2)@4-5 1:read()->2@6-7 1:write(3)@8-9", "9 2 3 4 5", LN_HOLDS,
      false, 0, 1, false },
    { "register", "0:write(1)@0-1 1:read()->1@2-3 1:write(2)@4-5 1:read()->2@6-7 1:write(3)@8-9", "1 2 3 4 0", LN_HOLDS,
      false, 4, 0, false },
    /* against the object: a window is searched */
    { "queue", "0:enq(1)@0-9 1:enq(2)@1-8 2:deq()->1@10-11", "2 1 3", LN_HOLDS, false, 2, LN_NO_OP, true },
    { "register", "0:write(1)@0- 1:read()->null@2-3", "1 2", LN_HOLDS, false, 1, LN_NO_OP, true },
    /* violated is found by searching everything */
    { "register", "0:write(1)@0-1 1:read()->2@2-3", "1 2", LN_VIOLATED, false, 1, LN_NO_OP, true },
    { "queue", "0:enq(1)@0-1 0:enq(2)@2-3 1:deq()->2@4-5", "2 1 3", LN_VIOLATED, false, 1, 0, true },
};

static void report_orders(struct ln_history *history, const char *orders)
{
    for (uint32_t i = 0; *orders; i++) {
        char *end;
        long long order = strtoll(orders, &end, 10);
        if (end != orders)
            assert_int_equal(ln_history_set_order(history, i, order), LN_OK);
        orders = end + (end == orders);
        orders += *orders == ' ';
    }
}

static void check(struct written *w, struct ln_outcome *outcome)
{
    struct ln_check_options options = { .algorithm = LN_ALGORITHM_AUTO, .jobs = 1 };
    struct ln_error error = { LN_OK, "" };
    struct ln_budget budget;
    ln_budget_init(&budget, &w->memory, 0, NULL);
    ln_outcome_init(outcome, &w->memory);
    assert_int_equal(ln_check(&w->history, &w->spec, &options, &budget, outcome, &error), LN_OK);
}

static void orders_are_followed_and_verified(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        const struct hinted *h = &cases[i];
        struct ln_outcome outcome;
        struct written w;
        write_history(&w, h->spec, h->operations);
        report_orders(&w.history, h->orders);
        check(&w, &outcome);
        if (outcome.verdict != h->verdict || outcome.hint.right != h->right)
            fail_msg("%s, orders %s: found %s, %s", h->operations, h->orders, ln_verdict_text(outcome.verdict),
                     outcome.hint.right ? "right" : "wrong");
        assert_true(outcome.hint.used);
        if ((outcome.hint.windows > 0) != h->searched)
            fail_msg("%s, orders %s: found %u windows", h->operations, h->orders, outcome.hint.windows);
        assert_int_equal(outcome.hint.wrong_at, h->right ? LN_NO_OP : h->wrong_at);
        assert_int_equal(outcome.hint.against, h->right ? LN_NO_OP : h->against);
        assert_string_equal(ln_method_names(outcome.methods).at, h->verdict == LN_HOLDS ? "hint" : "search");
        ln_outcome_fini(&outcome);
        written_fini(&w);
    }
}

static void without_orders_nothing_is_said(void **state)
{
    struct ln_outcome outcome;
    struct written w;
    (void)state;
    write_history(&w, "register", "0:write(1)@0-1 1:read()->1@2-3");
    check(&w, &outcome);
    assert_int_equal(w.history.orders.room, 0);
    assert_false(outcome.hint.used);
    assert_string_equal(ln_method_names(outcome.methods).at, "pattern");
    ln_outcome_fini(&outcome);
    written_fini(&w);
}

/* What events alone cannot order has no cuts; a stuck history needs other witnesses. */
static void where_it_does_not_apply_the_search_decides(void **state)
{
    struct ln_outcome outcome;
    struct written w;
    (void)state;
    write_history(&w, "register", "0:write(1)@0-5 0:read()->1@5-9 1:write(1)@0-5 1:read()->1@5-9");
    assert_true(w.history.linked);
    report_orders(&w.history, "1 2 3 4");
    check(&w, &outcome);
    assert_int_equal(outcome.verdict, LN_HOLDS);
    assert_false(outcome.hint.used);
    ln_outcome_fini(&outcome);
    written_fini(&w);
    write_history(&w, "mutex", "0:acquire()@0-1 1:acquire()@2-");
    w.history.stuck = true;
    report_orders(&w.history, "1 2");
    check(&w, &outcome);
    assert_int_equal(outcome.verdict, LN_HOLDS);
    assert_false(outcome.hint.used);
    ln_outcome_fini(&outcome);
    written_fini(&w);
}

/* Allocation k is refused, for every k: unknown, or the right answer, and nothing is lost. */
static void refused_memory_is_unknown(void **state)
{
    bool done = false;
    (void)state;
    for (int64_t k = 0; !done; k++) {
        struct ln_outcome outcome;
        struct written w;
        uint64_t used;
        write_history(&w, "queue", "0:enq(1)@0-9 1:enq(2)@1-8 2:deq()->1@10-11 3:peek()->2@12-13");
        report_orders(&w.history, "2 1 3 -");
        used = w.memory.used;
        atomic_store(&w.memory.fail_after, k);
        check(&w, &outcome);
        done = atomic_load(&w.memory.fail_after) > 0;
        atomic_store(&w.memory.fail_after, -1);
        assert_true(outcome.verdict == LN_HOLDS || outcome.verdict == LN_UNKNOWN);
        assert_true(!done || outcome.verdict == LN_HOLDS);
        ln_outcome_fini(&outcome);
        assert_int_equal(w.memory.used, used);
        written_fini(&w);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(orders_are_followed_and_verified),
        cmocka_unit_test(without_orders_nothing_is_said),
        cmocka_unit_test(where_it_does_not_apply_the_search_decides),
        cmocka_unit_test(refused_memory_is_unknown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
