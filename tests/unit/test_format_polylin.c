/* PolyLin's histories. */
#include "test_format_support.h"

static void a_queue(void **state)
{
    (void)state;
    expect(NULL, "# queue\nenq 1 0 1\n# comment\nenq x 1 4\n\ndeq 1 2 3\n  deq  empty\t5 6\npeek -1 7 8\n",
           "begin queue\nhistory\n0: enq(1) -> null @0-1\n1: enq(\"x\") -> null @2-5\n2: deq() -> 1 @3-4\n"
           "3: deq() -> null @6-7\n4: peek() -> null @8-9\n");
}

static void a_return_precedes_a_call_at_its_time(void **state)
{
    (void)state;
    expect(NULL, "# stack\npush 1 0 2\npop 1 2 4\n",
           "begin stack\nhistory\n0: push(1) -> null @0-1\n1: pop() -> 1 @2-3\n");
}

static void a_set(void **state)
{
    (void)state;
    expect(NULL, "# set\ninsert 1 1 0 1\nremove -1 0 2 3\ncontains empty 1 4 5\n",
           "begin set\nhistory\n0: insert(1) -> true @0-1\n1: remove(-1) -> false @2-3\n"
           "2: contains(\"empty\") -> true @4-5\n");
}

static void names_of_objects(void **state)
{
    (void)state;
    expect(NULL,
           "# pqueue\ninsert 5 0 1\npoll 5 2 3\n# priorityqueue\n#priority_queue\n # deque \npush_front 1 0 1\n"
           "peek_back 1 2 3\n# not an object\n",
           "begin max-priority-queue\nhistory\n0: insert(5) -> null @0-1\n1: poll() -> 5 @2-3\n"
           "begin max-priority-queue\nhistory\nbegin max-priority-queue\nhistory\n"
           "begin deque\nhistory\n0: push_front(1) -> null @0-1\n1: peek_back() -> 1 @2-3\n");
    expect(NULL, "# queue\n", "begin queue\nhistory\n");
}

/* Names of more than seven bytes are words of their history's own table. */
static void long_names_of_several_histories(void **state)
{
    (void)state;
    expect(NULL, "# deque\npush_front 1 0 1\npop_front 1 2 3\n# deque\npop_front empty 0 1\npush_front 2 2 3\n",
           "begin deque\nhistory\n0: push_front(1) -> null @0-1\n1: pop_front() -> 1 @2-3\n"
           "begin deque\nhistory\n0: pop_front() -> null @0-1\n1: push_front(2) -> null @2-3\n");
}

static void bad_lines(void **state)
{
    (void)state;
    expect_refused(NULL, "enq 1 0 1",
                   "t:1:1: found `enq`, expected a line that names the object first, such as `# queue`");
    expect_refused(NULL, "# register\nwrite 1 0 1",
                   "t:2:1: found `write`, expected a line that names the object first, such as `# queue`");
    expect_refused(NULL, "# queue\nswap 1 0 1",
                   "t:2:1: found `swap`, expected a method of PolyLin such as enq, deq, push, pop, insert or poll");
    expect_refused("polylin", "# queue\nenq", "t:2:4: found the end of the line, expected a value");
    expect_refused("polylin", "# queue\nenq 1",
                   "t:2:6: found the end of the line, expected an integer as the time of the call");
    expect_refused("polylin", "# queue\nenq 1 0",
                   "t:2:8: found the end of the line, expected an integer as the time of the return");
    expect_refused("polylin", "# queue\nenq 1 0 1.5",
                   "t:2:9: found `1.5`, expected an integer as the time of the return");
    expect_refused("polylin", "# queue\nenq 1 x 1", "t:2:7: found `x`, expected an integer as the time of the call");
    expect_refused("polylin", "# queue\nenq 1 1 0 1", "t:2:11: found `1`, expected the end of the line");
    expect_refused("polylin", "# queue\nenq 1 99999999999999999999 1",
                   "t:2:7: found `99999999999999999999`, expected an integer as the time of the call");
    expect_refused("polylin", "# set\ninsert 1 2 0 1", "t:2:10: found `2`, expected 0 or 1 as the result");
    expect_refused("polylin", "# set\ninsert 1 0 1",
                   "t:2:13: found the end of the line, expected an integer as the time of the return");
    expect_refused("polylin", "# queue\nenq 1 5 3", "t:2:1: the operation returns at 3, before its call at 5");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_queue),
        cmocka_unit_test(a_return_precedes_a_call_at_its_time),
        cmocka_unit_test(a_set),
        cmocka_unit_test(names_of_objects),
        cmocka_unit_test(long_names_of_several_histories),
        cmocka_unit_test(bad_lines),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
