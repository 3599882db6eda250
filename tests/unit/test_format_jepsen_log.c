/* The log of early Jepsen. */
#include "test_format_support.h"

#define LOG "INFO  jepsen.util - "

static void a_small_log(void **state)
{
    (void)state;
    expect(NULL,
           LOG "0\t:invoke\t:read\tnil\n" LOG "1   :invoke  :write   3\n" LOG "2\t:invoke\t:cas\t[3 4]\n" LOG
               "0\t:ok\t:read\tnil\n" LOG "1\t:ok\t:write\t3\n" LOG "2\t:ok\t:cas\t[3 4]\n" LOG
               "0\t:invoke\t:read\tnil\n" LOG "0\t:ok\t:read\t4\n",
           "begin cas-register\nhistory\n0: read() -> null @0-3\n1: write(3) -> null @1-4\n2: cas(3, 4) -> true @2-5\n"
           "0: read() -> 4 @6-7\n");
}

static void what_failures_mean(void **state)
{
    (void)state;
    expect(NULL,
           LOG "0\t:invoke\t:read\tnil\n" LOG "1\t:invoke\t:write\t3\n" LOG "2\t:invoke\t:cas\t[3 4]\n" LOG
               "3\t:invoke\t:cas\t[5 6]\n" LOG "4\t:invoke\t:write\t5\n" LOG "5\t:invoke\t:write\t6\n" LOG
               "0\t:fail\t:read\t:timed-out\n" LOG "1\t:fail\t:write\t:timed-out\n" LOG "2\t:fail\t:cas\t[3 4]\n" LOG
               "3\t:fail\t:cas\t:timed-out\n" LOG "4\t:info\t:write\t:timed-out\n" LOG "1\t:invoke\t:write\t3\n" LOG
               "1\t:fail\t:write\t3\n",
           "begin cas-register\nhistory\n0: read() -> ? @0-5\n1: write(3) failed\n2: cas(3, 4) -> false @1-6\n"
           "3: cas(5, 6) pending @2\n4: write(5) pending @3\n5: write(6) pending @4\n1: write(3) failed\n");
}

static void lines_of_others(void **state)
{
    (void)state;
    expect(NULL,
           "INFO  jepsen.core - Starting\nWARN  other.logger - 0 :invoke :read nil\nERROR x\nDEBUG\n# note\n\n" LOG
           ":nemesis\t:info\t:start\tnil\n" LOG "0\t:invoke\t:read\tnil\n",
           "begin cas-register\nhistory\n0: read() pending @0\n");
    expect_refused(NULL, "INFO  jepsen.core - Starting\n",
                   "t:1:1: found `log lines`, expected a history in one of the formats: native, jepsen-edn, "
                   "jepsen-log, porcupine, "
                   "limo, polylin, fptlin, stress; name it with --format");
    expect_refused("jepsen-log", "INFO  jepsen.core - Starting\nINFO x",
                   "t:2:1: found log lines without any operation, expected lines such as `INFO  jepsen.util - 2 "
                   ":invoke :read nil`");
    expect_refused(NULL, "INFO [2017-02-03 10:11:12] jepsen worker 0 - jepsen.util 0 :invoke :read nil\n",
                   "t:1:1: found log lines without any operation, expected lines such as `INFO  jepsen.util - 2 "
                   ":invoke :read nil`");
    expect("jepsen-log", "", "history\n");
}

static void bad_lines(void **state)
{
    (void)state;
    expect_refused("jepsen-log", "at java.lang.Thread",
                   "t:1:1: found `at`, expected a log line that starts with INFO, WARN, ERROR or DEBUG");
    expect_refused(NULL, "INFO  jepsen.util 0 :invoke :read nil", "t:1:19: found `0`, expected `-` after jepsen.util");
    expect_refused(NULL, LOG "x :invoke :read nil", "t:1:21: found `x`, expected the number of a process");
    expect_refused(NULL, LOG "0 :begin :read nil", "t:1:23: found `:begin`, expected :invoke, :ok, :fail or :info");
    expect_refused(NULL, LOG "0 :invoke :swap nil", "t:1:31: found `:swap`, expected :read, :write or :cas");
    expect_refused(NULL, LOG "0 :invoke :write", "t:1:37: found the end of the line, expected a value");
    expect_refused(NULL, LOG "0 :invoke :cas [1 2 3]", "t:1:36: found `[`, expected a pair such as [1 2]");
    expect_refused(NULL, LOG "0 :invoke :cas 1", "t:1:36: found `1`, expected a pair such as [1 2]");
    expect_refused(NULL, LOG "0 :invoke :cas [1 2", "t:1:40: found the end of the line, expected `]`");
    expect_refused(NULL, LOG "0 :invoke :read 1", "t:1:37: found `1`, expected nil as the value of a read's call");
    expect_refused(NULL, LOG "0 :invoke :read nil 1", "t:1:41: found `1`, expected the end of the line");
    expect_refused(NULL, LOG "0 :ok :read 1", "t:1:21: process 0 returns without a call");
}

static void returns_agree_with_calls(void **state)
{
    (void)state;
    expect_refused(NULL, LOG "0 :invoke :write 1\n" LOG "0 :ok :read 1",
                   "t:2:27: found `:read`, expected the operation that was called");
    expect_refused(NULL, LOG "0 :invoke :write 1\n" LOG "0 :ok :write 2",
                   "t:2:34: found `2`, expected the value of the call");
    expect_refused(NULL, LOG "0 :invoke :cas [1 2]\n" LOG "0 :ok :cas [1 3]",
                   "t:2:32: found `[`, expected the value of the call");
    expect_refused(NULL, LOG "0 :invoke :cas [1 2]\n" LOG "0 :fail :cas [1 3]",
                   "t:2:34: found `[`, expected the value of the call");
    expect_refused(NULL, LOG "0 :invoke :read nil\n" LOG "0 :ok :read :timed-out",
                   "t:2:33: found `:timed-out`, expected a value");
    expect_refused(NULL, LOG "0 :invoke :read nil\n" LOG "0 :info :read :timed-out\n" LOG "0 :invoke :read nil",
                   "t:3:21: process 0 calls again after an operation that never returned");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_small_log), cmocka_unit_test(what_failures_mean),       cmocka_unit_test(lines_of_others),
        cmocka_unit_test(bad_lines),   cmocka_unit_test(returns_agree_with_calls),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
