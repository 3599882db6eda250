/* Sentences that say why, and the suspects they speak of. */
#include "../support/written_history.h"

#include "check/check.h"
#include "report/pattern.h"

struct explained {
    const char *spec, *operations, *pattern;
    size_t suspects;
    const char *sentence;
};

static const struct explained cases[] = {
    { "queue", "0:enq(1)@0-1 1:deq()->2@2-3", "BP1", 1,
      "`deq() -> 2` (process 1, line 2) saw 2, which was never enqueued" },
    { "queue", "1:deq()->1@0-1 0:enq(1)@2-3", "BP1", 2,
      "`deq() -> 1` (process 1, line 1) returned before `enq(1)` (process 0, line 2) began" },
    { "stack", "0:push(1)@0-1 0:pop()->1@2-3 0:peek()->1@4-5", "BP1", 3,
      "`peek() -> 1` (process 0, line 3) began after `pop() -> 1` (process 0, line 2) had returned" },
    { "bag", "0:add(1)@0-1 1:take()->1@2-5 2:take()->1@3-4", "BP1'", 3,
      "1 was added once but taken twice, by `take() -> 1` (process 1, line 2) and `take() -> 1` (process 2, line 3)" },
    { "queue", "0:enq(2)@0-1 0:enq(3)@2-3 2:deq()->3@4-5 1:deq()->2@6-7", "BP2", 4,
      "`deq() -> 3` (process 2, line 3) returned before `deq() -> 2` (process 1, line 4) began, but `enq(2)` (process "
      "0, "
      "line 1) had finished before `enq(3)` (process 0, line 2) began" },
    { "queue", "0:enq(2)@0-1 0:enq(3)@2-3 2:deq()->3@4-5", "BP2", 3,
      "`deq() -> 3` (process 2, line 3) returned although 2 had not been dequeued, but `enq(2)` (process 0, line 1) "
      "had "
      "finished before `enq(3)` (process 0, line 2) began" },
    { "queue", "0:enq(1)@0-1 1:deq()->null@2-3 1:deq()->1@4-5", "BP3", 3,
      "`deq() -> null` (process 1, line 2) found nothing although 1 was there from the return of `enq(1)` (process 0, "
      "line 1) to the call of `deq() -> 1` (process 1, line 3)" },
    { "stack", "0:push(1)@0-1 0:push(2)@2-3 1:pop()->1@4-5", "BP2", 3,
      "none of these values can be below the others: 1 was inside from the return of `push(1)` (process 0, line 1) to "
      "the "
      "call of `pop() -> 1` (process 1, line 3), 2 was inside from the return of `push(2)` (process 0, line 2) on (it "
      "was "
      "never popped)" },
    { "priority-queue", "0:insert(1)@0-1 0:insert(5)@2-3 1:poll()->5@4-5", "BP2", 3,
      "`poll() -> 5` (process 1, line 3) removed 5 although at every moment in which it could there was something "
      "better: "
      "1 was there from the return of `insert(1)` (process 0, line 1) on (it was never removed)" },
    { "max-priority-queue", "0:insert(1)@0-1 0:insert(5)@2-3 1:peek()->1@4-5", "BP4", 3,
      "`peek() -> 1` (process 1, line 3) saw 1 although at every moment in which it could there was something better: "
      "5 was there from the return of `insert(5)` (process 0, line 2) on (it was never removed)" },
    { "set", "0:add(1)->true@0-1 1:contains(1)->false@2-3", "BP3", 2,
      "`contains(1) -> false` (process 1, line 2) did not find it although 1 was there from the return of `add(1) -> "
      "true` "
      "(process 0, line 1) on (it was never removed)" },
    { "register", "0:write(1)@0-1 1:read()->null@2-3", "BP3", 2,
      "all operations about 1 lie within the time in which null was there from the start to the call of `read() -> "
      "null` "
      "(process 1, line 2)" },
    { "register", "0:write(1)@0-9 1:write(2)@0-9 2:read()->1@1-2 4:read()->2@1-4 3:read()->1@5-8 4:read()->2@7-9",
      "BP2", 6,
      "the register would have to hold several values at once: 1 was there from the return of `read() -> 1` (process "
      "2, "
      "line 3) to the call of `read() -> 1` (process 3, line 5), 2 was there from the return of `read() -> 2` (process "
      "4, "
      "line 4) to the call of `read() -> 2` (process 4, line 6)" },
};

static void every_pattern_has_its_sentence(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct ln_check_options options = { .algorithm = LN_ALGORITHM_PATTERN };
        struct written w;
        struct ln_outcome outcome;
        struct ln_budget budget;
        struct ln_error error;
        struct ln_str text;
        write_history(&w, cases[i].spec, cases[i].operations);
        ln_outcome_init(&outcome, &w.memory);
        ln_budget_init(&budget, &w.memory, 0, NULL);
        ln_str_init(&text, &w.memory);
        assert_int_equal(ln_check(&w.history, &w.spec, &options, &budget, &outcome, &error), LN_OK);
        assert_int_equal(outcome.verdict, LN_VIOLATED);
        assert_string_equal(outcome.pattern, cases[i].pattern);
        ln_explain_pattern(&w.history, &w.spec, &outcome, &text);
        assert_string_equal(ln_str_borrow(&text), cases[i].sentence);
        assert_int_equal(outcome.suspects.length, cases[i].suspects);
        ln_str_fini(&text);
        ln_outcome_fini(&outcome);
        written_fini(&w);
    }
}

static void an_answer_that_no_state_gives(void **state)
{
    struct ln_check_options options = { .algorithm = LN_ALGORITHM_AUTO };
    struct written w;
    struct ln_outcome outcome;
    struct ln_budget budget;
    struct ln_error error;
    struct ln_str text;
    (void)state;
    write_history(&w, "queue", "0:enq(1)->false@0-1 1:enq(2)@0-1");
    ln_outcome_init(&outcome, &w.memory);
    ln_budget_init(&budget, &w.memory, 0, NULL);
    ln_str_init(&text, &w.memory);
    assert_int_equal(ln_check(&w.history, &w.spec, &options, &budget, &outcome, &error), LN_OK);
    assert_string_equal(outcome.pattern, "BP0");
    ln_explain_pattern(&w.history, &w.spec, &outcome, &text);
    assert_string_equal(ln_str_borrow(&text),
                        "no state of the queue gives the answer of `enq(1) -> false` (process 0, line 1)");
    ln_str_fini(&text);
    ln_outcome_fini(&outcome);
    written_fini(&w);
}

static void nothing_is_said_without_suspects(void **state)
{
    struct written w;
    struct ln_outcome outcome;
    struct ln_str text;
    (void)state;
    write_history(&w, "queue", "0:enq(1)@0-1");
    ln_outcome_init(&outcome, &w.memory);
    ln_str_init(&text, &w.memory);
    ln_explain_pattern(&w.history, &w.spec, &outcome, &text);
    outcome.pattern = "BP2";
    ln_explain_pattern(&w.history, &w.spec, &outcome, &text);
    assert_int_equal(text.length, 0);
    ln_str_fini(&text);
    ln_outcome_fini(&outcome);
    written_fini(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_pattern_has_its_sentence),
        cmocka_unit_test(an_answer_that_no_state_gives),
        cmocka_unit_test(nothing_is_said_without_suspects),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
