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
 * - Pending operations are optional. One that leaves the state as it is is never tried; what follows a pending operation
 *   must tell the difference: if it leads to the same state without it, the configuration without it is at least as good
 *   (and is tried too). For the same reason dead configurations are compared by dominance.
 *
 * Cost: linear in events while no wrong choice is made; exponential in the number of open operations at worst. */
#include "check/search.h"

#include "check/dead.h"
#include "check/states.h"
#include "check/window.h"

#include <stdlib.h>
#include <string.h>

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
    struct ln_window window;
    struct ln_states states;
    struct ln_dead dead;
    struct ln_budget *budget;
    const struct ln_problem *problem;
    /* the configuration */
    uint32_t event, state;
    LN_VEC(uint64_t) bits;       /* linearised: slots of completed operations, then of pending ones */
    LN_VEC(uint64_t) open;       /* slots of completed operations that are open */
    LN_VEC(uint32_t) holder;     /* who holds each slot of a completed operation */
    LN_VEC(uint32_t) pending;    /* window operation of each pending slot */
    uint32_t called;             /* pending operations called so far */
    size_t words;                /* of bits that belong to completed operations */
    LN_VEC(uint32_t) order;      /* window operations, in the order of linearisation */
    /* the path to it */
    LN_VEC(struct frame) frames;
    LN_VEC(uint64_t) candidates; /* return event << 32 | window operation */
    LN_VEC(uint64_t) stamp;      /* per label: node << 20 | place among its candidates */
    uint64_t nodes;
    /* the furthest attempt */
    LN_VEC(uint32_t) best;
    uint32_t best_event, best_shared; /* `order` and `best` still agree on this many */
    int64_t fuel;
};

enum ln_status ln_search_new(struct ln_search **out, struct ln_memory *memory)
{
    struct ln_search *search = ln_take_zeroed(memory, sizeof *search);
    if (!search)
        return LN_NO_MEMORY;
    search->memory = memory;
    ln_window_init(&search->window, memory);
    ln_states_init(&search->states, memory);
    ln_dead_init(&search->dead, memory);
    *out = search;
    return LN_OK;
}

void ln_search_free(struct ln_search *search)
{
    struct ln_memory *memory;
    if (!search)
        return;
    memory = search->memory;
    ln_window_fini(&search->window);
    ln_states_fini(&search->states);
    ln_dead_fini(&search->dead);
    ln_vec_fini(&search->bits, memory);
    ln_vec_fini(&search->open, memory);
    ln_vec_fini(&search->holder, memory);
    ln_vec_fini(&search->pending, memory);
    ln_vec_fini(&search->order, memory);
    ln_vec_fini(&search->frames, memory);
    ln_vec_fini(&search->candidates, memory);
    ln_vec_fini(&search->stamp, memory);
    ln_vec_fini(&search->best, memory);
    ln_give(memory, search, sizeof *search);
}

/* ---- the configuration ---- */

static uint64_t *bit_word(struct ln_search *search, const struct ln_window_op *op, uint64_t *mask)
{
    size_t word = op->slot / 64 + (op->ret == LN_NEVER ? search->words : 0);
    *mask = UINT64_C(1) << (op->slot % 64);
    return &search->bits.at[word];
}

static bool is_linearised(struct ln_search *search, const struct ln_window_op *op)
{
    uint64_t mask;
    return *bit_word(search, op, &mask) & mask;
}

/* Has the earlier operation of its process, if there is one that still counts, been linearised? */
static bool is_enabled(struct ln_search *search, const struct ln_window_op *op)
{
    const struct ln_window_op *after;
    if (op->after == LN_NO_OP)
        return true;
    after = &search->window.ops.at[op->after];
    return after->ret < search->event || is_linearised(search, after);
}

static void mark(struct ln_search *search, uint32_t op)
{
    uint64_t mask, *word = bit_word(search, &search->window.ops.at[op], &mask);
    *word |= mask;
    search->order.at[search->order.length++] = op; /* room for all was made at the start */
}

static void open_slot(struct ln_search *search, uint32_t op)
{
    const struct ln_window_op *opened = &search->window.ops.at[op];
    if (opened->ret == LN_NEVER) {
        search->called++;
        return;
    }
    search->open.at[opened->slot / 64] |= UINT64_C(1) << (opened->slot % 64);
    search->holder.at[opened->slot] = op;
}

static void close_slot(struct ln_search *search, uint32_t op)
{
    const struct ln_window_op *closed = &search->window.ops.at[op];
    uint64_t mask = UINT64_C(1) << (closed->slot % 64);
    if (closed->ret == LN_NEVER) {
        search->called--;
        return;
    }
    search->open.at[closed->slot / 64] &= ~mask;
    search->bits.at[closed->slot / 64] &= ~mask;
}

/* Linearises `op` if it only reads and can happen now. */
static enum ln_status take_if_reads(struct ln_search *search, uint32_t op, bool *taken)
{
    const struct ln_window_op *it = &search->window.ops.at[op];
    enum ln_status status;
    *taken = false;
    if (!it->reads || !is_enabled(search, it))
        return LN_OK;
    status = ln_states_stays(&search->states, search->state, it->label, &search->window.labels.at[it->label], taken);
    if (!status && *taken)
        mark(search, op);
    return status;
}

/* Linearises every open operation that only reads and can happen now. */
static enum ln_status settle(struct ln_search *search, bool *any)
{
    bool again = true;
    *any = false;
    while (again) {
        again = false;
        for (size_t w = 0; w < search->words; w++) {
            uint64_t left = search->open.at[w] & ~search->bits.at[w];
            for (; left; left &= left - 1) {
                uint32_t op = search->holder.at[w * 64 + (size_t)__builtin_ctzll(left)];
                bool taken;
                enum ln_status status = take_if_reads(search, op, &taken);
                if (status)
                    return status;
                *any |= taken;
                again |= taken && search->window.linked; /* another may wait for this one */
            }
        }
    }
    return LN_OK;
}

/* Walks on until a return needs a decision, or the end. */
static enum ln_status advance(struct ln_search *search)
{
    const struct ln_window *window = &search->window;
    for (; search->event < window->events.length; search->event++) {
        uint32_t event = window->events.at[search->event], op = ln_event_operation(event);
        bool taken;
        enum ln_status status;
        if (ln_event_is_return(event)) {
            if (!is_linearised(search, &window->ops.at[op]))
                return LN_OK;
            close_slot(search, op);
            continue;
        }
        open_slot(search, op);
        if (window->ops.at[op].ret == LN_NEVER)
            continue;
        status = take_if_reads(search, op, &taken);
        if (status)
            return status;
    }
    return LN_OK;
}

/* Back to where `event` was next and `linearised` operations were linearised. */
static void rewind_to(struct ln_search *search, uint32_t event, uint32_t linearised)
{
    const struct ln_window *window = &search->window;
    while (search->event > event) {
        uint32_t undone = window->events.at[--search->event], op = ln_event_operation(undone);
        if (ln_event_is_return(undone)) {
            uint64_t mask, *word = bit_word(search, &window->ops.at[op], &mask);
            open_slot(search, op);
            *word |= mask;
        } else {
            close_slot(search, op);
        }
    }
    while (search->order.length > linearised) {
        const struct ln_window_op *op = &window->ops.at[search->order.at[--search->order.length]];
        uint64_t mask, *word = bit_word(search, op, &mask);
        if (op->call < event)
            *word &= ~mask;
    }
    if (search->best_shared > linearised)
        search->best_shared = linearised;
}

/* ---- nodes ---- */

/* Adds a candidate unless an equal one that returns no later is there; replaces an equal one that returns later. */
static enum ln_status add_candidate(struct ln_search *search, uint32_t op, uint32_t first)
{
    const struct ln_window_op *it = &search->window.ops.at[op];
    uint64_t key = (uint64_t)it->ret << 32 | op;
    uint64_t *stamp = &search->stamp.at[it->label];
    if (!is_enabled(search, it))
        return LN_OK;
    if (!it->tied) {
        if (*stamp >> 20 == search->nodes && (*stamp & 0xfffff) != 0xfffff) {
            uint64_t *have = &search->candidates.at[first + (*stamp & 0xfffff)];
            if (key < *have)
                *have = key;
            return LN_OK;
        }
        if (search->candidates.length - first < 0xfffff)
            *stamp = search->nodes << 20 | (search->candidates.length - first);
    }
    return ln_vec_push(&search->candidates, search->memory, key) ? LN_OK : LN_NO_MEMORY;
}

static int compare_keys(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* The returning operation first, then by return: what is due soonest is likeliest to have happened. */
static void sort_candidates(uint64_t *keys, size_t count)
{
    if (count > 24) {
        qsort(keys, count, sizeof *keys, compare_keys);
        return;
    }
    for (size_t i = 1; i < count; i++) {
        uint64_t key = keys[i];
        size_t j = i;
        for (; j > 0 && keys[j - 1] > key; j--)
            keys[j] = keys[j - 1];
        keys[j] = key;
    }
}

static enum ln_status gather(struct ln_search *search, uint32_t first)
{
    enum ln_status status = LN_OK;
    for (size_t w = 0; w < search->words; w++)
        for (uint64_t left = search->open.at[w] & ~search->bits.at[w]; left && !status; left &= left - 1)
            status = add_candidate(search, search->holder.at[w * 64 + (size_t)__builtin_ctzll(left)], first);
    for (uint32_t p = 0; p < search->called && !status; p++)
        if (!is_linearised(search, &search->window.ops.at[search->pending.at[p]]))
            status = add_candidate(search, search->pending.at[p], first);
    sort_candidates(search->candidates.at + first, search->candidates.length - first);
    return status;
}

static enum ln_status enter(struct ln_search *search, uint32_t before)
{
    struct frame frame = { .event = search->event, .state = search->state, .before = before,
                           .linearised = (uint32_t)search->order.length,
                           .first = (uint32_t)search->candidates.length };
    enum ln_status status;
    search->nodes++;
    if (search->nodes % 1024 == 0)
        ln_progress_add(search->budget->progress, 1024, search->best_event);
    status = gather(search, frame.first);
    frame.at = frame.first;
    frame.end = (uint32_t)search->candidates.length;
    if (!status && !ln_vec_push(&search->frames, search->memory, frame))
        status = LN_NO_MEMORY;
    return status;
}

/* Keeps the attempt that has come furthest. Only what changed since the last time is copied. */
static enum ln_status keep_best(struct ln_search *search)
{
    size_t shared = search->best_shared;
    if (search->best.length && search->event <= search->best_event)
        return LN_OK;
    if (!ln_vec_reserve(&search->best, search->memory, search->order.length))
        return LN_NO_MEMORY;
    for (size_t i = shared; i < search->order.length; i++)
        search->best.at[i] = search->order.at[i];
    search->best.length = search->order.length;
    search->best_shared = (uint32_t)search->order.length;
    search->best_event = search->event;
    return LN_OK;
}

/* Would the operation lead to `to` without the pending one before it? Then it does not tell the difference. */
static enum ln_status is_blind(struct ln_search *search, uint32_t before, const struct ln_window_op *op, uint32_t to,
                               bool *blind)
{
    struct ln_moves moves;
    enum ln_status status;
    *blind = false;
    if (before == LN_NO_STATE)
        return LN_OK;
    status = ln_states_step(&search->states, before, op->label, &search->window.labels.at[op->label], &moves);
    for (uint32_t i = 0; i < moves.count && !status; i++)
        *blind |= moves.at[i] == to;
    return status;
}

/* The next thing to try at a node: an operation and the state it leads to; LN_NO_OP when all was tried. */
static enum ln_status next_choice(struct ln_search *search, struct frame *frame, uint32_t *op, uint32_t *to)
{
    while (frame->at < frame->end) {
        const struct ln_window_op *it;
        struct ln_moves moves;
        bool blind;
        enum ln_status status;
        *op = (uint32_t)search->candidates.at[frame->at];
        it = &search->window.ops.at[*op];
        status = ln_states_step(&search->states, frame->state, it->label, &search->window.labels.at[it->label], &moves);
        if (status)
            return status;
        blind = frame->move >= moves.count;
        if (!blind)
            *to = moves.at[frame->move];
        if (frame->move + 1 < moves.count)
            frame->move++;
        else
            frame->at++, frame->move = 0;
        if (blind || (it->ret == LN_NEVER && *to == frame->state))
            continue;
        status = is_blind(search, frame->before, it, *to, &blind);
        if (status || !blind)
            return status;
    }
    *op = LN_NO_OP;
    return LN_OK;
}

/* A stuck problem ends where the stuck operation has to wait. */
static bool is_goal(const struct ln_search *search)
{
    const struct ln_problem *problem = search->problem;
    struct ln_invocation in;
    if (problem->stuck == LN_NO_OP)
        return true;
    in = ln_invocation_of(problem->history, problem->stuck);
    return problem->spec->class->blocks &&
           problem->spec->class->blocks(problem->spec, ln_states_borrow(&search->states, search->state), &in);
}

/* The next choice at the latest node that has one left; nodes without are dead. LN_NO_OP when none has. */
static enum ln_status choose(struct ln_search *search, uint32_t *op, uint32_t *to)
{
    *op = LN_NO_OP;
    while (search->frames.length) {
        struct frame *frame = &search->frames.at[search->frames.length - 1];
        enum ln_status status;
        rewind_to(search, frame->event, frame->linearised);
        search->state = frame->state;
        if (ln_budget_spent(search->budget, &search->fuel, 8))
            return LN_STOPPED;
        status = next_choice(search, frame, op, to);
        if (status || *op != LN_NO_OP)
            return status;
        status = keep_best(search);
        if (status || !ln_dead_add(&search->dead, frame->event, frame->state, search->bits.at))
            return LN_NO_MEMORY;
        search->candidates.length = frame->first;
        search->frames.length--;
    }
    return LN_OK;
}

/* From the current configuration on: *found, or everything below was tried. */
static enum ln_status explore(struct ln_search *search, bool *found)
{
    uint32_t before = LN_NO_STATE;
    for (;;) {
        uint32_t op, to = LN_NO_STATE;
        bool read = false;
        enum ln_status status = advance(search);
        bool ended = search->event == search->window.events.length;
        if (!status && ended && is_goal(search)) {
            *found = true;
            return LN_OK;
        }
        if (!status && !ended && !ln_dead_has(&search->dead, search->event, search->state, search->bits.at))
            status = enter(search, before);
        else if (!status)
            status = keep_best(search);
        if (!status)
            status = choose(search, &op, &to);
        if (status || op == LN_NO_OP)
            return status;
        before = search->window.ops.at[op].ret == LN_NEVER ? search->state : LN_NO_STATE;
        mark(search, op);
        search->state = to;
        status = settle(search, &read);
        if (status)
            return status;
        if (read)
            before = LN_NO_STATE; /* a reader has seen the difference */
    }
}

/* ---- a whole problem ---- */

static bool zeroed(struct ln_search *search)
{
    struct ln_memory *memory = search->memory;
    const struct ln_window *window = &search->window;
    size_t optional = (window->optional + 63) / 64;
    search->words = (window->slots + 63) / 64;
    if (search->words == 0)
        search->words = 1;
    if (!ln_vec_reserve(&search->bits, memory, search->words + optional) ||
        !ln_vec_reserve(&search->open, memory, search->words) ||
        !ln_vec_reserve(&search->holder, memory, window->slots + 1) ||
        !ln_vec_reserve(&search->pending, memory, window->optional + 1) ||
        !ln_vec_reserve(&search->stamp, memory, window->labels.length + 1) ||
        !ln_vec_reserve(&search->order, memory, window->ops.length + 1))
        return false;
    memset(search->bits.at, 0, (search->words + optional) * sizeof *search->bits.at);
    memset(search->open.at, 0, search->words * sizeof *search->open.at);
    memset(search->stamp.at, 0, window->labels.length * sizeof *search->stamp.at);
    for (uint32_t i = 0; i < window->ops.length; i++)
        if (window->ops.at[i].ret == LN_NEVER)
            search->pending.at[window->ops.at[i].slot] = i;
    search->order.length = search->frames.length = search->candidates.length = search->best.length = 0;
    search->event = search->called = search->best_event = search->best_shared = 0;
    search->nodes = 0;
    ln_dead_reset(&search->dead, search->words + optional, optional);
    return true;
}

static enum ln_status explore_all(struct ln_search *search, bool *found)
{
    struct ln_moves initial;
    uint32_t starts;
    enum ln_status status = ln_states_initial(&search->states, &initial);
    if (status)
        return status;
    starts = initial.count; /* initial states are numbered from 0 */
    for (uint32_t s = 0; s < starts && !*found && !status; s++) {
        rewind_to(search, 0, 0);
        search->state = s;
        status = explore(search, found);
    }
    return status;
}

static enum ln_status report(struct ln_search *search, bool found, enum ln_status why, struct ln_outcome *outcome)
{
    const struct ln_window *window = &search->window;
    const uint32_t *from = found ? search->order.at : search->best.at;
    size_t count = found ? search->order.length : search->best.length;
    outcome->configurations += search->nodes;
    outcome->order.length = 0;
    if (!ln_vec_reserve(&outcome->order, outcome->memory, count))
        count = 0;
    for (size_t i = 0; i < count; i++)
        outcome->order.at[outcome->order.length++] = window->ops.at[from[i]].operation;
    if (found) {
        outcome->verdict = LN_HOLDS;
        return outcome->order.length == search->order.length ? LN_OK : LN_NO_MEMORY;
    }
    outcome->verdict = why ? LN_UNKNOWN : LN_VIOLATED;
    if (search->best_event < window->events.length)
        outcome->stopped_at = window->ops.at[ln_event_operation(window->events.at[search->best_event])].operation;
    else if (!why)
        outcome->unjustified = search->problem->stuck;
    return LN_OK;
}

enum ln_status ln_search_run(struct ln_search *search, const struct ln_problem *problem, struct ln_budget *budget,
                             struct ln_outcome *outcome)
{
    bool found = false;
    enum ln_status status = ln_window_fill(&search->window, problem);
    search->problem = problem;
    search->budget = budget;
    outcome->algorithm = "search";
    if (!status && !zeroed(search))
        status = LN_NO_MEMORY;
    if (!status) {
        ln_states_reset(&search->states, problem->spec, budget, (uint32_t)search->window.labels.length);
        status = explore_all(search, &found);
        if (status)
            keep_best(search); /* a copy that does not fit leaves the previous one */
    } else {
        search->window.events.length = search->best.length = 0;
        search->nodes = 0;
        search->best_event = 0;
    }
    if (status == LN_NO_MEMORY)
        ln_budget_stop(budget, LN_STOP_MEMORY);
    if (status && status != LN_NO_MEMORY && status != LN_STOPPED)
        return status;
    return report(search, found, status, outcome);
}
