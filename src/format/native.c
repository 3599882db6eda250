/* The native format: JSON Lines, as events or as operations with times.
 *
 * The first line that is not a header settles which of the two styles the file has. Keys that are not known are
 * ignored, but a known key that means nothing where it stands is an error, so that nothing is lost in silence. A file of
 * findings is one of their histories. */
#include "format/formats.h"
#include "format/json.h"
#include "format/native_line.h"
#include "format/section.h"

#include <assert.h>

enum style { STYLE_OPEN, STYLE_EVENTS, STYLE_OPERATIONS };

struct native {
    enum style style;
    bool among_findings;       /* one has begun */
    bool elsewhere;            /* in a section of a finding that is not its history */
    struct ln_digest *digest;  /* of the history that stands with a finding, while it is read; else NULL */
    char here[LN_DIGEST_TEXT]; /* what it has to be */
};

/* ---- what lines lack, or have too much of ---- */

static enum ln_status lacks(struct ln_reading *reading, const char *what, const char *key)
{
    return ln_scan_wrong(&reading->scan, reading->scan.line, "found %s without \"%s\", expected one", what, key);
}

/* "?" is how a result that is not known is written. */
static ln_value known_or_not(ln_value value)
{
    ln_value question;
    ln_values_string(NULL, "?", 1, &question); /* short strings need no table */
    return ln_same(value, question) ? LN_VALUE_UNKNOWN : value;
}

static void note_places(struct ln_reading *reading, const struct ln_native_line *line)
{
    const char *value = line->places[LN_NATIVE_VALUE];
    reading->places[LN_FIELD_PROCESS] = line->places[LN_NATIVE_PROCESS];
    reading->places[LN_FIELD_F] = line->places[LN_NATIVE_F];
    reading->places[LN_FIELD_KEY] = line->places[LN_NATIVE_KEY];
    reading->places[LN_FIELD_ARGS] = value ? value : line->places[LN_NATIVE_ARGS];
    reading->places[LN_FIELD_RESULT] = value ? value : line->places[LN_NATIVE_RESULT];
}

/* The order that the line reports for an operation. A call and its return may both have it. */
static enum ln_status note_order(struct ln_reading *reading, const struct ln_native_line *line, uint32_t operation)
{
    const char *place = line->places[LN_NATIVE_ORDER];
    int64_t before = ln_history_order(reading->history, operation);
    assert(operation < reading->history->operations.length);
    if (!place)
        return LN_OK;
    if (line->order == LN_NO_ORDER)
        return ln_scan_wrong(&reading->scan, place, "found the least integer of 64 bits, expected a greater one");
    if (before != LN_NO_ORDER && before != line->order)
        return ln_scan_wrong(&reading->scan, place, "found order %lld, expected %lld as in the call",
                             (long long)line->order, (long long)before);
    return ln_history_set_order(reading->history, operation, line->order) ? ln_scan_no_memory(&reading->scan) : LN_OK;
}

/* ---- headers ---- */

/* A string of the header as text that ends with NUL, in scan->text. */
static enum ln_status header_text(struct ln_reading *reading, const char *place, struct ln_text *out)
{
    struct ln_scanner *scan = &reading->scan;
    enum ln_status status;
    assert(scan->line < place && place < scan->end);
    scan->at = place;
    status = ln_json_string(scan, out);
    if (status)
        return status;
    if (memchr(out->at, '\0', out->length))
        return ln_scan_wrong(scan, place, "found a NUL character in a name, expected text");
    if (out->at != scan->text.at) {
        ln_str_clear(&scan->text);
        ln_str_add(&scan->text, out->at, out->length);
        if (scan->text.failed)
            return ln_scan_no_memory(scan);
    }
    *out = (struct ln_text){ ln_str_borrow(&scan->text), scan->text.length };
    return LN_OK;
}

static enum ln_status read_unit(struct ln_reading *reading, const char *place)
{
    struct ln_text text;
    enum ln_status status = header_text(reading, place, &text);
    enum ln_unit unit;
    if (status)
        return status;
    unit = ln_unit_find(text.at, text.length);
    if (unit == LN_UNITS)
        return ln_scan_wrong(&reading->scan, place, "found the unit \"%.20s\", expected ns, us, ms or s", text.at);
    reading->history->unit = unit;
    return LN_OK;
}

/* Whoever wrote the file knows that it lacks operations. */
static enum ln_status read_missing(struct ln_reading *reading, const char *place)
{
    ln_value missing;
    enum ln_status status;
    reading->scan.at = place;
    status = ln_json_value(&reading->scan, &missing);
    if (status)
        return status;
    if (ln_value_kind(missing) != LN_KIND_BOOL)
        return ln_scan_wrong(&reading->scan, place,
                             "found something else, expected true or false: are operations missing?");
    if (ln_same(missing, LN_VALUE_TRUE)) {
        reading->history->cut = LN_CUT_TOLD;
        reading->history->cut_line = reading->line;
    }
    return LN_OK;
}

static enum ln_status read_header(struct ln_reading *reading, const struct ln_native_line *line)
{
    struct ln_text text = { NULL, 0 };
    enum ln_status status = LN_OK;
    if (line->version != 1)
        return ln_scan_wrong(&reading->scan, line->places[LN_NATIVE_LINNET],
                             "found version %lld of the format, expected 1", (long long)line->version);
    reading->belongs_to_next = reading->begun;
    if (reading->begun)
        return LN_OK;
    reading->history->untimed = ln_native_has(line, LN_NATIVE_TIMED) && !line->timed;
    if (ln_native_has(line, LN_NATIVE_ID)) {
        status = header_text(reading, line->places[LN_NATIVE_ID], &text);
        if (!status && ln_history_set_id(reading->history, text.at, text.length))
            status = ln_scan_no_memory(&reading->scan);
    }
    if (!status && ln_native_has(line, LN_NATIVE_UNIT))
        status = read_unit(reading, line->places[LN_NATIVE_UNIT]);
    if (!status && ln_native_has(line, LN_NATIVE_MISSING))
        status = read_missing(reading, line->places[LN_NATIVE_MISSING]);
    text.at = NULL;
    if (!status && ln_native_has(line, LN_NATIVE_SPEC))
        status = header_text(reading, line->places[LN_NATIVE_SPEC], &text);
    return status ? status : ln_reading_begin(reading, text.at);
}

/* ---- events ---- */

static enum ln_status invoke(struct ln_reading *reading, const struct ln_native_line *line)
{
    struct ln_call_text call = { .process = line->process, .f = line->f, .key = line->key };
    uint32_t operation;
    enum ln_status status;
    if (!ln_native_has(line, LN_NATIVE_F))
        return lacks(reading, "an invoke", "f");
    if (ln_native_has(line, LN_NATIVE_RESULT))
        return ln_scan_wrong(&reading->scan, line->places[LN_NATIVE_RESULT],
                             "found \"result\" in an invoke, expected it in the return");
    if (ln_native_has(line, LN_NATIVE_VALUE) && ln_native_has(line, LN_NATIVE_ARGS))
        return ln_scan_wrong(&reading->scan, line->places[LN_NATIVE_ARGS],
                             "found both \"value\" and \"args\", expected one of them");
    if (ln_native_has(line, LN_NATIVE_VALUE)) {
        call.args = &line->value;
        call.arity = 1;
    } else if (line->arity) {
        call.args = ln_scan_items(&reading->scan, line->first_arg);
        call.arity = line->arity;
    }
    status = ln_reading_call(reading, &call, &operation);
    return status ? status : note_order(reading, line, operation);
}

static bool same_args(const struct ln_reading *reading, const struct ln_native_line *line,
                      const struct ln_operation *called)
{
    const ln_value *given = ln_scan_items(&reading->scan, line->first_arg);
    assert(called->args + called->arity <= reading->history->args.length);
    if (line->arity != called->arity)
        return false;
    for (uint32_t i = 0; i < called->arity; i++)
        if (!ln_same(reading->history->args.at[called->args + i], given[i]))
            return false;
    return true;
}

/* What a return repeats of its call has to be the same. */
static enum ln_status check_repeated(struct ln_reading *reading, const struct ln_native_line *line,
                                     const struct ln_operation *called)
{
    struct ln_scanner *scan = &reading->scan;
    if (ln_native_has(line, LN_NATIVE_F) && !ln_same(line->f, called->f)) {
        scan->at = line->places[LN_NATIVE_F];
        return ln_scan_expected(scan, "the \"f\" of the call");
    }
    if (!ln_same(line->key, LN_VALUE_NONE) && !ln_same(line->key, called->key)) {
        scan->at = line->places[LN_NATIVE_KEY];
        return ln_scan_expected(scan, "the \"key\" of the call");
    }
    if (ln_native_has(line, LN_NATIVE_ARGS) && !same_args(reading, line, called))
        return ln_scan_wrong(scan, line->places[LN_NATIVE_ARGS], "found other \"args\", expected those of the call");
    if (ln_native_has(line, LN_NATIVE_VALUE) && ln_native_has(line, LN_NATIVE_RESULT))
        return ln_scan_wrong(scan, line->places[LN_NATIVE_RESULT],
                             "found both \"value\" and \"result\", expected one of them");
    return LN_OK;
}

static enum ln_status complete(struct ln_reading *reading, const struct ln_native_line *line)
{
    const struct ln_operation *called;
    ln_value result = LN_VALUE_UNKNOWN;
    enum ln_fate fate = line->type == LN_TYPE_OK ? LN_COMPLETED : line->type == LN_TYPE_FAIL ? LN_FAILED : LN_PENDING;
    enum ln_status status = ln_reading_open(reading, line->process, &called);
    if (!status)
        status = check_repeated(reading, line, called);
    if (!status)
        status = note_order(reading, line, (uint32_t)(called - reading->history->operations.at));
    if (status)
        return status;
    if (ln_native_has(line, LN_NATIVE_VALUE))
        result = known_or_not(line->value);
    else if (ln_native_has(line, LN_NATIVE_RESULT))
        result = known_or_not(line->result);
    return ln_reading_return(reading, line->process, fate, result);
}

static enum ln_status read_event(struct ln_reading *reading, const struct ln_native_line *line)
{
    enum ln_native_key alien = ln_native_has(line, LN_NATIVE_CALL) ? LN_NATIVE_CALL : LN_NATIVE_RETURN;
    if (ln_native_has(line, alien))
        return ln_scan_wrong(&reading->scan, line->places[alien],
                             "\"%s\" belongs to operation lines; events have \"type\"",
                             alien == LN_NATIVE_CALL ? "call" : "return");
    if (!ln_native_has(line, LN_NATIVE_PROCESS))
        return lacks(reading, "an event", "process");
    return line->type == LN_TYPE_INVOKE ? invoke(reading, line) : complete(reading, line);
}

/* ---- operations ---- */

static enum ln_status check_operation(struct ln_reading *reading, const struct ln_native_line *line)
{
    static const struct {
        enum ln_native_key key;
        const char *name;
    } needed[] = {
        { LN_NATIVE_PROCESS, "process" },
        { LN_NATIVE_F, "f" },
        { LN_NATIVE_CALL, "call" },
    };
    if (ln_native_has(line, LN_NATIVE_VALUE))
        return ln_scan_wrong(&reading->scan, line->places[LN_NATIVE_VALUE],
                             "\"value\" belongs to event lines; operations have \"args\" and \"result\"");
    for (size_t i = 0; i < sizeof needed / sizeof *needed; i++)
        if (!ln_native_has(line, needed[i].key))
            return lacks(reading, "an operation", needed[i].name);
    if (line->failed && line->returned)
        return ln_scan_wrong(&reading->scan, line->places[LN_NATIVE_RETURN],
                             "found the return of an operation that failed, expected null");
    return LN_OK;
}

static enum ln_status read_operation(struct ln_reading *reading, const struct ln_native_line *line)
{
    struct ln_call_text call = {
        .process = line->process,
        .f = line->f,
        .key = line->key,
        .arity = line->arity,
        .args = ln_scan_items(&reading->scan, line->first_arg),
    };
    ln_value result = ln_native_has(line, LN_NATIVE_RESULT) ? known_or_not(line->result) : LN_VALUE_UNKNOWN;
    enum ln_status status = check_operation(reading, line);
    if (status)
        return status;
    status = ln_reading_operation(reading, &call,
                                  line->failed     ? LN_FAILED
                                  : line->returned ? LN_COMPLETED
                                                   : LN_PENDING,
                                  result, line->call, line->ret);
    return status ? status : note_order(reading, line, (uint32_t)reading->history->operations.length - 1);
}

/* ---- lines ---- */

static enum ln_status settle_style(struct ln_reading *reading, const struct ln_native_line *line)
{
    struct native *native = reading->state;
    struct ln_scanner *scan = &reading->scan;
    enum style style = ln_native_has(line, LN_NATIVE_TYPE) ? STYLE_EVENTS : STYLE_OPERATIONS;
    if (style == STYLE_OPERATIONS && !ln_native_has(line, LN_NATIVE_CALL) && native->style != STYLE_OPERATIONS)
        return ln_scan_wrong(scan, scan->line,
                             native->style == STYLE_EVENTS
                                 ? "found a line without \"type\", expected an event"
                                 : "found neither \"type\" nor \"call\", expected an event or an operation");
    assert(style != STYLE_OPEN);
    if (native->style == STYLE_OPEN)
        native->style = style;
    if (native->style == style)
        return LN_OK;
    return style == STYLE_EVENTS
               ? ln_scan_wrong(scan, line->places[LN_NATIVE_TYPE], "found an event, expected operations as before")
               : ln_scan_wrong(scan, line->places[LN_NATIVE_CALL], "found an operation, expected events as before");
}

static enum ln_status read_content(struct ln_reading *reading, const struct ln_native_line *line)
{
    struct native *native = reading->state;
    bool stuck = ln_native_has(line, LN_NATIVE_TYPE) && line->type == LN_TYPE_STUCK;
    enum ln_status status = stuck ? LN_OK : settle_style(reading, line);
    if (status)
        return status;
    if (reading->history->stuck)
        return ln_scan_wrong(&reading->scan, reading->scan.line,
                             "found a line after \"stuck\", expected the history to end there");
    note_places(reading, line);
    status = ln_reading_ensure_begun(reading, NULL);
    if (status)
        return status;
    if (stuck) {
        reading->history->stuck = true;
        return LN_OK;
    }
    assert(native->style != STYLE_OPEN && reading->begun);
    return native->style == STYLE_EVENTS ? read_event(reading, line) : read_operation(reading, line);
}

/* ---- findings ---- */

/* Of the history that stands with a finding nothing may be missing: less of it may well be linearizable. */
static enum ln_status end_of_history(struct ln_reading *reading)
{
    struct native *native = reading->state;
    char found[LN_DIGEST_TEXT];
    if (!native->digest)
        return LN_OK;
    ln_digest_take(native->digest, found);
    ln_digest_free(native->digest);
    native->digest = NULL;
    return memcmp(found, native->here, LN_DIGEST_TEXT - 1) == 0
               ? LN_OK
               : ln_scan_wrong(
                     &reading->scan, reading->scan.line,
                     "the history before this is not the one that the finding is about: lines are missing, or "
                     "were changed");
}

/* The history that comes has to be all there; what was found is only passed on. */
static enum ln_status begin_finding(struct ln_reading *reading)
{
    struct native *native = reading->state;
    struct ln_finding_line line = { .violated = false };
    enum ln_status status;
    assert(!native->digest && !reading->begun);
    ln_str_init(&line.answer, reading->history->memory);
    status = ln_finding_line_read(&reading->scan, &line);
    if (!status) {
        memcpy(native->here, line.here, sizeof native->here);
        native->digest = ln_digest_new(reading->history->memory);
        status = native->digest ? LN_OK : ln_scan_no_memory(&reading->scan);
    }
    if (status || !line.violated) {
        ln_str_fini(&line.answer);
    } else {
        ln_str_fini(&reading->history->accused);
        reading->history->accused = line.answer;
    }
    return status;
}

/* Of a file of findings only the histories are read. */
static enum ln_status look_for_section(struct ln_reading *reading, bool *elsewhere)
{
    struct native *native = reading->state;
    enum ln_section section = ln_section_of(ln_text_between(reading->scan.at, reading->scan.end));
    enum ln_status status;
    *elsewhere = native->elsewhere;
    if (section == LN_SECTION_NONE || section == LN_SECTION_OTHER) {
        if (native->digest) {
            ln_digest_add(native->digest, reading->scan.line, (size_t)(reading->scan.end - reading->scan.line));
            ln_digest_add(native->digest, "\n", 1);
        }
        return LN_OK;
    }
    *elsewhere = true;
    if (section != LN_SECTION_FINDING && !native->among_findings)
        return ln_scan_wrong(&reading->scan, reading->scan.line,
                             "found a section of a finding, and there is no finding before it");
    native->among_findings = true;
    status = end_of_history(reading);
    native->elsewhere = section != LN_SECTION_FINDING;
    if (status || section != LN_SECTION_FINDING)
        return status;
    reading->belongs_to_next = reading->begun;
    return reading->begun ? LN_OK : begin_finding(reading);
}

static void native_fini(void *state, struct ln_memory *memory)
{
    struct native *native = state;
    (void)memory;
    ln_digest_free(native->digest);
}

/* ---- all lines ---- */

static enum ln_status native_line(struct ln_reading *reading)
{
    struct ln_native_line line;
    bool elsewhere;
    enum ln_status status = look_for_section(reading, &elsewhere);
    ln_json_blanks(&reading->scan);
    if (status || elsewhere || reading->scan.at == reading->scan.end || *reading->scan.at == '#')
        return status;
    status = ln_native_line_read(&reading->scan, &line);
    if (status)
        return status;
    return ln_native_has(&line, LN_NATIVE_LINNET) ? read_header(reading, &line) : read_content(reading, &line);
}

/* ---- the last line, cut short ---- */

/* Is enough left of the operation to know it, but for how it ended? Where others have keys, it may have had one. */
static bool is_known(const struct ln_reading *reading, const struct ln_native_line *line)
{
    const struct ln_history *history = reading->history;
    size_t before = history->operations.length;
    bool keyed = history->several_keys || (before && !ln_same(history->operations.at[before - 1].key, LN_VALUE_NONE));
    return ln_native_has(line, LN_NATIVE_PROCESS) && ln_native_has(line, LN_NATIVE_F) &&
           ln_native_has(line, LN_NATIVE_ARGS) && ln_native_has(line, LN_NATIVE_CALL) &&
           (!keyed || ln_native_has(line, LN_NATIVE_KEY));
}

/* Its process has called something after it, so it did return; when, and whether with an effect, is lost. */
static bool has_returned(const struct ln_history *history, const struct ln_native_line *line)
{
    for (size_t i = 0; i < history->operations.length; i++)
        if (ln_same(history->processes.at[history->operations.at[i].process], line->process) &&
            history->operations.at[i].fate != LN_FAILED && history->times.at[i].call >= line->call)
            return true;
    return false;
}

/* The operation on the line happened, or not; whether it returned is not known any more. Others may have seen what it did,
 * so it is kept as pending if that can be. */
static enum ln_status native_cut(struct ln_reading *reading)
{
    const struct native *native = reading->state;
    struct ln_native_line line;
    bool elsewhere;
    enum ln_status status = look_for_section(reading, &elsewhere);
    if (status || elsewhere)
        return status;
    status = ln_native_line_read(&reading->scan, &line);
    if (status != LN_BAD_INPUT)
        return status;
    if (reading->scan.error)
        *reading->scan.error = (struct ln_error){ LN_OK, "" };
    if (native->style != STYLE_OPERATIONS || ln_native_has(&line, LN_NATIVE_LINNET))
        return LN_OK;
    reading->history->cut = LN_CUT_OPERATION;
    if (!is_known(reading, &line) || has_returned(reading->history, &line))
        return LN_OK;
    line.places[LN_NATIVE_RESULT] = line.places[LN_NATIVE_VALUE] = NULL;
    line.returned = false;
    return read_content(reading, &line);
}

const struct ln_format ln_format_native = {
    .name = "native",
    .state_size = sizeof(struct native),
    .forgetful = true,
    .line = native_line,
    .end = end_of_history,
    .fini = native_fini,
    .cut = native_cut,
};
