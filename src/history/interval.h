/* Histories as interval orders (Bouajjani, Emmi, Enea, Hamza: Tractable refinement checking for concurrent objects,
 * POPL 2015, sections 4 and 6.1).
 *
 * The pasts of operations (what precedes them) are linearly ordered by inclusion. Numbered from 0 they are bounds of
 * time: an operation gets the interval [first, last] of the bounds during which it was open, and one precedes another
 * exactly when its interval ends before the other's begins (Lemma 6.2). The number of the last bound is the length.
 *
 * The k-approximation A_k keeps the last k bounds and makes one of all before them: it forgets order, and never adds
 * any. So what is violated in A_k is violated. */
#ifndef LN_HISTORY_INTERVAL_H
#define LN_HISTORY_INTERVAL_H

#include "base/budget.h"
#include "history/history.h"

struct ln_interval {
    uint32_t first, last;
};

static inline bool ln_interval_precedes(struct ln_interval a, struct ln_interval b)
{
    return a.last < b.first;
}

static inline bool ln_interval_same(struct ln_interval a, struct ln_interval b)
{
    return a.first == b.first && a.last == b.last;
}

struct ln_spanning {
    uint32_t operation; /* of the history */
    struct ln_interval interval;
};

/* The operations of a sealed history that did not fail, in the order of their calls, with their intervals. Order that
 * only `after` tells (history.h) is left out. */
struct ln_interval_order {
    const struct ln_history *history; /* borrowed */
    LN_VEC(struct ln_spanning) operations;
    uint32_t length;
};

/* The canonical representation; O(events). */
enum ln_status ln_interval_order_init(struct ln_interval_order *order, const struct ln_history *history);
void ln_interval_order_fini(struct ln_interval_order *order);

/* Makes of it its k-approximation (Lemma 6.5). */
void ln_interval_order_weaken(struct ln_interval_order *order, uint32_t k);

/* Does the label of an operation, m(u) => v, agree with another's: the same call, and the same result unless `weak` is
 * pending? Values are compared by their words: both histories share a table, or all values fit into words. */
bool ln_label_weakens(const struct ln_history *weak_history, uint32_t weak, const struct ln_history *strong_history,
                      uint32_t strong);

/* Is `weak` weaker than `strong` (Definition 4.2)? That is: are the operations of `strong` among those of `weak`, each
 * with its label or pending, all that completed in `weak` being there, with no order in `weak` that is not in
 * `strong`? A search over injections: quick where labels are rare. LN_STOPPED when the budget is spent. */
enum ln_status ln_is_weaker(const struct ln_interval_order *weak, const struct ln_interval_order *strong,
                            struct ln_budget *budget, bool *weaker);

/* The counting representation: how many operations have which label and interval. */
struct ln_interval_count {
    uint32_t operation; /* one of them: its label is theirs */
    struct ln_interval interval;
    uint64_t count;
};

struct ln_interval_counts {
    LN_VEC(struct ln_interval_count) at;
};

enum ln_status ln_interval_counts_init(struct ln_interval_counts *counts, const struct ln_interval_order *order);
void ln_interval_counts_fini(struct ln_interval_counts *counts, struct ln_memory *memory);

#endif
