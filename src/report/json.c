#include "report/report.h"

#include <string.h>

static void field(struct ln_str *out, const char *name, const char *text)
{
    ln_str_format(out, ",\"%s\":", name);
    ln_write_json_string(out, text, strlen(text));
}

static void list(struct ln_str *out, const uint32_t *operations, size_t count)
{
    ln_str_char(out, '[');
    for (size_t i = 0; i < count; i++) {
        if (i)
            ln_str_char(out, ',');
        ln_str_int(out, operations[i]);
    }
    ln_str_char(out, ']');
}

static void start(const struct ln_finding *finding, struct ln_str *out)
{
    ln_str_text(out, "{\"id\":");
    ln_write_json_string(out, finding->id, strlen(finding->id));
    if (finding->spec) {
        struct ln_str spec;
        ln_str_init(&spec, out->memory);
        ln_spec_write(finding->spec, &finding->history->values, &spec);
        field(out, "spec", ln_str_borrow(&spec));
        ln_str_fini(&spec);
    }
}

static void operation(const struct ln_history *history, uint32_t index, struct ln_str *out)
{
    const struct ln_operation *o = &history->operations.at[index];
    struct ln_text name = ln_value_text(&history->values, &o->f);
    ln_str_format(out, "{\"operation\":%u,\"process\":", index);
    ln_value_write(&history->values, history->processes.at[o->process], out);
    ln_str_text(out, ",\"f\":");
    ln_write_json_string(out, name.at, name.length);
    if (!ln_same(o->key, LN_VALUE_NONE)) {
        ln_str_text(out, ",\"key\":");
        ln_value_write(&history->values, o->key, out);
    }
    ln_str_text(out, ",\"args\":[");
    for (uint32_t i = 0; i < o->arity; i++) {
        if (i)
            ln_str_char(out, ',');
        ln_value_write(&history->values, history->args.at[o->args + i], out);
    }
    ln_str_text(out, "],\"result\":");
    ln_value_write(&history->values, o->result, out);
    if (o->line)
        ln_str_format(out, ",\"line\":%u", o->line);
    ln_str_char(out, '}');
}

void ln_report_json(const struct ln_finding *finding, struct ln_str *out)
{
    const struct ln_outcome *outcome = finding->outcome;
    const struct ln_history *history = finding->history;
    start(finding, out);
    field(out, "verdict", ln_verdict_text(outcome->verdict));
    if (outcome->verdict == LN_UNKNOWN)
        field(out, "reason", ln_reason_text(outcome->reason));
    field(out, "algorithm", outcome->algorithm);
    ln_str_format(out, ",\"operations\":%zu,\"processes\":%zu,\"pending\":%zu,\"parts\":%u,\"parts_done\":%u",
                  history->operations.length, history->processes.length, ln_count_fate(history, LN_PENDING),
                  outcome->parts, outcome->parts_done);
    ln_str_format(out, ",\"configurations\":%llu,\"seconds\":%.6f,\"memory\":%llu",
                  (unsigned long long)outcome->configurations, finding->seconds, (unsigned long long)finding->memory);
    if (outcome->stopped_at != LN_NO_OP) {
        ln_str_text(out, ",\"stopped_at\":");
        operation(history, outcome->stopped_at, out);
    }
    if (outcome->unjustified != LN_NO_OP) {
        ln_str_text(out, ",\"unjustified\":");
        operation(history, outcome->unjustified, out);
    }
    if (outcome->verdict != LN_HOLDS) {
        ln_str_text(out, ",\"attempt\":");
        list(out, outcome->order.at, outcome->order.length);
    }
    ln_str_text(out, "}\n");
}

void ln_report_witness(const struct ln_finding *finding, struct ln_str *out)
{
    const struct ln_outcome *outcome = finding->outcome;
    start(finding, out);
    ln_str_text(out, ",\"witness\":");
    list(out, outcome->order.at, outcome->order.length);
    if (outcome->stuck.length)
        ln_str_text(out, ",\"stuck\":[");
    for (size_t i = 0; i < outcome->stuck.length; i++) {
        const struct ln_stuck_witness *stuck = &outcome->stuck.at[i];
        ln_str_format(out, "%s{\"waits\":%u,\"after\":", i ? "," : "", stuck->pending);
        list(out, stuck->count ? outcome->stuck_orders.at + stuck->start : NULL, stuck->count);
        ln_str_char(out, '}');
    }
    ln_str_text(out, outcome->stuck.length ? "]}\n" : "}\n");
}
