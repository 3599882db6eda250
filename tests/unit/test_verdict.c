/* Verdicts and the replay of witnesses: what is a witness passes, what is none does not. */
#include "../support/written_history.h"

#include "check/check.h"
#include "finding/earned.h"
#include "spec/parts.h"
#include "spec/possible_states.h"
#include "verify/replay.h"

enum { MOST = 16 };

/* "0 2 1" */
static size_t read_order(const char *text, uint32_t *order)
{
    size_t count = 0;
    while (*text) {
        order[count++] = (uint32_t)strtoul(text, (char **)&text, 10);
        text += strspn(text, " ");
    }
    return count;
}

static void expect_replay(const char *spec, const char *operations, const char *order_text, const char *message)
{
    struct written w;
    struct ln_error error = { LN_OK, "" };
    uint32_t order[MOST];
    size_t count = read_order(order_text, order);
    enum ln_status status;
    uint64_t used;
    write_history(&w, spec, operations);
    used = w.memory.used;
    status = ln_replay(&w.history, &w.spec, order, count, &w.memory, &error);
    assert_string_equal(error.message, message);
    assert_int_equal(status, *message ? LN_INTERNAL : LN_OK);
    assert_int_equal(w.memory.used, used);
    written_fini(&w);
}

static void replay_accepts_witnesses(void **state)
{
    (void)state;
    expect_replay("register", "", "", "");
    expect_replay("register", "0:write(1)@0-5 1:read()->1@1-4", "0 1", "");
    expect_replay("register", "0:write(1)@0- 1:read()->1@1-4", "0 1", "");
    expect_replay("register", "0:write(1)@0- 1:read()->null@1-4", "1", "");
    expect_replay("register", "0:write(1)@0- 1:read()->null@1-4", "1 0", "");
    expect_replay("register", "0:write(1)@0-x 1:read()->null@1-4", "1", "");
    expect_replay("register", "0:x.write(1)@0-1 1:y.read()->null@2-4 1:x.read()->1@5-6", "0 1 2", "");
    expect_replay("queue", "0:enq(1)@0-5 1:enq(2)@5-9 2:deq()->2@10-11", "1 0 2", "");
}

static void replay_refuses_every_kind_of_broken_witness(void **state)
{
    static const char two[] = "0:write(1)@0-5 1:read()->1@1-4";
    (void)state;
    expect_replay("register", two, "0", "the witness fails its replay: operation 1 is missing");
    expect_replay("register", two, "", "the witness fails its replay: operation 0 is missing");
    expect_replay("register", two, "0 1 0", "the witness fails its replay: operation 0 stands in it twice");
    expect_replay("register", two, "0 1 2", "the witness fails its replay: operation 2 is not part of the history");
    expect_replay("register", two, "0 4294967295",
                  "the witness fails its replay: operation 4294967295 is not part of the history");
    expect_replay("register", two, "1 0", "the witness fails its replay: operation 1 cannot happen there");
    expect_replay("register", "0:write(1)@0-x 1:read()->1@1-4", "0 1",
                  "the witness fails its replay: operation 0 is not part of the history");
    expect_replay("register", "0:write(1)@0-1 1:write(2)@2-3", "1 0",
                  "the witness fails its replay: operation 0 stands after one that was called when it had returned");
    expect_replay("register", "0:write(1)@0-1 1:write(2)@2-", "1 0",
                  "the witness fails its replay: operation 0 stands after one that was called when it had returned");
    expect_replay("register", "0:write(1)@0- 0:write(2)@0-x", "0 0",
                  "the witness fails its replay: operation 0 stands in it twice");
    /* two processes that return and call at one instant: only the links say it */
    expect_replay("register", "0:write(1)@0-5 0:write(2)@5-9 1:write(3)@0-5 1:write(4)@5-9", "2 1 0 3",
                  "the witness fails its replay: operation 1 stands before an earlier one of its process");
    expect_replay("register", "0:x.write(1)@0-1 1:y.read()->1@2-4", "0 1",
                  "the witness fails its replay: operation 1 cannot happen there");
}

/* ---- against the definition ---- */

static bool order_is_allowed(const struct ln_history *history, const uint32_t *order, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (order[i] >= history->operations.length || history->operations.at[order[i]].fate == LN_FAILED)
            return false;
        for (size_t j = 0; j < i; j++)
            if (order[i] == order[j] || ln_history_precedes(history, order[i], order[j]))
                return false;
    }
    return true;
}

static bool stands_in(uint32_t operation, const uint32_t *order, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (order[i] == operation)
            return true;
    return false;
}

/* Does the spec accept the order, and make `waiting` wait after it (unless that is LN_NO_OP)? */
static bool spec_accepts(const struct ln_history *history, const struct ln_spec *spec, const uint32_t *order,
                         size_t count, uint32_t waiting)
{
    struct ln_memory memory;
    struct ln_possible possible;
    struct ln_spec product = ln_spec_product(spec);
    bool accepted, waits = waiting == LN_NO_OP;
    ln_memory_init(&memory, UINT64_MAX);
    ln_possible_init(&possible, &memory);
    assert_true(ln_possible_start(&possible, &product));
    for (size_t i = 0; i < count && possible.now.states.length; i++) {
        struct ln_invocation in = ln_invocation_of(history, order[i]);
        assert_true(ln_possible_step(&possible, &product, &in));
    }
    accepted = possible.now.states.length;
    for (size_t i = 0; i < possible.now.states.length && !waits; i++) {
        struct ln_invocation in = ln_invocation_of(history, waiting);
        waits = product.class->blocks(&product, ln_next_state(&possible.now, i), &in);
    }
    ln_possible_fini(&possible);
    return accepted && waits;
}

static bool is_witness(const struct written *w, const uint32_t *order, size_t count)
{
    for (uint32_t i = 0; i < w->history.operations.length; i++)
        if (w->history.operations.at[i].fate == LN_COMPLETED && !stands_in(i, order, count))
            return false;
    return order_is_allowed(&w->history, order, count) && spec_accepts(&w->history, &w->spec, order, count, LN_NO_OP);
}

/* The completed operations of the waiting one's object, or of all (as it has to be where operations are linked), each
 * once, and nothing else. */
static bool is_stuck_witness(const struct written *w, uint32_t waiting, const uint32_t *order, size_t count)
{
    const struct ln_operation *all = w->history.operations.at;
    bool whole = w->history.linked; /* the operations of all objects, not only of the one that is waited for */
    for (size_t i = 0; i < count; i++)
        whole |= order[i] < w->history.operations.length && !ln_same(all[order[i]].key, all[waiting].key);
    for (uint32_t i = 0; i < w->history.operations.length; i++) {
        bool wanted = all[i].fate == LN_COMPLETED && (whole || ln_same(all[i].key, all[waiting].key));
        if (wanted != stands_in(i, order, count))
            return false;
    }
    return order_is_allowed(&w->history, order, count) && spec_accepts(&w->history, &w->spec, order, count, waiting);
}

/* Swaps two, drops one, doubles one, or adds one. */
static size_t mutate(struct ln_rng *rng, uint32_t *order, size_t count, size_t operations)
{
    size_t a = count ? ln_rng_below(rng, (uint32_t)count) : 0, b = count ? ln_rng_below(rng, (uint32_t)count) : 0;
    uint32_t swap;
    switch (ln_rng_below(rng, 6)) {
    case 0:
        if (!count)
            return 0;
        memmove(order + a, order + a + 1, (count - a - 1) * sizeof *order);
        return count - 1;
    case 1:
        if (count < MOST)
            order[count++] = ln_rng_below(rng, (uint32_t)operations + 1);
        return count;
    default:
        if (count) {
            swap = order[a];
            order[a] = order[b];
            order[b] = swap;
        }
        return count;
    }
}

static void replay_agrees_with_the_definition(void **state)
{
    static const char *const formats[] = { "write(#)", "read()->#", "read()->#", "read()->null" };
    size_t good = 0, bad = 0;
    (void)state;
    for (uint64_t seed = 1; seed <= 3000; seed++) {
        struct ln_rng rng = { seed };
        struct drawn_text drawn;
        struct written w;
        uint32_t order[MOST];
        size_t count = 0;
        draw_text(&drawn, &rng, formats, COUNT(formats), 3, 3, 2);
        write_history(&w, "register", drawn.text);
        for (uint32_t i = 0; i < w.history.operations.length; i++)
            order[count++] = i;
        for (int i = 0; i < 40; i++) {
            struct ln_error error;
            bool expected = is_witness(&w, order, count);
            enum ln_status status = ln_replay(&w.history, &w.spec, order, count, &w.memory, &error);
            if (status != (expected ? LN_OK : LN_INTERNAL))
                fail_msg("seed %llu: %s: replay says %s", (unsigned long long)seed, drawn.text, ln_status_text(status));
            good += expected;
            bad += !expected;
            count = mutate(&rng, order, count, w.history.operations.length);
        }
        written_fini(&w);
    }
    assert_true(good > 500 && bad > 5000);
}

static void every_witness_of_the_search_is_one(void **state)
{
    static const char *const formats[] = { "write(#)", "read()->#", "read()->null" };
    size_t held = 0, violated = 0;
    (void)state;
    for (uint64_t seed = 1; seed <= 3000; seed++) {
        struct ln_rng rng = { seed };
        struct drawn_text drawn;
        struct written w;
        struct ln_outcome outcome;
        struct ln_budget budget;
        struct ln_error error;
        draw_text(&drawn, &rng, formats, COUNT(formats), 3, 3, 2);
        write_history(&w, "register", drawn.text);
        ln_outcome_init(&outcome, &w.memory);
        ln_budget_init(&budget, &w.memory, 0, NULL);
        assert_int_equal(ln_check(&w.history, &w.spec, &(struct ln_check_options){ .algorithm = LN_ALGORITHM_SEARCH },
                                  &budget, &outcome, &error),
                         LN_OK);
        if (outcome.verdict == LN_HOLDS)
            assert_true(is_witness(&w, outcome.order.at, outcome.order.length));
        held += outcome.verdict == LN_HOLDS;
        violated += outcome.verdict == LN_VIOLATED;
        ln_outcome_fini(&outcome);
        written_fini(&w);
    }
    assert_true(held > 300 && violated > 300);
}

/* ---- stuck ---- */

static void expect_stuck_replay(const char *spec, const char *operations, uint32_t pending, const char *order_text,
                                const char *message)
{
    struct written w;
    struct ln_error error = { LN_OK, "" };
    uint32_t order[MOST];
    size_t count = read_order(order_text, order);
    enum ln_status status;
    write_history(&w, spec, operations);
    w.history.stuck = true;
    status = ln_replay_stuck(&w.history, &w.spec, pending, order, count, &w.memory, &error);
    assert_string_equal(error.message, message);
    assert_int_equal(status, *message ? LN_INTERNAL : LN_OK);
    written_fini(&w);
}

static void a_stuck_witness_makes_its_operation_wait(void **state)
{
    static const char held[] = "0:acquire()@0-1 1:acquire()@2-";
    static const char two[] = "0:x.acquire()@0-1 1:x.acquire()@2- 2:y.acquire()@0-1 2:y.release()@2-3";
    (void)state;
    expect_stuck_replay("mutex", held, 1, "0", "");
    expect_stuck_replay("mutex", held, 1, "", "the witness fails its replay: operation 0 is missing");
    expect_stuck_replay("mutex", held, 1, "0 1", "the witness fails its replay: operation 1 does not belong there");
    expect_stuck_replay("mutex", held, 1, "0 0", "the witness fails its replay: operation 0 stands in it twice");
    expect_stuck_replay("mutex", "0:acquire()@0-1 0:release()@2-3 1:acquire()@2-", 2, "0 1",
                        "the witness fails its replay: operation 2 need not wait there");
    expect_stuck_replay(
        "mutex", "0:acquire()@0-1 0:release()@2-3 1:acquire()@2-", 2, "1 0",
        "the witness fails its replay: operation 0 stands after one that was called when it had returned");
    expect_stuck_replay("mutex", "0:acquire()@0-9 1:release()@0-9 1:acquire()@10-", 2, "1 0",
                        "the witness fails its replay: operation 1 cannot happen there");
    expect_stuck_replay("mutex", two, 1, "0", "");
    expect_stuck_replay("mutex", two, 1, "0 2 3", "");
    expect_stuck_replay("mutex", two, 1, "0 2", "the witness fails its replay: operation 3 is missing");
    expect_stuck_replay("mutex", two, 1, "0 1", "the witness fails its replay: operation 1 does not belong there");
    expect_stuck_replay("register", "0:write(1)@0-", 0, "",
                        "the witness fails its replay: operation 0 need not wait there");
    expect_stuck_replay("queue", "0:take()@0-", 0, "", "");
}

static void stuck_replay_agrees_with_the_definition(void **state)
{
    static const char *const formats[] = { "enq(#)", "deq()->#", "deq()->null", "take()" };
    size_t good = 0, bad = 0;
    (void)state;
    for (uint64_t seed = 1; seed <= 3000; seed++) {
        struct ln_rng rng = { seed };
        struct drawn_text drawn;
        struct written w;
        draw_text(&drawn, &rng, formats, COUNT(formats), 3, 3, 2);
        strcat(drawn.text, "9:x.take()@0-");
        write_history(&w, "queue", drawn.text);
        w.history.stuck = true;
        for (uint32_t p = 0; p < w.history.operations.length; p++) {
            const struct ln_operation *all = w.history.operations.at;
            uint32_t order[MOST];
            size_t count = 0;
            if (all[p].fate != LN_PENDING)
                continue;
            for (uint32_t i = 0; i < w.history.operations.length; i++)
                if (all[i].fate == LN_COMPLETED && ln_same(all[i].key, all[p].key))
                    order[count++] = i;
            for (int i = 0; i < 40; i++) {
                struct ln_error error;
                bool expected = is_stuck_witness(&w, p, order, count);
                enum ln_status status = ln_replay_stuck(&w.history, &w.spec, p, order, count, &w.memory, &error);
                if (status != (expected ? LN_OK : LN_INTERNAL))
                    fail_msg("seed %llu: %s: replay of %u says %s", (unsigned long long)seed, drawn.text, p,
                             ln_status_text(status));
                good += expected;
                bad += !expected;
                count = mutate(&rng, order, count, w.history.operations.length);
            }
        }
        written_fini(&w);
    }
    assert_true(good > 500 && bad > 5000);
}

/* Is there an order of all completed operations that the spec accepts, and after which `waiting` waits? */
static bool some_order(const struct written *w, uint32_t waiting, uint32_t *order, size_t count)
{
    const struct ln_history *history = &w->history;
    bool complete = true;
    for (uint32_t i = 0; i < history->operations.length; i++) {
        bool ready = history->operations.at[i].fate == LN_COMPLETED && !stands_in(i, order, count);
        complete &= !ready;
        for (uint32_t j = 0; j < history->operations.length && ready; j++)
            ready = !ln_history_precedes(history, j, i) || stands_in(j, order, count);
        order[count] = i;
        if (ready && spec_accepts(history, &w->spec, order, count + 1, LN_NO_OP) &&
            some_order(w, waiting, order, count + 1))
            return true;
    }
    return complete && spec_accepts(history, &w->spec, order, count, waiting);
}

static bool stuck_holds(const struct written *w)
{
    uint32_t order[MOST];
    if (!some_order(w, LN_NO_OP, order, 0))
        return false;
    for (uint32_t p = 0; p < w->history.operations.length; p++)
        if (w->history.operations.at[p].fate == LN_PENDING && !some_order(w, p, order, 0))
            return false;
    return true;
}

static void stuck_verdicts_agree_with_the_definition(void **state)
{
    static const char *const formats[] = { "enq(#)", "deq()->#", "deq()->null", "deq()->?", "take()" };
    size_t held = 0, violated = 0;
    (void)state;
    for (uint64_t seed = 1; seed <= 4000; seed++) {
        struct ln_rng rng = { seed };
        struct drawn_text drawn;
        struct written w;
        struct ln_outcome outcome;
        struct ln_budget budget;
        struct ln_error error;
        enum ln_verdict expected;
        draw_text(&drawn, &rng, formats, COUNT(formats), 3, 2, 2);
        if (ln_rng_below(&rng, 2))
            strcat(drawn.text, "9:x.take()@0-");
        write_history(&w, "queue", drawn.text);
        w.history.stuck = true;
        expected = stuck_holds(&w) ? LN_HOLDS : LN_VIOLATED;
        ln_outcome_init(&outcome, &w.memory);
        ln_budget_init(&budget, &w.memory, 0, NULL);
        assert_int_equal(ln_check(&w.history, &w.spec, &(struct ln_check_options){ .algorithm = LN_ALGORITHM_SEARCH },
                                  &budget, &outcome, &error),
                         LN_OK);
        if (outcome.verdict != expected)
            fail_msg("seed %llu: %s stuck: found %s, expected %s", (unsigned long long)seed, drawn.text,
                     ln_verdict_text(outcome.verdict), ln_verdict_text(expected));
        held += outcome.verdict == LN_HOLDS;
        violated += outcome.verdict == LN_VIOLATED;
        ln_outcome_fini(&outcome);
        written_fini(&w);
    }
    assert_true(held > 300 && violated > 300);
}

/* ---- refused memory ---- */

static void a_replay_without_memory_says_so(void **state)
{
    struct written w;
    (void)state;
    write_history(&w, "queue", "0:x.enq(1)@0-1 0:y.enq(2)@2-3 1:x.deq()->1@2-5 2:x.take()@0-");
    w.history.stuck = true;
    for (int64_t k = 0;; k++) {
        static const uint32_t whole[] = { 0, 1, 2 }, part[] = { 0, 2 };
        uint64_t used = w.memory.used;
        struct ln_error error = { LN_OK, "" };
        enum ln_status status;
        w.memory.fail_after = k;
        status = ln_replay(&w.history, &w.spec, whole, 3, &w.memory, &error);
        if (!status)
            status = ln_replay_stuck(&w.history, &w.spec, 3, part, 2, &w.memory, &error);
        assert_string_equal(error.message, w.memory.fail_after < 0 ? "out of memory" : "");
        assert_int_equal(status, w.memory.fail_after < 0 ? LN_NO_MEMORY : LN_OK);
        assert_int_equal(w.memory.used, used);
        if (!status)
            break;
    }
    written_fini(&w);
}

/* ---- the verdict itself ---- */

static void verdicts_and_reasons_have_their_words(void **state)
{
    (void)state;
    assert_string_equal(ln_verdict_text(LN_HOLDS), "holds");
    assert_string_equal(ln_verdict_text(LN_VIOLATED), "violated");
    assert_string_equal(ln_verdict_text(LN_UNKNOWN), "unknown");
    assert_string_equal(ln_reason_text(ln_reason_of(LN_STOP_TIME)), "time");
    assert_string_equal(ln_reason_text(ln_reason_of(LN_STOP_MEMORY)), "memory");
    assert_string_equal(ln_reason_text(ln_reason_of(LN_STOP_INTERRUPTED)), "interrupted");
    assert_string_equal(ln_reason_text(ln_reason_of(LN_STOP_NONE)), "");
    assert_string_equal(ln_reason_text(LN_REASON_BOUND), "bound");
    assert_string_equal(ln_reason_text(LN_REASON_METHOD), "method");
    assert_string_equal(ln_reason_text(LN_REASON_UNSEEN), "unseen");
    assert_string_equal(ln_reason_text(LN_REASON_EMPTY), "empty");
}

static void holds_is_earned(void **state)
{
    const struct {
        struct ln_coverage coverage;
        enum ln_reason reason;
    } rows[] = {
        { { 1, 0, LN_REASON_NONE, false }, LN_REASON_NONE },     { { 0, 0, LN_REASON_NONE, false }, LN_REASON_EMPTY },
        { { 9, 1, LN_REASON_NONE, false }, LN_REASON_UNSEEN },   { { 0, 1, LN_REASON_NONE, false }, LN_REASON_EMPTY },
        { { 9, 0, LN_REASON_TIME, false }, LN_REASON_TIME },     { { 9, 2, LN_REASON_BOUND, false }, LN_REASON_BOUND },
        { { 0, 0, LN_REASON_MEMORY, false }, LN_REASON_MEMORY }, { { 0, 0, LN_REASON_NONE, true }, LN_REASON_NONE },
        { { 0, 1, LN_REASON_NONE, true }, LN_REASON_UNSEEN },    { { 0, 0, LN_REASON_TIME, true }, LN_REASON_TIME },
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        enum ln_reason reason;
        enum ln_verdict verdict = ln_earned(&rows[i].coverage, &reason);
        assert_string_equal(ln_reason_text(reason), ln_reason_text(rows[i].reason));
        assert_int_equal(verdict, rows[i].reason == LN_REASON_NONE ? LN_HOLDS : LN_UNKNOWN);
    }
}

static void a_fresh_outcome_is_unknown(void **state)
{
    struct ln_memory memory;
    struct ln_outcome outcome;
    (void)state;
    ln_memory_init(&memory, UINT64_MAX);
    ln_outcome_init(&outcome, &memory);
    assert_int_equal(outcome.verdict, LN_UNKNOWN);
    assert_true(outcome.stopped_at == LN_NO_OP && outcome.unjustified == LN_NO_OP);
    outcome.verdict = LN_HOLDS;
    assert_true(ln_vec_push(&outcome.order, &memory, 1));
    ln_outcome_clear(&outcome);
    assert_int_equal(outcome.verdict, LN_UNKNOWN);
    assert_int_equal(outcome.order.length, 0);
    ln_outcome_fini(&outcome);
    assert_int_equal(memory.used, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(replay_accepts_witnesses),
        cmocka_unit_test(replay_refuses_every_kind_of_broken_witness),
        cmocka_unit_test(replay_agrees_with_the_definition),
        cmocka_unit_test(every_witness_of_the_search_is_one),
        cmocka_unit_test(a_stuck_witness_makes_its_operation_wait),
        cmocka_unit_test(stuck_replay_agrees_with_the_definition),
        cmocka_unit_test(stuck_verdicts_agree_with_the_definition),
        cmocka_unit_test(a_replay_without_memory_says_so),
        cmocka_unit_test(verdicts_and_reasons_have_their_words),
        cmocka_unit_test(holds_is_earned),
        cmocka_unit_test(a_fresh_outcome_is_unknown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
