#include "check/ladder.h"

#include "check/brute.h"
#include "check/search.h"

enum ln_status ln_ladder_init(struct ln_ladder *ladder, enum ln_algorithm algorithm, struct ln_memory *memory)
{
    *ladder = (struct ln_ladder){ algorithm, memory, NULL };
    return algorithm == LN_ALGORITHM_BRUTE ? LN_OK : ln_search_new(&ladder->search, memory);
}

void ln_ladder_fini(struct ln_ladder *ladder)
{
    ln_search_free(ladder->search);
}

static enum ln_status run(struct ln_ladder *ladder, const struct ln_problem *problem, struct ln_budget *budget,
                          struct ln_outcome *outcome)
{
    switch (ladder->algorithm) {
    case LN_ALGORITHM_BRUTE: return ln_brute_run(problem, budget, outcome);
    case LN_ALGORITHM_AUTO:
    case LN_ALGORITHM_SEARCH: break;
    }
    return ln_search_run(ladder->search, problem, budget, outcome);
}

/* ---- stuck histories ---- */

static enum ln_status keep_stuck(struct ln_outcome *mine, uint32_t pending)
{
    struct ln_stuck_witness witness = { pending, (uint32_t)mine->stuck_orders.length, (uint32_t)mine->order.length };
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
