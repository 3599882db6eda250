/* Last in, first out. The state is the sequence of values, oldest first. `pop` answers at once when the stack is
 * empty, `take` waits. */
#include "spec/cursor.h"
#include "spec/registry.h"
#include "spec/value_sequence.h"

enum { PUSH, POP, PEEK, TAKE };

static const struct ln_method methods[] = {
    { "push", "add enq put", "value", "nothing", 1, 1, LN_RETURNS_NOTHING, LN_CHANGES, LN_TAKES_NOT_NULL },
    { "pop", "remove deq poll", "", "the newest value; null when empty", 0, 0, LN_RETURNS_VALUE, LN_READS_IF_NULL,
      LN_TAKES_ANY },
    { "peek", "top", "", "the newest value; null when empty", 0, 0, LN_RETURNS_VALUE, LN_READS, LN_TAKES_ANY },
    { "take", "", "", "the newest value; waits while empty", 0, 0, LN_RETURNS_VALUE, LN_CHANGES, LN_TAKES_ANY },
};

static const uint8_t roles[] = {
    [PUSH] = LN_ROLE_INSERT, [POP] = LN_ROLE_REMOVE, [PEEK] = LN_ROLE_LOOK, [TAKE] = LN_ROLE_REMOVE
};

static void step(const struct ln_spec *spec, struct ln_state state, const struct ln_invocation *in,
                 struct ln_next *next)
{
    size_t length = ln_words(state);
    ln_value top = length ? ln_word(state, length - 1) : LN_VALUE_NULL;
    (void)spec;
    if (in->method == PUSH) {
        ln_next_with(next, state, length, in->args[0]);
        return;
    }
    if (!ln_may_return(in, top) || (in->method == TAKE && !length))
        return;
    if (in->method == PEEK || !length)
        ln_next_stay(next);
    else
        ln_next_without(next, state, length - 1);
}

static bool advance(const struct ln_spec *spec, struct ln_cursor *cursor, const struct ln_invocation *in)
{
    size_t length = ln_cursor_length(cursor);
    (void)spec;
    if (in->method == PUSH) {
        ln_cursor_push(cursor, in->args[0]);
        return true;
    }
    if (!ln_may_return(in, ln_cursor_back(cursor)) || (in->method == TAKE && !length))
        return false;
    if (in->method != PEEK && length)
        ln_cursor_drop_back(cursor);
    return true;
}

static bool blocks(const struct ln_spec *spec, struct ln_state state, const struct ln_invocation *in)
{
    (void)spec;
    return in->method == TAKE && state.length == 0;
}

static ln_value answer(const struct ln_spec *spec, struct ln_state state, const struct ln_invocation *in,
                       struct ln_values *values)
{
    if (in->method == PUSH)
        return ln_answer_by_trying(spec, state, in, values);
    if (state.length)
        return ln_word(state, ln_words(state) - 1);
    return in->method == TAKE ? LN_VALUE_UNKNOWN : LN_VALUE_NULL;
}

const struct ln_spec_class ln_spec_stack = {
    .name = "stack",
    .aliases = "lifo atomic-stack",
    .summary = "last in, first out",
    .methods = methods,
    .method_count = sizeof methods / sizeof *methods,
    .closed = true,
    .discipline = LN_DISCIPLINE_LIFO,
    .roles = roles,
    .advance = advance,
    .initial = ln_initial_empty,
    .step = step,
    .answer = answer,
    .blocks = blocks,
    .write_state = ln_write_words,
};
