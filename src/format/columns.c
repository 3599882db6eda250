/* What the formats of PolyLin and fptlin share. */
#include "format/columns.h"

#include <string.h>

static const struct ln_column_object objects[] = {
    { "queue", "queue", false, true, true },
    { "stack", "stack", false, true, true },
    { "set", "set", true, true, true },
    { "deque", "deque", false, true, false },
    { "priorityqueue", "max-priority-queue", false, true, true },
    { "pqueue", "max-priority-queue", false, true, false },
    { "priority_queue", "max-priority-queue", false, true, false },
    { "priority-queue", "max-priority-queue", false, true, false },
    { "rmw", "cas-register:initial=0", false, false, true },
    { "semaphore", "semaphore", false, false, true },
};

static const char *const insertions[] = {
    "enq", "enqueue", "push", "push_front", "push_back", "insert", "offer", "add", NULL,
};

static const char *const removals[] = {
    "deq", "dequeue", "pop", "pop_front", "pop_back", "poll", "remove", "peek", "peek_front", "peek_back", NULL,
};

static bool is_one_of(struct ln_text word, const char *const *names)
{
    for (; *names; names++)
        if (ln_text_is(word, *names))
            return true;
    return false;
}

bool ln_column_inserts(struct ln_text method)
{
    return is_one_of(method, insertions);
}

bool ln_column_removes(struct ln_text method)
{
    return is_one_of(method, removals);
}

const struct ln_column_object *ln_column_object_of(struct ln_text line)
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

const struct ln_column_object *ln_column_object_for(const char *spec)
{
    for (size_t i = 0; i < sizeof objects / sizeof *objects; i++)
        if (strcmp(objects[i].spec, spec) == 0)
            return &objects[i];
    return NULL;
}

/* Nearly all fields are numbers of a few digits: taken in one go. False, with nothing moved, for all else. */
static bool take_number(struct ln_scanner *scan, int64_t *out)
{
    enum { MOST_DIGITS = 18 };
    const char *at, *start;
    int64_t sum = 0;
    ln_scan_blanks(scan);
    for (at = start = scan->at; at < scan->end && *at >= '0' && *at <= '9' && at - start < MOST_DIGITS; at++)
        sum = sum * 10 + (*at - '0');
    if (at == start || (*start == '0' && at - start > 1) || (at < scan->end && *at != ' ' && *at != '\t'))
        return false;
    scan->at = at;
    ln_scan_blanks(scan);
    *out = sum;
    return true;
}

enum ln_status ln_column_integer(struct ln_scanner *scan, const char *expected, int64_t *out)
{
    struct ln_text field;
    if (take_number(scan, out))
        return LN_OK;
    field = ln_scan_field(scan);
    if (ln_text_integer(field, out))
        return LN_OK;
    scan->at = field.at;
    return ln_scan_expected(scan, expected);
}

enum ln_status ln_column_value(struct ln_reading *reading, ln_value *out, bool *empty)
{
    struct ln_scanner *scan = &reading->scan;
    struct ln_text field;
    int64_t number;
    *empty = false;
    if (take_number(scan, &number))
        return ln_values_int(scan->values, number, out) ? ln_scan_no_memory(scan) : LN_OK;
    field = ln_scan_field(scan);
    if (!field.length)
        return ln_scan_expected(scan, "a value");
    *empty = ln_text_is(field, "empty") || ln_text_is(field, "EMPTY") || ln_text_is(field, "-1");
    if (!ln_text_integer(field, &number))
        return ln_reading_string(reading, field, out);
    return ln_values_int(scan->values, number, out) ? ln_scan_no_memory(scan) : LN_OK;
}

enum ln_status ln_column_truth(struct ln_reading *reading, ln_value *result)
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
