/* The map that stands for one event in histories written as EDN. */
#include "format/edn_entry.h"

#include "format/edn.h"

#include <assert.h>

const char *const ln_edn_part_names[LN_EDN_PARTS] = { "process", "type", "f", "key", "value" };

/* LN_EDN_PARTS for other names. */
static int part_of(struct ln_text name)
{
    switch (name.length) {
    case 1: return *name.at == 'f' ? LN_EDN_F : LN_EDN_PARTS;
    case 3: return memcmp(name.at, "key", 3) == 0 ? LN_EDN_KEY : LN_EDN_PARTS;
    case 4: return memcmp(name.at, "type", 4) == 0 ? LN_EDN_TYPE : LN_EDN_PARTS;
    case 5: return memcmp(name.at, "value", 5) == 0 ? LN_EDN_VALUE : LN_EDN_PARTS;
    case 7: return memcmp(name.at, "process", 7) == 0 ? LN_EDN_PROCESS : LN_EDN_PARTS;
    default: return LN_EDN_PARTS;
    }
}

static enum ln_status read_part(struct ln_scanner *scan, struct ln_edn_entry *entry)
{
    const char *start = scan->at;
    struct ln_text name;
    enum ln_status status = ln_edn_keyword(scan, &name);
    int part;
    if (!status)
        status = ln_edn_blanks(scan);
    if (status)
        return status;
    part = part_of(name);
    if (part == LN_EDN_PARTS)
        return ln_edn_value(scan, NULL);
    if (entry->places[part]) {
        scan->at = start;
        return ln_scan_expected(scan, "each key once");
    }
    entry->places[part] = scan->at;
    return ln_edn_value(scan, part == LN_EDN_VALUE ? NULL : &entry->parts[part]);
}

enum ln_status ln_edn_entry_read(struct ln_scanner *scan, struct ln_edn_entry *entry)
{
    enum ln_status status = LN_OK;
    *entry = (struct ln_edn_entry){ 0 };
    if (!ln_scan_word(scan, "{"))
        return ln_scan_expected(scan, "`{`");
    for (;;) {
        if (!status)
            status = ln_edn_blanks(scan);
        if (status)
            return status;
        if (ln_scan_word(scan, "}"))
            return LN_OK;
        if (scan->at == scan->end)
            return ln_scan_expected(scan, "`}`");
        status = read_part(scan, entry);
    }
}

enum ln_status ln_edn_entry_value(struct ln_scanner *scan, struct ln_edn_entry *entry)
{
    const char *after = scan->at;
    enum ln_status status;
    assert(entry->places[LN_EDN_VALUE] && scan->line <= entry->places[LN_EDN_VALUE]);
    scan->at = entry->places[LN_EDN_VALUE];
    status = ln_edn_value(scan, &entry->parts[LN_EDN_VALUE]);
    if (!status)
        scan->at = after;
    return status;
}
