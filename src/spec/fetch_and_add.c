/* A number that says what it was, or has become, when it is added to; it starts at 0. Sums wrap. */
#include "spec/registry.h"
#include "spec/single_answer.h"
#include "spec/value_sequence.h"

enum { FETCH_ADD, ADD_FETCH, READ };

static const struct ln_method methods[] = {
    { "fetch_add", "faa fetchAndAdd getAndAdd fetch_and_add fetch-and-add inc increment", "[amount]",
      "the number before", 0, 1, LN_RETURNS_INTEGER, LN_CHANGES, LN_TAKES_INTEGER },
    { "add_and_get", "addAndGet add_fetch", "[amount]", "the number after", 0, 1, LN_RETURNS_INTEGER, LN_CHANGES,
      LN_TAKES_INTEGER },
    { "read", "get load value", "", "the number", 0, 0, LN_RETURNS_INTEGER, LN_READS, LN_TAKES_ANY },
};

static struct ln_reply respond(const struct ln_spec *spec, struct ln_state state, const struct ln_invocation *in,
                               struct ln_next *next)
{
    int64_t now = ln_number(state), amount = 1, then;
    (void)spec;
    if (in->method == READ)
        return ln_reply_number(now);
    if (!ln_same(in->args[0], LN_VALUE_NONE))
        amount = ln_value_int(in->values, in->args[0]);
    then = (int64_t)((uint64_t)now + (uint64_t)amount);
    ln_next_number(next, then);
    return ln_reply_number(in->method == FETCH_ADD ? now : then);
}

static void settle(const struct ln_spec *spec, const struct ln_invocation *in, bool alone, struct ln_next *next)
{
    (void)alone;
    if (!ln_same(in->result, LN_VALUE_UNKNOWN)) {
        int64_t now = ln_value_int(in->values, in->result);
        if (in->method == FETCH_ADD)
            respond(spec, (struct ln_state){ (const uint8_t *)&now, sizeof now }, in, next);
        else
            ln_next_number(next, now);
    }
}

const struct ln_spec_class ln_spec_fetch_and_add = {
    .name = "fetch-and-add",
    .aliases = "faa fetch-add",
    .summary = "a number that is added to and fetched at once",
    .methods = methods,
    .method_count = sizeof methods / sizeof *methods,
    .initial = ln_initial_zero,
    .respond = respond,
    .step = ln_respond_step,
    .answer = ln_respond_answer,
    .settle = settle,
    .write_state = ln_write_number,
};
