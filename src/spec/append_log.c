/* A sequence that only grows. The state is the sequence. */
#include "spec/registry.h"
#include "spec/single_answer.h"
#include "spec/value_sequence.h"

enum { APPEND, READ_ALL, LENGTH, READ };

static const struct ln_method methods[] = {
    { "append", "add", "value", "its position, from 0; null: not recorded", 1, 1, LN_RETURNS_VALUE, LN_CHANGES,
      LN_TAKES_ANY },
    { "read_all", "readAll scan", "", "the list of all values", 0, 0, LN_RETURNS_VALUE, LN_READS, LN_TAKES_ANY },
    { "length", "size", "", "how many there are", 0, 0, LN_RETURNS_INTEGER, LN_READS, LN_TAKES_ANY },
    { "read", "get", "position", "the value there, or null", 1, 1, LN_RETURNS_VALUE, LN_READS, LN_TAKES_INTEGER },
};

static struct ln_reply respond(const struct ln_spec *spec, struct ln_state state, const struct ln_invocation *in,
                               struct ln_next *next)
{
    int64_t length = (int64_t)ln_words(state), at;
    (void)spec;
    switch (in->method) {
    case APPEND:
        ln_next_with(next, state, ln_words(state), in->args[0]);
        return ln_same(in->result, LN_VALUE_NULL) ? ln_reply_word(LN_VALUE_NULL) : ln_reply_number(length);
    case READ_ALL: return ln_reply_items(LN_REPLY_LIST, state);
    case LENGTH: return ln_reply_number(length);
    }
    at = ln_value_int(in->values, in->args[0]);
    return ln_reply_word(at >= 0 && at < length ? ln_word(state, (size_t)at) : LN_VALUE_NULL);
}

const struct ln_spec_class ln_spec_append_log = {
    .name = "append-log",
    .aliases = "log",
    .summary = "a sequence that only grows",
    .methods = methods,
    .method_count = sizeof methods / sizeof *methods,
    .initial = ln_initial_empty,
    .respond = respond,
    .step = ln_respond_step,
    .answer = ln_respond_answer,
    .write_state = ln_write_words,
};
