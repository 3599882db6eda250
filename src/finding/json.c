/* The one place where what was found becomes JSON, and JSON what was found. */
#include "finding/facts.h"

#include "format/json.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

static void write_numbers(const struct ln_fact *fact, struct ln_str *out)
{
    ln_str_char(out, '[');
    for (size_t i = 0; i < fact->numbers.count; i++) {
        if (i)
            ln_str_char(out, ',');
        ln_str_int(out, fact->numbers.at[i]);
    }
    ln_str_char(out, ']');
}

static void write_fact(const struct ln_fact *fact, const char *texts, struct ln_str *out)
{
    switch (fact->kind) {
    case LN_FACT_NUMBER: ln_str_format(out, "%llu", (unsigned long long)fact->number); return;
    case LN_FACT_SIGNED: ln_str_int(out, fact->number_signed); return;
    case LN_FACT_REAL:
        if (fact->decimals == LN_SIGNIFICANT)
            ln_str_format(out, "%.6g", fact->real);
        else
            ln_str_format(out, "%.*f", fact->decimals, fact->real);
        return;
    case LN_FACT_TRUTH: ln_str_text(out, fact->truth ? "true" : "false"); return;
    case LN_FACT_TEXT: ln_write_json_string(out, texts + fact->text.at, fact->text.length); return;
    case LN_FACT_VALUE: ln_str_add(out, texts + fact->text.at, fact->text.length); return;
    case LN_FACT_NUMBERS: write_numbers(fact, out); return;
    case LN_FACT_NONE: ln_str_text(out, "null"); return;
    case LN_FACT_LIST: ln_str_char(out, '['); return;
    case LN_FACT_GROUP: ln_str_char(out, '{'); return;
    case LN_FACT_END_OF_LIST: ln_str_char(out, ']'); return;
    case LN_FACT_END_OF_GROUP: ln_str_char(out, '}'); return;
    }
}

static bool is_end(const struct ln_fact *fact)
{
    return fact->kind == LN_FACT_END_OF_LIST || fact->kind == LN_FACT_END_OF_GROUP;
}

void ln_facts_json(const struct ln_facts *facts, struct ln_str *out)
{
    const char *texts = ln_str_borrow(&facts->texts);
    bool first = true; /* of its list or group */
    assert(facts->open == 0);
    out->failed |= facts->texts.failed;
    ln_str_char(out, '{');
    for (size_t i = 0; i < facts->list.length && !out->failed; i++) {
        const struct ln_fact *fact = &facts->list.at[i];
        assert(!is_end(fact) || !fact->name);
        if (!first && !is_end(fact))
            ln_str_char(out, ',');
        if (fact->name) {
            const char *name = texts + fact->name - 1;
            ln_write_json_string(out, name, strlen(name));
            ln_str_char(out, ':');
        }
        write_fact(fact, texts, out);
        first = fact->kind == LN_FACT_LIST || fact->kind == LN_FACT_GROUP;
    }
    ln_str_text(out, "}\n");
}

/* ---- reading ---- */

enum { DEEPEST_ONCE = 2, MOST_ONCE = 1000 };

struct fact_reading {
    struct ln_facts *facts;
    struct ln_scanner scan;
    unsigned depth; /* of groups that are open */
};

static enum ln_status read_value(struct fact_reading *reading, size_t name);

static enum ln_status push(struct fact_reading *reading, struct ln_fact fact)
{
    struct ln_facts *facts = reading->facts;
    return ln_vec_push(&facts->list, facts->texts.memory, fact) && !facts->texts.failed
               ? LN_OK
               : ln_scan_no_memory(&reading->scan);
}

static enum ln_status read_text(struct fact_reading *reading, size_t name)
{
    struct ln_fact fact = { .kind = LN_FACT_TEXT, .name = name, .text = { .at = reading->facts->texts.length } };
    struct ln_text text;
    enum ln_status status = ln_json_string(&reading->scan, &text);
    if (status)
        return status;
    ln_str_add(&reading->facts->texts, text.at, text.length);
    ln_str_char(&reading->facts->texts, '\0');
    fact.text.length = text.length;
    return push(reading, fact);
}

static enum ln_status read_number(struct fact_reading *reading, size_t name)
{
    struct ln_scanner *scan = &reading->scan;
    struct ln_fact fact = { .kind = LN_FACT_NUMBER, .name = name };
    const char *start = scan->at;
    char digits[64], *end;
    size_t length;
    enum ln_status status = ln_json_value(scan, NULL);
    if (status)
        return status;
    length = (size_t)(scan->at - start);
    if (length >= sizeof digits)
        return ln_scan_wrong(scan, start, "found a number of %zu digits, expected fewer", length);
    memcpy(digits, start, length);
    digits[length] = '\0';
    errno = 0;
    if (*start == '-') {
        fact.kind = LN_FACT_SIGNED;
        fact.number_signed = strtoll(digits, &end, 10);
    } else {
        fact.number = strtoull(digits, &end, 10);
    }
    if (*end || errno) {
        fact.kind = LN_FACT_REAL;
        fact.decimals = LN_SIGNIFICANT;
        fact.real = strtod(digits, &end);
    }
    return push(reading, fact);
}

static enum ln_status read_word(struct fact_reading *reading, size_t name)
{
    struct ln_fact fact = { .kind = LN_FACT_TRUTH, .name = name };
    if (ln_scan_word(&reading->scan, "true"))
        fact.truth = true;
    else if (ln_scan_word(&reading->scan, "null"))
        fact.kind = LN_FACT_NONE;
    else if (!ln_scan_word(&reading->scan, "false"))
        return ln_scan_expected(&reading->scan, "a JSON value");
    return push(reading, fact);
}

/* Is it a list of nothing but numbers of 32 bits? Then all of it is one fact, as it may be as long as a history. */
static bool read_numbers(struct fact_reading *reading, size_t name, enum ln_status *status)
{
    struct ln_facts *facts = reading->facts;
    struct ln_fact fact = { .kind = LN_FACT_NUMBERS, .name = name };
    const char *at = reading->scan.at + 1, *end = reading->scan.end;
    size_t first = facts->numbers.length;
    bool whole = true;
    assert(at <= end && at[-1] == '[');
    while (at < end && *at != ']' && whole) {
        uint64_t number = 0;
        const char *start = at;
        for (; at < end && *at >= '0' && *at <= '9' && number <= UINT32_MAX; at++)
            number = number * 10 + (uint64_t)(*at - '0');
        whole = at > start && number <= UINT32_MAX && (*start != '0' || at == start + 1) && at < end &&
                (*at == ']' || (*at == ',' && at + 1 < end && at[1] != ']'));
        if (whole && !ln_vec_push(&facts->numbers, facts->texts.memory, (uint32_t)number)) {
            *status = ln_scan_no_memory(&reading->scan);
            return true;
        }
        at += whole && *at == ',';
    }
    if (!whole || at == end || facts->numbers.length == first) {
        facts->numbers.length = first;
        return false;
    }
    reading->scan.at = at + 1;
    fact.numbers.count = facts->numbers.length - first; /* where they are is known when all are read */
    *status = push(reading, fact);
    return true;
}

/* After an item of a list: is there another? */
static enum ln_status more_items(struct ln_scanner *scan, bool *more)
{
    ln_json_blanks(scan);
    *more = scan->at < scan->end && *scan->at == ',';
    if (!*more && (scan->at == scan->end || *scan->at != ']'))
        return ln_scan_expected(scan, "`,` or `]`");
    scan->at++;
    return LN_OK;
}

static enum ln_status read_list(struct fact_reading *reading, size_t name)
{
    struct ln_scanner *scan = &reading->scan;
    enum ln_status status = LN_OK;
    bool more = true;
    if (read_numbers(reading, name, &status))
        return status;
    status = ln_scan_deeper(scan);
    if (!status)
        status = push(reading, (struct ln_fact){ .kind = LN_FACT_LIST, .name = name });
    scan->at++;
    ln_json_blanks(scan);
    if (!status && scan->at < scan->end && *scan->at == ']') {
        scan->at++;
        more = false;
    }
    while (!status && more) {
        status = read_value(reading, 0);
        if (!status)
            status = more_items(scan, &more);
    }
    scan->depth--;
    return status ? status : push(reading, (struct ln_fact){ .kind = LN_FACT_END_OF_LIST });
}

/* Does the name stand in the group already, whose members begin at `first`? */
static enum ln_status refuse_twice(struct fact_reading *reading, size_t first, const char *place, struct ln_text key)
{
    const struct ln_facts *facts = reading->facts;
    size_t members = 0, depth = 0;
    for (size_t i = first; i < facts->list.length; i++) {
        const struct ln_fact *fact = &facts->list.at[i];
        if (depth == 0 && fact->name) {
            if (ln_text_is(key, facts->texts.at + fact->name - 1))
                return ln_scan_wrong(&reading->scan, place, "found \"%.40s\" a second time, expected it once",
                                     facts->texts.at + fact->name - 1);
            members++;
        }
        if (fact->kind == LN_FACT_LIST || fact->kind == LN_FACT_GROUP)
            depth++;
        else if (is_end(fact))
            depth--;
    }
    return members < MOST_ONCE
               ? LN_OK
               : ln_scan_wrong(&reading->scan, place, "found more than %d members in one group", MOST_ONCE);
}

static enum ln_status read_member(struct fact_reading *reading, size_t first, const char *place, struct ln_text key)
{
    size_t name = reading->facts->texts.length + 1;
    assert(reading->depth && first <= reading->facts->list.length);
    if (key.length && memchr(key.at, '\0', key.length))
        return ln_scan_wrong(&reading->scan, place, "found a NUL in a name, expected a text without");
    if (reading->depth <= DEEPEST_ONCE) {
        enum ln_status status = refuse_twice(reading, first, place, key);
        if (status)
            return status;
    }
    ln_str_add(&reading->facts->texts, key.at, key.length);
    ln_str_char(&reading->facts->texts, '\0');
    return read_value(reading, name);
}

static enum ln_status read_members(struct fact_reading *reading)
{
    struct ln_scanner *scan = &reading->scan;
    size_t begin = reading->facts->list.length;
    bool first = true, found = true;
    enum ln_status status = ln_json_open_object(scan);
    reading->depth++;
    while (!status && found) {
        struct ln_text key;
        const char *place;
        ln_json_blanks(scan);
        place = scan->at;
        status = ln_json_member(scan, &first, &key, &found);
        if (!status && found)
            status = read_member(reading, begin, place, key);
    }
    reading->depth--;
    return status;
}

static enum ln_status read_group(struct fact_reading *reading, size_t name)
{
    enum ln_status status = ln_scan_deeper(&reading->scan);
    if (!status)
        status = push(reading, (struct ln_fact){ .kind = LN_FACT_GROUP, .name = name });
    if (!status)
        status = read_members(reading);
    reading->scan.depth--;
    return status ? status : push(reading, (struct ln_fact){ .kind = LN_FACT_END_OF_GROUP });
}

static enum ln_status read_value(struct fact_reading *reading, size_t name)
{
    struct ln_scanner *scan = &reading->scan;
    ln_json_blanks(scan);
    switch (scan->at < scan->end ? *scan->at : '\0') {
    case '"': return read_text(reading, name);
    case '[': return read_list(reading, name);
    case '{': return read_group(reading, name);
    case '-':
    case '0':
    case '1':
    case '2':
    case '3':
    case '4':
    case '5':
    case '6':
    case '7':
    case '8':
    case '9': return read_number(reading, name);
    default: return read_word(reading, name);
    }
}

static void place_numbers(struct ln_facts *facts)
{
    size_t at = 0;
    for (size_t i = 0; i < facts->list.length; i++) {
        struct ln_fact *fact = &facts->list.at[i];
        if (fact->kind != LN_FACT_NUMBERS)
            continue;
        fact->numbers.at = facts->numbers.at + at;
        at += fact->numbers.count;
    }
    assert(at == facts->numbers.length);
}

enum ln_status ln_facts_read(struct ln_facts *facts, struct ln_text line, size_t *column, struct ln_error *error)
{
    struct fact_reading reading = { .facts = facts };
    enum ln_status status;
    assert(facts->list.length == 0 && facts->open == 0);
    ln_scanner_init(&reading.scan, facts->texts.memory);
    ln_scanner_start(&reading.scan, line);
    reading.scan.error = error;
    status = read_members(&reading);
    if (!status)
        status = ln_json_end(&reading.scan);
    *column = (size_t)(reading.scan.at - line.at) + 1;
    assert(reading.depth == 0);
    ln_scanner_fini(&reading.scan);
    if (!status)
        place_numbers(facts);
    return status;
}
