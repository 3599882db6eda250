/* A sequence with two ends; and the deque of work stealing, whose owner works at one end while thieves take from the
 * other. The state is the sequence of values from the front to the back. */
#include "spec/registry.h"
#include "spec/single_answer.h"
#include "spec/value_sequence.h"

enum { PUSH_FRONT, PUSH_BACK, POP_FRONT, POP_BACK, PEEK_FRONT, PEEK_BACK };

static const struct ln_method methods[] = {
    { "push_front", "pushFront addFirst offerFirst", "value", "nothing", 1, 1, LN_RETURNS_NOTHING, LN_CHANGES,
      LN_TAKES_NOT_NULL },
    { "push_back", "pushBack addLast offerLast", "value", "nothing", 1, 1, LN_RETURNS_NOTHING, LN_CHANGES,
      LN_TAKES_NOT_NULL },
    { "pop_front", "popFront pollFirst removeFirst", "", "the first value; null when empty", 0, 0, LN_RETURNS_VALUE,
      LN_READS_IF_NULL, LN_TAKES_ANY },
    { "pop_back", "popBack pollLast removeLast", "", "the last value; null when empty", 0, 0, LN_RETURNS_VALUE,
      LN_READS_IF_NULL, LN_TAKES_ANY },
    { "peek_front", "peekFront peekFirst front", "", "the first value; null when empty", 0, 0, LN_RETURNS_VALUE,
      LN_READS, LN_TAKES_ANY },
    { "peek_back", "peekBack peekLast back", "", "the last value; null when empty", 0, 0, LN_RETURNS_VALUE, LN_READS,
      LN_TAKES_ANY },
};

static const struct ln_method stealing_methods[] = {
    { "push", "pushBottom push_bottom", "value", "nothing", 1, 1, LN_RETURNS_NOTHING, LN_CHANGES, LN_TAKES_NOT_NULL },
    { "pop", "popBottom pop_bottom", "", "the newest value; null when empty", 0, 0, LN_RETURNS_VALUE, LN_READS_IF_NULL,
      LN_TAKES_ANY },
    { "steal", "popTop pop_top", "", "the oldest value; null when empty", 0, 0, LN_RETURNS_VALUE, LN_READS_IF_NULL,
      LN_TAKES_ANY },
};

static struct ln_reply at_end(struct ln_state state, bool front, bool removes, struct ln_next *next)
{
    size_t length = ln_words(state), at = front ? 0 : length - 1;
    if (length == 0)
        return ln_reply_word(LN_VALUE_NULL);
    if (removes)
        ln_next_without(next, state, at);
    return ln_reply_word(ln_word(state, at));
}

static struct ln_reply perform(struct ln_state state, const struct ln_invocation *in, uint16_t method,
                               struct ln_next *next)
{
    bool front = method == PUSH_FRONT || method == POP_FRONT || method == PEEK_FRONT;
    if (method != PUSH_FRONT && method != PUSH_BACK)
        return at_end(state, front, method == POP_FRONT || method == POP_BACK, next);
    ln_next_with(next, state, front ? 0 : ln_words(state), in->args[0]);
    return ln_reply_done();
}

static struct ln_reply respond(const struct ln_spec *spec, struct ln_state state, const struct ln_invocation *in,
                               struct ln_next *next)
{
    (void)spec;
    return perform(state, in, in->method, next);
}

static struct ln_reply respond_stealing(const struct ln_spec *spec, struct ln_state state,
                                        const struct ln_invocation *in, struct ln_next *next)
{
    static const uint16_t meanings[] = { PUSH_BACK, POP_BACK, POP_FRONT };
    (void)spec;
    return perform(state, in, meanings[in->method], next);
}

const struct ln_spec_class ln_spec_deque = {
    .name = "deque",
    .aliases = "double-ended-queue",
    .summary = "a queue with two ends",
    .methods = methods,
    .method_count = sizeof methods / sizeof *methods,
    .closed = true,
    .initial = ln_initial_empty,
    .respond = respond,
    .step = ln_respond_step,
    .answer = ln_respond_answer,
    .write_state = ln_write_words,
};

const struct ln_spec_class ln_spec_work_stealing_deque = {
    .name = "work-stealing-deque",
    .aliases = "work-stealing ws-deque",
    .summary = "last in, first out for its owner, first in, first out for thieves",
    .methods = stealing_methods,
    .method_count = sizeof stealing_methods / sizeof *stealing_methods,
    .closed = true,
    .initial = ln_initial_empty,
    .respond = respond_stealing,
    .step = ln_respond_step,
    .answer = ln_respond_answer,
    .write_state = ln_write_words,
};
