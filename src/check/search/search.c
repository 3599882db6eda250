/* Depth-first search for a linearisation (Wing and Gong 1993; Lowe 2017; Horn and Kroening 2015).
 *
 * The search walks the events in order. A call opens an operation; the return of an operation that has been linearised
 * closes it; the return of one that has not is a node: one of the open operations has to be linearised next, and so on
 * until it is the returning one's turn. Linearising only when a return forces it (just in time) loses nothing: a
 * witness can always be cut after each operation at whose return it is due.
 *
 * What keeps it small:
 * - A configuration is (event index, open operations that are linearised, pending ones that are used, state): all that
 *   returned is linearised, all that is not yet called is not. Dead ones are remembered (check/search/dead_ends.h).
 * - An operation that only reads (with the result it has) is linearised as soon as it can be: moving it forward in a
 *   witness changes nothing for the others.
 * - Of equal open operations (same call, same result) the one that returns first goes first: in a witness they can be
 *   exchanged.
 * - Pending operations are optional. Which of them were used is tracked only for those that an order without that
 *   limit used too often (check/frontier/unlimited_pending.h); when no order is found even so, there is none. A tracked one that leaves the
 *   state as it is is never tried; what follows a tracked one must tell the difference: if it leads to the same state
 *   without it, the configuration without it is at least as good (and is tried too). For the same reason dead
 *   configurations are compared by dominance.
 * - Where nothing is open, all that passes on is the state: while they are few, the states that can be had at such a
 *   point are found once and for all, and what came before is done with.
 *
 * Cost: linear in events while no wrong choice is made; exponential in the number of open operations at worst. */
#include "check/search/search.h"

#include "check/search/dead_ends.h"
#include "check/frontier/unlimited_pending.h"
#include "check/search/position.h"

#include <assert.h>

/* A state that the search may start from: an initial one, or one that can be had at a quiescent point. */
struct start_state {
    uint32_t state;
    uint32_t before;        /* the entry it comes from, or LN_NO_OP */
    uint32_t order, length; /* the operations between the two, within search->passed */
};

/* A node of the search with what is left to try there. */
struct frame {
    uint32_t event, state;
    uint32_t linearised;       /* operations linearised when it was entered */
    uint32_t first, end;       /* candidates, within search->candidates */
    uint32_t reach, reach_end; /* the states from which each is tried, within search->reach.list */
    uint32_t from, at, move;   /* the next one: the state, the candidate, the successor */
    uint32_t before;           /* the state before the pending operation that led here unseen, else LN_NO_STATE */
};

struct ln_search {
    struct ln_memory *memory;
    struct ln_position walk;
    struct ln_unlimited reach;
    struct ln_dead_ends dead;
    struct ln_budget *budget;
    LN_VEC(struct frame) frames;
    ln_candidates candidates;
    LN_VEC(struct start_state) entries;
    LN_VEC(uint32_t) passed;
    uint32_t first_entry, end_entry; /* those of the quiescent point where the search starts now */
    uint32_t start;                  /* its event */
    uint32_t entry, best_entry;      /* where the current order and the furthest attempt come from */
    bool passing;                    /* all ends are wanted, not one */
    LN_VEC(uint64_t) key;            /* the walk's bits without those of untracked operations */
    uint64_t nodes, most_nodes;
    uint64_t best_nodes; /* when the furthest attempt was made */
    uint64_t patience;   /* nodes after which it gives up */
    uint32_t furthest;   /* the furthest event that any order came to */
    uint32_t most_uses;  /* orders may use this many tracked operations */
    bool limited;        /* some order was given up for that */
    int64_t fuel;
};

enum ln_status ln_search_new(struct ln_search **out, struct ln_memory *memory)
{
    struct ln_search *search = ln_take_zeroed(memory, sizeof *search);
    if (!search)
        return LN_NO_MEMORY;
    search->memory = memory;
    ln_position_init(&search->walk, memory);
    ln_unlimited_init(&search->reach, memory);
    ln_dead_ends_init(&search->dead, memory);
    *out = search;
    return LN_OK;
}

void ln_search_free(struct ln_search *search)
{
    if (!search)
        return;
    ln_position_fini(&search->walk);
    ln_unlimited_fini(&search->reach);
    ln_dead_ends_fini(&search->dead);
    ln_vec_fini(&search->frames, search->memory);
    ln_vec_fini(&search->candidates, search->memory);
    ln_vec_fini(&search->key, search->memory);
    ln_vec_fini(&search->entries, search->memory);
    ln_vec_fini(&search->passed, search->memory);
    ln_give(search->memory, search, sizeof *search);
}

/* ---- nodes ---- */

static const uint64_t *key_of(struct ln_search *search)
{
    const struct ln_position *walk = &search->walk;
    if (!walk->optional)
        return walk->bits.at;
    for (size_t i = 0; i < walk->words; i++)
        search->key.at[i] = walk->bits.at[i];
    for (size_t i = 0; i < walk->optional; i++)
        search->key.at[walk->words + i] = walk->bits.at[walk->words + i] & search->reach.mask.at[i];
    return search->key.at;
}

static enum ln_status keep_best(struct ln_search *search)
{
    uint32_t before = search->walk.best_event;
    bool first = !search->walk.best.length;
    enum ln_status status = ln_position_keep_best(&search->walk);
    if (first || search->walk.best_event != before) {
        search->best_entry = search->entry;
        search->best_nodes = search->nodes;
    }
    return status;
}

static enum ln_status add_entry(struct ln_search *search, uint32_t state, uint32_t before)
{
    const struct ln_position *walk = &search->walk;
    struct start_state entry = { state, before, (uint32_t)search->passed.length, (uint32_t)walk->order.length };
    assert(before == LN_NO_OP || before < search->entries.length);
    for (size_t i = 0; i < walk->order.length; i++)
        if (!ln_vec_push(&search->passed, search->memory, walk->order.at[i]))
            return LN_NO_MEMORY;
    return ln_vec_push(&search->entries, search->memory, entry) ? LN_OK : LN_NO_MEMORY;
}

/* At the next quiescent point: one more state that can be had there, unless it is known. LN_STOPPED when they are
 * many. */
static enum ln_status pass(struct ln_search *search)
{
    enum { MANY = 64 };
    assert(search->passing && search->entries.length >= search->end_entry);
    for (size_t i = search->end_entry; i < search->entries.length; i++)
        if (search->entries.at[i].state == search->walk.state)
            return LN_OK;
    if (search->entries.length - search->end_entry == MANY)
        return LN_STOPPED;
    return add_entry(search, search->walk.state, search->entry);
}

static enum ln_status enter(struct ln_search *search, uint32_t before, bool *endless)
{
    struct ln_position *walk = &search->walk;
    struct frame frame = { .event = walk->event,
                           .state = walk->state,
                           .before = before,
                           .linearised = (uint32_t)walk->order.length,
                           .first = (uint32_t)search->candidates.length,
                           .reach = (uint32_t)search->reach.list.length };
    enum ln_status status;
    if (++search->nodes % 1024 == 0)
        ln_progress_add(search->budget->progress, 1024, walk->best_event);
    status = ln_position_candidates(walk, search->reach.tracked.at, &search->candidates);
    if (!status)
        status = ln_unlimited_spread(&search->reach, walk, endless);
    frame.at = frame.first;
    frame.from = frame.reach;
    frame.end = (uint32_t)search->candidates.length;
    frame.reach_end = (uint32_t)search->reach.list.length;
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
        status = ln_position_moves(&search->walk, before, op, &moves);
    for (uint32_t i = 0; i < moves.count && !status; i++)
        *blind |= moves.at[i] == to;
    return status;
}

/* Is it worth using one more tracked operation, which leads from one state to the other? */
static bool may_use(struct ln_search *search, uint32_t from, uint32_t to)
{
    const struct ln_position *walk = &search->walk;
    uint32_t uses = 0;
    for (size_t i = 0; i < walk->optional; i++)
        uses += (uint32_t)__builtin_popcountll(walk->bits.at[walk->words + i] & search->reach.mask.at[i]);
    if (from == to)
        return false;
    search->limited |= uses >= search->most_uses;
    return uses < search->most_uses;
}

/* What is to be tried: `op`, after what leads to the state reach.list[from], so that the state is then `to`. */
struct choice {
    uint32_t from, op, to;
};

/* The next choice at a node; its op is LN_NO_OP when all were tried. What needs no untracked operation comes first. */
static enum ln_status next_choice(struct ln_search *search, struct frame *frame, struct choice *choice)
{
    assert(frame->at >= frame->first && frame->end <= search->candidates.length);
    while (frame->from < frame->reach_end) {
        uint32_t state = search->reach.list.at[frame->from].state, move = frame->move;
        struct ln_moves moves;
        bool blind;
        enum ln_status status;
        if (frame->at == frame->end) {
            frame->from++;
            frame->at = frame->first;
            continue;
        }
        choice->from = frame->from;
        choice->op = (uint32_t)search->candidates.at[frame->at];
        status = ln_position_moves(&search->walk, state, choice->op, &moves);
        if (status)
            return status;
        if (move + 1 < moves.count)
            frame->move++;
        else
            frame->at++, frame->move = 0;
        if (move >= moves.count)
            continue;
        choice->to = moves.at[move];
        if (search->walk.window.ops.at[choice->op].ret == LN_NEVER && !may_use(search, state, choice->to))
            continue;
        status = is_blind(search, choice->from == frame->reach ? frame->before : LN_NO_STATE, choice->op, choice->to,
                          &blind);
        if (status || !blind)
            return status;
    }
    choice->op = LN_NO_OP;
    return LN_OK;
}

/* The next choice at the latest node that has one left; nodes without are dead. */
static enum ln_status choose(struct ln_search *search, struct choice *choice)
{
    struct ln_position *walk = &search->walk;
    choice->op = LN_NO_OP;
    while (search->frames.length) {
        struct frame *frame = &search->frames.at[search->frames.length - 1];
        assert(frame->end == search->candidates.length && frame->reach_end == search->reach.list.length);
        enum ln_status status;
        ln_position_back(walk, frame->event, frame->linearised);
        walk->state = frame->state;
        if (ln_budget_spent(search->budget, &search->fuel, 8) || search->nodes >= search->most_nodes)
            return LN_STOPPED;
        status = next_choice(search, frame, choice);
        if (status || choice->op != LN_NO_OP)
            return status;
        status = keep_best(search);
        if (status || !ln_dead_ends_add(&search->dead, frame->event, frame->state, key_of(search)))
            return LN_NO_MEMORY;
        search->candidates.length = frame->first;
        search->reach.list.length = frame->reach;
        search->frames.length--;
    }
    return LN_OK;
}

/* From the current configuration on: *found, *endless, or everything below was tried. */
static enum ln_status explore(struct ln_search *search, bool *found, bool *endless)
{
    struct ln_position *walk = &search->walk;
    uint32_t before = LN_NO_STATE;
    for (;;) {
        struct choice choice;
        bool read;
        enum ln_status status = ln_position_advance(walk);
        if (walk->event > search->furthest)
            search->furthest = walk->event;
        if (!status && ln_position_at_end(walk) && !search->passing && ln_position_is_goal(walk)) {
            *found = true;
            return LN_OK;
        }
        assert(status || walk->event <= walk->end);
        if (!status && !ln_position_at_end(walk) &&
            !ln_dead_ends_has(&search->dead, walk->event, walk->state, key_of(search)))
            status = enter(search, before, endless);
        else if (!status)
            status = keep_best(search);
        if (!status && ln_position_at_end(walk) && search->passing)
            status = pass(search);
        if (*endless)
            return status;
        if (!status)
            status = choose(search, &choice);
        if (status || choice.op == LN_NO_OP)
            return status;
        before = walk->window.ops.at[choice.op].ret == LN_NEVER ? walk->state : LN_NO_STATE;
        if (search->reach.list.at[choice.from].op != LN_NO_OP)
            before = LN_NO_STATE;
        status = ln_unlimited_follow(&search->reach, walk, choice.from);
        if (!status)
            status = ln_position_take(walk, choice.op, choice.to, &read);
        if (status)
            return status;
        if (read)
            before = LN_NO_STATE; /* a reader has seen the difference */
    }
}

/* ---- a whole problem ---- */

/* The next search may enter this many nodes. */
static void allow(struct ln_search *search, uint64_t nodes)
{
    uint64_t left = search->patience > search->nodes ? search->patience - search->nodes : 0;
    search->most_nodes = search->nodes + (nodes < left ? nodes : left);
}

static bool gave_up(const struct ln_search *search)
{
    return search->nodes >= search->patience;
}

/* One search with what is tracked now, from every entry to `end`. */
static enum ln_status explore_all(struct ln_search *search, uint32_t end, bool *found, bool *endless)
{
    struct ln_position *walk = &search->walk;
    enum ln_status status = LN_OK;
    if (!ln_vec_reserve(&search->key, search->memory, walk->words + walk->optional))
        return LN_NO_MEMORY;
    ln_position_restart(walk, search->start, end);
    ln_dead_ends_reset(&search->dead, walk->words + walk->optional, walk->optional);
    search->frames.length = search->candidates.length = search->reach.list.length = 0;
    search->furthest = 0;
    *found = *endless = false;
    for (uint32_t e = search->first_entry; e < search->end_entry && !*found && !*endless && !status; e++) {
        assert(!search->frames.length); /* all below was tried, or it would not have gone on */
        ln_position_back(walk, search->start, 0);
        walk->state = search->entries.at[e].state;
        search->entry = e;
        status = explore(search, found, endless);
    }
    return status;
}

static enum ln_status start_at_initial_states(struct ln_search *search)
{
    struct ln_moves initial;
    enum ln_status status = ln_states_initial(&search->walk.states, &initial);
    search->entries.length = search->passed.length = 0;
    search->start = search->entry = search->best_entry = 0;
    for (uint32_t i = 0; i < initial.count && !status; i++)
        status = add_entry(search, i, LN_NO_OP); /* initial states are numbered from 0 */
    search->first_entry = 0;
    search->end_entry = (uint32_t)search->entries.length;
    return status;
}

/* From quiescent point to quiescent point, as long as few states can be had there and finding them is little work.
 * *none when there is no state at all: then there is no linearisation either. */
static enum ln_status pass_cuts(struct ln_search *search, bool *none)
{
    enum { LITTLE = 20000 };
    const struct ln_window *window = &search->walk.window;
    enum ln_status status = LN_OK;
    *none = false;
    search->most_uses = UINT32_MAX;
    for (size_t c = 0; c < window->cuts.length && !*none; c++) {
        size_t passed = search->passed.length;
        bool found, endless;
        assert(window->cuts.at[c] > search->start);
        allow(search, LITTLE);
        search->passing = true;
        status = explore_all(search, window->cuts.at[c], &found, &endless);
        search->passing = false;
        if (status) {
            search->entries.length = search->end_entry;
            search->passed.length = passed;
            return status == LN_STOPPED && ln_budget_why(search->budget) == LN_STOP_NONE ? LN_OK : status;
        }
        *none = search->entries.length == search->end_entry;
        search->first_entry = search->end_entry;
        search->end_entry = (uint32_t)search->entries.length;
        search->start = window->cuts.at[c];
    }
    return LN_OK;
}

/* One search with what is tracked now. Going depth first spends scarce operations early and finds out late. When it
 * takes long, orders that use none of the tracked operations are tried first, then those that use one, two, four, ... */
static enum ln_status explore_frugally(struct ln_search *search, bool *found, bool *endless)
{
    enum { PATIENCE = 600000 };
    enum ln_status status;
    search->most_uses = UINT32_MAX;
    allow(search, search->reach.tracks ? PATIENCE : UINT64_MAX);
    status = explore_all(search, (uint32_t)search->walk.window.events.length, found, endless);
    if (status != LN_STOPPED || ln_budget_why(search->budget) != LN_STOP_NONE || gave_up(search))
        return status;
    allow(search, UINT64_MAX);
    search->most_uses = 0;
    do {
        search->limited = false;
        status = explore_all(search, (uint32_t)search->walk.window.events.length, found, endless);
        search->most_uses = search->most_uses ? search->most_uses * 2 : 1;
    } while (!status && !*found && search->limited);
    return status;
}

/* Orders that use an operation again come further than those that can be shown: a search that tracks everything has a
 * little time to come as far. The verdict stands, however far it comes. */
static void improve_best(struct ln_search *search)
{
    enum { LITTLE = 200000 };
    uint32_t furthest = search->furthest;
    bool found, endless;
    if (search->walk.best_event >= furthest)
        return;
    search->patience = UINT64_MAX; /* the answer is known */
    allow(search, LITTLE);
    search->most_uses = UINT32_MAX;
    ln_unlimited_track_all(&search->reach, &search->walk);
    if (explore_all(search, (uint32_t)search->walk.window.events.length, &found, &endless))
        search->walk.best_event = furthest; /* it is certain that no order gets past this */
}

static enum ln_status decide(struct ln_search *search, bool *found)
{
    struct ln_position *walk = &search->walk;
    bool endless = true, none = false;
    enum ln_status status = ln_unlimited_reset(&search->reach, walk);
    search->nodes = search->furthest = 0;
    if (!status)
        status = start_at_initial_states(search);
    if (!status)
        status = pass_cuts(search, &none);
    if (none)
        return LN_OK;
    while (!status && (endless || (*found && walk->excess))) {
        status = explore_frugally(search, found, &endless);
        if (endless)
            ln_unlimited_track_all(&search->reach, walk);
        else if (*found)
            ln_unlimited_track_excess(&search->reach, walk);
    }
    if (!status && !*found)
        improve_best(search);
    return status;
}

static bool copy_operations(const struct ln_search *search, const uint32_t *ops, size_t count,
                            struct ln_outcome *outcome)
{
    if (!ln_vec_reserve(&outcome->order, outcome->memory, outcome->order.length + count))
        return false;
    for (size_t i = 0; i < count; i++)
        outcome->order.at[outcome->order.length++] = search->walk.window.ops.at[ops[i]].operation;
    return true;
}

/* What led to the entry, then what followed. */
static bool copy_order(struct ln_search *search, uint32_t entry, const uint32_t *ops, size_t count,
                       struct ln_outcome *outcome)
{
    bool copied = true;
    search->candidates.length = 0; /* free by now: the entries on the way */
    for (; entry < search->entries.length && copied; entry = search->entries.at[entry].before)
        copied = ln_vec_push(&search->candidates, search->memory, entry);
    for (size_t i = search->candidates.length; i-- > 0 && copied;) {
        const struct start_state *passed = &search->entries.at[search->candidates.at[i]];
        if (passed->length)
            copied = copy_operations(search, search->passed.at + passed->order, passed->length, outcome);
    }
    return copied && copy_operations(search, ops, count, outcome);
}

static enum ln_status report(struct ln_search *search, bool found, enum ln_status why, struct ln_outcome *outcome)
{
    const struct ln_position *walk = &search->walk;
    bool copied;
    outcome->configurations += search->nodes;
    outcome->to_furthest = search->best_nodes;
    outcome->order.length = 0;
    if (found)
        copied = copy_order(search, search->entry, walk->order.at, walk->order.length, outcome);
    else
        copied = copy_order(search, search->best_entry, walk->best.at, walk->best.length, outcome);
    if (!copied)
        outcome->order.length = 0;
    if (found) {
        assert(!walk->excess && ln_position_at_end(walk));
        outcome->verdict = LN_HOLDS;
        return copied ? LN_OK : LN_NO_MEMORY;
    }
    outcome->verdict = why ? LN_UNKNOWN : LN_VIOLATED;
    if (walk->best_event < walk->window.events.length) {
        uint32_t event = walk->window.events.at[walk->best_event];
        outcome->stopped_at = walk->window.ops.at[ln_event_operation(event)].operation;
    } else if (!why) {
        outcome->unjustified = walk->problem->stuck;
    }
    return LN_OK;
}

/* Gives back what it remembers: something else is to be tried. */
static enum ln_status give_up(struct ln_search *search, enum ln_reason reason, struct ln_outcome *outcome)
{
    ln_dead_ends_reset(&search->dead, 1, 0);
    outcome->configurations += search->nodes;
    outcome->verdict = LN_UNKNOWN;
    outcome->reason = reason;
    outcome->declined = "there are too many configurations";
    return LN_OK;
}

enum ln_status ln_search_try(struct ln_search *search, const struct ln_problem *problem, uint64_t patience,
                             struct ln_budget *budget, struct ln_outcome *outcome)
{
    bool found = false;
    enum ln_status status = ln_position_start(&search->walk, problem, budget);
    search->budget = budget;
    search->nodes = search->best_nodes = 0;
    search->patience = patience;
    search->entries.length = 0;
    outcome->methods = LN_METHOD_SEARCH;
    if (!status) {
        status = decide(search, &found);
        if (status)
            keep_best(search); /* a copy that does not fit leaves the previous one */
    }
    if (status && status != LN_NO_MEMORY && status != LN_STOPPED)
        return status;
    if (status && patience != UINT64_MAX && ln_budget_why(budget) == LN_STOP_NONE)
        return give_up(search, status == LN_NO_MEMORY ? LN_REASON_MEMORY : LN_REASON_BOUND, outcome);
    if (status == LN_NO_MEMORY)
        ln_budget_stop(budget, LN_STOP_MEMORY);
    return report(search, found, status, outcome);
}

enum ln_status ln_search_run(struct ln_search *search, const struct ln_problem *problem, struct ln_budget *budget,
                             struct ln_outcome *outcome)
{
    return ln_search_try(search, problem, UINT64_MAX, budget, outcome);
}

/* The last stretch is passed like those before it. */
static enum ln_status pass_all(struct ln_search *search)
{
    bool found, endless, none;
    enum ln_status status = ln_unlimited_reset(&search->reach, &search->walk);
    if (!status)
        status = start_at_initial_states(search);
    if (!status)
        status = pass_cuts(search, &none);
    if (status || none)
        return status;
    allow(search, UINT64_MAX);
    search->passing = true;
    status = explore_all(search, (uint32_t)search->walk.window.events.length, &found, &endless);
    search->passing = false;
    return status;
}

enum ln_status ln_search_ends(struct ln_search *search, const struct ln_problem *problem, struct ln_budget *budget,
                              struct ln_next *ends, bool *all)
{
    enum ln_status status = ln_position_start(&search->walk, problem, budget);
    search->budget = budget;
    search->nodes = search->best_nodes = 0;
    search->patience = UINT64_MAX;
    search->entries.length = 0;
    if (!status)
        status = pass_all(search);
    *all = !status;
    for (size_t i = search->end_entry; i < search->entries.length && !status; i++) {
        if (!ln_next_add_state(ends, ln_states_borrow(&search->walk.states, search->entries.at[i].state)))
            return LN_NO_MEMORY;
    }
    return status == LN_STOPPED ? LN_OK : status;
}
