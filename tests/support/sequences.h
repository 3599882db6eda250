/* For unit tests: sequences of operations that a spec accepts, or refuses at the last one. */
#ifndef LN_TESTS_SEQUENCES_H
#define LN_TESTS_SEQUENCES_H

#include "written_history.h"

#include "spec/possible_states.h"

struct sequence {
    const char *spec, *operations;
    const char *end; /* the state after them; NULL: the last one, and only it, cannot happen */
};

static inline void write_possible(const struct written *w, const struct ln_spec *spec,
                                  const struct ln_possible *possible, struct ln_str *out)
{
    for (size_t i = 0; i < possible->now.states.length; i++) {
        ln_str_text(out, i ? " or " : "");
        spec->class->write_state(spec, &w->history.values, ln_next_state(&possible->now, i), out);
    }
}

static inline void expect_sequence(const struct sequence *s)
{
    struct written w;
    struct ln_possible possible;
    struct ln_str text;
    size_t i;
    write_history(&w, s->spec, s->operations);
    ln_possible_init(&possible, &w.memory);
    ln_str_init(&text, &w.memory);
    assert_true(ln_possible_start(&possible, &w.spec));
    for (i = 0; i < w.history.operations.length && possible.now.states.length; i++) {
        struct ln_invocation in = ln_invocation_of(&w.history, (uint32_t)i);
        assert_true(ln_possible_step(&possible, &w.spec, &in));
    }
    write_possible(&w, &w.spec, &possible, &text);
    if (i < w.history.operations.length || strcmp(ln_str_borrow(&text), s->end ? s->end : "") != 0)
        fail_msg("%s: %s: after %zu operations the state is `%s`, expected `%s`", s->spec, s->operations, i,
                 ln_str_borrow(&text), s->end ? s->end : "");
    ln_str_fini(&text);
    ln_possible_fini(&possible);
    written_fini(&w);
}

/* How many of the sequences are about the class. */
static inline size_t sequences_about(const char *class, const struct sequence *sequences, size_t count)
{
    size_t about = 0;
    for (size_t i = 0; i < count; i++)
        about += strcspn(sequences[i].spec, ":") == strlen(class) &&
                 memcmp(sequences[i].spec, class, strlen(class)) == 0;
    return about;
}

/* Does the last operation wait, after those before it? */
static inline bool last_waits(const char *spec, const char *operations)
{
    struct written w;
    struct ln_possible possible;
    struct ln_invocation in;
    uint32_t last;
    bool waits;
    write_history(&w, spec, operations);
    last = (uint32_t)w.history.operations.length - 1;
    ln_possible_init(&possible, &w.memory);
    assert_true(ln_possible_start(&possible, &w.spec));
    for (uint32_t o = 0; o < last; o++) {
        in = ln_invocation_of(&w.history, o);
        assert_true(ln_possible_step(&possible, &w.spec, &in));
    }
    in = ln_invocation_of(&w.history, last);
    assert_true(possible.now.states.length > 0);
    waits = w.spec.class->blocks(&w.spec, ln_next_state(&possible.now, 0), &in);
    ln_possible_fini(&possible);
    written_fini(&w);
    return waits;
}

#endif
