/* Writing certificates, as verify/certificate.c reads them. */
#include "report/report.h"

#include <string.h>

static void text(const char *name, const char *value, struct ln_str *out)
{
    ln_str_format(out, ",\"%s\":", name);
    ln_write_json_string(out, value, strlen(value));
}

void ln_report_spec(const struct ln_finding *finding, struct ln_str *out)
{
    struct ln_str spec;
    ln_str_init(&spec, out->memory);
    ln_spec_write(finding->spec, &finding->history->values, &spec);
    ln_write_json_string(out, ln_str_borrow(&spec), spec.length);
    ln_str_fini(&spec);
}

static void start(const struct ln_finding *finding, struct ln_str *out)
{
    const struct ln_source *source = &finding->source;
    ln_str_text(out, "{\"certificate\":1,\"id\":");
    ln_write_json_string(out, finding->id, strlen(finding->id));
    text("input", source->input, out);
    ln_str_format(out, ",\"number\":%u", source->number);
    text("format", source->format, out);
    if (source->keyed)
        ln_str_text(out, ",\"keyed\":true");
    if (source->skew)
        text("skew", source->skew, out);
    text("digest", source->digest, out);
    if (source->spec) {
        text("spec", source->spec, out);
    } else if (finding->spec) {
        ln_str_text(out, ",\"spec\":");
        ln_report_spec(finding, out);
    }
    text("verdict", ln_verdict_text(finding->outcome->verdict), out);
}

static void witness(const struct ln_outcome *outcome, struct ln_str *out)
{
    ln_str_text(out, ",\"witness\":");
    ln_report_list(outcome->order.at, outcome->order.length, out);
    if (outcome->stuck.length)
        ln_str_text(out, ",\"stuck\":[");
    for (size_t i = 0; i < outcome->stuck.length; i++) {
        const struct ln_stuck_witness *stuck = &outcome->stuck.at[i];
        ln_str_format(out, "%s{\"waits\":%u,\"after\":", i ? "," : "", stuck->pending);
        ln_report_list(stuck->count ? outcome->stuck_orders.at + stuck->start : NULL, stuck->count, out);
        ln_str_char(out, '}');
    }
    if (outcome->stuck.length)
        ln_str_char(out, ']');
}

static void core_operation(const struct ln_finding *finding, const struct ln_operation *placed, uint32_t index,
                           struct ln_str *out)
{
    const struct ln_core_op *op = &finding->core->ops.at[index];
    if (index)
        ln_str_char(out, ',');
    ln_report_operation(finding->history, op->operation, out);
    ln_str_format(out, ",\"call\":%u,\"return\":", placed->call);
    if (placed->ret == LN_NEVER)
        ln_str_text(out, "null");
    else
        ln_str_int(out, placed->ret);
    if (op->after != LN_NO_OP)
        ln_str_format(out, ",\"after\":%u", op->after);
    ln_str_text(out, op->optional ? ",\"optional\":true}" : "}");
}

static void core(const struct ln_finding *finding, struct ln_str *out)
{
    const struct ln_core *core = finding->core;
    struct ln_core_view view;
    if (ln_core_view_init(&view, finding->history, finding->spec, core))
        out->failed = true;
    ln_str_text(out, ",\"core\":{\"operations\":[");
    for (uint32_t i = 0; i < core->ops.length && !out->failed; i++)
        core_operation(finding, &view.history.operations.at[i], i, out);
    ln_core_view_fini(&view);
    ln_str_char(out, ']');
    if (core->begin)
        ln_str_format(out, ",\"begin\":%u", core->begin);
    if (core->end != LN_NEVER)
        ln_str_format(out, ",\"end\":%u", core->end);
    if (core->stuck != LN_NO_OP)
        ln_str_format(out, ",\"stuck\":%u", core->stuck);
    if (core->undivided)
        ln_str_text(out, ",\"undivided\":true");
    for (size_t i = 0; i < core->values.length && core->by_value; i++) {
        ln_str_text(out, i ? "," : ",\"values\":[");
        ln_value_write(&finding->history->values, core->values.at[i], out);
    }
    if (core->by_value)
        ln_str_text(out, core->values.length ? "]" : ",\"values\":[]");
    ln_str_char(out, '}');
}

void ln_report_certificate(const struct ln_finding *finding, struct ln_str *out)
{
    start(finding, out);
    if (finding->outcome->verdict == LN_HOLDS)
        witness(finding->outcome, out);
    else
        core(finding, out);
    ln_str_text(out, "}\n");
}
