/* Deciding histories: known verdicts, budgets, threads, and refused memory. */
#include "../support/written_history.h"

#include "check/check.h"
#include "verify/replay.h"

enum { DEEP = 64 }; /* families of all orders, of histories as small as these */

struct judged {
    const char *spec, *operations;
    bool stuck;
    enum ln_verdict verdict;
};

static const struct judged judged[] = {
    { "register", "", false, LN_HOLDS },
    { "register", "0:write(1)@0-x 1:read()->1@1-2", false, LN_VIOLATED },
    /* a stale read */
    { "register", "0:write(1)@0-1 1:read()->null@2-3", false, LN_VIOLATED },
    { "register", "0:write(1)@0-2 1:read()->null@1-3", false, LN_HOLDS },
    { "register", "0:write(1)@0-2 1:read()->null@2-3", false, LN_HOLDS },
    { "register", "0:write(1)@0-9 1:read()->1@1-2 2:read()->null@3-4", false, LN_VIOLATED },
    /* pending operations happen or not, once, and at any time */
    { "register", "0:write(1)@0- 1:read()->1@2-3", false, LN_HOLDS },
    { "register", "0:write(1)@0- 1:read()->null@2-3", false, LN_HOLDS },
    { "register", "0:write(1)@0- 1:read()->null@2-3 1:read()->1@4-5", false, LN_HOLDS },
    { "register", "0:write(1)@0- 1:read()->1@2-3 1:read()->null@4-5", false, LN_VIOLATED },
    { "register", "0:write(1)@0- 1:read()->1@1-2 1:write(2)@3-4 1:read()->1@5-6", false, LN_VIOLATED },
    { "register", "0:write(1)@4- 1:read()->1@2-3", false, LN_VIOLATED },
    { "queue", "0:enq(1)@0-1 1:deq()@2- 2:deq()->null@4-5", false, LN_HOLDS },
    { "queue", "0:enq(1)@0-1 1:deq()@2- 2:deq()->1@4-5", false, LN_HOLDS },
    { "queue", "0:enq(1)@0-1 0:enq(2)@2-3 1:deq()@4- 2:deq()->null@5-6", false, LN_VIOLATED },
    /* one value dequeued twice; a value overtaken */
    { "queue", "0:enq(1)@0-1 1:deq()->1@2-5 2:deq()->1@3-6", false, LN_VIOLATED },
    { "queue", "0:enq(1)@0-1 0:enq(2)@2-3 1:deq()->2@4-5 1:deq()->1@6-7", false, LN_VIOLATED },
    { "queue", "0:enq(1)@0-3 2:enq(2)@1-2 1:deq()->2@4-5 1:deq()->1@6-7", false, LN_HOLDS },
    { "stack", "0:push(1)@0-1 0:push(2)@2-3 1:pop()->1@4-5", false, LN_VIOLATED },
    { "stack", "0:push(1)@0-1 0:push(2)@2-5 1:pop()->1@4-5", false, LN_HOLDS },
    /* a lost update */
    { "counter", "0:inc()@0-5 1:inc()@1-4 2:read()->1@6-7", false, LN_VIOLATED },
    { "counter", "0:inc()@0-5 1:inc()@1-4 2:read()->2@6-7", false, LN_HOLDS },
    { "counter", "0:inc()@0- 1:inc()@1-4 2:read()->1@6-7 2:read()->2@8-9", false, LN_HOLDS },
    /* two holders of one lock */
    { "mutex", "0:acquire()@0-1 1:acquire()@2-3", false, LN_VIOLATED },
    { "mutex", "0:acquire()@0-1 1:acquire()@0-9 0:release()@2-3", false, LN_HOLDS },
    /* results that are not known */
    { "queue", "0:enq(1)@0-1 1:deq()->?@2-3 2:deq()->1@4-5", false, LN_VIOLATED },
    { "queue", "0:enq(1)@0-1 1:deq()->?@2-5 2:deq()->1@3-4", false, LN_HOLDS },
    { "cas-register:initial=0", "0:cas(0,1)->?@0-1 1:read()->0@2-3", false, LN_VIOLATED },
    /* several objects; two processes that return and call at one instant */
    { "register", "0:x.write(1)@0-1 0:y.write(1)@2-3 1:y.read()->1@4-5 1:x.read()->null@6-7", false, LN_VIOLATED },
    { "kv", "0:x.put(1)@0-1 1:y.get()->null@2-3 1:x.get()->1@4-5", false, LN_HOLDS },
    { "register", "0:x.write(1)@0-5 0:y.read()->null@5-9 1:y.write(1)@0-5 1:x.read()->null@5-9", false, LN_VIOLATED },
    { "register", "0:x.write(1)@0-5 0:y.read()->null@5-9 1:y.write(1)@0-6 1:x.read()->null@6-9", false, LN_VIOLATED },
    { "register", "0:x.write(1)@0-5 0:y.read()->null@5-9 1:y.write(1)@0-5 1:x.read()->1@5-9", false, LN_HOLDS },
    /* stuck: every pending operation must have a reason to wait, and none takes effect */
    { "mutex", "0:acquire()@0-1 1:acquire()@2-", true, LN_HOLDS },
    { "mutex", "0:acquire()@0-1 0:release()@2-3 1:acquire()@0-", true, LN_VIOLATED },
    { "mutex", "0:acquire()@0-1 0:release()@2-3 1:acquire()@0-", false, LN_HOLDS },
    { "mutex", "0:acquire()@0-1 1:acquire()@2- 2:acquire()@0-", true, LN_HOLDS },
    { "mutex", "0:acquire()@0-1 1:acquire()@2- 2:release()@0-", true, LN_VIOLATED },
    { "mutex", "0:x.acquire()@0-1 1:y.acquire()@2-", true, LN_VIOLATED },
    { "mutex", "0:x.acquire()@0-1 1:x.acquire()@2- 2:y.acquire()@0-1 2:y.release()@2-3", true, LN_HOLDS },
    { "counter", "0:inc()@0-1 1:inc()@2-", true, LN_VIOLATED },
    { "counter", "0:inc()@0-1 1:inc()@2-", false, LN_HOLDS },
    { "queue", "0:take()@0-", true, LN_HOLDS },
    { "queue", "0:take()@0- 1:put(1)@1-2", true, LN_VIOLATED },
    { "queue", "0:take()@0- 1:put(1)@1-2 2:deq()->1@1-3", true, LN_HOLDS },
    { "queue:capacity=1", "0:put(1)@0-1 1:put(2)@0-", true, LN_HOLDS },
    { "queue:capacity=2", "0:put(1)@0-1 1:put(2)@0-", true, LN_VIOLATED },
    { "register", "0:write(1)@0-1 1:read()->1@2-3", true, LN_HOLDS },
    /* stuck, where parts cannot be judged one by one */
    { "queue",
      "0:x.enq(1)@0-5 0:y.deq()->null@5-9 1:y.enq(1)@0-5 1:x.deq()->null@5-9 2:x.take()@0- "
      "3:x.deq()->?@20-21",
      true, LN_VIOLATED },
    { "queue",
      "0:x.enq(1)@0-5 0:y.enq(1)@5-5 0:x.enq(2)@5-9 1:z.enq(1)@0-5 1:z.enq(2)@5-9 2:x.take()@0- "
      "3:x.deq()->2@10-11 3:x.deq()->?@12-13",
      true, LN_VIOLATED },
};

static enum ln_status run(struct written *w, enum ln_algorithm algorithm, unsigned jobs, struct ln_budget *budget,
                          struct ln_outcome *outcome)
{
    struct ln_check_options options = { .algorithm = algorithm, .jobs = jobs, .depth = DEEP };
    struct ln_error error = { LN_OK, "" };
    enum ln_status status = ln_check(&w->history, &w->spec, &options, budget, outcome, &error);
    assert_string_equal(error.message, "");
    return status;
}

/* A verdict must come with what the header promises. */
static void expect_certified(const struct written *w, const struct ln_outcome *outcome)
{
    struct ln_memory memory;
    struct ln_error error = { LN_OK, "" };
    size_t pending = 0;
    ln_memory_init(&memory, UINT64_MAX);
    if (outcome->verdict != LN_HOLDS)
        return;
    ln_replay(&w->history, &w->spec, outcome->order.at, outcome->order.length, &memory, &error);
    for (size_t i = 0; i < outcome->stuck.length; i++)
        ln_replay_stuck(&w->history, &w->spec, outcome->stuck.at[i].pending,
                        outcome->stuck.at[i].count ? outcome->stuck_orders.at + outcome->stuck.at[i].start : NULL,
                        outcome->stuck.at[i].count, &memory, &error);
    assert_string_equal(error.message, "");
    for (size_t i = 0; i < w->history.operations.length; i++)
        pending += w->history.stuck && w->history.operations.at[i].fate == LN_PENDING;
    assert_int_equal(outcome->stuck.length, pending);
    assert_int_equal(memory.used, 0);
}

static void expect_verdict(const struct judged *j, enum ln_algorithm algorithm)
{
    struct written w;
    struct ln_outcome outcome;
    struct ln_budget budget;
    uint64_t used;
    write_history(&w, j->spec, j->operations);
    w.history.stuck = j->stuck;
    used = w.memory.used;
    ln_outcome_init(&outcome, &w.memory);
    ln_budget_init(&budget, &w.memory, 0, NULL);
    assert_int_equal(run(&w, algorithm, 1, &budget, &outcome), LN_OK);
    if (outcome.verdict != j->verdict)
        fail_msg("%s: %s%s: found %s, expected %s", j->spec, j->operations, j->stuck ? " stuck" : "",
                 ln_verdict_text(outcome.verdict), ln_verdict_text(j->verdict));
    expect_certified(&w, &outcome);
    ln_outcome_fini(&outcome);
    assert_int_equal(w.memory.used, used);
    written_fini(&w);
}

static void the_oracle_knows_the_classics(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(judged); i++)
        expect_verdict(&judged[i], LN_ALGORITHM_BRUTE);
}

static void the_search_knows_the_classics(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(judged); i++)
        expect_verdict(&judged[i], LN_ALGORITHM_SEARCH);
}

static void the_frontier_knows_the_classics(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(judged); i++)
        expect_verdict(&judged[i], LN_ALGORITHM_FRONTIER);
}

static void the_families_know_the_classics(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(judged); i++)
        expect_verdict(&judged[i], LN_ALGORITHM_HITTING);
}

static void the_ladder_knows_the_classics(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(judged); i++)
        expect_verdict(&judged[i], LN_ALGORITHM_AUTO);
}

/* Parts that are decided by different rungs; a rung that was asked for and cannot. */
static void the_ladder_says_what_decided(void **state)
{
    static const struct {
        const char *spec, *operations, *algorithm, *declined;
        enum ln_algorithm asked;
    } cases[] = {
        { "queue", "0:x.enq(1)@0-1 1:y.enq(1)@0-1", "pattern", NULL, LN_ALGORITHM_AUTO },
        { "queue", "0:x.enq(1)@0-1 0:x.enq(1)@2-3", "search", NULL, LN_ALGORITHM_AUTO },
        { "queue", "0:x.enq(1)@0-1 1:y.enq(1)@0-1 1:y.enq(1)@2-3", "pattern+search", NULL, LN_ALGORITHM_AUTO },
        { "queue", "0:x.enq(1)@0-1 1:y.enq(1)@0-1 1:y.enq(1)@2-3", "pattern", "a value is inserted twice",
          LN_ALGORITHM_PATTERN },
        /* sets are tried as a whole first */
        { "set", "0:add(1)->true@0-1 0:remove(1)->true@2-3 0:add(2)->true@4-5", "pattern", NULL, LN_ALGORITHM_AUTO },
        { "set", "0:add(1)->true@0-1 0:remove(1)->true@2-3 0:add(1)->true@4-5", "search", NULL, LN_ALGORITHM_AUTO },
        { "set", "0:add(1)->true@0-1 0:remove(1)->true@2-3 0:add(1)->true@4-5 0:add(2)->true@6-7", "pattern+search",
          NULL, LN_ALGORITHM_AUTO },
    };
    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct written w;
        struct ln_outcome outcome;
        struct ln_budget budget;
        write_history(&w, cases[i].spec, cases[i].operations);
        ln_outcome_init(&outcome, &w.memory);
        ln_budget_init(&budget, &w.memory, 0, NULL);
        assert_int_equal(run(&w, cases[i].asked, 1, &budget, &outcome), LN_OK);
        assert_int_equal(outcome.verdict, cases[i].declined ? LN_UNKNOWN : LN_HOLDS);
        assert_string_equal(ln_method_names(outcome.methods).at, cases[i].algorithm);
        if (cases[i].declined) {
            assert_int_equal(outcome.reason, LN_REASON_METHOD);
            assert_string_equal(outcome.declined, cases[i].declined);
        } else {
            assert_null(outcome.declined);
        }
        ln_outcome_fini(&outcome);
        written_fini(&w);
    }
}

static void expect_end_of_every_order(enum ln_algorithm algorithm)
{
    struct written w;
    struct ln_outcome outcome;
    struct ln_budget budget;
    write_history(&w, "mutex", "0:acquire()@0-1 1:acquire()@2-3");
    ln_outcome_init(&outcome, &w.memory);
    ln_budget_init(&budget, &w.memory, 0, NULL);
    assert_int_equal(run(&w, algorithm, 1, &budget, &outcome), LN_OK);
    assert_int_equal(outcome.stopped_at, 1);
    assert_true(outcome.unjustified == LN_NO_OP);
    assert_int_equal(outcome.order.length, 1);
    assert_int_equal(outcome.order.at[0], 0);
    ln_outcome_fini(&outcome);
    written_fini(&w);
    write_history(&w, "mutex", "0:acquire()@0-1 0:release()@2-3 1:acquire()@0-");
    w.history.stuck = true;
    ln_outcome_init(&outcome, &w.memory);
    ln_budget_init(&budget, &w.memory, 0, NULL);
    assert_int_equal(run(&w, algorithm, 1, &budget, &outcome), LN_OK);
    assert_int_equal(outcome.unjustified, 2);
    ln_outcome_fini(&outcome);
    written_fini(&w);
}

static void a_violation_says_where_every_order_ends(void **state)
{
    (void)state;
    expect_end_of_every_order(LN_ALGORITHM_SEARCH);
    expect_end_of_every_order(LN_ALGORITHM_FRONTIER);
    expect_end_of_every_order(LN_ALGORITHM_AUTO);
}

/* ---- budgets ---- */

/* Which of 40 additions that never returned took effect? None of the 2^40 choices makes the counter 1. */
static void write_blowup(struct written *w, const char *more)
{
    char text[64 * 41];
    size_t length = 0;
    text[0] = '\0';
    for (int i = 1; i <= 40; i++)
        length += (size_t)snprintf(text + length, sizeof text - length, "p%d:x.add(%lld)@0- ", i, 1LL << i);
    snprintf(text + length, sizeof text - length, "q:x.read()->1@1-2 ");
    ln_memory_init(&w->memory, UINT64_MAX);
    write_history(w, "counter", "");
    ln_history_fini(&w->history);
    assert_int_equal(ln_history_init(&w->history, &w->memory), LN_OK);
    write_operations(&w->history, &w->spec, text);
    for (int i = 0; *more && i < 5000; i++) {
        snprintf(text, sizeof text, "r:k%d.inc()@%d-%d", i % 7, 2 * i, 2 * i + 1);
        write_operations(&w->history, &w->spec, text);
    }
    write_operations(&w->history, &w->spec, more);
    seal(&w->history);
}

static void expect_unknown(enum ln_algorithm algorithm, double seconds, uint64_t memory,
                           const volatile sig_atomic_t *interrupt, enum ln_reason reason)
{
    struct written w;
    struct ln_outcome outcome;
    struct ln_budget budget;
    uint64_t used;
    write_blowup(&w, "");
    w.memory.peak = used = w.memory.used;
    w.memory.limit = memory == UINT64_MAX ? memory : used + memory;
    ln_outcome_init(&outcome, &w.memory);
    ln_budget_init(&budget, &w.memory, seconds, interrupt);
    assert_int_equal(run(&w, algorithm, 1, &budget, &outcome), LN_OK);
    assert_int_equal(outcome.verdict, LN_UNKNOWN);
    assert_string_equal(ln_reason_text(outcome.reason), ln_reason_text(reason));
    ln_outcome_fini(&outcome);
    assert_int_equal(w.memory.used, used);
    assert_true(w.memory.peak <= w.memory.limit);
    written_fini(&w);
}

static void a_spent_budget_is_unknown_with_its_reason(void **state)
{
    static const enum ln_algorithm algorithms[] = { LN_ALGORITHM_SEARCH, LN_ALGORITHM_FRONTIER, LN_ALGORITHM_HITTING,
                                                    LN_ALGORITHM_AUTO };
    volatile sig_atomic_t interrupted = 1;
    (void)state;
    for (size_t a = 0; a < COUNT(algorithms); a++) {
        expect_unknown(algorithms[a], 0.05, UINT64_MAX, NULL, LN_REASON_TIME);
        expect_unknown(algorithms[a], 60, 1 << 20, NULL, LN_REASON_MEMORY);
        expect_unknown(algorithms[a], 60, 1 << 13, NULL, LN_REASON_MEMORY);
        expect_unknown(algorithms[a], 60, 0, NULL, LN_REASON_MEMORY);
        expect_unknown(algorithms[a], 60, UINT64_MAX, &interrupted, LN_REASON_INTERRUPTED);
    }
}

static void the_oracle_refuses_what_is_too_large_for_it(void **state)
{
    struct written w;
    struct ln_outcome outcome;
    struct ln_budget budget;
    (void)state;
    write_blowup(&w, "s:y.read()->0@0-1");
    ln_outcome_init(&outcome, &w.memory);
    ln_budget_init(&budget, &w.memory, 60, NULL);
    assert_int_equal(run(&w, LN_ALGORITHM_BRUTE, 1, &budget, &outcome), LN_OK);
    assert_int_equal(outcome.verdict, LN_UNKNOWN);
    assert_string_equal(ln_reason_text(outcome.reason), "bound");
    ln_outcome_fini(&outcome);
    written_fini(&w);
}

/* ---- threads ---- */

/* Would run for ever, did the other part not settle the answer. */
static void a_violation_cancels_the_other_parts(void **state)
{
    struct written w;
    struct ln_outcome outcome;
    struct ln_budget budget;
    uint64_t used;
    (void)state;
    write_blowup(&w, "s:y.read()->7@0-1");
    used = w.memory.used;
    ln_outcome_init(&outcome, &w.memory);
    ln_budget_init(&budget, &w.memory, 120, NULL);
    assert_int_equal(run(&w, LN_ALGORITHM_SEARCH, 4, &budget, &outcome), LN_OK);
    assert_int_equal(outcome.verdict, LN_VIOLATED);
    assert_int_equal(outcome.stopped_at, w.history.operations.length - 1);
    assert_int_equal(outcome.parts, 9);
    assert_int_equal(ln_budget_why(&budget), LN_STOP_CANCELLED);
    ln_outcome_fini(&outcome);
    assert_int_equal(w.memory.used, used);
    written_fini(&w);
}

/* 10,000 operations over 50 registers; operation `bad` reads what was never written. */
static void write_many_keys(struct written *w, int bad)
{
    ln_memory_init(&w->memory, UINT64_MAX);
    write_history(w, "register", "");
    ln_history_fini(&w->history);
    assert_int_equal(ln_history_init(&w->history, &w->memory), LN_OK);
    for (int i = 0; i < 10000; i++) {
        char text[128];
        if (i / 50 % 2 == 0)
            snprintf(text, sizeof text, "%d:%d.write(%d)@%d-%d", i % 8, i % 50, i, 2 * i, 2 * i + 15);
        else
            snprintf(text, sizeof text, "%d:%d.read()->%d@%d-%d", i % 8, i % 50, i == bad ? -1 : i - 50, 2 * i,
                     2 * i + 15);
        write_operations(&w->history, &w->spec, text);
    }
    seal(&w->history);
}

static void jobs_do_not_change_the_verdict(void **state)
{
    static const unsigned jobs[] = { 0, 1, 4, 1000 };
    (void)state;
    for (int bad = -1; bad < 10000; bad += 7778) {
        struct written w;
        write_many_keys(&w, bad);
        for (size_t j = 0; j < COUNT(jobs); j++) {
            struct ln_outcome outcome;
            struct ln_budget budget;
            uint64_t used = w.memory.used;
            ln_outcome_init(&outcome, &w.memory);
            ln_budget_init(&budget, &w.memory, 0, NULL);
            assert_int_equal(run(&w, LN_ALGORITHM_AUTO, jobs[j], &budget, &outcome), LN_OK);
            assert_int_equal(outcome.verdict, bad < 0 ? LN_HOLDS : LN_VIOLATED);
            assert_int_equal(outcome.parts, 50);
            assert_string_equal(ln_method_names(outcome.methods).at, "pattern");
            if (bad < 0) {
                assert_int_equal(outcome.order.length, 10000);
            } else {
                assert_int_equal(outcome.suspects.length, 1);
                assert_int_equal(outcome.suspects.at[0], bad);
            }
            ln_outcome_fini(&outcome);
            assert_int_equal(w.memory.used, used);
        }
        written_fini(&w);
    }
}

/* ---- refused memory ---- */

/* Lets allocation k fail, for every k: the verdict is the right one or unknown, and everything is given back. */
static void fail_every_allocation(const struct judged *j, enum ln_algorithm algorithm)
{
    struct written w;
    write_history(&w, j->spec, j->operations);
    w.history.stuck = j->stuck;
    for (int64_t k = 0;; k++) {
        struct ln_memory memory;
        struct ln_outcome outcome;
        struct ln_budget budget;
        struct ln_check_options options = { .algorithm = algorithm, .jobs = 1, .depth = DEEP };
        struct ln_error error = { LN_OK, "" };
        enum ln_status status;
        bool failed;
        ln_memory_init(&memory, UINT64_MAX);
        memory.fail_after = k;
        ln_outcome_init(&outcome, &memory);
        ln_budget_init(&budget, &memory, 0, NULL);
        status = ln_check(&w.history, &w.spec, &options, &budget, &outcome, &error);
        failed = memory.fail_after < 0;
        if (status || (outcome.verdict != j->verdict && outcome.verdict != LN_UNKNOWN) ||
            (outcome.verdict == LN_UNKNOWN && (!failed || outcome.reason != LN_REASON_MEMORY)))
            fail_msg("%s: %s%s: allocation %d fails: status %s (%s), verdict %s, reason '%s'", j->spec, j->operations,
                     j->stuck ? " stuck" : "", (int)k, ln_status_text(status), error.message,
                     ln_verdict_text(outcome.verdict), ln_reason_text(outcome.reason));
        expect_certified(&w, &outcome);
        ln_outcome_fini(&outcome);
        assert_int_equal(memory.used, 0);
        if (!failed)
            break;
    }
    written_fini(&w);
}

static const struct judged refused[] = {
    { "queue",
      "0:x.enq(1)@0-3 1:x.enq(2)@1-2 2:x.deq()->2@4-5 3:x.enq(3)@0- 2:x.deq()->1@6-7 2:x.deq()->3@8-9 "
      "0:y.enq(1)@4-5 1:y.deq()@6- 4:y.deq()->null@7-8 5:z.enq(5)@0-",
      false, LN_HOLDS },
    { "queue", "0:x.enq(1)@0-1 1:x.enq(2)@2-3 2:x.deq()->2@4-5 3:y.enq(3)@0- 4:y.deq()->3@2-3", false, LN_VIOLATED },
    { "register", "0:x.write(1)@0-5 0:y.read()->null@5-9 1:y.write(1)@0-5 1:x.read()->null@5-9", false, LN_VIOLATED },
    { "register", "0:x.write(1)@0-5 0:y.read()->null@5-9 1:y.write(1)@0-5 1:x.read()->1@5-9", false, LN_HOLDS },
    { "mutex", "0:x.acquire()@0-1 1:x.acquire()@2- 2:y.acquire()@0-1 3:y.acquire()@0- 4:z.try_acquire()->true@0-1",
      true, LN_HOLDS },
    { "register", "0:write(1)@0-5 1:read()->1@1-4", false, LN_HOLDS },
    { "mutex", "0:acquire()@0-1 1:acquire()@2-", true, LN_HOLDS },
    { "queue", "0:x.take()@0- 1:y.take()@0-", true, LN_HOLDS },
    { "mutex", "0:x.acquire()@0-1 1:x.acquire()@2- 2:y.acquire()@0-", true, LN_VIOLATED },
};

static void refused_memory_never_changes_the_search_s_verdict(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(refused); i++)
        fail_every_allocation(&refused[i], LN_ALGORITHM_SEARCH);
}

static void refused_memory_never_changes_the_ladder_s_verdict(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(refused); i++)
        fail_every_allocation(&refused[i], LN_ALGORITHM_AUTO);
}

static void refused_memory_never_changes_the_frontier_s_verdict(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(refused); i++)
        fail_every_allocation(&refused[i], LN_ALGORITHM_FRONTIER);
}

static void refused_memory_never_changes_the_families_verdict(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(refused); i++)
        fail_every_allocation(&refused[i], LN_ALGORITHM_HITTING);
}

static void refused_memory_never_changes_the_oracle_s_verdict(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(refused); i++)
        fail_every_allocation(&refused[i], LN_ALGORITHM_BRUTE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_oracle_knows_the_classics),
        cmocka_unit_test(the_search_knows_the_classics),
        cmocka_unit_test(the_ladder_knows_the_classics),
        cmocka_unit_test(the_ladder_says_what_decided),
        cmocka_unit_test(the_frontier_knows_the_classics),
        cmocka_unit_test(the_families_know_the_classics),
        cmocka_unit_test(a_violation_says_where_every_order_ends),
        cmocka_unit_test(a_spent_budget_is_unknown_with_its_reason),
        cmocka_unit_test(the_oracle_refuses_what_is_too_large_for_it),
        cmocka_unit_test(a_violation_cancels_the_other_parts),
        cmocka_unit_test(jobs_do_not_change_the_verdict),
        cmocka_unit_test(refused_memory_never_changes_the_search_s_verdict),
        cmocka_unit_test(refused_memory_never_changes_the_ladder_s_verdict),
        cmocka_unit_test(refused_memory_never_changes_the_frontier_s_verdict),
        cmocka_unit_test(refused_memory_never_changes_the_families_verdict),
        cmocka_unit_test(refused_memory_never_changes_the_oracle_s_verdict),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
