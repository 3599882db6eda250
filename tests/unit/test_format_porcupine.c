/* Porcupine's logs of a key-value store. */
#include "test_format_support.h"

static void a_small_log(void **state)
{
    (void)state;
    expect(NULL,
           "; a comment\n"
           "{:process 0, :type :invoke, :f :append, :key \"0\", :value \"x 0 0 y\"}\n"
           "{:process 1, :type :invoke, :f :get, :key \"0\", :value nil}\n"
           "{:process 0, :type :ok, :f :append, :key \"0\", :value \"x 0 0 y\"} ; done\n"
           "{:process 1, :type :ok, :f :get, :key \"0\", :value \"x 0 0 y\"}\n"
           "{:f :put, :process 2 :type :invoke, :key \"\\\"k\\\"\", :value \"\", :time 12, :more #{1 2}}\n"
           "{:process 2, :type :ok, :f :put, :key \"\\\"k\\\"\", :value \"\"}\n",
           "begin kv:missing=\"\"\nhistory\n0: append(\"0\", \"x 0 0 y\") -> null @0-2\n"
           "1: get(\"0\") -> \"x 0 0 y\" @1-3\n2: put(\"\\\"k\\\"\", \"\") -> null @4-5\n");
}

static void results_that_are_not_known(void **state)
{
    (void)state;
    expect(NULL,
           "{:process 0, :type :invoke, :f :get, :key \"0\"}\n"
           "{:process 1, :type :invoke, :f :put, :key \"0\", :value 1}\n"
           "{:process 2, :type :invoke, :f :put, :key \"0\", :value 2}\n"
           "{:process 3, :type :invoke, :f :get, :key \"0\"}\n"
           "{:process 0, :type :ok, :f :get, :key \"0\"}\n"
           "{:process 1, :type :fail, :f :put, :key \"0\", :value 1}\n"
           "{:process 2, :type :info, :f :put, :key \"0\", :value 2}\n",
           "begin kv:missing=\"\"\nhistory\n0: get(\"0\") -> ? @0-3\n1: put(\"0\", 1) failed\n"
           "2: put(\"0\", 2) pending @1\n3: get(\"0\") pending @2\n");
}

static void bad_lines(void **state)
{
    (void)state;
    expect_refused("porcupine", "process 0", "t:1:1: found `process`, expected `{`");
    expect_refused("porcupine", "{:process 0, :type :invoke, :f :get, :key \"0\"",
                   "t:1:46: found the end of the line, expected `}`");
    expect_refused("porcupine", "{:process 0, :type :invoke, :f :get}",
                   "t:1:1: found no :key, expected one on every line");
    expect_refused("porcupine", "{:type :invoke, :f :get}", "t:1:1: found no :process, expected one on every line");
    expect_refused("porcupine", "{:process :nemesis, :type :invoke, :f :get, :key \"0\"}",
                   "t:1:11: found `:nemesis`, expected an integer as :process");
    expect_refused("porcupine", "{:process 0, :type :maybe, :f :get, :key \"0\"}",
                   "t:1:20: found `:maybe`, expected :invoke, :ok, :fail or :info");
    expect_refused("porcupine", "{:process 0, :type \"ok\", :f :get, :key \"0\"}",
                   "t:1:20: found `\"ok\"`, expected :invoke, :ok, :fail or :info");
    expect_refused("porcupine", "{:process 0, :type :invoke, :f :cas, :key \"0\"}",
                   "t:1:32: found `:cas`, expected :get, :put or :append");
    expect_refused("porcupine", "{:process 0, :type :invoke, :f :put, :key \"0\"}",
                   "t:1:1: found no :value, expected the value to store");
    expect_refused("porcupine", "{:process 0, :type :invoke, :f :put, :key \"0\", :value nil}",
                   "t:1:55: found `nil`, expected the value to store");
    expect_refused("porcupine", "{:process 0, :type :invoke, :f :get, :key \"0\", :value \"x\"}",
                   "t:1:55: found `\"x\"`, expected nil as the :value of a get's call");
    expect_refused("porcupine", "{:process 0, :process 1}", "t:1:14: found `:process`, expected each key once");
    expect_refused("porcupine", "{:process 0, \"type\" 1}", "t:1:14: found `\"type\"`, expected a keyword");
    expect_refused("porcupine", "{:process 0 :x} y", "t:1:15: found `}`, expected an EDN value");
    expect_refused("porcupine", "{:process 0 :x 1} y", "t:1:19: found `y`, expected the end of the line");
}

static void returns_agree_with_calls(void **state)
{
    static const char call[] = "{:process 0, :type :invoke, :f :get, :key \"0\"}";
    char text[256];
    (void)state;
    snprintf(text, sizeof text, "%s\n{:process 0, :type :ok, :f :put, :key \"0\"}", call);
    expect_refused("porcupine", text, "t:2:28: found `:put`, expected the :f of the call");
    snprintf(text, sizeof text, "%s\n{:process 0, :type :ok, :f :get, :key \"1\"}", call);
    expect_refused("porcupine", text, "t:2:39: found `\"1\"`, expected the :key of the call");
    snprintf(text, sizeof text, "%s\n{:process 1, :type :ok, :f :get, :key \"0\"}", call);
    expect_refused("porcupine", text, "t:2:11: process 1 returns without a call");
    snprintf(text, sizeof text, "%s\n%s", call, call);
    expect_refused("porcupine", text, "t:2:11: process 0 calls again before the return of its get(\"0\") of line 1");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_small_log),
        cmocka_unit_test(results_that_are_not_known),
        cmocka_unit_test(bad_lines),
        cmocka_unit_test(returns_agree_with_calls),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
