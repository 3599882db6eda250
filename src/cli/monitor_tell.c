#include "cli/monitor_tell.h"

#include "cli/say.h"

#include "finding/earned.h"
#include "report/explain.h"

#include <stdio.h>
#include <string.h>

static void write_event(const struct monitor_stream *stream, const struct ln_history *history, uint32_t operation,
                        struct ln_str *out)
{
    ln_str_format(out, "event %llu", (unsigned long long)ln_monitor_state(stream->watcher).events);
    if (operation == LN_NO_OP)
        return;
    ln_str_text(out, ", the return of ");
    ln_explain_operation(history, operation, out);
}

/* Is it unknown because nothing returned, and for no other reason? */
static bool is_empty(const struct monitor_stream *stream, const struct ln_monitor_state *state)
{
    return state->verdict == LN_UNKNOWN && !stream->returned && !state->declined &&
           ln_budget_why(stream->budget) == LN_STOP_NONE;
}

static void write_text(struct monitor_stream *stream, const struct ln_history *history, const char *id,
                       uint32_t operation, const struct ln_monitor_state *state, struct ln_str *out)
{
    bool empty = is_empty(stream, state);
    struct ln_outcome outcome = { .verdict = state->verdict, .reason = empty ? LN_REASON_EMPTY : LN_REASON_NONE };
    struct ln_judged finding = { .id = id, .history = history, .spec = stream->begun ? &stream->shown : NULL,
                                  .outcome = &outcome };
    ln_str_format(out, "%s: ", ln_verdict_text(state->verdict));
    ln_report_answer(&finding, out);
    if (empty)
        ln_str_char(out, '\n');
    else
        ln_str_format(out, " (%llu operation%s)\n", (unsigned long long)stream->operations,
                  stream->operations == 1 ? "" : "s");
    if (state->verdict == LN_VIOLATED) {
        ln_str_format(out, "  %s: ", state->pattern);
        write_event(stream, history, operation, out);
        ln_str_char(out, '\n');
        ln_monitor_explain(stream->watcher, out);
    } else if (state->declined) {
        ln_str_format(out, "  It gave up: %s.\n", state->declined);
    } else if (state->verdict == LN_UNKNOWN && ln_budget_why(stream->budget) != LN_STOP_NONE) {
        ln_str_format(out, "  It was stopped (%s).\n", ln_reason_text(ln_reason_of(ln_budget_why(stream->budget))));
    } else if (state->verdict == LN_UNKNOWN && !empty) {
        ln_str_format(out, "  Counting with k = %u finds violations only, and found none.\n", stream->options.k);
    }
    if (stream->stats && stream->watcher)
        ln_monitor_statistics(stream->watcher, out);
    if (stream->stats)
        ln_str_format(out, "  %.3f s of CPU, peak memory %.1f MB\n", (double)(ln_cpu_time() - stream->cpu) / 1e9,
                      (double)ln_peak_memory() / 1e6);
}

static enum ln_reason reason_of(const struct monitor_stream *stream, const struct ln_monitor_state *state)
{
    enum ln_stop why = ln_budget_why(stream->budget);
    if (is_empty(stream, state))
        return LN_REASON_EMPTY;
    return why == LN_STOP_NONE ? LN_REASON_METHOD : ln_reason_of(why);
}

static const char *algorithm_of(const struct monitor_stream *stream)
{
    static const char *const names[] = { "counting", "formula", "online" };
    return names[stream->options.by];
}

static void say_violation(struct monitor_stream *stream, const struct ln_history *history, uint32_t operation,
                          const struct ln_monitor_state *state, struct ln_facts *facts)
{
    struct ln_str text;
    ln_str_init(&text, stream->memory);
    ln_facts_text(facts, "pattern", state->pattern);
    if (operation != LN_NO_OP)
        ln_history_write_operation(history, operation, &text);
    ln_facts_bytes(facts, "operation", ln_str_borrow(&text), text.length);
    ln_str_clear(&text);
    ln_monitor_explain(stream->watcher, &text);
    ln_facts_bytes(facts, "explanation", ln_str_borrow(&text), text.length);
    ln_str_fini(&text);
}

static void say_answer(const struct monitor_stream *stream, const struct ln_history *history, const char *id,
                       const struct ln_monitor_state *state, struct ln_facts *facts)
{
    ln_facts_text(facts, "id", id);
    if (stream->begun)
        ln_report_spec(&stream->shown, &history->values, facts);
    ln_facts_verdict(facts, state->verdict, reason_of(stream, state));
    if (state->verdict == LN_HOLDS && !stream->returned) {
        ln_facts_list(facts, "accepted");
        ln_facts_text(facts, NULL, "empty");
        ln_facts_end(facts);
    }
    if (state->declined)
        ln_facts_text(facts, "declined", state->declined);
    ln_report_cut(history, facts);
}

static void write_json(struct monitor_stream *stream, const struct ln_history *history, const char *id,
                       uint32_t operation, const struct ln_monitor_state *state, struct ln_str *out)
{
    struct ln_facts facts;
    ln_facts_init(&facts, stream->memory);
    say_answer(stream, history, id, state, &facts);
    ln_facts_text(&facts, "algorithm", algorithm_of(stream));
    ln_facts_number(&facts, "k", stream->options.k);
    ln_facts_number(&facts, "operations", stream->operations);
    ln_facts_number(&facts, "events", state->events);
    ln_facts_cost(&facts, (double)(ln_cpu_time() - stream->cpu) / 1e9, ln_peak_memory());
    if (state->verdict == LN_VIOLATED)
        say_violation(stream, history, operation, state, &facts);
    ln_facts_json(&facts, out);
    ln_facts_fini(&facts);
}

/* As ln_write_id, but whether more histories follow is not known yet. */
static void write_id(const struct monitor_stream *stream, const struct ln_history *history, struct ln_str *out)
{
    if (history->id.length)
        ln_str_text(out, history->id.at);
    else if (stream->number > 1)
        ln_str_format(out, "%s#%u", stream->path, stream->number);
    else
        ln_str_text(out, stream->path);
}

/* Nothing spoke against it so far, which may not be the end, or be nothing. */
static enum ln_verdict earned(const struct monitor_stream *stream)
{
    struct ln_coverage coverage = { .looked_at = stream->returned + stream->allow_empty,
                                    .stopped = ln_reason_of(ln_budget_why(stream->budget)) };
    enum ln_reason reason;
    return ln_earned(&coverage, &reason);
}

void monitor_tell(struct monitor_stream *stream, const struct ln_history *history, uint32_t operation)
{
    struct ln_monitor_state state = { .verdict = LN_UNKNOWN, .declined = stream->declined };
    uint64_t limit = stream->memory->limit;
    struct ln_str out, id;
    if (stream->watcher)
        state = ln_monitor_state(stream->watcher);
    if (state.verdict == LN_HOLDS || (!stream->watcher && !stream->begun))
        state.verdict = earned(stream);
    stream->any_violated |= state.verdict == LN_VIOLATED;
    stream->any_unknown |= state.verdict == LN_UNKNOWN;
    if (stream->quiet)
        return;
    stream->memory->limit = UINT64_MAX; /* what was found out is told in any case */
    ln_str_init(&out, stream->memory);
    ln_str_init(&id, stream->memory);
    write_id(stream, history, &id);
    (stream->json ? write_json : write_text)(stream, history, ln_str_borrow(&id), operation, &state, &out);
    say(ln_str_borrow(&out));
    fflush(stdout);
    if (state.verdict == LN_HOLDS && !stream->returned)
        complain("linnet: %s: no operation returned\n", ln_str_borrow(&id));
    ln_str_fini(&id);
    ln_str_fini(&out);
    stream->memory->limit = limit;
}
