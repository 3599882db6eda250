/* PolyLin's histories: the object, then one operation per line with its times.
 *
 *     # queue                          # set
 *     enq 1 0 1                        insert 1 1 0 1
 *     deq 1 2 3                        contains 2 0 2 3
 *
 * The columns are method, value, call, return; sets have the result (0 or 1) after the value. Of other objects the
 * value is what an insertion takes and what the other methods return, where `empty` and -1 are nothing. All operations
 * are complete and nobody says who called them, so each is a process of its own. A return comes before a call at the
 * same time. Another line that names an object starts another history; other lines that start with `#` are comments. */
#include "format/formats.h"

#include <string.h>

struct polylin {
    bool is_set;
    int64_t operations; /* of this history: they name its processes */
};

struct object {
    const char *name, *spec;
};

static const struct object objects[] = {
    { "queue", "queue" }, { "stack", "stack" }, { "set", "set" }, { "deque", "deque" },
    { "pqueue", "priority-queue" }, { "priorityqueue", "priority-queue" }, { "priority_queue", "priority-queue" },
    { "priority-queue", "priority-queue" },
};

static const char *const insertions[] = {
    "enq", "enqueue", "push", "push_front", "push_back", "insert", "offer", "add", NULL,
};

static const char *const others[] = {
    "deq", "dequeue", "pop", "pop_front", "pop_back", "poll", "remove", "peek", "peek_front", "peek_back", NULL,
};

static bool is_one_of(struct ln_text word, const char *const *names)
{
    for (; *names; names++)
        if (ln_text_is(word, *names))
            return true;
    return false;
}

/* `# word`, and nothing else on the line. */
static const struct object *object_of(struct ln_text line)
{
    struct ln_scanner scan = { .at = line.at, .end = line.at + line.length };
    struct ln_text word;
    ln_scan_blanks(&scan);
    if (!ln_scan_word(&scan, "#"))
        return NULL;
    word = ln_scan_field(&scan);
    for (size_t i = 0; scan.at == scan.end && i < sizeof objects / sizeof *objects; i++)
        if (ln_text_is(word, objects[i].name))
            return &objects[i];
    return NULL;
}

bool ln_polylin_names_object(struct ln_text line)
{
    return object_of(line) != NULL;
}

static enum ln_status begin_object(struct ln_reading *reading, const struct object *object)
{
    struct polylin *polylin = reading->state;
    if (reading->begun) {
        reading->belongs_to_next = true;
        return LN_OK;
    }
    polylin->is_set = strcmp(object->spec, "set") == 0;
    polylin->operations = 0;
    reading->history->touching = LN_TOUCHING_IS_ORDERED;
    return ln_reading_begin(reading, object->spec);
}

/* ---- operations ---- */

static enum ln_status read_integer(struct ln_scanner *scan, const char *expected, int64_t *out)
{
    struct ln_text field = ln_scan_field(scan);
    if (ln_text_integer(field, out))
        return LN_OK;
    scan->at = field.at;
    return ln_scan_expected(scan, expected);
}

/* Values are usually integers; others are kept as text. */
static enum ln_status read_value(struct ln_reading *reading, ln_value *out, bool *empty)
{
    struct ln_scanner *scan = &reading->scan;
    struct ln_text field = ln_scan_field(scan);
    int64_t number;
    if (!field.length)
        return ln_scan_expected(scan, "a value");
    *empty = ln_text_is(field, "empty") || ln_text_is(field, "-1");
    if (!ln_text_integer(field, &number))
        return ln_reading_string(reading, field, out);
    return ln_values_int(scan->values, number, out) ? ln_scan_no_memory(scan) : LN_OK;
}

/* What sets have between value and times. */
static enum ln_status read_set_result(struct ln_reading *reading, ln_value *result)
{
    struct ln_scanner *scan = &reading->scan;
    struct ln_text field = ln_scan_field(scan);
    reading->places[LN_FIELD_RESULT] = field.at;
    *result = ln_bool(ln_text_is(field, "1"));
    if (ln_text_is(field, "0") || ln_text_is(field, "1"))
        return LN_OK;
    scan->at = field.at;
    return ln_scan_expected(scan, "0 or 1 as the result");
}

/* Sorts the value into argument or result. */
static enum ln_status read_operands(struct ln_reading *reading, struct ln_text method, ln_value *value, size_t *arity,
                                    ln_value *result)
{
    const struct polylin *polylin = reading->state;
    bool inserts = is_one_of(method, insertions), empty = false;
    enum ln_status status;
    if (!polylin->is_set && !inserts && !is_one_of(method, others)) {
        reading->scan.at = method.at;
        return ln_scan_expected(&reading->scan, "a method of PolyLin such as enq, deq, push, pop, insert or poll");
    }
    reading->places[LN_FIELD_ARGS] = reading->places[LN_FIELD_RESULT] = reading->scan.at;
    status = read_value(reading, value, &empty);
    *arity = polylin->is_set || inserts;
    *result = inserts || empty ? LN_VALUE_NULL : *value;
    if (!status && polylin->is_set)
        status = read_set_result(reading, result);
    return status;
}

static enum ln_status read_operation(struct ln_reading *reading)
{
    struct ln_scanner *scan = &reading->scan;
    struct polylin *polylin = reading->state;
    struct ln_text method = ln_scan_field(scan);
    ln_value value, result;
    struct ln_call_text call = { .process = ln_small(polylin->operations), .key = LN_VALUE_NONE, .args = &value };
    int64_t call_time, return_time;
    enum ln_status status;
    if (!reading->begun) {
        scan->at = method.at;
        return ln_scan_expected(scan, "a line that names the object first, such as `# queue`");
    }
    reading->places[LN_FIELD_F] = method.at;
    status = read_operands(reading, method, &value, &call.arity, &result);
    if (!status)
        status = read_integer(scan, "an integer as the time of the call", &call_time);
    if (!status)
        status = read_integer(scan, "an integer as the time of the return", &return_time);
    if (!status && scan->at < scan->end)
        status = ln_scan_expected(scan, "the end of the line");
    if (!status)
        status = ln_reading_string(reading, method, &call.f);
    if (status)
        return status;
    polylin->operations++;
    return ln_reading_operation(reading, &call, LN_COMPLETED, result, call_time, return_time);
}

static enum ln_status polylin_line(struct ln_reading *reading)
{
    struct ln_scanner *scan = &reading->scan;
    const struct object *object = object_of(ln_text_between(scan->line, scan->end));
    if (object)
        return begin_object(reading, object);
    ln_scan_blanks(scan);
    if (scan->at == scan->end || *scan->at == '#')
        return LN_OK;
    return read_operation(reading);
}

const struct ln_format ln_format_polylin = {
    .name = "polylin",
    .summary = "PolyLin's histories of queues, stacks, deques, priority queues and sets",
    .state_size = sizeof(struct polylin),
    .line = polylin_line,
};
