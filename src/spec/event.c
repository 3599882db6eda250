/* A flag to wait for, which stays set until it is reset. The state is 1 while it is set. */
#include "spec/registry.h"
#include "spec/single_answer.h"
#include "spec/value_sequence.h"

#include <assert.h>

enum { SET, RESET, WAIT, IS_SET };

static const struct ln_method methods[] = {
    { "set", "signal", "", "nothing", 0, 0, LN_RETURNS_NOTHING, LN_OVERWRITES, LN_TAKES_ANY },
    { "reset", "clear", "", "nothing", 0, 0, LN_RETURNS_NOTHING, LN_OVERWRITES, LN_TAKES_ANY },
    { "wait", "await", "", "nothing; waits until it is set", 0, 0, LN_RETURNS_NOTHING, LN_READS, LN_TAKES_ANY },
    { "is_set", "isSet read try_wait tryWait", "", "true if it is set", 0, 0, LN_RETURNS_TRUTH, LN_READS,
      LN_TAKES_ANY },
};

static struct ln_reply respond(const struct ln_spec *spec, struct ln_state state, const struct ln_invocation *in,
                               struct ln_next *next)
{
    int64_t now = ln_number(state);
    assert(now == 0 || now == 1);
    (void)spec;
    if (in->method == IS_SET)
        return ln_reply_bool(now);
    if (in->method == WAIT)
        return now ? ln_reply_done() : ln_reply_waits();
    ln_next_number(next, in->method == SET);
    return ln_reply_done();
}

static void settle(const struct ln_spec *spec, const struct ln_invocation *in, bool alone, struct ln_next *next)
{
    (void)spec;
    (void)alone;
    if (in->method != IS_SET)
        ln_next_number(next, in->method != RESET);
    else if (!ln_same(in->result, LN_VALUE_UNKNOWN))
        ln_next_number(next, ln_same(in->result, LN_VALUE_TRUE));
}

static void write_state(const struct ln_spec *spec, const struct ln_values *values, struct ln_state state,
                        struct ln_str *out)
{
    (void)spec;
    (void)values;
    ln_str_text(out, ln_number(state) ? "set" : "not set");
}

const struct ln_spec_class ln_spec_event = {
    .name = "event",
    .aliases = "manual-reset-event",
    .summary = "a flag that is set, reset and waited for",
    .methods = methods,
    .method_count = sizeof methods / sizeof *methods,
    .initial = ln_initial_zero,
    .respond = respond,
    .step = ln_respond_step,
    .answer = ln_respond_answer,
    .settle = settle,
    .blocks = ln_respond_blocks,
    .write_state = write_state,
};
