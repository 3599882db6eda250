/* Depth-first search for a linearisation (Wing and Gong 1993; Lowe 2017; Horn and Kroening 2015).
 *
 * The search walks the events in order. A call opens an operation; the return of an operation that has been linearised
 * closes it; the return of one that has not is a node: one of the open operations has to be linearised next, and so on
 * until it is the returning one's turn. Linearising only when a return forces it (just in time) loses nothing: a
 * witness can always be cut after each operation at whose return it is due.
 *
 * What keeps it small:
 * - A configuration is (event index, open operations that are linearised, pending ones that are used, state): all that
 *   returned is linearised, all that is not yet called is not. Dead ones are remembered (check/dead.h).
 * - An operation that only reads (with the result it has) is linearised as soon as it can be: moving it forward in a
 *   witness changes nothing for the others.
 * - Of equal open operations (same call, same result) the one that returns first goes first: in a witness they can be
 *   exchanged.
 * - Pending operations are optional. A first search takes them to be usable without limit (check/relaxed.h), which
 *   decides most histories. In the exact one, a pending operation that leaves the state as it is is never
 *   tried; what follows a pending operation must tell the difference: if it leads to the same state without it, the
 *   configuration without it is at least as good (and is tried too). For the same reason dead configurations are
 *   compared by dominance.
 *
 * Cost: linear in events while no wrong choice is made; exponential in the number of open operations at worst. */
#include "check/search.h"

#include "check/dead.h"
#include "check/relaxed.h"
#include "check/walk.h"

/* A node of the search with what is left to try there. */
struct frame {
    uint32_t event, state;
    uint32_t linearised; /* operations linearised when it was entered */
    uint32_t first, end; /* candidates, within search->candidates */
    uint32_t at, move;   /* the next candidate and, of its successors, the next one to try */
    uint32_t before;     /* the state before the pending operation that led here unseen, else LN_NO_STATE */
};

struct ln_search {
    struct ln_memory *memory;
    struct ln_walk walk;
    struct ln_relaxed relaxed;
    struct ln_dead dead;
    struct ln_budget *budget;
    LN_VEC(struct frame) frames;
    ln_candidates candidates;
    uint64_t nodes, most_nodes;
    bool pruned; /* relaxed.dead speaks of this problem */
    int64_t fuel;
};

enum ln_status ln_search_new(struct ln_search **out, struct ln_memory *memory)
{
    struct ln_search *search = ln_take_zeroed(memory, sizeof *search);
    if (!search)
        return LN_NO_MEMORY;
    search->memory = memory;
    ln_walk_init(&search->walk, memory);
    ln_relaxed_init(&search->relaxed, memory);
    ln_dead_init(&search->dead, memory);
    *out = search;
    return LN_OK;
}

void ln_search_free(struct ln_search *search)
{
    if (!search)
        return;
    ln_walk_fini(&search->walk);
    ln_relaxed_fini(&search->relaxed);
    ln_dead_fini(&search->dead);
    ln_vec_fini(&search->frames, search->memory);
    ln_vec_fini(&search->candidates, search->memory);
    ln_give(search->memory, search, sizeof *search);
}

/* ---- nodes ---- */

static bool is_dead(const struct ln_search *search)
{
    const struct ln_walk *walk = &search->walk;
    return ln_dead_has(&search->dead, walk->event, walk->state, walk->bits.at) ||
           (search->pruned && ln_dead_has(&search->relaxed.dead, walk->event, walk->state, walk->bits.at));
}

static enum ln_status enter(struct ln_search *search, uint32_t before)
{
    struct frame frame = { .event = search->walk.event, .state = search->walk.state, .before = before,
                           .linearised = (uint32_t)search->walk.order.length,
                           .first = (uint32_t)search->candidates.length };
    enum ln_status status;
    if (++search->nodes % 1024 == 0)
        ln_progress_add(search->budget->progress, 1024, search->walk.best_event);
    status = ln_walk_candidates(&search->walk, true, &search->candidates);
    frame.at = frame.first;
    frame.end = (uint32_t)search->candidates.length;
    if (!status && !ln_vec_push(&search->frames, search->memory, frame))
        status = LN_NO_MEMORY;
    return status;
}

/* Would the operation lead to `to` without the pending one before it? Then it does not tell the difference. */
static enum ln_status is_blind(struct ln_search *search, uint32_t before, uint32_t op, uint32_t to, bool *blind)
{
    struct ln_moves moves = { NULL, 0 };
    enum ln_status status = LN_OK;
    *blind = false;
    if (before != LN_NO_STATE)
        status = ln_walk_moves(&search->walk, before, op, &moves);
    for (uint32_t i = 0; i < moves.count && !status; i++)
        *blind |= moves.at[i] == to;
    return status;
}

/* The next thing to try at a node: an operation and the state it leads to; LN_NO_OP when all was tried. */
static enum ln_status next_choice(struct ln_search *search, struct frame *frame, uint32_t *op, uint32_t *to)
{
    while (frame->at < frame->end) {
        struct ln_moves moves;
        bool blind;
        enum ln_status status;
        *op = (uint32_t)search->candidates.at[frame->at];
        status = ln_walk_moves(&search->walk, frame->state, *op, &moves);
        if (status)
            return status;
        blind = frame->move >= moves.count;
        if (!blind)
            *to = moves.at[frame->move];
        if (frame->move + 1 < moves.count)
            frame->move++;
        else
            frame->at++, frame->move = 0;
        if (blind || (search->walk.window.ops.at[*op].ret == LN_NEVER && *to == frame->state))
            continue;
        status = is_blind(search, frame->before, *op, *to, &blind);
        if (status || !blind)
            return status;
    }
    *op = LN_NO_OP;
    return LN_OK;
}

/* The next choice at the latest node that has one left; nodes without are dead. LN_NO_OP when none has. */
static enum ln_status choose(struct ln_search *search, uint32_t *op, uint32_t *to)
{
    struct ln_walk *walk = &search->walk;
    *op = LN_NO_OP;
    while (search->frames.length) {
        struct frame *frame = &search->frames.at[search->frames.length - 1];
        enum ln_status status;
        ln_walk_back(walk, frame->event, frame->linearised);
        walk->state = frame->state;
        if (ln_budget_spent(search->budget, &search->fuel, 8) || search->nodes >= search->most_nodes)
            return LN_STOPPED;
        status = next_choice(search, frame, op, to);
        if (status || *op != LN_NO_OP)
            return status;
        status = ln_walk_keep_best(walk);
        if (status || !ln_dead_add(&search->dead, frame->event, frame->state, walk->bits.at))
            return LN_NO_MEMORY;
        search->candidates.length = frame->first;
        search->frames.length--;
    }
    return LN_OK;
}

/* From the current configuration on: *found, or everything below was tried. */
static enum ln_status explore(struct ln_search *search, bool *found)
{
    struct ln_walk *walk = &search->walk;
    uint32_t before = LN_NO_STATE;
    for (;;) {
        uint32_t op, to = LN_NO_STATE;
        bool read;
        enum ln_status status = ln_walk_advance(walk);
        if (!status && ln_walk_at_end(walk) && ln_walk_is_goal(walk)) {
            *found = true;
            return LN_OK;
        }
        if (!status && !ln_walk_at_end(walk) && !is_dead(search))
            status = enter(search, before);
        else if (!status)
            status = ln_walk_keep_best(walk);
        if (!status)
            status = choose(search, &op, &to);
        if (status || op == LN_NO_OP)
            return status;
        before = walk->window.ops.at[op].ret == LN_NEVER ? walk->state : LN_NO_STATE;
        status = ln_walk_take(walk, op, to, &read);
        if (status)
            return status;
        if (read)
            before = LN_NO_STATE; /* a reader has seen the difference */
    }
}

/* ---- a whole problem ---- */

static enum ln_status exact(struct ln_search *search, uint64_t most_nodes, bool *found)
{
    struct ln_walk *walk = &search->walk;
    struct ln_moves initial;
    enum ln_status status = ln_states_initial(&walk->states, &initial);
    uint32_t starts = initial.count; /* initial states are numbered from 0 */
    search->most_nodes = most_nodes;
    ln_walk_restart(walk);
    ln_dead_reset(&search->dead, walk->words + walk->optional, walk->optional);
    search->frames.length = search->candidates.length = 0;
    for (uint32_t s = 0; s < starts && !*found && !status; s++) {
        ln_walk_back(walk, 0, 0);
        walk->state = s;
        status = explore(search, found);
    }
    return status;
}

/* The relaxed search may have come further than its orders that use nothing twice, which are the only ones to show: the
 * exact one then has a little time to come as far. */
static enum ln_status improve_best(struct ln_search *search)
{
    enum { LITTLE = 200000 };
    bool found = false;
    enum ln_status status;
    if (search->walk.best_event >= search->relaxed.furthest)
        return LN_OK;
    search->pruned = false;
    status = exact(search, search->nodes + LITTLE, &found);
    return status == LN_STOPPED && ln_budget_why(search->budget) == LN_STOP_NONE ? LN_OK : status;
}

static enum ln_status decide(struct ln_search *search, bool *found)
{
    enum ln_relaxed_answer answer = LN_RELAXED_OPEN;
    enum ln_status status = LN_OK;
    search->nodes = 0;
    search->pruned = search->walk.window.optional > 0;
    if (search->pruned) {
        status = ln_relaxed_run(&search->relaxed, &search->walk, search->budget, &answer);
        search->nodes = search->relaxed.nodes;
    }
    if (status)
        return status;
    switch (answer) {
    case LN_RELAXED_WITNESS: *found = true; return LN_OK;
    case LN_RELAXED_VIOLATED: improve_best(search); return LN_OK; /* the verdict stands, however little is shown */
    case LN_RELAXED_OPEN: break;
    }
    return exact(search, UINT64_MAX, found);
}

static enum ln_status report(struct ln_search *search, bool found, enum ln_status why, struct ln_outcome *outcome)
{
    const struct ln_walk *walk = &search->walk;
    const uint32_t *from = found ? walk->order.at : walk->best.at;
    size_t count = found ? walk->order.length : walk->best.length;
    outcome->configurations += search->nodes;
    outcome->order.length = 0;
    if (ln_vec_reserve(&outcome->order, outcome->memory, count))
        for (size_t i = 0; i < count; i++)
            outcome->order.at[outcome->order.length++] = walk->window.ops.at[from[i]].operation;
    if (found) {
        outcome->verdict = LN_HOLDS;
        return outcome->order.length == count ? LN_OK : LN_NO_MEMORY;
    }
    outcome->verdict = why ? LN_UNKNOWN : LN_VIOLATED;
    if (walk->best_event < walk->window.events.length)
        outcome->stopped_at = walk->window.ops.at[ln_event_operation(walk->window.events.at[walk->best_event])].operation;
    else if (!why)
        outcome->unjustified = walk->problem->stuck;
    return LN_OK;
}

enum ln_status ln_search_run(struct ln_search *search, const struct ln_problem *problem, struct ln_budget *budget,
                             struct ln_outcome *outcome)
{
    bool found = false;
    enum ln_status status = ln_walk_start(&search->walk, problem, budget);
    search->budget = budget;
    search->nodes = 0;
    outcome->algorithm = "search";
    if (!status) {
        status = decide(search, &found);
        if (status)
            ln_walk_keep_best(&search->walk); /* a copy that does not fit leaves the previous one */
    }
    if (status == LN_NO_MEMORY)
        ln_budget_stop(budget, LN_STOP_MEMORY);
    if (status && status != LN_NO_MEMORY && status != LN_STOPPED)
        return status;
    return report(search, found, status, outcome);
}
