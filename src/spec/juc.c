#include "spec/juc.h"

#include "spec/value_sequence.h"

#include <assert.h>

#define BULK 1, LN_JUC_BULK

const struct ln_method ln_juc_methods[] = {
    { "remainingCapacity", "", "", "how many more fit", 0, 0, LN_RETURNS_INTEGER, LN_READS, LN_TAKES_ANY },
    { "add", "", "element", "true, or an exception when full", 1, 1, LN_RETURNS_VALUE, LN_CHANGES, LN_TAKES_NOT_NULL },
    { "addAll", "", "elements", "true, or an exception when full", BULK, LN_RETURNS_VALUE, LN_CHANGES,
      LN_TAKES_NOT_NULL },
    { "clear", "", "", "nothing", 0, 0, LN_RETURNS_NOTHING, LN_CHANGES, LN_TAKES_ANY },
    { "contains", "", "element", "true or false", 1, 1, LN_RETURNS_TRUTH, LN_READS, LN_TAKES_NOT_NULL },
    { "containsAll", "", "elements", "true or false", BULK, LN_RETURNS_TRUTH, LN_READS, LN_TAKES_NOT_NULL },
    { "isEmpty", "", "", "true or false", 0, 0, LN_RETURNS_TRUTH, LN_READS, LN_TAKES_ANY },
    { "offer", "", "element", "true, or false when full", 1, 1, LN_RETURNS_TRUTH, LN_READS_IF_FALSE,
      LN_TAKES_NOT_NULL },
    { "peek", "", "", "the first element; null when empty", 0, 0, LN_RETURNS_VALUE, LN_READS, LN_TAKES_ANY },
    { "poll", "", "", "the first element; null when empty", 0, 0, LN_RETURNS_VALUE, LN_READS_IF_NULL, LN_TAKES_ANY },
    { "remove", "", "element", "true if it was there", 1, 1, LN_RETURNS_TRUTH, LN_READS_IF_FALSE, LN_TAKES_NOT_NULL },
    { "removeAll", "", "elements", "true if it has changed", BULK, LN_RETURNS_TRUTH, LN_READS_IF_FALSE,
      LN_TAKES_NOT_NULL },
    { "retainAll", "", "elements", "true if it has changed", BULK, LN_RETURNS_TRUTH, LN_READS_IF_FALSE,
      LN_TAKES_NOT_NULL },
    { "size", "", "", "how many there are", 0, 0, LN_RETURNS_INTEGER, LN_READS, LN_TAKES_ANY },
    { "toArray", "", "", "the list of its elements", 0, 0, LN_RETURNS_VALUE, LN_READS, LN_TAKES_ANY },
    { "toString", "", "", "the text \"[1, 2]\"", 0, 0, LN_RETURNS_VALUE, LN_READS, LN_TAKES_ANY },
    { "addFirst", "push", "element", "null, or an exception when full", 1, 1, LN_RETURNS_VALUE, LN_CHANGES,
      LN_TAKES_NOT_NULL },
    { "addLast", "", "element", "null, or an exception when full", 1, 1, LN_RETURNS_VALUE, LN_CHANGES,
      LN_TAKES_NOT_NULL },
    { "offerFirst", "", "element", "true, or false when full", 1, 1, LN_RETURNS_TRUTH, LN_READS_IF_FALSE,
      LN_TAKES_NOT_NULL },
    { "offerLast", "", "element", "true, or false when full", 1, 1, LN_RETURNS_TRUTH, LN_READS_IF_FALSE,
      LN_TAKES_NOT_NULL },
    { "peekFirst", "", "", "the first element; null when empty", 0, 0, LN_RETURNS_VALUE, LN_READS, LN_TAKES_ANY },
    { "peekLast", "", "", "the last element; null when empty", 0, 0, LN_RETURNS_VALUE, LN_READS, LN_TAKES_ANY },
    { "pollFirst", "", "", "the first element; null when empty", 0, 0, LN_RETURNS_VALUE, LN_READS_IF_NULL,
      LN_TAKES_ANY },
    { "pollLast", "", "", "the last element; null when empty", 0, 0, LN_RETURNS_VALUE, LN_READS_IF_NULL, LN_TAKES_ANY },
    { "getFirst", "element", "", "the first element, or an exception", 0, 0, LN_RETURNS_VALUE, LN_READS, LN_TAKES_ANY },
    { "getLast", "", "", "the last element, or an exception", 0, 0, LN_RETURNS_VALUE, LN_READS, LN_TAKES_ANY },
    { "removeFirst", "pop", "", "the first element, or an exception", 0, 0, LN_RETURNS_VALUE, LN_CHANGES,
      LN_TAKES_ANY },
    { "removeLast", "", "", "the last element, or an exception", 0, 0, LN_RETURNS_VALUE, LN_CHANGES, LN_TAKES_ANY },
    { "removeFirstOccurrence", "", "element", "true if it was there", 1, 1, LN_RETURNS_TRUTH, LN_READS_IF_FALSE,
      LN_TAKES_NOT_NULL },
    { "removeLastOccurrence", "", "element", "true if it was there", 1, 1, LN_RETURNS_TRUTH, LN_READS_IF_FALSE,
      LN_TAKES_NOT_NULL },
};

size_t ln_juc_elements(const struct ln_invocation *in)
{
    size_t count = 0;
    while (count < LN_JUC_BULK && !ln_same(in->args[count], LN_VALUE_NONE))
        count++;
    return count;
}

static bool contains_all(struct ln_state state, const struct ln_invocation *in, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (ln_find_word(state, in->args[i]) == ln_words(state))
            return false;
    return true;
}

struct ln_reply ln_juc_common(enum ln_juc_method method, struct ln_state state, const struct ln_invocation *in,
                              struct ln_next *next)
{
    switch (method) {
    case LN_JUC_CONTAINS: return ln_reply_bool(contains_all(state, in, 1));
    case LN_JUC_CONTAINS_ALL: return ln_reply_bool(contains_all(state, in, ln_juc_elements(in)));
    case LN_JUC_IS_EMPTY: return ln_reply_bool(state.length == 0);
    case LN_JUC_SIZE: return ln_reply_number((int64_t)ln_words(state));
    case LN_JUC_TO_ARRAY: return ln_reply_items(LN_REPLY_LIST, state);
    case LN_JUC_TO_STRING: return ln_reply_items(LN_REPLY_LIST_TEXT, state);
    case LN_JUC_CLEAR: ln_next_add(next, 0); return ln_reply_done();
    default: return ln_reply_never();
    }
}

static bool is_listed(const struct ln_invocation *in, size_t count, ln_value value)
{
    for (size_t i = 0; i < count; i++)
        if (ln_same(in->args[i], value))
            return true;
    return false;
}

size_t ln_juc_filter(struct ln_state state, const struct ln_invocation *in, bool keep_listed, struct ln_next *next)
{
    size_t listed = ln_juc_elements(in), length = ln_words(state), left = 0, at = 0;
    ln_value *to;
    for (size_t i = 0; i < length; i++)
        left += is_listed(in, listed, ln_word(state, i)) == keep_listed;
    if (left == length)
        return left;
    to = ln_next_add(next, left * sizeof *to);
    for (size_t i = 0; i < length && to; i++)
        if (is_listed(in, listed, ln_word(state, i)) == keep_listed)
            to[at++] = ln_word(state, i);
    assert(!to || at == left);
    return left;
}
