#include "report/report.h"

#include "report/clocks.h"
#include "report/explain.h"
#include "report/hitting.h"
#include "report/undecided.h"

void ln_report_spec(const struct ln_spec *spec, const struct ln_values *values, struct ln_facts *facts)
{
    struct ln_str text;
    ln_str_init(&text, facts->texts.memory);
    ln_spec_write(spec, values, &text);
    ln_facts_bytes(facts, "spec", ln_str_borrow(&text), text.length);
    ln_str_fini(&text);
}

void ln_report_operation(const struct ln_history *history, uint32_t index, struct ln_facts *facts)
{
    const struct ln_operation *o = &history->operations.at[index];
    struct ln_text name = ln_value_text(&history->values, &o->f);
    ln_facts_number(facts, "operation", index);
    ln_facts_value(facts, "process", &history->values, history->processes.at[o->process]);
    ln_facts_bytes(facts, "f", name.at, name.length);
    if (!ln_same(o->key, LN_VALUE_NONE))
        ln_facts_value(facts, "key", &history->values, o->key);
    ln_facts_list(facts, "args");
    for (uint32_t i = 0; i < o->arity; i++)
        ln_facts_value(facts, NULL, &history->values, history->args.at[o->args + i]);
    ln_facts_end(facts);
    ln_facts_value(facts, "result", &history->values, o->result);
    if (o->line)
        ln_facts_number(facts, "line", o->line);
}

static void place(const struct ln_history *history, const char *name, uint32_t operation, struct ln_facts *facts)
{
    if (operation == LN_NO_OP)
        return;
    ln_facts_group(facts, name);
    ln_report_operation(history, operation, facts);
    ln_facts_end(facts);
}

static void explanation(const struct ln_judged *finding, struct ln_facts *facts)
{
    struct ln_str text;
    ln_str_init(&text, facts->texts.memory);
    ln_explain(finding, &text);
    ln_facts_text(facts, "explanation", ln_str_borrow(&text));
    ln_str_fini(&text);
}

/* What became of the order that the history reports; nothing when it reports none. */
static void hint(const struct ln_hint_use *use, struct ln_facts *facts)
{
    if (!use->used)
        return;
    ln_facts_group(facts, "hint");
    ln_facts_truth(facts, "right", use->right);
    if (use->wrong_at != LN_NO_OP)
        ln_facts_number(facts, "operation", use->wrong_at);
    if (use->against != LN_NO_OP)
        ln_facts_number(facts, "against", use->against);
    if (!use->right) {
        ln_facts_number(facts, "windows", use->windows);
        ln_facts_number(facts, "searched", use->searched);
    }
    ln_facts_end(facts);
}

void ln_report_cut(const struct ln_history *history, struct ln_facts *facts)
{
    static const char *const what[] = { "", "unsure", "event", "told", "operation" };
    if (history->cut == LN_CUT_NONE)
        return;
    ln_facts_group(facts, "cut");
    ln_facts_number(facts, "line", history->cut_line);
    ln_facts_text(facts, "what", what[history->cut]);
    ln_facts_end(facts);
}

static void coverage(const struct ln_judged *finding, struct ln_facts *facts)
{
    const struct ln_history *history = finding->history;
    ln_facts_number(facts, "operations", history->operations.length);
    ln_facts_number(facts, "processes", history->processes.length);
    ln_facts_number(facts, "pending", ln_count_fate(history, LN_PENDING));
    ln_facts_number(facts, "parts", finding->outcome->parts);
    ln_facts_number(facts, "parts_done", finding->outcome->parts_done);
    ln_facts_number(facts, "configurations", finding->outcome->configurations);
}

/* The pattern that was found; else how far an attempt came. */
static void pattern(const struct ln_outcome *outcome, struct ln_facts *facts)
{
    if (outcome->pattern) {
        ln_facts_text(facts, "pattern", outcome->pattern);
        ln_facts_numbers(facts, "suspects", outcome->suspects.at, outcome->suspects.length);
    } else if (outcome->verdict != LN_HOLDS) {
        ln_facts_numbers(facts, "attempt", outcome->order.at, outcome->order.length);
    }
}

/* ---- the parts of a finding ---- */

static void say_subject(const struct ln_judged *judged, struct ln_facts *facts)
{
    const struct ln_source *source = &judged->source;
    if (source->input) {
        ln_facts_text(facts, "input", source->input);
        ln_facts_number(facts, "number", source->number);
    }
    if (source->format)
        ln_facts_text(facts, "format", source->format);
    if (source->keyed)
        ln_facts_truth(facts, "keyed", true);
    if (source->skew)
        ln_facts_text(facts, "skew", source->skew);
    if (source->digest)
        ln_facts_text(facts, "digest", source->digest);
    if (source->spec)
        ln_facts_text(facts, "spec", source->spec);
    else if (judged->spec)
        ln_report_spec(judged->spec, &judged->history->values, facts);
}

static void say_coverage(const struct ln_judged *judged, struct ln_facts *facts)
{
    const struct ln_outcome *outcome = judged->outcome;
    struct ln_undecided undecided;
    coverage(judged, facts);
    ln_hitting_facts(outcome, facts);
    if (outcome->verdict == LN_UNKNOWN && outcome->declined)
        ln_facts_text(facts, "declined", outcome->declined);
    if (judged->accepted_empty) {
        ln_facts_list(facts, "accepted");
        ln_facts_text(facts, NULL, "empty");
        ln_facts_end(facts);
    }
    ln_report_cut(judged->history, facts);
    if (outcome->verdict == LN_UNKNOWN && judged->spec && ln_undecided_find(judged, &undecided, facts->texts.memory))
        ln_undecided_facts(&undecided, facts);
}

void ln_report_evidence(const struct ln_judged *judged, struct ln_facts *facts)
{
    const struct ln_outcome *outcome = judged->outcome;
    if (outcome->verdict == LN_HOLDS)
        ln_report_witness(outcome, facts);
    ln_clocks_facts(judged, facts);
    hint(&outcome->hint, facts);
    place(judged->history, "stopped_at", outcome->stopped_at, facts);
    place(judged->history, "unjustified", outcome->unjustified, facts);
    if (judged->core)
        ln_report_core(judged, facts);
    if (judged->core || outcome->pattern)
        explanation(judged, facts);
    pattern(outcome, facts);
}

void ln_report_parts(const struct ln_judged *judged, struct ln_finding *finding)
{
    say_subject(judged, &finding->subject);
    say_coverage(judged, &finding->coverage);
    ln_report_evidence(judged, &finding->evidence);
}
