#include "finding/facts.h"

#include "base/utf8.h"

#include <assert.h>
#include <math.h>
#include <string.h>

enum { DEEPEST = 64 };

void ln_facts_init(struct ln_facts *facts, struct ln_memory *memory)
{
    *facts = (struct ln_facts){ .open = 0 };
    ln_str_init(&facts->texts, memory);
}

void ln_facts_fini(struct ln_facts *facts)
{
    ln_vec_fini(&facts->list, facts->texts.memory);
    ln_vec_fini(&facts->numbers, facts->texts.memory);
    ln_str_fini(&facts->texts);
}

static void add(struct ln_facts *facts, const char *name, struct ln_fact fact)
{
    bool in_list = facts->open && !(facts->groups & 1);
    assert(in_list == !name);
    (void)in_list;
    if (name) {
        fact.name = facts->texts.length + 1;
        ln_str_add(&facts->texts, name, strlen(name) + 1);
    }
    if (!ln_vec_push(&facts->list, facts->texts.memory, fact))
        facts->texts.failed = true;
}

void ln_facts_number(struct ln_facts *facts, const char *name, uint64_t number)
{
    add(facts, name, (struct ln_fact){ .kind = LN_FACT_NUMBER, .number = number });
}

void ln_facts_signed(struct ln_facts *facts, const char *name, int64_t number)
{
    add(facts, name, (struct ln_fact){ .kind = LN_FACT_SIGNED, .number_signed = number });
}

void ln_facts_real(struct ln_facts *facts, const char *name, double real, int decimals)
{
    assert(decimals >= 0 || decimals == LN_SIGNIFICANT);
    add(facts, name, (struct ln_fact){ .kind = LN_FACT_REAL, .decimals = decimals, .real = real });
}

void ln_facts_truth(struct ln_facts *facts, const char *name, bool truth)
{
    add(facts, name, (struct ln_fact){ .kind = LN_FACT_TRUTH, .truth = truth });
}

/* Names of files can be any bytes, JSON cannot: what is no UTF-8 is replaced. */
static void add_utf8(struct ln_str *texts, const char *at, size_t length)
{
    while (length) {
        size_t good = ln_utf8_good(at, length);
        ln_str_add(texts, at, good);
        if (good == length)
            return;
        if (at[good])
            ln_str_text(texts, "\xef\xbf\xbd");
        else
            ln_str_char(texts, '\0'); /* which JSON has a way to write */
        at += good + 1;
        length -= good + 1;
    }
}

void ln_facts_bytes(struct ln_facts *facts, const char *name, const char *at, size_t length)
{
    struct ln_fact fact = { .kind = LN_FACT_TEXT, .text = { .at = facts->texts.length } };
    add_utf8(&facts->texts, at, length);
    fact.text.length = facts->texts.length - fact.text.at;
    ln_str_char(&facts->texts, '\0');
    add(facts, name, fact);
}

void ln_facts_text(struct ln_facts *facts, const char *name, const char *text)
{
    ln_facts_bytes(facts, name, text, strlen(text));
}

void ln_facts_value(struct ln_facts *facts, const char *name, const struct ln_values *values, ln_value value)
{
    struct ln_fact fact = { .kind = LN_FACT_VALUE, .text = { .at = facts->texts.length } };
    ln_value_write(values, value, &facts->texts);
    fact.text.length = facts->texts.length - fact.text.at;
    add(facts, name, fact);
}

void ln_facts_none(struct ln_facts *facts, const char *name)
{
    add(facts, name, (struct ln_fact){ .kind = LN_FACT_NONE });
}

void ln_facts_numbers(struct ln_facts *facts, const char *name, const uint32_t *at, size_t count)
{
    add(facts, name, (struct ln_fact){ .kind = LN_FACT_NUMBERS, .numbers = { at, count } });
}

static void open(struct ln_facts *facts, const char *name, bool group)
{
    assert(facts->open < DEEPEST);
    add(facts, name, (struct ln_fact){ .kind = group ? LN_FACT_GROUP : LN_FACT_LIST });
    facts->groups = facts->groups << 1 | group;
    facts->open++;
}

void ln_facts_list(struct ln_facts *facts, const char *name)
{
    open(facts, name, false);
}

void ln_facts_group(struct ln_facts *facts, const char *name)
{
    open(facts, name, true);
}

void ln_facts_end(struct ln_facts *facts)
{
    bool group = facts->groups & 1;
    assert(facts->open > 0);
    facts->groups >>= 1;
    facts->open--;
    if (!ln_vec_push(&facts->list, facts->texts.memory,
                     ((struct ln_fact){ .kind = group ? LN_FACT_END_OF_GROUP : LN_FACT_END_OF_LIST })))
        facts->texts.failed = true;
}

void ln_facts_verdict(struct ln_facts *facts, enum ln_verdict verdict, enum ln_reason reason)
{
    ln_facts_text(facts, "verdict", ln_verdict_text(verdict));
    if (verdict == LN_UNKNOWN)
        ln_facts_text(facts, "reason", ln_reason_text(reason));
}

void ln_facts_cost(struct ln_facts *facts, double seconds, uint64_t memory)
{
    ln_facts_real(facts, "seconds", seconds, 6);
    ln_facts_number(facts, "memory", memory);
}

/* ---- looking things up ---- */

static bool opens(const struct ln_fact *fact)
{
    return fact->kind == LN_FACT_LIST || fact->kind == LN_FACT_GROUP;
}

static bool ends(const struct ln_fact *fact)
{
    return fact->kind == LN_FACT_END_OF_LIST || fact->kind == LN_FACT_END_OF_GROUP;
}

/* What stands behind it and all that is in it. */
static const struct ln_fact *after(const struct ln_fact *fact)
{
    size_t depth = 0;
    assert(!ends(fact)); /* it is a member or an item */
    do {
        if (opens(fact))
            depth++;
        else if (ends(fact))
            depth--;
        fact++;
    } while (depth);
    return fact;
}

/* NULL at the end of the list or group, or of everything. */
static const struct ln_fact *unless_end(const struct ln_facts *facts, const struct ln_fact *fact)
{
    return fact == facts->list.at + facts->list.length || ends(fact) ? NULL : fact;
}

const struct ln_fact *ln_facts_first(const struct ln_facts *facts, const struct ln_fact *within)
{
    if (!facts->list.length || (within && !opens(within)))
        return NULL;
    return unless_end(facts, within ? within + 1 : facts->list.at);
}

const struct ln_fact *ln_facts_next(const struct ln_facts *facts, const struct ln_fact *fact)
{
    return unless_end(facts, after(fact));
}

bool ln_facts_is(const struct ln_facts *facts, const struct ln_fact *fact, const char *name)
{
    assert(facts->texts.failed || fact->name <= facts->texts.length);
    return fact->name && strcmp(facts->texts.at + fact->name - 1, name) == 0;
}

const struct ln_fact *ln_facts_find(const struct ln_facts *facts, const struct ln_fact *group, const char *name)
{
    const struct ln_fact *fact = ln_facts_first(facts, group);
    while (fact && !ln_facts_is(facts, fact, name))
        fact = ln_facts_next(facts, fact);
    return fact;
}

const char *ln_fact_text(const struct ln_facts *facts, const struct ln_fact *fact)
{
    return fact && fact->kind == LN_FACT_TEXT ? facts->texts.at + fact->text.at : NULL;
}

size_t ln_fact_length(const struct ln_fact *fact)
{
    return fact && fact->kind == LN_FACT_TEXT ? fact->text.length : 0;
}

bool ln_fact_number(const struct ln_fact *fact, uint64_t *number)
{
    if (!fact || fact->kind != LN_FACT_NUMBER)
        return false;
    *number = fact->number;
    return true;
}

bool ln_fact_truth(const struct ln_fact *fact)
{
    return fact && fact->kind == LN_FACT_TRUTH && fact->truth;
}

/* ---- what members have to be ---- */

static bool is_of_kind(const struct ln_fact *fact, enum ln_fact_kind kind)
{
    if (kind == LN_FACT_REAL)
        return fact->kind == LN_FACT_NUMBER || (fact->kind == LN_FACT_REAL && isfinite(fact->real) && fact->real >= 0);
    return fact->kind == kind || (kind == LN_FACT_LIST && fact->kind == LN_FACT_NUMBERS);
}

static const char *kind_words(enum ln_fact_kind kind)
{
    switch (kind) {
    case LN_FACT_NUMBER: return "a whole number that is not negative";
    case LN_FACT_REAL: return "a number that is not negative";
    case LN_FACT_TRUTH: return "true or false";
    case LN_FACT_TEXT: return "a text";
    case LN_FACT_LIST: return "a list";
    case LN_FACT_GROUP: return "a group";
    case LN_FACT_SIGNED:
    case LN_FACT_VALUE:
    case LN_FACT_NUMBERS:
    case LN_FACT_NONE:
    case LN_FACT_END_OF_LIST:
    case LN_FACT_END_OF_GROUP: break;
    }
    assert(false); /* members are not said to be these */
    return "";
}

enum ln_status ln_facts_fit(const struct ln_facts *facts, const struct ln_fact *group,
                            const struct ln_known_member *members, struct ln_error *error)
{
    assert(!group || group->kind == LN_FACT_GROUP);
    for (; members->name; members++) {
        const struct ln_fact *fact = ln_facts_find(facts, group, members->name);
        if (fact && !is_of_kind(fact, members->kind))
            return ln_fail(error, LN_BAD_INPUT, "found something else as \"%s\", expected %s", members->name,
                           kind_words(members->kind));
    }
    return LN_OK;
}

/* ---- as values ---- */

typedef LN_VEC(ln_value) items_list;

static enum ln_status value_of(const struct ln_facts *facts, const struct ln_fact *fact, struct ln_values *values,
                               ln_value *value);

static enum ln_status push(const struct ln_facts *facts, items_list *items, ln_value value)
{
    return ln_vec_push(items, facts->texts.memory, value) ? LN_OK : LN_NO_MEMORY;
}

static enum ln_status add_name(const struct ln_facts *facts, const struct ln_fact *fact, struct ln_values *values,
                               items_list *items)
{
    const char *name = facts->texts.at + fact->name - 1;
    ln_value value;
    enum ln_status status = ln_values_string(values, name, strlen(name), &value);
    assert(fact->name); /* members of groups have one */
    return status ? status : push(facts, items, value);
}

static enum ln_status value_of_several(const struct ln_facts *facts, const struct ln_fact *fact,
                                       struct ln_values *values, ln_value *value)
{
    bool group = fact->kind == LN_FACT_GROUP;
    items_list items = { 0 };
    enum ln_status status = LN_OK;
    for (const struct ln_fact *item = ln_facts_first(facts, fact); item && !status; item = ln_facts_next(facts, item)) {
        ln_value one;
        if (group)
            status = add_name(facts, item, values, &items);
        if (!status)
            status = value_of(facts, item, values, &one);
        if (!status)
            status = push(facts, &items, one);
    }
    assert(status || !group || items.length % 2 == 0);
    if (!status)
        status = group ? ln_values_map(values, items.at, items.length / 2, value)
                       : ln_values_list(values, items.at, items.length, value);
    ln_vec_fini(&items, facts->texts.memory);
    return status;
}

static enum ln_status value_of_numbers(const struct ln_facts *facts, const struct ln_fact *fact,
                                       struct ln_values *values, ln_value *value)
{
    items_list items = { 0 };
    enum ln_status status = LN_OK;
    for (size_t i = 0; i < fact->numbers.count && !status; i++)
        status = push(facts, &items, ln_small(fact->numbers.at[i]));
    if (!status)
        status = ln_values_list(values, items.at, items.length, value);
    ln_vec_fini(&items, facts->texts.memory);
    return status;
}

static enum ln_status value_of(const struct ln_facts *facts, const struct ln_fact *fact, struct ln_values *values,
                               ln_value *value)
{
    switch (fact->kind) {
    case LN_FACT_NUMBER:
        return fact->number > INT64_MAX ? LN_BAD_INPUT : ln_values_int(values, (int64_t)fact->number, value);
    case LN_FACT_SIGNED: return ln_values_int(values, fact->number_signed, value);
    case LN_FACT_REAL: return ln_values_real(values, fact->real, value);
    case LN_FACT_TRUTH: *value = ln_bool(fact->truth); return LN_OK;
    case LN_FACT_NONE: *value = LN_VALUE_NULL; return LN_OK;
    case LN_FACT_TEXT: return ln_values_string(values, facts->texts.at + fact->text.at, fact->text.length, value);
    case LN_FACT_NUMBERS: return value_of_numbers(facts, fact, values, value);
    case LN_FACT_LIST:
    case LN_FACT_GROUP: return value_of_several(facts, fact, values, value);
    case LN_FACT_VALUE:
    case LN_FACT_END_OF_LIST:
    case LN_FACT_END_OF_GROUP: break;
    }
    return LN_BAD_INPUT;
}

enum ln_status ln_fact_value(const struct ln_facts *facts, const struct ln_fact *fact, struct ln_values *values,
                             ln_value *value)
{
    return fact ? value_of(facts, fact, values, value) : LN_BAD_INPUT;
}

/* ---- copies ---- */

static void copy(struct ln_facts *facts, const struct ln_facts *from, const struct ln_fact *first,
                 const struct ln_fact *end)
{
    size_t base = facts->texts.length;
    assert(facts != from);
    if (first == end)
        return;
    ln_str_add(&facts->texts, from->texts.at, from->texts.length);
    for (const struct ln_fact *fact = first; fact < end; fact++) {
        struct ln_fact copied = *fact;
        if (fact->name)
            copied.name += base;
        if (fact->kind == LN_FACT_TEXT || fact->kind == LN_FACT_VALUE)
            copied.text.at += base;
        if (!ln_vec_push(&facts->list, facts->texts.memory, copied))
            facts->texts.failed = true;
    }
    facts->texts.failed |= from->texts.failed;
}

void ln_facts_copy_all(struct ln_facts *facts, const struct ln_facts *from)
{
    assert(from->open == 0);
    if (from->list.length)
        copy(facts, from, from->list.at, from->list.at + from->list.length);
}

void ln_facts_copy(struct ln_facts *facts, const char *name, const struct ln_facts *from)
{
    ln_facts_group(facts, name);
    ln_facts_copy_all(facts, from);
    ln_facts_end(facts);
}

void ln_facts_copy_members(struct ln_facts *facts, const struct ln_facts *from, const struct ln_fact *group)
{
    const struct ln_fact *end = group + 1;
    assert(group->kind == LN_FACT_GROUP);
    while (end->kind != LN_FACT_END_OF_GROUP)
        end = after(end);
    copy(facts, from, group + 1, end);
}
