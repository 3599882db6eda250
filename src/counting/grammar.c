/* From a grammar's system to inequalities and cases: see counting/grammar.h. */
#include "base/module.h"
#include "counting/grammar_system.h"

#include <assert.h>
#include <string.h>

enum { STATES = LN_GRAMMAR_STATES, PLACES = 512, SMALL = 4, LARGEST_CUT = 64 };

/* What a case says of a counter. */
enum { ANY, ZERO, EXACTLY, AT_LEAST };
struct condition {
    uint8_t kind, number;
};

struct deriving {
    struct ln_memory *memory;
    struct ln_grammar_system system;
    struct ln_solver *whole, *dual;
    ln_variable *factors;     /* of the dual: one for each row */
    LN_VEC(int64_t) cut_rows; /* counter_count + 1 for each cut: the constant last */
    uint32_t cut_count;
    LN_VEC(struct condition) case_rows; /* counter_count for each case */
    uint32_t case_count;
    bool words[1 + 8 + 64 + 512 + 4096]; /* which short words are in the language */
    struct ln_grammar_facts *facts;
    struct ln_budget *budget;
    bool failed, stopped;
};

/* ---- the whole system, for the solver ---- */

/* What is used hangs together: each triple that is used starts, or is needed by one with a smaller depth. */
static void connect(struct deriving *d, uint32_t name, uint32_t from, uint32_t to, const ln_variable *depths)
{
    struct ln_summand sums[2 * PLACES], when[PLACES];
    struct ln_linear facts[2 * PLACES], used = { when, 0, 0, LN_IS_POSITIVE };
    size_t lengths[PLACES], alternatives = 0, count = 0, summands = 0;
    uint32_t mine = (name * STATES + from) * STATES + to;
    assert(from <= to && to <= d->system.k);
    for (size_t u = 0; u < d->system.uses.length && used.count < PLACES; u++)
        if (ln_grammar_makes(&d->system, &d->system.uses.at[u], name, from, to))
            when[used.count++] = (struct ln_summand){ d->system.uses.at[u].variable, 1 };
    if (name == 0 && from == 0) {
        sums[summands] = (struct ln_summand){ d->system.starts[to], 1 };
        facts[count++] = (struct ln_linear){ &sums[summands++], 1, 0, LN_IS_POSITIVE };
        lengths[alternatives++] = 1;
    }
    for (size_t u = 0; u < d->system.uses.length; u++) {
        const struct ln_grammar_use *use = &d->system.uses.at[u];
        uint32_t above = (d->system.grammar->rules.at[use->rule].name * STATES + use->from) * STATES + use->to;
        if (!ln_grammar_needs(&d->system, use, name, from, to) || above == mine)
            continue;
        if (alternatives == PLACES || summands + 3 > 2 * PLACES || count + 2 > 2 * PLACES)
            return; /* too many: left open, which allows more, never less */
        sums[summands] = (struct ln_summand){ use->variable, 1 };
        facts[count++] = (struct ln_linear){ &sums[summands++], 1, 0, LN_IS_POSITIVE };
        sums[summands] = (struct ln_summand){ depths[mine], 1 };
        sums[summands + 1] = (struct ln_summand){ depths[above], -1 };
        facts[count++] = (struct ln_linear){ &sums[summands], 2, 0, LN_IS_POSITIVE };
        summands += 2;
        lengths[alternatives++] = 2;
    }
    ln_solver_add_choice(d->whole, &used, facts, lengths, alternatives);
}

static void pose_whole(struct deriving *d)
{
    ln_variable depths[LN_GRAMMAR_NAMES * STATES * STATES];
    for (uint32_t v = 0; v < d->system.variables; v++)
        ln_solver_variable(d->whole, false);
    for (size_t r = 0; r < d->system.rows.length; r++) {
        const struct ln_grammar_row *row = &d->system.rows.at[r];
        ln_solver_add(d->whole, &(struct ln_linear){ d->system.summands.at + row->start, row->count, row->constant,
                                                     row->equation ? LN_IS_ZERO : LN_IS_NOT_NEGATIVE });
    }
    for (uint32_t i = 0; i < d->system.grammar->names * STATES * STATES; i++)
        depths[i] = ln_solver_variable(d->whole, false);
    for (uint32_t name = 0; name < d->system.grammar->names; name++)
        for (uint32_t from = 0; from <= d->system.k; from++)
            for (uint32_t to = from; to <= d->system.k; to++)
                connect(d, name, from, to, depths);
}

/* ---- cuts ---- */

static const struct ln_summand *summands_of(const struct deriving *d, size_t r)
{
    return d->system.summands.at + d->system.rows.at[r].start;
}

/* A factor for each row, not negative for inequalities, such that no other variable than the counters has a positive
 * factor in the sum of the rows: then the rest of the sum, which is about counters, is never negative. */
static bool pose_dual(struct deriving *d)
{
    struct ln_summand *column = ln_take(d->memory, (d->system.rows.length + 1) * sizeof *column);
    if (!column)
        return false;
    for (size_t r = 0; r < d->system.rows.length; r++)
        d->factors[r] = ln_solver_variable(d->dual, d->system.rows.at[r].equation);
    for (uint32_t v = d->system.counter_count; v < d->system.variables; v++) {
        size_t count = 0;
        for (size_t r = 0; r < d->system.rows.length; r++) {
            const struct ln_summand *summands = summands_of(d, r);
            for (size_t i = 0; i < d->system.rows.at[r].count; i++)
                if (summands[i].variable == v)
                    column[count++] = (struct ln_summand){ d->factors[r], -summands[i].factor };
        }
        assert(count <= d->system.rows.length);
        ln_solver_add(d->dual, &(struct ln_linear){ column, count, 0, LN_IS_NOT_NEGATIVE });
    }
    ln_give(d->memory, column, (d->system.rows.length + 1) * sizeof *column);
    return true;
}

static int64_t in_row(const struct deriving *d, size_t r, const uint8_t *vector)
{
    const struct ln_grammar_row *row = &d->system.rows.at[r];
    const struct ln_summand *summands = summands_of(d, r);
    int64_t sum = row->constant;
    for (size_t i = 0; i < row->count; i++)
        if (summands[i].variable < d->system.counter_count)
            sum += summands[i].factor * vector[summands[i].variable];
    return sum;
}

static int64_t common(int64_t a, int64_t b)
{
    while (b) {
        int64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a < 0 ? -a : a;
}

/* The factors of the counters, as integers without a common divisor; the constant last. */
static bool read_cut(struct deriving *d, int64_t *cut)
{
    int64_t scale = 1, divisor = 0, over, under;
    for (size_t r = 0; r < d->system.rows.length; r++) {
        if (!ln_solver_value(d->dual, d->factors[r], &over, &under) || under > 1000)
            return false;
        scale *= under / common(scale, under);
        if (scale > 1000000)
            return false;
    }
    memset(cut, 0, (d->system.counter_count + 1) * sizeof *cut);
    for (size_t r = 0; r < d->system.rows.length; r++) {
        const struct ln_grammar_row *row = &d->system.rows.at[r];
        const struct ln_summand *summands = summands_of(d, r);
        if (!ln_solver_value(d->dual, d->factors[r], &over, &under))
            return false;
        over *= scale / under;
        cut[d->system.counter_count] += over * row->constant;
        for (size_t i = 0; i < row->count; i++)
            if (summands[i].variable < d->system.counter_count)
                cut[summands[i].variable] += over * summands[i].factor;
    }
    for (uint32_t c = 0; c <= d->system.counter_count; c++)
        divisor = common(divisor, cut[c]);
    for (uint32_t c = 0; c <= d->system.counter_count && divisor; c++) {
        cut[c] /= divisor;
        if (cut[c] > LARGEST_CUT || cut[c] < -LARGEST_CUT)
            return false;
    }
    return divisor != 0;
}

/* Does the whole system, integers and all, imply it? */
static bool is_proved(struct deriving *d, const int64_t *cut)
{
    struct ln_summand sum[LN_GRAMMAR_COUNTERS];
    enum ln_answer answer;
    for (uint32_t c = 0; c < d->system.counter_count; c++)
        sum[c] = (struct ln_summand){ c, -cut[c] };
    ln_solver_push(d->whole);
    ln_solver_add(d->whole,
                  &(struct ln_linear){ sum, d->system.counter_count, -cut[d->system.counter_count], LN_IS_POSITIVE });
    answer = ln_solver_solve(d->whole);
    ln_solver_pop(d->whole);
    return answer == LN_UNSOLVABLE;
}

/* A cut that the vector fails. */
static bool find_cut(struct deriving *d, const uint8_t *vector, int64_t *cut)
{
    struct ln_summand sum[1024];
    bool found = false;
    size_t count = 0;
    for (size_t r = 0; r < d->system.rows.length && count < sizeof sum / sizeof *sum; r++) {
        int64_t here = in_row(d, r, vector);
        if (here)
            sum[count++] = (struct ln_summand){ d->factors[r], here };
    }
    ln_solver_push(d->dual);
    ln_solver_add(d->dual, &(struct ln_linear){ sum, count, 1, LN_IS_ZERO });
    if (ln_solver_solve(d->dual) == LN_SOLVED)
        found = read_cut(d, cut);
    ln_solver_pop(d->dual);
    return found && is_proved(d, cut);
}

/* ---- cases: what no inequality tells apart ---- */

/* Does the whole system exclude it? */
static bool is_excluded(struct deriving *d, const struct condition *conditions)
{
    enum ln_answer answer;
    ln_solver_push(d->whole);
    for (uint32_t c = 0; c < d->system.counter_count; c++) {
        struct ln_summand one = { c, 1 };
        enum ln_relation relation = conditions[c].kind == AT_LEAST ? LN_IS_NOT_NEGATIVE : LN_IS_ZERO;
        if (conditions[c].kind != ANY)
            ln_solver_add(d->whole, &(struct ln_linear){ &one, 1, -(int64_t)conditions[c].number, relation });
    }
    answer = ln_solver_solve(d->whole);
    ln_solver_pop(d->whole);
    return answer == LN_UNSOLVABLE;
}

/* Says less of the counters that it says `from` of, as long as it stays excluded. */
static void relax(struct deriving *d, struct condition *conditions, uint8_t from, uint8_t to)
{
    for (uint32_t c = 0; c < d->system.counter_count; c++) {
        if (conditions[c].kind != from)
            continue;
        conditions[c].kind = to;
        if (!is_excluded(d, conditions))
            conditions[c].kind = from;
    }
}

/* The vector as a case, made as general as it can be. */
static bool find_case(struct deriving *d, const uint8_t *vector)
{
    struct condition conditions[LN_GRAMMAR_COUNTERS];
    for (uint32_t c = 0; c < d->system.counter_count; c++)
        conditions[c] = (struct condition){ vector[c] ? EXACTLY : ZERO, vector[c] };
    if (!is_excluded(d, conditions))
        return false;
    relax(d, conditions, EXACTLY, AT_LEAST);
    relax(d, conditions, ZERO, ANY);
    relax(d, conditions, AT_LEAST, ANY);
    for (uint32_t c = 0; c < d->system.counter_count; c++)
        d->failed |= !ln_vec_push(&d->case_rows, d->memory, conditions[c]);
    d->case_count++;
    assert(d->failed || d->case_rows.length == (size_t)d->case_count * d->system.counter_count);
    return true;
}

static bool is_case(const struct deriving *d, const struct condition *conditions, const uint8_t *vector)
{
    for (uint32_t c = 0; c < d->system.counter_count; c++)
        if (conditions[c].kind != ANY &&
            (conditions[c].kind == AT_LEAST ? vector[c] < conditions[c].number : vector[c] != conditions[c].number))
            return false;
    return true;
}

static bool is_cut_off(const struct deriving *d, const uint8_t *vector)
{
    uint32_t width = d->system.counter_count + 1;
    for (uint32_t i = 0; i < d->cut_count; i++) {
        const int64_t *cut = d->cut_rows.at + (size_t)i * width;
        int64_t sum = cut[d->system.counter_count];
        for (uint32_t c = 0; c < d->system.counter_count; c++)
            sum += cut[c] * vector[c];
        if (sum < 0)
            return true;
    }
    for (uint32_t i = 0; i < d->case_count; i++)
        if (is_case(d, d->case_rows.at + (size_t)i * d->system.counter_count, vector))
            return true;
    return false;
}

/* ---- small vectors ---- */

static size_t word_number(const struct deriving *d, const uint8_t *word, size_t length)
{
    size_t number = 0, first = 0, of_length = 1;
    assert(length <= SMALL);
    for (size_t i = 0; i < length; i++) {
        number = number * d->system.grammar->terminals.length + word[i];
        first += of_length;
        of_length *= d->system.grammar->terminals.length;
    }
    assert(first + number < sizeof d->words / sizeof *d->words);
    return first + number;
}

static void recognise_words(struct deriving *d)
{
    size_t terminals = d->system.grammar->terminals.length;
    for (size_t length = 0, count = 1; length <= SMALL; length++, count *= terminals)
        for (size_t n = 0; n < count; n++) {
            uint8_t word[SMALL];
            for (size_t i = length, left = n; i > 0; i--, left /= terminals)
                word[i - 1] = (uint8_t)(left % terminals);
            d->words[word_number(d, word, length)] = ln_grammar_has(d->system.grammar, word, length);
        }
}

/* Is there an order in which the operations that are left, but for pending ones, make it a word of the language? */
static bool is_allowed(const struct deriving *d, uint8_t *left, uint8_t *word, size_t length, uint32_t at)
{
    bool done = true;
    for (uint32_t c = 0; c < d->system.counter_count && done; c++)
        done = !left[c] || d->system.counters[c].pending;
    if (done && d->words[word_number(d, word, length)])
        return true;
    for (uint32_t c = 0; c < d->system.counter_count; c++) {
        const struct ln_grammar_counter *counter = &d->system.counters[c];
        uint32_t here = counter->first > at ? counter->first : at;
        if (!left[c] || here > counter->last)
            continue;
        left[c]--;
        for (uint32_t t = 0; t < d->system.grammar->terminals.length; t++) {
            word[length] = (uint8_t)t;
            if (ln_grammar_may_be(&d->system, counter, t) && is_allowed(d, left, word, length + 1, here)) {
                left[c]++;
                return true;
            }
        }
        left[c]++;
    }
    return false;
}

static void look_at(struct deriving *d, uint8_t *vector)
{
    uint8_t word[SMALL + 1];
    int64_t cut[LN_GRAMMAR_COUNTERS + 1];
    d->facts->tried++;
    if (is_cut_off(d, vector)) {
        d->facts->forbidden++;
        return;
    }
    if (is_allowed(d, vector, word, 0, 0))
        return;
    d->facts->forbidden++;
    if (!find_cut(d, vector, cut)) {
        d->facts->missed += !find_case(d, vector);
        return;
    }
    for (uint32_t c = 0; c <= d->system.counter_count; c++)
        d->failed |= !ln_vec_push(&d->cut_rows, d->memory, cut[c]);
    d->cut_count++;
    assert(d->failed || d->cut_rows.length == (size_t)d->cut_count * (d->system.counter_count + 1));
}

static void look_at_all(struct deriving *d, uint8_t *vector, uint32_t from, uint32_t left)
{
    d->stopped |= ln_budget_look(d->budget);
    if (!left && !d->stopped)
        look_at(d, vector);
    for (uint32_t c = from; c < d->system.counter_count && left && !d->failed && !d->stopped; c++) {
        assert(vector[c] < SMALL);
        vector[c]++;
        look_at_all(d, vector, c, left - 1);
        vector[c]--;
    }
}

/* ---- the formula ---- */

static void write_counter(const struct deriving *d, uint32_t c, struct ln_str *out)
{
    const struct ln_grammar_counter *counter = &d->system.counters[c];
    const struct ln_terminal *terminal = &d->system.grammar->terminals.at[counter->terminal];
    ln_str_format(out, "#(\"%s%s\", %u, %u)", counter->pending ? terminal->call : terminal->label,
                  counter->pending ? " pending" : "", counter->first, counter->last);
}

static void write_side(const struct deriving *d, const int64_t *cut, int64_t sign, struct ln_str *out)
{
    bool any = false;
    for (uint32_t c = 0; c < d->system.counter_count; c++)
        for (int64_t i = 0; i < sign * cut[c]; i++) {
            ln_str_text(out, any ? " + " : "");
            write_counter(d, c, out);
            any = true;
        }
    if (!any || sign * cut[d->system.counter_count] > 0)
        ln_str_format(out, "%s%lld", any ? " + " : "",
                      (long long)(sign * cut[d->system.counter_count] > 0 ? sign * cut[d->system.counter_count] : 0));
}

static void write_case(const struct deriving *d, const struct condition *conditions, struct ln_str *out)
{
    const char *between = "";
    for (uint32_t c = 0; c < d->system.counter_count; c++) {
        if (conditions[c].kind == ANY)
            continue;
        ln_str_text(out, between);
        write_counter(d, c, out);
        ln_str_format(out, " %s %u", conditions[c].kind == AT_LEAST ? ">=" : "=", conditions[c].number);
        between = " and\n    ";
    }
}

static void write_formula(const struct deriving *d, const char *name, struct ln_str *out)
{
    ln_str_format(out, "// Derived from the grammar %s.\nk %u;\nlabels ", name, d->system.k);
    for (size_t t = 0; t < d->system.grammar->terminals.length; t++)
        ln_str_format(out, "%s\"%s\"", t ? ", " : "", d->system.grammar->terminals.at[t].label);
    ln_str_text(out, ";\n");
    for (uint32_t i = 0; i < d->cut_count; i++) {
        const int64_t *cut = d->cut_rows.at + (size_t)i * (d->system.counter_count + 1);
        ln_str_format(out, "violation cut_%u = ", i + 1);
        write_side(d, cut, 1, out);
        ln_str_text(out, "\n    < ");
        write_side(d, cut, -1, out);
        ln_str_text(out, ";\n");
    }
    for (uint32_t i = 0; i < d->case_count; i++) {
        ln_str_format(out, "violation case_%u = ", i + 1);
        write_case(d, d->case_rows.at + (size_t)i * d->system.counter_count, out);
        ln_str_text(out, ";\n");
    }
}

/* ---- all of it ---- */

static enum ln_status cut_all(struct deriving *d)
{
    uint8_t vector[LN_GRAMMAR_COUNTERS] = { 0 };
    d->factors = ln_take_zeroed(d->memory, (d->system.rows.length + 1) * sizeof *d->factors);
    if (!d->factors || !d->whole || !d->dual || !pose_dual(d))
        return LN_NO_MEMORY;
    pose_whole(d);
    recognise_words(d);
    d->facts->size = d->system.counter_count <= 20 ? SMALL : SMALL - 1;
    for (uint32_t size = 0; size <= d->facts->size; size++)
        look_at_all(d, vector, 0, size);
    if (d->failed || ln_solver_failed(d->whole) || ln_solver_failed(d->dual))
        return LN_NO_MEMORY;
    return d->stopped ? LN_STOPPED : LN_OK;
}

static enum ln_status derive(const struct ln_grammar_text *text, uint32_t k, struct ln_budget *budget,
                             struct ln_str *formula, struct ln_grammar_facts *facts, struct ln_error *error)
{
    const char *name = text->name;
    struct ln_memory *memory = formula->memory;
    struct ln_grammar grammar;
    struct deriving *d;
    enum ln_status status = ln_grammar_parse(&grammar, name, text->at, text->length, memory, error);
    if (status)
        return status;
    *facts = (struct ln_grammar_facts){ 0 };
    d = ln_take_zeroed(memory, sizeof *d);
    if (!d) {
        ln_grammar_fini(&grammar);
        return ln_fail(error, LN_NO_MEMORY, "%s: out of memory", name);
    }
    d->memory = memory;
    d->facts = facts;
    d->budget = budget;
    d->whole = ln_solver_new(true);
    d->dual = ln_solver_new(false);
    status = ln_grammar_system_init(&d->system, &grammar, k, memory) ? cut_all(d) : LN_NO_MEMORY;
    facts->terminals = (uint32_t)grammar.terminals.length;
    facts->counters = d->system.counter_count;
    facts->cuts = d->cut_count;
    facts->cases = d->case_count;
    if (!status)
        write_formula(d, name, formula);
    if (status == LN_STOPPED)
        status = ln_fail(error, status, "%s: %s before its formulas were derived", name,
                         ln_budget_why(budget) == LN_STOP_TIME     ? "the time was up"
                         : ln_budget_why(budget) == LN_STOP_MEMORY ? "the memory was used up"
                                                                   : "interrupted");
    else if (status || formula->failed)
        status = ln_fail(error, LN_NO_MEMORY, "%s: out of memory", name);
    ln_solver_free(d->whole);
    ln_solver_free(d->dual);
    ln_give(memory, d->factors, d->factors ? (d->system.rows.length + 1) * sizeof *d->factors : 0);
    ln_vec_fini(&d->cut_rows, memory);
    ln_vec_fini(&d->case_rows, memory);
    ln_grammar_system_fini(&d->system);
    ln_give(memory, d, sizeof *d);
    ln_grammar_fini(&grammar);
    return status;
}

static const struct ln_grammar_module interface = { derive };

extern const struct ln_module linnet_module;
__attribute__((visibility("default"))) const struct ln_module linnet_module = { LINNET_VERSION, &interface };
