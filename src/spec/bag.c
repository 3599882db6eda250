/* Values without an order: taking gives any of them. The second class may also say that there is none although there
 * is. The state is the sorted sequence of the values' words. */
#include "spec/cursor.h"
#include "spec/registry.h"
#include "spec/value_sequence.h"

#include <assert.h>

enum { ADD, TAKE };

static const struct ln_method methods[] = {
    { "add", "put enqueue insert enq push", "value", "nothing", 1, 1, LN_RETURNS_NOTHING, LN_CHANGES,
      LN_TAKES_NOT_NULL },
    { "take", "remove dequeue get deq pop poll", "", "any value it holds; null when none is found", 0, 0,
      LN_RETURNS_VALUE, LN_READS_IF_NULL, LN_TAKES_ANY },
};

static const uint8_t roles[] = { [ADD] = LN_ROLE_INSERT, [TAKE] = LN_ROLE_REMOVE };

static void add(struct ln_state state, ln_value value, struct ln_next *next)
{
    size_t at = 0;
    while (at < ln_words(state) && ln_word(state, at).word < value.word)
        at++;
    assert(ln_words_ascend(state));
    ln_next_with(next, state, at, value);
}

static void take(struct ln_state state, const struct ln_invocation *in, bool spurious, struct ln_next *next)
{
    size_t length = ln_words(state);
    if ((length == 0 || spurious) && ln_may_return(in, LN_VALUE_NULL))
        ln_next_stay(next);
    for (size_t i = 0; i < length; i++) {
        bool repeated = i && ln_same(ln_word(state, i), ln_word(state, i - 1));
        if (!repeated && ln_may_return(in, ln_word(state, i)))
            ln_next_without(next, state, i);
    }
}

static void step(const struct ln_spec *spec, struct ln_state state, const struct ln_invocation *in,
                 struct ln_next *next)
{
    if (in->method == ADD)
        add(state, in->args[0], next);
    else
        take(state, in, spec->class == &ln_spec_spurious_bag, next);
}

static ln_value answer(const struct ln_spec *spec, struct ln_state state, const struct ln_invocation *in,
                       struct ln_values *values)
{
    if (in->method == ADD)
        return ln_answer_by_trying(spec, state, in, values);
    return state.length ? ln_word(state, 0) : LN_VALUE_NULL;
}

/* Which value a removal without a result took would be a guess, unless there is only one way. */
static bool advance(const struct ln_spec *spec, struct ln_cursor *cursor, const struct ln_invocation *in)
{
    if (in->method == ADD) {
        ln_cursor_bag_add(cursor, in->args[0]);
        return true;
    }
    if (ln_same(in->result, LN_VALUE_NULL))
        return cursor->bag_total == 0 || spec->class == &ln_spec_spurious_bag;
    if (!ln_same(in->result, LN_VALUE_UNKNOWN))
        return ln_cursor_bag_take(cursor, in->result);
    cursor->lost = cursor->bag_total > 0;
    return true;
}

/* Values come and go separately. That the bag is empty is about all of them, unless it need not be true. */
static ln_value part(const struct ln_spec *spec, const struct ln_invocation *in)
{
    if (in->method == ADD)
        return in->args[0];
    if (ln_same(in->result, LN_VALUE_UNKNOWN))
        return LN_VALUE_NONE;
    if (ln_same(in->result, LN_VALUE_NULL) && spec->class != &ln_spec_spurious_bag)
        return LN_VALUE_NONE;
    return in->result;
}

const struct ln_spec_class ln_spec_bag = {
    .name = "bag",
    .aliases = "multiset unordered-queue pool",
    .summary = "values that are taken in any order",
    .methods = methods,
    .method_count = sizeof methods / sizeof *methods,
    .closed = true,
    .discipline = LN_DISCIPLINE_ANY,
    .roles = roles,
    .advance = advance,
    .initial = ln_initial_empty,
    .step = step,
    .answer = answer,
    .part = part,
    .write_state = ln_write_words,
};

const struct ln_spec_class ln_spec_spurious_bag = {
    .name = "spurious-bag",
    .aliases = "",
    .summary = "a bag whose take may find nothing although it is not empty",
    .methods = methods,
    .method_count = sizeof methods / sizeof *methods,
    .closed = true,
    .discipline = LN_DISCIPLINE_LOOSE,
    .roles = roles,
    .advance = advance,
    .initial = ln_initial_empty,
    .step = step,
    .answer = answer,
    .part = part,
    .write_state = ln_write_words,
};
