#include "inquiry/watch_finding.h"

#include "finding/earned.h"
#include "inquiry/judge.h"
#include "report/explain.h"

#include <assert.h>
#include <string.h>

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
    finding->verdict = state->verdict;
    finding->reason = state->reason;
    finding->methods = state->methods;
    finding->failure = state->verdict == LN_VIOLATED ? "not linearizable" : NULL;
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

/* ---- a violation ---- */

/* The operations of a piece of which none can be left out; not all of them when they are many. */
static void write_core(const struct ln_history *piece, const struct ln_core *core, struct ln_str *out)
{
    enum { MANY = 8 };
    size_t count = core->ops.length, named = count <= MANY ? count : MANY;
    ln_str_text(out, "  No state that the object may have been in before allows ");
    for (size_t i = 0; i < named; i++) {
        ln_str_text(out, i == 0 ? "" : i + 1 == count ? " and " : ", ");
        ln_explain_operation(piece, core->ops.at[i].operation, out);
    }
    if (named < count)
        ln_str_format(out, " and %zu more", count - named);
    ln_str_text(out, ".\n");
}

static void explain_piece(const struct ln_history *piece, const struct ln_spec *spec,
                          const struct ln_monitor_options *how, struct ln_str *out)
{
    const double seconds = 10;
    struct ln_judged judged = { .id = "piece", .history = piece, .spec = spec };
    struct ln_outcome outcome;
    struct ln_core core;
    struct ln_budget budget;
    struct ln_error error;
    ln_outcome_init(&outcome, out->memory);
    ln_core_init(&core, out->memory);
    ln_budget_init(&budget, out->memory, seconds, how->budget->interrupt);
    if (!ln_judge(&judged, &(struct ln_check_options){ .jobs = 1 }, &budget, &outcome, &core, &error) && judged.core)
        write_core(piece, judged.core, out);
    ln_core_fini(&core);
    ln_outcome_fini(&outcome);
}

/* Is the operation that showed it still there? */
static bool is_known(const struct ln_watch_subject *subject, const struct ln_history *history)
{
    return subject->shown_by != LN_NO_OP && subject->shown_by < history->operations.length;
}

static void write_event(const struct ln_watch_subject *subject, const struct ln_history *history,
                        const struct ln_monitor_state *state, struct ln_str *out)
{
    if (state->pattern)
        ln_str_format(out, "  %s", state->pattern);
    else
        ln_str_format(out, "  piece %llu", (unsigned long long)state->pieces + 1);
    ln_str_format(out, ": event %llu", (unsigned long long)state->events);
    if (is_known(subject, history)) {
        ln_str_text(out, ", the return of ");
        ln_explain_operation(history, subject->shown_by, out);
    }
    ln_str_char(out, '\n');
}

static void say_evidence(const struct ln_watch_subject *subject, const struct ln_history *history,
                         const struct ln_monitor_state *state, const struct ln_str *explanation, struct ln_facts *facts)
{
    struct ln_str text;
    ln_str_init(&text, facts->texts.memory);
    if (state->pattern)
        ln_facts_text(facts, "pattern", state->pattern);
    else
        ln_facts_number(facts, "piece", state->pieces + 1);
    ln_facts_number(facts, "event", state->events);
    if (is_known(subject, history))
        ln_history_write_operation(history, subject->shown_by, &text);
    if (text.length)
        ln_facts_bytes(facts, "operation", ln_str_borrow(&text), text.length);
    if (explanation->length)
        ln_facts_bytes(facts, "explanation", ln_str_borrow(explanation), explanation->length);
    ln_str_fini(&text);
}

static void say_violation(const struct ln_watch_subject *subject, struct ln_monitor *monitor,
                          const struct ln_monitor_options *how, const struct ln_history *history,
                          struct ln_finding *finding)
{
    struct ln_monitor_state state = ln_monitor_state(monitor);
    const struct ln_history *piece;
    const struct ln_spec *spec;
    struct ln_str text;
    assert(state.over && state.verdict == LN_VIOLATED);
    ln_str_init(&text, finding->memory);
    ln_monitor_explain(monitor, &text);
    if (ln_monitor_piece(monitor, &piece, &spec))
        explain_piece(piece, spec, how, &text);
    write_event(subject, history, &state, &finding->words.about);
    ln_str_add(state.pattern ? &finding->words.about : &finding->words.why, ln_str_borrow(&text), text.length);
    say_evidence(subject, history, &state, &text, &finding->evidence);
    ln_str_fini(&text);
}

/* ---- all of it ---- */

static void say_subject(const struct ln_watch_subject *subject, const struct ln_history *history,
                        struct ln_facts *facts)
{
    ln_facts_text(facts, "input", subject->path);
    ln_facts_number(facts, "number", subject->number);
    if (subject->format)
        ln_facts_text(facts, "format", subject->format);
    if (subject->begun)
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
    write_answer(subject, history, &state, finding);
    say_subject(subject, history, &finding->subject);
    say_coverage(how, history, &state, &finding->coverage);
    if (state.verdict == LN_VIOLATED)
        say_violation(subject, monitor, how, history, finding);
    else if (state.verdict == LN_UNKNOWN)
        write_undecided(how, &state, &finding->words.about);
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
