/* The log that Jepsen wrote in its first years, of a register with compare-and-set.
 *
 *     INFO  jepsen.util - 2	:invoke	:cas	[1 3]
 *     INFO  jepsen.util - 2	:ok	:cas	[1 3]
 *
 * Columns are separated by tabs or runs of blanks. Lines of other loggers, and lines of jepsen.util about processes
 * that are keywords (the nemesis), are no operations; a file that holds nothing else is an error, lest a log in another
 * layout pass for an empty history.
 *
 * What a failure means: a cas whose comparison failed is a cas that returned false; a cas that timed out may still
 * happen; a write that failed had no effect; a read that failed returned, but says nothing. `:info` is an operation
 * that may or may not happen, ever. */
#include "format/edn.h"
#include "format/formats.h"

#include <assert.h>
#include <string.h>

struct jepsen_log {
    bool passed_over; /* log lines that are no operations */
};

enum kind { READ, WRITE, CAS, KINDS };
enum type { INVOKE, OK, FAIL, INFO, TYPES };

static const char *const kind_names[KINDS] = { "read", "write", "cas" };
static const char *const type_names[TYPES] = { "invoke", "ok", "fail", "info" };

struct log_entry {
    ln_value process;
    enum type type;
    enum kind kind;
    const char *type_place, *kind_place, *value_place;
    ln_value value;
    bool is_keyword; /* the value: `:timed-out` and the like */
};

/* ---- taking the line apart ---- */

static enum ln_status read_choice(struct ln_scanner *scan, const char *const names[], int count, const char *expected,
                                  int *choice)
{
    const char *start = scan->at;
    struct ln_text word = ln_scan_field(scan);
    for (*choice = 0; *choice < count; ++*choice)
        if (word.length && *word.at == ':' &&
            ln_text_is((struct ln_text){ word.at + 1, word.length - 1 }, names[*choice]))
            return LN_OK;
    scan->at = start;
    return ln_scan_expected(scan, expected);
}

/* From the type on. */
static enum ln_status read_columns(struct ln_scanner *scan, struct log_entry *entry)
{
    int choice;
    enum ln_status status;
    entry->type_place = scan->at;
    status = read_choice(scan, type_names, TYPES, ":invoke, :ok, :fail or :info", &choice);
    if (status)
        return status;
    entry->type = (enum type)choice;
    entry->kind_place = scan->at;
    status = read_choice(scan, kind_names, KINDS, ":read, :write or :cas", &choice);
    if (status)
        return status;
    entry->kind = (enum kind)choice;
    entry->value_place = scan->at;
    if (scan->at == scan->end)
        return ln_scan_expected(scan, "a value");
    entry->is_keyword = *scan->at == ':';
    status = ln_edn_value(scan, &entry->value);
    return status ? status : ln_edn_end(scan);
}

/* The two values of `[from to]`. */
static enum ln_status read_pair(struct ln_reading *reading, const struct log_entry *entry, ln_value pair[2])
{
    size_t count = 0;
    const ln_value *items = NULL;
    if (ln_value_kind(entry->value) == LN_KIND_LIST)
        items = ln_value_items(&reading->history->values, entry->value, &count);
    if (count != 2) {
        reading->scan.at = entry->value_place;
        return ln_scan_expected(&reading->scan, "a pair such as [1 2]");
    }
    memcpy(pair, items, 2 * sizeof *pair);
    return LN_OK;
}

/* ---- what it means ---- */

static enum ln_status call(struct ln_reading *reading, const struct log_entry *entry)
{
    ln_value args[2] = { entry->value };
    struct ln_call_text text = { .process = entry->process, .key = LN_VALUE_NONE, .args = args };
    struct ln_text name = { kind_names[entry->kind], strlen(kind_names[entry->kind]) };
    enum ln_status status = ln_reading_string(reading, name, &text.f);
    uint32_t operation;
    assert(entry->type == INVOKE);
    if (!status && entry->kind == CAS)
        status = read_pair(reading, entry, args);
    if (!status && entry->kind == READ && !ln_same(entry->value, LN_VALUE_NULL)) {
        reading->scan.at = entry->value_place;
        status = ln_scan_expected(&reading->scan, "nil as the value of a read's call");
    }
    text.arity = entry->kind == CAS ? 2 : entry->kind == WRITE ? 1 : 0;
    return status ? status : ln_reading_call(reading, &text, &operation);
}

/* A return repeats the arguments of its call. */
static enum ln_status check_repeated(struct ln_reading *reading, const struct log_entry *entry,
                                     const struct ln_operation *called)
{
    const ln_value *args;
    ln_value pair[2] = { entry->value };
    enum ln_status status = LN_OK;
    if (entry->kind == READ)
        return LN_OK;
    if (entry->kind == CAS)
        status = read_pair(reading, entry, pair);
    if (status)
        return status;
    assert(called->arity == (entry->kind == CAS ? 2 : 1)); /* for it has the same name */
    args = &reading->history->args.at[called->args];
    if (ln_same(pair[0], args[0]) && (entry->kind == WRITE || ln_same(pair[1], args[1])))
        return LN_OK;
    reading->scan.at = entry->value_place;
    return ln_scan_expected(&reading->scan, "the value of the call");
}

static enum ln_status complete_ok(struct ln_reading *reading, const struct log_entry *entry,
                                  const struct ln_operation *called)
{
    ln_value result = entry->kind == READ ? entry->value : entry->kind == CAS ? LN_VALUE_TRUE : LN_VALUE_NULL;
    enum ln_status status = check_repeated(reading, entry, called);
    if (!status && entry->is_keyword) {
        reading->scan.at = entry->value_place;
        status = ln_scan_expected(&reading->scan, "a value");
    }
    return status ? status : ln_reading_return(reading, entry->process, LN_COMPLETED, result);
}

static enum ln_status complete_failed(struct ln_reading *reading, const struct log_entry *entry,
                                      const struct ln_operation *called)
{
    enum ln_status status;
    if (entry->kind == READ)
        return ln_reading_return(reading, entry->process, LN_COMPLETED, LN_VALUE_UNKNOWN);
    if (entry->kind == WRITE)
        return ln_reading_return(reading, entry->process, LN_FAILED, LN_VALUE_UNKNOWN);
    if (entry->is_keyword)
        return ln_reading_return(reading, entry->process, LN_PENDING, LN_VALUE_UNKNOWN);
    status = check_repeated(reading, entry, called);
    return status ? status : ln_reading_return(reading, entry->process, LN_COMPLETED, LN_VALUE_FALSE);
}

static enum ln_status complete(struct ln_reading *reading, const struct log_entry *entry)
{
    const struct ln_operation *called;
    struct ln_text name;
    enum ln_status status = ln_reading_open(reading, entry->process, &called);
    if (status)
        return status;
    name = ln_value_text(&reading->history->values, &called->f);
    if (!ln_text_is(name, kind_names[entry->kind])) {
        reading->scan.at = entry->kind_place;
        return ln_scan_expected(&reading->scan, "the operation that was called");
    }
    if (entry->type == OK)
        return complete_ok(reading, entry, called);
    if (entry->type == FAIL)
        return complete_failed(reading, entry, called);
    return ln_reading_return(reading, entry->process, LN_PENDING, LN_VALUE_UNKNOWN);
}

/* ---- lines ---- */

static bool is_level(struct ln_text word)
{
    return ln_text_is(word, "INFO") || ln_text_is(word, "WARN") || ln_text_is(word, "ERROR") ||
           ln_text_is(word, "DEBUG");
}

bool ln_jepsen_is_log_line(struct ln_text line)
{
    struct ln_scanner scan = { .at = line.at, .end = line.at + line.length };
    return is_level(ln_scan_field(&scan));
}

/* Moves behind `INFO  jepsen.util - `; false for lines of other loggers. */
static enum ln_status read_prefix(struct ln_scanner *scan, bool *ours)
{
    struct ln_text level = ln_scan_field(scan);
    *ours = false;
    if (!is_level(level)) {
        scan->at = level.at;
        return ln_scan_expected(scan, "a log line that starts with INFO, WARN, ERROR or DEBUG");
    }
    if (!ln_text_is(ln_scan_field(scan), "jepsen.util"))
        return LN_OK;
    *ours = true;
    if (scan->at == scan->end || *scan->at != '-')
        return ln_scan_expected(scan, "`-` after jepsen.util");
    scan->at++;
    ln_scan_blanks(scan);
    return LN_OK;
}

static enum ln_status read_process(struct ln_reading *reading, ln_value *process)
{
    struct ln_scanner *scan = &reading->scan;
    int64_t number;
    reading->places[LN_FIELD_PROCESS] = scan->at;
    if (!ln_text_integer(ln_scan_field(scan), &number)) {
        scan->at = reading->places[LN_FIELD_PROCESS];
        return ln_scan_expected(scan, "the number of a process");
    }
    return ln_values_int(scan->values, number, process) ? ln_scan_no_memory(scan) : LN_OK;
}

static enum ln_status read_event(struct ln_reading *reading)
{
    struct log_entry entry = { 0 };
    enum ln_status status = read_process(reading, &entry.process);
    if (!status)
        status = read_columns(&reading->scan, &entry);
    if (!status)
        status = ln_reading_ensure_begun(reading, "cas-register");
    if (status)
        return status;
    reading->places[LN_FIELD_F] = entry.kind_place;
    reading->places[LN_FIELD_ARGS] = reading->places[LN_FIELD_RESULT] = entry.value_place;
    return entry.type == INVOKE ? call(reading, &entry) : complete(reading, &entry);
}

static enum ln_status jepsen_line(struct ln_reading *reading)
{
    struct jepsen_log *jepsen = reading->state;
    struct ln_scanner *scan = &reading->scan;
    bool ours;
    enum ln_status status;
    ln_scan_blanks(scan);
    if (scan->at == scan->end || *scan->at == '#')
        return LN_OK;
    status = read_prefix(scan, &ours);
    if (status)
        return status;
    if (ours && !(scan->at < scan->end && *scan->at == ':'))
        return read_event(reading);
    jepsen->passed_over = true;
    return LN_OK;
}

static enum ln_status jepsen_end(struct ln_reading *reading)
{
    const struct jepsen_log *jepsen = reading->state;
    if (!jepsen->passed_over || reading->begun)
        return LN_OK;
    return ln_fail(reading->scan.error, LN_BAD_INPUT,
                   "found log lines without any operation, expected lines such as `INFO  jepsen.util - 2 :invoke :read "
                   "nil`");
}

const struct ln_format ln_format_jepsen_log = {
    .name = "jepsen-log",
    .state_size = sizeof(struct jepsen_log),
    .forgetful = true,
    .line = jepsen_line,
    .loses = LN_CUT_EVENT,
    .end = jepsen_end,
};
