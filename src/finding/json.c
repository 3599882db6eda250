/* The one place where what was found becomes JSON. */
#include "finding/facts.h"

#include <assert.h>
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
