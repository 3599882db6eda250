#include "report/report.h"

#include "report/explain.h"
#include "report/hitting.h"
#include "report/undecided.h"

#include "report/clocks.h"

#include <string.h>

static void field(struct ln_str *out, const char *name, const char *text)
{
    ln_str_format(out, ",\"%s\":", name);
    ln_write_json_string(out, text, strlen(text));
}

void ln_report_list(const uint32_t *numbers, size_t count, struct ln_str *out)
{
    ln_str_char(out, '[');
    for (size_t i = 0; i < count; i++) {
        if (i)
            ln_str_char(out, ',');
        ln_str_int(out, numbers[i]);
    }
    ln_str_char(out, ']');
}

static void start(const struct ln_finding *finding, struct ln_str *out)
{
    ln_str_text(out, "{\"id\":");
    ln_write_json_string(out, finding->id, strlen(finding->id));
    if (finding->spec) {
        ln_str_text(out, ",\"spec\":");
        ln_report_spec(finding, out);
    }
}

static void core(const struct ln_finding *finding, struct ln_str *out)
{
    ln_str_text(out, ",\"core\":{\"operations\":[");
    for (size_t i = 0; i < finding->core->ops.length; i++) {
        if (i)
            ln_str_char(out, ',');
        ln_str_int(out, finding->core->ops.at[i].operation);
    }
    ln_str_format(out, "],\"minimal\":%s,\"confirmed\":%s,\"seconds\":%.6f}", finding->core_minimal ? "true" : "false",
                  finding->core_confirmed ? "true" : "false", finding->core_seconds);
}

void ln_report_operation(const struct ln_history *history, uint32_t index, struct ln_str *out)
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
}

static void explanation(const struct ln_finding *finding, struct ln_str *out)
{
    struct ln_str text;
    ln_str_init(&text, out->memory);
    ln_explain(finding, &text);
    field(out, "explanation", ln_str_borrow(&text));
    ln_str_fini(&text);
}

/* What became of the order that the history reports; nothing when it reports none. */
static void hint(const struct ln_hint_use *use, struct ln_str *out)
{
    if (!use->used)
        return;
    ln_str_format(out, ",\"hint\":{\"right\":%s", use->right ? "true" : "false");
    if (use->wrong_at != LN_NO_OP)
        ln_str_format(out, ",\"operation\":%u", use->wrong_at);
    if (use->against != LN_NO_OP)
        ln_str_format(out, ",\"against\":%u", use->against);
    if (!use->right)
        ln_str_format(out, ",\"windows\":%u,\"searched\":%llu", use->windows, (unsigned long long)use->searched);
    ln_str_char(out, '}');
}

static void pattern(const struct ln_outcome *outcome, struct ln_str *out)
{
    field(out, "pattern", outcome->pattern);
    ln_str_text(out, ",\"suspects\":");
    ln_report_list(outcome->suspects.at, outcome->suspects.length, out);
}

void ln_report_cut(const struct ln_history *history, struct ln_str *out)
{
    static const char *const what[] = { "", "unsure", "event", "told", "operation" };
    if (history->cut != LN_CUT_NONE)
        ln_str_format(out, ",\"cut\":{\"line\":%u,\"what\":\"%s\"}", history->cut_line, what[history->cut]);
}

void ln_report_json(const struct ln_finding *finding, struct ln_str *out)
{
    const struct ln_outcome *outcome = finding->outcome;
    const struct ln_history *history = finding->history;
    struct ln_undecided undecided;
    start(finding, out);
    field(out, "verdict", ln_verdict_text(outcome->verdict));
    if (outcome->verdict == LN_UNKNOWN)
        field(out, "reason", ln_reason_text(outcome->reason));
    if (outcome->verdict == LN_UNKNOWN && outcome->declined)
        field(out, "declined", outcome->declined);
    if (finding->accepted_empty)
        ln_str_text(out, ",\"accepted\":[\"empty\"]");
    ln_report_cut(history, out);
    field(out, "algorithm", ln_method_names(outcome->methods).at);
    ln_str_format(out, ",\"operations\":%zu,\"processes\":%zu,\"pending\":%zu,\"parts\":%u,\"parts_done\":%u",
                  history->operations.length, history->processes.length, ln_count_fate(history, LN_PENDING),
                  outcome->parts, outcome->parts_done);
    ln_str_format(out, ",\"configurations\":%llu,\"seconds\":%.6f,\"memory\":%llu",
                  (unsigned long long)outcome->configurations, finding->seconds, (unsigned long long)finding->memory);
    ln_hitting_json(outcome, out);
    ln_clocks_json(finding, out);
    hint(&outcome->hint, out);
    if (outcome->stopped_at != LN_NO_OP) {
        ln_str_text(out, ",\"stopped_at\":");
        ln_report_operation(history, outcome->stopped_at, out);
        ln_str_char(out, '}');
    }
    if (outcome->unjustified != LN_NO_OP) {
        ln_str_text(out, ",\"unjustified\":");
        ln_report_operation(history, outcome->unjustified, out);
        ln_str_char(out, '}');
    }
    if (finding->core)
        core(finding, out);
    if (finding->core || outcome->pattern)
        explanation(finding, out);
    if (outcome->verdict == LN_UNKNOWN && finding->spec && ln_undecided_find(finding, &undecided, out->memory))
        ln_undecided_json(&undecided, out);
    if (outcome->pattern)
        pattern(outcome, out);
    else if (outcome->verdict != LN_HOLDS) {
        ln_str_text(out, ",\"attempt\":");
        ln_report_list(outcome->order.at, outcome->order.length, out);
    }
    ln_str_text(out, "}\n");
}
