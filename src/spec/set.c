/* A set of values. The state is the sorted sequence of the words of its elements. Most operations are about one
 * element, so elements are separate parts of histories that never read the whole set. */
#include "spec/cursor.h"
#include "spec/registry.h"
#include "spec/value_sequence.h"

#include <assert.h>

enum { ADD, REMOVE, CONTAINS, READ, SIZE };

static const struct ln_method methods[] = {
    { "add", "insert", "element", "true if it was not there", 1, 1, LN_RETURNS_CHANGE, LN_READS_IF_FALSE,
      LN_TAKES_ANY },
    { "remove", "delete erase", "element", "true if it was there", 1, 1, LN_RETURNS_CHANGE, LN_READS_IF_FALSE,
      LN_TAKES_ANY },
    { "contains", "has member", "element", "true or false", 1, 1, LN_RETURNS_TRUTH, LN_READS, LN_TAKES_ANY },
    { "read", "scan elements", "", "the list of its elements, in any order", 0, 0, LN_RETURNS_SET, LN_READS,
      LN_TAKES_ANY },
    { "size", "count", "", "how many there are", 0, 0, LN_RETURNS_INTEGER, LN_READS, LN_TAKES_ANY },
};

static const uint8_t roles[] = {
    [ADD] = LN_ROLE_INSERT, [REMOVE] = LN_ROLE_REMOVE, [CONTAINS] = LN_ROLE_LOOK, [SIZE] = LN_ROLE_OTHER
};

/* Binding has brought the result into the order of the state. */
static bool is_whole(struct ln_state state, const struct ln_invocation *in)
{
    size_t count;
    const ln_value *items = ln_value_items(in->values, in->result, &count);
    return count == ln_words(state) && (count == 0 || memcmp(items, state.at, state.length) == 0);
}

static void read_whole(struct ln_state state, const struct ln_invocation *in, struct ln_next *next)
{
    bool same = ln_same(in->result, LN_VALUE_UNKNOWN);
    if (!same && in->method == READ)
        same = ln_value_kind(in->result) == LN_KIND_LIST && is_whole(state, in);
    else if (!same)
        same = ln_value_int(in->values, in->result) == (int64_t)ln_words(state);
    if (same)
        ln_next_stay(next);
}

static void step(const struct ln_spec *spec, struct ln_state state, const struct ln_invocation *in,
                 struct ln_next *next)
{
    size_t at = 0;
    bool present, changes;
    (void)spec;
    if (in->method >= READ) {
        read_whole(state, in, next);
        return;
    }
    while (at < ln_words(state) && ln_word(state, at).word < in->args[0].word)
        at++;
    assert(ln_words_ascend(state));
    present = at < ln_words(state) && ln_same(ln_word(state, at), in->args[0]);
    changes = in->method == ADD ? !present : present;
    if (!ln_may_return(in, ln_bool(changes)))
        return;
    if (in->method == CONTAINS || !changes)
        ln_next_stay(next);
    else if (in->method == ADD)
        ln_next_with(next, state, at, in->args[0]);
    else
        ln_next_without(next, state, at);
}

static void settle(const struct ln_spec *spec, const struct ln_invocation *in, bool alone, struct ln_next *next)
{
    bool tells = !ln_same(in->result, LN_VALUE_UNKNOWN);
    size_t count = 0;
    const ln_value *items = NULL;
    void *to;
    (void)spec;
    if (in->method == READ && tells && ln_value_kind(in->result) == LN_KIND_LIST)
        items = ln_value_items(in->values, in->result, &count);
    else if (!alone || in->method >= READ || (in->method == CONTAINS && !tells))
        return;
    else if (in->method == ADD || (in->method == CONTAINS && ln_same(in->result, LN_VALUE_TRUE)))
        items = in->args, count = 1;
    to = ln_next_add(next, count * sizeof *items);
    if (to && count)
        memcpy(to, items, count * sizeof *items);
}

/* The whole of it is not in order here: reading it is left to steps. */
static bool advance(const struct ln_spec *spec, struct ln_cursor *cursor, const struct ln_invocation *in)
{
    bool present, changes;
    (void)spec;
    if (in->method >= READ) {
        cursor->lost = true;
        return true;
    }
    present = ln_cursor_bag_has(cursor, in->args[0]);
    changes = in->method == ADD ? !present : present;
    if (!ln_may_return(in, ln_bool(changes)))
        return false;
    if (in->method == ADD && changes)
        ln_cursor_bag_add(cursor, in->args[0]);
    else if (in->method == REMOVE && changes)
        ln_cursor_bag_take(cursor, in->args[0]);
    return true;
}

static ln_value answer(const struct ln_spec *spec, struct ln_state state, const struct ln_invocation *in,
                       struct ln_values *values)
{
    ln_value whole = LN_VALUE_UNKNOWN;
    if (in->method < READ)
        return ln_answer_by_trying(spec, state, in, values);
    if (in->method == SIZE)
        return ln_small((int64_t)ln_words(state));
    return ln_values_list(values, (const void *)state.at, ln_words(state), &whole) ? LN_VALUE_UNKNOWN : whole;
}

static ln_value part(const struct ln_spec *spec, const struct ln_invocation *in)
{
    (void)spec;
    return in->method < READ ? in->args[0] : LN_VALUE_NONE;
}

const struct ln_spec_class ln_spec_set = {
    .name = "set",
    .aliases = "",
    .summary = "a set of values",
    .methods = methods,
    .method_count = sizeof methods / sizeof *methods,
    .discipline = LN_DISCIPLINE_SET,
    .roles = roles,
    .advance = advance,
    .initial = ln_initial_empty,
    .step = step,
    .answer = answer,
    .settle = settle,
    .part = part,
    .write_state = ln_write_words,
};
