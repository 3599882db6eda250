/* A lock that one holder has at a time. Who holds it is not recorded: releasing a held lock always works, releasing a
 * free one never does. The state is one byte. */
#include "spec/registry.h"
#include "spec/value_sequence.h"

enum { ACQUIRE, RELEASE, TRY_ACQUIRE };

static const struct ln_method methods[] = {
    { "acquire", "lock", "", "nothing; waits while held", 0, 0, LN_RETURNS_NOTHING, LN_CHANGES, LN_TAKES_ANY },
    { "release", "unlock", "", "nothing", 0, 0, LN_RETURNS_NOTHING, LN_CHANGES, LN_TAKES_ANY },
    { "try_acquire", "trylock try_lock tryLock", "", "true, or false while held", 0, 0, LN_RETURNS_TRUTH,
      LN_READS_IF_FALSE, LN_TAKES_ANY },
};

static void become(struct ln_next *next, bool held)
{
    uint8_t *to = ln_next_add(next, 1);
    if (to)
        *to = held;
}

static void initial(const struct ln_spec *spec, struct ln_next *next)
{
    (void)spec;
    become(next, false);
}

static void step(const struct ln_spec *spec, struct ln_state state, const struct ln_invocation *in,
                 struct ln_next *next)
{
    bool held = state.at[0];
    (void)spec;
    switch (in->method) {
    case ACQUIRE:
        if (!held)
            become(next, true);
        break;
    case RELEASE:
        if (held)
            become(next, false);
        break;
    case TRY_ACQUIRE:
        if (!ln_may_return(in, ln_bool(!held)))
            break;
        if (held)
            ln_next_stay(next);
        else
            become(next, true);
        break;
    }
}

static void settle(const struct ln_spec *spec, const struct ln_invocation *in, bool alone, struct ln_next *next)
{
    (void)spec;
    (void)alone;
    become(next, in->method != RELEASE); /* an attempt fails while it is held, and otherwise takes it */
}

static bool blocks(const struct ln_spec *spec, struct ln_state state, const struct ln_invocation *in)
{
    (void)spec;
    return in->method == ACQUIRE && state.at[0];
}

static void write_state(const struct ln_spec *spec, const struct ln_values *values, struct ln_state state,
                        struct ln_str *out)
{
    (void)spec;
    (void)values;
    ln_str_text(out, state.at[0] ? "held" : "free");
}

const struct ln_spec_class ln_spec_mutex = {
    .name = "mutex",
    .aliases = "lock",
    .summary = "a lock that one holder has at a time",
    .methods = methods,
    .method_count = sizeof methods / sizeof *methods,
    .initial = initial,
    .step = step,
    .answer = ln_answer_by_trying,
    .settle = settle,
    .blocks = blocks,
    .write_state = write_state,
};
