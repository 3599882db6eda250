/* Jepsen's histories. */
#include "test_format_support.h"

static void one_map_a_line(void **state)
{
    (void)state;
    expect(NULL,
           "; a history\n{:type :invoke, :f :write, :value 1, :process 0, :time 3, :index 0}\n"
           "{:type :invoke, :f :read, :value nil, :process 1}\n{:type :ok, :f :write, :value 1, :process 0}\n"
           "{:process 1, :type :ok, :f :read, :value 1}\n",
           "begin -\nhistory\n0: write(1) -> 1 @0-2\n1: read(null) -> 1 @1-3\n");
    expect(NULL, "{:process 2 :type :invoke :f \"cas\" :value [1 2]} {:process 2 :type :ok}",
           "begin -\nhistory\n2: cas([1,2]) -> ? @0-1\n");
}

static void a_vector(void **state)
{
    (void)state;
    expect(NULL, "[{:process 0 :type :invoke :f :deq}\n {:process 0 :type :ok :f :deq :value 3}]\n",
           "begin -\nhistory\n0: deq() -> 3 @0-1\n");
    expect(NULL,
           "[\n\n#jepsen.history.Op{:process 0\n   :type :invoke,\n :f :add ; why\n :value #{1\n 2}}\n#_{:a 1}\n]\n",
           "begin -\nhistory\n0: add([1,2]) pending @0\n");
    expect(NULL, "[]", "history\n");
    expect(NULL, "[ ; nothing\n]", "history\n");
}

static void tags_and_discards(void **state)
{
    (void)state;
    expect(NULL,
           "#jepsen.history.Op{:process 0 :type :invoke :f :a :value #inst \"2026\"}\n#_\n#_ 1\n\n2\n"
           "{:process 0 :type #_:fail :ok :value \"x\ny\"}",
           "begin -\nhistory\n0: a(\"2026\") -> \"x\\ny\" @0-1\n");
}

static void what_is_ignored(void **state)
{
    (void)state;
    expect(
        "jepsen-edn",
        "{:process :nemesis :type :info :f :start :value {1 1/2}}\n{:process 0 :type :invoke :f :r :error ##Inf :x/y "
        "#:a{:b 016}}\n{:process nil :type :what}\n",
        "begin -\nhistory\n0: r() pending @0\n");
}

static void fates(void **state)
{
    (void)state;
    expect(NULL,
           "{:process 0 :type :invoke :f :w :value 1}\n{:process 0 :type :fail :f :w :value [:odd 1/2]}\n"
           "{:process 0 :type :invoke :f :w :value 2}\n{:process 0 :type :info :f :w :error :timeout}\n",
           "begin -\nhistory\n0: w(1) failed\n0: w(2) pending @0\n");
    expect_refused(NULL, "{:process 0 :type :invoke :f :w}\n{:process 0 :type :info}\n{:process 0 :type :invoke :f :w}",
                   "t:3:11: process 0 calls again after an operation that never returned");
}

static void read_keyed(const char *text, const char *expected)
{
    struct ln_memory memory;
    struct ln_reader_options options = { .format = "jepsen-edn", .keyed = true };
    struct ln_error error = { LN_OK, "" };
    struct ln_history history;
    struct ln_reader *reader;
    struct ln_str told;
    bool found;
    ln_memory_init(&memory, UINT64_MAX);
    ln_str_init(&told, &memory);
    ln_reader_open_bytes(&reader, "t", text, strlen(text), &options, &memory, &error);
    ln_reader_next(reader, &history, &found, &error);
    if (found) {
        tell_history(&history, &told);
        ln_history_fini(&history);
    } else {
        ln_str_text(&told, error.message);
    }
    ln_reader_close(reader);
    assert_string_equal(ln_str_borrow(&told), expected);
    ln_str_fini(&told);
}

static void keyed(void **state)
{
    (void)state;
    read_keyed("{:process 0 :type :invoke :f :cas :value [7 [1 2]]}\n{:process 0 :type :ok :f :cas :value [7 [1 2]]}\n"
               "{:process 0 :type :invoke :f :read :value [\"x\" nil]}\n{:process 0 :type :ok :value [\"x\" 4]}\n",
               "history\n0: cas(7, [1,2]) -> [1,2] @0-1\n0: read(\"x\", null) -> 4 @2-3\n");
    read_keyed("{:process 0 :type :invoke :f :read :value 3}",
               "t:1:43: found `3`, expected a pair of a key and a value such as [1 nil]");
    read_keyed("{:process 0 :type :invoke :f :read}", "t:1:1: found no :value, expected a pair of a key and a value");
    read_keyed("{:process 0 :type :invoke :f :read :value [1 nil]}\n{:process 0 :type :ok :value [2 nil]}",
               "t:2:30: found `[`, expected the key of the call");
    read_keyed("{:process 0 :type :invoke :f :read :value [1 nil] :key 1}",
               "t:1:56: found `1`, expected no :key where values are pairs of a key and a value");
}

static void keys(void **state)
{
    (void)state;
    expect(NULL, "{:process 0 :type :invoke :f :take :key \"a\"}", "begin -\nhistory\n0: take(\"a\") pending @0\n");
}

static void bad_maps(void **state)
{
    (void)state;
    expect_refused("jepsen-edn", "{:type :ok}", "t:1:1: found no :process, expected one in every map");
    expect_refused("jepsen-edn", "{:process 0}", "t:1:1: found no :type, expected one in every map");
    expect_refused("jepsen-edn", "{:process 0 :type :go}",
                   "t:1:19: found `:go`, expected :invoke, :ok, :fail or :info");
    expect_refused("jepsen-edn", "{:process 0 :type :invoke}", "t:1:1: found a call without :f, expected one");
    expect_refused("jepsen-edn", "{:process 0 :type :invoke :f 3}",
                   "t:1:30: found `3`, expected a keyword or a string as :f");
    expect_refused("jepsen-edn", "{:process 0 :type :ok}", "t:1:11: process 0 returns without a call");
    expect_refused("jepsen-edn", "{:process 0 :process 1}", "t:1:13: found `:process`, expected each key once");
    expect_refused("jepsen-edn", "{:process 0 :type :invoke :f :a}\n{:process 0 :type :ok :f :b}",
                   "t:2:26: found `:b`, expected the :f of the call");
    expect_refused("jepsen-edn", "{:process 0 :type :invoke :f :a :value 1/2}",
                   "t:1:40: found `1/2`, expected a number");
    expect_refused("jepsen-edn", "{:process 0\n :type :invoke\n :f :a :value\n 99999999999999999999}",
                   "t:4:2: number does not fit 64 bits");
    expect_refused("jepsen-edn", "[{:process 0\n",
                   "t:1:1: found the end of the file, expected the end of the map that starts on line 1");
    expect_refused("jepsen-edn", "[] {}", "t:1:4: found `{`, expected nothing after the vector");
    expect_refused("jepsen-edn", "{} ]", "t:1:1: found no :process, expected one in every map");
    expect_refused("jepsen-edn", "12", "t:1:1: found `12`, expected `{`");
}

static void hostile(void **state)
{
    enum { MANY = 200000 };
    char *text = malloc(2 * MANY + 64);
    struct ln_memory memory;
    struct outcome outcome = { 0 };
    (void)state;
    ln_memory_init(&memory, UINT64_MAX);
    /* Deep nesting on one line and over many. */
    for (int newline = 0; newline < 2; newline++) {
        size_t length = (size_t)sprintf(text, "{:process 0 :type :invoke :f :a :value ");
        for (int i = 0; i < MANY; i++) {
            text[length++] = '[';
            if (newline)
                text[length++] = '\n';
        }
        text[length++] = '\n';
        read_all(&outcome, "jepsen-edn", text, length, &memory);
        assert_int_equal(outcome.status, LN_BAD_INPUT);
    }
    /* Discards that never end, between comments. */
    memcpy(text, "#_\n", 3);
    for (int i = 0; i < MANY; i++)
        memcpy(text + 3 + 2 * i, ";\n", 2);
    read_all(&outcome, "jepsen-edn", text, 3 + 2 * MANY, &memory);
    assert_int_equal(outcome.status, LN_BAD_INPUT);
    free(text);
}

static void memory_refused(void **state)
{
    static const char text[] = "[{:process 0 :type :invoke :f \"a long name\" :value [1 \"another long string\"]}\n"
                               "{:process 0 :type\n :ok :value {:a \"something long\"}}]";
    (void)state;
    fail_every_allocation("jepsen-edn", text, sizeof text - 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_map_a_line),
        cmocka_unit_test(a_vector),
        cmocka_unit_test(tags_and_discards),
        cmocka_unit_test(what_is_ignored),
        cmocka_unit_test(fates),
        cmocka_unit_test(keyed),
        cmocka_unit_test(keys),
        cmocka_unit_test(bad_maps),
        cmocka_unit_test(hostile),
        cmocka_unit_test(memory_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
