#include "check/ladder.h"

#include "check/brute.h"
#include "check/by_counting.h"
#include "check/frontier/frontier.h"
#include "check/hint/hint.h"
#include "check/hitting/hitting.h"
#include "check/search/search.h"
#include "check/pattern/pattern.h"

#include <assert.h>

enum ln_status ln_ladder_init(struct ln_ladder *ladder, enum ln_algorithm algorithm, struct ln_memory *memory)
{
    enum ln_status status = LN_OK;
    *ladder = (struct ln_ladder){ .algorithm = algorithm, .memory = memory, .depth = LN_HITTING_DEPTH };
    if (algorithm == LN_ALGORITHM_AUTO || algorithm == LN_ALGORITHM_PATTERN || algorithm == LN_ALGORITHM_COUNTING)
        status = ln_pattern_new(&ladder->pattern, memory);
    if (!status && (algorithm == LN_ALGORITHM_AUTO || algorithm == LN_ALGORITHM_SEARCH))
        status = ln_search_new(&ladder->search, memory);
    if (!status && (algorithm == LN_ALGORITHM_AUTO || algorithm == LN_ALGORITHM_FRONTIER))
        status = ln_frontier_new(&ladder->frontier, memory);
    if (!status && algorithm == LN_ALGORITHM_HITTING)
        status = ln_hitting_new(&ladder->hitting, memory);
    return status;
}

void ln_ladder_fini(struct ln_ladder *ladder)
{
    ln_pattern_free(ladder->pattern);
    ln_frontier_free(ladder->frontier);
    ln_hitting_free(ladder->hitting);
    ln_search_free(ladder->search);
    ln_hint_free(ladder->hint);
}

static enum ln_status run_hint(struct ln_ladder *ladder, const struct ln_problem *problem, struct ln_budget *budget,
                               struct ln_outcome *outcome)
{
    enum ln_status status = ladder->hint ? LN_OK : ln_hint_new(&ladder->hint, ladder->memory);
    return status ? status : ln_hint_run(ladder->hint, problem, ladder->search, budget, outcome);
}

static bool is_settled(enum ln_status status, const struct ln_outcome *outcome)
{
    return status || !outcome->declined;
}

static void clear_decline(struct ln_outcome *outcome)
{
    outcome->declined = NULL;
    outcome->reason = LN_REASON_NONE;
}

/* Schedules of low depth are few, and where many operations are open at once they may be a witness that neither search
 * nor frontier gets to (docs/hitting.md). Only holds counts: what a family says when it has none is not worth its wait. */
static enum ln_status try_low_depths(struct ln_ladder *ladder, const struct ln_problem *problem, uint64_t patience,
                                     struct ln_budget *budget, struct ln_outcome *outcome)
{
    enum { LOW = 2, MOST_EVENTS = 1 << 13 }; /* comparing all operations costs the square of their number */
    enum ln_status status;
    if (problem->event_count > MOST_EVENTS || (!ladder->hitting && ln_hitting_new(&ladder->hitting, ladder->memory))) {
        outcome->declined = "there are too many operations";
        return LN_OK;
    }
    status = ln_hitting_try(ladder->hitting, problem, LOW, patience, budget, outcome);
    outcome->hitting = (struct ln_hitting_use){ .used = false };
    return status;
}

/* The search finds a linearisation fast where few choices are wrong, and may go wrong for ever elsewhere; the frontier
 * takes a little longer then, but never goes back, unless it grows too wide (docs/decisions/0018). So each has some
 * patience in turn, and more the next time, until one decides: that costs little more than the faster of the two. Where
 * one cannot go on, the other has all the budget. Once, before the frontier's first turn, schedules of low depth are
 * tried. */
static enum ln_status run_in_turn(struct ln_ladder *ladder, const struct ln_problem *problem, struct ln_budget *budget,
                                  struct ln_outcome *outcome)
{
    enum { LITTLE = 100000, MORE = 4 };
    uint64_t searching = LITTLE + problem->event_count, sweeping;
    bool first = true;
    enum ln_status status;
    assert(ladder->search && ladder->frontier);
    for (;;) {
        status = ln_search_try(ladder->search, problem, searching, budget, outcome);
        if (is_settled(status, outcome))
            break;
        sweeping = outcome->reason == LN_REASON_MEMORY ? UINT64_MAX : searching * MORE;
        clear_decline(outcome);
        if (first)
            status = try_low_depths(ladder, problem, searching * MORE, budget, outcome);
        if (first && is_settled(status, outcome))
            break;
        first = false;
        clear_decline(outcome);
        status = ln_frontier_run(ladder->frontier, problem, sweeping, budget, outcome);
        if (is_settled(status, outcome) || sweeping == UINT64_MAX)
            break;
        searching = outcome->reason == LN_REASON_BOUND ? sweeping : UINT64_MAX;
        clear_decline(outcome);
    }
    if (outcome->declined) { /* by the frontier, after the search ran out of memory */
        outcome->declined = NULL;
        outcome->reason = LN_REASON_MEMORY;
    }
    assert(!outcome->declined);
    if (outcome->verdict == LN_UNKNOWN)
        outcome->methods = LN_METHOD_FRONTIER | LN_METHOD_SEARCH; /* whichever had its turn then */
    return status;
}

/* The first rung decides it unless it is not its kind of problem. */
static enum ln_status climb(struct ln_ladder *ladder, const struct ln_problem *problem, struct ln_budget *budget,
                            struct ln_outcome *outcome)
{
    const char *declined = NULL;
    enum ln_status status = ln_pattern_run(ladder->pattern, problem, budget, outcome, &declined);
    assert(ladder->pattern);
    if (status || !declined)
        return status;
    if (ladder->search)
        return run_in_turn(ladder, problem, budget, outcome);
    outcome->reason = LN_REASON_METHOD;
    outcome->declined = declined;
    return LN_OK;
}

static enum ln_status run(struct ln_ladder *ladder, const struct ln_problem *problem, struct ln_budget *budget,
                          struct ln_outcome *outcome)
{
    switch (ladder->algorithm) {
    case LN_ALGORITHM_BRUTE: return ln_brute_run(problem, budget, outcome);
    case LN_ALGORITHM_COUNTING: return ln_decide_by_counting(problem, ladder->k, ladder->pattern, budget, outcome);
    case LN_ALGORITHM_FRONTIER: return ln_frontier_run(ladder->frontier, problem, UINT64_MAX, budget, outcome);
    case LN_ALGORITHM_HITTING: return ln_hitting_run(ladder->hitting, problem, ladder->depth, budget, outcome);
    case LN_ALGORITHM_SEARCH: return ln_search_run(ladder->search, problem, budget, outcome);
    case LN_ALGORITHM_AUTO:
        if (ln_hint_applies(problem))
            return run_hint(ladder, problem, budget, outcome);
        break;
    case LN_ALGORITHM_PATTERN: break;
    }
    return climb(ladder, problem, budget, outcome);
}

/* ---- stuck histories ---- */

static enum ln_status keep_stuck(struct ln_outcome *mine, uint32_t pending)
{
    struct ln_stuck_witness witness = { pending, (uint32_t)mine->stuck_orders.length, (uint32_t)mine->order.length };
    assert(mine->verdict == LN_HOLDS);
    for (size_t i = 0; i < mine->order.length; i++)
        if (!ln_vec_push(&mine->stuck_orders, mine->memory, mine->order.at[i]))
            return LN_NO_MEMORY;
    return ln_vec_push(&mine->stuck, mine->memory, witness) ? LN_OK : LN_NO_MEMORY;
}

/* Every pending operation of a stuck history needs its own witness (Line-Up paper, Definition 2). */
static enum ln_status decide_stuck(struct ln_ladder *ladder, struct ln_problem *problem, struct ln_budget *budget,
                                   struct ln_outcome *mine)
{
    enum ln_status status = LN_OK;
    assert(problem->history->stuck && problem->stuck == LN_NO_OP);
    for (size_t e = 0; e < problem->event_count && !status; e++) {
        uint32_t operation = ln_event_operation(problem->events[e]);
        if (problem->history->operations.at[operation].fate != LN_PENDING)
            continue;
        problem->stuck = operation;
        status = run(ladder, problem, budget, mine);
        if (status || mine->verdict != LN_HOLDS)
            return status;
        status = keep_stuck(mine, operation);
    }
    return status;
}

static bool has_pending(const struct ln_problem *problem)
{
    for (size_t e = 0; e < problem->event_count; e++)
        if (problem->history->operations.at[ln_event_operation(problem->events[e])].fate == LN_PENDING)
            return true;
    return false;
}

enum ln_status ln_decide(struct ln_ladder *ladder, struct ln_problem *problem, struct ln_budget *budget,
                         struct ln_outcome *outcome)
{
    if (problem->history->stuck && has_pending(problem))
        return decide_stuck(ladder, problem, budget, outcome);
    return run(ladder, problem, budget, outcome);
}
