#include "inquiry/watch_finding.h"

#include "finding/earned.h"
#include "inquiry/watch_violation.h"
#include "report/report.h"

/* ---- the answer ---- */

/* As ln_write_id, but whether more histories follow is not known yet. */
static void write_id(const struct ln_watch_subject *subject, const struct ln_history *history, struct ln_str *out)
{
    if (history->id.length)
        ln_str_text(out, history->id.at);
    else if (subject->number > 1)
        ln_str_format(out, "%s#%u", subject->path, subject->number);
    else
        ln_str_text(out, subject->path);
}

/* There is nothing that a monitor could have seen. */
static struct ln_monitor_state nothing_seen(const struct ln_watch_subject *subject,
                                            const struct ln_monitor_options *how)
{
    struct ln_coverage coverage = { .allow_empty = how->allow_empty && !subject->begun,
                                    .stopped = subject->declined ? LN_REASON_METHOD
                                                                 : ln_reason_of(ln_budget_why(how->budget)) };
    struct ln_monitor_state state = { .over = true, .declined = subject->declined, .methods = LN_METHOD_EMPTY };
    state.verdict = ln_earned(&coverage, &state.reason);
    return state;
}

static void write_answer(const struct ln_watch_subject *subject, const struct ln_history *history,
                         const struct ln_monitor_state *state, struct ln_finding *finding)
{
    struct ln_outcome outcome = { .verdict = state->verdict, .reason = state->reason };
    struct ln_judged judged = { .id = ln_str_borrow(&finding->id),
                                .history = history,
                                .spec = subject->begun ? &subject->spec : NULL,
                                .outcome = &outcome };
    ln_report_answer(&judged, &finding->answer);
    if (state->reason != LN_REASON_EMPTY)
        ln_str_format(&finding->answer, " (%llu operation%s)", (unsigned long long)state->operations,
                      state->operations == 1 ? "" : "s");
}

/* ---- what was looked at ---- */

static void say_coverage(const struct ln_monitor_options *how, const struct ln_history *history,
                         const struct ln_monitor_state *state, struct ln_facts *facts)
{
    ln_facts_number(facts, "operations", state->operations);
    ln_facts_number(facts, "events", state->events);
    if (state->methods & (LN_METHOD_COUNTING | LN_METHOD_FORMULA))
        ln_facts_number(facts, "k", how->k);
    if (state->methods & LN_METHOD_COUNTING)
        ln_facts_number(facts, "watch", how->most_watched);
    if (state->methods & LN_METHOD_PIECEWISE)
        ln_facts_number(facts, "pieces", state->pieces);
    if (state->declined)
        ln_facts_text(facts, "declined", state->declined);
    if (state->verdict == LN_HOLDS && !state->returned) {
        ln_facts_list(facts, "accepted");
        ln_facts_text(facts, NULL, "empty");
        ln_facts_end(facts);
    }
    ln_report_cut(history, facts);
}

static void write_undecided(const struct ln_monitor_options *how, const struct ln_monitor_state *state,
                            struct ln_str *out)
{
    if (state->declined)
        ln_str_format(out, "  It gave up: %s.\n", state->declined);
    else if (state->reason == LN_REASON_METHOD)
        ln_str_format(out, "  Counting with k = %u finds violations only, and found none.\n", how->k);
    else if (state->reason != LN_REASON_EMPTY)
        ln_str_format(out, "  It was stopped (%s).\n", ln_reason_text(state->reason));
}

/* ---- all of it ---- */

/* Of an object whose parameter is a long value only the history that is shown knows which. */
static void say_subject(const struct ln_watch_subject *subject, const struct ln_history *history,
                        struct ln_finding *finding)
{
    struct ln_facts *facts = &finding->subject;
    ln_facts_text(facts, "input", subject->path);
    ln_facts_number(facts, "number", subject->number);
    if (subject->format)
        ln_facts_text(facts, "format", subject->format);
    if (subject->own)
        ln_facts_text(facts, "spec", subject->own);
    else if (finding->spec.length)
        ln_facts_bytes(facts, "spec", ln_str_borrow(&finding->spec), finding->spec.length);
    else if (subject->begun)
        ln_report_spec(&subject->spec, &history->values, facts);
}

void ln_watch_finding(const struct ln_watch_subject *subject, struct ln_monitor *monitor,
                      const struct ln_monitor_options *how, const struct ln_history *history,
                      struct ln_finding *finding)
{
    const struct ln_history nothing = { .memory = finding->memory };
    struct ln_monitor_state state = monitor ? ln_monitor_state(monitor) : nothing_seen(subject, how);
    if (!history)
        history = &nothing;
    write_id(subject, history, &finding->id);
    finding->verdict = state.verdict;
    finding->reason = state.reason;
    finding->methods = state.methods;
    say_coverage(how, history, &state, &finding->coverage);
    if (state.verdict == LN_VIOLATED)
        ln_watch_violation(subject, monitor, how, history, finding);
    else if (state.verdict == LN_UNKNOWN)
        write_undecided(how, &state, &finding->words.about);
    if (!finding->answer.length) /* a history that is shown brings its own */
        write_answer(subject, history, &state, finding);
    say_subject(subject, history, finding);
    finding->seconds = (double)(ln_cpu_time() - subject->cpu) / 1e9;
    finding->memory_peak = ln_peak_memory();
}

void ln_watch_statistics(const struct ln_monitor *monitor, struct ln_finding *finding)
{
    if (monitor)
        ln_monitor_statistics(monitor, &finding->words.after);
    ln_str_format(&finding->words.after, "  %.3f s of CPU, peak memory %.1f MB\n", finding->seconds,
                  (double)finding->memory_peak / 1e6);
}
