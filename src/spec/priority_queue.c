/* Numbers that are taken by size. The state is the sequence of numbers, the one to be taken next first. */
#include "spec/registry.h"
#include "spec/respond.h"
#include "spec/words.h"

enum { INSERT, POLL, PEEK };

static const struct ln_method methods[] = {
    { "insert", "add offer enq enqueue push put", "number", "nothing", 1, 1, LN_RETURNS_NOTHING, LN_CHANGES,
      LN_TAKES_INTEGER },
    { "poll", "deq dequeue pop remove extract", "", "the best number; null when empty", 0, 0, LN_RETURNS_VALUE,
      LN_READS_IF_NULL, LN_TAKES_ANY },
    { "peek", "top front", "", "the best number; null when empty", 0, 0, LN_RETURNS_VALUE, LN_READS, LN_TAKES_ANY },
};

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

const struct ln_spec_class ln_spec_priority_queue = {
    .name = "priority-queue", .aliases = "min-priority-queue pqueue", .summary = "numbers, the smallest first",
    .methods = methods, .method_count = sizeof methods / sizeof *methods, .closed = true,
    .initial = ln_initial_empty, .respond = respond, .step = ln_respond_step, .answer = ln_respond_answer,
    .write_state = ln_write_words,
};

const struct ln_spec_class ln_spec_max_priority_queue = {
    .name = "max-priority-queue", .aliases = "", .summary = "numbers, the largest first",
    .methods = methods, .method_count = sizeof methods / sizeof *methods, .closed = true,
    .initial = ln_initial_empty, .respond = respond, .step = ln_respond_step, .answer = ln_respond_answer,
    .write_state = ln_write_words,
};
