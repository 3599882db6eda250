/* The queues and deques of java.util.concurrent. The state is the sequence of elements from the first to the last. */
#include "spec/juc.h"
#include "spec/registry.h"
#include "spec/value_sequence.h"

#include <assert.h>

enum { FIRST, LAST };

/* False: it is full. */
static bool insert(const struct ln_spec *spec, struct ln_state state, const struct ln_invocation *in, int end,
                   struct ln_next *next)
{
    size_t length = ln_words(state);
    if (spec->count && length >= spec->count)
        return false;
    ln_next_with(next, state, end == FIRST ? 0 : length, in->args[0]);
    return true;
}

/* What had been added before the queue was full stays. */
static struct ln_reply insert_all(const struct ln_spec *spec, struct ln_state state, const struct ln_invocation *in,
                                  struct ln_next *next)
{
    size_t length = ln_words(state), count = ln_juc_elements(in), added = count;
    uint8_t *to;
    assert(!spec->count || length <= spec->count);
    if (spec->count && added > spec->count - length)
        added = spec->count - length;
    to = ln_next_add(next, state.length + added * sizeof(ln_value));
    if (to && state.length)
        memcpy(to, state.at, state.length);
    if (to && added)
        memcpy(to + state.length, in->args, added * sizeof(ln_value));
    return added < count ? ln_reply_name(LN_JUC_FULL) : ln_reply_bool(true);
}

static struct ln_reply at_end(struct ln_state state, int end, bool removes, struct ln_reply empty, struct ln_next *next)
{
    size_t length = ln_words(state), at = end == FIRST ? 0 : length - 1;
    if (length == 0)
        return empty;
    if (removes)
        ln_next_without(next, state, at);
    return ln_reply_word(ln_word(state, at));
}

static struct ln_reply remove_element(struct ln_state state, ln_value element, int end, struct ln_next *next)
{
    size_t length = ln_words(state), at = ln_find_word(state, element);
    if (at == length)
        return ln_reply_bool(false);
    if (end == LAST)
        for (at = length - 1; !ln_same(ln_word(state, at), element);)
            at--;
    ln_next_without(next, state, at);
    return ln_reply_bool(true);
}

static struct ln_reply respond(const struct ln_spec *spec, struct ln_state state, const struct ln_invocation *in,
                               struct ln_next *next)
{
    const struct ln_reply null = ln_reply_word(LN_VALUE_NULL), yes = ln_reply_bool(true), no = ln_reply_bool(false);
    const struct ln_reply full = ln_reply_name(LN_JUC_FULL), empty = ln_reply_name(LN_JUC_EMPTY);
    enum ln_juc_method method = ln_juc_method(spec, in);
    switch (method) {
    case LN_JUC_REMAINING_CAPACITY: return ln_reply_number((int64_t)(spec->count - ln_words(state)));
    case LN_JUC_ADD: return insert(spec, state, in, LAST, next) ? yes : full;
    case LN_JUC_ADD_FIRST: return insert(spec, state, in, FIRST, next) ? null : full;
    case LN_JUC_ADD_LAST: return insert(spec, state, in, LAST, next) ? null : full;
    case LN_JUC_OFFER_FIRST: return insert(spec, state, in, FIRST, next) ? yes : no;
    case LN_JUC_OFFER:
    case LN_JUC_OFFER_LAST: return insert(spec, state, in, LAST, next) ? yes : no;
    case LN_JUC_ADD_ALL: return insert_all(spec, state, in, next);
    case LN_JUC_PEEK:
    case LN_JUC_PEEK_FIRST: return at_end(state, FIRST, false, null, next);
    case LN_JUC_PEEK_LAST: return at_end(state, LAST, false, null, next);
    case LN_JUC_POLL:
    case LN_JUC_POLL_FIRST: return at_end(state, FIRST, true, null, next);
    case LN_JUC_POLL_LAST: return at_end(state, LAST, true, null, next);
    case LN_JUC_GET_FIRST: return at_end(state, FIRST, false, empty, next);
    case LN_JUC_GET_LAST: return at_end(state, LAST, false, empty, next);
    case LN_JUC_REMOVE_FIRST: return at_end(state, FIRST, true, empty, next);
    case LN_JUC_REMOVE_LAST: return at_end(state, LAST, true, empty, next);
    case LN_JUC_REMOVE:
    case LN_JUC_REMOVE_FIRST_OCCURRENCE: return remove_element(state, in->args[0], FIRST, next);
    case LN_JUC_REMOVE_LAST_OCCURRENCE: return remove_element(state, in->args[0], LAST, next);
    case LN_JUC_REMOVE_ALL: return ln_reply_bool(ln_juc_filter(state, in, false, next) < ln_words(state));
    case LN_JUC_RETAIN_ALL: return ln_reply_bool(ln_juc_filter(state, in, true, next) < ln_words(state));
    default: return ln_juc_common(method, state, in, next);
    }
}

#define SEQUENCE(first, end)                                                                           \
    .methods = ln_juc_methods + (first), .method_count = (end) - (first), .initial = ln_initial_empty, \
    .respond = respond, .step = ln_respond_step, .answer = ln_respond_answer, .write_state = ln_write_words

#define CAPACITY                                                                                        \
    .parameter = "capacity", .parameter_kind = LN_PARAMETER_COUNT, .parameter_default = LN_JUC_INT_MAX, \
    .parameter_most = LN_JUC_INT_MAX, .parameter_help = "how many elements fit (2147483647)"

const struct ln_spec_class ln_spec_array_blocking_queue = {
    .name = "ArrayBlockingQueue",
    .aliases = "",
    .summary = "java.util.concurrent's queue in an array",
    SEQUENCE(LN_JUC_REMAINING_CAPACITY, LN_JUC_QUEUE_END),
    CAPACITY,
};

const struct ln_spec_class ln_spec_linked_blocking_queue = {
    .name = "LinkedBlockingQueue",
    .aliases = "",
    .summary = "java.util.concurrent's queue with a capacity",
    SEQUENCE(LN_JUC_REMAINING_CAPACITY, LN_JUC_QUEUE_END),
    CAPACITY,
};

const struct ln_spec_class ln_spec_linked_blocking_deque = {
    .name = "LinkedBlockingDeque",
    .aliases = "",
    .summary = "java.util.concurrent's deque with a capacity",
    SEQUENCE(LN_JUC_REMAINING_CAPACITY, LN_JUC_DEQUE_END),
    CAPACITY,
};

const struct ln_spec_class ln_spec_concurrent_linked_queue = {
    .name = "ConcurrentLinkedQueue",
    .aliases = "",
    .summary = "java.util.concurrent's lock-free queue",
    SEQUENCE(LN_JUC_ADD, LN_JUC_QUEUE_END),
};

const struct ln_spec_class ln_spec_concurrent_linked_deque = {
    .name = "ConcurrentLinkedDeque",
    .aliases = "",
    .summary = "java.util.concurrent's lock-free deque",
    SEQUENCE(LN_JUC_ADD, LN_JUC_DEQUE_END),
};

const struct ln_spec_class ln_spec_linked_transfer_queue = {
    .name = "LinkedTransferQueue",
    .aliases = "",
    .summary = "java.util.concurrent's queue that can wait for consumers",
    SEQUENCE(LN_JUC_ADD, LN_JUC_QUEUE_END),
};
