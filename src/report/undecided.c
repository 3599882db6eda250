#include "report/undecided.h"

#include "report/explain.h"
#include "spec/parts.h"

#include <math.h>

/* The operations of the part that are called before the place where it stopped and have not returned. */
static void look(const struct ln_judged *finding, const uint32_t *part_of, struct ln_undecided *undecided)
{
    const struct ln_history *history = finding->history;
    uint32_t stopped_at = finding->outcome->stopped_at, place = history->operations.at[stopped_at].ret;
    bool whole = finding->outcome->parts == 1;
    for (uint32_t i = 0; i < history->operations.length; i++) {
        const struct ln_operation *o = &history->operations.at[i];
        if (o->fate == LN_FAILED || (!whole && part_of[i] != part_of[stopped_at]))
            continue;
        undecided->events += 1U + (o->fate == LN_COMPLETED);
        undecided->certain += (o->call < place) + (size_t)(o->ret < place);
        if (o->call > place || o->ret < place)
            continue;
        undecided->open++;
        if (o->fate != LN_PENDING)
            continue;
        if (undecided->pending < LN_UNDECIDED_NAMED)
            undecided->named[undecided->pending] = i;
        undecided->pending++;
    }
}

bool ln_undecided_find(const struct ln_judged *finding, struct ln_undecided *undecided, struct ln_memory *memory)
{
    const struct ln_outcome *outcome = finding->outcome;
    size_t bytes = finding->history->operations.length * sizeof(uint32_t);
    uint32_t *part_of, parts;
    bool found = false;
    *undecided = (struct ln_undecided){ 0 };
    if (outcome->stopped_at == LN_NO_OP)
        return false;
    part_of = ln_take(memory, bytes);
    if (part_of && !ln_spec_parts(finding->spec, finding->history, memory, part_of, &parts)) {
        look(finding, part_of, undecided);
        undecided->late = (double)outcome->to_furthest / (double)(outcome->configurations + !outcome->configurations);
        found = true;
    }
    ln_give(memory, part_of, bytes);
    return found;
}

static void write_advice(const struct ln_judged *finding, const struct ln_undecided *undecided, struct ln_str *out)
{
    const double moving = 0.8;
    enum ln_reason reason = finding->outcome->reason;
    const char *what = reason == LN_REASON_MEMORY ? "memory" : "time";
    double times = (double)undecided->events / (double)(undecided->certain + 1);
    if (reason != LN_REASON_TIME && reason != LN_REASON_MEMORY && reason != LN_REASON_INTERRUPTED)
        return;
    if (undecided->late >= moving) {
        ln_str_format(out, "It was still getting further: about %.0f times the %s would go through at this pace.\n",
                      ceil(times < 2 ? 2 : times), what);
        return;
    }
    ln_str_format(out, "The last %.0f %% of the work brought it no further. ", 100 * (1 - undecided->late));
    ln_str_format(out,
                  undecided->pending ? "Knowing how those ended would help more than %s.\n"
                                     : "Histories with fewer operations open at once would help more than %s.\n",
                  what);
}

void ln_undecided_write(const struct ln_judged *finding, const struct ln_undecided *undecided, struct ln_str *out)
{
    const struct ln_history *history = finding->history;
    size_t named = undecided->pending < LN_UNDECIDED_NAMED ? undecided->pending : LN_UNDECIDED_NAMED;
    ln_str_text(out, "What is certain: all that happened before the return of ");
    ln_explain_operation(history, finding->outcome->stopped_at, out);
    ln_str_format(out, ", %.0f %% of %s, is linearizable.\n",
                  floor(100 * (double)undecided->certain / (double)(undecided->events + !undecided->events)),
                  finding->outcome->parts > 1 ? "its part" : "it");
    ln_str_format(out, "There %zu operation%s open at once", undecided->open, undecided->open == 1 ? " is" : "s are");
    if (undecided->pending)
        ln_str_format(out, ", %zu of which never returned%s", undecided->pending,
                      undecided->pending > named ? ", such as" : ":");
    for (size_t i = 0; i < named; i++) {
        ln_str_text(out, i ? ", " : " ");
        ln_explain_operation(history, undecided->named[i], out);
    }
    ln_str_text(out, ".\n");
    write_advice(finding, undecided, out);
}

void ln_undecided_facts(const struct ln_undecided *undecided, struct ln_facts *facts)
{
    ln_facts_group(facts, "certain");
    ln_facts_number(facts, "events", undecided->certain);
    ln_facts_number(facts, "of", undecided->events);
    ln_facts_end(facts);
    ln_facts_group(facts, "open");
    ln_facts_number(facts, "operations", undecided->open);
    ln_facts_number(facts, "pending", undecided->pending);
    ln_facts_end(facts);
    ln_facts_real(facts, "furthest_after", undecided->late, 3);
}
