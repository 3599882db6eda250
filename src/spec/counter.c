/* A number that goes up and down; it starts at 0. */
#include "spec/registry.h"
#include "spec/words.h"

enum { INC, DEC, ADD, READ };

static const struct ln_method methods[] = {
    { "inc", "increment", "[amount]", "nothing", 0, 1, LN_RETURNS_NOTHING, LN_CHANGES, LN_TAKES_INTEGER },
    { "dec", "decrement", "[amount]", "nothing", 0, 1, LN_RETURNS_NOTHING, LN_CHANGES, LN_TAKES_INTEGER },
    { "add", "", "amount", "nothing", 1, 1, LN_RETURNS_NOTHING, LN_CHANGES, LN_TAKES_INTEGER },
    { "read", "get value", "", "the number", 0, 0, LN_RETURNS_INTEGER, LN_READS, LN_TAKES_ANY },
};

static int64_t number_in(struct ln_state state)
{
    int64_t number;
    memcpy(&number, state.at, sizeof number);
    return number;
}

static void become(struct ln_next *next, int64_t number)
{
    void *to = ln_next_add(next, sizeof number);
    if (to)
        memcpy(to, &number, sizeof number);
}

static void initial(const struct ln_spec *spec, struct ln_next *next)
{
    (void)spec;
    become(next, 0);
}

static void step(const struct ln_spec *spec, struct ln_state state, const struct ln_invocation *in,
                 struct ln_next *next)
{
    int64_t now = number_in(state), amount = 1;
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
    become(next, (int64_t)(in->method == DEC ? (uint64_t)now - (uint64_t)amount : (uint64_t)now + (uint64_t)amount));
}

static void write_state(const struct ln_spec *spec, const struct ln_values *values, struct ln_state state,
                        struct ln_str *out)
{
    (void)spec;
    (void)values;
    ln_str_int(out, number_in(state));
}

const struct ln_spec_class ln_spec_counter = {
    .name = "counter", .aliases = "", .summary = "a number that is increased, decreased and read",
    .methods = methods, .method_count = sizeof methods / sizeof *methods,
    .initial = initial, .step = step, .write_state = write_state,
};
