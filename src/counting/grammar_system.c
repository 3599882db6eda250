#include "counting/grammar_system.h"

#include <assert.h>
#include <string.h>

enum { PLACES = 512 };

static void put(struct ln_grammar_system *system, uint32_t variable, int64_t factor)
{
    struct ln_summand summand = { variable, factor };
    system->failed |= !ln_vec_push(&system->summands, system->memory, summand);
}

static void end_row(struct ln_grammar_system *system, size_t start, int64_t constant, bool equation)
{
    struct ln_grammar_row row = { start, system->summands.length - start, constant, equation };
    system->failed |= !ln_vec_push(&system->rows, system->memory, row);
}

static bool is_first_of_call(const struct ln_grammar *grammar, uint32_t terminal)
{
    for (uint32_t t = 0; t < terminal; t++)
        if (strcmp(grammar->terminals.at[t].call, grammar->terminals.at[terminal].call) == 0)
            return false;
    return true;
}

static void list_counters(struct ln_grammar_system *system)
{
    for (uint32_t t = 0; t < system->grammar->terminals.length; t++)
        for (uint32_t first = 0; first <= system->k; first++) {
            for (uint32_t last = first; last <= system->k; last++)
                system->counters[system->counter_count++] = (struct ln_grammar_counter){ t, false, first, last };
            if (is_first_of_call(system->grammar, t))
                system->counters[system->counter_count++] = (struct ln_grammar_counter){ t, true, first, system->k };
        }
    assert(system->counter_count <= LN_GRAMMAR_COUNTERS);
    system->variables = system->counter_count;
}

bool ln_grammar_may_be(const struct ln_grammar_system *system, const struct ln_grammar_counter *counter,
                       uint32_t terminal)
{
    const struct ln_terminal *terminals = system->grammar->terminals.at;
    return counter->pending ? strcmp(terminals[counter->terminal].call, terminals[terminal].call) == 0
                            : counter->terminal == terminal;
}

/* Each operation that completed is read once; a pending one at most once. read[terminal][state] lists the variables. */
static void read_operations(struct ln_grammar_system *system, uint32_t (*read)[LN_GRAMMAR_STATES][PLACES],
                            uint32_t (*counts)[LN_GRAMMAR_STATES])
{
    for (uint32_t c = 0; c < system->counter_count; c++) {
        const struct ln_grammar_counter *counter = &system->counters[c];
        size_t start = system->summands.length;
        put(system, c, 1);
        for (uint32_t t = 0; t < system->grammar->terminals.length; t++)
            for (uint32_t at = counter->first; at <= counter->last && ln_grammar_may_be(system, counter, t); at++) {
                assert(counts[t][at] < PLACES);
                read[t][at][counts[t][at]++] = system->variables;
                put(system, system->variables++, -1);
            }
        end_row(system, start, 0, !counter->pending);
    }
}

static void list_uses(struct ln_grammar_system *system)
{
    for (uint32_t r = 0; r < system->grammar->rules.length; r++)
        for (uint32_t from = 0; from <= system->k; from++)
            for (uint32_t to = from; to <= system->k; to++)
                for (uint32_t middle = from; middle <= to; middle++) {
                    enum ln_rule_kind kind = system->grammar->rules.at[r].kind;
                    struct ln_grammar_use use = { r, from, middle, to, system->variables };
                    if ((kind != LN_RULE_PAIR && middle != from) || (kind == LN_RULE_EMPTY && from != to))
                        continue;
                    system->failed |= !ln_vec_push(&system->uses, system->memory, use);
                    system->variables++;
                }
}

int64_t ln_grammar_makes(const struct ln_grammar_system *system, const struct ln_grammar_use *use, uint32_t name,
                         uint32_t from, uint32_t to)
{
    return system->grammar->rules.at[use->rule].name == name && use->from == from && use->to == to;
}

int64_t ln_grammar_needs(const struct ln_grammar_system *system, const struct ln_grammar_use *use, uint32_t name,
                         uint32_t from, uint32_t to)
{
    const struct ln_rule *rule = &system->grammar->rules.at[use->rule];
    if (rule->kind != LN_RULE_PAIR)
        return 0;
    return (rule->first == name && use->from == from && use->middle == to) +
           (rule->second == name && use->middle == from && use->to == to);
}

/* Every triple is made as often as it is needed; one that starts is made once more. */
static void balance(struct ln_grammar_system *system)
{
    size_t start;
    for (uint32_t to = 0; to <= system->k; to++)
        system->starts[to] = system->variables++;
    for (uint32_t name = 0; name < system->grammar->names; name++)
        for (uint32_t from = 0; from <= system->k; from++)
            for (uint32_t to = from; to <= system->k; to++) {
                start = system->summands.length;
                for (size_t u = 0; u < system->uses.length; u++) {
                    int64_t net = ln_grammar_makes(system, &system->uses.at[u], name, from, to) -
                                  ln_grammar_needs(system, &system->uses.at[u], name, from, to);
                    if (net)
                        put(system, system->uses.at[u].variable, net);
                }
                if (name == 0 && from == 0)
                    put(system, system->starts[to], -1);
                end_row(system, start, 0, true);
            }
    start = system->summands.length;
    for (uint32_t to = 0; to <= system->k; to++)
        put(system, system->starts[to], 1);
    end_row(system, start, -1, true);
}

bool ln_grammar_system_init(struct ln_grammar_system *system, const struct ln_grammar *grammar, uint32_t k,
                            struct ln_memory *memory)
{
    static const size_t words = LN_GRAMMAR_TERMINALS * LN_GRAMMAR_STATES;
    uint32_t(*read)[LN_GRAMMAR_STATES][PLACES] = ln_take(memory, words * PLACES * sizeof(uint32_t));
    uint32_t counts[LN_GRAMMAR_TERMINALS][LN_GRAMMAR_STATES] = { { 0 } };
    *system = (struct ln_grammar_system){ .memory = memory, .grammar = grammar, .k = k };
    if (!read)
        return false;
    assert(k <= LN_GRAMMAR_MOST_K && grammar->terminals.length <= LN_GRAMMAR_TERMINALS);
    list_counters(system);
    read_operations(system, read, counts);
    list_uses(system);
    balance(system);
    for (uint32_t t = 0; t < system->grammar->terminals.length; t++)
        for (uint32_t at = 0; at <= system->k; at++) {
            size_t start = system->summands.length;
            for (uint32_t i = 0; i < counts[t][at]; i++)
                put(system, read[t][at][i], 1);
            for (size_t u = 0; u < system->uses.length; u++) {
                const struct ln_rule *rule = &system->grammar->rules.at[system->uses.at[u].rule];
                if (rule->kind == LN_RULE_TERMINAL && rule->first == t && system->uses.at[u].to == at)
                    put(system, system->uses.at[u].variable, -1);
            }
            end_row(system, start, 0, true);
        }
    ln_give(system->memory, read, words * PLACES * sizeof(uint32_t));
    return !system->failed;
}

void ln_grammar_system_fini(struct ln_grammar_system *system)
{
    ln_vec_fini(&system->summands, system->memory);
    ln_vec_fini(&system->rows, system->memory);
    ln_vec_fini(&system->uses, system->memory);
}
