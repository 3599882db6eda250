/* Says whether anyone is there: those who arrived have not all departed (Ellen, Lev, Luchangco and Moir, PODC 2007).
 * The state is how many there are. */
#include "spec/registry.h"
#include "spec/single_answer.h"
#include "spec/value_sequence.h"

enum { ARRIVE, DEPART, QUERY };

static const struct ln_method methods[] = {
    { "arrive", "inc", "", "nothing", 0, 0, LN_RETURNS_NOTHING, LN_CHANGES, LN_TAKES_ANY },
    { "depart", "dec", "", "nothing; only after someone arrived", 0, 0, LN_RETURNS_NOTHING, LN_CHANGES, LN_TAKES_ANY },
    { "query", "read", "", "true if anyone is there", 0, 0, LN_RETURNS_TRUTH, LN_READS, LN_TAKES_ANY },
};

static struct ln_reply respond(const struct ln_spec *spec, struct ln_state state, const struct ln_invocation *in,
                               struct ln_next *next)
{
    int64_t now = ln_number(state);
    (void)spec;
    if (in->method == QUERY)
        return ln_reply_bool(now > 0);
    if (in->method == DEPART && now == 0)
        return ln_reply_never();
    ln_next_number(next, in->method == ARRIVE ? now + 1 : now - 1);
    return ln_reply_done();
}

const struct ln_spec_class ln_spec_nonzero_indicator = {
    .name = "nonzero-indicator",
    .aliases = "snzi",
    .summary = "says whether more have arrived than departed",
    .methods = methods,
    .method_count = sizeof methods / sizeof *methods,
    .initial = ln_initial_zero,
    .respond = respond,
    .step = ln_respond_step,
    .answer = ln_respond_answer,
    .write_state = ln_write_number,
};
