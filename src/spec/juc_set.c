/* java.util.concurrent's ConcurrentSkipListSet. The state is the sequence of elements in ascending order. */
#include "spec/juc.h"
#include "spec/registry.h"
#include "spec/value_sequence.h"

/* clang-format off */
enum {
    ADD, ADD_ALL, REMOVE, REMOVE_ALL, RETAIN_ALL, POLL_FIRST, POLL_LAST, FIRST, LAST, FLOOR, LOWER, CEILING, HIGHER,
    HEAD_SET, TAIL_SET, SUB_SET, CLEAR, CONTAINS, CONTAINS_ALL, IS_EMPTY, SIZE, TO_ARRAY, TO_STRING
};
/* clang-format on */

#define BULK 1, LN_JUC_BULK

static const struct ln_method methods[] = {
    { "add", "", "element", "true if it was not there", 1, 1, LN_RETURNS_TRUTH, LN_READS_IF_FALSE, LN_TAKES_NOT_NULL },
    { "addAll", "", "elements", "true if it has changed", BULK, LN_RETURNS_TRUTH, LN_READS_IF_FALSE,
      LN_TAKES_NOT_NULL },
    { "remove", "", "element", "true if it was there", 1, 1, LN_RETURNS_TRUTH, LN_READS_IF_FALSE, LN_TAKES_NOT_NULL },
    { "removeAll", "", "elements", "true if it has changed", BULK, LN_RETURNS_TRUTH, LN_READS_IF_FALSE,
      LN_TAKES_NOT_NULL },
    { "retainAll", "", "elements", "true if it has changed", BULK, LN_RETURNS_TRUTH, LN_READS_IF_FALSE,
      LN_TAKES_NOT_NULL },
    { "pollFirst", "", "", "the least element; null when empty", 0, 0, LN_RETURNS_VALUE, LN_READS_IF_NULL,
      LN_TAKES_ANY },
    { "pollLast", "", "", "the greatest element; null when empty", 0, 0, LN_RETURNS_VALUE, LN_READS_IF_NULL,
      LN_TAKES_ANY },
    { "first", "", "", "the least element, or an exception", 0, 0, LN_RETURNS_VALUE, LN_READS, LN_TAKES_ANY },
    { "last", "", "", "the greatest element, or an exception", 0, 0, LN_RETURNS_VALUE, LN_READS, LN_TAKES_ANY },
    { "floor", "", "x", "the greatest element <= x, or null", 1, 1, LN_RETURNS_VALUE, LN_READS, LN_TAKES_NOT_NULL },
    { "lower", "", "x", "the greatest element < x, or null", 1, 1, LN_RETURNS_VALUE, LN_READS, LN_TAKES_NOT_NULL },
    { "ceiling", "", "x", "the least element >= x, or null", 1, 1, LN_RETURNS_VALUE, LN_READS, LN_TAKES_NOT_NULL },
    { "higher", "", "x", "the least element > x, or null", 1, 1, LN_RETURNS_VALUE, LN_READS, LN_TAKES_NOT_NULL },
    { "headSet", "", "x", "the list of the elements < x", 1, 1, LN_RETURNS_VALUE, LN_READS, LN_TAKES_NOT_NULL },
    { "tailSet", "", "x", "the list of the elements >= x", 1, 1, LN_RETURNS_VALUE, LN_READS, LN_TAKES_NOT_NULL },
    { "subSet", "", "x, y", "the list of the elements >= x and < y", 2, 2, LN_RETURNS_VALUE, LN_READS,
      LN_TAKES_NOT_NULL },
    { "clear", "", "", "nothing", 0, 0, LN_RETURNS_NOTHING, LN_CHANGES, LN_TAKES_ANY },
    { "contains", "", "element", "true or false", 1, 1, LN_RETURNS_TRUTH, LN_READS, LN_TAKES_NOT_NULL },
    { "containsAll", "", "elements", "true or false", BULK, LN_RETURNS_TRUTH, LN_READS, LN_TAKES_NOT_NULL },
    { "isEmpty", "", "", "true or false", 0, 0, LN_RETURNS_TRUTH, LN_READS, LN_TAKES_ANY },
    { "size", "", "", "how many there are", 0, 0, LN_RETURNS_INTEGER, LN_READS, LN_TAKES_ANY },
    { "toArray", "", "", "the list of its elements", 0, 0, LN_RETURNS_VALUE, LN_READS, LN_TAKES_ANY },
    { "toString", "", "", "the text \"[1, 2]\"", 0, 0, LN_RETURNS_VALUE, LN_READS, LN_TAKES_ANY },
};

static struct ln_reply insert(struct ln_state state, const struct ln_invocation *in, size_t count, struct ln_next *next)
{
    size_t length = ln_words(state), room = state.length + count * sizeof(ln_value), states = next->states.length;
    uint8_t *to = ln_next_add(next, room);
    struct ln_state grown = { to, state.length };
    if (!to)
        return ln_reply_never();
    if (state.length)
        memcpy(to, state.at, state.length);
    for (size_t i = 0; i < count; i++) {
        size_t at = ln_lower_bound(in->values, grown, 1, in->args[i]) * sizeof(ln_value);
        if (ln_find_word(grown, in->args[i]) < ln_words(grown))
            continue;
        memmove(to + at + sizeof(ln_value), to + at, grown.length - at);
        memcpy(to + at, &in->args[i], sizeof(ln_value));
        grown.length += sizeof(ln_value);
    }
    next->states.at[states].length = grown.length;
    return ln_reply_bool(ln_words(grown) > length);
}

static struct ln_reply at(struct ln_state state, size_t index, bool removes, struct ln_reply none, struct ln_next *next)
{
    if (index >= ln_words(state))
        return none;
    if (removes)
        ln_next_without(next, state, index);
    return ln_reply_word(ln_word(state, index));
}

static struct ln_reply remove_element(struct ln_state state, ln_value element, struct ln_next *next)
{
    size_t index = ln_find_word(state, element);
    if (index == ln_words(state))
        return ln_reply_bool(false);
    ln_next_without(next, state, index);
    return ln_reply_bool(true);
}

static struct ln_reply navigate(struct ln_state state, const struct ln_invocation *in, struct ln_next *next)
{
    size_t length = ln_words(state), from = ln_lower_bound(in->values, state, 1, in->args[0]);
    bool there = from < length && ln_same(ln_word(state, from), in->args[0]);
    const struct ln_reply null = ln_reply_word(LN_VALUE_NULL);
    switch (in->method) { /* before the first is past the end, too: an index that wraps */
    case FLOOR: return at(state, there ? from : from - 1, false, null, next);
    case LOWER: return at(state, from - 1, false, null, next);
    case CEILING: return at(state, from, false, null, next);
    case HIGHER: return at(state, from + there, false, null, next);
    case HEAD_SET: return ln_reply_items(LN_REPLY_LIST, ln_words_between(state, 0, from));
    case TAIL_SET: return ln_reply_items(LN_REPLY_LIST, ln_words_between(state, from, length));
    }
    if (ln_compare(in->values, in->args[0], in->args[1]) > 0)
        return ln_reply_name(LN_JUC_RANGE);
    length = ln_lower_bound(in->values, state, 1, in->args[1]);
    return ln_reply_items(LN_REPLY_LIST, ln_words_between(state, from, length));
}

static struct ln_reply respond(const struct ln_spec *spec, struct ln_state state, const struct ln_invocation *in,
                               struct ln_next *next)
{
    static const enum ln_juc_method common[] = { LN_JUC_CLEAR, LN_JUC_CONTAINS, LN_JUC_CONTAINS_ALL, LN_JUC_IS_EMPTY,
                                                 LN_JUC_SIZE,  LN_JUC_TO_ARRAY, LN_JUC_TO_STRING };
    const struct ln_reply null = ln_reply_word(LN_VALUE_NULL), empty = ln_reply_name(LN_JUC_EMPTY);
    size_t length = ln_words(state);
    (void)spec;
    switch (in->method) {
    case ADD: return insert(state, in, 1, next);
    case ADD_ALL: return insert(state, in, ln_juc_elements(in), next);
    case REMOVE: return remove_element(state, in->args[0], next);
    case REMOVE_ALL: return ln_reply_bool(ln_juc_filter(state, in, false, next) < length);
    case RETAIN_ALL: return ln_reply_bool(ln_juc_filter(state, in, true, next) < length);
    case POLL_FIRST: return at(state, 0, true, null, next);
    case POLL_LAST: return at(state, length - 1, true, null, next);
    case FIRST: return at(state, 0, false, empty, next);
    case LAST: return at(state, length - 1, false, empty, next);
    }
    return in->method < CLEAR ? navigate(state, in, next) : ln_juc_common(common[in->method - CLEAR], state, in, next);
}

static ln_value part(const struct ln_spec *spec, const struct ln_invocation *in)
{
    (void)spec;
    return in->method == ADD || in->method == REMOVE || in->method == CONTAINS ? in->args[0] : LN_VALUE_NONE;
}

const struct ln_spec_class ln_spec_concurrent_skip_list_set = {
    .name = "ConcurrentSkipListSet",
    .aliases = "",
    .summary = "java.util.concurrent's sorted set",
    .methods = methods,
    .method_count = sizeof methods / sizeof *methods,
    .initial = ln_initial_empty,
    .respond = respond,
    .step = ln_respond_step,
    .answer = ln_respond_answer,
    .part = part,
    .write_state = ln_write_words,
};
