/* Permits that are acquired and released. The state is how many are free. */
#include "spec/registry.h"
#include "spec/single_answer.h"
#include "spec/value_sequence.h"

#include <assert.h>

enum { ACQUIRE, RELEASE, TRY_ACQUIRE };

static const struct ln_method methods[] = {
    { "acquire", "P wait down", "", "nothing; waits while no permit is free", 0, 0, LN_RETURNS_NOTHING, LN_CHANGES,
      LN_TAKES_ANY },
    { "release", "V signal up post", "", "nothing", 0, 0, LN_RETURNS_NOTHING, LN_CHANGES, LN_TAKES_ANY },
    { "try_acquire", "tryAcquire trywait try_wait", "", "true, or false while no permit is free", 0, 0,
      LN_RETURNS_TRUTH, LN_READS_IF_FALSE, LN_TAKES_ANY },
};

static struct ln_reply respond(const struct ln_spec *spec, struct ln_state state, const struct ln_invocation *in,
                               struct ln_next *next)
{
    int64_t now = ln_number(state);
    bool tries = in->method == TRY_ACQUIRE;
    assert(now >= 0);
    (void)spec;
    if (in->method == RELEASE) {
        ln_next_number(next, now + 1);
        return ln_reply_done();
    }
    if (now == 0)
        return tries ? ln_reply_bool(false) : ln_reply_waits();
    ln_next_number(next, now - 1);
    return tries ? ln_reply_bool(true) : ln_reply_done();
}

const struct ln_spec_class ln_spec_semaphore = {
    .name = "semaphore",
    .aliases = "",
    .summary = "permits that are acquired and released",
    .methods = methods,
    .method_count = sizeof methods / sizeof *methods,
    .parameter = "permits",
    .parameter_kind = LN_PARAMETER_COUNT,
    .parameter_help = "how many are free at first (1)",
    .parameter_default = 1,
    .parameter_most = INT64_MAX / 2,
    .initial = ln_initial_count,
    .respond = respond,
    .step = ln_respond_step,
    .answer = ln_respond_answer,
    .blocks = ln_respond_blocks,
    .write_state = ln_write_number,
};
