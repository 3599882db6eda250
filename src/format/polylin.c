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
#include "format/columns.h"
#include "format/formats.h"

struct polylin {
    bool is_set;
    int64_t operations; /* of this history: they name its processes */
    struct {
        uint64_t method;
        bool inserts, removes;
    } seen[4]; /* methods found lately */
    unsigned oldest;
};

/* Does it take the value, or return it? Looked up once per method, mostly. */
static void sort_method(struct polylin *polylin, struct ln_text method, ln_value f, bool *inserts, bool *removes)
{
    enum { SEEN = sizeof polylin->seen / sizeof *polylin->seen };
    unsigned i = 0;
    while (i < SEEN && polylin->seen[i].method != f.word)
        i++;
    if (i == SEEN) {
        i = polylin->oldest++ % SEEN;
        polylin->seen[i].method = f.word;
        polylin->seen[i].inserts = ln_column_inserts(method);
        polylin->seen[i].removes = ln_column_removes(method);
    }
    *inserts = polylin->seen[i].inserts;
    *removes = polylin->seen[i].removes;
}

static enum ln_status begin_object(struct ln_reading *reading, const struct ln_column_object *object)
{
    struct polylin *polylin = reading->state;
    if (reading->begun) {
        reading->belongs_to_next = true;
        return LN_OK;
    }
    *polylin = (struct polylin){ .is_set = object->is_set }; /* long names are other words in another history */
    reading->history->touching = LN_TOUCHING_IS_ORDERED;
    return ln_reading_begin(reading, object->spec);
}

/* ---- operations ---- */

/* Sorts the value into argument or result. */
static enum ln_status read_operands(struct ln_reading *reading, struct ln_text method, ln_value f, ln_value *value,
                                    size_t *arity, ln_value *result)
{
    struct polylin *polylin = reading->state;
    bool inserts, removes, empty = false;
    enum ln_status status;
    sort_method(polylin, method, f, &inserts, &removes);
    if (!polylin->is_set && !inserts && !removes) {
        reading->scan.at = method.at;
        return ln_scan_expected(&reading->scan, "a method of PolyLin such as enq, deq, push, pop, insert or poll");
    }
    reading->places[LN_FIELD_ARGS] = reading->places[LN_FIELD_RESULT] = reading->scan.at;
    status = ln_column_value(reading, value, &empty);
    *arity = polylin->is_set || inserts;
    *result = inserts || empty ? LN_VALUE_NULL : *value;
    if (!status && polylin->is_set)
        status = ln_column_truth(reading, result);
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
    status = ln_reading_string(reading, method, &call.f);
    if (!status)
        status = read_operands(reading, method, call.f, &value, &call.arity, &result);
    if (!status)
        status = ln_column_integer(scan, "an integer as the time of the call", &call_time);
    if (!status)
        status = ln_column_integer(scan, "an integer as the time of the return", &return_time);
    if (!status && scan->at < scan->end)
        status = ln_scan_expected(scan, "the end of the line");
    if (!status && reading->unended && return_time < call_time)
        status = ln_scan_expected(scan, "the other digits of the time"); /* or it is right, and the line cut */
    if (status)
        return status;
    polylin->operations++;
    return ln_reading_operation(reading, &call, LN_COMPLETED, result, call_time, return_time);
}

static enum ln_status polylin_line(struct ln_reading *reading)
{
    struct ln_scanner *scan = &reading->scan;
    const struct ln_column_object *object;
    ln_scan_blanks(scan);
    if (scan->at == scan->end)
        return LN_OK;
    if (*scan->at != '#')
        return read_operation(reading);
    object = ln_column_object_of(ln_text_between(scan->line, scan->end));
    return object && object->polylin ? begin_object(reading, object) : LN_OK;
}

const struct ln_format ln_format_polylin = {
    .name = "polylin",
    .state_size = sizeof(struct polylin),
    .line = polylin_line,
    .loses = LN_CUT_OPERATION,
};
