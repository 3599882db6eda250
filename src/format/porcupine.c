/* Porcupine's logs of a key-value store: one EDN map per line, with the operations get, put and append.
 *
 *     {:process 9, :type :invoke, :f :append, :key "0", :value "x 9 0 y"}
 *
 * A missing key reads as "". The value of a get's call is nil and is no argument; the value of a get's return is what
 * was read; what returns of put and append repeat is not looked at. One history per file. */
#include "format/edn.h"
#include "format/edn_entry.h"
#include "format/formats.h"

static enum ln_status check_entry(struct ln_reading *reading, const struct ln_edn_entry *entry)
{
    struct ln_scanner *scan = &reading->scan;
    for (int part = 0; part <= LN_EDN_KEY; part++)
        if (!entry->places[part])
            return ln_scan_wrong(scan, scan->line, "found no :%s, expected one on every line", ln_edn_part_names[part]);
    if (ln_value_kind(entry->parts[LN_EDN_PROCESS]) == LN_KIND_INT)
        return LN_OK;
    scan->at = entry->places[LN_EDN_PROCESS];
    return ln_scan_expected(scan, "an integer as :process");
}

static bool part_is(const struct ln_reading *reading, const struct ln_edn_entry *entry, enum ln_edn_part part,
                    const char *word)
{
    ln_value value = entry->parts[part];
    return ln_value_kind(value) == LN_KIND_STRING && *entry->places[part] == ':' &&
           ln_text_is(ln_value_text(&reading->history->values, &value), word);
}

static enum ln_status call(struct ln_reading *reading, const struct ln_edn_entry *entry, bool is_get)
{
    struct ln_call_text text = {
        .process = entry->parts[LN_EDN_PROCESS],
        .f = entry->parts[LN_EDN_F],
        .key = entry->parts[LN_EDN_KEY],
        .args = &entry->parts[LN_EDN_VALUE],
        .arity = is_get ? 0 : 1,
    };
    bool given = entry->places[LN_EDN_VALUE] && !ln_same(entry->parts[LN_EDN_VALUE], LN_VALUE_NULL);
    uint32_t operation;
    if (is_get == given) {
        struct ln_scanner *scan = &reading->scan;
        if (!entry->places[LN_EDN_VALUE])
            return ln_scan_wrong(scan, scan->line, "found no :value, expected the value to store");
        scan->at = entry->places[LN_EDN_VALUE];
        return ln_scan_expected(scan, is_get ? "nil as the :value of a get's call" : "the value to store");
    }
    return ln_reading_call(reading, &text, &operation);
}

static enum ln_status complete(struct ln_reading *reading, const struct ln_edn_entry *entry, bool is_get,
                               enum ln_fate fate)
{
    struct ln_scanner *scan = &reading->scan;
    const struct ln_operation *called;
    ln_value result = is_get ? LN_VALUE_UNKNOWN : LN_VALUE_NULL;
    enum ln_status status = ln_reading_open(reading, entry->parts[LN_EDN_PROCESS], &called);
    if (status)
        return status;
    if (!ln_same(entry->parts[LN_EDN_F], called->f)) {
        scan->at = entry->places[LN_EDN_F];
        return ln_scan_expected(scan, "the :f of the call");
    }
    if (!ln_same(entry->parts[LN_EDN_KEY], called->key)) {
        scan->at = entry->places[LN_EDN_KEY];
        return ln_scan_expected(scan, "the :key of the call");
    }
    if (is_get && entry->places[LN_EDN_VALUE])
        result = entry->parts[LN_EDN_VALUE];
    return ln_reading_return(reading, entry->parts[LN_EDN_PROCESS], fate, result);
}

static enum ln_status read_event(struct ln_reading *reading, const struct ln_edn_entry *entry)
{
    bool is_get = part_is(reading, entry, LN_EDN_F, "get");
    reading->places[LN_FIELD_PROCESS] = entry->places[LN_EDN_PROCESS];
    reading->places[LN_FIELD_F] = entry->places[LN_EDN_F];
    reading->places[LN_FIELD_KEY] = entry->places[LN_EDN_KEY];
    reading->places[LN_FIELD_ARGS] = reading->places[LN_FIELD_RESULT] = entry->places[LN_EDN_VALUE];
    if (!is_get && !part_is(reading, entry, LN_EDN_F, "put") && !part_is(reading, entry, LN_EDN_F, "append")) {
        reading->scan.at = entry->places[LN_EDN_F];
        return ln_scan_expected(&reading->scan, ":get, :put or :append");
    }
    if (part_is(reading, entry, LN_EDN_TYPE, "invoke"))
        return call(reading, entry, is_get);
    if (part_is(reading, entry, LN_EDN_TYPE, "ok"))
        return complete(reading, entry, is_get, LN_COMPLETED);
    if (part_is(reading, entry, LN_EDN_TYPE, "fail"))
        return complete(reading, entry, is_get, LN_FAILED);
    if (part_is(reading, entry, LN_EDN_TYPE, "info"))
        return complete(reading, entry, is_get, LN_PENDING);
    reading->scan.at = entry->places[LN_EDN_TYPE];
    return ln_scan_expected(&reading->scan, ":invoke, :ok, :fail or :info");
}

static enum ln_status porcupine_line(struct ln_reading *reading)
{
    struct ln_edn_entry entry;
    enum ln_status status = ln_edn_blanks(&reading->scan);
    if (status || reading->scan.at == reading->scan.end || *reading->scan.at == '#')
        return status;
    status = ln_edn_entry_read(&reading->scan, &entry);
    if (!status)
        status = ln_edn_end(&reading->scan);
    if (!status && entry.places[LN_EDN_VALUE])
        status = ln_edn_entry_value(&reading->scan, &entry);
    if (!status)
        status = check_entry(reading, &entry);
    if (!status)
        status = ln_reading_ensure_begun(reading, "kv:missing=\"\"");
    return status ? status : read_event(reading, &entry);
}

static enum ln_status porcupine_cut(struct ln_reading *reading)
{
    (void)reading; /* an event is missing, and nothing more */
    return LN_OK;
}

const struct ln_format ln_format_porcupine = {
    .name = "porcupine",
    .line = porcupine_line,
    .cut = porcupine_cut,
};
