#include "inquiry/library_history.h"

#include "base/sized.h"
#include "base/utf8.h"
#include "history/public_value.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct linnet_history {
    struct ln_memory memory;
    struct ln_history history; /* never sealed */
    struct ln_error error;     /* of what could not be added first; its status is LN_OK as long as everything could */
};

linnet_status linnet_history_new(linnet_history **out, const char *id)
{
    linnet_history *history = calloc(1, sizeof *history);
    *out = NULL;
    if (!id)
        id = "history";
    if (!history)
        return LINNET_STOPPED;
    ln_memory_init(&history->memory, UINT64_MAX);
    if (ln_history_init(&history->history, &history->memory)) {
        free(history);
        return LINNET_STOPPED;
    }
    if (ln_history_set_id(&history->history, id, strlen(id))) {
        linnet_history_free(history);
        return LINNET_STOPPED;
    }
    *out = history;
    return LINNET_OK;
}

void linnet_history_free(linnet_history *history)
{
    if (!history)
        return;
    ln_history_fini(&history->history);
    free(history);
}

const char *linnet_history_error(const linnet_history *history)
{
    return history->error.message;
}

size_t linnet_history_operations(const linnet_history *history)
{
    return history->history.operations.length;
}

enum ln_status ln_library_history_status(const linnet_history *history)
{
    return history->error.status;
}

/* ---- adding ---- */

/* An operation that is added, in words of the history's table. */
struct adding {
    struct ln_call_text call;
    ln_value result;
    enum ln_fate fate;
    LN_VEC(ln_value) args;
    size_t number; /* what the program knows it by */
};

static enum ln_status fail(linnet_history *history, const struct adding *adding, enum ln_status status,
                           const char *what)
{
    return ln_fail(&history->error, status, "operation %zu: %s", adding->number, what);
}

/* `what` it is for: "process". */
static enum ln_status take_value(linnet_history *history, const struct adding *adding, const linnet_value *value,
                                 const char *what, ln_value *out)
{
    enum ln_given role = strcmp(what, "result") == 0 ? LN_AS_RESULT : LN_AS_ARGUMENT;
    struct ln_error error = { 0 };
    enum ln_status status = ln_value_from_public(&history->history.values, value, role, out, &error);
    if (status)
        ln_fail(&history->error, status, "operation %zu, its %s: %s", adding->number, what, error.message);
    return status;
}

static enum ln_status take_process(linnet_history *history, const linnet_value *process, struct adding *adding)
{
    if (process->kind != LINNET_KIND_INT && process->kind != LINNET_KIND_STRING)
        return fail(history, adding, LN_BAD_INPUT, "its process is neither a number nor a name");
    return take_value(history, adding, process, "process", &adding->call.process);
}

static enum ln_status take_name(linnet_history *history, const char *f, struct adding *adding)
{
    size_t length = f ? strlen(f) : 0;
    if (!length || ln_utf8_good(f, length) != length)
        return fail(history, adding, LN_BAD_INPUT, "its name is empty, or not UTF-8");
    return ln_values_string(&history->history.values, f, length, &adding->call.f)
               ? fail(history, adding, LN_NO_MEMORY, "out of memory")
               : LN_OK;
}

static enum ln_status take_arguments(linnet_history *history, const linnet_value *arguments, size_t count,
                                     struct adding *adding)
{
    enum ln_status status = LN_OK;
    if (count > UINT16_MAX || (count && !arguments))
        return fail(history, adding, LN_BAD_INPUT, "it has too many arguments, or a number of them and no list");
    if (!ln_vec_reserve(&adding->args, &history->memory, count))
        return fail(history, adding, LN_NO_MEMORY, "out of memory");
    for (size_t i = 0; i < count && !status; i++)
        status = take_value(history, adding, &arguments[i], "arguments", &adding->args.at[i]);
    adding->call.args = adding->args.at;
    adding->call.arity = count;
    return status;
}

/* All but the result. */
static enum ln_status take_call(linnet_history *history, const linnet_timed *given, struct adding *adding)
{
    enum ln_status status = take_process(history, &given->process, adding);
    adding->call.key = LN_VALUE_NONE;
    if (!status && given->key.kind != LINNET_KIND_NULL)
        status = take_value(history, adding, &given->key, "key", &adding->call.key);
    if (!status)
        status = take_name(history, given->f, adding);
    if (!status)
        status = take_arguments(history, given->arguments, given->argument_count, adding);
    return status;
}

static enum ln_status take_result(linnet_history *history, const linnet_value *result, struct adding *adding)
{
    adding->fate = result->kind == LINNET_KIND_FAILED ? LN_FAILED : LN_COMPLETED;
    adding->result = LN_VALUE_UNKNOWN;
    return adding->fate == LN_FAILED ? LN_OK : take_value(history, adding, result, "result", &adding->result);
}

/* One history has one way of saying what came before what. */
static enum ln_status begin(linnet_history *history, bool timed, struct adding *adding)
{
    const struct ln_history *own = &history->history;
    assert(!own->sealed && (!own->events.length || !own->times.length));
    *adding = (struct adding){ .fate = LN_PENDING, .number = own->operations.length };
    if (history->error.status)
        return history->error.status;
    return (timed ? own->events.length : own->times.length)
               ? fail(history, adding, LN_BAD_INPUT,
                      "it is added by its times to a history of events, or by events to one of times")
               : LN_OK;
}

linnet_status linnet_history_call(linnet_history *history, linnet_value process, linnet_value key, const char *f,
                                  const linnet_value *arguments, size_t count)
{
    linnet_timed given = { .process = process, .key = key, .f = f, .arguments = arguments, .argument_count = count };
    struct adding adding;
    enum ln_status status = begin(history, false, &adding);
    uint32_t operation;
    if (!status)
        status = take_call(history, &given, &adding);
    if (!status)
        status = ln_history_call(&history->history, &adding.call, &operation, &history->error);
    ln_vec_fini(&adding.args, &history->memory);
    return ln_status_told(status);
}

/* `result` is NULL: it never returns. */
static linnet_status end_call(linnet_history *history, const linnet_value *process, const linnet_value *result)
{
    struct adding adding;
    enum ln_status status = begin(history, false, &adding);
    uint32_t operation;
    if (!status)
        status = take_process(history, process, &adding);
    if (!status && ln_history_open(&history->history, adding.call.process) != LN_NO_OP)
        adding.number = ln_history_open(&history->history, adding.call.process);
    if (!status && result)
        status = take_result(history, result, &adding);
    if (!status)
        status = ln_history_return(&history->history, adding.call.process, adding.fate, adding.result, &operation,
                                   &history->error);
    return ln_status_told(status);
}

linnet_status linnet_history_return(linnet_history *history, linnet_value process, linnet_value result)
{
    return end_call(history, &process, &result);
}

linnet_status linnet_history_never_returns(linnet_history *history, linnet_value process)
{
    return end_call(history, &process, NULL);
}

linnet_status linnet_history_add(linnet_history *history, const linnet_timed *operation)
{
    linnet_timed given;
    const char *wrong = ln_sized_read(&given, sizeof given, operation);
    struct adding adding;
    enum ln_status status = begin(history, true, &adding);
    uint32_t number;
    if (!status && wrong)
        status = fail(history, &adding, LN_USAGE, wrong);
    if (!status)
        status = take_call(history, &given, &adding);
    if (!status && (given.returned != LINNET_NEVER || given.result.kind == LINNET_KIND_FAILED))
        status = take_result(history, &given.result, &adding);
    if (!status)
        status = ln_history_operation(&history->history, &adding.call, adding.fate, adding.result, given.call,
                                      given.returned, &number, &history->error);
    ln_vec_fini(&adding.args, &history->memory);
    return ln_status_told(status);
}

linnet_status linnet_history_stuck(linnet_history *history)
{
    history->history.stuck = true;
    return ln_status_told(history->error.status);
}

/* ---- copying ---- */

static enum ln_status copy_call(const struct ln_history *from, const struct ln_operation *o, struct ln_values *to,
                                struct adding *adding)
{
    struct ln_call_text *call = &adding->call;
    enum ln_status status = ln_value_copy(&from->values, from->processes.at[o->process], to, &call->process);
    if (!status)
        status = ln_value_copy(&from->values, o->f, to, &call->f);
    call->key = LN_VALUE_NONE;
    if (!status && !ln_same(o->key, LN_VALUE_NONE))
        status = ln_value_copy(&from->values, o->key, to, &call->key);
    if (!status && !ln_vec_reserve(&adding->args, to->arena.memory, o->arity))
        status = LN_NO_MEMORY;
    for (size_t i = 0; i < o->arity && !status; i++)
        status = ln_value_copy(&from->values, from->args.at[o->args + i], to, &adding->args.at[i]);
    call->args = adding->args.at;
    call->arity = o->arity;
    adding->fate = (enum ln_fate)o->fate;
    return status ? status : ln_value_copy(&from->values, o->result, to, &adding->result);
}

/* A failed operation has no return among the events. */
static enum ln_status copy_event(const struct ln_history *from, uint32_t event, struct ln_history *to,
                                 struct adding *adding, struct ln_error *error)
{
    uint32_t operation = ln_event_operation(event);
    enum ln_status status = copy_call(from, &from->operations.at[operation], &to->values, adding);
    if (!status && !ln_event_is_return(event))
        status = ln_history_call(to, &adding->call, &operation, error);
    if (!status && (ln_event_is_return(event) || adding->fate == LN_FAILED))
        status = ln_history_return(to, adding->call.process, adding->fate, adding->result, &operation, error);
    return status;
}

static enum ln_status copy_timed(const struct ln_history *from, uint32_t operation, struct ln_history *to,
                                 struct adding *adding, struct ln_error *error)
{
    struct ln_span span = from->times.at[operation];
    enum ln_status status = copy_call(from, &from->operations.at[operation], &to->values, adding);
    return status ? status
                  : ln_history_operation(to, &adding->call, adding->fate, adding->result, span.call, span.ret,
                                         &operation, error);
}

enum ln_status ln_library_history_copy(const linnet_history *history, struct ln_history *to, struct ln_memory *memory,
                                       struct ln_error *error)
{
    const struct ln_history *from = &history->history;
    struct adding adding = { .fate = LN_PENDING };
    enum ln_status status = ln_history_init(to, memory);
    if (status)
        return ln_fail(error, status, "out of memory");
    assert(from->id.length && (!from->times.length || from->times.length == from->operations.length));
    status = ln_history_set_id(to, from->id.at, from->id.length - 1);
    to->stuck = from->stuck;
    for (size_t i = 0; i < from->events.length && !status; i++)
        status = copy_event(from, from->events.at[i], to, &adding, error);
    for (uint32_t i = 0; i < from->times.length && !status; i++)
        status = copy_timed(from, i, to, &adding, error);
    ln_vec_fini(&adding.args, memory);
    if (!status)
        return LN_OK;
    ln_history_fini(to);
    return status == LN_NO_MEMORY ? ln_fail(error, status, "out of memory") : status;
}
