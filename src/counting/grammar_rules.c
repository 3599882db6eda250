/* Reads grammars and recognises short words (Cocke, Younger, Kasami, with empty rules). */
#include "counting/grammar_rules.h"

#include "counting/blanks.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

enum { MOST_RULES = 512, MOST_NAMES = 128, NAME = 32 };

struct rule_parser {
    struct ln_grammar *grammar;
    struct ln_error *error;
    const char *file;
    struct ln_blank_place place;
    enum ln_status status;
    char names[MOST_NAMES][NAME];
    bool defined[MOST_NAMES];
};

/* ---- text ---- */

static void wrong(struct rule_parser *p, const char *expected)
{
    char found[24] = "the end";
    if (p->status)
        return;
    if (p->place.at < p->place.end && *p->place.at == '\n')
        snprintf(found, sizeof found, "the end of the line");
    else if (p->place.at < p->place.end)
        snprintf(found, sizeof found, "`%c`", *p->place.at);
    p->status = ln_fail(p->error, LN_BAD_INPUT, "%s:%u:%zu: found %s, expected %s", p->file, p->place.line,
                        (size_t)(p->place.at - p->place.line_start) + 1, found, expected);
}

static void no_memory(struct rule_parser *p)
{
    if (!p->status)
        p->status = ln_fail(p->error, LN_NO_MEMORY, "%s: out of memory", p->file);
}

static bool accept(struct rule_parser *p, char mark)
{
    ln_place_skip_blanks(&p->place);
    if (p->status || p->place.at == p->place.end || *p->place.at != mark)
        return false;
    p->place.at++;
    return true;
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

/* ---- names and terminals ---- */

static uint32_t number_name(struct rule_parser *p, const char *at, size_t length)
{
    uint32_t n = 0;
    while (n < p->grammar->names && !(strlen(p->names[n]) == length && memcmp(p->names[n], at, length) == 0))
        n++;
    if (n < p->grammar->names)
        return n;
    if (n == LN_GRAMMAR_NAMES || length >= NAME) {
        wrong(p, "fewer and shorter names");
        return 0;
    }
    assert(n == p->grammar->names);
    memcpy(p->names[n], at, length);
    p->names[n][length] = '\0';
    p->grammar->names++;
    return n;
}

static uint32_t read_name(struct rule_parser *p)
{
    const char *start = p->place.at;
    while (p->place.at < p->place.end &&
           (is_letter(*p->place.at) || (*p->place.at >= '0' && *p->place.at <= '9' && p->place.at > start)))
        p->place.at++;
    if (p->place.at == start)
        wrong(p, "a name");
    return p->status ? 0 : number_name(p, start, (size_t)(p->place.at - start));
}

static uint32_t read_terminal(struct rule_parser *p)
{
    struct ln_terminal made = { .label = "" };
    const char *start = p->place.at, *close;
    uint32_t t = 0;
    while (p->place.at < p->place.end && *p->place.at != '"' && *p->place.at != '\n')
        p->place.at++;
    if (p->place.at == p->place.end || *p->place.at != '"' || p->place.at - start >= LN_GRAMMAR_TEXT) {
        wrong(p, "`\"` at the end of a short label");
        return 0;
    }
    memcpy(made.label, start, (size_t)(p->place.at - start));
    close = strchr(made.label, ')');
    if (!close || !strchr(made.label, '(')) {
        p->place.at = start;
        wrong(p, "a label such as acquire() or pop() -> _");
        return 0;
    }
    memcpy(made.call, made.label, (size_t)(close - made.label) + 1);
    p->place.at++;
    while (t < p->grammar->terminals.length && strcmp(p->grammar->terminals.at[t].label, made.label) != 0)
        t++;
    if (t == LN_GRAMMAR_TERMINALS)
        wrong(p, "at most eight different labels");
    else if (t == p->grammar->terminals.length && !ln_vec_push(&p->grammar->terminals, p->grammar->memory, made))
        no_memory(p);
    return t;
}

/* ---- rules ---- */

static void add_rule(struct rule_parser *p, struct ln_rule rule)
{
    if (p->status)
        return;
    if (p->grammar->rules.length == MOST_RULES)
        wrong(p, "fewer rules");
    else if (!ln_vec_push(&p->grammar->rules, p->grammar->memory, rule))
        no_memory(p);
}

/* A name of its own, which no text can have. */
static uint32_t fresh_name(struct rule_parser *p)
{
    char name[NAME];
    snprintf(name, sizeof name, "%zu", p->grammar->rules.length);
    return number_name(p, name, strlen(name));
}

static bool item_follows(struct rule_parser *p)
{
    ln_place_skip_blanks(&p->place);
    return !p->status && p->place.at < p->place.end && (is_letter(*p->place.at) || *p->place.at == '"');
}

/* One alternative: its items, from right to left in pairs. */
static void alternative(struct rule_parser *p, uint32_t left)
{
    uint32_t items[16];
    size_t count = 0;
    while (item_follows(p)) {
        if (count == sizeof items / sizeof *items) {
            wrong(p, "shorter alternatives");
            return;
        }
        if (!accept(p, '"')) {
            items[count++] = read_name(p);
            continue;
        }
        items[count] = fresh_name(p);
        add_rule(p, (struct ln_rule){ LN_RULE_TERMINAL, items[count], read_terminal(p), 0 });
        p->defined[items[count++]] = true;
    }
    if (count == 0)
        add_rule(p, (struct ln_rule){ LN_RULE_EMPTY, left, 0, 0 });
    if (count == 1) { /* with nothing behind it */
        items[count] = fresh_name(p);
        add_rule(p, (struct ln_rule){ LN_RULE_EMPTY, items[count], 0, 0 });
        p->defined[items[count++]] = true;
    }
    for (; count > 2; count--) {
        uint32_t pair = fresh_name(p);
        add_rule(p, (struct ln_rule){ LN_RULE_PAIR, pair, items[count - 2], items[count - 1] });
        p->defined[pair] = true;
        items[count - 2] = pair;
    }
    if (count == 2)
        add_rule(p, (struct ln_rule){ LN_RULE_PAIR, left, items[0], items[1] });
}

static void statement(struct rule_parser *p)
{
    uint32_t left = read_name(p);
    if (p->status)
        return;
    p->defined[left] = true;
    if (!accept(p, '=')) {
        wrong(p, "`=`");
        return;
    }
    do
        alternative(p, left);
    while (accept(p, '|'));
    if (!accept(p, ';'))
        wrong(p, "`|`, `;`, a name or a label in quotes");
}

enum ln_status ln_grammar_parse(struct ln_grammar *grammar, const char *name, const char *text, size_t length,
                                struct ln_memory *memory, struct ln_error *error)
{
    struct rule_parser p = {
        .grammar = grammar, .error = error, .file = name, .place = { text, text + length, text, 1 }
    };
    *grammar = (struct ln_grammar){ .memory = memory };
    for (ln_place_skip_blanks(&p.place); p.place.at < p.place.end && !p.status; ln_place_skip_blanks(&p.place))
        statement(&p);
    for (uint32_t n = 0; n < grammar->names && !p.status; n++)
        if (!p.defined[n])
            p.status = ln_fail(error, LN_BAD_INPUT, "%s:%u:1: found the name %s, expected a rule for it", name,
                               p.place.line, p.names[n]);
    if (!p.status && !grammar->terminals.length)
        wrong(&p, "rules with labels");
    if (p.status)
        ln_grammar_fini(grammar);
    return p.status;
}

void ln_grammar_fini(struct ln_grammar *grammar)
{
    ln_vec_fini(&grammar->rules, grammar->memory);
    ln_vec_fini(&grammar->terminals, grammar->memory);
}

/* ---- words ---- */

/* table[from][to]: the names that derive word[from .. to-1]. Rules are applied until nothing is new. */
bool ln_grammar_has(const struct ln_grammar *grammar, const uint8_t *word, size_t length)
{
    bool table[LN_GRAMMAR_WORD + 1][LN_GRAMMAR_WORD + 1][MOST_NAMES] = { { { false } } };
    assert(length <= LN_GRAMMAR_WORD && grammar->names <= MOST_NAMES);
    for (size_t span = 0; span <= length; span++) {
        bool fresh = true;
        while (fresh) {
            fresh = false;
            for (size_t from = 0; from + span <= length; from++)
                for (size_t r = 0; r < grammar->rules.length; r++) {
                    const struct ln_rule *rule = &grammar->rules.at[r];
                    bool derives = rule->kind == LN_RULE_EMPTY && span == 0;
                    derives |= rule->kind == LN_RULE_TERMINAL && span == 1 && word[from] == rule->first;
                    for (size_t cut = 0; cut <= span && rule->kind == LN_RULE_PAIR && !derives; cut++)
                        derives = table[from][from + cut][rule->first] && table[from + cut][from + span][rule->second];
                    fresh |= derives && !table[from][from + span][rule->name];
                    table[from][from + span][rule->name] |= derives;
                }
        }
    }
    return table[0][length][0];
}
