/* Hostile inputs, the same for every format: endless lines, deep nesting, huge numbers, files that end in the middle. */
#include "format/reader.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include <cmocka.h>

/* A small good history of each format, and the start of a line into which a value can be written. */
static const struct sample {
    const char *format, *good, *before, *after;
} samples[] = {
    { "native", "{\"process\":0,\"type\":\"invoke\",\"f\":\"enq\",\"value\":1}\n",
      "{\"process\":0,\"type\":\"invoke\",\"f\":\"enq\",\"value\":", "}\n" },
    { "jepsen-log", "INFO  jepsen.util - 0\t:invoke\t:write\t1\n", "INFO  jepsen.util - 0\t:invoke\t:write\t", "\n" },
    { "jepsen-edn", "{:process 0, :type :invoke, :f :write, :value 1}\n",
      "{:process 0, :type :invoke, :f :write, :value ", "}\n" },
    { "porcupine", "{:process 0, :type :invoke, :f :put, :key \"0\", :value \"x\"}\n",
      "{:process 0, :type :invoke, :f :put, :key \"0\", :value ", "}\n" },
    { "limo", "# @object atomic-queue\n[1] call enq(1)\n[1] return\n", "# @object atomic-queue\n[1] call enq(", ")\n" },
    { "polylin", "# queue\nenq 1 0 1\n", "# queue\nenq ", " 0 1\n" },
    { "fptlin", "# queue\n0 0 1 enq 1\n", "# queue\n0 0 1 enq ", "\n" },
    { "stress",
      "{\"object\":\"queue\",\"id\":\"a\",\"ops\":[{\"thread\":0,\"method\":\"enq\",\"args\":[1],\"result\":null,"
      "\"call\":1,\"return\":2}]}\n",
      "{\"object\":\"queue\",\"id\":\"a\",\"ops\":[{\"thread\":0,\"method\":\"enq\",\"args\":[", "]}]}\n" },
};

enum { SAMPLES = sizeof samples / sizeof *samples };

/* Reads everything; whatever happens, all memory is given back and a failure has a message. */
static enum ln_status read_all(const char *format, const void *bytes, size_t length, uint64_t limit,
                               struct ln_error *error)
{
    struct ln_reader_options options = { .format = format };
    struct ln_reader *reader = NULL;
    struct ln_memory memory;
    bool found = true;
    enum ln_status status;
    ln_memory_init(&memory, limit);
    *error = (struct ln_error){ 0 };
    status = ln_reader_open_bytes(&reader, "input", bytes, length, &options, &memory, error);
    while (!status && found) {
        struct ln_history history;
        status = ln_reader_next(reader, &history, &found, error);
        if (!status && found)
            ln_history_fini(&history);
    }
    ln_reader_close(reader);
    assert_int_equal(atomic_load(&memory.used), 0);
    if (status)
        assert_true(strlen(error->message) > 0);
    return status;
}

static void every_format_has_a_sample(void **unused)
{
    struct ln_error error;
    (void)unused;
    for (size_t f = 0; ln_format_name(f); f++) {
        size_t s = 0;
        while (s < SAMPLES && strcmp(samples[s].format, ln_format_name(f)) != 0)
            s++;
        if (s == SAMPLES)
            fail_msg("no sample of %s", ln_format_name(f));
        if (read_all(samples[s].format, samples[s].good, strlen(samples[s].good), UINT64_MAX, &error))
            fail_msg("%s", error.message);
    }
}

/* The sample with `count` times `filler` as its value. */
static char *stuffed(const struct sample *sample, const char *filler, size_t count, size_t *length)
{
    size_t before = strlen(sample->before), each = strlen(filler), after = strlen(sample->after);
    char *text = malloc(before + each * count + after);
    assert_non_null(text);
    memcpy(text, sample->before, before);
    for (size_t i = 0; i < count; i++)
        memcpy(text + before + i * each, filler, each);
    memcpy(text + before + each * count, sample->after, after);
    *length = before + each * count + after;
    return text;
}

static void deep_nesting_and_huge_numbers_do_no_harm(void **unused)
{
    static const char *const fillers[] = { "[", "{", "(", "{\"a\":", "#{", "[{", "9", "-9", "9.", "1e9", "\"", "\\u" };
    (void)unused;
    for (size_t s = 0; s < SAMPLES; s++) {
        for (size_t i = 0; i < sizeof fillers / sizeof *fillers; i++) {
            struct ln_error error;
            size_t length;
            char *text = stuffed(&samples[s], fillers[i], 100000, &length);
            enum ln_status status = read_all(samples[s].format, text, length, UINT64_MAX, &error);
            assert_true(status == LN_OK || status == LN_BAD_INPUT);
            free(text);
        }
    }
}

static void a_line_of_100_megabytes_is_read_or_refused(void **unused)
{
    (void)unused;
    for (size_t s = 0; s < SAMPLES; s++) {
        struct ln_error error;
        size_t length;
        char *text = stuffed(&samples[s], "aaaaaaaaaa", 10000000, &length);
        enum ln_status status = read_all(samples[s].format, text, length, UINT64_MAX, &error);
        assert_true(status == LN_OK || status == LN_BAD_INPUT);
        assert_int_equal(read_all(samples[s].format, text, length, 16 << 20, &error), LN_NO_MEMORY);
        free(text);
    }
}

static void truncated_gzip_is_never_the_end(void **unused)
{
    (void)unused;
    for (size_t s = 0; s < SAMPLES; s++) {
        unsigned char packed[1024];
        z_stream stream = { .next_in = (unsigned char *)(uintptr_t)samples[s].good,
                            .avail_in = (unsigned)strlen(samples[s].good),
                            .next_out = packed,
                            .avail_out = sizeof packed };
        struct ln_error error;
        assert_int_equal(deflateInit2(&stream, 9, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY), Z_OK);
        assert_int_equal(deflate(&stream, Z_FINISH), Z_STREAM_END);
        assert_int_equal(read_all(samples[s].format, packed, stream.total_out, UINT64_MAX, &error), LN_OK);
        for (size_t length = 2; length < stream.total_out; length++)
            if (read_all(samples[s].format, packed, length, UINT64_MAX, &error) != LN_BAD_INPUT)
                fail_msg("%s: %zu of %lu bytes pass for the whole", samples[s].format, length, stream.total_out);
        deflateEnd(&stream);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_format_has_a_sample),
        cmocka_unit_test(deep_nesting_and_huge_numbers_do_no_harm),
        cmocka_unit_test(a_line_of_100_megabytes_is_read_or_refused),
        cmocka_unit_test(truncated_gzip_is_never_the_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
