#include "check/search/position.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

void ln_position_init(struct ln_position *walk, struct ln_memory *memory)
{
    *walk = (struct ln_position){ .memory = memory };
    ln_window_init(&walk->window, memory);
    ln_states_init(&walk->states, memory);
}

void ln_position_fini(struct ln_position *walk)
{
    ln_window_fini(&walk->window);
    ln_states_fini(&walk->states);
    ln_vec_fini(&walk->bits, walk->memory);
    ln_vec_fini(&walk->open, walk->memory);
    ln_vec_fini(&walk->holder, walk->memory);
    ln_vec_fini(&walk->pending, walk->memory);
    ln_vec_fini(&walk->order, walk->memory);
    ln_vec_fini(&walk->stamp, walk->memory);
    ln_vec_fini(&walk->best, walk->memory);
}

static bool make_room(struct ln_position *walk)
{
    struct ln_memory *memory = walk->memory;
    const struct ln_window *window = &walk->window;
    walk->optional = (window->optional + 63) / 64;
    walk->words = window->slots ? (window->slots + 63) / 64 : 1;
    return ln_vec_reserve(&walk->bits, memory, walk->words + walk->optional) &&
           ln_vec_reserve(&walk->open, memory, walk->words) &&
           ln_vec_reserve(&walk->holder, memory, window->slots + 1) &&
           ln_vec_reserve(&walk->pending, memory, window->optional + 1) &&
           ln_vec_reserve(&walk->stamp, memory, window->labels.length + 1) &&
           ln_vec_reserve(&walk->order, memory, window->ops.length + 1);
}

void ln_position_restart(struct ln_position *walk, uint32_t event, uint32_t end)
{
    memset(walk->bits.at, 0, (walk->words + walk->optional) * sizeof *walk->bits.at);
    memset(walk->open.at, 0, walk->words * sizeof *walk->open.at);
    walk->order.length = 0;
    walk->called = walk->best_shared = walk->excess = 0;
    walk->event = event;
    walk->end = end;
}

enum ln_status ln_position_start(struct ln_position *walk, const struct ln_problem *problem, struct ln_budget *budget)
{
    enum ln_status status = ln_window_fill(&walk->window, problem);
    walk->problem = problem;
    walk->best.length = 0;
    walk->best_event = 0;
    if (status || !make_room(walk)) {
        walk->window.events.length = 0;
        return status ? status : LN_NO_MEMORY;
    }
    memset(walk->stamp.at, 0, walk->window.labels.length * sizeof *walk->stamp.at);
    walk->stamps = 0;
    for (uint32_t i = 0; i < walk->window.ops.length; i++)
        if (walk->window.ops.at[i].ret == LN_NEVER)
            walk->pending.at[walk->window.ops.at[i].slot] = i;
    ln_position_restart(walk, 0, (uint32_t)walk->window.events.length);
    ln_states_reset(&walk->states, problem->spec, budget, (uint32_t)walk->window.labels.length);
    return LN_OK;
}

/* ---- bits and slots ---- */

static size_t word_of(const struct ln_position *walk, const struct ln_window_op *op)
{
    assert(op->slot < (op->ret == LN_NEVER ? walk->window.optional : walk->window.slots));
    return op->slot / 64 + (op->ret == LN_NEVER ? walk->words : 0);
}

static uint64_t mask_of(const struct ln_window_op *op)
{
    return UINT64_C(1) << (op->slot % 64);
}

bool ln_position_is_linearised(const struct ln_position *walk, uint32_t op)
{
    const struct ln_window_op *it = &walk->window.ops.at[op];
    return walk->bits.at[word_of(walk, it)] & mask_of(it);
}

bool ln_position_is_enabled(const struct ln_position *walk, uint32_t op)
{
    uint32_t after = walk->window.ops.at[op].after;
    return after == LN_NO_OP || walk->window.ops.at[after].ret < walk->event || ln_position_is_linearised(walk, after);
}

static void linearise(struct ln_position *walk, uint32_t op)
{
    const struct ln_window_op *it = &walk->window.ops.at[op];
    assert(!ln_position_is_linearised(walk, op) && walk->order.length < walk->order.room);
    walk->bits.at[word_of(walk, it)] |= mask_of(it);
    walk->order.at[walk->order.length++] = op; /* room for all was made at the start */
}

static void open_slot(struct ln_position *walk, uint32_t op)
{
    const struct ln_window_op *it = &walk->window.ops.at[op];
    if (it->ret == LN_NEVER) {
        assert(walk->pending.at[walk->called] == op); /* they are numbered in the order of their calls */
        walk->called++;
        return;
    }
    assert(!(walk->open.at[it->slot / 64] & mask_of(it)));
    walk->open.at[it->slot / 64] |= mask_of(it);
    walk->holder.at[it->slot] = op;
}

static void close_slot(struct ln_position *walk, uint32_t op)
{
    const struct ln_window_op *it = &walk->window.ops.at[op];
    if (it->ret == LN_NEVER) {
        assert(walk->called);
        walk->called--;
        return;
    }
    assert(walk->open.at[it->slot / 64] & mask_of(it) && walk->holder.at[it->slot] == op);
    walk->open.at[it->slot / 64] &= ~mask_of(it);
    walk->bits.at[it->slot / 64] &= ~mask_of(it);
}

/* ---- forward ---- */

bool ln_position_use(struct ln_position *walk, uint32_t op, uint32_t state)
{
    const struct ln_window_op *ops = walk->window.ops.at;
    assert(ops[op].ret == LN_NEVER);
    if (!ln_vec_reserve(&walk->order, walk->memory, walk->order.length + walk->window.ops.length + 1))
        return false;
    walk->state = state;
    if (!ln_position_is_linearised(walk, op)) {
        linearise(walk, op);
        return true;
    }
    for (uint32_t p = 0; p < walk->called; p++) {
        uint32_t equal = walk->pending.at[p];
        if (ops[equal].label == ops[op].label && !ln_position_is_linearised(walk, equal) &&
            ln_position_is_enabled(walk, equal)) {
            linearise(walk, equal);
            return true;
        }
    }
    walk->order.at[walk->order.length++] = op | LN_AGAIN;
    walk->excess++;
    return true;
}

static enum ln_status take_if_reads(struct ln_position *walk, uint32_t op, bool *taken)
{
    enum ln_status status;
    *taken = false;
    if (!walk->window.ops.at[op].reads || !ln_position_is_enabled(walk, op))
        return LN_OK;
    status = ln_states_stays(&walk->states, walk->state, walk->window.ops.at[op].label,
                             ln_position_invocation(walk, op), taken);
    if (!status && *taken)
        linearise(walk, op);
    return status;
}

enum ln_status ln_position_take(struct ln_position *walk, uint32_t op, uint32_t state, bool *read)
{
    bool again = true;
    *read = false;
    linearise(walk, op);
    walk->state = state;
    while (again) {
        again = false;
        for (size_t w = 0; w < walk->words; w++) {
            for (uint64_t left = walk->open.at[w] & ~walk->bits.at[w]; left; left &= left - 1) {
                bool taken;
                enum ln_status status = take_if_reads(walk, walk->holder.at[w * 64 + (size_t)__builtin_ctzll(left)],
                                                      &taken);
                if (status)
                    return status;
                *read |= taken;
                again |= taken && walk->window.linked; /* another may wait for this one */
            }
        }
    }
    return LN_OK;
}

enum ln_status ln_position_advance(struct ln_position *walk)
{
    const struct ln_window *window = &walk->window;
    assert(walk->event <= walk->end && walk->end <= window->events.length);
    for (; walk->event < walk->end; walk->event++) {
        uint32_t event = window->events.at[walk->event], op = ln_event_operation(event);
        bool taken;
        enum ln_status status;
        if (ln_event_is_return(event)) {
            if (!ln_position_is_linearised(walk, op))
                return LN_OK;
            close_slot(walk, op);
            continue;
        }
        open_slot(walk, op);
        if (window->ops.at[op].ret == LN_NEVER)
            continue;
        status = take_if_reads(walk, op, &taken);
        if (status)
            return status;
    }
    return LN_OK;
}

/* ---- back ---- */

void ln_position_back(struct ln_position *walk, uint32_t event, uint32_t linearised)
{
    const struct ln_window *window = &walk->window;
    assert(event <= walk->event && linearised <= walk->order.length);
    while (walk->event > event) {
        uint32_t undone = window->events.at[--walk->event], op = ln_event_operation(undone);
        if (ln_event_is_return(undone)) {
            open_slot(walk, op);
            walk->bits.at[word_of(walk, &window->ops.at[op])] |= mask_of(&window->ops.at[op]);
        } else {
            close_slot(walk, op);
        }
    }
    while (walk->order.length > linearised) {
        uint32_t undone = walk->order.at[--walk->order.length];
        const struct ln_window_op *op = &window->ops.at[undone & ~LN_AGAIN];
        assert(!(undone & LN_AGAIN) || walk->excess);
        if (undone & LN_AGAIN)
            walk->excess--;
        else if (op->call < event) /* a later one's slot may belong to another by now */
            walk->bits.at[word_of(walk, op)] &= ~mask_of(op);
    }
    if (walk->best_shared > linearised)
        walk->best_shared = linearised;
}

/* ---- deciding ---- */

bool ln_position_is_goal(const struct ln_position *walk)
{
    const struct ln_problem *problem = walk->problem;
    struct ln_invocation in;
    if (problem->stuck == LN_NO_OP)
        return true;
    in = ln_invocation_of(problem->history, problem->stuck);
    return problem->spec->class->blocks &&
           problem->spec->class->blocks(problem->spec, ln_states_borrow(&walk->states, walk->state), &in);
}

enum { PLACES = 1 << 20 }; /* candidates beyond this many of one node are not compared with each other */

static enum ln_status add_candidate(struct ln_position *walk, uint32_t op, size_t first, ln_candidates *candidates)
{
    const struct ln_window_op *it = &walk->window.ops.at[op];
    uint64_t key = (uint64_t)it->ret << 32 | op, *stamp = &walk->stamp.at[it->label];
    size_t place = candidates->length - first;
    if (!ln_position_is_enabled(walk, op))
        return LN_OK;
    if (!it->tied) {
        if (*stamp / PLACES == walk->stamps) {
            uint64_t *have = &candidates->at[first + *stamp % PLACES];
            if (key < *have)
                *have = key;
            return LN_OK;
        }
        if (place < PLACES)
            *stamp = walk->stamps * PLACES + place;
    }
    return ln_vec_push(candidates, walk->memory, key) ? LN_OK : LN_NO_MEMORY;
}

static int compare_keys(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

static void sort_keys(uint64_t *keys, size_t count)
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

enum ln_status ln_position_candidates(struct ln_position *walk, const bool *tracked, ln_candidates *candidates)
{
    size_t first = candidates->length;
    enum ln_status status = LN_OK;
    walk->stamps++;
    for (size_t w = 0; w < walk->words; w++)
        for (uint64_t left = walk->open.at[w] & ~walk->bits.at[w]; left && !status; left &= left - 1)
            status = add_candidate(walk, walk->holder.at[w * 64 + (size_t)__builtin_ctzll(left)], first, candidates);
    for (uint32_t p = 0; p < walk->called && !status; p++) {
        uint32_t op = walk->pending.at[p];
        if (tracked[walk->window.ops.at[op].label] && !ln_position_is_linearised(walk, op))
            status = add_candidate(walk, op, first, candidates);
    }
    if (candidates->length > first)
        sort_keys(candidates->at + first, candidates->length - first);
    assert(candidates->length <= first + walk->window.ops.length);
    return status;
}

enum ln_status ln_position_keep_best(struct ln_position *walk)
{
    if (walk->excess || (walk->best.length && walk->event <= walk->best_event))
        return LN_OK;
    if (!ln_vec_reserve(&walk->best, walk->memory, walk->order.length))
        return LN_NO_MEMORY;
    assert(walk->best_shared <= walk->order.length);
    for (size_t i = walk->best_shared; i < walk->order.length; i++) /* only what changed since the last time */
        walk->best.at[i] = walk->order.at[i];
    walk->best.length = walk->order.length;
    walk->best_shared = (uint32_t)walk->order.length;
    walk->best_event = walk->event;
    return LN_OK;
}
