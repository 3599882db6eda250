/* What skew means, straight from its definition, to compare the order of events with. */
#ifndef LN_TESTS_SKEWED_H
#define LN_TESTS_SKEWED_H

#include "history/history.h"

__extension__ typedef __int128 wide;

/* Which of two operations of one process comes first: times say it, or the place in the file. */
static inline bool first_in_program(const struct ln_history *history, uint32_t a, uint32_t b)
{
    struct ln_span x = history->times.at[a], y = history->times.at[b];
    if (x.call != y.call)
        return x.call < y.call;
    return x.ret != y.ret ? x.ret < y.ret : a < b;
}

/* Does a surely precede b, when the clock of each process may be off by what `skews` says? Neither has failed. */
static inline bool surely_precedes(const struct ln_history *history, const int64_t *skews, uint32_t a, uint32_t b)
{
    const struct ln_operation *x = &history->operations.at[a], *y = &history->operations.at[b];
    struct ln_span s = history->times.at[a], t = history->times.at[b];
    wide latest_return = (wide)s.ret + skews[x->process], earliest_call = (wide)t.call - skews[y->process];
    bool instants = s.call == s.ret && t.call == t.ret && !skews[x->process] && !skews[y->process];
    if (a == b || x->fate != LN_COMPLETED)
        return false;
    if (x->process == y->process)
        return first_in_program(history, a, b);
    if (history->touching == LN_TOUCHING_IS_ORDERED && latest_return == earliest_call)
        return !instants;
    return latest_return < earliest_call;
}

/* The first pair about which the history says something else than the definition; false when there is none. */
static inline bool differs_from_definition(const struct ln_history *history, const int64_t *skews, uint32_t *a,
                                           uint32_t *b)
{
    const struct ln_operation *operations = history->operations.at;
    for (*a = 0; *a < history->operations.length; ++*a)
        for (*b = 0; *b < history->operations.length; ++*b)
            if (operations[*a].fate != LN_FAILED && operations[*b].fate != LN_FAILED &&
                ln_history_precedes(history, *a, *b) != surely_precedes(history, skews, *a, *b))
                return true;
    return false;
}

#endif
