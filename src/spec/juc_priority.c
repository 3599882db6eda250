/* java.util.concurrent's PriorityBlockingQueue. What toArray and toString show is the binary heap itself, so the state
 * is the heap, and every operation moves its elements as Java does. */
#include "spec/juc.h"
#include "spec/registry.h"
#include "spec/value_sequence.h"

#include <assert.h>

struct binary_heap {
    const struct ln_values *values;
    ln_value *at;
    size_t length;
};

#ifndef NDEBUG
static bool is_heap(const struct binary_heap *heap)
{
    for (size_t i = 1; i < heap->length; i++)
        if (ln_compare(heap->values, heap->at[(i - 1) / 2], heap->at[i]) > 0)
            return false;
    return true;
}
#endif

static void sift_up(const struct binary_heap *heap, size_t hole, ln_value x)
{
    while (hole > 0) {
        size_t parent = (hole - 1) / 2;
        if (ln_compare(heap->values, x, heap->at[parent]) >= 0)
            break;
        heap->at[hole] = heap->at[parent];
        hole = parent;
    }
    heap->at[hole] = x;
}

static void sift_down(const struct binary_heap *heap, size_t hole, ln_value x)
{
    while (hole < heap->length / 2) {
        size_t child = 2 * hole + 1;
        if (child + 1 < heap->length && ln_compare(heap->values, heap->at[child], heap->at[child + 1]) > 0)
            child++;
        if (ln_compare(heap->values, x, heap->at[child]) <= 0)
            break;
        heap->at[hole] = heap->at[child];
        hole = child;
    }
    heap->at[hole] = x;
}

static void insert(struct ln_state state, const struct ln_invocation *in, size_t count, struct ln_next *next)
{
    ln_value *room = ln_next_add(next, state.length + count * sizeof(ln_value));
    struct binary_heap heap = { in->values, room, ln_words(state) };
    if (!heap.at)
        return;
    if (state.length)
        memcpy(heap.at, state.at, state.length);
    for (size_t i = 0; i < count; i++) {
        heap.length++;
        sift_up(&heap, heap.length - 1, in->args[i]);
        assert(is_heap(&heap));
    }
}

static void remove_at(struct ln_state state, const struct ln_invocation *in, size_t index, struct ln_next *next)
{
    struct binary_heap heap = { in->values, ln_next_add(next, state.length - sizeof(ln_value)), ln_words(state) - 1 };
    ln_value last = ln_word(state, heap.length);
    assert(index < ln_words(state));
    if (!heap.at || heap.length == 0)
        return;
    memcpy(heap.at, state.at, state.length - sizeof last);
    if (index == heap.length)
        return;
    sift_down(&heap, index, last);
    if (ln_same(heap.at[index], last))
        sift_up(&heap, index, last);
}

/* The survivors stay in their order, then the heap is made anew. */
static struct ln_reply filter(struct ln_state state, const struct ln_invocation *in, bool keep_listed,
                              struct ln_next *next)
{
    size_t left = ln_juc_filter(state, in, keep_listed, next);
    struct binary_heap heap = { in->values, NULL, left };
    if (left == ln_words(state) || next->failed)
        return ln_reply_bool(left < ln_words(state));
    heap.at = (void *)(next->bytes.at + next->states.at[next->states.length - 1].start);
    for (size_t i = left / 2; i-- > 0;)
        sift_down(&heap, i, heap.at[i]);
    assert(is_heap(&heap));
    return ln_reply_bool(true);
}

static struct ln_reply remove_element(struct ln_state state, const struct ln_invocation *in, struct ln_next *next)
{
    size_t at = ln_find_word(state, in->args[0]);
    if (at == ln_words(state))
        return ln_reply_bool(false);
    remove_at(state, in, at, next);
    return ln_reply_bool(true);
}

static struct ln_reply respond(const struct ln_spec *spec, struct ln_state state, const struct ln_invocation *in,
                               struct ln_next *next)
{
    enum ln_juc_method method = ln_juc_method(spec, in);
    switch (method) {
    case LN_JUC_REMAINING_CAPACITY: return ln_reply_number(LN_JUC_INT_MAX);
    case LN_JUC_ADD:
    case LN_JUC_OFFER: insert(state, in, 1, next); return ln_reply_bool(true);
    case LN_JUC_ADD_ALL: insert(state, in, ln_juc_elements(in), next); return ln_reply_bool(true);
    case LN_JUC_REMOVE: return remove_element(state, in, next);
    case LN_JUC_REMOVE_ALL: return filter(state, in, false, next);
    case LN_JUC_RETAIN_ALL: return filter(state, in, true, next);
    case LN_JUC_PEEK:
    case LN_JUC_POLL:
        if (state.length == 0)
            return ln_reply_word(LN_VALUE_NULL);
        if (method == LN_JUC_POLL)
            remove_at(state, in, 0, next);
        return ln_reply_word(ln_word(state, 0));
    default: return ln_juc_common(method, state, in, next);
    }
}

const struct ln_spec_class ln_spec_priority_blocking_queue = {
    .name = "PriorityBlockingQueue",
    .aliases = "",
    .summary = "java.util.concurrent's priority queue, the least first",
    .methods = ln_juc_methods,
    .method_count = LN_JUC_QUEUE_END,
    .initial = ln_initial_empty,
    .respond = respond,
    .step = ln_respond_step,
    .answer = ln_respond_answer,
    .write_state = ln_write_words,
};
