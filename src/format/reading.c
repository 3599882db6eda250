/* Adds what formats find to the history, and lets the binder look at it. */
#include "format/reading.h"

#include <assert.h>

enum ln_status ln_reading_begin(struct ln_reading *reading, const char *spec)
{
    const struct ln_binder *binder = reading->binder;
    enum ln_status status = LN_OK;
    assert(!reading->begun);
    reading->begun = true;
    if (binder && binder->begin)
        status = binder->begin(binder->self, reading->history, spec, reading->scan.error);
    if (status)
        reading->scan.at = reading->scan.line;
    reading->refused |= status != LN_OK;
    return status;
}

enum ln_status ln_reading_ensure_begun(struct ln_reading *reading, const char *spec)
{
    return reading->begun ? LN_OK : ln_reading_begin(reading, spec);
}

/* Errors stand at the part of the line that they are about. */
static enum ln_status placed(struct ln_reading *reading, enum ln_status status, unsigned field)
{
    assert(field < sizeof reading->places / sizeof *reading->places);
    if (status)
        reading->scan.at = reading->places[field] ? reading->places[field] : reading->scan.line;
    reading->refused |= status != LN_OK;
    return status;
}

static enum ln_status bind_call(struct ln_reading *reading, uint32_t operation)
{
    const struct ln_binder *binder = reading->binder;
    enum ln_field field = LN_FIELD_F;
    enum ln_status status = LN_OK;
    assert(reading->begun && operation < reading->history->operations.length);
    if (binder && binder->called)
        status = binder->called(binder->self, reading->history, operation, &field, reading->scan.error);
    return placed(reading, status, field);
}

static enum ln_status bind_return(struct ln_reading *reading, uint32_t operation)
{
    const struct ln_binder *binder = reading->binder;
    enum ln_field field = LN_FIELD_RESULT;
    enum ln_status status = LN_OK;
    assert(reading->begun && reading->history->operations.at[operation].fate == LN_COMPLETED);
    if (binder && binder->returned)
        status = binder->returned(binder->self, reading->history, operation, &field, reading->scan.error);
    return placed(reading, status, field);
}

static enum ln_status check_arity(struct ln_reading *reading, const struct ln_call_text *call)
{
    if (call->arity <= UINT16_MAX)
        return LN_OK;
    ln_fail(reading->scan.error, LN_BAD_INPUT, "found %zu arguments, expected at most %d", call->arity, UINT16_MAX);
    return placed(reading, LN_BAD_INPUT, LN_FIELD_ARGS);
}

enum ln_status ln_reading_call(struct ln_reading *reading, struct ln_call_text *call, uint32_t *operation)
{
    enum ln_status status = check_arity(reading, call);
    if (status)
        return status;
    call->line = reading->line;
    status = ln_history_call(reading->history, call, operation, reading->scan.error);
    if (status)
        return placed(reading, status, LN_FIELD_PROCESS);
    return bind_call(reading, *operation);
}

enum ln_status ln_reading_return(struct ln_reading *reading, ln_value process, enum ln_fate fate, ln_value result)
{
    uint32_t operation;
    enum ln_status status = ln_history_return(reading->history, process, fate, result, &operation, reading->scan.error);
    if (status)
        return placed(reading, status, LN_FIELD_PROCESS);
    if (fate == LN_COMPLETED)
        return bind_return(reading, operation);
    if (!reading->binder || !reading->binder->ended)
        return LN_OK;
    return placed(reading,
                  reading->binder->ended(reading->binder->self, reading->history, operation, fate, reading->scan.error),
                  LN_FIELD_PROCESS);
}

enum ln_status ln_reading_operation(struct ln_reading *reading, struct ln_call_text *call, enum ln_fate fate,
                                    ln_value result, int64_t call_time, int64_t return_time)
{
    uint32_t operation;
    enum ln_status status = check_arity(reading, call);
    if (status)
        return status;
    call->line = reading->line;
    status = ln_history_operation(reading->history, call, fate, result, call_time, return_time, &operation,
                                  reading->scan.error);
    if (status)
        return placed(reading, status, LN_FIELD_PROCESS);
    status = bind_call(reading, operation);
    return status || fate != LN_COMPLETED ? status : bind_return(reading, operation);
}

enum ln_status ln_reading_open(struct ln_reading *reading, ln_value process, const struct ln_operation **operation)
{
    uint32_t open = ln_history_open(reading->history, process), unused;
    assert(open == LN_NO_OP || reading->history->operations.at[open].fate == LN_PENDING);
    if (open != LN_NO_OP) {
        *operation = &reading->history->operations.at[open];
        return LN_OK;
    }
    /* The history has the words for it. */
    return placed(
        reading,
        ln_history_return(reading->history, process, LN_PENDING, LN_VALUE_UNKNOWN, &unused, reading->scan.error),
        LN_FIELD_PROCESS);
}

enum ln_status ln_reading_string(struct ln_reading *reading, struct ln_text text, ln_value *out)
{
    if (ln_values_string(&reading->history->values, text.at, text.length, out))
        return ln_scan_no_memory(&reading->scan);
    return LN_OK;
}
