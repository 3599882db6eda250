/* A number that goes up and down; it starts at 0. */
#include "spec/registry.h"
#include "spec/value_sequence.h"

enum { INC, DEC, ADD, READ };

static const struct ln_method methods[] = {
    { "inc", "increment", "[amount]", "nothing", 0, 1, LN_RETURNS_NOTHING, LN_CHANGES, LN_TAKES_INTEGER },
    { "dec", "decrement", "[amount]", "nothing", 0, 1, LN_RETURNS_NOTHING, LN_CHANGES, LN_TAKES_INTEGER },
    { "add", "", "amount", "nothing", 1, 1, LN_RETURNS_NOTHING, LN_CHANGES, LN_TAKES_INTEGER },
    { "read", "get value", "", "the number", 0, 0, LN_RETURNS_INTEGER, LN_READS, LN_TAKES_ANY },
};

static void step(const struct ln_spec *spec, struct ln_state state, const struct ln_invocation *in,
                 struct ln_next *next)
{
    int64_t now = ln_number(state), amount = 1;
    (void)spec;
    if (in->method == READ) {
        if (ln_same(in->result, LN_VALUE_UNKNOWN) || ln_value_int(in->values, in->result) == now)
            ln_next_stay(next);
        return;
    }
    if (!ln_same(in->args[0], LN_VALUE_NONE))
        amount = ln_value_int(in->values, in->args[0]);
    if (amount == 0) {
        ln_next_stay(next);
        return;
    }
    /* Sums wrap as the hardware's do. */
    ln_next_number(next,
                   (int64_t)(in->method == DEC ? (uint64_t)now - (uint64_t)amount : (uint64_t)now + (uint64_t)amount));
}

static void settle(const struct ln_spec *spec, const struct ln_invocation *in, bool alone, struct ln_next *next)
{
    (void)spec;
    (void)alone;
    if (in->method == READ && !ln_same(in->result, LN_VALUE_UNKNOWN))
        ln_next_number(next, ln_value_int(in->values, in->result));
}

static ln_value answer(const struct ln_spec *spec, struct ln_state state, const struct ln_invocation *in,
                       struct ln_values *values)
{
    ln_value number = LN_VALUE_UNKNOWN;
    if (in->method != READ)
        return ln_answer_by_trying(spec, state, in, values);
    return ln_values_int(values, ln_number(state), &number) ? LN_VALUE_UNKNOWN : number;
}

const struct ln_spec_class ln_spec_counter = {
    .name = "counter",
    .aliases = "",
    .summary = "a number that is increased, decreased and read",
    .methods = methods,
    .method_count = sizeof methods / sizeof *methods,
    .initial = ln_initial_zero,
    .step = step,
    .answer = answer,
    .settle = settle,
    .write_state = ln_write_number,
};
