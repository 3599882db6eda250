/* A number that is counted down to zero, where it stays and lets everyone pass. The state is the number. */
#include "spec/registry.h"
#include "spec/single_answer.h"
#include "spec/value_sequence.h"

#include <assert.h>

enum { COUNT_DOWN, GET_COUNT, AWAIT };

static const struct ln_method methods[] = {
    { "count_down", "countDown", "", "nothing", 0, 0, LN_RETURNS_NOTHING, LN_CHANGES, LN_TAKES_ANY },
    { "get_count", "getCount read", "", "the number", 0, 0, LN_RETURNS_INTEGER, LN_READS, LN_TAKES_ANY },
    { "await", "wait", "", "nothing; waits until it is 0", 0, 0, LN_RETURNS_NOTHING, LN_READS, LN_TAKES_ANY },
};

static struct ln_reply respond(const struct ln_spec *spec, struct ln_state state, const struct ln_invocation *in,
                               struct ln_next *next)
{
    int64_t now = ln_number(state);
    assert(now >= 0);
    (void)spec;
    if (in->method == GET_COUNT)
        return ln_reply_number(now);
    if (in->method == AWAIT)
        return now ? ln_reply_waits() : ln_reply_done();
    if (now)
        ln_next_number(next, now - 1);
    return ln_reply_done();
}

const struct ln_spec_class ln_spec_countdown = {
    .name = "countdown",
    .aliases = "latch countdown-latch CountDownLatch",
    .summary = "a number that is counted down to 0 and waited for",
    .methods = methods,
    .method_count = sizeof methods / sizeof *methods,
    .parameter = "count",
    .parameter_kind = LN_PARAMETER_COUNT,
    .parameter_help = "where it starts (1)",
    .parameter_default = 1,
    .parameter_most = INT64_MAX / 2,
    .initial = ln_initial_count,
    .respond = respond,
    .step = ln_respond_step,
    .answer = ln_respond_answer,
    .blocks = ln_respond_blocks,
    .write_state = ln_write_number,
};
