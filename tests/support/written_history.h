/* For unit tests: histories in a short notation, one operation after the other, separated by blanks:
 *
 *     process:key.f(arguments)->result@call-return
 *
 * `key.` and `->result` may be left out; without `process:` it is process 0, without times one comes after the other.
 * A value is an integer, null, true, false, ?, a bare word, or a list [..] of
 * those. `@3-` is pending, `@3-x` failed. The line of an operation is its place in the list, from 1. */
#ifndef LN_TESTS_WRITTEN_HISTORY_H
#define LN_TESTS_WRITTEN_HISTORY_H

#include "base/rng.h"
#include "spec/spec.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

struct written {
    struct ln_memory memory;
    struct ln_history history;
    struct ln_spec spec;
};

static inline ln_value word_value(struct ln_values *values, const char *text, size_t length)
{
    char *end;
    long long number = strtoll(text, &end, 10);
    ln_value value = LN_VALUE_NULL;
    if (length && end == text + length)
        assert_int_equal(ln_values_int(values, number, &value), LN_OK);
    else if (length == 4 && memcmp(text, "null", 4) == 0)
        value = LN_VALUE_NULL;
    else if ((length == 4 && memcmp(text, "true", 4) == 0) || (length == 5 && memcmp(text, "false", 5) == 0))
        value = ln_bool(*text == 't');
    else if (length == 1 && *text == '?')
        value = LN_VALUE_UNKNOWN;
    else
        assert_int_equal(ln_values_string(values, text, length, &value), LN_OK);
    return value;
}

static inline ln_value written_value(struct ln_values *values, const char **at)
{
    size_t length;
    ln_value value, items[8];
    if (**at == '[') {
        size_t count = 0;
        for (++*at; **at != ']'; *at += **at == ',')
            items[count++] = written_value(values, at);
        ++*at;
        assert_int_equal(ln_values_list(values, items, count, &value), LN_OK);
        return value;
    }
    length = strcspn(*at, ",)] @\n");
    value = word_value(values, *at, length);
    *at += length;
    return value;
}

/* Reads one operation's text into `call`, its result and its times; returns its fate. */
static inline enum ln_fate written_operation(struct ln_history *history, const char **at, struct ln_call_text *call,
                                             ln_value *args, ln_value *result, long long times[2])
{
    struct ln_values *values = &history->values;
    size_t name = strcspn(*at, ":("), dot;
    enum ln_fate fate = LN_COMPLETED;
    *call = (struct ln_call_text){ .process = ln_small(0), .key = LN_VALUE_NONE, .args = args };
    if ((*at)[name] == ':') {
        call->process = word_value(values, *at, name);
        *at += name + 1;
    }
    dot = strcspn(*at, ".(");
    if ((*at)[dot] == '.') {
        call->key = word_value(values, *at, dot);
        *at += dot + 1;
    }
    name = strcspn(*at, "(");
    assert_int_equal(ln_values_string(values, *at, name, &call->f), LN_OK);
    for (*at += name + 1; **at != ')'; *at += **at == ',')
        args[call->arity++] = written_value(values, at);
    ++*at;
    *result = LN_VALUE_NONE;
    if (strncmp(*at, "->", 2) == 0) {
        *at += 2;
        *result = written_value(values, at);
    }
    if (**at != '@') {
        times[0] = 2 * (long long)history->operations.length;
        times[1] = times[0] + 1;
        *at += strspn(*at, " \n");
        return fate;
    }
    times[0] = strtoll(*at + 1, (char **)at, 10);
    assert_int_equal(**at, '-');
    ++*at;
    if (**at == 'x')
        fate = LN_FAILED, ++*at;
    else if (**at == ' ' || **at == '\n' || !**at)
        fate = LN_PENDING;
    else
        times[1] = strtoll(*at, (char **)at, 10);
    *at += strspn(*at, " \n");
    return fate;
}

/* Adds the operations and binds them to the spec when there is one. */
static inline void write_operations(struct ln_history *history, struct ln_spec *spec, const char *text)
{
    struct ln_error error = { LN_OK, "" };
    while (*text) {
        struct ln_call_text call;
        ln_value args[8], result;
        long long times[2] = { 0, 0 };
        enum ln_fate fate = written_operation(history, &text, &call, args, &result, times);
        enum ln_spec_fault fault;
        uint32_t operation;
        call.line = (uint32_t)history->operations.length + 1;
        ln_history_operation(history, &call, fate, result, times[0], times[1], &operation, &error);
        assert_string_equal(error.message, "");
        if (!spec)
            continue;
        ln_spec_bind_call(spec, history, operation, &fault, &error);
        if (fate == LN_COMPLETED && !error.status)
            ln_spec_bind_result(spec, history, operation, &fault, &error);
        assert_string_equal(error.message, "");
    }
}

static inline void seal(struct ln_history *history)
{
    struct ln_error error = { LN_OK, "" };
    uint32_t line;
    ln_history_seal(history, &line, &error);
    assert_string_equal(error.message, "");
    assert_true(history->sealed);
}

/* A sealed history, bound to `spec` unless that is NULL. */
static inline void write_history(struct written *written, const char *spec, const char *text)
{
    struct ln_error error = { LN_OK, "" };
    ln_memory_init(&written->memory, UINT64_MAX);
    assert_int_equal(ln_history_init(&written->history, &written->memory), LN_OK);
    if (spec)
        ln_spec_parse(&written->spec, spec, &written->history.values, &error);
    assert_string_equal(error.message, "");
    write_operations(&written->history, spec ? &written->spec : NULL, text);
    seal(&written->history);
}

/* Operations by several processes on a clock so coarse that much touches: each is `format` with a key and a value filled
 * in, chosen among `formats`. The last one of a process may be pending. */
struct drawn_text {
    char text[2048];
};

static inline void draw_text(struct drawn_text *drawn, struct ln_rng *rng, const char *const *formats, size_t count,
                             uint32_t processes, uint32_t most_operations, uint32_t keys)
{
    uint32_t range = 2 + ln_rng_below(rng, 2);
    size_t length = 0;
    drawn->text[0] = '\0';
    for (uint32_t p = 0; p < processes; p++) {
        uint32_t now = ln_rng_below(rng, range);
        for (uint32_t left = ln_rng_below(rng, most_operations + 1); left > 0; left--) {
            const char *format = formats[ln_rng_below(rng, (uint32_t)count)];
            uint32_t call = now += ln_rng_below(rng, range), ret = now += ln_rng_below(rng, range);
            bool pending = left == 1 && ln_rng_below(rng, 4) == 0;
            length += (size_t)snprintf(drawn->text + length, sizeof drawn->text - length, "%u:%c.", p,
                                       (char)('x' + ln_rng_below(rng, keys)));
            for (; *format; format++)
                drawn->text[length++] = *format == '#' ? (char)('1' + ln_rng_below(rng, 2)) : *format;
            length += (size_t)snprintf(drawn->text + length, sizeof drawn->text - length, pending ? "@%u- " : "@%u-%u ",
                                       call, ret);
        }
    }
}

static inline void written_fini(struct written *written)
{
    ln_history_fini(&written->history);
    assert_int_equal(written->memory.used, 0);
}

#endif
