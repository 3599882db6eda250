/* For the tests of readers: reading a text and comparing what came out, as text. */
#ifndef LN_TEST_FORMAT_SUPPORT_H
#define LN_TEST_FORMAT_SUPPORT_H

#include "format/reader.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

struct outcome {
    enum ln_status status;
    struct ln_error error;
    struct ln_str *told; /* what was read, line by line; NULL: not wanted */
    char format[32];
};

/* A binder that only remembers what the file says the object is. */
static inline enum ln_status remember_spec(void *self, struct ln_history *history, const char *spec,
                                           struct ln_error *error)
{
    struct outcome *outcome = self;
    (void)history;
    (void)error;
    if (outcome->told)
        ln_str_format(outcome->told, "begin %s\n", spec ? spec : "-");
    return LN_OK;
}

static inline void tell_operation(const struct ln_history *history, uint32_t index, struct ln_str *out)
{
    const struct ln_operation *operation = &history->operations.at[index];
    ln_history_write_process(history, operation->process, out);
    ln_str_text(out, ": ");
    ln_history_write_operation(history, index, out);
    if (operation->fate == LN_COMPLETED)
        ln_str_format(out, " @%u-%u\n", operation->call, operation->ret);
    else if (operation->fate == LN_PENDING)
        ln_str_format(out, " pending @%u\n", operation->call);
    else
        ln_str_text(out, " failed\n");
}

static inline void tell_history(const struct ln_history *history, struct ln_str *out)
{
    ln_str_format(out, "history%s%s%s\n", history->id.length ? " " : "", history->id.length ? history->id.at : "",
                  history->stuck ? " stuck" : "");
    for (uint32_t i = 0; i < history->operations.length; i++)
        tell_operation(history, i, out);
}

/* Reads all histories of the bytes. Nothing of `memory` may be in use before, and nothing is afterwards. */
static inline void read_all(struct outcome *outcome, const char *format, const void *bytes, size_t length,
                            struct ln_memory *memory)
{
    struct ln_binder binder = { .self = outcome, .begin = remember_spec };
    struct ln_reader_options options = { .format = format, .binder = &binder };
    struct ln_reader *reader;
    bool found = true;
    outcome->error = (struct ln_error){ LN_OK, "" };
    outcome->status = ln_reader_open_bytes(&reader, "t", bytes, length, &options, memory, &outcome->error);
    if (outcome->status)
        return;
    while (found) {
        struct ln_history history;
        outcome->status = ln_reader_next(reader, &history, &found, &outcome->error);
        if (!found)
            break;
        if (outcome->told)
            tell_history(&history, outcome->told);
        ln_history_fini(&history);
    }
    snprintf(outcome->format, sizeof outcome->format, "%s", ln_reader_format(reader));
    ln_reader_close(reader);
    assert_int_equal(memory->used, 0);
}

/* The bytes are read as `expected`. */
static inline void expect_bytes(const char *format, const void *bytes, size_t length, const char *expected)
{
    struct ln_memory memory, own;
    struct ln_str told;
    struct outcome outcome = { .told = &told };
    ln_memory_init(&memory, UINT64_MAX);
    ln_memory_init(&own, UINT64_MAX);
    ln_str_init(&told, &own);
    read_all(&outcome, format, bytes, length, &memory);
    assert_string_equal(outcome.error.message, "");
    assert_int_equal(outcome.status, LN_OK);
    assert_string_equal(ln_str_borrow(&told), expected);
    ln_str_fini(&told);
}

static inline void expect(const char *format, const char *text, const char *expected)
{
    expect_bytes(format, text, strlen(text), expected);
}

/* The bytes are refused with exactly this message. */
static inline void expect_bytes_refused(const char *format, const void *bytes, size_t length, const char *message)
{
    struct ln_memory memory;
    struct outcome outcome = { 0 };
    ln_memory_init(&memory, UINT64_MAX);
    read_all(&outcome, format, bytes, length, &memory);
    assert_string_equal(outcome.error.message, message);
    assert_int_equal(outcome.status, LN_BAD_INPUT);
}

/* The last line gets its end, so that it is broken and not just cut. */
static inline void expect_refused(const char *format, const char *text, const char *message)
{
    size_t length = strlen(text);
    char *ended = malloc(length + 2);
    assert_non_null(ended);
    snprintf(ended, length + 2, "%s%s", text, length && text[length - 1] == '\n' ? "" : "\n");
    expect_bytes_refused(format, ended, strlen(ended), message);
    free(ended);
}

/* Lets allocation k fail, for every k: each time the answer is LN_NO_MEMORY, and nothing is lost. */
static inline void fail_every_allocation(const char *format, const void *bytes, size_t length)
{
    for (int64_t k = 0;; k++) {
        struct ln_memory memory;
        struct outcome outcome = { 0 };
        ln_memory_init(&memory, UINT64_MAX);
        atomic_store(&memory.fail_after, k);
        read_all(&outcome, format, bytes, length, &memory);
        assert_int_equal(memory.used, 0);
        if (atomic_load(&memory.fail_after) >= 0) {
            assert_int_equal(outcome.status, LN_OK);
            assert_true(k > 0);
            break;
        }
        assert_int_equal(outcome.status, LN_NO_MEMORY);
        assert_int_equal(outcome.error.status, LN_NO_MEMORY);
    }
}

#endif
