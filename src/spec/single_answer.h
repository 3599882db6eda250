/* Inside src/spec only: objects that can answer in one way only.
 *
 * Such a class says in one function, `respond`, what an operation returns in a state and what the state becomes; a
 * step then compares that with the result at hand, and what it would have answered or whether it waits is known too. */
#ifndef LN_SPEC_SINGLE_ANSWER_H
#define LN_SPEC_SINGLE_ANSWER_H

#include "spec/spec.h"

enum ln_reply_kind {
    LN_REPLY_WORD,
    LN_REPLY_NUMBER,
    LN_REPLY_NAME,       /* of an exception */
    LN_REPLY_LIST,       /* of the words in `items` */
    LN_REPLY_KEYS,       /* of every first one of them, */
    LN_REPLY_VALUES,     /* of every second one, */
    LN_REPLY_PAIRS,      /* of lists of two */
    LN_REPLY_LIST_TEXT,  /* "[1, 2]", as Java writes it, */
    LN_REPLY_PAIRS_TEXT, /* "{0=1, 2=0}" */
    LN_REPLY_NEVER,      /* the operation cannot happen here, */
    LN_REPLY_WAITS       /* and waits until it can */
};

struct ln_reply {
    enum ln_reply_kind kind;
    ln_value word;
    int64_t number;
    const char *name;
    struct ln_state items; /* part of the state before the step */
};

static inline struct ln_reply ln_reply_word(ln_value word)
{
    return (struct ln_reply){ .kind = LN_REPLY_WORD, .word = word };
}

static inline struct ln_reply ln_reply_bool(bool truth)
{
    return ln_reply_word(ln_bool(truth));
}

static inline struct ln_reply ln_reply_done(void)
{
    return ln_reply_word(LN_VALUE_NONE);
}

static inline struct ln_reply ln_reply_number(int64_t number)
{
    return (struct ln_reply){ .kind = LN_REPLY_NUMBER, .number = number };
}

static inline struct ln_reply ln_reply_name(const char *name)
{
    return (struct ln_reply){ .kind = LN_REPLY_NAME, .name = name };
}

static inline struct ln_reply ln_reply_items(enum ln_reply_kind kind, struct ln_state items)
{
    return (struct ln_reply){ .kind = kind, .items = items };
}

static inline struct ln_reply ln_reply_never(void)
{
    return (struct ln_reply){ .kind = LN_REPLY_NEVER };
}

static inline struct ln_reply ln_reply_waits(void)
{
    return (struct ln_reply){ .kind = LN_REPLY_WAITS };
}

/* The hooks of a class that has `respond`. That adds a successor only if the state may change. */
void ln_respond_step(const struct ln_spec *spec, struct ln_state state, const struct ln_invocation *in,
                     struct ln_next *next);
ln_value ln_respond_answer(const struct ln_spec *spec, struct ln_state state, const struct ln_invocation *in,
                           struct ln_values *values);
bool ln_respond_blocks(const struct ln_spec *spec, struct ln_state state, const struct ln_invocation *in);

#endif
