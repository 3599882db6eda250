/* What shows that a verdict is right, as verify/claim.c reads it. */
#include "report/report.h"

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
    ln_facts_group(facts, "core");
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
    ln_facts_truth(facts, "minimal", finding->core_minimal);
    ln_facts_truth(facts, "confirmed", finding->core_confirmed);
    ln_facts_real(facts, "seconds", finding->core_seconds, 6);
    ln_facts_end(facts);
}
