/* Writing certificates, as verify/certificate.c reads them. */
#include "report/report.h"

static void start(const struct ln_judged *finding, struct ln_facts *facts)
{
    const struct ln_source *source = &finding->source;
    ln_facts_number(facts, "certificate", 1);
    ln_facts_text(facts, "id", finding->id);
    ln_facts_text(facts, "input", source->input);
    ln_facts_number(facts, "number", source->number);
    ln_facts_text(facts, "format", source->format);
    if (source->keyed)
        ln_facts_truth(facts, "keyed", true);
    if (source->skew)
        ln_facts_text(facts, "skew", source->skew);
    ln_facts_text(facts, "digest", source->digest);
    if (source->spec)
        ln_facts_text(facts, "spec", source->spec);
    else if (finding->spec)
        ln_report_spec(finding->spec, &finding->history->values, facts);
    ln_facts_text(facts, "verdict", ln_verdict_text(finding->outcome->verdict));
}

void ln_report_witness(const struct ln_outcome *outcome, struct ln_facts *facts)
{
    ln_facts_numbers(facts, "witness", outcome->order.at, outcome->order.length);
    if (!outcome->stuck.length)
        return;
    ln_facts_list(facts, "stuck");
    for (size_t i = 0; i < outcome->stuck.length; i++) {
        const struct ln_stuck_witness *stuck = &outcome->stuck.at[i];
        ln_facts_group(facts, NULL);
        ln_facts_number(facts, "waits", stuck->pending);
        ln_facts_numbers(facts, "after", stuck->count ? outcome->stuck_orders.at + stuck->start : NULL, stuck->count);
        ln_facts_end(facts);
    }
    ln_facts_end(facts);
}

static void core_operation(const struct ln_judged *finding, const struct ln_operation *placed, uint32_t index,
                           struct ln_facts *facts)
{
    const struct ln_core_op *op = &finding->core->ops.at[index];
    ln_facts_group(facts, NULL);
    ln_report_operation(finding->history, op->operation, facts);
    ln_facts_number(facts, "call", placed->call);
    if (placed->ret == LN_NEVER)
        ln_facts_none(facts, "return");
    else
        ln_facts_number(facts, "return", placed->ret);
    if (op->after != LN_NO_OP)
        ln_facts_number(facts, "after", op->after);
    if (op->optional)
        ln_facts_truth(facts, "optional", true);
    ln_facts_end(facts);
}

static void core_operations(const struct ln_judged *finding, struct ln_facts *facts)
{
    struct ln_core_view view;
    if (ln_core_view_init(&view, finding->history, finding->spec, finding->core))
        facts->texts.failed = true;
    ln_facts_list(facts, "operations");
    for (uint32_t i = 0; i < finding->core->ops.length && !facts->texts.failed; i++)
        core_operation(finding, &view.history.operations.at[i], i, facts);
    ln_facts_end(facts);
    ln_core_view_fini(&view);
}

void ln_report_core(const struct ln_judged *finding, struct ln_facts *facts)
{
    const struct ln_core *core = finding->core;
    core_operations(finding, facts);
    if (core->begin)
        ln_facts_number(facts, "begin", core->begin);
    if (core->end != LN_NEVER)
        ln_facts_number(facts, "end", core->end);
    if (core->stuck != LN_NO_OP)
        ln_facts_number(facts, "stuck", core->stuck);
    if (core->undivided)
        ln_facts_truth(facts, "undivided", true);
    if (core->by_value) {
        ln_facts_list(facts, "values");
        for (size_t i = 0; i < core->values.length; i++)
            ln_facts_value(facts, NULL, &finding->history->values, core->values.at[i]);
        ln_facts_end(facts);
    }
}

void ln_report_certificate(const struct ln_judged *finding, struct ln_str *out)
{
    struct ln_facts facts;
    ln_facts_init(&facts, out->memory);
    start(finding, &facts);
    if (finding->outcome->verdict == LN_HOLDS)
        ln_report_witness(finding->outcome, &facts);
    else {
        ln_facts_group(&facts, "core");
        ln_report_core(finding, &facts);
        ln_facts_end(&facts);
    }
    ln_facts_json(&facts, out);
    ln_facts_fini(&facts);
}
