/* Cells that are written one by one and read all at once (Afek et al., JACM 1993). The state is their values. */
#include "spec/registry.h"
#include "spec/single_answer.h"
#include "spec/value_sequence.h"

#include <assert.h>

enum { UPDATE, SCAN };

static const struct ln_method methods[] = {
    { "update", "write set", "cell, value", "nothing; cells are numbered from 0", 2, 2, LN_RETURNS_NOTHING, LN_CHANGES,
      LN_TAKES_ANY },
    { "scan", "snapshot read", "", "the list of all values", 0, 0, LN_RETURNS_VALUE, LN_READS, LN_TAKES_ANY },
};

static void initial(const struct ln_spec *spec, struct ln_next *next)
{
    ln_value *to = ln_next_add(next, spec->count * sizeof *to);
    for (uint64_t i = 0; i < spec->count && to; i++)
        to[i] = LN_VALUE_NULL;
}

static struct ln_reply respond(const struct ln_spec *spec, struct ln_state state, const struct ln_invocation *in,
                               struct ln_next *next)
{
    int64_t cell;
    assert(ln_words(state) == spec->count);
    if (in->method == SCAN)
        return ln_reply_items(LN_REPLY_LIST, state);
    if (ln_value_kind(in->args[0]) != LN_KIND_INT)
        return ln_reply_never();
    cell = ln_value_int(in->values, in->args[0]);
    if (cell < 0 || (uint64_t)cell >= spec->count)
        return ln_reply_never();
    ln_next_replaced(next, state, (size_t)cell, in->args[1]);
    return ln_reply_done();
}

const struct ln_spec_class ln_spec_snapshot = {
    .name = "snapshot",
    .aliases = "atomic-snapshot",
    .summary = "cells that are read all at once",
    .methods = methods,
    .method_count = sizeof methods / sizeof *methods,
    .parameter = "size",
    .parameter_kind = LN_PARAMETER_COUNT,
    .parameter_help = "how many cells there are (2)",
    .parameter_default = 2,
    .parameter_most = 1 << 20,
    .initial = initial,
    .respond = respond,
    .step = ln_respond_step,
    .answer = ln_respond_answer,
    .write_state = ln_write_words,
};
