#include "check/search/window.h"

#include "base/wordset.h"

#include <assert.h>
#include <string.h>

void ln_window_init(struct ln_window *window, struct ln_memory *memory)
{
    *window = (struct ln_window){ .memory = memory };
    ln_table_init(&window->by_label, memory);
}

void ln_window_fini(struct ln_window *window)
{
    ln_vec_fini(&window->ops, window->memory);
    ln_vec_fini(&window->events, window->memory);
    ln_vec_fini(&window->labels, window->memory);
    ln_vec_fini(&window->cuts, window->memory);
    ln_table_fini(&window->by_label);
    ln_vec_fini(&window->local, window->memory);
    ln_vec_fini(&window->free_slots, window->memory);
}

/* ---- which pending operations can matter ---- */

static bool add_values(struct ln_wordset *set, const struct ln_history *history, const struct ln_operation *operation)
{
    for (uint32_t i = 0; i < operation->arity; i++)
        if (!ln_wordset_add(set, history->args.at[operation->args + i].word))
            return false;
    return ln_wordset_add(set, operation->result.word);
}

/* The values that completed operations mention. The set stays empty, so that nothing is left out for it, when some
 * completed operation may have returned anything. */
static enum ln_status mentioned_values(const struct ln_problem *problem, struct ln_wordset *set, bool *usable)
{
    size_t pending = 0;
    *usable = false;
    if (!ln_spec_closed(problem->spec))
        return LN_OK;
    for (size_t i = 0; i < problem->event_count; i++) {
        const struct ln_operation *operation = &problem->history->operations.at[ln_event_operation(problem->events[i])];
        if (operation->fate == LN_COMPLETED && ln_same(operation->result, LN_VALUE_UNKNOWN))
            return LN_OK;
        pending += operation->fate == LN_PENDING;
    }
    if (!pending)
        return LN_OK;
    for (size_t i = 0; i < problem->event_count; i++) {
        uint32_t operation = ln_event_operation(problem->events[i]);
        if (problem->history->operations.at[operation].fate == LN_COMPLETED &&
            !add_values(set, problem->history, &problem->history->operations.at[operation]))
            return LN_NO_MEMORY;
    }
    *usable = true;
    return LN_OK;
}

static bool matters(const struct ln_problem *problem, const struct ln_operation *operation,
                    const struct ln_wordset *set, bool usable)
{
    const struct ln_spec_class *class = ln_spec_object(problem->spec);
    if (operation->fate != LN_PENDING)
        return true;
    if (problem->stuck != LN_NO_OP || class->methods[operation->method].effect == LN_READS)
        return false;
    if (!usable || operation->arity == 0)
        return true;
    for (uint32_t i = 0; i < operation->arity; i++)
        if (ln_wordset_has(set, problem->history->args.at[operation->args + i].word))
            return true;
    return false;
}

/* ---- labels ---- */

static uint64_t label_hash(const struct ln_invocation *in, size_t arity)
{
    uint64_t hash = ln_mix(in->method + ln_mix(in->result.word) + 3 * ln_mix(in->key.word));
    for (size_t i = 0; i < arity; i++)
        hash = ln_mix(hash + in->args[i].word);
    return hash;
}

static bool same_label(const struct ln_spec *spec, const struct ln_invocation *a, const struct ln_invocation *b,
                       size_t arity)
{
    return a->method == b->method && a->optional == b->optional && ln_same(a->result, b->result) &&
           ln_same_caller(spec, a, b) && ln_same(a->key, b->key) &&
           (arity == 0 || memcmp(a->args, b->args, arity * sizeof *a->args) == 0);
}

/* Methods with optional arguments have them filled up to their full number by binding, so arities agree. */
static size_t full_arity(const struct ln_problem *problem, const struct ln_operation *operation)
{
    return ln_spec_object(problem->spec)->methods[operation->method].most;
}

static enum ln_status label_of(struct ln_window *window, const struct ln_problem *problem, uint32_t operation,
                               uint32_t *label)
{
    struct ln_invocation in = ln_invocation_of(problem->history, operation);
    size_t arity = full_arity(problem, &problem->history->operations.at[operation]);
    uint64_t hash = label_hash(&in, arity);
    LN_TABLE_FIND(*label, &window->by_label, hash, same_label(problem->spec, &window->labels.at[*label], &in, arity));
    if (*label != LN_NO_ITEM)
        return LN_OK;
    if (!ln_table_reserve(&window->by_label, window->labels.length + 1) ||
        !ln_vec_push(&window->labels, window->memory, in))
        return LN_NO_MEMORY;
    *label = (uint32_t)window->labels.length - 1;
    ln_table_put(&window->by_label, hash, *label);
    return LN_OK;
}

/* ---- slots and events ---- */

enum { CUT_EVERY = 256 };

/* Notes a quiescent point after the latest event, if it is one and far enough from the one before. */
static enum ln_status note_cut(struct ln_window *window, const struct ln_problem *problem)
{
    uint32_t here = (uint32_t)window->events.length;
    uint32_t before = window->cuts.length ? window->cuts.at[window->cuts.length - 1] : 0;
    bool quiescent = window->free_slots.length == window->slots && !window->optional;
    assert(here >= before);
    if (!quiescent || here - before < (problem->cut_every ? problem->cut_every : CUT_EVERY))
        return LN_OK;
    return ln_vec_push(&window->cuts, window->memory, here) ? LN_OK : LN_NO_MEMORY;
}

/* The operation that must come first though positions do not say so: of another part, what comes before it counts. */
static uint32_t after_of(const struct ln_window *window, const struct ln_operation *operations,
                         const struct ln_operation *whole)
{
    uint32_t after = whole->after;
    while (after != LN_NO_OP && operations[after].ret > whole->call && !window->local.at[after])
        after = operations[after].after;
    return after != LN_NO_OP && operations[after].ret > whole->call ? window->local.at[after] - 1 : LN_NO_OP;
}

static enum ln_status open_operation(struct ln_window *window, const struct ln_problem *problem, uint32_t operation)
{
    const struct ln_operation *whole = &problem->history->operations.at[operation];
    struct ln_window_op op = { .operation = operation, .call = (uint32_t)window->events.length, .ret = LN_NEVER };
    enum ln_status status = label_of(window, problem, operation, &op.label);
    assert(!window->local.at[operation]);
    if (status)
        return status;
    op.reads = ln_invocation_reads(problem->spec, &window->labels.at[op.label]);
    if (whole->fate == LN_PENDING)
        op.slot = window->optional++;
    else
        op.slot = window->free_slots.length ? window->free_slots.at[--window->free_slots.length] : window->slots++;
    op.after = after_of(window, problem->history->operations.at, whole);
    assert(op.after == LN_NO_OP || op.after < window->ops.length);
    if (op.after != LN_NO_OP)
        op.tied = window->ops.at[op.after].tied = window->linked = true;
    if (!ln_vec_push(&window->events, window->memory, (uint32_t)window->ops.length * 2) ||
        !ln_vec_push(&window->ops, window->memory, op))
        return LN_NO_MEMORY;
    window->local.at[operation] = (uint32_t)window->ops.length; /* only what is listed is cleared in the end */
    return LN_OK;
}

static enum ln_status close_operation(struct ln_window *window, uint32_t operation)
{
    uint32_t op = window->local.at[operation] - 1;
    assert(window->local.at[operation] && window->ops.at[op].ret == LN_NEVER);
    window->ops.at[op].ret = (uint32_t)window->events.length;
    if (!ln_vec_push(&window->events, window->memory, op * 2 + 1) ||
        !ln_vec_push(&window->free_slots, window->memory, window->ops.at[op].slot))
        return LN_NO_MEMORY;
    assert(window->free_slots.length <= window->slots);
    return LN_OK;
}

static bool make_room(struct ln_window *window, const struct ln_problem *problem)
{
    size_t operations = problem->history->operations.length;
    window->ops.length = window->events.length = window->labels.length = window->free_slots.length = 0;
    window->cuts.length = 0;
    window->slots = window->optional = 0;
    window->linked = false;
    window->history = problem->history;
    ln_table_clear(&window->by_label);
    if (window->local.length < operations) {
        if (!ln_vec_reserve(&window->local, window->memory, operations))
            return false;
        memset(window->local.at + window->local.length, 0,
               (operations - window->local.length) * sizeof *window->local.at);
        window->local.length = operations;
    }
    return true;
}

enum ln_status ln_window_fill(struct ln_window *window, const struct ln_problem *problem)
{
    struct ln_wordset set;
    enum ln_status status;
    bool usable;
    ln_wordset_init(&set, window->memory);
    if (!make_room(window, problem))
        return LN_NO_MEMORY;
    status = mentioned_values(problem, &set, &usable);
    for (size_t i = 0; i < problem->event_count && !status; i++) {
        uint32_t operation = ln_event_operation(problem->events[i]);
        if (ln_event_is_return(problem->events[i])) {
            status = close_operation(window, operation);
            if (!status)
                status = note_cut(window, problem);
        } else if (matters(problem, &problem->history->operations.at[operation], &set, usable)) {
            status = open_operation(window, problem, operation);
        }
    }
    for (size_t i = 0; i < window->ops.length; i++)
        window->local.at[window->ops.at[i].operation] = 0;
    assert(status || window->events.length <= problem->event_count);
    ln_wordset_fini(&set);
    return status;
}
