/* Files whose writer was killed: cut at every byte, they are read as far as they go, and never as something else. */
#include "format/reader.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

struct sample {
    const char *format, *text;
    enum ln_cut loses; /* what a line that was cut takes with it */
    bool shows;        /* a line shows by itself whether it was cut */
};

static const struct sample samples[] = {
    { "native",
      "{\"linnet\":1,\"spec\":\"queue\"}\n"
      "{\"process\":10,\"type\":\"invoke\",\"f\":\"enq\",\"value\":\"\xc3\xa4{\\\"\"}\n"
      "{\"process\":\"b\",\"type\":\"invoke\",\"f\":\"deq\",\"args\":[]}\n"
      "{\"process\":10,\"type\":\"ok\"}\n"
      "{\"process\":\"b\",\"type\":\"ok\",\"value\":[12,{\"a\":true}]}\n",
      LN_CUT_EVENT, true },
    { "native",
      "{\"linnet\":1,\"spec\":\"queue\"}\n"
      "{\"process\":1,\"f\":\"enq\",\"args\":[12],\"result\":null,\"call\":10,\"return\":120}\n"
      "{\"process\":2,\"f\":\"deq\",\"args\":[],\"result\":12,\"call\":11,\"return\":125}\n"
      "{\"call\":130,\"process\":2,\"args\":[13],\"f\":\"enq\",\"return\":140}\n",
      LN_CUT_OPERATION, true },
    { "native",
      "{\"process\":1,\"f\":\"enq\",\"key\":\"x\",\"args\":[12],\"call\":10,\"return\":120}\n"
      "{\"process\":2,\"f\":\"enq\",\"args\":[13],\"call\":11,\"key\":\"y\",\"return\":125}\n",
      LN_CUT_OPERATION, true },
    { "porcupine",
      "{:process 0, :type :invoke, :f :put, :key \"x\", :value \"ab\\\"c\"}\n"
      "{:process 12, :type :invoke, :f :get, :key \"x\", :value nil}\n"
      "{:process 0, :type :ok, :f :put, :key \"x\", :value \"abc\"}\n"
      "{:process 12, :type :ok, :f :get, :key \"x\", :value \"}\"}\n",
      LN_CUT_EVENT, true },
    { "jepsen-edn",
      "{:type :invoke, :f :write, :value 12, :process 10}\n"
      "{:type :ok, :f :write, :value 12, :process 10}\n"
      "{:type :invoke, :f :read, :value nil, :process 1}\n",
      LN_CUT_EVENT, true },
    { "jepsen-edn",
      "[{:type :invoke, :f :write, :value \"}\", :process 10}\n"
      " #jepsen.history.Op{:type :ok, :f :write, :value \"}\", :process 10}\n"
      " {:type :invoke, :f :read, :value nil, :process 1}\n]",
      LN_CUT_EVENT, true },
    { "jepsen-log",
      "INFO  jepsen.util - 0\t:invoke\t:write\t12\nINFO  jepsen.util - 1\t:invoke\t:read\tnil\n"
      "INFO  jepsen.util - 0\t:ok\t:write\t12\nINFO  jepsen.util - 1\t:ok\t:read\t12\n",
      LN_CUT_EVENT, false },
    { "limo", "# @object atomic-queue\n[10] call enq(12)\n[2] call deq\n[10] return\n[2] return 12\n", LN_CUT_EVENT,
      false },
    { "polylin", "# queue\nenq 12 10 11\ndeq \xc3\xa4 12 13\n", LN_CUT_OPERATION, false },
    { "fptlin", "# queue\n10 0 11 ENQ 12\n11 12 13 DEQ 12\n", LN_CUT_OPERATION, false },
};

static void tell(const struct ln_history *history, struct ln_str *out)
{
    for (uint32_t i = 0; i < history->operations.length; i++) {
        ln_history_write_process(history, history->operations.at[i].process, out);
        ln_str_char(out, ' ');
        ln_history_write_operation(history, i, out);
        ln_str_text(out, history->operations.at[i].fate == LN_PENDING ? " pending\n" : "\n");
    }
}

/* The one history of the bytes, as text. */
static enum ln_status read_text(const char *format, const char *text, size_t length, struct ln_str *out,
                                enum ln_cut *cut)
{
    struct ln_reader_options options = { .format = format };
    struct ln_reader *reader;
    struct ln_memory memory;
    struct ln_history history;
    struct ln_error error = { LN_OK, "" };
    bool found;
    enum ln_status status;
    ln_memory_init(&memory, UINT64_MAX);
    assert_int_equal(ln_reader_open_bytes(&reader, "t", text, length, &options, &memory, &error), LN_OK);
    status = ln_reader_next(reader, &history, &found, &error);
    ln_str_clear(out);
    if (status)
        print_message("%s: %.*s: %s\n", format, (int)length, text, error.message);
    if (!status) {
        assert_true(found);
        tell(&history, out);
        *cut = history.cut;
        ln_history_fini(&history);
    }
    ln_reader_close(reader);
    assert_int_equal(memory.used, 0);
    return status;
}

static size_t start_of_line(const char *text, size_t at)
{
    while (at && text[at - 1] != '\n')
        at--;
    return at;
}

/* Nothing but what stood before, and perhaps the operation of the last line, which may have happened or not. */
static void expect_before(const struct ln_str *before, const struct ln_str *found, enum ln_cut cut,
                          const struct sample *sample)
{
    const char *rest = ln_str_borrow(found) + before->length;
    assert_true(found->length >= before->length);
    assert_memory_equal(ln_str_borrow(found), ln_str_borrow(before), before->length);
    if (!*rest) {
        assert_true(cut == sample->loses || cut == LN_CUT_EVENT);
        return;
    }
    assert_true(sample->loses == LN_CUT_OPERATION && sample->shows);
    assert_int_equal(cut, LN_CUT_OPERATION);
    assert_non_null(strstr(rest, " pending\n"));
    assert_null(strchr(strchr(rest, '\n') + 1, '\n'));
}

static void cut_at(const struct sample *sample, size_t length, struct ln_memory *memory)
{
    const char *text = sample->text;
    size_t start = start_of_line(text, length);
    struct ln_str before, found, whole;
    enum ln_cut cut, ignored;
    ln_str_init(&before, memory);
    ln_str_init(&found, memory);
    ln_str_init(&whole, memory);
    assert_int_equal(read_text(sample->format, text, start, &before, &ignored), LN_OK);
    if (read_text(sample->format, text, length, &found, &cut)) {
        assert_true(start == 0 && !sample->shows); /* nothing shows that it is a history at all */
    } else if (length == start) {
        assert_true(cut == LN_CUT_NONE || text[0] == '[');
    } else if (text[length] == '\n') {
        assert_int_equal(read_text(sample->format, text, length + 1, &whole, &ignored), LN_OK);
        assert_string_equal(ln_str_borrow(&found), ln_str_borrow(&whole));
        assert_true(cut == LN_CUT_NONE || text[0] == '[' || (!sample->shows && cut == LN_CUT_UNSURE));
    } else if (sample->shows) {
        expect_before(&before, &found, cut, sample);
    } else if (cut != LN_CUT_UNSURE && cut != LN_CUT_NONE) {
        expect_before(&before, &found, cut, sample);
    }
    ln_str_fini(&before);
    ln_str_fini(&found);
    ln_str_fini(&whole);
}

static void every_cut_is_read_as_far_as_it_goes(void **state)
{
    struct ln_memory memory;
    (void)state;
    ln_memory_init(&memory, UINT64_MAX);
    for (size_t i = 0; i < sizeof samples / sizeof *samples; i++)
        for (size_t length = 0; length < strlen(samples[i].text); length++)
            cut_at(&samples[i], length, &memory);
}

static void expect_refused(const char *format, const char *text)
{
    struct ln_memory memory;
    struct ln_str told;
    enum ln_cut cut;
    ln_memory_init(&memory, UINT64_MAX);
    ln_str_init(&told, &memory);
    assert_int_equal(read_text(format, text, strlen(text), &told, &cut), LN_BAD_INPUT);
    ln_str_fini(&told);
}

/* Only the last line may be cut, only if it lacks its end, and only if that is what is wrong with it. */
static void what_is_broken_is_refused(void **state)
{
    (void)state;
    expect_refused("native", "{\"process\":0,\"type\":\"inv\n");
    expect_refused("native", "{\"process\":0,\"type\":\"inv\n{\"process\":1,\"type\":\"invoke\",\"f\":\"deq\"}\n");
    expect_refused("native", "{\"process\":0,\"type\":\"inv\n{\"process\":1,\"type\":\"inv");
    expect_refused("native", "{\"process\":0,\"type\":\"invoked\",\"f\":\"deq\"}");
    expect_refused("native", "{\"process\":0,\"type\":\"ok\"}");
    expect_refused("native", "{\"process\":0,\"type\":\"invoke\",\"f\":\"deq\"}x");
    expect_refused("porcupine",
                   "{:process 0, :type :inv\n{:process 0, :type :invoke, :f :get, :key \"x\", :value nil}\n");
    expect_refused("jepsen-edn", "{:process 0, :type :inv\n{:process 0, :type :invoke, :f :read, :value nil}");
    expect_refused("jepsen-edn", "{:process 0, :type bad} {:process 0, :ty");
    expect_refused("limo", "# @object atomic-queue\n[1] cal\n[2] call deq\n");
    expect_refused("limo", "# @object atomic-queue\n[1] return 3");
    expect_refused("polylin", "# queue\nenq 1 0\nenq 2 3 4\n");
    expect_refused("polylin", "# queue\nenq 1 x 2");
    expect_refused("stress", "{\"object\":\"queue\",\"ops\":[{\"thread\":0,\"method\":\"enq\",\"args\":[1],\"call\":1");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_cut_is_read_as_far_as_it_goes),
        cmocka_unit_test(what_is_broken_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
