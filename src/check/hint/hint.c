/* Replaying a history in the order that it reports itself: a revision, a ticket, a commit number.
 *
 * Operations that report an order are placed in that order; at equal orders those that change the object come before
 * those that only read it (which saw the change), then those called first. The others are placed where they fit
 * (check/hint/placing.h); pending ones that report nothing only when another needs them. If all goes well the order is a
 * witness, found without any search.
 *
 * The order is never trusted. Where it contradicts real time, one operation of the two is placed where it fits instead;
 * where the object cannot do what it says, a window around that place is searched (check/hint/order_repair.h), wider and wider.
 * Holds is said with a complete order only, violated only by a search of the whole problem, which is the last resort.
 *
 * Cost: O(n log n) while the order is right, and the windows. */
#include "check/hint/hint.h"

#include "check/hint/order_repair.h"

#include <assert.h>

struct reported {
    int64_t order;
    uint64_t rest; /* decides at equal orders: those that read come later, then by call */
    uint32_t operation;
};

struct ln_hint {
    struct ln_memory *memory;
    struct ln_placing follow;
    struct ln_order_repair repair;
    LN_VEC(struct reported) reported, spare;
    LN_VEC(uint32_t) order; /* operations, as reported */
    size_t next;            /* the first of them that may not be placed yet */
    struct ln_hint_use use;
};

enum ln_status ln_hint_new(struct ln_hint **out, struct ln_memory *memory)
{
    struct ln_hint *hint = ln_take_zeroed(memory, sizeof *hint);
    if (!hint)
        return LN_NO_MEMORY;
    hint->memory = memory;
    ln_placing_init(&hint->follow, memory);
    ln_order_repair_init(&hint->repair, &hint->follow, memory);
    *out = hint;
    return LN_OK;
}

void ln_hint_free(struct ln_hint *hint)
{
    if (!hint)
        return;
    ln_placing_fini(&hint->follow);
    ln_order_repair_fini(&hint->repair);
    ln_vec_fini(&hint->reported, hint->memory);
    ln_vec_fini(&hint->spare, hint->memory);
    ln_vec_fini(&hint->order, hint->memory);
    ln_give(hint->memory, hint, sizeof *hint);
}

/* Where events are not all that orders operations (history/history.h) there are no cuts to rely on. */
bool ln_hint_applies(const struct ln_problem *problem)
{
    const struct ln_history *history = problem->history;
    if (!history->orders.length || history->linked || problem->stuck != LN_NO_OP || problem->spec->inner)
        return false;
    for (size_t e = 0; e < problem->event_count; e++)
        if (ln_history_order(history, ln_event_operation(problem->events[e])) != LN_NO_ORDER)
            return true;
    return false;
}

/* ---- the order ---- */

static bool comes_later(const struct reported *a, const struct reported *b)
{
    return a->order != b->order ? a->order > b->order : a->rest > b->rest;
}

static void merge(const struct reported *from, size_t middle, size_t end, struct reported *to)
{
    size_t left = 0, right = middle;
    for (size_t i = 0; i < end; i++)
        to[i] = left < middle && (right == end || !comes_later(&from[left], &from[right])) ? from[left++]
                                                                                           : from[right++];
}

#ifndef NDEBUG
static bool is_sorted(const struct ln_hint *hint)
{
    for (size_t i = 1; i < hint->reported.length; i++)
        if (comes_later(&hint->reported.at[i - 1], &hint->reported.at[i]))
            return false;
    return true;
}
#endif

/* By merging neighbours: what is in order already, as most of it is, is not touched. */
static bool sort_reported(struct ln_hint *hint)
{
    size_t count = hint->reported.length;
    struct reported *at = hint->reported.at;
    if (!ln_vec_reserve(&hint->spare, hint->memory, count))
        return false;
    for (size_t width = 1; width < count; width *= 2) {
        for (size_t start = 0; start + width < count; start += 2 * width) {
            size_t end = start + 2 * width < count ? 2 * width : count - start;
            if (!comes_later(&at[start + width - 1], &at[start + width]))
                continue;
            merge(at + start, width, end, hint->spare.at);
            for (size_t i = 0; i < end; i++)
                at[start + i] = hint->spare.at[i];
        }
    }
    assert(is_sorted(hint));
    return true;
}

static enum ln_status read_order(struct ln_hint *hint, const struct ln_problem *problem)
{
    const struct ln_history *history = problem->history;
    hint->reported.length = hint->order.length = hint->next = 0;
    for (size_t e = 0; e < problem->event_count; e++) {
        uint32_t operation = ln_event_operation(problem->events[e]);
        struct reported reported = { .order = ln_history_order(history, operation), .operation = operation };
        if (ln_event_is_return(problem->events[e]) || reported.order == LN_NO_ORDER)
            continue;
        reported.rest = (uint64_t)ln_placing_reads(&hint->follow, operation) << 32 |
                        history->operations.at[operation].call;
        ln_placing_bind(&hint->follow, operation);
        if (!ln_vec_push(&hint->reported, hint->memory, reported))
            return LN_NO_MEMORY;
    }
    if (!sort_reported(hint) || !ln_vec_reserve(&hint->order, hint->memory, hint->reported.length))
        return LN_NO_MEMORY;
    for (size_t i = 0; i < hint->reported.length; i++)
        hint->order.at[hint->order.length++] = hint->reported.at[i].operation;
    return LN_OK;
}

/* ---- following it ---- */

/* What the order says next; LN_NO_OP at its end. */
static uint32_t next_in_order(struct ln_hint *hint)
{
    assert(hint->next <= hint->order.length);
    while (hint->next < hint->order.length && !ln_placing_waits(&hint->follow, hint->order.at[hint->next]))
        hint->next++;
    return hint->next < hint->order.length ? hint->order.at[hint->next] : LN_NO_OP;
}

static void note_wrong(struct ln_hint *hint, uint32_t operation, uint32_t against)
{
    if (!hint->use.right)
        return;
    hint->use.right = false;
    hint->use.wrong_at = operation;
    hint->use.against = against;
}

static enum ln_status contradict(struct ln_hint *hint, uint32_t next, uint32_t due)
{
    bool early = ln_placing_is_early(&hint->follow, hint->order.at + hint->next, hint->order.length - hint->next, due);
    assert(next != LN_NO_OP && due != LN_NO_OP);
    note_wrong(hint, early ? next : due, early ? due : next);
    return ln_placing_free(&hint->follow, early ? next : due);
}

static enum ln_status place(struct ln_hint *hint, uint32_t operation, bool *done)
{
    enum ln_status status = ln_placing_add_with_help(&hint->follow, operation, done);
    if (status || *done)
        return status;
    note_wrong(hint, operation, LN_NO_OP);
    return ln_order_repair(&hint->repair, operation, hint->order.at + hint->next, hint->order.length - hint->next,
                           done);
}

/* *done: all is placed. Else the order is of no use beyond some point. */
static enum ln_status follow_order(struct ln_hint *hint, bool *done)
{
    struct ln_placing *follow = &hint->follow;
    enum ln_status status = LN_OK;
    *done = true;
    while (!status && *done) {
        uint32_t next, due;
        status = ln_placing_settle(follow);
        if (status)
            break;
        next = next_in_order(hint);
        due = ln_placing_due(follow);
        if (next == LN_NO_OP && due == LN_NO_OP)
            break;
        if (next != LN_NO_OP && ln_placing_may_add(follow, next))
            status = place(hint, next, done);
        else if (ln_placing_has(follow, due, LN_MARK_FREE))
            status = place(hint, due, done);
        else
            status = contradict(hint, next, due);
    }
    return status;
}

/* ---- a whole problem ---- */

static enum ln_status copy_placed(const struct ln_hint *hint, struct ln_outcome *outcome)
{
    const struct ln_placing *follow = &hint->follow;
    outcome->order.length = 0;
    if (!ln_vec_reserve(&outcome->order, outcome->memory, follow->placed.length))
        return LN_NO_MEMORY;
    for (size_t i = 0; i < follow->placed.length; i++)
        outcome->order.at[outcome->order.length++] = follow->placed.at[i];
    return LN_OK;
}

/* What is placed linearises all that returned before the frontier. */
static void report_placed(const struct ln_hint *hint, struct ln_outcome *outcome)
{
    if (!copy_placed(hint, outcome))
        outcome->stopped_at = ln_placing_due(&hint->follow);
}

static bool came_further(const struct ln_hint *hint, const struct ln_outcome *outcome)
{
    uint32_t due = ln_placing_due(&hint->follow);
    return due != LN_NO_OP &&
           (outcome->stopped_at == LN_NO_OP || ln_placing_operation(&hint->follow, due)->ret >
                                                   ln_placing_operation(&hint->follow, outcome->stopped_at)->ret);
}

static enum ln_status search_whole(struct ln_hint *hint, const struct ln_problem *problem, struct ln_search *search,
                                   struct ln_budget *budget, struct ln_outcome *outcome)
{
    enum ln_status status = ln_search_run(search, problem, budget, outcome);
    hint->use.windows++;
    for (size_t e = 0; e < problem->event_count; e++)
        hint->use.searched += !ln_event_is_return(problem->events[e]);
    if (!status && outcome->verdict == LN_UNKNOWN && came_further(hint, outcome))
        report_placed(hint, outcome);
    return status;
}

enum ln_status ln_hint_run(struct ln_hint *hint, const struct ln_problem *problem, struct ln_search *search,
                           struct ln_budget *budget, struct ln_outcome *outcome)
{
    enum ln_status status = ln_placing_start(&hint->follow, problem, budget);
    bool done = false, started = !status;
    hint->use = (struct ln_hint_use){ .used = true, .right = true, .wrong_at = LN_NO_OP, .against = LN_NO_OP };
    outcome->methods = LN_METHOD_HINT;
    ln_order_repair_start(&hint->repair, search);
    if (!status)
        status = read_order(hint, problem);
    if (!status)
        status = follow_order(hint, &done);
    hint->use.windows = hint->repair.windows;
    hint->use.searched = hint->repair.searched;
    outcome->configurations += hint->repair.configurations;
    if (!status && !done) {
        status = search_whole(hint, problem, search, budget, outcome);
    } else if (!status) {
        status = copy_placed(hint, outcome);
        assert(ln_placing_due(&hint->follow) == LN_NO_OP); /* all that returned is placed */
        outcome->verdict = LN_HOLDS;
    }
    if (status)
        outcome->verdict = LN_UNKNOWN;
    if (status && started)
        report_placed(hint, outcome);
    outcome->hint = hint->use;
    if (status == LN_NO_MEMORY)
        ln_budget_stop(budget, LN_STOP_MEMORY);
    return status == LN_STOPPED || status == LN_NO_MEMORY ? LN_OK : status;
}
