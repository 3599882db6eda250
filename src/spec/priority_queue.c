/* Numbers that are taken by size. The state is the sequence of numbers, the one to be taken next first. */
#include "spec/cursor.h"
#include "spec/registry.h"
#include "spec/single_answer.h"
#include "spec/value_sequence.h"

enum { INSERT, POLL, PEEK };

static const struct ln_method methods[] = {
    { "insert", "add offer enq enqueue push put", "number", "nothing", 1, 1, LN_RETURNS_NOTHING, LN_CHANGES,
      LN_TAKES_INTEGER },
    { "poll", "deq dequeue pop remove extract", "", "the best number; null when empty", 0, 0, LN_RETURNS_VALUE,
      LN_READS_IF_NULL, LN_TAKES_ANY },
    { "peek", "top front", "", "the best number; null when empty", 0, 0, LN_RETURNS_VALUE, LN_READS, LN_TAKES_ANY },
};

static const uint8_t roles[] = { [INSERT] = LN_ROLE_INSERT, [POLL] = LN_ROLE_REMOVE, [PEEK] = LN_ROLE_LOOK };

static struct ln_reply respond(const struct ln_spec *spec, struct ln_state state, const struct ln_invocation *in,
                               struct ln_next *next)
{
    int sign = spec->class == &ln_spec_max_priority_queue ? -1 : 1;
    size_t at = 0;
    if (in->method == INSERT) {
        while (at < ln_words(state) && sign * ln_compare(in->values, ln_word(state, at), in->args[0]) < 0)
            at++;
        ln_next_with(next, state, at, in->args[0]);
        return ln_reply_done();
    }
    if (state.length == 0)
        return ln_reply_word(LN_VALUE_NULL);
    if (in->method == POLL)
        ln_next_without(next, state, 0);
    return ln_reply_word(ln_word(state, 0));
}

static bool advance(const struct ln_spec *spec, struct ln_cursor *cursor, const struct ln_invocation *in)
{
    int sign = spec->class == &ln_spec_max_priority_queue ? -1 : 1;
    if (in->method == INSERT) {
        if (!ln_may_return(in, LN_VALUE_NONE))
            return false;
        ln_cursor_heap_push(cursor, in->values, sign, in->args[0]);
        return true;
    }
    if (!ln_may_return(in, ln_cursor_front(cursor)))
        return false;
    if (in->method == POLL && ln_cursor_length(cursor))
        ln_cursor_heap_drop(cursor, in->values, sign);
    return true;
}

const struct ln_spec_class ln_spec_priority_queue = {
    .name = "priority-queue",
    .aliases = "min-priority-queue pqueue",
    .summary = "numbers, the smallest first",
    .undirected = "priority-queue pqueue",
    .reversed = &ln_spec_max_priority_queue,
    .methods = methods,
    .method_count = sizeof methods / sizeof *methods,
    .closed = true,
    .discipline = LN_DISCIPLINE_LEAST,
    .roles = roles,
    .advance = advance,
    .initial = ln_initial_empty,
    .respond = respond,
    .step = ln_respond_step,
    .answer = ln_respond_answer,
    .write_state = ln_write_words,
};

const struct ln_spec_class ln_spec_max_priority_queue = {
    .name = "max-priority-queue",
    .aliases = "",
    .summary = "numbers, the largest first",
    .methods = methods,
    .method_count = sizeof methods / sizeof *methods,
    .closed = true,
    .discipline = LN_DISCIPLINE_GREATEST,
    .roles = roles,
    .advance = advance,
    .initial = ln_initial_empty,
    .respond = respond,
    .step = ln_respond_step,
    .answer = ln_respond_answer,
    .write_state = ln_write_words,
};
