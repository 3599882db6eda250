/* The answer, and what comes with it. */
#ifndef LN_FINDING_VERDICT_H
#define LN_FINDING_VERDICT_H

#include "base/budget.h"
#include "finding/method.h"
#include "history/history.h"

enum ln_verdict { LN_HOLDS, LN_VIOLATED, LN_UNKNOWN };

enum ln_reason {
    LN_REASON_NONE,
    LN_REASON_TIME,
    LN_REASON_MEMORY,
    LN_REASON_BOUND,
    LN_REASON_METHOD,
    LN_REASON_INTERRUPTED,
    LN_REASON_UNSEEN, /* something that matters was not seen */
    LN_REASON_EMPTY,  /* nothing was looked at */
};

/* Why a pending operation of a stuck history may wait for ever: a serial order of all completed operations after which
 * the spec makes it wait. */
struct ln_stuck_witness {
    uint32_t pending;      /* the waiting operation */
    uint32_t start, count; /* its order, within outcome.stuck_orders */
};

/* What became of the order that the history itself reports. */
struct ln_hint_use {
    bool used;  /* some part was judged by it */
    bool right; /* and it explained all of them as it is */
    /* Else: the first operation at which it fails, and the one whose real time says so; LN_NO_OP when it is the object
     * that cannot do it there. */
    uint32_t wrong_at, against;
    uint32_t windows; /* that were searched for that, and the operations in them */
    uint64_t searched;
};

/* What strong hitting families had to say. */
struct ln_hitting_use {
    bool used, counted;
    uint32_t depth;     /* holds: of the first family with a witness; else of the last one of which all was tried */
    uint64_t schedules; /* distinct ones in that family, and so in all that were tried, if they were counted */
};

struct ln_outcome {
    struct ln_memory *memory;
    enum ln_verdict verdict;
    enum ln_reason reason; /* why unknown */
    ln_methods methods;    /* what decided; several when parts were decided differently */
    const char *declined;  /* why the method did not decide though the budget was not spent, or NULL */
    /* holds: the witness. Otherwise the longest partial linearisation found, of one part when the history has several:
     * it linearises the part's events up to `stopped_at`. */
    LN_VEC(uint32_t) order;
    /* Not holds: the operation at whose return every attempt (violated) or the furthest one (unknown) ended;
     * LN_NO_OP when no attempt was made. */
    uint32_t stopped_at;
    /* Violated: the stuck operation that no order justifies, or LN_NO_OP when the orders themselves are impossible. */
    uint32_t unjustified;
    /* Violated, decided by patterns: the operations of the pattern that was found, in the order of their calls (alone
     * they are a violation), and its name (docs/patterns.md); else none and NULL. */
    LN_VEC(uint32_t) suspects;
    const char *pattern;
    LN_VEC(uint32_t) stuck_orders;
    LN_VEC(struct ln_stuck_witness) stuck;
    uint64_t configurations; /* how many were entered, */
    uint64_t to_furthest;    /* and, unless it holds, how many of them when the longest partial order was found */
    uint32_t parts, parts_done;
    struct ln_hint_use hint;
    struct ln_hitting_use hitting;
};

/* The least skew of all clocks under which a violated history holds, as far as it was found out: at_most when that is
 * above + 1. */
struct ln_min_skew {
    int64_t above;         /* it is more than this */
    int64_t at_most;       /* and not more than this; negative: that is not known */
    bool none;             /* there is none: program order alone is violated */
    enum ln_reason reason; /* why no more is known */
};

static inline bool ln_min_skew_is_found(const struct ln_min_skew *skew)
{
    return skew->at_most >= 0 && skew->at_most - skew->above == 1;
}

void ln_outcome_init(struct ln_outcome *outcome, struct ln_memory *memory);
void ln_outcome_fini(struct ln_outcome *outcome);
/* Back to as after init, keeping its room. */
void ln_outcome_clear(struct ln_outcome *outcome);

const char *ln_verdict_text(enum ln_verdict verdict);
const char *ln_reason_text(enum ln_reason reason);
enum ln_reason ln_reason_of(enum ln_stop stop);

#endif
