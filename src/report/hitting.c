#include "report/hitting.h"

void ln_hitting_write(const struct ln_outcome *outcome, struct ln_str *out)
{
    const struct ln_hitting_use *use = &outcome->hitting;
    bool holds = outcome->verdict == LN_HOLDS;
    if (!use->depth) {
        ln_str_text(out, "not all schedules of depth 1 were tried");
        return;
    }
    ln_str_format(out, "%sdepth %u", holds ? "" : "no witness up to ", use->depth);
    if (use->counted)
        ln_str_format(out, ", %llu schedule%s%s", (unsigned long long)use->schedules, use->schedules == 1 ? "" : "s",
                      holds ? "" : " tried");
    else if (outcome->reason == LN_REASON_METHOD)
        ln_str_text(out, ", more schedules tried than can be counted");
}

void ln_hitting_facts(const struct ln_outcome *outcome, struct ln_facts *facts)
{
    const struct ln_hitting_use *use = &outcome->hitting;
    if (!use->used || outcome->declined)
        return;
    ln_facts_number(facts, outcome->verdict == LN_HOLDS ? "min_d" : "depth", use->depth);
    if (outcome->verdict == LN_VIOLATED)
        return;
    if (use->counted)
        ln_facts_number(facts, "schedules", use->schedules);
    else
        ln_facts_none(facts, "schedules");
}
