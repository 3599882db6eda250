/* A set of values. Every operation is about one element, so elements are separate parts. The state is the sorted
 * sequence of the words of its elements. */
#include "spec/registry.h"
#include "spec/words.h"

enum { ADD, REMOVE, CONTAINS };

static const struct ln_method methods[] = {
    { "add", "insert", "element", "true if it was not there", 1, 1, LN_RETURNS_CHANGE, LN_READS_IF_FALSE, LN_TAKES_ANY },
    { "remove", "delete erase", "element", "true if it was there", 1, 1, LN_RETURNS_CHANGE, LN_READS_IF_FALSE, LN_TAKES_ANY },
    { "contains", "has member", "element", "true or false", 1, 1, LN_RETURNS_TRUTH, LN_READS, LN_TAKES_ANY },
};

static void step(const struct ln_spec *spec, struct ln_state state, const struct ln_invocation *in,
                 struct ln_next *next)
{
    size_t at = 0;
    bool present, changes;
    (void)spec;
    while (at < ln_words(state) && ln_word(state, at).word < in->args[0].word)
        at++;
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

static ln_value part(const struct ln_spec *spec, const struct ln_invocation *in)
{
    (void)spec;
    return in->args[0];
}

static void write_state(const struct ln_spec *spec, const struct ln_values *values, struct ln_state state,
                        struct ln_str *out)
{
    (void)spec;
    ln_write_words(values, state, out);
}

const struct ln_spec_class ln_spec_set = {
    .name = "set", .aliases = "", .summary = "a set of values",
    .methods = methods, .method_count = sizeof methods / sizeof *methods,
    .closed = true,
    .initial = ln_initial_empty, .step = step, .part = part, .write_state = write_state,
};
