#include "counting/complete.h"

#include "check/pattern/pattern.h"

#include <assert.h>
#include <string.h>

enum { MOST_CHOSEN = 16 };

uint32_t ln_complete_size(uint32_t k)
{
    static const uint32_t sizes[] = { 0, 0, 4, 3, 2 };
    assert(k < sizeof sizes / sizeof *sizes);
    return sizes[k];
}

bool ln_complete_is_for(const struct ln_spec *spec)
{
    return ln_op_label_is_collection(spec) && !spec->count && spec->class->discipline != LN_DISCIPLINE_LEAST &&
           spec->class->discipline != LN_DISCIPLINE_GREATEST;
}

/* ---- a history of given types ---- */

struct interval_part {
    struct ln_interval interval;
    enum ln_role role;
    ln_value value, result;
};

static size_t parts_of(const struct ln_types *types, const uint32_t *chosen, size_t count, struct interval_part *parts)
{
    size_t made = 0;
    for (size_t i = 0; i < count; i++) {
        struct ln_type_parts type = ln_type_parts(types, chosen[i]);
        ln_value value = ln_small((int64_t)i + 1);
        if (type.is_empty) {
            parts[made++] = (struct interval_part){ type.insertion, LN_ROLE_REMOVE, LN_VALUE_NONE, LN_VALUE_NULL };
            continue;
        }
        parts[made++] = (struct interval_part){ type.insertion, LN_ROLE_INSERT, value, LN_VALUE_NONE };
        if (type.is_gone)
            parts[made++] = (struct interval_part){ type.removal, LN_ROLE_REMOVE, LN_VALUE_NONE, value };
    }
    assert(made <= 2 * count);
    return made;
}

static uint16_t method_of(const struct ln_spec *spec, enum ln_role role)
{
    uint16_t method = 0;
    while (spec->class->roles[method] != role) {
        method++;
        assert(method < spec->class->method_count);
    }
    return method;
}

static enum ln_status call(struct ln_spec *spec, struct ln_history *history, const struct interval_part *part,
                           size_t process)
{
    const char *name = spec->class->methods[method_of(spec, part->role)].name;
    struct ln_call_text text = { .process = ln_small((int64_t)process),
                                 .key = LN_VALUE_NONE,
                                 .args = &part->value,
                                 .arity = part->role == LN_ROLE_INSERT };
    enum ln_spec_fault fault;
    uint32_t operation;
    enum ln_status status = ln_values_string(&history->values, name, strlen(name), &text.f);
    if (!status)
        status = ln_history_call(history, &text, &operation, NULL);
    return status ? status : ln_spec_bind_call(spec, history, operation, &fault, NULL);
}

static enum ln_status add_events(struct ln_spec *spec, uint32_t k, const struct interval_part *parts, size_t count,
                                 struct ln_history *history)
{
    enum ln_status status = LN_OK;
    enum ln_spec_fault fault;
    uint32_t operation;
    for (uint32_t bound = 0; bound <= k; bound++) {
        for (size_t i = 0; i < count && !status; i++)
            if (parts[i].interval.first == bound)
                status = call(spec, history, &parts[i], i);
        for (size_t i = 0; i < count && !status; i++) {
            if (parts[i].interval.last != bound)
                continue;
            status = ln_history_return(history, ln_small((int64_t)i), LN_COMPLETED, parts[i].result, &operation, NULL);
            if (!status)
                status = ln_spec_bind_result(spec, history, operation, &fault, NULL);
        }
    }
    return status;
}

enum ln_status ln_complete_history(const struct ln_spec *spec, const struct ln_types *types, const uint32_t *chosen,
                                   size_t count, struct ln_memory *memory, struct ln_history *history)
{
    struct interval_part parts[2 * MOST_CHOSEN];
    struct ln_spec binding = *spec;
    uint32_t line;
    enum ln_status status;
    if (count > MOST_CHOSEN)
        return LN_USAGE;
    memset(binding.seen, 0, sizeof binding.seen); /* names are those of this history's table */
    status = ln_history_init(history, memory);
    if (status)
        return status;
    status = add_events(&binding, types->k, parts, parts_of(types, chosen, count, parts), history);
    if (!status)
        status = ln_history_seal(history, &line, NULL);
    if (status)
        ln_history_fini(history);
    return status;
}

/* ---- the least sets ---- */

struct choosing {
    const struct ln_spec *spec;
    struct ln_memory *memory;
    struct ln_exclusions *table;
    struct ln_pattern *pattern;
    struct ln_outcome outcome;
    uint32_t types[LN_ELEMENTS_TYPES]; /* those that may exclude something */
    size_t type_count;
    uint32_t chosen[MOST_CHOSEN];
};

static enum ln_status decide(struct choosing *c, size_t count, bool *violated)
{
    struct ln_history history;
    struct ln_problem problem = { .history = &history, .spec = c->spec, .stuck = LN_NO_OP };
    struct ln_budget budget;
    const char *declined = NULL;
    enum ln_status status = ln_complete_history(c->spec, &c->table->types, c->chosen, count, c->memory, &history);
    if (status)
        return status;
    problem.events = history.events.at;
    problem.event_count = history.events.length;
    ln_budget_init(&budget, c->memory, 0, NULL);
    ln_outcome_clear(&c->outcome);
    status = ln_pattern_run(c->pattern, &problem, &budget, &c->outcome, &declined);
    *violated = c->outcome.verdict == LN_VIOLATED;
    ln_history_fini(&history);
    return status ? status : declined ? LN_MISSING : LN_OK;
}

static bool has_one_inside(const struct choosing *c, const struct ln_type_set *set)
{
    for (size_t i = 0; i < c->table->sets.length; i++) {
        uint64_t outside = 0;
        for (uint32_t w = 0; w < LN_ELEMENTS_WORDS; w++)
            outside |= c->table->sets.at[i].words[w] & ~set->words[w];
        if (!outside)
            return true;
    }
    return false;
}

/* All sets of `size` types, of which `count` are chosen, that have no smaller one inside. */
static enum ln_status choose(struct choosing *c, size_t size, size_t count, size_t from, struct ln_type_set set)
{
    enum ln_status status = LN_OK;
    bool violated;
    if (count == size) {
        status = decide(c, count, &violated);
        if (!status && violated && !ln_vec_push(&c->table->sets, c->memory, set))
            status = LN_NO_MEMORY;
        return status;
    }
    for (size_t i = from; i + (size - count) <= c->type_count && !status; i++) {
        struct ln_type_set more = set;
        assert(count < MOST_CHOSEN && !ln_type_set_has(&set, c->types[i]));
        c->chosen[count] = c->types[i];
        ln_type_set_add(&more, c->types[i]);
        if (!has_one_inside(c, &more))
            status = choose(c, size, count + 1, i + 1, more);
    }
    return status;
}

enum ln_status ln_complete_sets(const struct ln_spec *spec, uint32_t k, struct ln_memory *memory,
                                struct ln_exclusions *table)
{
    struct choosing c = { .spec = spec, .memory = memory, .table = table };
    struct ln_type_set none = { { 0 } };
    size_t most = ln_complete_size(k);
    enum ln_status status = ln_complete_is_for(spec) ? ln_pattern_new(&c.pattern, memory) : LN_MISSING;
    if (status)
        return status;
    ln_outcome_init(&c.outcome, memory);
    for (uint32_t type = 0; type < table->types.count; type++)
        if (!table->types.free[type])
            c.types[c.type_count++] = type;
    if (!most || most > c.type_count)
        most = c.type_count;
    for (size_t size = 1; size <= most && !status; size++)
        status = choose(&c, size, 0, 0, none);
    ln_outcome_fini(&c.outcome);
    ln_pattern_free(c.pattern);
    return status;
}
