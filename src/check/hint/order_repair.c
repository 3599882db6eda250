#include "check/hint/order_repair.h"

#include "spec/from_states.h"

#include <assert.h>
#include <stdlib.h>

void ln_order_repair_init(struct ln_order_repair *repair, struct ln_placing *follow, struct ln_memory *memory)
{
    *repair = (struct ln_order_repair){ .memory = memory, .follow = follow };
    ln_outcome_init(&repair->found, memory);
}

void ln_order_repair_fini(struct ln_order_repair *repair)
{
    ln_outcome_fini(&repair->found);
    ln_vec_fini(&repair->members, repair->memory);
    ln_vec_fini(&repair->points, repair->memory);
    ln_vec_fini(&repair->others, repair->memory);
    ln_vec_fini(&repair->keyed, repair->memory);
    ln_vec_fini(&repair->events, repair->memory);
}

void ln_order_repair_start(struct ln_order_repair *repair, struct ln_search *search)
{
    repair->search = search;
    repair->end = 0;
    repair->level = 0;
    repair->windows = 0;
    repair->searched = repair->configurations = repair->work = 0;
}

/* ---- who is in the window ---- */

static void note_member(struct ln_order_repair *repair, uint32_t operation)
{
    uint32_t call = ln_placing_operation(repair->follow, operation)->call;
    assert(!ln_placing_has(repair->follow, operation, LN_MARK_MEMBER));
    repair->follow->marks.at[operation] |= LN_MARK_MEMBER;
    if (call > repair->horizon)
        repair->horizon = call;
}

/* Its place is after those before it, at the latest call so far. */
static bool add_at_point(struct ln_order_repair *repair, uint32_t operation)
{
    uint32_t call = ln_placing_operation(repair->follow, operation)->call;
    uint64_t index = repair->points.length;
    assert(repair->members.length == repair->points.length);
    if (call > repair->latest_call)
        repair->latest_call = call;
    note_member(repair, operation);
    return ln_vec_push(&repair->members, repair->memory, operation) &&
           ln_vec_push(&repair->points, repair->memory, ((uint64_t)repair->latest_call << 32) + 2 * (index + 1));
}

/* It has no place. Pending ones that only read need none. */
static bool add_other(struct ln_order_repair *repair, uint32_t operation)
{
    const struct ln_placing *follow = repair->follow;
    if (ln_placing_has(follow, operation, LN_MARK_PLACED | LN_MARK_MEMBER) ||
        (ln_placing_operation(follow, operation)->fate == LN_PENDING && ln_placing_reads(follow, operation)))
        return true;
    note_member(repair, operation);
    return ln_vec_push(&repair->others, repair->memory, operation);
}

/* Moves on to the first return of an operation that is neither placed, nor in the window, nor free. Free ones that are
 * called before it come in. */
static bool look_ahead(struct ln_order_repair *repair)
{
    const struct ln_problem *problem = repair->follow->problem;
    for (; repair->frontier < problem->event_count; repair->frontier++) {
        uint32_t event = problem->events[repair->frontier], operation = ln_event_operation(event);
        if (ln_placing_has(repair->follow, operation, LN_MARK_PLACED | LN_MARK_MEMBER))
            continue;
        if (ln_placing_has(repair->follow, operation, LN_MARK_FREE)) {
            if (!add_other(repair, operation))
                return false;
        } else if (ln_event_is_return(event)) {
            return true;
        }
    }
    return true;
}

/* Can order[0] come next? What should have come before it, because it had returned, comes in without a place, unless it
 * is order[0] that comes too early. False when memory is refused. */
static bool make_way(struct ln_order_repair *repair, const uint32_t *order, size_t count, bool *can)
{
    const struct ln_placing *follow = repair->follow;
    const struct ln_problem *problem = follow->problem;
    for (;;) {
        uint32_t due;
        if (!look_ahead(repair))
            return false;
        *can = true;
        if (repair->frontier == problem->event_count)
            return true;
        due = ln_event_operation(problem->events[repair->frontier]);
        if (ln_placing_operation(follow, due)->ret > ln_placing_operation(follow, order[0])->call)
            return true;
        *can = false;
        if (ln_placing_is_early(follow, order, count, due))
            return true;
        if (!add_other(repair, due))
            return false;
    }
}

/* A window and what is known of it. */
struct window {
    const struct ln_checkpoint *checkpoint; /* where it starts; NULL: at the start */
    size_t width;                           /* so many before the failure and after it */
    size_t fixed;                           /* and so many beyond that stay in their places */
    bool found;
};

/* What the order says next, without what comes too early. *end: there is no more. */
static bool add_next(struct ln_order_repair *repair, const uint32_t *order, size_t count, size_t most, bool *end)
{
    *end = true;
    for (size_t i = 0, taken = 0; i < count; i++) {
        bool can;
        if (!ln_placing_waits(repair->follow, order[i]))
            continue;
        *end = taken < most;
        if (taken++ == most)
            return true;
        if (!make_way(repair, order + i, count - i, &can) || (can && !add_at_point(repair, order[i])))
            return false;
    }
    return look_ahead(repair);
}

static bool choose_members(struct ln_order_repair *repair, uint32_t failed, const struct window *window,
                           const uint32_t *order, size_t count, bool *end)
{
    const struct ln_checkpoint *checkpoint = window->checkpoint;
    const struct ln_placing *follow = repair->follow;
    size_t start = checkpoint ? checkpoint->length : 0;
    repair->members.length = repair->points.length = repair->others.length = 0;
    repair->latest_call = repair->horizon = checkpoint ? checkpoint->latest_call : 0;
    repair->frontier = follow->frontier;
    for (size_t i = start; i < follow->placed.length; i++)
        if (!add_at_point(repair, follow->placed.at[i]))
            return false;
    repair->failed = repair->points.length;
    if (!add_at_point(repair, failed))
        return false;
    for (size_t i = 0; i < follow->readers.length; i++)
        if (!add_other(repair, follow->readers.at[i]))
            return false;
    for (size_t i = 0; i < follow->others.length; i++)
        if (!add_other(repair, follow->others.at[i]))
            return false;
    return add_next(repair, order, count, window->width + window->fixed, end);
}

/* ---- its events ---- */

static bool add_events(struct ln_order_repair *repair, uint32_t operation, uint64_t from, uint64_t to)
{
    struct ln_window_event call = { from, operation * 2 }, ret = { to, operation * 2 + 1 };
    bool completed = ln_placing_operation(repair->follow, operation)->fate == LN_COMPLETED;
    assert(from < to);
    return ln_vec_push(&repair->keyed, repair->memory, call) &&
           (!completed || ln_vec_push(&repair->keyed, repair->memory, ret));
}

/* Free readers that need not have returned yet are left out: they find their place afterwards. */
static bool is_left_out(const struct ln_order_repair *repair, uint32_t operation)
{
    return ln_placing_has(repair->follow, operation, LN_MARK_FREE) && ln_placing_reads(repair->follow, operation) &&
           ln_placing_operation(repair->follow, operation)->ret > repair->horizon;
}

static bool add_unplaced(struct ln_order_repair *repair, uint32_t operation)
{
    const struct ln_operation *o = ln_placing_operation(repair->follow, operation);
    return is_left_out(repair, operation) ||
           add_events(repair, operation, (uint64_t)o->call << 32, (uint64_t)o->ret << 32);
}

/* The i-th, which may leave its place by `reach` places. Its interval shrinks; its place always lies in it. */
static bool add_placed(struct ln_order_repair *repair, size_t i, size_t reach)
{
    const struct ln_operation *o = ln_placing_operation(repair->follow, repair->members.at[i]);
    uint64_t from = (uint64_t)o->call << 32, to = (uint64_t)o->ret << 32;
    assert(i < repair->points.length);
    if (i >= reach && repair->points.at[i - reach] > from)
        from = repair->points.at[i - reach];
    if (reach < repair->points.length - i && repair->points.at[i + reach] < to)
        to = repair->points.at[i + reach] + 1;
    return add_events(repair, repair->members.at[i], from, to);
}

static int compare_keys(const void *a, const void *b)
{
    uint64_t x = ((const struct ln_window_event *)a)->key, y = ((const struct ln_window_event *)b)->key;
    return (x > y) - (x < y);
}

/* How far operations may leave their places: those from one to another as far as real time lets them, the others by
 * `reach` places. */
struct freedom {
    size_t from, to, reach;
};

/* Those more than `width` places after the failure may not leave theirs. */
static bool make_events(struct ln_order_repair *repair, const struct freedom *freedom, size_t width)
{
    repair->keyed.length = repair->events.length = 0;
    for (size_t i = 0; i < repair->points.length; i++) {
        uint32_t operation = repair->members.at[i];
        bool last = i > repair->failed + width;
        bool anywhere = i == repair->failed || ln_placing_has(repair->follow, operation, LN_MARK_FREE) ||
                        (i >= freedom->from && i < freedom->to && !last);
        if (!(anywhere ? add_unplaced(repair, operation) : add_placed(repair, i, last ? 0 : freedom->reach)))
            return false;
    }
    for (size_t i = 0; i < repair->others.length; i++)
        if (!add_unplaced(repair, repair->others.at[i]))
            return false;
    qsort(repair->keyed.at, repair->keyed.length, sizeof *repair->keyed.at, compare_keys);
    for (size_t i = 0; i < repair->keyed.length; i++)
        if (!ln_vec_push(&repair->events, repair->memory, repair->keyed.at[i].event))
            return false;
    return true;
}

static void forget_members(struct ln_order_repair *repair)
{
    for (size_t i = 0; i < repair->members.length; i++)
        repair->follow->marks.at[repair->members.at[i]] &= (uint8_t)~LN_MARK_MEMBER;
    for (size_t i = 0; i < repair->others.length; i++)
        repair->follow->marks.at[repair->others.at[i]] &= (uint8_t)~LN_MARK_MEMBER;
}

/* ---- searching it ---- */

static enum ln_status search_window(struct ln_order_repair *repair, struct window *window, struct freedom freedom)
{
    enum { LITTLE = 2000, LITTLE_EACH = 16 }; /* configurations: refuting what is too narrow must be cheap */
    struct ln_problem problem = *repair->follow->problem;
    struct ln_budget *budget = repair->follow->budget;
    struct ln_started started;
    enum ln_status status;
    if (!make_events(repair, &freedom, window->width))
        return LN_NO_MEMORY;
    if (window->checkpoint)
        ln_spec_started(&started, problem.spec, &window->checkpoint->states);
    problem.spec = window->checkpoint ? &started.spec : problem.spec;
    problem.events = repair->events.at;
    problem.event_count = repair->events.length;
    ln_outcome_clear(&repair->found);
    status = ln_search_try(repair->search, &problem, LITTLE + LITTLE_EACH * (uint64_t)repair->events.length, budget,
                           &repair->found);
    repair->configurations += repair->found.configurations;
    repair->work += repair->found.configurations + repair->events.length;
    window->found = !status && repair->found.verdict == LN_HOLDS;
    return !status && ln_budget_why(budget) != LN_STOP_NONE ? LN_STOPPED : status;
}

/* Some neighbours may leave their places, the others not: first those around the failure, then further and further away
 * from it on both sides. */
static enum ln_status search_blocks(struct ln_order_repair *repair, struct window *window, size_t size)
{
    size_t step = size / 2, places = repair->points.length, failed = repair->failed;
    enum ln_status status = LN_OK;
    assert(step && failed < places);
    for (size_t away = 0; away < places + size && !status && !window->found; away += step) {
        if (failed + size > away) {
            size_t from = failed + step > away ? failed + step - away : 0;
            status = search_window(repair, window, (struct freedom){ from, from + size, 0 });
        }
        if (away && failed + away < places && !status && !window->found)
            status = search_window(repair, window, (struct freedom){ failed + away, failed + away + size, 0 });
    }
    return status;
}

static enum ln_status search_in_turn(struct ln_order_repair *repair, struct window *window)
{
    enum { NEAR = 2, FEW = 4, MANY = 16, WIDEST_FOR_BLOCKS = 256 };
    enum ln_status status = search_window(repair, window, (struct freedom){ 0, 0, NEAR });
    if (window->width <= WIDEST_FOR_BLOCKS && !status && !window->found)
        status = search_blocks(repair, window, FEW);
    if (window->width <= WIDEST_FOR_BLOCKS && !status && !window->found)
        status = search_blocks(repair, window, MANY);
    if (!status && !window->found)
        status = search_window(repair, window, (struct freedom){ 0, SIZE_MAX, 0 });
    return status;
}

/* Places what was found; *done is false only when the spec says one thing now and another then. Pending operations that
 * it does not use have no place any more. */
static enum ln_status adopt(struct ln_order_repair *repair, const struct ln_checkpoint *checkpoint, bool *done)
{
    struct ln_placing *follow = repair->follow;
    enum ln_status status = ln_placing_back(follow, checkpoint);
    *done = true;
    for (size_t i = 0; i < repair->found.order.length && !status && *done; i++) {
        uint32_t operation = repair->found.order.at[i];
        if (!ln_placing_has(follow, operation, LN_MARK_PLACED))
            status = ln_placing_add(follow, operation, done);
        if (!status && *done)
            status = ln_placing_settle(follow);
    }
    for (size_t i = 0; i < repair->members.length && !status; i++)
        if (!ln_placing_has(follow, repair->members.at[i], LN_MARK_PLACED | LN_MARK_FREE))
            status = ln_placing_free(follow, repair->members.at[i]);
    repair->end = follow->placed.length;
    return status;
}

/* Each width is tried twice: what follows says which of several repairs is right, but may be wrong itself. */
static size_t width_of(unsigned level)
{
    return (size_t)LN_CHECKPOINT_EVERY << level / 2;
}

static size_t fixed_of(unsigned level)
{
    enum { MANY = 64 };
    return width_of(level) + (level % 2 ? 0 : MANY);
}

/* One window. *last: a wider one would not be different. */
static enum ln_status try_window(struct ln_order_repair *repair, uint32_t failed, const uint32_t *order, size_t count,
                                 bool *done, bool *last)
{
    struct window window = { .width = width_of(repair->level), .fixed = fixed_of(repair->level) };
    enum ln_status status = LN_NO_MEMORY;
    bool end;
    window.checkpoint = ln_placing_checkpoint(repair->follow, window.width);
    if (choose_members(repair, failed, &window, order, count, &end)) {
        *last = !window.checkpoint && end && repair->level % 2;
        repair->windows++;
        repair->searched += repair->members.length + repair->others.length;
        status = search_in_turn(repair, &window);
    }
    forget_members(repair);
    if (status || !window.found)
        return status;
    status = adopt(repair, window.checkpoint, done);
    *last |= !*done;
    return status;
}

enum ln_status ln_order_repair(struct ln_order_repair *repair, uint32_t failed, const uint32_t *order, size_t count,
                               bool *done)
{
    const struct ln_placing *follow = repair->follow;
    uint64_t most = 1000000 + 8 * (uint64_t)follow->problem->event_count; /* an order that is this wrong is no help */
    bool soon = repair->windows && follow->placed.length < repair->end + width_of(repair->level);
    enum ln_status status = LN_OK;
    bool last = false;
    *done = false;
    repair->level = soon ? (repair->level / 2 + 1) * 2 : 0; /* soon after a window: that one found the wrong state */
    while (!status && !last && repair->level < 2 * LN_CHECKPOINT_LEVELS && repair->work < most) {
        status = try_window(repair, failed, order, count, done, &last);
        if (*done)
            break;
        repair->level++;
    }
    return status;
}
