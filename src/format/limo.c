/* LiMo's histories of a stack or a queue.
 *
 *     # @object atomic-stack
 *     [1] call push(1)
 *     [2] call pop
 *     [1] return
 *     [2] return 1
 *
 * A removal returns a value, or `empty`, or nothing, which is empty too; `pop(1)` tells at the call what the return
 * will be. Decimal numbers become integers, every other value is the text as it stands. Other lines that start with `#`
 * are comments. Another `# @object` starts another history. */
#include "format/formats.h"

#include <assert.h>
#include <string.h>

struct limo {
    LN_VEC(ln_value) announced; /* per operation: the result told at its call, or LN_VALUE_NONE */
};

static bool is_one_of(struct ln_text word, const char *const names[], size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (ln_text_is(word, names[i]))
            return true;
    return false;
}

static bool is_insert(struct ln_text word)
{
    static const char *const names[] = { "push", "enq", "add" };
    return is_one_of(word, names, sizeof names / sizeof *names);
}

static bool is_removal(struct ln_text word)
{
    static const char *const names[] = { "pop", "deq", "remove" };
    return is_one_of(word, names, sizeof names / sizeof *names);
}

static struct ln_text without_trailing_blanks(struct ln_text text)
{
    while (text.length && (text.at[text.length - 1] == ' ' || text.at[text.length - 1] == '\t'))
        text.length--;
    return text;
}

/* ---- values ---- */

static enum ln_status to_value(struct ln_reading *reading, struct ln_text text, ln_value *out)
{
    int64_t number;
    if (ln_text_integer(text, &number) && number < INT64_C(1) << 60 && number >= -(INT64_C(1) << 60)) {
        *out = ln_small(number);
        return LN_OK;
    }
    return ln_reading_string(reading, text, out);
}

/* What stands in parentheses, or the word after a blank; empty when there is nothing. Nothing may follow it. */
static enum ln_status read_operand(struct ln_scanner *scan, struct ln_text *operand)
{
    const char *close;
    ln_scan_blanks(scan);
    if (!ln_scan_word(scan, "(")) {
        *operand = ln_scan_field(scan);
    } else {
        *operand = without_trailing_blanks(ln_text_between(scan->at, scan->end));
        close = operand->length ? operand->at + operand->length - 1 : scan->at;
        if (close == scan->end || *close != ')') {
            scan->at = scan->end;
            return ln_scan_expected(scan, "`)`");
        }
        *operand = ln_text_between(scan->at, close);
        scan->at = scan->end;
    }
    return scan->at == scan->end ? LN_OK : ln_scan_expected(scan, "the end of the line");
}

/* ---- calls and returns ---- */

static enum ln_status note_announced(struct ln_reading *reading, struct ln_text text, uint32_t operation)
{
    struct limo *limo = reading->state;
    ln_value value = LN_VALUE_NONE;
    enum ln_status status = LN_OK;
    if (ln_text_is(text, "empty"))
        value = LN_VALUE_NULL;
    else if (text.length)
        status = to_value(reading, text, &value);
    if (status)
        return status;
    assert(operation <= limo->announced.length); /* each call adds one; another history starts anew */
    limo->announced.length = operation;
    return ln_vec_push(&limo->announced, reading->scan.memory, value) ? LN_OK : ln_scan_no_memory(&reading->scan);
}

static enum ln_status insert(struct ln_reading *reading, struct ln_call_text *call, struct ln_text operand)
{
    struct ln_scanner *scan = &reading->scan;
    uint32_t operation;
    ln_value value;
    enum ln_status status;
    if (!operand.length || ln_text_is(operand, "empty")) {
        scan->at = operand.at;
        return ln_scan_expected(scan, "the value that is added");
    }
    status = to_value(reading, operand, &value);
    call->args = &value;
    call->arity = 1;
    if (!status)
        status = ln_reading_call(reading, call, &operation);
    return status ? status : note_announced(reading, (struct ln_text){ NULL, 0 }, operation);
}

static enum ln_status read_call(struct ln_reading *reading, ln_value process)
{
    struct ln_scanner *scan = &reading->scan;
    struct ln_call_text call = { .process = process, .key = LN_VALUE_NONE };
    struct ln_text name = { scan->at, 0 }, operand;
    uint32_t operation;
    enum ln_status status;
    while (scan->at < scan->end && *scan->at != '(' && *scan->at != ' ' && *scan->at != '\t')
        scan->at++;
    name = ln_text_between(name.at, scan->at);
    reading->places[LN_FIELD_F] = name.at;
    if (!is_insert(name) && !is_removal(name)) {
        scan->at = name.at;
        return ln_scan_expected(scan, "push, enq, add, pop, deq or remove");
    }
    status = read_operand(scan, &operand);
    if (!status)
        status = ln_reading_string(reading, name, &call.f);
    if (!status)
        status = ln_reading_ensure_begun(reading, NULL);
    if (status)
        return status;
    reading->places[LN_FIELD_ARGS] = operand.at;
    if (is_insert(name))
        return insert(reading, &call, operand);
    status = ln_reading_call(reading, &call, &operation);
    return status ? status : note_announced(reading, operand, operation);
}

static enum ln_status check_result(struct ln_reading *reading, bool inserts, struct ln_text given, ln_value result,
                                   ln_value announced)
{
    if (!given.length)
        return LN_OK;
    reading->scan.at = given.at;
    if (inserts)
        return ln_scan_expected(&reading->scan, "nothing: adding returns no value");
    if (!ln_same(announced, LN_VALUE_NONE) && !ln_same(announced, result))
        return ln_scan_expected(&reading->scan, "the value that the call told");
    return LN_OK;
}

static enum ln_status read_return(struct ln_reading *reading, ln_value process)
{
    struct ln_scanner *scan = &reading->scan;
    const struct limo *limo = reading->state;
    struct ln_text given = ln_scan_field(scan);
    const struct ln_operation *called;
    ln_value result = LN_VALUE_NULL, announced;
    enum ln_status status;
    if (scan->at < scan->end)
        return ln_scan_expected(scan, "the end of the line");
    status = ln_reading_open(reading, process, &called);
    if (status)
        return status;
    assert((size_t)(called - reading->history->operations.at) < limo->announced.length);
    announced = limo->announced.at[called - reading->history->operations.at];
    if (given.length && !ln_text_is(given, "empty"))
        status = to_value(reading, given, &result);
    else if (!given.length && !ln_same(announced, LN_VALUE_NONE))
        result = announced;
    if (!status)
        status = check_result(reading, called->arity == 1, given, result, announced);
    reading->places[LN_FIELD_RESULT] = given.length ? given.at : NULL;
    return status ? status : ln_reading_return(reading, process, LN_COMPLETED, result);
}

/* ---- lines ---- */

/* After `#`. */
static enum ln_status read_comment(struct ln_reading *reading)
{
    struct ln_scanner *scan = &reading->scan;
    struct ln_text object;
    ln_scan_blanks(scan);
    if (!ln_text_is(ln_scan_field(scan), "@object"))
        return LN_OK;
    if (reading->begun) {
        reading->belongs_to_next = true;
        return LN_OK;
    }
    object = ln_scan_field(scan);
    if (ln_text_is(object, "atomic-stack"))
        return ln_reading_begin(reading, "stack");
    if (ln_text_is(object, "atomic-queue"))
        return ln_reading_begin(reading, "queue");
    scan->at = object.at;
    return ln_scan_expected(scan, "atomic-stack or atomic-queue");
}

static enum ln_status read_process(struct ln_reading *reading, ln_value *process)
{
    struct ln_scanner *scan = &reading->scan;
    const char *start = ++scan->at;
    int64_t number;
    while (scan->at < scan->end && *scan->at >= '0' && *scan->at <= '9')
        scan->at++;
    reading->places[LN_FIELD_PROCESS] = start;
    if (!ln_text_integer(ln_text_between(start, scan->at), &number)) {
        scan->at = start;
        return ln_scan_expected(scan, "the number of a thread");
    }
    if (!ln_scan_word(scan, "]"))
        return ln_scan_expected(scan, "`]`");
    return ln_values_int(scan->values, number, process) ? ln_scan_no_memory(scan) : LN_OK;
}

static enum ln_status limo_line(struct ln_reading *reading)
{
    struct ln_scanner *scan = &reading->scan;
    struct ln_text what;
    ln_value process;
    enum ln_status status;
    ln_scan_blanks(scan);
    if (scan->at == scan->end)
        return LN_OK;
    if (ln_scan_word(scan, "#"))
        return read_comment(reading);
    if (*scan->at != '[')
        return ln_scan_expected(scan, "`[thread] call` or `[thread] return`");
    status = read_process(reading, &process);
    if (status)
        return status;
    what = ln_scan_field(scan);
    if (ln_text_is(what, "call"))
        return read_call(reading, process);
    if (ln_text_is(what, "return"))
        return read_return(reading, process);
    scan->at = what.at;
    return ln_scan_expected(scan, "call or return");
}

static void limo_fini(void *state, struct ln_memory *memory)
{
    struct limo *limo = state;
    ln_vec_fini(&limo->announced, memory);
}

const struct ln_format ln_format_limo = {
    .name = "limo",
    .state_size = sizeof(struct limo),
    .line = limo_line,
    .loses = LN_CUT_EVENT,
    .fini = limo_fini,
};
