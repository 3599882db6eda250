/* Is a core a sound relaxation of its history, and a violation? */
#include "verify/core.h"

#include "base/wordset.h"
#include "spec/parts.h"
#include "verify/irrelevant.h"
#include "verify/sweep.h"

#include <assert.h>
#include <string.h>

enum { MOST_COMPARISONS = 1 << 30 };

struct core_verifying {
    const struct ln_history *history;
    const struct ln_spec *spec;
    const struct ln_core *core;
    struct ln_memory *memory;
    struct ln_error *error;
    size_t most;
    uint32_t *part_of;
    uint32_t *index_of;       /* history operation -> index into core->ops + 1 */
    struct ln_wordset values; /* the core's */
    uint64_t comparisons;
    LN_VEC(uint32_t) unexcused; /* left out for no other reason than that they should be irrelevant */
};

static enum ln_status refuse(const struct core_verifying *v, const char *what, uint32_t operation)
{
    return ln_fail(v->error, LN_BAD_INPUT, "the core does not follow from the history: operation %u %s", operation,
                   what);
}

/* ---- values ---- */

static bool is_value(ln_value value)
{
    switch (ln_value_kind(value)) {
    case LN_KIND_NULL:
    case LN_KIND_BOOL:
    case LN_KIND_UNKNOWN:
    case LN_KIND_NONE: return false;
    default: return true;
    }
}

ln_value ln_mentioned(const struct ln_history *history, uint32_t operation, size_t i)
{
    const struct ln_operation *o = &history->operations.at[operation];
    assert(operation < history->operations.length);
    for (uint32_t a = 0; a <= o->arity; a++) {
        ln_value value = a < o->arity ? history->args.at[o->args + a] : o->result;
        if (is_value(value) && i-- == 0)
            return value;
    }
    return LN_VALUE_NONE;
}

bool ln_hides_value(const struct ln_history *history, const struct ln_spec *spec, uint32_t operation)
{
    const struct ln_operation *o = &history->operations.at[operation];
    if (!ln_same(o->result, LN_VALUE_UNKNOWN))
        return false;
    switch ((enum ln_returns)ln_spec_object(spec)->methods[o->method].returns) {
    case LN_RETURNS_VALUE:
    case LN_RETURNS_INTEGER:
    case LN_RETURNS_SET: return true;
    default: return false;
    }
}

/* Does it speak of a value that was left out? */
static bool speaks_of_others(const struct core_verifying *v, uint32_t operation)
{
    ln_value value;
    for (size_t i = 0; !ln_same(value = ln_mentioned(v->history, operation, i), LN_VALUE_NONE); i++)
        if (!ln_wordset_has(&v->values, value.word))
            return true;
    return false;
}

/* ---- what is in the core ---- */

static enum ln_status check_operation(struct core_verifying *v, uint32_t index)
{
    const struct ln_core *core = v->core;
    const struct ln_core_op *op = &core->ops.at[index];
    const struct ln_operation *o;
    if (op->operation >= v->history->operations.length)
        return refuse(v, "is not part of it", op->operation);
    o = &v->history->operations.at[op->operation];
    if (o->fate == LN_FAILED || v->index_of[op->operation])
        return refuse(v, "does not belong there", op->operation);
    if (!core->undivided && v->part_of[op->operation] != v->part_of[core->ops.at[0].operation])
        return refuse(v, "is of another part", op->operation);
    if (core->stuck != LN_NO_OP && o->fate == LN_PENDING)
        return refuse(v, "is pending, and takes no effect in a stuck history", op->operation);
    v->index_of[op->operation] = index + 1;
    return LN_OK;
}

static bool must_happen(const struct core_verifying *v, uint32_t operation)
{
    const struct ln_operation *o = &v->history->operations.at[operation];
    return o->fate == LN_COMPLETED && o->call >= v->core->begin && o->ret < v->core->end;
}

static enum ln_status check_required(const struct core_verifying *v, uint32_t operation)
{
    if (!must_happen(v, operation))
        return refuse(v, "need not have happened", operation);
    if (v->core->by_value && speaks_of_others(v, operation))
        return refuse(v, "speaks of values that were left out", operation);
    if (v->core->by_value && ln_hides_value(v->history, v->spec, operation))
        return refuse(v, "may have returned a value that was left out", operation);
    return LN_OK;
}

/* Of one that is called in the core before all that have returned there have returned in the history: program order
 * may say that they precede it nevertheless. */
static enum ln_status check_call(struct core_verifying *v, const uint8_t *seen, uint32_t now)
{
    const struct ln_core *core = v->core;
    const struct ln_operation *operations = v->history->operations.at;
    for (uint32_t i = 0; i < core->ops.length; i++) {
        uint32_t before = core->ops.at[i].operation, link = operations[now].after;
        if (++v->comparisons > MOST_COMPARISONS)
            return LN_STOPPED;
        assert(v->index_of[before] == i + 1);
        if (seen[i] != 2 || operations[before].ret < operations[now].call)
            continue;
        for (; link != LN_NO_OP && link != before; link = operations[link].after)
            v->comparisons++;
        if (link == LN_NO_OP)
            return refuse(v, "is not after all that have returned before it", now);
    }
    return LN_OK;
}

/* Each operation is called once and returns at most once, after that; what precedes another in the core does so in the
 * history. `latest` is the latest return, in the history, of those that have returned in the core. */
static enum ln_status check_events(struct core_verifying *v, uint8_t *seen)
{
    const struct ln_core *core = v->core;
    const struct ln_operation *operations = v->history->operations.at;
    uint32_t latest = LN_NO_OP;
    enum ln_status status = LN_OK;
    for (size_t e = 0; e < core->events.length && !status; e++) {
        uint32_t index = ln_event_operation(core->events.at[e]), now;
        bool is_return = ln_event_is_return(core->events.at[e]);
        if (index >= core->ops.length || seen[index] != is_return)
            return ln_fail(v->error, LN_BAD_INPUT, "the core's events are not in order");
        seen[index]++;
        assert(seen[index] <= 2);
        now = core->ops.at[index].operation;
        if (is_return) {
            if (operations[now].ret == LN_NEVER)
                return refuse(v, "never returns", now);
            if (!core->ops.at[index].optional)
                status = check_required(v, now);
            if (latest == LN_NO_OP || operations[now].ret > operations[latest].ret)
                latest = now;
        } else if (latest != LN_NO_OP && operations[latest].ret >= operations[now].call) {
            status = check_call(v, seen, now);
        }
    }
    for (size_t i = 0; i < core->ops.length && !status; i++)
        if (!seen[i])
            status = ln_fail(v->error, LN_BAD_INPUT, "the core's events are not complete");
    return status;
}

static enum ln_status check_links(const struct core_verifying *v, const uint32_t *called)
{
    for (uint32_t i = 0; i < v->core->ops.length; i++) {
        uint32_t after = v->core->ops.at[i].after, now = v->core->ops.at[i].operation;
        if (after == LN_NO_OP)
            continue;
        if (after >= v->core->ops.length || called[after] > called[i] ||
            !ln_history_precedes(v->history, v->core->ops.at[after].operation, now))
            return refuse(v, "is not after the one it is said to be", now);
    }
    return LN_OK;
}

static enum ln_status check_order(struct core_verifying *v)
{
    size_t count = v->core->ops.length;
    uint8_t *seen = ln_take_zeroed(v->memory, count);
    uint32_t *called = ln_take_zeroed(v->memory, count * sizeof *called);
    enum ln_status status = seen && called ? LN_OK : LN_NO_MEMORY;
    if (!status)
        status = check_events(v, seen);
    if (!status) {
        for (uint32_t e = 0; e < v->core->events.length; e++)
            if (!ln_event_is_return(v->core->events.at[e]))
                called[ln_event_operation(v->core->events.at[e])] = e;
        status = check_links(v, called);
    }
    ln_give(v->memory, seen, count);
    ln_give(v->memory, called, count * sizeof *called);
    return status;
}

/* ---- what is not in the core ---- */

static bool is_excused(const struct core_verifying *v, uint32_t operation)
{
    const struct ln_operation *o = &v->history->operations.at[operation];
    const struct ln_core *core = v->core;
    uint32_t first = core->ops.length ? core->ops.at[0].operation : core->stuck;
    assert(first < v->history->operations.length);
    if (o->fate == LN_FAILED || o->call >= core->end || (o->ret != LN_NEVER && o->ret < core->begin))
        return true;
    if (!core->undivided && v->part_of[operation] != v->part_of[first])
        return true;
    if (core->stuck != LN_NO_OP && o->fate == LN_PENDING)
        return true;
    return core->by_value && speaks_of_others(v, operation);
}

static enum ln_status collect_unexcused(struct core_verifying *v)
{
    for (uint32_t i = 0; i < v->history->operations.length; i++)
        if (!v->index_of[i] && !is_excused(v, i) && !ln_vec_push(&v->unexcused, v->memory, i))
            return LN_NO_MEMORY;
    return LN_OK;
}

static enum ln_status check_rest(struct core_verifying *v, const struct ln_core_view *view)
{
    size_t count = v->unexcused.length;
    bool *irrelevant = ln_take_zeroed(v->memory, count);
    enum ln_status status = irrelevant ? LN_OK : LN_NO_MEMORY;
    if (!status && count)
        status = ln_irrelevant(v->history, view, v->unexcused.at, count, v->memory, irrelevant);
    for (size_t i = 0; i < count && !status; i++)
        if (!irrelevant[i])
            status = refuse(v, "was left out without a reason", v->unexcused.at[i]);
    ln_give(v->memory, irrelevant, count);
    return status;
}

/* ---- all together ---- */

static enum ln_status check_claims(const struct core_verifying *v)
{
    const struct ln_core *core = v->core;
    if (core->begin && !ln_spec_settles(v->spec))
        return ln_fail(v->error, LN_BAD_INPUT, "the core starts in the middle, which this object does not allow");
    if (core->alone && !ln_spec_divides(v->spec, v->history))
        return ln_fail(v->error, LN_BAD_INPUT, "the core takes an object for divided that is not");
    if (core->begin && core->undivided)
        return ln_fail(v->error, LN_BAD_INPUT, "the core starts in the middle of several parts at once");
    if (core->by_value && (!ln_spec_closed(v->spec) || core->undivided))
        return ln_fail(v->error, LN_BAD_INPUT, "the core leaves values out, which this object does not allow");
    if (core->stuck == LN_NO_OP)
        return core->ops.length ? LN_OK : ln_fail(v->error, LN_BAD_INPUT, "the core is empty");
    if (core->stuck >= v->history->operations.length || !v->history->stuck ||
        v->history->operations.at[core->stuck].fate != LN_PENDING)
        return refuse(v, "is not stuck", core->stuck);
    if (core->end != LN_NEVER)
        return ln_fail(v->error, LN_BAD_INPUT, "the core of a stuck history ends too early");
    return core->by_value ? ln_fail(v->error, LN_BAD_INPUT, "the core of a stuck history leaves values out") : LN_OK;
}

static enum ln_status check_relaxation(struct core_verifying *v)
{
    enum ln_status status = check_claims(v);
    uint32_t parts;
    for (size_t i = 0; i < v->core->values.length && !status; i++)
        if (!ln_wordset_add(&v->values, v->core->values.at[i].word))
            status = LN_NO_MEMORY;
    if (!status)
        status = ln_spec_parts(v->spec, v->history, v->memory, v->part_of, &parts);
    for (uint32_t i = 0; i < v->core->ops.length && !status; i++)
        status = check_operation(v, i);
    if (!status && v->core->stuck != LN_NO_OP && v->core->ops.length && !v->core->undivided &&
        v->part_of[v->core->stuck] != v->part_of[v->core->ops.at[0].operation])
        status = refuse(v, "is of another part", v->core->stuck);
    if (!status)
        status = check_order(v);
    return status ? status : collect_unexcused(v);
}

static enum ln_status verify(struct core_verifying *v)
{
    struct ln_core_view view;
    bool found;
    enum ln_status status = check_relaxation(v);
    if (status)
        return status;
    status = ln_core_view_init(&view, v->history, v->spec, v->core);
    if (!status)
        status = check_rest(v, &view);
    if (!status)
        status = ln_sweep(&view.history, &view.spec, view.stuck, v->most, v->memory, &found);
    if (!status && found)
        status = ln_fail(v->error, LN_BAD_INPUT, "the core can be linearised");
    ln_core_view_fini(&view);
    return status;
}

enum ln_status ln_core_verify(const struct ln_history *history, const struct ln_spec *spec, const struct ln_core *core,
                              size_t most, struct ln_memory *memory, struct ln_error *error)
{
    struct core_verifying v = {
        .history = history, .spec = spec, .core = core, .memory = memory, .error = error, .most = most
    };
    size_t bytes = history->operations.length * sizeof(uint32_t);
    enum ln_status status = LN_NO_MEMORY;
    assert(history->sealed);
    ln_wordset_init(&v.values, memory);
    v.part_of = ln_take_zeroed(memory, bytes);
    v.index_of = ln_take_zeroed(memory, bytes);
    if (v.part_of && v.index_of)
        status = verify(&v);
    if (status == LN_NO_MEMORY)
        ln_fail(error, status, "out of memory");
    else if (status == LN_STOPPED)
        ln_fail(error, status, "the core is too large to be checked");
    ln_give(memory, v.part_of, bytes);
    ln_give(memory, v.index_of, bytes);
    ln_wordset_fini(&v.values);
    ln_vec_fini(&v.unexcused, memory);
    return status;
}
