/* What a minimal core says: each precedence that is left in it is needed. So the explanation is the result that cannot
 * be, that of the last operation to return, and those precedences, the ones that concern it first. */
#include "report/explain.h"

#include "report/letters.h"
#include "report/pattern.h"

#include <string.h>

enum { MOST_REASONS = 3, MOST_NAMED = 4, WIDEST = 60 };

struct explaining {
    const struct ln_judged *finding;
    struct ln_str *out;
    uint32_t culprit; /* index into the core's operations */
    uint32_t named;   /* operations named so far get a short form the next time: bits */
};

/* ---- operations ---- */

static void write_call(const struct ln_history *history, uint32_t operation, struct ln_str *out)
{
    struct ln_str text;
    ln_str_init(&text, out->memory);
    ln_history_write_operation(history, operation, &text);
    ln_str_char(out, '`');
    ln_letters_write(out, ln_str_borrow(&text), text.length, WIDEST, "...");
    ln_str_char(out, '`');
    ln_str_fini(&text);
}

void ln_explain_operation(const struct ln_history *history, uint32_t operation, struct ln_str *out)
{
    const struct ln_operation *o = &history->operations.at[operation];
    write_call(history, operation, out);
    ln_str_text(out, " (process ");
    ln_history_write_process(history, o->process, out);
    if (o->line)
        ln_str_format(out, ", line %u", o->line);
    ln_str_char(out, ')');
}

/* In full the first time. */
static void name(struct explaining *e, uint32_t index)
{
    uint32_t bit = index < 32 ? UINT32_C(1) << index : 0, operation = e->finding->core->ops.at[index].operation;
    if (e->named & bit)
        write_call(e->finding->history, operation, e->out);
    else
        ln_explain_operation(e->finding->history, operation, e->out);
    e->named |= bit;
}

/* ---- reasons ---- */

struct reason {
    uint32_t before, after; /* indexes into the core's operations: the first had finished when the second began */
};

/* Where returns are followed by calls, each of those precedes each of these. */
static size_t collect(const struct ln_core *core, uint32_t culprit, bool about_culprit, struct reason *reasons,
                      size_t count, size_t *all)
{
    for (size_t border = 1; border < core->events.length; border++) {
        if (!ln_event_is_return(core->events.at[border - 1]) || ln_event_is_return(core->events.at[border]))
            continue;
        for (size_t r = border; r-- > 0 && ln_event_is_return(core->events.at[r]);)
            for (size_t c = border; c < core->events.length && !ln_event_is_return(core->events.at[c]); c++) {
                struct reason reason = { ln_event_operation(core->events.at[r]),
                                         ln_event_operation(core->events.at[c]) };
                if ((reason.before == culprit || reason.after == culprit) != about_culprit)
                    continue;
                ++*all;
                if (count < MOST_REASONS)
                    reasons[count++] = reason;
            }
    }
    return count;
}

static void write_reason(struct explaining *e, const struct reason *reason)
{
    if (reason->after == e->culprit) {
        ln_str_text(e->out, "it began after ");
        name(e, reason->before);
        ln_str_text(e->out, " had finished");
        return;
    }
    if (reason->before == e->culprit)
        ln_str_text(e->out, "it");
    else
        name(e, reason->before);
    ln_str_text(e->out, " had finished before ");
    name(e, reason->after);
    ln_str_text(e->out, " began");
}

static void write_reasons(struct explaining *e, const struct reason *reasons, size_t count, size_t all)
{
    name(e, e->culprit);
    ln_str_text(e->out, " cannot be: ");
    for (size_t i = 0; i < count; i++) {
        if (i)
            ln_str_text(e->out, i + 1 == count && all == count ? ", and " : ", ");
        write_reason(e, &reasons[i]);
    }
    if (all > count)
        ln_str_format(e->out, ", and %zu more like that", all - count);
}

/* ---- without reasons ---- */

/* An operation that speaks of the same value and was called too late to help, or LN_NO_OP. */
static uint32_t too_late(const struct ln_judged *finding, uint32_t culprit)
{
    const struct ln_history *history = finding->history;
    const struct ln_operation *operations = history->operations.at;
    ln_value result = operations[culprit].result;
    for (uint32_t i = 0; i < history->operations.length; i++) {
        const struct ln_operation *o = &operations[i];
        struct ln_invocation in = ln_invocation_of(history, i);
        if (o->call < operations[culprit].ret || o->fate == LN_FAILED || ln_invocation_reads(finding->spec, &in) ||
            !ln_same(o->key, operations[culprit].key))
            continue;
        for (uint32_t a = 0; a < o->arity; a++)
            if (ln_same(history->args.at[o->args + a], result))
                return i;
    }
    return LN_NO_OP;
}

static void write_alone(struct explaining *e)
{
    uint32_t operation = e->finding->core->ops.at[e->culprit].operation, late = too_late(e->finding, operation);
    name(e, e->culprit);
    if (late == LN_NO_OP) {
        ln_str_text(e->out, " cannot be: nothing that was called before it returned makes it possible");
        return;
    }
    ln_str_text(e->out, " cannot be: it had returned when ");
    ln_explain_operation(e->finding->history, late, e->out);
    ln_str_text(e->out, " was called");
}

static void write_together(struct explaining *e)
{
    const struct ln_core *core = e->finding->core;
    size_t all = core->ops.length;
    for (uint32_t i = 0; i < all && i < MOST_NAMED; i++) {
        if (i)
            ln_str_text(e->out, i + 1 == all ? " and " : ", ");
        name(e, i);
    }
    if (all > MOST_NAMED)
        ln_str_format(e->out, " and %zu more", all - MOST_NAMED);
    ln_str_text(e->out, all == 2 ? " cannot both be" : " cannot all be");
    ln_str_text(e->out, ", whichever came first");
}

static void write_stuck(struct explaining *e)
{
    ln_explain_operation(e->finding->history, e->finding->core->stuck, e->out);
    ln_str_text(e->out, " waits for ever, and need not");
}

/* ---- all together ---- */

static bool find_culprit(const struct ln_core *core, uint32_t *culprit)
{
    for (size_t e = core->events.length; e-- > 0;) {
        *culprit = ln_event_operation(core->events.at[e]);
        if (ln_event_is_return(core->events.at[e]) && !core->ops.at[*culprit].optional)
            return true;
    }
    return false;
}

/* What is wrong with the zones of a register's values is said best by the few operations that show it. */
static bool is_told_by_core(const struct ln_judged *finding)
{
    const char *pattern = finding->outcome->pattern;
    return finding->core && finding->spec->class->discipline == LN_DISCIPLINE_CELL && pattern &&
           strcmp(pattern, "BP1") != 0;
}

void ln_explain(const struct ln_judged *finding, struct ln_str *out)
{
    const struct ln_core *core = finding->core;
    struct explaining e = { .finding = finding, .out = out };
    struct reason reasons[MOST_REASONS];
    size_t count, all = 0, start = out->length;
    if (!is_told_by_core(finding))
        ln_explain_pattern(finding->history, finding->spec, finding->outcome, out);
    if (out->length > start || !core)
        return;
    if (core->stuck != LN_NO_OP || !find_culprit(core, &e.culprit)) {
        write_stuck(&e);
        return;
    }
    count = collect(core, e.culprit, true, reasons, 0, &all);
    count = collect(core, e.culprit, false, reasons, count, &all);
    if (count)
        write_reasons(&e, reasons, count, all);
    else if (core->ops.length == 1)
        write_alone(&e);
    else
        write_together(&e);
}
