/* A cell that is read, written and, in the second class, compared and swapped. The state is its value. */
#include "spec/registry.h"
#include "spec/value_sequence.h"

enum { READ, WRITE, CAS };

static const struct ln_method methods[] = {
    { "read", "get load", "", "the value", 0, 0, LN_RETURNS_VALUE, LN_READS, LN_TAKES_ANY },
    { "write", "set store put", "value", "nothing", 1, 1, LN_RETURNS_NOTHING, LN_OVERWRITES, LN_TAKES_ANY },
    { "cas", "compare-and-set compare_and_swap compareAndSet", "old, new", "true or false", 2, 2, LN_RETURNS_TRUTH,
      LN_READS_IF_FALSE, LN_TAKES_ANY },
};

static const uint8_t roles[] = { [READ] = LN_ROLE_LOOK, [WRITE] = LN_ROLE_INSERT, [CAS] = LN_ROLE_OTHER };

static void initial(const struct ln_spec *spec, struct ln_next *next)
{
    ln_next_word(next, spec->value);
}

static void become(struct ln_next *next, ln_value now, ln_value value)
{
    if (ln_same(now, value))
        ln_next_stay(next);
    else
        ln_next_word(next, value);
}

static void step(const struct ln_spec *spec, struct ln_state state, const struct ln_invocation *in,
                 struct ln_next *next)
{
    ln_value now = ln_word(state, 0);
    bool matches;
    (void)spec;
    switch (in->method) {
    case READ:
        if (ln_may_return(in, now))
            ln_next_stay(next);
        break;
    case WRITE: become(next, now, in->args[0]); break;
    case CAS:
        matches = ln_same(now, in->args[0]);
        if (ln_may_return(in, ln_bool(matches)))
            become(next, now, matches ? in->args[1] : now);
        break;
    }
}

static void settle(const struct ln_spec *spec, const struct ln_invocation *in, bool alone, struct ln_next *next)
{
    (void)spec;
    (void)alone;
    if (in->method == WRITE)
        ln_next_word(next, in->args[0]);
    else if (in->method == READ && !ln_same(in->result, LN_VALUE_UNKNOWN))
        ln_next_word(next, in->result);
    else if (in->method == CAS && ln_same(in->result, LN_VALUE_TRUE))
        ln_next_word(next, in->args[1]);
}

static ln_value answer(const struct ln_spec *spec, struct ln_state state, const struct ln_invocation *in,
                       struct ln_values *values)
{
    return in->method == READ ? ln_word(state, 0) : ln_answer_by_trying(spec, state, in, values);
}

static void write_state(const struct ln_spec *spec, const struct ln_values *values, struct ln_state state,
                        struct ln_str *out)
{
    (void)spec;
    ln_value_write(values, ln_word(state, 0), out);
}

const struct ln_spec_class ln_spec_register = {
    .name = "register",
    .aliases = "atomic-register",
    .summary = "a cell that is read and written",
    .methods = methods,
    .method_count = 2,
    .parameter = "initial",
    .parameter_kind = LN_PARAMETER_VALUE,
    .parameter_help = "the value before any write (null)",
    .discipline = LN_DISCIPLINE_CELL,
    .roles = roles,
    .initial = initial,
    .step = step,
    .answer = answer,
    .settle = settle,
    .write_state = write_state,
};

const struct ln_spec_class ln_spec_cas_register = {
    .name = "cas-register",
    .aliases = "cas",
    .summary = "a register with compare-and-swap",
    .methods = methods,
    .method_count = 3,
    .parameter = "initial",
    .parameter_kind = LN_PARAMETER_VALUE,
    .parameter_help = "the value before any write (null)",
    .discipline = LN_DISCIPLINE_CELL,
    .roles = roles,
    .initial = initial,
    .step = step,
    .answer = answer,
    .settle = settle,
    .write_state = write_state,
};
