/* Cores as histories. */
#include "verify/core.h"

#include "spec/parts.h"

#include <assert.h>

void ln_core_init(struct ln_core *core, struct ln_memory *memory)
{
    *core = (struct ln_core){ .memory = memory, .end = LN_NEVER, .stuck = LN_NO_OP };
}

void ln_core_fini(struct ln_core *core)
{
    ln_vec_fini(&core->ops, core->memory);
    ln_vec_fini(&core->events, core->memory);
    ln_vec_fini(&core->values, core->memory);
}

bool ln_core_copy(struct ln_core *to, const struct ln_core *from)
{
    assert(to != from);
    to->ops.length = to->events.length = to->values.length = 0;
    to->begin = from->begin;
    to->end = from->end;
    to->undivided = from->undivided;
    to->alone = from->alone;
    to->by_value = from->by_value;
    to->stuck = from->stuck;
    for (size_t i = 0; i < from->ops.length; i++)
        if (!ln_vec_push(&to->ops, to->memory, from->ops.at[i]))
            return false;
    for (size_t i = 0; i < from->events.length; i++)
        if (!ln_vec_push(&to->events, to->memory, from->events.at[i]))
            return false;
    for (size_t i = 0; i < from->values.length; i++)
        if (!ln_vec_push(&to->values, to->memory, from->values.at[i]))
            return false;
    return true;
}

static enum ln_start start_of(const struct ln_core *core)
{
    if (!core->begin)
        return LN_START_INITIAL;
    return core->alone ? LN_START_ANYWHERE_ALONE : LN_START_ANYWHERE;
}

/* What has no return need not have happened, also when others come after it. */
static void free_links(struct ln_history *view)
{
    for (size_t i = 0; i < view->operations.length && view->linked; i++) {
        uint32_t after = view->operations.at[i].after;
        if (after < view->operations.length && view->operations.at[after].fate == LN_PENDING)
            view->operations.at[after].optional = true;
    }
}

static enum ln_status add_operations(struct ln_history *view, const struct ln_history *history,
                                     const struct ln_core *core)
{
    if (!ln_vec_reserve(&view->operations, view->memory, core->ops.length + 1) ||
        !ln_vec_reserve(&view->events, view->memory, core->events.length))
        return LN_NO_MEMORY;
    for (size_t i = 0; i < core->ops.length; i++) {
        struct ln_operation operation = history->operations.at[core->ops.at[i].operation];
        assert(core->ops.at[i].after == LN_NO_OP || core->ops.at[i].after < core->ops.length);
        operation.fate = LN_PENDING;
        operation.call = operation.ret = LN_NEVER;
        operation.optional = core->ops.at[i].optional;
        operation.after = core->ops.at[i].after;
        view->linked |= operation.after != LN_NO_OP;
        view->operations.at[view->operations.length++] = operation;
    }
    if (core->stuck != LN_NO_OP) {
        view->operations.at[view->operations.length] = history->operations.at[core->stuck];
        view->operations.at[view->operations.length++].after = LN_NO_OP;
    }
    for (uint32_t e = 0; e < core->events.length; e++) {
        uint32_t event = core->events.at[e];
        struct ln_operation *operation = &view->operations.at[ln_event_operation(event)];
        assert(ln_event_operation(event) < core->ops.length);
        assert((operation->call != LN_NEVER) == ln_event_is_return(event) && operation->ret == LN_NEVER);
        view->events.at[view->events.length++] = event;
        if (!ln_event_is_return(event)) {
            operation->call = e;
            continue;
        }
        operation->ret = e;
        operation->fate = LN_COMPLETED;
    }
    free_links(view);
    return LN_OK;
}

enum ln_status ln_core_view_init(struct ln_core_view *view, const struct ln_history *history,
                                 const struct ln_spec *spec, const struct ln_core *core)
{
    *view = (struct ln_core_view){
        .history = { .memory = core->memory, .values = history->values, .sealed = true },
        .product = ln_spec_product(spec),
        .stuck = core->stuck == LN_NO_OP ? LN_NO_OP : (uint32_t)core->ops.length,
    };
    assert(history->sealed && (core->stuck == LN_NO_OP || core->stuck < history->operations.length));
    view->history.args.at = history->args.at;
    view->history.args.length = history->args.length;
    view->history.processes.at = history->processes.at;
    view->history.processes.length = history->processes.length;
    view->spec = ln_spec_relaxed(core->undivided ? &view->product : spec, start_of(core));
    return add_operations(&view->history, history, core);
}

void ln_core_view_fini(struct ln_core_view *view)
{
    ln_vec_fini(&view->history.operations, view->history.memory);
    ln_vec_fini(&view->history.events, view->history.memory);
}
