/* How far clocks are taken to be off, and how far they would have to be. */
#include "report/clocks.h"

#include <string.h>

static int64_t greatest_skew(const struct ln_history *history, bool *same)
{
    int64_t greatest = 0;
    *same = true;
    for (size_t p = 0; p < history->skews.length; p++) {
        *same &= history->skews.at[p] == history->skews.at[0];
        greatest = history->skews.at[p] > greatest ? history->skews.at[p] : greatest;
    }
    return greatest;
}

/* ---- text ---- */

void ln_clocks_answer(const struct ln_finding *finding, struct ln_str *out)
{
    bool same;
    int64_t skew = greatest_skew(finding->history, &same);
    if (!skew)
        return;
    ln_str_text(out, finding->outcome->verdict == LN_VIOLATED ? ", even with " : " with ");
    ln_str_text(out, same ? "clocks off by up to " : "some clocks off by up to ");
    ln_write_duration(out, skew, finding->history->unit);
}

static void amount(const struct ln_finding *finding, int64_t skew, struct ln_str *out)
{
    ln_write_duration(out, skew, finding->history->unit);
    ln_str_format(out, " (%lld in the file's unit)", (long long)skew);
}

void ln_clocks_explain(const struct ln_finding *finding, struct ln_str *out)
{
    static const char *const why[] = { "nothing more can be told", "the time ran out", "the memory ran out",
                                       "it is too large for this method", "this method cannot tell",
                                       "it was interrupted" };
    const struct ln_min_skew *least = finding->min_skew;
    if (!least)
        return;
    if (least->none) {
        ln_str_text(out, "  No clock uncertainty explains it: program order alone is violated.\n");
        return;
    }
    if (ln_min_skew_is_found(least)) {
        ln_str_text(out, "  It would be linearizable if clocks were off by up to ");
        amount(finding, least->at_most, out);
        ln_str_text(out, ".\n");
        return;
    }
    ln_str_text(out, least->at_most < 0 ? "  If any clock uncertainty explains it, it is more than "
                                        : "  It would be linearizable if clocks were off by more than ");
    amount(finding, least->above, out);
    if (least->at_most >= 0) {
        ln_str_text(out, ", at most ");
        amount(finding, least->at_most, out);
    }
    ln_str_format(out, "; then %s.\n", why[least->reason]);
}

/* ---- JSON ---- */

static void applied(const struct ln_history *history, struct ln_str *out)
{
    bool same;
    if (!history->skews.length)
        return;
    ln_str_format(out, ",\"skew\":%lld", (long long)greatest_skew(history, &same));
    for (uint32_t p = 0; p < history->skews.length && !same; p++) {
        struct ln_str name;
        ln_str_init(&name, out->memory);
        ln_history_write_process(history, p, &name);
        ln_str_text(out, p ? "," : ",\"skews\":{");
        ln_write_json_string(out, ln_str_borrow(&name), name.length);
        ln_str_format(out, ":%lld", (long long)history->skews.at[p]);
        ln_str_fini(&name);
    }
    ln_str_format(out, "%s,\"skew_unit\":\"%s\"", same ? "" : "}", ln_unit_name(history->unit));
}

void ln_clocks_json(const struct ln_finding *finding, struct ln_str *out)
{
    const struct ln_min_skew *least = finding->min_skew;
    applied(finding->history, out);
    if (!least)
        return;
    if (least->none) {
        ln_str_text(out, ",\"min_skew\":null");
    } else if (ln_min_skew_is_found(least)) {
        ln_str_format(out, ",\"min_skew\":%lld", (long long)least->at_most);
    } else {
        ln_str_format(out, ",\"min_skew_above\":%lld", (long long)least->above);
        if (least->at_most >= 0)
            ln_str_format(out, ",\"min_skew_at_most\":%lld", (long long)least->at_most);
    }
    ln_str_format(out, ",\"min_skew_unit\":\"%s\"", ln_unit_name(finding->history->unit));
}
