/* fptlin's histories: the object, then one operation per line with its times.
 *
 *     # queue                          # set                      # rmw
 *     0 1 5 ENQ 10                     0 0 4 INSERT 2 1           0 1 10 READ_MODIFY_WRITE 0 2
 *     1 4 8 DEQ 10                     2 3 6 REMOVE 2 0
 *
 * The columns are process, call, return, method, value. A sixth column is the result, 0 or 1, of a set's methods. The
 * value is what an insertion takes and what a removal or a peek returns, where -1 and EMPTY are nothing; of INCR and
 * DECR (semaphores) it is the result, 0 or 1. READ_MODIFY_WRITE is a cas that succeeded. Methods become lower case. All operations are complete, and a return comes before a call at the same time. A line that names an object starts a
 * history; it may be missing where the object is named otherwise. Other lines that start with `#` are comments. */
#include "format/columns.h"
#include "format/formats.h"

#include <string.h>

enum { LONGEST_METHOD = 32 };

struct columns {
    char name[LONGEST_METHOD];
    struct ln_text method; /* in lower case, in `name` */
    const char *place;
    int64_t call, ret;
};

static enum ln_status begin(struct ln_reading *reading, const struct ln_column_object *object)
{
    reading->belongs_to_next = reading->begun;
    if (reading->begun)
        return LN_OK;
    reading->history->touching = LN_TOUCHING_IS_ORDERED;
    return ln_reading_begin(reading, object ? object->spec : NULL);
}

static enum ln_status bad_method(struct ln_scanner *scan, const struct columns *columns)
{
    scan->at = columns->place;
    return ln_scan_expected(scan, "a method of fptlin such as ENQ, DEQ, PUSH, POP, PEEK, INSERT, POLL or CONTAINS");
}

static enum ln_status read_method(struct ln_scanner *scan, struct columns *columns)
{
    struct ln_text field = ln_scan_field(scan);
    columns->place = field.at;
    if (!field.length || field.length > LONGEST_METHOD)
        return bad_method(scan, columns);
    for (size_t i = 0; i < field.length; i++) {
        char c = field.at[i];
        columns->name[i] = c >= 'A' && c <= 'Z' ? (char)(c | 0x20) : c;
        if (!(columns->name[i] >= 'a' && columns->name[i] <= 'z') && (i == 0 || c != '_'))
            return bad_method(scan, columns);
    }
    columns->method = (struct ln_text){ columns->name, field.length };
    return LN_OK;
}

/* Up to the method. */
static enum ln_status read_columns(struct ln_reading *reading, struct columns *columns, ln_value *process)
{
    struct ln_scanner *scan = &reading->scan;
    int64_t number;
    enum ln_status status;
    reading->places[LN_FIELD_PROCESS] = scan->at;
    status = ln_column_integer(scan, "the number of a process", &number);
    if (!status && ln_values_int(scan->values, number, process))
        status = ln_scan_no_memory(scan);
    if (!status)
        status = ln_column_integer(scan, "an integer as the time of the call", &columns->call);
    if (!status)
        status = ln_column_integer(scan, "an integer as the time of the return", &columns->ret);
    if (!status)
        status = read_method(scan, columns);
    reading->places[LN_FIELD_F] = columns->place;
    return status;
}

/* Value and perhaps result, by the method and by how many columns there are. */
static enum ln_status read_operands(struct ln_reading *reading, struct columns *columns, struct ln_call_text *call,
                                    ln_value args[2], ln_value *result)
{
    struct ln_scanner *scan = &reading->scan;
    struct ln_text method = columns->method;
    bool inserts = ln_column_inserts(method), empty = false;
    enum ln_status status;
    if (ln_text_is(method, "incr") || ln_text_is(method, "decr"))
        return ln_column_truth(reading, result);
    reading->places[LN_FIELD_ARGS] = reading->places[LN_FIELD_RESULT] = scan->at;
    status = ln_column_value(reading, &args[0], &empty);
    if (status)
        return status;
    if (ln_text_is(method, "read_modify_write")) {
        columns->method = (struct ln_text){ "cas", 3 };
        call->arity = 2;
        *result = LN_VALUE_TRUE;
        return ln_column_value(reading, &args[1], &empty);
    }
    if (scan->at < scan->end) {
        call->arity = 1;
        return ln_column_truth(reading, result);
    }
    if (!inserts && !ln_column_removes(method))
        return bad_method(scan, columns);
    call->arity = inserts;
    *result = inserts || empty ? LN_VALUE_NULL : args[0];
    return LN_OK;
}

static enum ln_status read_operation(struct ln_reading *reading)
{
    struct ln_scanner *scan = &reading->scan;
    struct columns columns;
    ln_value args[2], result;
    struct ln_call_text call = { .key = LN_VALUE_NONE, .args = args };
    enum ln_status status = read_columns(reading, &columns, &call.process);
    if (!status)
        status = read_operands(reading, &columns, &call, args, &result);
    if (!status && scan->at < scan->end)
        status = ln_scan_expected(scan, "the end of the line");
    if (!status)
        status = ln_reading_string(reading, columns.method, &call.f);
    return status ? status : ln_reading_operation(reading, &call, LN_COMPLETED, result, columns.call, columns.ret);
}

static enum ln_status fptlin_line(struct ln_reading *reading)
{
    struct ln_scanner *scan = &reading->scan;
    const struct ln_column_object *object = ln_column_object_of(ln_text_between(scan->line, scan->end));
    enum ln_status status = LN_OK;
    if (object)
        return begin(reading, object);
    ln_scan_blanks(scan);
    if (scan->at == scan->end || *scan->at == '#')
        return LN_OK;
    if (!reading->begun)
        status = begin(reading, NULL);
    return status ? status : read_operation(reading);
}

const struct ln_format ln_format_fptlin = {
    .name = "fptlin",
    .line = fptlin_line,
    .loses = LN_CUT_OPERATION,
};
