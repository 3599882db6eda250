/* Reads formulas: one token ahead, precedence by descent. */
#include "counting/blanks.h"
#include "counting/elements.h"
#include "counting/ocl_tree.h"

#include <stdio.h>
#include <string.h>

enum token { T_END, T_NAME, T_NUMBER, T_TEXT, T_MARK };

enum { NOTHING = UINT32_MAX, MOST_NUMBER = 1000000, MOST_FILES = 16 };

struct parser {
    struct ln_ocl *ocl;
    struct ln_error *error;
    const char *name;
    struct ln_blank_place place;
    uint32_t depth, files;
    enum token token;
    const char *start; /* of the token */
    size_t length;
    int64_t number;
    enum ln_status status;
    struct {
        const char *at;
        size_t length;
    } labels[LN_OCL_NAMES], bounds[LN_OCL_NAMES];
    uint16_t label_count, bound_count;
    uint32_t most_labels, most_bounds; /* of this statement, */
    uint32_t used_labels, used_bounds; /* and of the definition it uses that needs most */
    uint32_t deepest;
};

static uint32_t formula(struct parser *p);

/* ---- tokens ---- */

static uint32_t wrong(struct parser *p, const char *found, const char *what)
{
    if (!p->status)
        p->status = ln_fail(p->error, LN_BAD_INPUT, "%s:%u:%zu: found %s, expected %s", p->name, p->place.line,
                            (size_t)(p->start - p->place.line_start) + 1, found, what);
    return NOTHING;
}

/* Something else than the token. */
static uint32_t expected(struct parser *p, const char *what)
{
    enum { SHOWN = 40 };
    char found[SHOWN + 3];
    if (p->token == T_END)
        return wrong(p, "the end", what);
    snprintf(found, sizeof found, "`%.*s`", (int)(p->length < SHOWN ? p->length : SHOWN), p->start);
    return wrong(p, found, what);
}

static void no_memory(struct parser *p)
{
    if (!p->status)
        p->status = ln_fail(p->error, LN_NO_MEMORY, "%s: out of memory", p->name);
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static void read_text(struct parser *p)
{
    while (p->place.at < p->place.end && *p->place.at != '"' && *p->place.at != '\n')
        p->place.at++;
    p->length = (size_t)(p->place.at - p->start);
    if (p->place.at == p->place.end || *p->place.at != '"') {
        wrong(p, "a text without its end", "`\"`");
        return;
    }
    p->place.at++;
}

static void read_mark(struct parser *p)
{
    static const char *const pairs[] = { "..", "<=", ">=", "!=" };
    p->token = T_MARK;
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
        if (p->place.at + 1 < p->place.end && memcmp(p->place.at, pairs[i], 2) == 0)
            p->place.at++;
    p->place.at++;
    p->length = (size_t)(p->place.at - p->start);
    if (p->length == 1 && !strchr("()#,;:+-=<>", *p->start))
        expected(p, "a formula");
}

static void next(struct parser *p)
{
    ln_place_skip_blanks(&p->place);
    p->start = p->place.at;
    p->length = 0;
    p->token = T_END;
    if (p->place.at == p->place.end || p->status)
        return;
    if (is_letter(*p->place.at)) {
        p->token = T_NAME;
        while (p->place.at < p->place.end && (is_letter(*p->place.at) || is_digit(*p->place.at)))
            p->place.at++;
    } else if (is_digit(*p->place.at)) {
        p->token = T_NUMBER;
        for (p->number = 0; p->place.at < p->place.end && is_digit(*p->place.at); p->place.at++)
            p->number = p->number > MOST_NUMBER ? p->number : 10 * p->number + (*p->place.at - '0');
    } else if (*p->place.at == '"') {
        p->token = T_TEXT;
        p->start = ++p->place.at;
        read_text(p);
        return;
    } else {
        read_mark(p);
        return;
    }
    p->length = (size_t)(p->place.at - p->start);
    if (p->token == T_NUMBER && p->number > MOST_NUMBER)
        expected(p, "a number up to 1000000");
}

static bool is(const struct parser *p, const char *word)
{
    return (p->token == T_NAME || p->token == T_MARK) && p->length == strlen(word) &&
           memcmp(p->start, word, p->length) == 0;
}

static bool accept(struct parser *p, const char *word)
{
    if (p->status || !is(p, word))
        return false;
    next(p);
    return true;
}

static void expect(struct parser *p, const char *word)
{
    char quoted[16];
    if (accept(p, word))
        return;
    snprintf(quoted, sizeof quoted, "`%s`", word);
    expected(p, quoted);
}

/* ---- the tree ---- */

static uint32_t add(struct parser *p, struct ln_ocl_node node)
{
    if (p->status)
        return NOTHING;
    if (!ln_vec_push(&p->ocl->nodes, p->ocl->memory, node))
        no_memory(p);
    return (uint32_t)p->ocl->nodes.length - 1;
}

/* One level deeper; false when that is too deep. */
static bool descend(struct parser *p)
{
    p->deepest = p->deepest < ++p->depth ? p->depth : p->deepest;
    if (p->depth > LN_OCL_DEPTH)
        expected(p, "less nesting");
    return !p->status;
}

static uint32_t both(struct parser *p, enum ln_ocl_kind kind, uint32_t a, uint32_t b)
{
    return add(p, (struct ln_ocl_node){ .kind = (uint8_t)kind, .a = a, .b = b });
}

static uint32_t keep_uses(struct parser *p, const uint32_t *items, size_t count)
{
    uint32_t start = (uint32_t)p->ocl->uses.length;
    for (size_t i = 0; i < count; i++)
        if (!ln_vec_push(&p->ocl->uses, p->ocl->memory, items[i]))
            no_memory(p);
    return start;
}

/* ---- names ---- */

static uint16_t find_label(const struct parser *p)
{
    for (uint16_t i = p->label_count; i > 0; i--)
        if (p->labels[i - 1].length == p->length && memcmp(p->labels[i - 1].at, p->start, p->length) == 0)
            return i;
    return 0;
}

static uint16_t find_bound(const struct parser *p)
{
    for (uint16_t i = p->bound_count; i > 0; i--)
        if (p->bounds[i - 1].length == p->length && memcmp(p->bounds[i - 1].at, p->start, p->length) == 0)
            return i;
    return 0;
}

static bool is_reserved(const struct parser *p)
{
    static const char *const words[] = { "and",    "or",      "not",       "exists",    "some",   "every",
                                         "in",     "def",     "violation", "include",   "labels", "k",
                                         "pushed", "pushing", "popped",    "popping",   "empty",  "Push",
                                         "Pop",    "Empty",   "Pending",   "SameValue", "Is" };
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (is(p, words[i]))
            return true;
    return false;
}

static void declare(struct parser *p, bool label)
{
    uint16_t *count = label ? &p->label_count : &p->bound_count;
    uint32_t *most = label ? &p->most_labels : &p->most_bounds;
    if (p->status)
        return;
    if (p->token != T_NAME || is_reserved(p)) {
        expected(p, "a name for a variable");
        return;
    }
    if (*count == LN_OCL_NAMES) {
        expected(p, "fewer variables");
        return;
    }
    if (label) {
        p->labels[*count].at = p->start;
        p->labels[*count].length = p->length;
    } else {
        p->bounds[*count].at = p->start;
        p->bounds[*count].length = p->length;
    }
    ++*count;
    *most = *most < *count ? *count : *most;
    next(p);
}

/* ---- labels, bounds and terms ---- */

/* A text in quotes; where it is in `texts`. */
static uint32_t label_text(struct parser *p)
{
    uint32_t start = (uint32_t)p->ocl->texts.length;
    if (p->token != T_TEXT)
        return expected(p, "a label in quotes");
    for (size_t i = 0; i < p->length; i++)
        if (!ln_vec_push(&p->ocl->texts, p->ocl->memory, p->start[i]))
            no_memory(p);
    if (!ln_vec_push(&p->ocl->texts, p->ocl->memory, '\0'))
        no_memory(p);
    next(p);
    return start;
}

static uint32_t named_label(struct parser *p)
{
    uint32_t text = label_text(p), name = 0;
    const char *texts = p->ocl->texts.at;
    if (p->status)
        return NOTHING;
    while (name < p->ocl->names.length && strcmp(texts + p->ocl->names.at[name], texts + text) != 0)
        name++;
    if (name == p->ocl->names.length && !ln_vec_push(&p->ocl->names, p->ocl->memory, text))
        no_memory(p);
    return add(p, (struct ln_ocl_node){ .kind = LN_OCL_FUNCTION, .op = LN_OCL_NAMED, .a = name });
}

static uint32_t label(struct parser *p)
{
    static const char *const functions[] = { "pushed", "pushing", "popped", "popping", "empty" };
    uint16_t found = p->token == T_NAME ? find_label(p) : 0;
    if (p->token == T_TEXT)
        return named_label(p);
    if (found) {
        next(p);
        return add(p, (struct ln_ocl_node){ .kind = LN_OCL_LABEL, .slot = (uint16_t)(found - 1) });
    }
    for (size_t f = 0; f < sizeof functions / sizeof *functions; f++) {
        uint32_t of = NOTHING;
        if (!accept(p, functions[f]))
            continue;
        if (f < LN_OCL_POPPING) {
            expect(p, "(");
            if (!descend(p))
                return NOTHING;
            of = label(p);
            p->depth--;
            expect(p, ")");
        }
        return add(p, (struct ln_ocl_node){ .kind = LN_OCL_FUNCTION, .op = (uint8_t)f, .a = of });
    }
    return expected(p, "a label: a variable, pushed(x), pushing(x), popped(x), popping, empty or one in quotes");
}

/* 3, k, i, i+1, k-1 */
static uint32_t bound(struct parser *p)
{
    struct ln_ocl_node node = { .kind = LN_OCL_NUMBER };
    uint16_t found = p->token == T_NAME ? find_bound(p) : 0;
    if (p->token == T_NUMBER) {
        node.number = p->number;
    } else if (found) {
        node.op = LN_OCL_BOUND;
        node.slot = (uint16_t)(found - 1);
    } else if (is(p, "k")) {
        node.op = LN_OCL_K;
    } else {
        return expected(p, "a bound: a number, k or a variable of `some` or `every`");
    }
    next(p);
    while (!p->status && node.op != LN_OCL_PLAIN && (is(p, "+") || is(p, "-"))) {
        struct parser before = *p;
        int64_t sign = is(p, "+") ? 1 : -1;
        next(p);
        if (p->token != T_NUMBER) {
            *p = before;
            break;
        }
        node.number += sign * p->number;
        next(p);
    }
    return add(p, node);
}

static void range(struct parser *p, uint32_t *from, uint32_t *to)
{
    *from = *to = bound(p);
    if (accept(p, ".."))
        *to = bound(p);
}

static uint32_t count(struct parser *p)
{
    uint32_t of, ends[4];
    expect(p, "(");
    of = label(p);
    if (accept(p, ",")) {
        range(p, &ends[0], &ends[1]);
        expect(p, ",");
        range(p, &ends[2], &ends[3]);
    } else {
        ends[0] = ends[2] = add(p, (struct ln_ocl_node){ .kind = LN_OCL_NUMBER });
        ends[1] = ends[3] = add(p, (struct ln_ocl_node){ .kind = LN_OCL_NUMBER, .op = LN_OCL_K });
    }
    expect(p, ")");
    return add(p, (struct ln_ocl_node){ .kind = LN_OCL_COUNT, .a = of, .b = keep_uses(p, ends, 4) });
}

static uint32_t term(struct parser *p)
{
    uint32_t sum = accept(p, "#") ? count(p) : bound(p);
    while (accept(p, "+"))
        sum = both(p, LN_OCL_SUM, sum, accept(p, "#") ? count(p) : bound(p));
    return sum;
}

static uint32_t comparison(struct parser *p)
{
    static const char *const marks[] = { "<=", "<", ">=", ">", "=", "!=" };
    uint32_t left = term(p);
    for (size_t op = 0; op < sizeof marks / sizeof *marks; op++)
        if (accept(p, marks[op])) {
            uint32_t right = term(p);
            return add(p, (struct ln_ocl_node){ .kind = LN_OCL_COMPARE, .op = (uint8_t)op, .a = left, .b = right });
        }
    return expected(p, "<=, <, >=, >, = or !=");
}

/* ---- formulas ---- */

/* NOTHING when the name is no predicate. */
static uint32_t predicate(struct parser *p)
{
    static const char *const names[] = { "Push", "Pop", "Empty", "Pending", "SameValue", "Is" };
    for (size_t op = 0; op < sizeof names / sizeof *names; op++) {
        struct ln_ocl_node node = { .kind = LN_OCL_IS, .op = (uint8_t)op };
        if (!accept(p, names[op]))
            continue;
        expect(p, "(");
        node.a = label(p);
        if (op >= LN_OCL_SAME_VALUE) {
            expect(p, ",");
            node.b = op == LN_OCL_SAME_VALUE ? label(p) : label_text(p);
        }
        expect(p, ")");
        return add(p, node);
    }
    return NOTHING;
}

/* A use of definition d, whose name was just read. */
static uint32_t use(struct parser *p, uint32_t d)
{
    struct ln_ocl_statement made = p->ocl->definitions.at[d];
    uint32_t arguments[2 * LN_OCL_NAMES];
    size_t given = 0;
    p->used_labels = made.most_labels > p->used_labels ? made.most_labels : p->used_labels;
    p->used_bounds = made.most_bounds > p->used_bounds ? made.most_bounds : p->used_bounds;
    p->deepest = p->depth + made.depth > p->deepest ? p->depth + made.depth : p->deepest;
    if (p->deepest > LN_OCL_DEPTH)
        return expected(p, "less nesting");
    expect(p, "(");
    for (uint16_t i = 0; i < made.labels && !p->status; i++) {
        if (i)
            expect(p, ",");
        arguments[given++] = label(p);
    }
    for (uint16_t i = 0; i < made.bounds && !p->status; i++) {
        expect(p, i ? "," : ";");
        arguments[given++] = bound(p);
    }
    expect(p, ")");
    return add(p, (struct ln_ocl_node){
                      .kind = LN_OCL_USE, .a = d, .b = keep_uses(p, arguments, given), .c = (uint32_t)given });
}

static uint32_t quantifier(struct parser *p, enum ln_ocl_kind kind)
{
    struct ln_ocl_node node = { .kind = (uint8_t)kind };
    uint16_t labels = p->label_count, bounds = p->bound_count;
    uint32_t body;
    declare(p, kind == LN_OCL_EXISTS);
    if (p->status)
        return NOTHING;
    if (kind == LN_OCL_EXISTS) {
        node.slot = (uint16_t)(p->label_count - 1);
        if (!descend(p))
            return NOTHING;
        body = accept(p, ",") ? quantifier(p, kind) : (expect(p, ":"), formula(p));
        p->depth--;
    } else {
        node.slot = (uint16_t)(p->bound_count - 1);
        p->bound_count--; /* not in its own range */
        expect(p, "in");
        node.c = bound(p);
        expect(p, "..");
        node.d = bound(p);
        p->bound_count++;
        expect(p, ":");
        body = formula(p);
    }
    node.b = body;
    p->label_count = labels;
    p->bound_count = bounds;
    return add(p, node);
}

static uint32_t named(struct parser *p)
{
    uint32_t found;
    for (uint32_t d = 0; d < p->ocl->definitions.length; d++)
        if (is(p, p->ocl->definitions.at[d].name)) {
            next(p);
            return use(p, d);
        }
    found = predicate(p);
    if (found != NOTHING || p->status)
        return found;
    if (!find_bound(p) && !is(p, "k"))
        return expected(p, "a formula: a predicate, a definition, a comparison, not, exists, some or every");
    return comparison(p);
}

static uint32_t unit(struct parser *p)
{
    uint32_t inner;
    if (p->status)
        return NOTHING;
    if (accept(p, "not")) {
        if (!descend(p))
            return NOTHING;
        inner = unit(p);
        p->depth--;
        return both(p, LN_OCL_NOT, inner, NOTHING);
    }
    if (accept(p, "exists"))
        return quantifier(p, LN_OCL_EXISTS);
    if (accept(p, "some"))
        return quantifier(p, LN_OCL_SOME);
    if (accept(p, "every"))
        return quantifier(p, LN_OCL_EVERY);
    if (accept(p, "(")) {
        inner = formula(p);
        expect(p, ")");
        return inner;
    }
    if (p->token == T_NAME)
        return named(p);
    return p->token == T_NUMBER || is(p, "#") ? comparison(p) : expected(p, "a formula");
}

static uint32_t conjunction(struct parser *p)
{
    uint32_t left = unit(p);
    while (accept(p, "and"))
        left = both(p, LN_OCL_AND, left, unit(p));
    return left;
}

static uint32_t formula(struct parser *p)
{
    uint32_t left;
    if (!descend(p))
        return NOTHING;
    left = conjunction(p);
    while (accept(p, "or"))
        left = both(p, LN_OCL_OR, left, conjunction(p));
    p->depth--;
    return left;
}

/* ---- statements ---- */

static void statement_name(struct parser *p, struct ln_ocl_statement *made)
{
    bool taken = false;
    for (size_t i = 0; i < p->ocl->definitions.length; i++)
        taken |= is(p, p->ocl->definitions.at[i].name);
    for (size_t i = 0; i < p->ocl->violations.length; i++)
        taken |= is(p, p->ocl->violations.at[i].name);
    if (p->token != T_NAME || is_reserved(p) || taken || p->length >= sizeof made->name) {
        expected(p, taken ? "a name that is not taken" : "a name of up to 31 letters");
        return;
    }
    memcpy(made->name, p->start, p->length);
    next(p);
}

static void parameters(struct parser *p, struct ln_ocl_statement *made)
{
    expect(p, "(");
    if (!is(p, ";") && !is(p, ")"))
        do
            declare(p, true);
        while (accept(p, ","));
    if (accept(p, ";"))
        do
            declare(p, false);
        while (accept(p, ","));
    expect(p, ")");
    made->labels = p->label_count;
    made->bounds = p->bound_count;
}

static void statement(struct parser *p, bool definition)
{
    struct ln_ocl_statement made = { .root = NOTHING };
    struct ln_ocl *ocl = p->ocl;
    p->label_count = p->bound_count = 0;
    p->most_labels = p->most_bounds = p->used_labels = p->used_bounds = p->deepest = 0;
    statement_name(p, &made);
    if (definition)
        parameters(p, &made);
    expect(p, "=");
    made.root = formula(p);
    made.own_labels = p->most_labels;
    made.own_bounds = p->most_bounds;
    made.most_labels = p->most_labels + p->used_labels;
    made.most_bounds = p->most_bounds + p->used_bounds;
    made.depth = p->deepest;
    if (made.most_labels > LN_OCL_VARIABLES || made.most_bounds > LN_OCL_VARIABLES)
        expected(p, "fewer variables");
    if (!p->status && !(definition ? ln_vec_push(&ocl->definitions, ocl->memory, made)
                                   : ln_vec_push(&ocl->violations, ocl->memory, made)))
        no_memory(p);
}

static void statements(struct parser *p);

static void include(struct parser *p)
{
    struct parser inner = { .ocl = p->ocl, .error = p->error, .files = p->files + 1 };
    char name[32];
    const char *text = p->token == T_NAME && p->length < sizeof name ? ln_ocl_shipped(p->start, p->length) : NULL;
    if (!text || p->files == MOST_FILES) {
        expected(p, "rv, ev, fv, lv, queue, stack, bag or pool");
        return;
    }
    for (size_t i = 0; i < p->ocl->included.length; i++)
        if (p->ocl->included.at[i] == text) {
            next(p);
            return;
        }
    if (!ln_vec_push(&p->ocl->included, p->ocl->memory, text)) {
        no_memory(p);
        return;
    }
    snprintf(name, sizeof name, "%.*s", (int)p->length, p->start);
    inner.name = name;
    inner.place = (struct ln_blank_place){ text, text + strlen(text), text, 1 };
    statements(&inner);
    p->status = inner.status;
    if (!p->status)
        next(p);
}

/* The labels that the formulas know; with any other nothing can be told. */
static void alphabet(struct parser *p)
{
    do {
        bool any = p->token == T_TEXT && memchr(p->start, '_', p->length) && memchr(p->start, '(', p->length);
        uint32_t text = label_text(p);
        const char *open = p->status ? "" : strchr(p->ocl->texts.at + text, '(');
        p->ocl->any_value |= any && open && strchr(open, '_');
        if (!p->status && !ln_vec_push(&p->ocl->alphabet, p->ocl->memory, text))
            no_memory(p);
    } while (accept(p, ","));
}

/* The one approximation that the formulas are about; with another they may call a violation what is none. */
static void only_k(struct parser *p)
{
    struct ln_ocl *ocl = p->ocl;
    if (p->token != T_NUMBER || p->number > LN_ELEMENTS_MOST_K) {
        expected(p, "0 to 4");
        return;
    }
    if (ocl->for_one_k && ocl->k != (uint32_t)p->number) {
        expected(p, "the k that another statement has");
        return;
    }
    ocl->for_one_k = true;
    ocl->k = (uint32_t)p->number;
    next(p);
}

static void statements(struct parser *p)
{
    next(p);
    while (!p->status && p->token != T_END) {
        if (accept(p, "include"))
            include(p);
        else if (accept(p, "def"))
            statement(p, true);
        else if (accept(p, "violation"))
            statement(p, false);
        else if (accept(p, "labels"))
            alphabet(p);
        else if (accept(p, "k"))
            only_k(p);
        else
            expected(p, "def, violation, labels, k or include");
        expect(p, ";");
    }
}

enum ln_status ln_ocl_parse(struct ln_ocl **out, const char *name, const char *text, size_t length,
                            struct ln_memory *memory, struct ln_error *error)
{
    struct ln_ocl *ocl = ln_take_zeroed(memory, sizeof *ocl);
    struct parser p = { .ocl = ocl, .error = error, .name = name, .place = { text, text + length, text, 1 } };
    *out = NULL;
    if (!ocl)
        return ln_fail(error, LN_NO_MEMORY, "%s: out of memory", name);
    ocl->memory = memory;
    statements(&p);
    if (!p.status && !ocl->violations.length)
        wrong(&p, "no violation", "at least one");
    if (p.status)
        ln_ocl_free(ocl);
    else
        *out = ocl;
    return p.status;
}

void ln_ocl_free(struct ln_ocl *ocl)
{
    if (!ocl)
        return;
    ln_vec_fini(&ocl->nodes, ocl->memory);
    ln_vec_fini(&ocl->uses, ocl->memory);
    ln_vec_fini(&ocl->texts, ocl->memory);
    ln_vec_fini(&ocl->names, ocl->memory);
    ln_vec_fini(&ocl->alphabet, ocl->memory);
    ln_vec_fini(&ocl->definitions, ocl->memory);
    ln_vec_fini(&ocl->violations, ocl->memory);
    ln_vec_fini(&ocl->included, ocl->memory);
    ln_give(ocl->memory, ocl, sizeof *ocl);
}

size_t ln_ocl_count(const struct ln_ocl *ocl)
{
    return ocl->violations.length;
}

const char *ln_ocl_name(const struct ln_ocl *ocl, size_t violation)
{
    return ocl->violations.at[violation].name;
}
