/* Inside src/spec only: states that are sequences of values. */
#ifndef LN_SPEC_WORDS_H
#define LN_SPEC_WORDS_H

#include "spec/spec.h"

#include <string.h>

static inline size_t ln_words(struct ln_state state)
{
    return state.length / sizeof(ln_value);
}

static inline ln_value ln_word(struct ln_state state, size_t index)
{
    ln_value value;
    memcpy(&value, state.at + index * sizeof value, sizeof value);
    return value;
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
    if (!to)
        return;
    if (at)
        memcpy(to, state.at, at);
    memcpy(to + at, &value, sizeof value);
    if (state.length > at)
        memcpy(to + at + sizeof value, state.at + at, state.length - at);
}

/* `[1, 2, 3]` */
void ln_write_words(const struct ln_values *values, struct ln_state state, struct ln_str *out);

void ln_initial_empty(const struct ln_spec *spec, struct ln_next *next);

#endif
