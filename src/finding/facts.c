#include "finding/facts.h"

#include <assert.h>
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
    add(facts, name, (struct ln_fact){ .kind = LN_FACT_REAL, .decimals = decimals, .real = real });
}

void ln_facts_truth(struct ln_facts *facts, const char *name, bool truth)
{
    add(facts, name, (struct ln_fact){ .kind = LN_FACT_TRUTH, .truth = truth });
}

void ln_facts_bytes(struct ln_facts *facts, const char *name, const char *at, size_t length)
{
    struct ln_fact fact = { .kind = LN_FACT_TEXT, .text = { facts->texts.length, length } };
    ln_str_add(&facts->texts, at, length);
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
