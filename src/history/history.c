/* Building histories and asking about them. */
#include "history/history.h"

#include "base/shown.h"
#include "history/building.h"

#include <assert.h>
#include <string.h>

enum ln_status ln_history_init(struct ln_history *history, struct ln_memory *memory)
{
    *history = (struct ln_history){ .memory = memory };
    ln_str_init(&history->accused, memory);
    ln_values_init(&history->values, memory);
    history->building = ln_take_zeroed(memory, sizeof *history->building);
    /* Operations without arguments point into the list of arguments too: it always exists. */
    if (history->building)
        ln_table_init(&history->building->by_name, memory);
    if (history->building && ln_vec_reserve(&history->args, memory, 1))
        return LN_OK;
    ln_history_fini(history);
    return LN_NO_MEMORY;
}

static void end_building(struct ln_history *history)
{
    struct ln_building *building = history->building;
    struct ln_memory *memory = history->memory;
    if (!building)
        return;
    ln_vec_fini(&building->open, memory);
    ln_table_fini(&building->by_name);
    ln_give(memory, building, sizeof *building);
    history->building = NULL;
}

void ln_history_fini(struct ln_history *history)
{
    struct ln_memory *memory = history->memory;
    end_building(history);
    ln_vec_fini(&history->operations, memory);
    ln_vec_fini(&history->args, memory);
    ln_vec_fini(&history->processes, memory);
    ln_vec_fini(&history->events, memory);
    ln_vec_fini(&history->orders, memory);
    ln_vec_fini(&history->id, memory);
    ln_str_fini(&history->accused);
    ln_vec_fini(&history->times, memory);
    ln_vec_fini(&history->skews, memory);
    ln_values_fini(&history->values);
}

enum ln_status ln_history_set_id(struct ln_history *history, const char *bytes, size_t length)
{
    history->id.length = 0;
    if (!ln_vec_reserve(&history->id, history->memory, length + 1))
        return LN_NO_MEMORY;
    memcpy(history->id.at, bytes, length);
    history->id.at[length] = '\0';
    history->id.length = length + 1;
    return LN_OK;
}

enum ln_status ln_history_set_order(struct ln_history *history, uint32_t operation, int64_t order)
{
    assert(order != LN_NO_ORDER && operation < history->operations.length);
    if (!ln_vec_reserve(&history->orders, history->memory, operation + (size_t)1))
        return LN_NO_MEMORY;
    while (history->orders.length <= operation)
        history->orders.at[history->orders.length++] = LN_NO_ORDER;
    history->orders.at[operation] = order;
    return LN_OK;
}

/* ---- processes ---- */

/* The index of a process, or how many there are when it is new. As long as they are numbered in order, the name says
 * it. */
static size_t find_process(const struct ln_history *history, ln_value name)
{
    size_t count = history->processes.length;
    uint64_t hash = ln_near_hash(name.word);
    uint32_t index;
    if (!history->building->mapped)
        return name.word < ln_small((int64_t)count).word && (name.word & 7) == 0 ? name.word >> 3 : count;
    LN_TABLE_FIND(index, &history->building->by_name, hash, ln_same(history->processes.at[index], name));
    return index == LN_NO_ITEM ? count : index;
}

/* Of all processes: the names are new there. */
static void fill_map(struct ln_history *history)
{
    for (size_t i = 0; i < history->processes.length; i++)
        ln_table_put(&history->building->by_name, ln_near_hash(history->processes.at[i].word), (uint32_t)i);
}

/* Room for one more process in the table, which starts when the first name is out of order. */
static bool prepare_map(struct ln_history *history, ln_value name)
{
    struct ln_building *building = history->building;
    size_t count = history->processes.length;
    if (!building->mapped && ln_same(name, ln_small((int64_t)count)))
        return true;
    if (!ln_table_reserve(&building->by_name, count + 1))
        return false;
    if (!building->mapped)
        fill_map(history);
    building->mapped = true;
    return true;
}

void ln_building_remap(struct ln_history *history)
{
    struct ln_building *building = history->building;
    if (!building->mapped)
        return; /* numbers in order keep their words */
    ln_table_clear(&building->by_name);
    fill_map(history);
}

static enum ln_status process_index(struct ln_history *history, ln_value name, uint32_t *index)
{
    struct ln_building *building = history->building;
    size_t found = find_process(history, name);
    assert(building && building->open.length == history->processes.length);
    if (found == history->processes.length) {
        if (!prepare_map(history, name) ||
            !ln_vec_reserve(&history->processes, history->memory, history->processes.length + 1) ||
            !ln_vec_push(&building->open, history->memory, LN_NO_OP))
            return LN_NO_MEMORY;
        if (building->mapped)
            ln_table_put(&building->by_name, ln_near_hash(name.word), (uint32_t)found);
        history->processes.at[history->processes.length++] = name;
    }
    assert(found < history->processes.length);
    *index = (uint32_t)found;
    return LN_OK;
}

uint32_t ln_history_open(const struct ln_history *history, ln_value process)
{
    size_t index = find_process(history, process);
    uint32_t open = index < history->processes.length ? history->building->open.at[index] : LN_NO_OP;
    assert(index <= history->processes.length);
    return open == LN_GONE ? LN_NO_OP : open;
}

/* ---- adding ---- */

static enum ln_status add_operation(struct ln_history *history, const struct ln_call_text *call, uint32_t process,
                                    enum ln_fate fate, ln_value result)
{
    struct ln_operation operation = {
        .f = call->f,
        .key = call->key,
        .result = result,
        .args = (uint32_t)history->args.length,
        .arity = (uint16_t)call->arity,
        .process = process,
        .call = LN_NEVER,
        .ret = LN_NEVER,
        .after = LN_NO_OP,
        .line = call->line,
        .fate = (uint8_t)fate,
    };
    assert(process < history->processes.length);
    if (call->arity > UINT16_MAX || history->args.length + call->arity >= UINT32_MAX ||
        history->operations.length >= INT32_MAX - 1 ||
        !ln_vec_reserve(&history->args, history->memory, history->args.length + call->arity))
        return LN_NO_MEMORY;
    for (size_t i = 0; i < call->arity; i++)
        history->args.at[history->args.length++] = call->args[i];
    history->several_keys |= history->operations.length && !ln_same(history->operations.at[0].key, call->key);
    return ln_vec_push(&history->operations, history->memory, operation) ? LN_OK : LN_NO_MEMORY;
}

static enum ln_status bad_process(struct ln_history *history, uint32_t process, struct ln_error *error,
                                  const char *what, uint32_t operation)
{
    struct ln_str text;
    ln_str_init(&text, history->memory);
    ln_str_text(&text, "process ");
    ln_history_write_process(history, process, &text);
    ln_str_char(&text, ' ');
    ln_str_text(&text, what);
    if (operation < history->operations.length) {
        ln_str_char(&text, ' ');
        ln_history_write_operation(history, operation, &text);
        if (history->operations.at[operation].line)
            ln_str_format(&text, " of line %u", history->operations.at[operation].line);
    }
    ln_fail(error, LN_BAD_INPUT, "%s", ln_str_borrow(&text));
    ln_str_fini(&text);
    return LN_BAD_INPUT;
}

enum ln_status ln_history_call(struct ln_history *history, const struct ln_call_text *call, uint32_t *operation,
                               struct ln_error *error)
{
    uint32_t process, open;
    enum ln_status status = process_index(history, call->process, &process);
    assert(!history->sealed && !history->times.length);
    if (status)
        return ln_fail(error, status, "out of memory");
    open = history->building->open.at[process];
    if (open == LN_GONE)
        return bad_process(history, process, error, "calls again after an operation that never returned", LN_NO_OP);
    if (open != LN_NO_OP)
        return bad_process(history, process, error, "calls again before the return of its", open);
    *operation = (uint32_t)history->operations.length;
    if (!ln_vec_reserve(&history->events, history->memory, history->events.length + 1))
        return ln_fail(error, LN_NO_MEMORY, "out of memory"); /* no operation is without its event */
    status = add_operation(history, call, process, LN_PENDING, LN_VALUE_UNKNOWN);
    if (status)
        return ln_fail(error, status, "out of memory");
    history->events.at[history->events.length++] = *operation * 2;
    history->building->open.at[process] = *operation;
    return LN_OK;
}

enum ln_status ln_history_return(struct ln_history *history, ln_value process, enum ln_fate fate, ln_value result,
                                 uint32_t *operation, struct ln_error *error)
{
    struct ln_operation *returned;
    uint32_t index, *open;
    enum ln_status status = process_index(history, process, &index);
    if (status)
        return ln_fail(error, status, "out of memory");
    open = &history->building->open.at[index];
    if (*open == LN_NO_OP || *open == LN_GONE)
        return bad_process(history, index, error, "returns without a call", LN_NO_OP);
    if (fate == LN_COMPLETED && !ln_vec_reserve(&history->events, history->memory, history->events.length + 1))
        return ln_fail(error, LN_NO_MEMORY, "out of memory");
    *operation = *open;
    returned = &history->operations.at[*open];
    assert(returned->process == index && returned->fate == LN_PENDING);
    returned->fate = (uint8_t)fate;
    *open = fate == LN_PENDING ? LN_GONE : LN_NO_OP;
    if (fate != LN_COMPLETED)
        return LN_OK;
    returned->result = result;
    history->events.at[history->events.length++] = *operation * 2 + 1;
    return LN_OK;
}

enum ln_status ln_history_operation(struct ln_history *history, const struct ln_call_text *call, enum ln_fate fate,
                                    ln_value result, int64_t call_time, int64_t return_time, uint32_t *operation,
                                    struct ln_error *error)
{
    struct ln_span span = { call_time, fate == LN_COMPLETED ? return_time : INT64_MAX };
    uint32_t process;
    enum ln_status status = process_index(history, call->process, &process);
    assert(!history->sealed && !history->events.length);
    if (!status && fate == LN_COMPLETED && return_time < call_time)
        return ln_fail(error, LN_BAD_INPUT, "the operation returns at %lld, before its call at %lld",
                       (long long)return_time, (long long)call_time);
    *operation = (uint32_t)history->operations.length;
    if (!status)
        status = add_operation(history, call, process, fate, fate == LN_COMPLETED ? result : LN_VALUE_UNKNOWN);
    if (!status && !ln_vec_push(&history->times, history->memory, span))
        status = LN_NO_MEMORY;
    return status ? ln_fail(error, status, "out of memory") : LN_OK;
}

/* ---- sealing ---- */

static void drop_failed(struct ln_history *history)
{
    size_t kept = 0;
    assert(history->events.length <= 2 * history->operations.length);
    for (size_t i = 0; i < history->events.length; i++)
        if (history->operations.at[ln_event_operation(history->events.at[i])].fate != LN_FAILED)
            history->events.at[kept++] = history->events.at[i];
    history->events.length = kept;
}

static void number_events(struct ln_history *history)
{
    for (uint32_t i = 0; i < history->events.length; i++) {
        uint32_t event = history->events.at[i];
        struct ln_operation *operation = &history->operations.at[ln_event_operation(event)];
        if (ln_event_is_return(event))
            operation->ret = i;
        else
            operation->call = i;
    }
}

#ifndef NDEBUG
/* Each operation has the events that its fate says, at the positions that it says, and there are no others. */
static bool events_say_fates(const struct ln_history *history)
{
    const uint32_t *events = history->events.at;
    size_t count = 0, length = history->events.length;
    for (uint32_t i = 0; i < history->operations.length; i++) {
        const struct ln_operation *o = &history->operations.at[i];
        bool calls = o->fate != LN_FAILED, returns = o->fate == LN_COMPLETED;
        if (calls ? o->call >= length || events[o->call] != i * 2 : o->call != LN_NEVER)
            return false;
        if (returns ? o->ret >= length || o->ret < o->call || events[o->ret] != i * 2 + 1 : o->ret != LN_NEVER)
            return false;
        count += (size_t)calls + (size_t)returns;
    }
    return count == length;
}

/* `after` names an operation of the same process that was called before. */
static bool links_go_back(const struct ln_history *history)
{
    for (size_t i = 0; i < history->operations.length; i++) {
        const struct ln_operation *o = &history->operations.at[i], *before;
        if (o->after == LN_NO_OP)
            continue;
        before = &history->operations.at[o->after];
        if (!history->linked || before->process != o->process || before->call >= o->call)
            return false;
    }
    return true;
}
#endif

/* Clocks that are not off leave the order by time as it is. */
static bool is_skewed(const struct ln_history *history)
{
    for (size_t p = 0; p < history->skews.length; p++)
        if (history->skews.at[p])
            return true;
    return false;
}

static enum ln_status order_by_times(struct ln_history *history, uint32_t *line, struct ln_error *error)
{
    enum ln_status status = ln_order_by_time(history, history->times.at, line, error);
    if (status || !is_skewed(history))
        return status;
    status = ln_order_by_skew(history);
    return status ? ln_fail(error, status, "out of memory") : LN_OK;
}

enum ln_status ln_history_seal(struct ln_history *history, uint32_t *line, struct ln_error *error)
{
    enum ln_status status = LN_OK;
    assert(history->building && !history->sealed);
    assert(!history->times.length || history->times.length == history->operations.length);
    *line = 0;
    if (history->times.length)
        status = order_by_times(history, line, error);
    else
        drop_failed(history);
    if (status)
        return status;
    number_events(history);
    assert(events_say_fates(history) && links_go_back(history));
    end_building(history);
    if (!history->keep_times)
        ln_vec_fini(&history->times, history->memory);
    history->sealed = true;
    return LN_OK;
}

/* ---- other skews ---- */

enum ln_status ln_history_set_skew(struct ln_history *history, int64_t skew)
{
    size_t processes = history->processes.length;
    assert(skew >= 0);
    if (!ln_vec_reserve(&history->skews, history->memory, processes))
        return LN_NO_MEMORY;
    history->skews.length = processes;
    for (size_t p = 0; p < processes; p++)
        history->skews.at[p] = skew;
    return LN_OK;
}

enum ln_status ln_history_view_init(struct ln_history *view, const struct ln_history *history)
{
    size_t operations = history->operations.length;
    assert(history->sealed && !history->building);
    *view = *history;
    view->operations.at = NULL;
    view->events.at = NULL;
    view->skews.at = NULL;
    view->operations.room = view->events.room = view->skews.room = 0;
    view->operations.length = view->events.length = view->skews.length = 0;
    if (!ln_vec_reserve(&view->operations, view->memory, operations))
        return LN_NO_MEMORY;
    view->operations.length = operations;
    if (operations)
        memcpy(view->operations.at, history->operations.at, operations * sizeof *view->operations.at);
    return LN_OK;
}

void ln_history_view_fini(struct ln_history *view)
{
    ln_vec_fini(&view->operations, view->memory);
    ln_vec_fini(&view->events, view->memory);
    ln_vec_fini(&view->skews, view->memory);
}

enum ln_status ln_history_reorder(struct ln_history *view)
{
    enum ln_status status;
    uint32_t line;
    assert(view->times.length == view->operations.length);
    for (size_t i = 0; i < view->operations.length; i++)
        view->operations.at[i].after = LN_NO_OP;
    view->linked = false;
    status = order_by_times(view, &line, NULL);
    assert(status != LN_BAD_INPUT); /* it was sealed by the same times */
    if (!status)
        number_events(view);
    assert(status || (events_say_fates(view) && links_go_back(view)));
    return status;
}

/* ---- asking ---- */

bool ln_history_precedes(const struct ln_history *history, uint32_t a, uint32_t b)
{
    const struct ln_operation *operations = history->operations.at;
    assert(history->sealed && a < history->operations.length && b < history->operations.length);
    if (operations[a].ret < operations[b].call)
        return true;
    for (uint32_t before = operations[b].after; before != LN_NO_OP; before = operations[before].after)
        if (before == a)
            return true;
    return false;
}

void ln_history_write_process(const struct ln_history *history, uint32_t process, struct ln_str *out)
{
    ln_value name = history->processes.at[process];
    assert(process < history->processes.length);
    if (ln_value_kind(name) == LN_KIND_STRING) {
        struct ln_text text = ln_value_text(&history->values, &name);
        ln_str_shown_bytes(out, text.at, text.length);
    } else {
        ln_value_write(&history->values, name, out);
    }
}

void ln_history_write_call(const struct ln_history *history, uint32_t index, struct ln_str *out)
{
    const struct ln_operation *operation = &history->operations.at[index];
    struct ln_text name = ln_value_text(&history->values, &operation->f);
    bool keyed = !ln_same(operation->key, LN_VALUE_NONE);
    assert(index < history->operations.length && operation->args + operation->arity <= history->args.length);
    ln_str_shown_bytes(out, name.at, name.length);
    ln_str_char(out, '(');
    if (keyed)
        ln_value_write(&history->values, operation->key, out);
    for (uint32_t i = 0; i < operation->arity; i++) {
        if (i || keyed)
            ln_str_text(out, ", ");
        ln_value_write(&history->values, history->args.at[operation->args + i], out);
    }
    ln_str_char(out, ')');
}

static bool has_result(const struct ln_operation *operation)
{
    return operation->fate == LN_COMPLETED && !ln_same(operation->result, LN_VALUE_NONE);
}

bool ln_history_write_result(const struct ln_history *history, uint32_t index, struct ln_str *out)
{
    const struct ln_operation *operation = &history->operations.at[index];
    if (!has_result(operation))
        return false;
    if (ln_same(operation->result, LN_VALUE_UNKNOWN))
        ln_str_char(out, '?');
    else
        ln_value_write(&history->values, operation->result, out);
    return true;
}

void ln_history_write_operation(const struct ln_history *history, uint32_t index, struct ln_str *out)
{
    ln_history_write_call(history, index, out);
    if (has_result(&history->operations.at[index]))
        ln_str_text(out, " -> ");
    ln_history_write_result(history, index, out);
}

size_t ln_history_judged(const struct ln_history *history)
{
    size_t count = 0;
    for (size_t i = 0; i < history->operations.length; i++) {
        enum ln_fate fate = (enum ln_fate)history->operations.at[i].fate;
        count += fate == LN_COMPLETED || (history->stuck && fate == LN_PENDING);
    }
    return count;
}
