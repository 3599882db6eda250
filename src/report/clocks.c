/* How far clocks are taken to be off, and how far they would have to be. */
#include "report/clocks.h"

#include <assert.h>
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

void ln_clocks_answer(const struct ln_judged *finding, struct ln_str *out)
{
    bool same;
    int64_t skew = greatest_skew(finding->history, &same);
    if (!skew)
        return;
    ln_str_text(out, finding->outcome->verdict == LN_VIOLATED ? ", even with " : " with ");
    ln_str_text(out, same ? "clocks off by up to " : "some clocks off by up to ");
    ln_write_duration(out, skew, finding->history->unit);
}

static void amount(const struct ln_judged *finding, int64_t skew, struct ln_str *out)
{
    ln_write_duration(out, skew, finding->history->unit);
    ln_str_format(out, " (%lld in the file's unit)", (long long)skew);
}

void ln_clocks_explain(const struct ln_judged *finding, struct ln_str *out)
{
    static const char *const why[] = { "nothing more can be told", "the time ran out",
                                       "the memory ran out",       "it is too large for this method",
                                       "this method cannot tell",  "it was interrupted" };
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
    assert(least->reason < sizeof why / sizeof *why);
    ln_str_format(out, "; then %s.\n", why[least->reason]);
}

/* ---- for programs ---- */

static void each_skew(const struct ln_history *history, struct ln_facts *facts)
{
    struct ln_str name;
    ln_str_init(&name, facts->texts.memory);
    ln_facts_group(facts, "skews");
    for (uint32_t p = 0; p < history->skews.length; p++) {
        ln_str_clear(&name);
        ln_history_write_process(history, p, &name);
        ln_facts_signed(facts, ln_str_borrow(&name), history->skews.at[p]);
    }
    ln_facts_end(facts);
    ln_str_fini(&name);
}

static void applied(const struct ln_history *history, struct ln_facts *facts)
{
    bool same;
    if (!history->skews.length)
        return;
    ln_facts_signed(facts, "skew", greatest_skew(history, &same));
    if (!same)
        each_skew(history, facts);
    ln_facts_text(facts, "skew_unit", ln_unit_name(history->unit));
}

void ln_clocks_facts(const struct ln_judged *finding, struct ln_facts *facts)
{
    const struct ln_min_skew *least = finding->min_skew;
    applied(finding->history, facts);
    if (!least)
        return;
    if (least->none) {
        ln_facts_none(facts, "min_skew");
    } else if (ln_min_skew_is_found(least)) {
        ln_facts_signed(facts, "min_skew", least->at_most);
    } else {
        ln_facts_signed(facts, "min_skew_above", least->above);
        if (least->at_most >= 0)
            ln_facts_signed(facts, "min_skew_at_most", least->at_most);
    }
    ln_facts_text(facts, "min_skew_unit", ln_unit_name(finding->history->unit));
}
