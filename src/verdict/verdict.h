/* The answer, and what comes with it. */
#ifndef LN_VERDICT_VERDICT_H
#define LN_VERDICT_VERDICT_H

#include "base/budget.h"
#include "history/history.h"

enum ln_verdict { LN_HOLDS, LN_VIOLATED, LN_UNKNOWN };

enum ln_reason { LN_REASON_NONE, LN_REASON_TIME, LN_REASON_MEMORY, LN_REASON_BOUND, LN_REASON_METHOD,
                 LN_REASON_INTERRUPTED };

/* Why a pending operation of a stuck history may wait for ever: a serial order of all completed operations after which
 * the spec makes it wait. */
struct ln_stuck_witness {
    uint32_t pending;      /* the waiting operation */
    uint32_t start, count; /* its order, within outcome.stuck_orders */
};

struct ln_outcome {
    struct ln_memory *memory;
    enum ln_verdict verdict;
    enum ln_reason reason;  /* why unknown */
    const char *algorithm;  /* what decided */
    /* holds: the witness. Otherwise the longest partial linearisation found, of one part when the history has several:
     * it linearises the part's events up to `stopped_at`. */
    LN_VEC(uint32_t) order;
    /* Not holds: the operation at whose return every attempt (violated) or the furthest one (unknown) ended;
     * LN_NO_OP when no attempt was made. */
    uint32_t stopped_at;
    /* Violated: the stuck operation that no order justifies, or LN_NO_OP when the orders themselves are impossible. */
    uint32_t unjustified;
    LN_VEC(uint32_t) stuck_orders;
    LN_VEC(struct ln_stuck_witness) stuck;
    uint64_t configurations; /* how many were entered */
    uint32_t parts, parts_done;
};

void ln_outcome_init(struct ln_outcome *outcome, struct ln_memory *memory);
void ln_outcome_fini(struct ln_outcome *outcome);
/* Back to as after init, keeping its room. */
void ln_outcome_clear(struct ln_outcome *outcome);

const char *ln_verdict_text(enum ln_verdict verdict);
const char *ln_reason_text(enum ln_reason reason);
enum ln_reason ln_reason_of(enum ln_stop stop);

#endif
