/* Forged findings, as text.
 *
 *   findings COUNT [SEED]        COUNT histories in all, over every spec and shape
 *
 * The finding of a random history stands. What becomes of it when its JSON is tampered with (items dropped,
 * doubled, exchanged, numbers changed, members put in), and cores that are made up so that they look right, may be
 * refused for any reason, but what is accepted has to be true: brute agrees with the verdict, and a witness is one by
 * its definition. */
#include "check/check.h"
#include "core/find.h"
#include "report/report.h"
#include "support/shapes.h"
#include "verify/claim.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_SPANS = 1024, FORGERIES = 12 };

struct trial {
    const struct shape *shape;
    struct ln_history *history;
    const struct ln_spec *spec;
    struct ln_memory *memory;
    struct ln_rng *rng;
    enum ln_verdict truth;
    uint64_t forged, accepted;
};

static uint32_t below(struct trial *trial, size_t bound)
{
    return bound ? ln_rng_below(trial->rng, (uint32_t)bound) : 0;
}

static void fail(const struct trial *trial, const char *what, const struct ln_str *text)
{
    fprintf(stderr, "%s: %s\n%s\n", trial->shape->spec, what, ln_str_borrow(text));
    print_history(trial->history);
    exit(1);
}

/* ---- JSON as text ---- */

struct span {
    size_t start, end;
    bool member; /* of an object: its name is part of it */
};

/* Every item of a list and every member of an object, outer ones after inner ones. */
static size_t find_spans(const char *text, struct span *spans)
{
    struct span open[64];
    size_t depth = 0, count = 0, start = 0;
    bool object[64] = { false };
    for (size_t i = 0; text[i]; i++) {
        if (text[i] == '"')
            for (i++; text[i] != '"'; i++)
                i += text[i] == '\\';
        if (text[i] == '{' || text[i] == '[') {
            open[depth].start = start;
            object[++depth] = text[i] == '{';
            start = i + 1;
        } else if (text[i] == ',' || text[i] == '}' || text[i] == ']') {
            if (i > start && count < MOST_SPANS)
                spans[count++] = (struct span){ start, i, object[depth] };
            start = i + 1;
            if (text[i] != ',')
                start = open[--depth].start;
        }
    }
    return count;
}

static void replace(struct ln_str *text, size_t start, size_t end, const char *by)
{
    struct ln_str made;
    ln_str_init(&made, text->memory);
    ln_str_add(&made, ln_str_borrow(text), start);
    ln_str_text(&made, by);
    ln_str_text(&made, ln_str_borrow(text) + end);
    ln_str_fini(text);
    *text = made;
}

static char *copy_of(const struct ln_str *text, struct span span)
{
    char *copy = strndup(ln_str_borrow(text) + span.start, span.end - span.start);
    if (!copy)
        exit(1);
    return copy;
}

static void drop(struct ln_str *text, struct span span)
{
    const char *at = ln_str_borrow(text);
    if (at[span.end] == ',')
        span.end++;
    else if (at[span.start - 1] == ',')
        span.start--;
    replace(text, span.start, span.end, "");
}

/* What the one says, the other says; both ways when they do not overlap. */
static void exchange(struct ln_str *text, struct span a, struct span b)
{
    char *first = copy_of(text, a), *second = copy_of(text, b);
    if (a.start > b.start) {
        replace(text, a.start, a.end, second);
        if (b.end <= a.start)
            replace(text, b.start, b.end, first);
    } else {
        replace(text, b.start, b.end, first);
        if (a.end <= b.start)
            replace(text, a.start, a.end, second);
    }
    free(first);
    free(second);
}

static void change_number(struct trial *trial, struct ln_str *text, struct span span)
{
    const char *at = ln_str_borrow(text);
    char number[16];
    if (span.member)
        span.start += strcspn(at + span.start, ":") + 1;
    if (strspn(at + span.start, "0123456789") != span.end - span.start)
        return;
    snprintf(number, sizeof number, "%u", below(trial, 2 * trial->history->operations.length + 1));
    replace(text, span.start, span.end, below(trial, 10) ? number : "null");
}

/* Another member before this one. */
static void put_in(struct trial *trial, struct ln_str *text, struct span span)
{
    static const char *const numbers[] = { "begin", "end", "after", "stuck", "return", "call" };
    static const char *const others[] = { "\"optional\":true,", "\"optional\":false,", "\"undivided\":true,",
                                          "\"values\":[1],",    "\"values\":[],",      "\"nonsense\":[1,{}]," };
    char member[32];
    if (!span.member)
        return;
    if (below(trial, 2))
        snprintf(member, sizeof member, "%s", others[below(trial, sizeof others / sizeof *others)]);
    else
        snprintf(member, sizeof member, "\"%s\":%u,", numbers[below(trial, sizeof numbers / sizeof *numbers)],
                 below(trial, 2 * trial->history->operations.length));
    replace(text, span.start, span.start, member);
}

static void tamper(struct trial *trial, struct ln_str *text)
{
    struct span spans[MOST_SPANS];
    size_t count = find_spans(ln_str_borrow(text), spans);
    struct span span = spans[below(trial, count)], other = spans[below(trial, count)];
    switch (below(trial, 5)) {
    case 0: drop(text, span); break;
    case 1: exchange(text, span, other); break;
    case 2: change_number(trial, text, span); break;
    case 3: put_in(trial, text, span); break;
    case 4: /* what stands beside it, moved */
        if (!span.member && !other.member)
            exchange(text, span, other);
        else
            change_number(trial, text, other);
        break;
    }
}

/* ---- cores that look right ---- */

static bool is_in(struct trial *trial, const struct ln_operation *o, uint32_t begin, uint32_t end)
{
    if (o->fate == LN_FAILED || o->call >= end || (o->ret != LN_NEVER && o->ret < begin))
        return !below(trial, 40);
    return below(trial, 6) > 0;
}

static void make_up_operation(struct trial *trial, uint32_t operation, const uint32_t *index_of, bool required,
                              struct ln_str *text)
{
    const struct ln_operation *o = &trial->history->operations.at[operation];
    ln_str_format(text, "{\"operation\":%u,\"call\":%u", operation, o->call);
    if (o->ret != LN_NEVER && below(trial, 6))
        ln_str_format(text, ",\"return\":%u", o->ret);
    if (o->after != LN_NO_OP && index_of[o->after] && below(trial, 5))
        ln_str_format(text, ",\"after\":%u", index_of[o->after] - 1);
    ln_str_text(text, required == (below(trial, 8) > 0) ? "}" : ",\"optional\":true}");
}

static void make_up_values(struct trial *trial, struct ln_str *text)
{
    bool first = true;
    ln_str_text(text, ",\"values\":[");
    for (uint32_t value = 0; value < 4; value++) {
        if (!below(trial, 2))
            continue;
        ln_str_format(text, "%s%u", first ? "" : ",", value);
        first = false;
    }
    ln_str_char(text, ']');
}

static void make_up(struct trial *trial, const char *digest, struct ln_str *text)
{
    const struct ln_history *history = trial->history;
    size_t count = history->operations.length, events = history->events.length;
    uint32_t index_of[64] = { 0 }, made = 0, begin = below(trial, 2) ? 0 : below(trial, events);
    uint32_t end = below(trial, 2) ? LN_NEVER : 1 + below(trial, events);
    ln_str_text(text,
                "{\"linnet\":\"finding\",\"version\":1,\"engine\":\"check\",\"verdict\":\"violated\",\"coverage\":{},");
    ln_str_format(text, "\"subject\":{\"digest\":\"%s\"},\"evidence\":{\"core\":{\"operations\":[", digest);
    for (uint32_t i = 0; i < count; i++)
        if (is_in(trial, &history->operations.at[i], begin, end))
            index_of[i] = ++made;
    for (uint32_t i = 0; i < count; i++) {
        const struct ln_operation *o = &history->operations.at[i];
        if (!index_of[i])
            continue;
        if (index_of[i] > 1)
            ln_str_char(text, ',');
        make_up_operation(trial, i, index_of, o->call >= begin && o->ret < end, text);
    }
    ln_str_char(text, ']');
    if (begin)
        ln_str_format(text, ",\"begin\":%u", begin);
    if (end != LN_NEVER)
        ln_str_format(text, ",\"end\":%u", end);
    if (history->stuck && below(trial, 2))
        ln_str_format(text, ",\"stuck\":%u", below(trial, count));
    if (!below(trial, 4))
        make_up_values(trial, text);
    ln_str_text(text, below(trial, 5) ? "}}}" : ",\"undivided\":true}}}");
}

/* ---- is what is accepted true? ---- */

static enum ln_status read_back(struct trial *trial, const struct ln_str *text, bool *holds, struct ln_error *error)
{
    struct ln_text line = { ln_str_borrow(text), text->length };
    struct ln_checked checked = { .holds = false };
    enum ln_status status = ln_claim_check(line, trial->history, trial->spec, &checked, error);
    *holds = checked.holds;
    return status;
}

static void check_witness(const struct trial *trial, const struct ln_str *text)
{
    const char *at = strstr(ln_str_borrow(text), "\"witness\":[");
    uint32_t order[64];
    size_t count = 0;
    for (at += strlen("\"witness\":["); *at != ']'; at += *at == ',') {
        char *end;
        order[count++] = (uint32_t)strtoul(at, &end, 10);
        at = end;
    }
    if (!is_linearisation(trial->history, trial->spec, order, count, trial->memory))
        fail(trial, "a wrong witness was accepted", text);
}

static void expect_true(struct trial *trial, const struct ln_str *text)
{
    struct ln_error error = { 0 };
    bool holds;
    enum ln_status status = read_back(trial, text, &holds, &error);
    trial->forged++;
    if (status && ((status != LN_BAD_INPUT && status != LN_STOPPED) || !*error.message))
        fail(trial, *error.message ? error.message : "it is refused without a reason", text);
    if (status)
        return;
    trial->accepted++;
    if (holds != (trial->truth == LN_HOLDS))
        fail(trial, "a wrong verdict was accepted", text);
    if (holds)
        check_witness(trial, text);
}

/* ---- all together ---- */

static void write_line(const struct ln_judged *judged, struct ln_str *text)
{
    struct ln_finding finding;
    ln_finding_init(&finding, LN_ENGINE_CHECK, text->memory);
    ln_report_judged(judged, &(struct ln_style){ .width = 80 }, &finding);
    ln_finding_json(&finding, text);
    ln_finding_fini(&finding);
}

static void write_certificate(struct trial *trial, const char *digest, struct ln_str *text)
{
    struct ln_check_options options = { .algorithm = LN_ALGORITHM_SEARCH, .jobs = 1, .cut_every = 1 };
    struct ln_judged finding = { .id = "drawn", .history = trial->history, .spec = trial->spec };
    struct ln_core_facts facts = { 0 };
    struct ln_outcome outcome;
    struct ln_violation violation = { trial->history, trial->spec, &outcome };
    struct ln_budget budget;
    struct ln_core core;
    struct ln_error error = { 0 };
    ln_outcome_init(&outcome, trial->memory);
    ln_core_init(&core, trial->memory);
    ln_budget_init(&budget, trial->memory, 0, NULL);
    finding.source = (struct ln_source){ .input = "-", .format = "native", .digest = digest, .number = 1 };
    finding.outcome = &outcome;
    if (ln_check(trial->history, trial->spec, &options, &budget, &outcome, &error))
        fail(trial, error.message, text);
    ln_budget_init(&budget, trial->memory, 0, NULL);
    if (outcome.verdict == LN_VIOLATED && (ln_core_find(&violation, &budget, &core, &facts, &error) || !facts.found))
        fail(trial, "it has no core", text);
    finding.core = outcome.verdict == LN_VIOLATED ? &core : NULL;
    write_line(&finding, text);
    ln_core_fini(&core);
    ln_outcome_fini(&outcome);
}

static void check_one(struct trial *trial)
{
    static const char digest[] = "0123456789abcdef0123456789abcdef";
    struct ln_str text, forged;
    struct ln_error error = { 0 };
    bool holds;
    trial->truth = oracle(trial->history, trial->spec, trial->memory);
    ln_str_init(&text, trial->memory);
    write_certificate(trial, digest, &text);
    if (read_back(trial, &text, &holds, &error) || holds != (trial->truth == LN_HOLDS))
        fail(trial, error.message, &text);
    for (unsigned i = 0; i < FORGERIES; i++) {
        ln_str_init(&forged, trial->memory);
        if (i % 2)
            make_up(trial, digest, &forged);
        else
            ln_str_text(&forged, ln_str_borrow(&text));
        for (uint32_t times = i % 2 ? below(trial, 2) : 1 + below(trial, 3); times; times--)
            tamper(trial, &forged);
        expect_true(trial, &forged);
        ln_str_fini(&forged);
    }
    ln_str_fini(&text);
}

static void check_shape(const struct shape *shape, uint64_t count, uint64_t seed)
{
    struct ln_memory memory;
    struct ln_rng rng = { seed };
    struct trial trial = { .shape = shape, .memory = &memory, .rng = &rng };
    ln_memory_init(&memory, UINT64_MAX);
    for (uint64_t i = 0; i < count; i++) {
        struct ln_history history;
        struct ln_spec spec;
        struct ln_values values;
        ln_values_init(&values, &memory);
        shape_draw(shape, &rng, &memory, &values, &spec, &history);
        trial.history = &history;
        trial.spec = &spec;
        if (history.operations.length)
            check_one(&trial);
        ln_history_fini(&history);
        ln_values_fini(&values);
    }
    printf("%-30s %6llu histories, %7llu forgeries, %4.1f %% still true\n", shape->spec, (unsigned long long)count,
           (unsigned long long)trial.forged, 100.0 * (double)trial.accepted / (double)(trial.forged + !trial.forged));
    if (atomic_load(&memory.used)) {
        fprintf(stderr, "%s: %llu bytes are still taken\n", shape->spec, (unsigned long long)atomic_load(&memory.used));
        exit(1);
    }
}

int main(int argc, char **argv)
{
    uint64_t count = argc > 1 ? strtoull(argv[1], NULL, 10) : 20000;
    uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    printf("seed %llu\n", (unsigned long long)seed);
    for (size_t s = 0; s < shape_count; s++)
        check_shape(&shapes[s], count / shape_count + 1, seed + s);
    return 0;
}
