/* Remembers the largest number that was written; it starts at 0. */
#include "spec/registry.h"
#include "spec/single_answer.h"
#include "spec/value_sequence.h"

enum { WRITE_MAX, READ };

static const struct ln_method methods[] = {
    { "write_max", "writeMax write", "number", "nothing", 1, 1, LN_RETURNS_NOTHING, LN_CHANGES, LN_TAKES_INTEGER },
    { "read", "read_max readMax get", "", "the largest number so far", 0, 0, LN_RETURNS_INTEGER, LN_READS,
      LN_TAKES_ANY },
};

static struct ln_reply respond(const struct ln_spec *spec, struct ln_state state, const struct ln_invocation *in,
                               struct ln_next *next)
{
    int64_t now = ln_number(state), number;
    (void)spec;
    if (in->method == READ)
        return ln_reply_number(now);
    number = ln_value_int(in->values, in->args[0]);
    if (number > now)
        ln_next_number(next, number);
    return ln_reply_done();
}

static void settle(const struct ln_spec *spec, const struct ln_invocation *in, bool alone, struct ln_next *next)
{
    (void)spec;
    (void)alone;
    if (in->method == READ && !ln_same(in->result, LN_VALUE_UNKNOWN))
        ln_next_number(next, ln_value_int(in->values, in->result));
}

const struct ln_spec_class ln_spec_max_register = {
    .name = "max-register",
    .aliases = "",
    .summary = "remembers the largest number that was written",
    .methods = methods,
    .method_count = sizeof methods / sizeof *methods,
    .initial = ln_initial_zero,
    .respond = respond,
    .step = ln_respond_step,
    .answer = ln_respond_answer,
    .settle = settle,
    .write_state = ln_write_number,
};
