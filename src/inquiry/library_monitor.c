/* The monitor of src/monitor as a sink of the recorder: piece by piece, for it knows every object, and exactly, where
 * the object may be in too many states. As long as one of them goes on, so does the whole. */
#include "linnet/monitor.h"

#include "base/sized.h"
#include "finding/finding.h"
#include "history/public_value.h"
#include "inquiry/judge.h"
#include "inquiry/library_finding.h"
#include "inquiry/pieces.h"
#include "monitor/monitor.h"
#include "report/explain.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PIECE = 50, MOST_ARGUMENTS = 16, FORGET = 4096 };

struct monitor_sink {
    linnet_sink sink; /* first */
    linnet_monitor_options options;
    struct ln_memory memory;
    struct ln_budget budget;   /* no limit: pieces have theirs */
    struct ln_str name;        /* of the object, as the user gave it */
    linnet_finding *finding;   /* what will be told, made while there surely is memory for it */
    struct ln_history history; /* what is open, and some of what was */
    struct ln_spec spec;       /* its parameter is of that */
    struct ln_monitor *monitor;
    bool settled; /* told: nothing more is looked at */
    _Atomic int verdict;
    _Atomic uint64_t operations, waiting, pieces;
};

/* ---- telling ---- */

/* The finding has its verdict. */
static void tell(struct monitor_sink *m)
{
    atomic_store(&m->verdict, (int)m->finding->verdict);
    m->settled = true;
    if (m->options.tell)
        m->options.tell(m->options.context, m->finding);
}

/* About the whole stream. Without memory for all the words there are fewer of them. */
static void settle(struct monitor_sink *m, enum ln_verdict verdict, enum ln_reason reason, const char *answer)
{
    struct ln_finding found;
    ln_finding_init(&found, LN_ENGINE_MONITOR, &m->finding->memory);
    ln_str_text(&found.id, "monitor");
    found.verdict = verdict;
    found.reason = reason;
    found.failure = verdict == LN_VIOLATED ? "not linearizable" : NULL;
    found.methods = ln_monitor_state(m->monitor).methods;
    found.memory_peak = atomic_load(&m->memory.peak);
    ln_str_text(&found.answer, answer);
    m->finding->operations = atomic_load(&m->operations);
    ln_facts_number(&found.coverage, "operations", m->finding->operations);
    ln_library_finding_take(m->finding, &found);
    ln_finding_fini(&found);
    tell(m);
}

static void give_up(struct monitor_sink *m, enum ln_reason reason, const char *why)
{
    char text[1200];
    snprintf(text, sizeof text, "%s; the %llu operations before it are linearizable as %s", why,
             (unsigned long long)atomic_load(&m->operations), ln_str_borrow(&m->name));
    settle(m, LN_UNKNOWN, reason, text);
}

/* Something could not be done that has nothing to do with the object. */
static void give_up_for(struct monitor_sink *m, enum ln_status status, const struct ln_error *error)
{
    give_up(m, status == LN_NO_MEMORY ? LN_REASON_MEMORY : LN_REASON_UNSEEN,
            error->message[0] ? error->message : ln_status_text(status));
}

/* The piece with its core and its picture; false: these cannot be told. */
static bool tell_piece(struct monitor_sink *m, const struct ln_history *piece, const struct ln_spec *spec)
{
    char id[64];
    struct ln_outcome outcome;
    struct ln_core core;
    struct ln_budget budget;
    struct ln_error error = { 0 };
    struct ln_judged judged = { .id = id, .history = piece, .spec = spec };
    struct ln_finding found;
    bool shown;
    snprintf(id, sizeof id, "piece %llu", (unsigned long long)atomic_load(&m->pieces) + 1);
    ln_outcome_init(&outcome, &m->memory);
    ln_core_init(&core, &m->memory);
    ln_budget_init(&budget, &m->memory, m->options.timeout, NULL);
    shown = !ln_judge(&judged, &(struct ln_check_options){ .jobs = 1 }, &budget, &outcome, &core, &error) &&
            outcome.verdict == LN_VIOLATED;
    if (shown) {
        judged.memory = atomic_load(&m->memory.peak);
        ln_finding_init(&found, LN_ENGINE_MONITOR, &m->finding->memory);
        ln_report_judged(&judged, &(struct ln_style){ .width = 80 }, &found);
        ln_library_finding_judged(m->finding, &judged, &found); /* without memory for all, some of it */
        ln_finding_fini(&found);
        tell(m);
    }
    ln_core_fini(&core);
    ln_outcome_fini(&outcome);
    return shown;
}

/* Where the states are not known any more, what the pattern tells has to do. */
static void tell_pattern(struct monitor_sink *m, const char *pattern, uint32_t operation)
{
    struct ln_str text;
    ln_str_init(&text, &m->memory);
    ln_str_format(&text, "not linearizable as %s: %s", ln_str_borrow(&m->name), pattern ? pattern : "a piece");
    if (operation != LN_NO_OP) {
        ln_str_text(&text, ", shown by ");
        ln_explain_operation(&m->history, operation, &text);
    }
    settle(m, LN_VIOLATED, LN_REASON_NONE, ln_str_borrow(&text));
    ln_str_fini(&text);
}

/* For linnet_monitor_look(), at every event. What it reads are numbers, each by itself. */
static struct ln_monitor_state publish(struct monitor_sink *m)
{
    struct ln_monitor_state state = ln_monitor_state(m->monitor);
    assert(state.judged <= state.operations);
    atomic_store_explicit(&m->verdict, (int)state.verdict, memory_order_relaxed);
    atomic_store_explicit(&m->operations, state.judged, memory_order_relaxed);
    atomic_store_explicit(&m->waiting, state.operations - state.judged, memory_order_relaxed);
    atomic_store_explicit(&m->pieces, state.pieces, memory_order_relaxed);
    return state;
}

/* After an event; `operation` is the one that ended, or LN_NO_OP. */
static void look(struct monitor_sink *m, uint32_t operation)
{
    struct ln_monitor_state state = publish(m);
    const struct ln_history *piece;
    const struct ln_spec *spec;
    if (!state.over || m->settled)
        return;
    if (state.verdict != LN_VIOLATED)
        give_up(m, state.reason, state.declined);
    else if (!ln_monitor_piece(m->monitor, &piece, &spec) || !tell_piece(m, piece, spec))
        tell_pattern(m, state.pattern, operation);
}

/* ---- events ---- */

/* The spec's own words are renewed with the table. */
static enum ln_status forget(struct monitor_sink *m, struct ln_error *error)
{
    bool renewed;
    enum ln_status status = ln_history_forget(&m->history, &renewed);
    return status || !renewed ? status : ln_spec_parse(&m->spec, ln_str_borrow(&m->name), &m->history.values, error);
}

static enum ln_status add_call(struct monitor_sink *m, const linnet_event *event, struct ln_error *error)
{
    ln_value args[MOST_ARGUMENTS];
    struct ln_call_text call = { .process = ln_small(event->process),
                                 .key = LN_VALUE_NONE,
                                 .args = args,
                                 .arity = event->count < MOST_ARGUMENTS ? event->count : MOST_ARGUMENTS };
    enum ln_spec_fault fault;
    uint32_t operation;
    enum ln_status status = m->history.operations.length < FORGET ? LN_OK : forget(m, error);
    if (!status)
        status = ln_values_string(&m->history.values, event->f, strlen(event->f), &call.f);
    for (size_t i = 0; i < call.arity && !status; i++)
        status = ln_value_from_public(&m->history.values, &event->values[i], LN_AS_ARGUMENT, &args[i], error);
    if (!status)
        status = ln_history_call(&m->history, &call, &operation, error);
    if (!status)
        status = ln_spec_bind_call(&m->spec, &m->history, operation, &fault, error);
    if (!status)
        status = ln_monitor_call(m->monitor, m->history.operations.at[operation].process, &m->history, operation);
    if (!status)
        look(m, LN_NO_OP);
    return status;
}

static enum ln_status add_return(struct monitor_sink *m, const linnet_event *event, struct ln_error *error)
{
    bool failed = event->values[0].kind == LINNET_KIND_FAILED;
    enum ln_spec_fault fault;
    uint32_t operation, slot;
    ln_value result = LN_VALUE_UNKNOWN;
    enum ln_status status = LN_OK;
    if (!failed)
        status = ln_value_from_public(&m->history.values, &event->values[0], LN_AS_RESULT, &result, error);
    if (!status)
        status = ln_history_return(&m->history, ln_small(event->process), failed ? LN_FAILED : LN_COMPLETED, result,
                                   &operation, error);
    if (status)
        return status;
    slot = m->history.operations.at[operation].process;
    if (!failed)
        status = ln_spec_bind_result(&m->spec, &m->history, operation, &fault, error);
    if (!status)
        status = (failed ? ln_monitor_fail : ln_monitor_return)(m->monitor, slot, &m->history, operation);
    if (!status)
        look(m, operation);
    return status;
}

static linnet_status take_event(linnet_sink *sink, const linnet_event *event)
{
    struct monitor_sink *m = (struct monitor_sink *)(void *)sink;
    struct ln_error error = { 0 };
    enum ln_status status;
    if (m->settled)
        return LINNET_OK;
    status = event->is_return ? add_return(m, event, &error) : add_call(m, event, &error);
    if (status)
        give_up_for(m, status, &error);
    return status == LN_BAD_INPUT ? LINNET_BAD_INPUT : LINNET_OK;
}

/* ---- opening and closing ---- */

static void free_sink(struct monitor_sink *m)
{
    ln_monitor_free(m->monitor);
    if (m->history.memory)
        ln_history_fini(&m->history);
    ln_str_fini(&m->name);
    linnet_finding_free(m->finding);
    free(m);
}

/* What is open now never returned. */
static void tell_end(struct monitor_sink *m)
{
    struct ln_error error = { 0 };
    struct ln_monitor_state state;
    char text[256];
    enum ln_status status = ln_monitor_end(m->monitor);
    if (status)
        give_up_for(m, status, &error);
    else
        look(m, LN_NO_OP);
    if (m->settled)
        return;
    state = ln_monitor_state(m->monitor);
    atomic_store(&m->operations, state.operations);
    snprintf(text, sizeof text, "%llu operations are linearizable as %s", (unsigned long long)state.operations,
             ln_str_borrow(&m->name));
    if (state.verdict == LN_HOLDS)
        settle(m, LN_HOLDS, LN_REASON_NONE, text);
    else
        settle(m, LN_UNKNOWN, state.reason, "nothing was looked at: no operation returned");
}

static linnet_status finish(linnet_sink *sink)
{
    struct monitor_sink *m = (struct monitor_sink *)(void *)sink;
    if (!m->settled)
        tell_end(m);
    free_sink(m);
    return LINNET_OK;
}

static enum ln_status begin(struct monitor_sink *m, struct ln_error *error)
{
    struct ln_monitor_options how = { .ways = LN_METHOD_PIECEWISE | LN_METHOD_EXACT,
                                      .judge = &ln_pieces_by_check,
                                      .piece = m->options.piece,
                                      .piece_timeout = m->options.timeout,
                                      .budget = &m->budget };
    enum ln_status status = ln_history_init(&m->history, &m->memory);
    if (!status)
        status = ln_spec_parse(&m->spec, ln_str_borrow(&m->name), &m->history.values, error);
    if (!status)
        status = ln_monitor_new(&m->monitor, &m->spec, &m->history.values, &how, &m->memory);
    return status == LN_NO_MEMORY ? ln_fail(error, status, "out of memory") : status;
}

static enum ln_status prepare(struct monitor_sink *m, const linnet_monitor_options *options, struct ln_error *error)
{
    const char *wrong = ln_sized_read(&m->options, sizeof m->options, options);
    linnet_monitor_options *wanted = &m->options;
    atomic_store(&m->verdict, (int)LN_UNKNOWN);
    if (!wanted->piece)
        wanted->piece = PIECE;
    if (!wrong && !(wanted->timeout >= 0))
        wrong = "options.timeout is no time";
    if (wanted->timeout == 0)
        wanted->timeout = 10;
    ln_memory_init(&m->memory, wanted->memory ? wanted->memory : UINT64_C(1) << 30);
    ln_budget_init(&m->budget, &m->memory, 0, NULL);
    ln_str_init(&m->name, &m->memory);
    if (wrong || !wanted->spec)
        return ln_fail(error, LN_USAGE, "%s", wrong ? wrong : "nothing says what the object is: options.spec");
    ln_str_text(&m->name, wanted->spec);
    m->finding = ln_library_finding_new();
    if (!m->finding || m->name.failed)
        return ln_fail(error, LN_NO_MEMORY, "out of memory");
    return begin(m, error);
}

linnet_status linnet_monitor_open(linnet_sink **sink, const linnet_monitor_options *options, char *message, size_t room)
{
    struct monitor_sink *m = calloc(1, sizeof *m);
    struct ln_error error = { 0 };
    enum ln_status status = m ? prepare(m, options, &error) : LN_NO_MEMORY;
    *sink = NULL;
    if (status && message && room)
        snprintf(message, room, "%s", error.message[0] ? error.message : ln_status_text(status));
    if (status && m)
        free_sink(m);
    if (status)
        return ln_status_told(status);
    m->sink = (linnet_sink){ take_event, NULL, finish };
    *sink = &m->sink;
    return LINNET_OK;
}

void linnet_monitor_look(const linnet_sink *sink, linnet_monitor_state *state)
{
    const struct monitor_sink *m = (const struct monitor_sink *)(const void *)sink;
    linnet_monitor_state now = { sizeof now, (linnet_verdict)atomic_load(&m->verdict), atomic_load(&m->operations),
                                 atomic_load(&m->waiting), atomic_load(&m->pieces) };
    now.size = state->size;
    memcpy(state, &now, state->size < sizeof now ? state->size : sizeof now);
}
