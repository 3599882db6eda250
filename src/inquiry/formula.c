#include "inquiry/formula.h"

#include "format/input.h"

static enum ln_status read_all(const char *path, struct ln_str *text, struct ln_error *error)
{
    struct ln_input *input;
    struct ln_text line;
    bool found = true;
    enum ln_status status = ln_input_open(&input, path, NULL, text->memory, error);
    if (status)
        return status;
    while (!status && found) {
        status = ln_input_line(input, &line, &found, error);
        if (!status && found) {
            ln_str_add(text, line.at, line.length);
            ln_str_char(text, '\n');
        }
    }
    ln_input_close(input);
    return status ? status : text->failed ? ln_fail(error, LN_NO_MEMORY, "%s: out of memory", path) : LN_OK;
}

static void write_facts(const struct ln_grammar_facts *facts, struct ln_str *out)
{
    ln_str_format(out, "%u labels, %u counters; of %llu vectors of up to %u operations %llu are not allowed; ",
                  facts->terminals, facts->counters, (unsigned long long)facts->tried, facts->size,
                  (unsigned long long)facts->forbidden);
    ln_str_format(out, "%u inequalities and %u cases tell all but %llu of these\n", facts->cuts, facts->cases,
                  (unsigned long long)facts->missed);
}

static enum ln_status derive(const struct ln_formula_source *source, struct ln_str *derived, struct ln_str *facts,
                             struct ln_error *error)
{
    const char *grammar = source->grammar, *shipped = ln_grammar_shipped(grammar);
    struct ln_grammar_facts found;
    struct ln_str rules;
    enum ln_status status = LN_OK;
    ln_str_init(&rules, derived->memory);
    if (shipped)
        ln_str_text(&rules, shipped);
    else
        status = read_all(grammar, &rules, error);
    if (!status)
        status = ln_grammar_derive(&(struct ln_grammar_text){ grammar, ln_str_borrow(&rules), rules.length }, source->k,
                                   source->budget, derived, &found, error);
    if (!status)
        write_facts(&found, facts);
    ln_str_fini(&rules);
    return status;
}

static enum ln_status parse(struct ln_ocl **formula, const char *name, const struct ln_str *text,
                            struct ln_error *error)
{
    return ln_ocl_parse(formula, name, ln_str_borrow(text), text->length, text->memory, error);
}

/* Is it about the k that was asked for? If nobody asked, about its own. */
static enum ln_status match_k(const struct ln_ocl *formula, const struct ln_formula_source *source,
                              struct ln_error *error)
{
    uint32_t k;
    if (source->k_is_usual || !ln_ocl_for_one_k(formula, &k) || k == source->k)
        return LN_OK;
    return ln_fail(error, LN_USAGE, "%s: its formulas are for k = %u, and say nothing for k = %u", source->path, k,
                   source->k);
}

enum ln_status ln_formula_load(struct ln_ocl **formula, const struct ln_formula_source *source, struct ln_str *derived,
                               struct ln_str *facts, struct ln_error *error)
{
    struct ln_str text;
    enum ln_status status = LN_OK;
    *formula = NULL;
    ln_str_init(&text, derived->memory);
    if (source->path)
        status = read_all(source->path, &text, error);
    else if (source->grammar)
        status = derive(source, derived, facts, error);
    if (!status && (source->path || source->grammar))
        status = source->path ? parse(formula, source->path, &text, error)
                              : parse(formula, source->grammar, derived, error);
    if (!status && source->path)
        status = match_k(*formula, source, error);
    ln_str_fini(&text);
    return status;
}
