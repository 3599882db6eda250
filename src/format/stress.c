/* Histories of stress tests: one JSON object per line, each a history.
 *
 *     {"object":"ConcurrentLinkedQueue","id":"CLQ-7","ops":[
 *      {"thread":0,"method":"offer","args":[1],"result":true,"call":1,"return":4},...]}        (on one line)
 *
 * The object is a spec; some have another name here, and "capacity" is its parameter. A result "void" is none and "?"
 * is not known; an operation whose "return" is null, or left out, never returned. The object may stand after the
 * operations, so a line is looked over once before its operations are read. */
#include "format/formats.h"
#include "format/json.h"

#include <assert.h>

enum header_part { OBJECT, ID, CAPACITY, OPS, PARTS };

static const char *const part_names[PARTS] = { "object", "id", "capacity", "ops" };

enum field { THREAD, METHOD, ARGS, RESULT, CALL, RETURN, KEY, FIELDS };

static const char *const field_names[FIELDS] = { "thread", "method", "args", "result", "call", "return", "key" };

struct stress_line {
    const char *places[FIELDS]; /* NULL when it is not there */
    ln_value process, f, key, result;
    size_t first_arg, arity;
    int64_t call, ret;
    bool returned;
};

/* Where the name stands in the table; `count` when it does not. */
static size_t index_of(struct ln_text name, const char *const *names, size_t count)
{
    size_t i = 0;
    while (i < count && !ln_text_is(name, names[i]))
        i++;
    return i;
}

static enum ln_status note_place(struct ln_scanner *scan, const char **place, const char *name)
{
    ln_json_blanks(scan);
    if (*place)
        return ln_scan_wrong(scan, scan->at, "found \"%s\" a second time, expected it once", name);
    *place = scan->at;
    return LN_OK;
}

/* ---- the object ---- */

/* What corpora of other tools call it. */
static struct ln_text spec_name(struct ln_text object)
{
    static const struct {
        const char *object, *spec;
    } names[] = {
        { "atomic-queue", "queue" },
        { "atomic-stack", "stack" },
        { "kv-append-map", "kv:missing=\"\"" },
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (ln_text_is(object, names[i].object))
            return (struct ln_text){ names[i].spec, strlen(names[i].spec) };
    return object;
}

static enum ln_status read_capacity(struct ln_scanner *scan, const char *place, int64_t *capacity)
{
    scan->at = place;
    if (ln_json_integer(scan, capacity))
        return LN_BAD_INPUT;
    if (*capacity < 0)
        return ln_scan_wrong(scan, place, "found a negative capacity");
    return LN_OK;
}

static enum ln_status begin(struct ln_reading *reading, const char *const places[PARTS])
{
    struct ln_scanner *scan = &reading->scan;
    struct ln_str spec;
    struct ln_text object;
    int64_t capacity = 0;
    enum ln_status status = places[CAPACITY] ? read_capacity(scan, places[CAPACITY], &capacity) : LN_OK;
    if (status || !places[OBJECT])
        return status ? status : ln_reading_begin(reading, NULL);
    scan->at = places[OBJECT];
    status = ln_json_string(scan, &object);
    if (!status && memchr(object.at, '\0', object.length))
        status = ln_scan_wrong(scan, places[OBJECT], "found a NUL character in a name, expected text");
    if (status)
        return status;
    object = spec_name(object);
    ln_str_init(&spec, scan->memory);
    ln_str_add(&spec, object.at, object.length);
    if (places[CAPACITY])
        ln_str_format(&spec, ":capacity=%lld", (long long)capacity);
    status = spec.failed ? ln_scan_no_memory(scan) : ln_reading_begin(reading, ln_str_borrow(&spec));
    ln_str_fini(&spec);
    return status;
}

static enum ln_status read_id(struct ln_reading *reading, const char *place)
{
    struct ln_scanner *scan = &reading->scan;
    struct ln_text id;
    enum ln_status status;
    scan->at = place;
    status = ln_json_string(scan, &id);
    if (!status && memchr(id.at, '\0', id.length))
        status = ln_scan_wrong(scan, place, "found a NUL character in a name, expected text");
    if (!status && ln_history_set_id(reading->history, id.at, id.length))
        status = ln_scan_no_memory(scan);
    return status;
}

/* ---- operations ---- */

static enum ln_status read_thread(struct ln_scanner *scan, ln_value *process)
{
    const char *start = scan->at;
    enum ln_status status = ln_json_value(scan, process);
    if (!status && ln_value_kind(*process) != LN_KIND_INT && ln_value_kind(*process) != LN_KIND_STRING) {
        scan->at = start;
        return ln_scan_expected(scan, "an integer or a string as thread");
    }
    return status;
}

static enum ln_status read_method(struct ln_reading *reading, ln_value *f)
{
    struct ln_text text;
    enum ln_status status = ln_json_string(&reading->scan, &text);
    return status ? status : ln_reading_string(reading, text, f);
}

static enum ln_status read_result(struct ln_scanner *scan, ln_value *result)
{
    ln_value none, question;
    enum ln_status status = ln_json_value(scan, result);
    ln_values_string(NULL, "void", 4, &none); /* short strings need no table */
    ln_values_string(NULL, "?", 1, &question);
    if (!status && ln_same(*result, none))
        *result = LN_VALUE_NULL;
    else if (!status && ln_same(*result, question))
        *result = LN_VALUE_UNKNOWN;
    return status;
}

static enum ln_status read_field(struct ln_reading *reading, struct stress_line *operation, size_t field)
{
    struct ln_scanner *scan = &reading->scan;
    enum ln_status status;
    switch (field) {
    case THREAD: return read_thread(scan, &operation->process);
    case METHOD: return read_method(reading, &operation->f);
    case RESULT: return read_result(scan, &operation->result);
    case CALL: return ln_json_integer(scan, &operation->call);
    case RETURN:
        operation->returned = !ln_scan_word(scan, "null");
        return operation->returned ? ln_json_integer(scan, &operation->ret) : LN_OK;
    case KEY:
        status = ln_json_value(scan, &operation->key);
        if (!status && ln_same(operation->key, LN_VALUE_NULL))
            operation->key = LN_VALUE_NONE;
        return status;
    case ARGS:
        status = ln_json_array(scan, &operation->first_arg);
        operation->arity = scan->items.length - operation->first_arg;
        return status;
    default: return ln_json_value(scan, NULL);
    }
}

static enum ln_status read_fields(struct ln_reading *reading, struct stress_line *operation)
{
    struct ln_scanner *scan = &reading->scan;
    bool first = true, more = true;
    enum ln_status status = ln_json_open_object(scan);
    while (!status && more) {
        struct ln_text name;
        size_t field;
        status = ln_json_member(scan, &first, &name, &more);
        if (status || !more)
            break;
        field = index_of(name, field_names, FIELDS);
        if (field < FIELDS)
            status = note_place(scan, &operation->places[field], field_names[field]);
        else
            ln_json_blanks(scan);
        if (!status)
            status = read_field(reading, operation, field);
    }
    return status;
}

static enum ln_status read_operation(struct ln_reading *reading)
{
    static const enum field needed[] = { THREAD, METHOD, CALL };
    struct ln_scanner *scan = &reading->scan;
    struct stress_line operation = { .key = LN_VALUE_NONE, .result = LN_VALUE_UNKNOWN };
    struct ln_call_text call;
    const char *start = scan->at;
    size_t items = scan->items.length;
    enum ln_status status = read_fields(reading, &operation);
    for (size_t i = 0; !status && i < sizeof needed / sizeof *needed; i++)
        if (!operation.places[needed[i]])
            status = ln_scan_wrong(scan, start, "found an operation without \"%s\", expected one",
                                   field_names[needed[i]]);
    if (status)
        return status;
    reading->places[LN_FIELD_PROCESS] = operation.places[THREAD];
    reading->places[LN_FIELD_F] = operation.places[METHOD];
    reading->places[LN_FIELD_KEY] = operation.places[KEY];
    reading->places[LN_FIELD_ARGS] = operation.places[ARGS];
    reading->places[LN_FIELD_RESULT] = operation.places[RESULT];
    assert(operation.arity <= scan->items.length - items);
    call = (struct ln_call_text){
        .process = operation.process,
        .f = operation.f,
        .key = operation.key,
        .arity = operation.arity,
        .args = ln_scan_items(scan, operation.first_arg),
    };
    status = ln_reading_operation(reading, &call, operation.returned ? LN_COMPLETED : LN_PENDING, operation.result,
                                  operation.call, operation.ret);
    scan->items.length = items;
    return status;
}

static enum ln_status read_operations(struct ln_reading *reading, const char *place)
{
    struct ln_scanner *scan = &reading->scan;
    enum ln_status status = LN_OK;
    assert(reading->begun && scan->line < place && place < scan->end);
    scan->at = place;
    if (!ln_scan_word(scan, "["))
        return ln_scan_expected(scan, "an array of operations");
    ln_json_blanks(scan);
    if (ln_scan_word(scan, "]"))
        return LN_OK;
    while (!status) {
        ln_json_blanks(scan);
        status = read_operation(reading);
        if (status)
            break;
        ln_json_blanks(scan);
        if (ln_scan_word(scan, "]"))
            break;
        if (!ln_scan_word(scan, ","))
            status = ln_scan_expected(scan, "`,` or `]`");
    }
    return status;
}

/* ---- lines ---- */

/* Finds the parts of the line without reading them. */
static enum ln_status look_over(struct ln_scanner *scan, const char *places[PARTS])
{
    bool first = true, more = true;
    enum ln_status status = ln_json_open_object(scan);
    while (!status && more) {
        struct ln_text name;
        size_t part;
        status = ln_json_member(scan, &first, &name, &more);
        if (status || !more)
            break;
        part = index_of(name, part_names, PARTS);
        if (part < PARTS)
            status = note_place(scan, &places[part], part_names[part]);
        if (!status)
            status = ln_json_value(scan, NULL);
    }
    return status ? status : ln_json_end(scan);
}

static enum ln_status stress_line(struct ln_reading *reading)
{
    struct ln_scanner *scan = &reading->scan;
    const char *places[PARTS] = { NULL };
    enum ln_status status;
    ln_json_blanks(scan);
    if (scan->at == scan->end || *scan->at == '#')
        return LN_OK;
    reading->belongs_to_next = reading->begun;
    if (reading->begun)
        return LN_OK;
    status = look_over(scan, places);
    if (!status && !places[OPS])
        status = ln_scan_wrong(scan, scan->line, "found a history without \"ops\", expected its operations");
    if (!status)
        status = begin(reading, places);
    if (!status && places[ID])
        status = read_id(reading, places[ID]);
    return status ? status : read_operations(reading, places[OPS]);
}

const struct ln_format ln_format_stress = {
    .name = "stress",
    .line = stress_line,
};
