/* fptlin's histories. */
#include "test_format_support.h"

static void a_queue(void **state)
{
    (void)state;
    expect(NULL, "# queue\n0 1 5 ENQ 10\n1 2 6 enq word\n2 6 8 DEQ 10\n0 7 10 PEEK -1\n0 11 12 DEQ EMPTY\n",
           "begin queue\nhistory\n0: enq(10) -> null @0-2\n1: enq(\"word\") -> null @1-3\n2: deq() -> 10 @4-6\n"
           "0: peek() -> null @5-7\n0: deq() -> null @8-9\n");
}

static void a_return_precedes_a_call_at_its_time(void **state)
{
    (void)state;
    expect(NULL, "# stack\n0 0 2 PUSH 1\n1 2 4 POP 1\n",
           "begin stack\nhistory\n0: push(1) -> null @0-1\n1: pop() -> 1 @2-3\n");
}

static void other_objects(void **state)
{
    (void)state;
    expect(NULL,
           "# set\n2 0 2 CONTAINS 2 0\n0 3 4 INSERT 2 1\n# rmw\n0 1 10 READ_MODIFY_WRITE 0 2\n# semaphore\n"
           "0 0 2 INCR 1\n1 3 4 DECR 0\n# priorityqueue\n0 0 1 INSERT 4\n0 2 3 POLL 4\n",
           "begin set\nhistory\n2: contains(2) -> false @0-1\n0: insert(2) -> true @2-3\n"
           "begin cas-register:initial=0\nhistory\n0: cas(0, 2) -> true @0-1\n"
           "begin semaphore\nhistory\n0: incr() -> true @0-1\n1: decr() -> false @2-3\n"
           "begin max-priority-queue\nhistory\n0: insert(4) -> null @0-1\n0: poll() -> 4 @2-3\n");
}

static void without_an_object(void **state)
{
    (void)state;
    expect(NULL, "# made by hand\n7 0 1 Push_Back 3\n", "begin -\nhistory\n7: push_back(3) -> null @0-1\n");
}

static void bad_lines(void **state)
{
    (void)state;
    expect_refused("fptlin", "x 1 2 ENQ 1", "t:1:1: found `x`, expected the number of a process");
    expect_refused("fptlin", "0 x 2 ENQ 1", "t:1:3: found `x`, expected an integer as the time of the call");
    expect_refused("fptlin", "0 1 99999999999999999999 ENQ 1",
                   "t:1:5: found `99999999999999999999`, expected an integer as the time of the return");
    expect_refused("fptlin", "0 1 2",
                   "t:1:6: found the end of the line, expected a method of fptlin such as ENQ, DEQ, "
                   "PUSH, POP, PEEK, INSERT, POLL or CONTAINS");
    expect_refused("fptlin", "0 1 2 E4 1",
                   "t:1:7: found `E4`, expected a method of fptlin such as ENQ, DEQ, "
                   "PUSH, POP, PEEK, INSERT, POLL or CONTAINS");
    expect_refused("fptlin", "0 1 2 SWAP 1",
                   "t:1:7: found `SWAP`, expected a method of fptlin such as ENQ, DEQ, "
                   "PUSH, POP, PEEK, INSERT, POLL or CONTAINS");
    expect_refused("fptlin", "0 1 2 ENQ", "t:1:10: found the end of the line, expected a value");
    expect_refused("fptlin", "0 1 2 INSERT 1 2", "t:1:16: found `2`, expected 0 or 1 as the result");
    expect_refused("fptlin", "0 1 2 INSERT 1 1 1", "t:1:18: found `1`, expected the end of the line");
    expect_refused("fptlin", "0 5 2 ENQ 1", "t:1:1: the operation returns at 2, before its call at 5");
    expect_refused("fptlin", "0 1 3 ENQ 1\n0 2 4 ENQ 2",
                   "t:2:1: process 0 calls enq(2) -> null before the return of its "
                   "enq(1) -> null of line 1");
}

static void memory_refused(void **state)
{
    static const char text[] =
        "# queue\n0 1 5 ENQ a-long-value\n1 6 7 DEQ a-long-value\n# rmw\n0 1 2 READ_MODIFY_WRITE 1 2";
    (void)state;
    fail_every_allocation("fptlin", text, sizeof text - 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_queue),       cmocka_unit_test(a_return_precedes_a_call_at_its_time),
        cmocka_unit_test(other_objects), cmocka_unit_test(without_an_object),
        cmocka_unit_test(bad_lines),     cmocka_unit_test(memory_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
