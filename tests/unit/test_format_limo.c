/* LiMo's histories. */
#include "test_format_support.h"

static void a_stack(void **state)
{
    (void)state;
    expect(NULL,
           "# @object atomic-stack \n# a comment\n[1] call push(1)\n    [2] call pop\n[3] call pop()\n\n[1] return\n"
           "[2] return 1\n[3] return empty\n[1] call push x\n[2] call pop\n[2] return\n[3] call deq",
           "begin stack\nhistory\n1: push(1) -> null @0-3\n2: pop() -> 1 @1-4\n3: pop() -> null @2-5\n"
           "1: push(\"x\") pending @6\n2: pop() -> null @7-8\n3: deq() pending @9\n");
}

static void values(void **state)
{
    (void)state;
    expect("limo",
           "[1] call enq(?<1,0>)\n[1] return\n[1] call enq(007)\n[1] return\n[1] call enq(-3)\n[1] return\n"
           "[1] call enq( a b )\n[1] return\n[1] call enq(1152921504606846975)\n[1] return\n"
           "[1] call enq(1152921504606846976)\n[1] return\n",
           "begin -\nhistory\n1: enq(\"?<1,0>\") -> null @0-1\n1: enq(\"007\") -> null @2-3\n1: enq(-3) -> null @4-5\n"
           "1: enq(\" a b \") -> null @6-7\n1: enq(1152921504606846975) -> null @8-9\n"
           "1: enq(\"1152921504606846976\") -> null @10-11\n");
}

static void results_told_at_the_call(void **state)
{
    (void)state;
    expect(NULL,
           "# @object atomic-queue\n[1] call remove(7)\n[2] call remove(8)\n[3] call remove(empty)\n[4] call deq 9\n"
           "[1] return\n[2] return 8\n[3] return\n",
           "begin queue\nhistory\n1: remove() -> 7 @0-4\n2: remove() -> 8 @1-5\n3: remove() -> null @2-6\n"
           "4: deq() pending @3\n");
    expect_refused(NULL, "[1] call pop(7)\n[1] return 8", "t:2:12: found `8`, expected the value that the call told");
    expect_refused(NULL, "[1] call pop(7)\n[1] return empty",
                   "t:2:12: found `empty`, expected the value that the call told");
}

static void objects_start_histories(void **state)
{
    (void)state;
    expect(NULL, "# @object atomic-stack\n[1] call pop(5)\n# @object atomic-queue\n[1] call deq\n[1] return",
           "begin stack\nhistory\n1: pop() pending @0\nbegin queue\nhistory\n1: deq() -> null @0-1\n");
    expect(NULL, "#@object atomic-stack", "begin stack\nhistory\n");
}

static void bad_lines(void **state)
{
    (void)state;
    expect_refused(NULL, "# @object atomic-set", "t:1:11: found `atomic-set`, expected atomic-stack or atomic-queue");
    expect_refused(NULL, "# @object", "t:1:10: found the end of the line, expected atomic-stack or atomic-queue");
    expect_refused("limo", "push 1", "t:1:1: found `push`, expected `[thread] call` or `[thread] return`");
    expect_refused("limo", "[x] call pop", "t:1:2: found `x`, expected the number of a thread");
    expect_refused("limo", "[99999999999999999999] call pop",
                   "t:1:2: found `99999999999999999999`, expected the number of a thread");
    expect_refused("limo", "[1 call pop", "t:1:3: found ` `, expected `]`");
    expect_refused("limo", "[1] begin pop", "t:1:5: found `begin`, expected call or return");
    expect_refused(NULL, "[1] call peek", "t:1:10: found `peek`, expected push, enq, add, pop, deq or remove");
    expect_refused(NULL, "[1] call", "t:1:9: found the end of the line, expected push, enq, add, pop, deq or remove");
    expect_refused(NULL, "[1] call push", "t:1:14: found the end of the line, expected the value that is added");
    expect_refused(NULL, "[1] call push()", "t:1:15: found `)`, expected the value that is added");
    expect_refused(NULL, "[1] call push(empty)", "t:1:15: found `empty`, expected the value that is added");
    expect_refused(NULL, "[1] call push(1", "t:1:16: found the end of the line, expected `)`");
    expect_refused(NULL, "[1] call push(", "t:1:15: found the end of the line, expected `)`");
    expect_refused(NULL, "[1] call push 1 2", "t:1:17: found `2`, expected the end of the line");
    expect_refused(NULL, "[1] call pop\n[1] return 1 2", "t:2:14: found `2`, expected the end of the line");
    expect_refused(NULL, "[1] call push 1\n[1] return 1",
                   "t:2:12: found `1`, expected nothing: adding returns no value");
    expect_refused(NULL, "[1] call push 1\n[2] return", "t:2:2: process 2 returns without a call");
    expect_refused(NULL, "[1] call pop\n[1] call pop",
                   "t:2:2: process 1 calls again before the return of its pop() of line 1");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_stack),
        cmocka_unit_test(values),
        cmocka_unit_test(results_told_at_the_call),
        cmocka_unit_test(objects_start_histories),
        cmocka_unit_test(bad_lines),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
