/* For unit tests of the explorer: small objects whose serial histories are enumerated here, and concurrent histories
 * in a short notation, "0( 1( 0) 1)2": the thread, `(` for the call, `)` with the result for the return (`e`: null, `f`: it
 * failed), `#` for stuck. */
#ifndef LN_TESTS_SERIAL_MODEL_H
#define LN_TESTS_SERIAL_MODEL_H

#include "explore/observation.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* Results: nothing, null, failed, and numbers. */
enum { NOTHING, EMPTY, FAILED, NUMBER };

/* Does the operation in place; LN_NO_RESULT: it waits. */
typedef uint32_t serial_model(int64_t state[8], const struct ln_test_call *call);

static inline void write_model_result(void *self, uint32_t result, struct ln_str *out)
{
    (void)self;
    if (result == EMPTY)
        ln_str_text(out, "null");
    else if (result == FAILED)
        ln_str_text(out, "failed");
    else if (result >= NUMBER)
        ln_str_int(out, result - NUMBER);
}

/* A counter: inc, get, dec, which waits at 0. */
static inline uint32_t counter_model(int64_t state[8], const struct ln_test_call *call)
{
    if (call->operation == 1)
        return (uint32_t)(NUMBER + state[0]);
    if (call->operation == 2 && state[0] == 0)
        return LN_NO_RESULT;
    state[0] += call->operation == 0 ? 1 : -1;
    return NOTHING;
}

/* A queue: add(v), trytake, take, which waits. */
static inline uint32_t queue_model(int64_t state[8], const struct ln_test_call *call)
{
    uint32_t result;
    if (call->operation == 0) {
        state[++state[0]] = call->args[0];
        return NOTHING;
    }
    if (!state[0])
        return call->operation == 1 ? EMPTY : LN_NO_RESULT;
    result = (uint32_t)(NUMBER + state[1]);
    memmove(&state[1], &state[2], 6 * sizeof *state);
    state[0]--;
    return result;
}

static inline struct ln_explored_object model_object(const char *a, unsigned arity, const char *b, const char *c)
{
    struct ln_explored_object object = { .name = "object", .count = 3 };
    const char *names[] = { a, b, c };
    for (unsigned i = 0; i < 3; i++) {
        snprintf(object.operations[i].name, LN_TEST_NAME, "%s", names[i]);
        object.operations[i].weight = object.operations[i].args.count = 1;
    }
    object.operations[0].arity = arity;
    return object;
}

static inline void enumerate_serial(struct ln_observation *observation, const struct ln_test *test, serial_model *model,
                                    const int64_t state[8], struct ln_serial_history *history,
                                    unsigned made[LN_TEST_LANES])
{
    bool threads_done = true, any = false;
    for (unsigned t = 0; t < test->threads; t++)
        threads_done &= made[t] == test->thread[t].count;
    for (unsigned lane = 0; lane <= test->threads; lane++) {
        int64_t next[8];
        uint32_t result;
        bool begun = made[test->threads] >= test->initial.count;
        if (made[lane] == ln_test_lane_calls(test, lane) || (lane < test->threads ? !begun : begun && !threads_done))
            continue;
        any = true;
        memcpy(next, state, sizeof next);
        result = model(next, ln_test_lane_call(test, lane, made[lane]));
        history->steps[history->count++] = (struct ln_serial_step){ (uint8_t)lane, result };
        made[lane]++;
        if (result == LN_NO_RESULT)
            assert_int_equal(ln_observation_add(observation, history->steps, history->count), LN_OK);
        else
            enumerate_serial(observation, test, model, next, history, made);
        made[lane]--;
        history->count--;
    }
    if (!any)
        assert_int_equal(ln_observation_add(observation, history->steps, history->count), LN_OK);
}

/* Of a model, for a test as text; "init / test / final", where the outer two may be left out. */
static inline struct ln_observation *observe(const struct ln_explored_object *object, const char *text,
                                             serial_model *model, struct ln_test *test, struct ln_memory *memory)
{
    struct ln_observation *observation;
    struct ln_serial_history history = { 0 };
    struct ln_error error = { 0 };
    int64_t state[8] = { 0 };
    unsigned made[LN_TEST_LANES] = { 0 };
    char copy[200], *part, *rest;
    snprintf(copy, sizeof copy, "%s", text);
    part = strchr(copy, '/');
    rest = part ? strchr(part + 1, '/') : NULL;
    if (part)
        *part = *rest = 0;
    assert_int_equal(ln_test_parse(test, object, part ? part + 1 : copy, "--test", &error), LN_OK);
    if (part) {
        assert_int_equal(ln_test_parse_sequence(&test->initial, object, copy, "--init", &error), LN_OK);
        assert_int_equal(ln_test_parse_sequence(&test->final, object, rest + 1, "--final", &error), LN_OK);
    }
    assert_int_equal(ln_observation_new(&observation, object, test, FAILED, memory), LN_OK);
    enumerate_serial(observation, test, model, state, &history, made);
    assert_int_equal(ln_observation_seal(observation), LN_OK);
    return observation;
}

static inline struct ln_explored_history written_events(const char *text, struct ln_explored_event *events)
{
    struct ln_explored_history history = { .events = events };
    for (; *text; text += *text == ' ') {
        struct ln_explored_event event = { 0 };
        char *end;
        if (*text == '#') {
            history.stuck = true;
            text++;
            continue;
        }
        event.lane = (uint8_t)strtoul(text, &end, 10);
        event.is_return = *end == ')';
        text = end + 1;
        if (event.is_return && (*text == 'e' || *text == 'f')) {
            event.result = *text == 'e' ? EMPTY : FAILED;
            text++;
        } else if (event.is_return && *text && *text != ' ') {
            event.result = (uint32_t)(NUMBER + strtoul(text, &end, 10));
            text = end;
        }
        events[history.count++] = event;
    }
    return history;
}

#endif
