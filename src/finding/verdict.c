#include "finding/verdict.h"

#include <assert.h>

void ln_outcome_init(struct ln_outcome *outcome, struct ln_memory *memory)
{
    *outcome = (struct ln_outcome){ .memory = memory };
    ln_outcome_clear(outcome);
}

void ln_outcome_clear(struct ln_outcome *outcome)
{
    outcome->verdict = LN_UNKNOWN;
    outcome->reason = LN_REASON_NONE;
    outcome->methods = 0;
    outcome->order.length = outcome->suspects.length = 0;
    outcome->pattern = outcome->declined = NULL;
    outcome->stopped_at = outcome->unjustified = LN_NO_OP;
    outcome->stuck_orders.length = outcome->stuck.length = 0;
    outcome->configurations = outcome->to_furthest = 0;
    outcome->parts = outcome->parts_done = 0;
    outcome->hint = (struct ln_hint_use){ .wrong_at = LN_NO_OP, .against = LN_NO_OP };
    outcome->hitting = (struct ln_hitting_use){ 0 };
}

void ln_outcome_fini(struct ln_outcome *outcome)
{
    ln_vec_fini(&outcome->order, outcome->memory);
    ln_vec_fini(&outcome->suspects, outcome->memory);
    ln_vec_fini(&outcome->stuck_orders, outcome->memory);
    ln_vec_fini(&outcome->stuck, outcome->memory);
}

const char *ln_verdict_text(enum ln_verdict verdict)
{
    static const char *const texts[] = { "holds", "violated", "unknown" };
    assert((size_t)verdict < sizeof texts / sizeof *texts);
    return texts[verdict];
}

const char *ln_reason_text(enum ln_reason reason)
{
    static const char *const texts[] = { "", "time", "memory", "bound", "method", "interrupted", "unseen", "empty" };
    assert((size_t)reason < sizeof texts / sizeof *texts);
    return texts[reason];
}

enum ln_reason ln_reason_of(enum ln_stop stop)
{
    switch (stop) {
    case LN_STOP_NONE: return LN_REASON_NONE;
    case LN_STOP_TIME: return LN_REASON_TIME;
    case LN_STOP_MEMORY: return LN_REASON_MEMORY;
    case LN_STOP_INTERRUPTED: return LN_REASON_INTERRUPTED;
    case LN_STOP_CANCELLED: return LN_REASON_NONE;
    }
    return LN_REASON_NONE;
}
