/* First in, first out; with a capacity if wanted. The state is the sequence of values, oldest first.
 * `enq` and `deq` answer at once when the queue is full or empty; `put` and `take` wait. */
#include "spec/cursor.h"
#include "spec/registry.h"
#include "spec/value_sequence.h"

#include <assert.h>

enum { ENQ, DEQ, PEEK, PUT, TAKE };

static const struct ln_method methods[] = {
    { "enq", "enqueue add offer push", "value", "nothing; false when full", 1, 1, LN_RETURNS_DONE, LN_READS_IF_FALSE,
      LN_TAKES_NOT_NULL },
    { "deq", "dequeue remove poll pop", "", "the oldest value; null when empty", 0, 0, LN_RETURNS_VALUE,
      LN_READS_IF_NULL, LN_TAKES_ANY },
    { "peek", "front", "", "the oldest value; null when empty", 0, 0, LN_RETURNS_VALUE, LN_READS, LN_TAKES_ANY },
    { "put", "", "value", "nothing; waits while full", 1, 1, LN_RETURNS_NOTHING, LN_CHANGES, LN_TAKES_NOT_NULL },
    { "take", "", "", "the oldest value; waits while empty", 0, 0, LN_RETURNS_VALUE, LN_CHANGES, LN_TAKES_ANY },
};

static const uint8_t roles[] = { [ENQ] = LN_ROLE_INSERT,
                                 [DEQ] = LN_ROLE_REMOVE,
                                 [PEEK] = LN_ROLE_LOOK,
                                 [PUT] = LN_ROLE_INSERT,
                                 [TAKE] = LN_ROLE_REMOVE };

static bool full(const struct ln_spec *spec, struct ln_state state)
{
    assert(!spec->count || ln_words(state) <= spec->count);
    return spec->count && ln_words(state) >= spec->count;
}

static void step(const struct ln_spec *spec, struct ln_state state, const struct ln_invocation *in,
                 struct ln_next *next)
{
    size_t length = ln_words(state);
    switch (in->method) {
    case ENQ:
        if (full(spec, state)) {
            if (ln_may_return(in, LN_VALUE_FALSE))
                ln_next_stay(next);
        } else if (ln_may_return(in, LN_VALUE_NONE)) {
            ln_next_with(next, state, length, in->args[0]);
        }
        break;
    case PUT:
        if (!full(spec, state))
            ln_next_with(next, state, length, in->args[0]);
        break;
    case DEQ:
    case TAKE:
        if (length == 0) {
            if (in->method == DEQ && ln_may_return(in, LN_VALUE_NULL))
                ln_next_stay(next);
        } else if (ln_may_return(in, ln_word(state, 0))) {
            ln_next_without(next, state, 0);
        }
        break;
    case PEEK:
        if (ln_may_return(in, length ? ln_word(state, 0) : LN_VALUE_NULL))
            ln_next_stay(next);
        break;
    }
}

static bool advance(const struct ln_spec *spec, struct ln_cursor *cursor, const struct ln_invocation *in)
{
    size_t length = ln_cursor_length(cursor);
    bool is_full = spec->count && length >= spec->count;
    switch (in->method) {
    case ENQ:
    case PUT:
        if (is_full)
            return in->method == ENQ && ln_may_return(in, LN_VALUE_FALSE);
        if (in->method == ENQ && !ln_may_return(in, LN_VALUE_NONE))
            return false;
        ln_cursor_push(cursor, in->args[0]);
        return true;
    case DEQ:
    case TAKE:
        if (!ln_may_return(in, ln_cursor_front(cursor)) || (in->method == TAKE && !length))
            return false;
        if (length)
            ln_cursor_drop_front(cursor);
        return true;
    default: return ln_may_return(in, ln_cursor_front(cursor));
    }
}

static bool blocks(const struct ln_spec *spec, struct ln_state state, const struct ln_invocation *in)
{
    return (in->method == PUT && full(spec, state)) || (in->method == TAKE && state.length == 0);
}

static ln_value answer(const struct ln_spec *spec, struct ln_state state, const struct ln_invocation *in,
                       struct ln_values *values)
{
    if (in->method == ENQ || in->method == PUT)
        return ln_answer_by_trying(spec, state, in, values);
    if (state.length)
        return ln_word(state, 0);
    return in->method == TAKE ? LN_VALUE_UNKNOWN : LN_VALUE_NULL;
}

const struct ln_spec_class ln_spec_queue = {
    .name = "queue",
    .aliases = "fifo-queue fifo atomic-queue",
    .summary = "first in, first out",
    .methods = methods,
    .method_count = sizeof methods / sizeof *methods,
    .parameter = "capacity",
    .parameter_kind = LN_PARAMETER_COUNT,
    .parameter_help = "how many values fit (no limit)",
    .closed = true,
    .discipline = LN_DISCIPLINE_FIFO,
    .roles = roles,
    .advance = advance,
    .initial = ln_initial_empty,
    .step = step,
    .answer = answer,
    .blocks = blocks,
    .write_state = ln_write_words,
};

const struct ln_spec_class ln_spec_bounded_queue = {
    .name = "bounded-queue",
    .aliases = "bounded-fifo",
    .summary = "a queue that may be full",
    .methods = methods,
    .method_count = sizeof methods / sizeof *methods,
    .parameter = "capacity",
    .parameter_kind = LN_PARAMETER_COUNT,
    .parameter_help = "how many values fit (1)",
    .parameter_default = 1,
    .discipline = LN_DISCIPLINE_FIFO,
    .roles = roles,
    .advance = advance,
    .initial = ln_initial_empty,
    .step = step,
    .answer = answer,
    .blocks = blocks,
    .write_state = ln_write_words,
};
