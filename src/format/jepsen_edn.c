/* Jepsen's histories: maps of EDN, one after the other or in one vector, each an event.
 *
 *     {:type :invoke, :f :cas, :value [1 3], :process 2, :time 31, :index 0}
 *     {:type :ok, :f :cas, :value [1 3], :process 2, :time 35, :index 1}
 *
 * Maps may have a tag and may span lines. A process that is no integer (:nemesis) has no operations. `:fail` is an
 * operation without effect, after `:info` its process never calls again. `:value` is one argument, or the result;
 * left out it is none, or not known. With `keyed` it is a pair of key and value, as jepsen.independent writes it; else
 * `:key` may name the key. Everything else is ignored. One history per file.
 *
 * A map is read where it stands. Only one that the line cuts is copied, with the lines that follow, and read again when
 * its brackets are closed, so that each line is looked at a bounded number of times. */
#include "format/cut.h"
#include "format/edn.h"
#include "format/edn_entry.h"
#include "format/formats.h"

#include <assert.h>

struct jepsen {
    bool opened, closed; /* the vector */
    bool in_entries;     /* something was read */
    struct ln_str cut;   /* the map that the lines so far have cut; empty: none */
    uint32_t cut_line;   /* where it starts */
    int64_t depth;       /* of its open brackets */
    bool in_string;
};

/* ---- events ---- */

static bool says(ln_value value, const char *word)
{
    ln_value wanted;
    ln_values_string(NULL, word, strlen(word), &wanted); /* short strings need no table */
    return ln_same(value, wanted);
}

static enum ln_status bad_part(struct ln_reading *reading, const struct ln_edn_entry *entry, enum ln_edn_part part,
                               const char *expected)
{
    reading->scan.at = entry->places[part];
    return ln_scan_expected(&reading->scan, expected);
}

/* The value, and its key when there is one. */
static enum ln_status read_value(struct ln_reading *reading, struct ln_edn_entry *entry, ln_value *key, ln_value *value)
{
    size_t count = 0;
    const ln_value *pair = NULL;
    enum ln_status status = ln_edn_entry_value(&reading->scan, entry);
    *value = entry->parts[LN_EDN_VALUE];
    if (status || !reading->keyed)
        return status;
    if (ln_value_kind(*value) == LN_KIND_LIST)
        pair = ln_value_items(&reading->history->values, *value, &count);
    if (count != 2)
        return bad_part(reading, entry, LN_EDN_VALUE, "a pair of a key and a value such as [1 nil]");
    *key = pair[0];
    *value = pair[1];
    return LN_OK;
}

static enum ln_status call(struct ln_reading *reading, struct ln_edn_entry *entry)
{
    ln_value value = LN_VALUE_NONE, key = entry->places[LN_EDN_KEY] ? entry->parts[LN_EDN_KEY] : LN_VALUE_NONE;
    struct ln_call_text text = { .process = entry->parts[LN_EDN_PROCESS], .f = entry->parts[LN_EDN_F] };
    enum ln_status status = LN_OK;
    uint32_t operation;
    if (!entry->places[LN_EDN_VALUE] && reading->keyed)
        return ln_scan_wrong(&reading->scan, reading->scan.line,
                             "found no :value, expected a pair of a key and a value");
    if (entry->places[LN_EDN_VALUE]) {
        status = read_value(reading, entry, &key, &value);
        text.args = &value;
        text.arity = 1;
    }
    text.key = key;
    return status ? status : ln_reading_call(reading, &text, &operation);
}

static enum ln_status complete(struct ln_reading *reading, struct ln_edn_entry *entry, enum ln_fate fate)
{
    const struct ln_operation *called;
    ln_value key = LN_VALUE_NONE, result = LN_VALUE_UNKNOWN;
    enum ln_status status = ln_reading_open(reading, entry->parts[LN_EDN_PROCESS], &called);
    if (status)
        return status;
    if (entry->places[LN_EDN_F] && !ln_same(entry->parts[LN_EDN_F], called->f))
        return bad_part(reading, entry, LN_EDN_F, "the :f of the call");
    /* What failed may say anything. */
    if (fate == LN_COMPLETED && entry->places[LN_EDN_VALUE]) {
        status = read_value(reading, entry, &key, &result);
        if (!status && !ln_same(key, LN_VALUE_NONE) && !ln_same(key, called->key))
            status = bad_part(reading, entry, LN_EDN_VALUE, "the key of the call");
    }
    return status ? status : ln_reading_return(reading, entry->parts[LN_EDN_PROCESS], fate, result);
}

static enum ln_status check_entry(struct ln_reading *reading, const struct ln_edn_entry *entry, bool is_call)
{
    struct ln_scanner *scan = &reading->scan;
    if (is_call && !entry->places[LN_EDN_F])
        return ln_scan_wrong(scan, scan->line, "found a call without :f, expected one");
    if (entry->places[LN_EDN_F] && ln_value_kind(entry->parts[LN_EDN_F]) != LN_KIND_STRING)
        return bad_part(reading, entry, LN_EDN_F, "a keyword or a string as :f");
    if (reading->keyed && entry->places[LN_EDN_KEY])
        return bad_part(reading, entry, LN_EDN_KEY, "no :key where values are pairs of a key and a value");
    return LN_OK;
}

static enum ln_status read_event(struct ln_reading *reading, struct ln_edn_entry *entry)
{
    ln_value type = entry->parts[LN_EDN_TYPE];
    bool is_call = says(type, "invoke");
    enum ln_status status = check_entry(reading, entry, is_call);
    assert(entry->places[LN_EDN_PROCESS] && entry->places[LN_EDN_TYPE]);
    if (!status)
        status = ln_reading_ensure_begun(reading, NULL);
    if (status)
        return status;
    reading->places[LN_FIELD_PROCESS] = entry->places[LN_EDN_PROCESS];
    reading->places[LN_FIELD_F] = entry->places[LN_EDN_F];
    reading->places[LN_FIELD_KEY] = entry->places[reading->keyed ? LN_EDN_VALUE : LN_EDN_KEY];
    reading->places[LN_FIELD_ARGS] = reading->places[LN_FIELD_RESULT] = entry->places[LN_EDN_VALUE];
    if (is_call)
        return call(reading, entry);
    if (says(type, "ok"))
        return complete(reading, entry, LN_COMPLETED);
    if (says(type, "fail"))
        return complete(reading, entry, LN_FAILED);
    if (says(type, "info"))
        return complete(reading, entry, LN_PENDING);
    return bad_part(reading, entry, LN_EDN_TYPE, ":invoke, :ok, :fail or :info");
}

static enum ln_status use_entry(struct ln_reading *reading, struct ln_edn_entry *entry, const char *start)
{
    for (int part = LN_EDN_PROCESS; part <= LN_EDN_TYPE; part++)
        if (!entry->places[part])
            return ln_scan_wrong(&reading->scan, start, "found no :%s, expected one in every map",
                                 ln_edn_part_names[part]);
    if (ln_value_kind(entry->parts[LN_EDN_PROCESS]) != LN_KIND_INT)
        return LN_OK;
    return read_event(reading, entry);
}

/* ---- the layout ---- */

/* `#jepsen.history.Op` before a map. */
static void skip_tag(struct ln_scanner *scan)
{
    if (scan->at == scan->end || *scan->at != '#')
        return;
    while (scan->at < scan->end && *scan->at != '{' && (unsigned char)*scan->at > ' ')
        scan->at++;
}

/* One bracket of the vector or one map; `*cut` when the text ends within it. */
static enum ln_status read_one(struct ln_reading *reading, bool *cut)
{
    struct jepsen *jepsen = reading->state;
    struct ln_scanner *scan = &reading->scan;
    const char *start = scan->at;
    struct ln_edn_entry entry;
    enum ln_status status;
    assert(start < scan->end && (jepsen->opened || !jepsen->closed));
    if (jepsen->closed)
        return ln_scan_expected(scan, "nothing after the vector");
    if (*scan->at == '[' && !jepsen->opened && !jepsen->in_entries) {
        jepsen->opened = true;
        scan->at++;
        return LN_OK;
    }
    if (*scan->at == ']' && jepsen->opened) {
        jepsen->closed = true;
        scan->at++;
        return LN_OK;
    }
    skip_tag(scan);
    status = ln_edn_blanks(scan);
    if (!status)
        status = ln_edn_entry_read(scan, &entry);
    *cut = status == LN_BAD_INPUT &&
           (scan->at == scan->end || (reading->unended && ln_text_is_cut(ln_text_between(start, scan->end))));
    if (status)
        return status;
    jepsen->in_entries = true;
    return use_entry(reading, &entry, start);
}

/* Follows the brackets of more text; tells whether there is anything but blanks and comments in it. */
static bool follow_brackets(struct jepsen *jepsen, struct ln_text text)
{
    bool content = false;
    for (size_t i = 0; i < text.length; i++) {
        char c = text.at[i];
        if (c == '"')
            jepsen->in_string = !jepsen->in_string;
        else if (c == '\\')
            i++;
        else if (jepsen->in_string)
            continue;
        else if (c == ';')
            break;
        else if (c == '{' || c == '[' || c == '(')
            jepsen->depth++;
        else if (c == '}' || c == ']' || c == ')')
            jepsen->depth--;
        content |= c != ' ' && c != '\t' && c != ',';
    }
    return content;
}

static enum ln_status keep_cut(struct ln_reading *reading, struct ln_text text)
{
    struct jepsen *jepsen = reading->state;
    assert(!jepsen->cut.length && reading->scan.line <= text.at);
    jepsen->cut_line = reading->line;
    for (const char *at = reading->scan.line; at < text.at; at++)
        jepsen->cut_line += *at == '\n';
    jepsen->depth = 0;
    jepsen->in_string = false;
    follow_brackets(jepsen, text);
    if (reading->scan.error)
        *reading->scan.error = (struct ln_error){ LN_OK, "" };
    ln_str_init(&jepsen->cut, reading->scan.memory);
    ln_str_add(&jepsen->cut, text.at, text.length);
    return jepsen->cut.failed ? ln_scan_no_memory(&reading->scan) : LN_OK;
}

/* Everything in the scanner; what the end cuts is kept for the lines to come. */
static enum ln_status read_text(struct ln_reading *reading)
{
    struct ln_scanner *scan = &reading->scan;
    enum ln_status status;
    for (;;) {
        const char *start = scan->at;
        bool cut = false;
        scan->depth = 0;
        status = ln_edn_blanks(scan);
        cut = status == LN_BAD_INPUT && scan->at == scan->end;
        if (!status && scan->at == scan->end)
            return LN_OK;
        if (!status) {
            start = scan->at;
            status = read_one(reading, &cut);
        }
        if (cut)
            return keep_cut(reading, ln_text_between(start, scan->end));
        if (status)
            return status;
    }
}

/* The error is within what was kept: its line is one of those. */
static enum ln_status place_error(struct ln_reading *reading, enum ln_status status, uint32_t first_line)
{
    struct ln_scanner *scan = &reading->scan;
    assert(scan->line <= scan->at && scan->at <= scan->end);
    reading->line = first_line;
    for (const char *at = scan->line; at < scan->at; at++) {
        if (*at != '\n')
            continue;
        reading->line++;
        scan->line = at + 1;
    }
    return status;
}

/* One more line of what was cut. A copy is read, because it may be cut again. */
static enum ln_status read_further(struct ln_reading *reading)
{
    struct jepsen *jepsen = reading->state;
    struct ln_scanner *scan = &reading->scan;
    struct ln_text line = ln_text_between(scan->line, scan->end);
    struct ln_str whole;
    uint32_t first_line = jepsen->cut_line;
    enum ln_status status;
    bool content = follow_brackets(jepsen, line);
    assert(jepsen->cut.length && first_line < reading->line);
    ln_str_char(&jepsen->cut, '\n');
    ln_str_add(&jepsen->cut, line.at, line.length);
    if (jepsen->cut.failed)
        return ln_scan_no_memory(scan);
    if (!content || jepsen->depth > 0 || jepsen->in_string)
        return LN_OK;
    whole = jepsen->cut;
    ln_str_init(&jepsen->cut, scan->memory);
    reading->line = first_line;
    ln_scanner_start(scan, (struct ln_text){ whole.at, whole.length });
    status = read_text(reading);
    if (status) {
        /* The text has to live until the error has its place. */
        ln_str_fini(&jepsen->cut);
        jepsen->cut = whole;
        return place_error(reading, status, first_line);
    }
    ln_str_fini(&whole);
    return LN_OK;
}

static enum ln_status jepsen_edn_line(struct ln_reading *reading)
{
    struct jepsen *jepsen = reading->state;
    return jepsen->cut.length ? read_further(reading) : read_text(reading);
}

static enum ln_status jepsen_edn_end(struct ln_reading *reading)
{
    const struct jepsen *jepsen = reading->state;
    /* A map that began on lines before is broken there; a vector may end behind any line. */
    if (jepsen->cut.length ? reading->unended && jepsen->cut_line == reading->line
                           : jepsen->opened && !jepsen->closed) {
        reading->history->cut = LN_CUT_EVENT;
        reading->history->cut_line = reading->line;
        return LN_OK;
    }
    if (jepsen->cut.length)
        return ln_fail(reading->scan.error, LN_BAD_INPUT,
                       "found the end of the file, expected the end of the map that starts on line %u",
                       jepsen->cut_line);
    return LN_OK;
}

static void jepsen_edn_fini(void *state, struct ln_memory *memory)
{
    struct jepsen *jepsen = state;
    (void)memory;
    if (jepsen->cut.memory)
        ln_str_fini(&jepsen->cut);
}

const struct ln_format ln_format_jepsen_edn = {
    .name = "jepsen-edn",
    .state_size = sizeof(struct jepsen),
    .forgetful = true,
    .line = jepsen_edn_line,
    .end = jepsen_edn_end,
    .fini = jepsen_edn_fini,
};
