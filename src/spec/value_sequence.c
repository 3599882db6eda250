#include "spec/value_sequence.h"

#include <assert.h>

int ln_compare(const struct ln_values *values, ln_value a, ln_value b)
{
    enum ln_kind kind = ln_value_kind(a), other = ln_value_kind(b);
    if (kind != other)
        return kind < other ? -1 : 1;
    if (kind == LN_KIND_INT) {
        int64_t x = ln_value_int(values, a), y = ln_value_int(values, b);
        return (x > y) - (x < y);
    }
    if (kind == LN_KIND_STRING) {
        struct ln_text x = ln_value_text(values, &a), y = ln_value_text(values, &b);
        size_t shared = x.length < y.length ? x.length : y.length;
        int order = shared ? memcmp(x.at, y.at, shared) : 0;
        return order ? order : (x.length > y.length) - (x.length < y.length);
    }
    return (a.word > b.word) - (a.word < b.word);
}

size_t ln_lower_bound(const struct ln_values *values, struct ln_state state, size_t stride, ln_value value)
{
    size_t at = 0;
    while (at < ln_words(state) && ln_compare(values, ln_word(state, at), value) < 0)
        at += stride;
    assert(at <= ln_words(state)); /* entries are whole */
    return at;
}

void ln_initial_empty(const struct ln_spec *spec, struct ln_next *next)
{
    (void)spec;
    ln_next_add(next, 0);
}

void ln_initial_zero(const struct ln_spec *spec, struct ln_next *next)
{
    (void)spec;
    ln_next_number(next, 0);
}

void ln_initial_count(const struct ln_spec *spec, struct ln_next *next)
{
    ln_next_number(next, (int64_t)spec->count);
}

void ln_write_words(const struct ln_spec *spec, const struct ln_values *values, struct ln_state state,
                    struct ln_str *out)
{
    (void)spec;
    ln_str_char(out, '[');
    for (size_t i = 0; i < ln_words(state); i++) {
        if (i)
            ln_str_text(out, ", ");
        ln_value_write(values, ln_word(state, i), out);
    }
    ln_str_char(out, ']');
}

void ln_write_pairs(const struct ln_spec *spec, const struct ln_values *values, struct ln_state state,
                    struct ln_str *out)
{
    assert(ln_words(state) % 2 == 0);
    (void)spec;
    ln_str_char(out, '{');
    for (size_t i = 0; i < ln_words(state); i++) {
        if (i)
            ln_str_text(out, i % 2 ? ": " : ", ");
        ln_value_write(values, ln_word(state, i), out);
    }
    ln_str_char(out, '}');
}

void ln_write_number(const struct ln_spec *spec, const struct ln_values *values, struct ln_state state,
                     struct ln_str *out)
{
    (void)spec;
    (void)values;
    ln_str_int(out, ln_number(state));
}

ln_value ln_answer_by_trying(const struct ln_spec *spec, struct ln_state state, const struct ln_invocation *in,
                             struct ln_values *values)
{
    const ln_value results[] = { LN_VALUE_NONE, LN_VALUE_TRUE, LN_VALUE_FALSE };
    enum ln_returns returns = (enum ln_returns)spec->class->methods[in->method].returns;
    bool truth = returns == LN_RETURNS_TRUTH || returns == LN_RETURNS_CHANGE;
    struct ln_invocation tried = *in;
    struct ln_next next;
    bool accepted = false;
    assert(in->method < spec->class->method_count);
    ln_next_init(&next, values->arena.memory);
    for (size_t i = truth; i < sizeof results / sizeof *results && !accepted; i++) {
        tried.result = results[i];
        ln_next_clear(&next);
        spec->class->step(spec, state, &tried, &next);
        accepted = next.stays || next.states.length;
    }
    ln_next_fini(&next);
    return accepted ? tried.result : LN_VALUE_UNKNOWN;
}
