/* Inside src/spec only: states that are sequences of values. */
#ifndef LN_SPEC_VALUE_SEQUENCE_H
#define LN_SPEC_VALUE_SEQUENCE_H

#include "spec/spec.h"

#include <assert.h>
#include <string.h>

static inline size_t ln_words(struct ln_state state)
{
    assert(state.length % sizeof(ln_value) == 0);
    return state.length / sizeof(ln_value);
}

static inline ln_value ln_word(struct ln_state state, size_t index)
{
    ln_value value;
    assert(index < ln_words(state));
    memcpy(&value, state.at + index * sizeof value, sizeof value);
    return value;
}

/* For asserts: are the words in order, as those of sets and bags are? */
static inline bool ln_words_ascend(struct ln_state state)
{
    for (size_t i = 1; i < ln_words(state); i++)
        if (ln_word(state, i - 1).word > ln_word(state, i).word)
            return false;
    return true;
}

/* The one successor is a single value. */
static inline void ln_next_word(struct ln_next *next, ln_value value)
{
    void *to = ln_next_add(next, sizeof value);
    if (to)
        memcpy(to, &value, sizeof value);
}

/* The state without its word at `index`. */
static inline void ln_next_without(struct ln_next *next, struct ln_state state, size_t index)
{
    size_t at = index * sizeof(ln_value);
    uint8_t *to = ln_next_add(next, state.length - sizeof(ln_value));
    assert(index < ln_words(state));
    if (!to)
        return;
    memcpy(to, state.at, at);
    memcpy(to + at, state.at + at + sizeof(ln_value), state.length - at - sizeof(ln_value));
}

/* The state with a word put in at `index`. */
static inline void ln_next_with(struct ln_next *next, struct ln_state state, size_t index, ln_value value)
{
    size_t at = index * sizeof(ln_value);
    uint8_t *to = ln_next_add(next, state.length + sizeof(ln_value));
    assert(index <= ln_words(state));
    if (!to)
        return;
    if (at)
        memcpy(to, state.at, at);
    memcpy(to + at, &value, sizeof value);
    if (state.length > at)
        memcpy(to + at + sizeof value, state.at + at, state.length - at);
}

/* The words from `start` on, up to `end`. */
static inline struct ln_state ln_words_between(struct ln_state state, size_t start, size_t end)
{
    assert(start >= end || end <= ln_words(state));
    return (struct ln_state){ start < end ? state.at + start * sizeof(ln_value) : state.at,
                              start < end ? (end - start) * sizeof(ln_value) : 0 };
}

/* The state with another word at `index`. */
static inline void ln_next_replaced(struct ln_next *next, struct ln_state state, size_t index, ln_value value)
{
    uint8_t *to = ln_next_add(next, state.length);
    assert(index < ln_words(state));
    if (!to)
        return;
    memcpy(to, state.at, state.length);
    memcpy(to + index * sizeof value, &value, sizeof value);
}

/* Where `value` is, or the number of words. */
static inline size_t ln_find_word(struct ln_state state, ln_value value)
{
    size_t at = 0;
    while (at < ln_words(state) && !ln_same(ln_word(state, at), value))
        at++;
    return at;
}

/* States that are one number. */
static inline int64_t ln_number(struct ln_state state)
{
    int64_t number;
    assert(state.length == sizeof number);
    memcpy(&number, state.at, sizeof number);
    return number;
}

static inline void ln_next_number(struct ln_next *next, int64_t number)
{
    void *to = ln_next_add(next, sizeof number);
    if (to)
        memcpy(to, &number, sizeof number);
}

/* Numbers by size, strings by their bytes; values of different kinds in a fixed order. */
int ln_compare(const struct ln_values *values, ln_value a, ln_value b);

/* The first of the words, which are in order and `stride` apart, that is not before `value`. */
size_t ln_lower_bound(const struct ln_values *values, struct ln_state state, size_t stride, ln_value value);

/* For classes: how they start, and how their states are written: `[1, 2, 3]`, `{1: 2, 3: 4}`, `7`. */
void ln_initial_empty(const struct ln_spec *spec, struct ln_next *next);
void ln_initial_zero(const struct ln_spec *spec, struct ln_next *next);
void ln_initial_count(const struct ln_spec *spec, struct ln_next *next);
void ln_write_words(const struct ln_spec *spec, const struct ln_values *values, struct ln_state state,
                    struct ln_str *out);
void ln_write_pairs(const struct ln_spec *spec, const struct ln_values *values, struct ln_state state,
                    struct ln_str *out);
void ln_write_number(const struct ln_spec *spec, const struct ln_values *values, struct ln_state state,
                     struct ln_str *out);

/* For `answer`: of the results that methods without a value of their own have (nothing, true, false), one that the
 * step accepts. */
ln_value ln_answer_by_trying(const struct ln_spec *spec, struct ln_state state, const struct ln_invocation *in,
                             struct ln_values *values);

#endif
