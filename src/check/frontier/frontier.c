/* Deciding with a frontier: one sweep over the events that keeps all configurations a linearisation may be in (after
 * Lee et al., PLDI 2026, whose frontiers are vectors of per-process positions; here the processes' positions are
 * which of the open operations are done).
 *
 * A call opens an operation in every configuration. At a return every configuration in which the operation is not
 * done is replaced by all in which other open operations were taken and then, last of all, this one: linearising only
 * when a return forces it (just in time) loses nothing, as a witness can be cut after the operation that is due. When
 * no configuration is left there is no linearisation; when some are left at the end there is one, and the steps that
 * led there (check/frontier/trail.h) tell it.
 *
 * What keeps it small:
 * - Configurations that can have operations done at no cost, or not yet, are one, with those optional (check/frontier/open_operations.h),
 *   and a configuration that another one stands for is left out (check/frontier/antichain.h). A register's open writes are all
 *   optional once one of them is taken, an element's reads once they were possible, and pending operations always
 *   are.
 * - Of equal operations the one that returns first is taken first. For the few labels of a set's element, a semaphore
 *   or a lock that leaves one or two to choose from.
 * - What was taken right before the returning operation, and could as well be taken right after it, is not taken yet.
 *
 * It never goes back, so that a history that is violated costs what one that holds does. Cost: with w operations open
 * at most, each done, not done or optional, and s states, there are up to 3^w s configurations at an event, each with w
 * steps: linear in n for few processes and states. Measured on random histories of 16 processes there are 3 to 6
 * (docs/decisions/0018). Memory: the configurations of one event and the steps that led to them. Exact for every
 * spec. */
#include "check/frontier/frontier.h"

#include "check/frontier/open_operations.h"
#include "check/frontier/trail.h"
#include "check/frontier/order_from_trail.h"

#include <assert.h>

struct ln_frontier {
    struct ln_memory *memory;
    struct ln_window window;
    struct ln_states states;
    struct ln_open open;
    struct ln_trail trail;
    struct ln_antichain now, next; /* before and after the event */
    struct ln_antichain work;      /* those in which the returning operation is not done */
    LN_VEC(uint32_t) before;       /* per entry of work: the one it comes from, or LN_NO_OP */
    const struct ln_problem *problem;
    struct ln_budget *budget;
    uint32_t event;
    uint64_t entered, patience;
    int64_t fuel;
};

static void init(struct ln_frontier *frontier, struct ln_memory *memory)
{
    *frontier = (struct ln_frontier){ .memory = memory };
    ln_window_init(&frontier->window, memory);
    ln_states_init(&frontier->states, memory);
    ln_trail_init(&frontier->trail, memory);
    ln_antichain_init(&frontier->now, frontier->open.earlier, memory);
    ln_antichain_init(&frontier->next, frontier->open.earlier, memory);
    ln_antichain_init(&frontier->work, frontier->open.earlier, memory);
}

static void fini(struct ln_frontier *frontier)
{
    ln_window_fini(&frontier->window);
    ln_states_fini(&frontier->states);
    ln_trail_fini(&frontier->trail);
    ln_antichain_fini(&frontier->now);
    ln_antichain_fini(&frontier->next);
    ln_antichain_fini(&frontier->work);
    ln_vec_fini(&frontier->before, frontier->memory);
}

enum ln_status ln_frontier_new(struct ln_frontier **out, struct ln_memory *memory)
{
    struct ln_frontier *frontier = ln_take(memory, sizeof *frontier);
    if (!frontier)
        return LN_NO_MEMORY;
    init(frontier, memory);
    *out = frontier;
    return LN_OK;
}

void ln_frontier_free(struct ln_frontier *frontier)
{
    if (!frontier)
        return;
    fini(frontier);
    ln_give(frontier->memory, frontier, sizeof *frontier);
}

/* ---- one return ---- */

/* One more configuration after the event. */
static enum ln_status emit(struct ln_frontier *frontier, struct ln_configuration configuration, uint64_t returning)
{
    bool added;
    configuration.done &= ~returning;
    configuration.optional &= ~returning;
    return ln_antichain_add(&frontier->next, &configuration, &added) ? LN_OK : LN_NO_MEMORY;
}

/* One more configuration to go on from; `before` is where it comes from, or LN_NO_OP. */
static enum ln_status add_work(struct ln_frontier *frontier, const struct ln_configuration *configuration,
                               uint32_t before, bool *added)
{
    assert(frontier->before.length == frontier->work.list.length);
    if (!ln_antichain_add(&frontier->work, configuration, added))
        return LN_NO_MEMORY;
    return !*added || ln_vec_push(&frontier->before, frontier->memory, before) ? LN_OK : LN_NO_MEMORY;
}

/* Takes the operation if there is exactly one way. */
static enum ln_status take_only(struct ln_frontier *frontier, unsigned place, struct ln_configuration *configuration,
                                bool *taken)
{
    uint32_t label = frontier->window.ops.at[frontier->open.holder[place]].label;
    struct ln_moves moves = { NULL, 0 };
    enum ln_status status = ln_states_step(&frontier->states, configuration->state, label,
                                           &frontier->window.labels.at[label], &moves);
    *taken = !status && moves.count == 1;
    return *taken ? ln_open_take(&frontier->open, place, moves.at[0], configuration) : status;
}

/* `end` came about by taking some operation and then, from the work at index `from`, the returning one. Is it no better
 * than the configuration without the former, because that one can be taken afterwards just as well? */
static enum ln_status can_wait(struct ln_frontier *frontier, uint32_t from, uint64_t returning,
                               const struct ln_configuration *end, bool *waits)
{
    uint32_t before = frontier->before.at[from];
    const struct ln_trail_step *step = &frontier->trail.steps.at[frontier->work.list.at[from].trail];
    struct ln_configuration other;
    enum ln_status status;
    assert(from < frontier->before.length && (before == LN_NO_OP || before < from));
    *waits = false;
    if (before == LN_NO_OP || frontier->window.linked)
        return LN_OK;
    other = frontier->work.list.at[before];
    other.state = frontier->trail.steps.at[other.trail].state; /* it may be gone from the list by now */
    status = take_only(frontier, (unsigned)__builtin_ctzll(returning), &other, waits);
    if (!status && *waits)
        status = take_only(frontier, ln_open_place(&frontier->window.ops.at[step->op]), &other, waits);
    *waits = *waits && ln_configuration_covers(&other, end, frontier->open.earlier);
    return status;
}

/* What follows from the work at index `from` by taking the operation at `place` to `state`: done with the event if that
 * is the returning one, else more work, unless some other configuration stands for it. */
static enum ln_status take(struct ln_frontier *frontier, uint32_t from, unsigned place, uint32_t state,
                           uint64_t returning)
{
    struct ln_configuration taken = frontier->work.list.at[from];
    struct ln_trail_step step = { taken.trail, frontier->event, frontier->open.holder[place], state };
    struct ln_antichain *to = &frontier->work;
    bool added = false, waits = false;
    enum ln_status status = ln_open_take(&frontier->open, place, state, &taken);
    assert(frontier->open.all >> place & 1 && !(frontier->work.list.at[from].done >> place & 1));
    if (!status && taken.done & returning) {
        to = &frontier->next;
        status = can_wait(frontier, from, returning, &taken, &waits);
        taken.done &= ~returning;
        if (!status && !waits && !ln_antichain_add(to, &taken, &added))
            status = LN_NO_MEMORY;
    } else if (!status) {
        status = add_work(frontier, &taken, from, &added);
    }
    if (status || !added)
        return status;
    frontier->entered++;
    return ln_trail_add(&frontier->trail, step, &to->list.at[to->list.length - 1].trail) ? LN_OK : LN_NO_MEMORY;
}

/* Every way of taking the operation at `place`. An optional one that would change nothing can as well be had for
 * free. */
static enum ln_status take_all(struct ln_frontier *frontier, uint32_t from, unsigned place, uint64_t returning)
{
    uint32_t label = frontier->window.ops.at[frontier->open.holder[place]].label;
    uint32_t state = frontier->work.list.at[from].state, count = 1;
    bool optional = frontier->work.list.at[from].optional >> place & 1;
    enum ln_status status = LN_OK;
    for (uint32_t m = 0; m < count && !status; m++) {
        struct ln_moves moves;
        status = ln_states_step(&frontier->states, state, label, &frontier->window.labels.at[label], &moves);
        count = moves.count;
        if (!status && m < count && !(optional && moves.at[m] == state))
            status = take(frontier, from, place, moves.at[m], returning);
    }
    return status;
}

/* Many states are a sign that configurations will not run together: they count like several of them. */
static bool is_impatient(const struct ln_frontier *frontier)
{
    enum { STATE = 8 };
    return frontier->entered + STATE * frontier->states.table.entries.length > frontier->patience;
}

static enum ln_status expand(struct ln_frontier *frontier, uint32_t from, uint64_t returning)
{
    const struct ln_configuration here = frontier->work.list.at[from];
    uint64_t candidates = ln_open_candidates(&frontier->open, &here);
    enum ln_status status = LN_OK;
    if (ln_budget_spent(frontier->budget, &frontier->fuel, 32) || is_impatient(frontier))
        return LN_STOPPED;
    for (uint64_t left = candidates; left && !status;) {
        /* The returning one first: what it leads to stands for much of what the others lead to. */
        uint64_t bit = left & returning ? returning : left & -left;
        unsigned place = (unsigned)__builtin_ctzll(bit);
        if (!frontier->window.linked || ln_open_is_enabled(&frontier->open, &here, place, frontier->event))
            status = take_all(frontier, from, place, returning);
        left &= ~bit;
    }
    return status;
}

/* The work at an index: a configuration in which the returning operation was not done. */
static enum ln_status settle(struct ln_frontier *frontier, uint32_t index, uint64_t returning)
{
    struct ln_configuration from = frontier->work.list.at[index];
    uint64_t stays = 0;
    enum ln_status status = LN_OK;
    assert(!(from.done & returning));
    if (from.optional & returning)
        status = ln_open_stays(&frontier->open, from.state, returning, &stays);
    if (!status && stays)
        status = emit(frontier, from, returning); /* it is taken here, and changes nothing */
    if (status || (stays && (frontier->open.reads & returning)))
        return status;
    return expand(frontier, index, returning);
}

/* The frontier after the return; frontier->now stays as it was. */
static enum ln_status reach_past(struct ln_frontier *frontier, uint32_t op)
{
    const struct ln_antichain *now = &frontier->now;
    uint64_t returning = ln_open_bit(&frontier->open, op);
    bool reads = frontier->open.reads & returning, added;
    enum ln_status status = LN_OK;
    assert(frontier->open.all & returning && now->list.length);
    ln_antichain_clear(&frontier->next);
    ln_antichain_clear(&frontier->work);
    frontier->before.length = 0;
    for (size_t i = 0; i < now->list.length && !status; i++) {
        const struct ln_configuration *c = &now->list.at[i];
        if ((c->done | c->optional) & returning)
            status = emit(frontier, *c, returning);
        /* If it is optional, this is the last chance of taking it. */
        if (!status && !(c->done & returning) && !(reads && c->optional & returning))
            status = add_work(frontier, c, LN_NO_OP, &added);
    }
    for (uint32_t i = 0; i < frontier->work.list.length && !status; i++)
        if (frontier->work.list.at[i].state != LN_ANTICHAIN_GONE)
            status = settle(frontier, i, returning);
    return status;
}

/* ---- all events ---- */

static void drop_gone(struct ln_antichain *set)
{
    size_t kept = 0;
    for (size_t i = 0; i < set->list.length; i++)
        if (set->list.at[i].state != LN_ANTICHAIN_GONE)
            set->list.at[kept++] = set->list.at[i];
    set->list.length = kept;
}

static void swap(struct ln_antichain *a, struct ln_antichain *b)
{
    struct ln_antichain other = *a;
    *a = *b;
    *b = other;
}

static enum ln_status call(struct ln_frontier *frontier, uint32_t op)
{
    enum ln_status status = LN_OK;
    assert(frontier->now.list.length);
    ln_open_call(&frontier->open, frontier->problem->spec, op);
    for (size_t i = 0; i < frontier->now.list.length && !status; i++)
        status = ln_open_called(&frontier->open, op, &frontier->now.list.at[i]);
    return status;
}

/* Sweeps on until no configuration is left, or to the end. */
static enum ln_status sweep(struct ln_frontier *frontier)
{
    const struct ln_window *window = &frontier->window;
    enum ln_status status = LN_OK;
    for (; frontier->event < window->events.length && !status; frontier->event++) {
        uint32_t event = window->events.at[frontier->event], op = ln_event_operation(event);
        if (!ln_event_is_return(event)) {
            status = call(frontier, op);
            continue;
        }
        status = reach_past(frontier, op);
        drop_gone(&frontier->next);
        if (status || !frontier->next.list.length)
            return status;
        swap(&frontier->now, &frontier->next);
        ln_open_return(&frontier->open, op);
        if (!ln_trail_forget(&frontier->trail, frontier->now.list.at, frontier->now.list.length))
            status = LN_NO_MEMORY;
        if (frontier->event % 1024 == 0)
            ln_progress_add(frontier->budget->progress, 512, frontier->event);
    }
    return status;
}

static enum ln_status start_at_initial_states(struct ln_frontier *frontier)
{
    struct ln_moves initial;
    enum ln_status status = ln_states_initial(&frontier->states, &initial);
    for (uint32_t i = 0; i < initial.count && !status; i++) {
        struct ln_configuration configuration = { .state = i }; /* initial states are numbered from 0 */
        assert(initial.at[i] == i);
        bool added;
        struct ln_trail_step first = { LN_NO_STEP, 0, LN_NO_STEP, i };
        if (!ln_trail_add(&frontier->trail, first, &configuration.trail) ||
            !ln_antichain_add(&frontier->now, &configuration, &added))
            status = LN_NO_MEMORY;
    }
    return status;
}

static enum ln_status start(struct ln_frontier *frontier, const struct ln_problem *problem, struct ln_budget *budget)
{
    enum ln_status status = ln_window_fill(&frontier->window, problem);
    frontier->problem = problem;
    frontier->budget = budget;
    frontier->event = 0;
    frontier->entered = 0;
    ln_antichain_clear(&frontier->now);
    ln_trail_clear(&frontier->trail);
    if (status) {
        frontier->window.events.length = 0;
        return status;
    }
    ln_open_init(&frontier->open, &frontier->window, &frontier->states);
    ln_states_reset(&frontier->states, problem->spec, budget, (uint32_t)frontier->window.labels.length);
    return LN_OK;
}

/* ---- the answer ---- */

/* Is this an end that was looked for? A stuck problem ends where the stuck operation has to wait. */
static bool is_goal(const struct ln_frontier *frontier, uint32_t state)
{
    const struct ln_problem *problem = frontier->problem;
    struct ln_invocation in;
    if (problem->stuck == LN_NO_OP)
        return true;
    in = ln_invocation_of(problem->history, problem->stuck);
    return problem->spec->class->blocks &&
           problem->spec->class->blocks(problem->spec, ln_states_borrow(&frontier->states, state), &in);
}

/* The configuration to tell of: one that has come to the end if there is one, else any. */
static const struct ln_configuration *choose(const struct ln_frontier *frontier, bool *found)
{
    const struct ln_antichain *now = &frontier->now;
    *found = false;
    for (size_t i = 0; i < now->list.length && frontier->event == frontier->window.events.length; i++) {
        *found = is_goal(frontier, now->list.at[i].state);
        if (*found)
            return &now->list.at[i];
    }
    return now->list.length ? &now->list.at[0] : NULL;
}

/* The order that led to it. Walking there once more is little work, so no budget cuts it short. */
static enum ln_status tell_order(struct ln_frontier *frontier, const struct ln_configuration *end,
                                 struct ln_outcome *outcome)
{
    struct ln_budget patient;
    assert(end->trail < frontier->trail.steps.length);
    ln_budget_init(&patient, frontier->memory, 0, NULL);
    frontier->states.budget = &patient;
    ln_open_init(&frontier->open, &frontier->window, &frontier->states);
    return ln_order_from_trail(&frontier->open, frontier->problem->spec, &frontier->trail, end->trail, frontier->event,
                               outcome);
}

static enum ln_status report(struct ln_frontier *frontier, enum ln_status why, struct ln_outcome *outcome)
{
    const struct ln_window *window = &frontier->window;
    bool found = false;
    const struct ln_configuration *end = choose(frontier, &found);
    enum ln_status status = LN_OK;
    outcome->configurations += frontier->entered;
    outcome->order.length = 0;
    if (end)
        status = tell_order(frontier, end, outcome);
    if (status)
        outcome->order.length = 0;
    if (found && !why) {
        assert(frontier->event == window->events.length);
        outcome->verdict = status ? LN_UNKNOWN : LN_HOLDS;
        return status;
    }
    outcome->verdict = why ? LN_UNKNOWN : LN_VIOLATED;
    if (frontier->event < window->events.length)
        outcome->stopped_at = window->ops.at[ln_event_operation(window->events.at[frontier->event])].operation;
    else if (!why)
        outcome->unjustified = frontier->problem->stuck;
    return LN_OK;
}

/* Gives back what it holds: something else is to be tried. */
static enum ln_status decline(struct ln_frontier *frontier, enum ln_reason reason, const char *why,
                              struct ln_outcome *outcome)
{
    outcome->configurations += frontier->entered;
    outcome->verdict = LN_UNKNOWN;
    outcome->reason = reason;
    outcome->declined = why;
    fini(frontier);
    init(frontier, frontier->memory);
    return LN_OK;
}

enum ln_status ln_frontier_run(struct ln_frontier *frontier, const struct ln_problem *problem, uint64_t patience,
                               struct ln_budget *budget, struct ln_outcome *outcome)
{
    enum ln_status status = start(frontier, problem, budget);
    frontier->patience = patience;
    outcome->methods = LN_METHOD_FRONTIER;
    if (!status && !ln_open_fits(&frontier->window))
        return decline(frontier, LN_REASON_METHOD, "more than 64 operations are open at once", outcome);
    if (!status)
        status = start_at_initial_states(frontier);
    if (!status)
        status = sweep(frontier);
    if (patience != UINT64_MAX && (status == LN_NO_MEMORY || status == LN_STOPPED) &&
        ln_budget_why(budget) == LN_STOP_NONE)
        return decline(frontier, status == LN_NO_MEMORY ? LN_REASON_MEMORY : LN_REASON_BOUND,
                       "there are too many configurations", outcome);
    if (status && status != LN_NO_MEMORY && status != LN_STOPPED)
        return status;
    if (status == LN_NO_MEMORY)
        ln_budget_stop(budget, LN_STOP_MEMORY);
    return report(frontier, status, outcome);
}
