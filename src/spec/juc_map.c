/* The maps of java.util.concurrent. The state lists key, value, key, value, ... in ascending order of the keys. That is
 * also the order in which ConcurrentHashMap shows small integer keys; it promises none. */
#include "spec/juc.h"
#include "spec/registry.h"
#include "spec/value_sequence.h"

#include <assert.h>

/* clang-format off */
enum {
    GET, PUT, PUT_ALL, REMOVE, CONTAINS_KEY, CONTAINS_VALUE, CLEAR, IS_EMPTY, SIZE, KEY_SET, VALUES, ENTRY_SET,
    TO_STRING, HASH_MAP_END, FIRST_KEY = HASH_MAP_END, LAST_KEY, FLOOR_KEY, LOWER_KEY, CEILING_KEY, HIGHER_KEY,
    HEAD_MAP, TAIL_MAP, POLL_FIRST_ENTRY, POLL_LAST_ENTRY
};
/* clang-format on */

static const struct ln_method methods[] = {
    { "get", "", "key", "the value, or null", 1, 1, LN_RETURNS_VALUE, LN_READS, LN_TAKES_NOT_NULL },
    { "put", "", "key, value", "the value before, or null", 2, 2, LN_RETURNS_VALUE, LN_CHANGES, LN_TAKES_NOT_NULL },
    { "putAll", "", "key, value, key, value", "nothing", 4, 4, LN_RETURNS_NOTHING, LN_CHANGES, LN_TAKES_NOT_NULL },
    { "remove", "", "key", "the value before, or null", 1, 1, LN_RETURNS_VALUE, LN_READS_IF_NULL, LN_TAKES_NOT_NULL },
    { "containsKey", "", "key", "true or false", 1, 1, LN_RETURNS_TRUTH, LN_READS, LN_TAKES_NOT_NULL },
    { "containsValue", "contains", "value", "true or false", 1, 1, LN_RETURNS_TRUTH, LN_READS, LN_TAKES_NOT_NULL },
    { "clear", "", "", "nothing", 0, 0, LN_RETURNS_NOTHING, LN_CHANGES, LN_TAKES_ANY },
    { "isEmpty", "", "", "true or false", 0, 0, LN_RETURNS_TRUTH, LN_READS, LN_TAKES_ANY },
    { "size", "mappingCount", "", "how many keys there are", 0, 0, LN_RETURNS_INTEGER, LN_READS, LN_TAKES_ANY },
    { "keySet", "keys", "", "the list of keys", 0, 0, LN_RETURNS_VALUE, LN_READS, LN_TAKES_ANY },
    { "values", "elements", "", "the list of values", 0, 0, LN_RETURNS_VALUE, LN_READS, LN_TAKES_ANY },
    { "entrySet", "", "", "the list of [key, value]", 0, 0, LN_RETURNS_VALUE, LN_READS, LN_TAKES_ANY },
    { "toString", "", "", "the text \"{0=1, 2=0}\"", 0, 0, LN_RETURNS_VALUE, LN_READS, LN_TAKES_ANY },
    { "firstKey", "", "", "the least key, or an exception", 0, 0, LN_RETURNS_VALUE, LN_READS, LN_TAKES_ANY },
    { "lastKey", "", "", "the greatest key, or an exception", 0, 0, LN_RETURNS_VALUE, LN_READS, LN_TAKES_ANY },
    { "floorKey", "", "x", "the greatest key <= x, or null", 1, 1, LN_RETURNS_VALUE, LN_READS, LN_TAKES_NOT_NULL },
    { "lowerKey", "", "x", "the greatest key < x, or null", 1, 1, LN_RETURNS_VALUE, LN_READS, LN_TAKES_NOT_NULL },
    { "ceilingKey", "", "x", "the least key >= x, or null", 1, 1, LN_RETURNS_VALUE, LN_READS, LN_TAKES_NOT_NULL },
    { "higherKey", "", "x", "the least key > x, or null", 1, 1, LN_RETURNS_VALUE, LN_READS, LN_TAKES_NOT_NULL },
    { "headMap", "", "x", "the list of [key, value], keys < x", 1, 1, LN_RETURNS_VALUE, LN_READS, LN_TAKES_NOT_NULL },
    { "tailMap", "", "x", "the list of [key, value], keys >= x", 1, 1, LN_RETURNS_VALUE, LN_READS, LN_TAKES_NOT_NULL },
    { "pollFirstEntry", "", "", "the least [key, value]; null when empty", 0, 0, LN_RETURNS_VALUE, LN_READS_IF_NULL,
      LN_TAKES_ANY },
    { "pollLastEntry", "", "", "the greatest [key, value]; null when empty", 0, 0, LN_RETURNS_VALUE, LN_READS_IF_NULL,
      LN_TAKES_ANY },
};

enum { PAIR = 2 * sizeof(ln_value) };

static bool is_key(struct ln_state state, size_t at, ln_value key)
{
    return at < ln_words(state) && ln_same(ln_word(state, at), key);
}

/* Puts the pairs among the arguments. */
static void put(struct ln_state state, const struct ln_invocation *in, size_t pairs, struct ln_next *next)
{
    size_t states = next->states.length;
    uint8_t *to = ln_next_add(next, state.length + pairs * PAIR);
    struct ln_state now = { to, state.length };
    if (!to)
        return;
    if (state.length)
        memcpy(to, state.at, state.length);
    for (size_t i = 0; i < pairs; i++) {
        size_t at = ln_lower_bound(in->values, now, 2, in->args[2 * i]), start = at * sizeof(ln_value);
        if (!is_key(now, at, in->args[2 * i])) {
            memmove(to + start + PAIR, to + start, now.length - start);
            now.length += PAIR;
        }
        memcpy(to + start, &in->args[2 * i], PAIR);
    }
    assert(now.length <= state.length + pairs * PAIR);
    next->states.at[states].length = now.length;
}

static void drop(struct ln_state state, size_t at, struct ln_next *next)
{
    uint8_t *to = ln_next_add(next, state.length - PAIR);
    size_t start = at * sizeof(ln_value);
    assert(start + PAIR <= state.length && at % 2 == 0);
    if (!to)
        return;
    memcpy(to, state.at, start);
    memcpy(to + start, state.at + start + PAIR, state.length - start - PAIR);
}

static bool has_value(struct ln_state state, ln_value value)
{
    for (size_t i = 1; i < ln_words(state); i += 2)
        if (ln_same(ln_word(state, i), value))
            return true;
    return false;
}

static struct ln_reply about_key(struct ln_state state, const struct ln_invocation *in, struct ln_next *next)
{
    size_t at = ln_lower_bound(in->values, state, 2, in->args[0]);
    bool there = is_key(state, at, in->args[0]);
    if (in->method == CONTAINS_KEY)
        return ln_reply_bool(there);
    if (in->method == PUT)
        put(state, in, 1, next);
    else if (in->method == REMOVE && there)
        drop(state, at, next);
    return ln_reply_word(there ? ln_word(state, at + 1) : LN_VALUE_NULL);
}

static struct ln_reply key_at(struct ln_state state, size_t at, struct ln_reply none)
{
    return at < ln_words(state) ? ln_reply_word(ln_word(state, at)) : none;
}

static struct ln_reply poll(struct ln_state state, size_t at, struct ln_next *next)
{
    if (state.length == 0)
        return ln_reply_word(LN_VALUE_NULL);
    drop(state, at, next);
    return ln_reply_items(LN_REPLY_LIST, ln_words_between(state, at, at + 2));
}

static struct ln_reply navigate(struct ln_state state, const struct ln_invocation *in)
{
    size_t length = ln_words(state), from = ln_lower_bound(in->values, state, 2, in->args[0]);
    bool there = is_key(state, from, in->args[0]);
    const struct ln_reply null = ln_reply_word(LN_VALUE_NULL);
    switch (in->method) { /* before the first is past the end, too: an index that wraps */
    case FLOOR_KEY: return key_at(state, there ? from : from - 2, null);
    case LOWER_KEY: return key_at(state, from - 2, null);
    case CEILING_KEY: return key_at(state, from, null);
    case HIGHER_KEY: return key_at(state, there ? from + 2 : from, null);
    case HEAD_MAP: return ln_reply_items(LN_REPLY_PAIRS, ln_words_between(state, 0, from));
    default: return ln_reply_items(LN_REPLY_PAIRS, ln_words_between(state, from, length));
    }
}

static struct ln_reply respond(const struct ln_spec *spec, struct ln_state state, const struct ln_invocation *in,
                               struct ln_next *next)
{
    const struct ln_reply empty = ln_reply_name(LN_JUC_EMPTY);
    size_t length = ln_words(state);
    (void)spec;
    switch (in->method) {
    case GET:
    case PUT:
    case REMOVE:
    case CONTAINS_KEY: return about_key(state, in, next);
    case PUT_ALL: put(state, in, 2, next); return ln_reply_done();
    case CONTAINS_VALUE: return ln_reply_bool(has_value(state, in->args[0]));
    case CLEAR: ln_next_add(next, 0); return ln_reply_done();
    case IS_EMPTY: return ln_reply_bool(length == 0);
    case SIZE: return ln_reply_number((int64_t)length / 2);
    case KEY_SET: return ln_reply_items(LN_REPLY_KEYS, state);
    case VALUES: return ln_reply_items(LN_REPLY_VALUES, state);
    case ENTRY_SET: return ln_reply_items(LN_REPLY_PAIRS, state);
    case TO_STRING: return ln_reply_items(LN_REPLY_PAIRS_TEXT, state);
    case FIRST_KEY: return key_at(state, 0, empty);
    case LAST_KEY: return key_at(state, length - 2, empty);
    case POLL_FIRST_ENTRY: return poll(state, 0, next);
    case POLL_LAST_ENTRY: return poll(state, length - 2, next);
    }
    return navigate(state, in);
}

static ln_value part(const struct ln_spec *spec, const struct ln_invocation *in)
{
    (void)spec;
    return in->method == GET || in->method == PUT || in->method == REMOVE || in->method == CONTAINS_KEY ? in->args[0]
                                                                                                        : LN_VALUE_NONE;
}

const struct ln_spec_class ln_spec_concurrent_hash_map = {
    .name = "ConcurrentHashMap",
    .aliases = "",
    .summary = "java.util.concurrent's hash map",
    .methods = methods,
    .method_count = HASH_MAP_END,
    .initial = ln_initial_empty,
    .respond = respond,
    .step = ln_respond_step,
    .answer = ln_respond_answer,
    .part = part,
    .write_state = ln_write_pairs,
};

const struct ln_spec_class ln_spec_concurrent_skip_list_map = {
    .name = "ConcurrentSkipListMap",
    .aliases = "",
    .summary = "java.util.concurrent's sorted map",
    .methods = methods,
    .method_count = sizeof methods / sizeof *methods,
    .initial = ln_initial_empty,
    .respond = respond,
    .step = ln_respond_step,
    .answer = ln_respond_answer,
    .part = part,
    .write_state = ln_write_pairs,
};
