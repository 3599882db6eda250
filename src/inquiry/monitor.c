/* Two monitors at once. One judges pieces between quiescent points (monitor/piecewise.h): it knows every object, and gives up
 * when the object may be in too many states. The other looks for patterns, return after return (monitor/exact.h): it
 * knows some objects only, and gives up when values repeat. As long as one of them goes on, so does the whole. */
#include "linnet/monitor.h"

#include "base/sized.h"
#include "finding/finding.h"
#include "history/public_value.h"
#include "inquiry/judge.h"
#include "inquiry/library_finding.h"
#include "monitor/piecewise.h"
#include "monitor/exact.h"
#include "report/explain.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PIECE = 50, MOST_ARGUMENTS = 16 };

struct monitor {
    linnet_sink sink; /* first */
    linnet_monitor_options options;
    struct ln_memory memory;
    struct ln_str name;        /* of the object, as the user gave it */
    linnet_finding *finding;   /* what will be told, made while there surely is memory for it */
    struct ln_piecewise *carry;
    bool carrying;             /* it has not given up */
    struct ln_exact *online;  /* NULL: there is none, or it has */
    uint32_t first;            /* the ticket of the piece's first operation */
    struct ln_spec spec;
    struct ln_history piece;
    bool building;  /* there is a piece */
    bool settled;   /* told: nothing more is looked at */
    bool returned;  /* an operation did, so that something was looked at */
    size_t open;    /* operations that have not returned */
    _Atomic int verdict;
    _Atomic uint64_t operations, waiting, pieces;
};

static void end_piece(struct monitor *monitor)
{
    if (!monitor->building)
        return;
    monitor->first += (uint32_t)monitor->piece.operations.length;
    ln_piecewise_swap_values(monitor->carry, &monitor->piece);
    ln_history_fini(&monitor->piece);
    monitor->building = false;
}

static enum ln_status begin_piece(struct monitor *monitor)
{
    enum ln_status status = ln_history_init(&monitor->piece, &monitor->memory);
    if (status)
        return status;
    ln_piecewise_swap_values(monitor->carry, &monitor->piece);
    monitor->building = true;
    return LN_OK;
}

/* ---- telling ---- */

/* The finding has its verdict. */
static void tell(struct monitor *monitor)
{
    atomic_store(&monitor->verdict, (int)monitor->finding->verdict);
    monitor->settled = true;
    if (monitor->options.tell)
        monitor->options.tell(monitor->options.context, monitor->finding);
}

/* About the whole stream. Without memory for all the words there are fewer of them. */
static void settle(struct monitor *monitor, enum ln_verdict verdict, enum ln_reason reason, const char *answer)
{
    struct ln_finding found;
    ln_finding_init(&found, LN_ENGINE_MONITOR, &monitor->finding->memory);
    ln_str_text(&found.id, "monitor");
    found.verdict = verdict;
    found.reason = reason;
    found.methods = monitor->carrying ? LN_METHOD_PIECEWISE : LN_METHOD_EXACT;
    found.memory_peak = atomic_load(&monitor->memory.peak);
    ln_str_text(&found.answer, answer);
    monitor->finding->operations = atomic_load(&monitor->operations);
    ln_facts_number(&found.coverage, "operations", monitor->finding->operations);
    ln_library_finding_take(monitor->finding, &found);
    ln_finding_fini(&found);
    tell(monitor);
}

static void give_up(struct monitor *monitor, enum ln_reason reason, const char *why)
{
    char text[1200];
    snprintf(text, sizeof text, "%s; the %llu operations before it are linearizable as %s", why,
             (unsigned long long)atomic_load(&monitor->operations), ln_str_borrow(&monitor->name));
    settle(monitor, LN_UNKNOWN, reason, text);
}

/* Something could not be done that has nothing to do with the object. */
static void give_up_for(struct monitor *monitor, enum ln_status status, const struct ln_error *error)
{
    give_up(monitor, status == LN_NO_MEMORY ? LN_REASON_MEMORY : LN_REASON_UNSEEN,
            error->message[0] ? error->message : ln_status_text(status));
}

/* The whole way of a violation: its core, its picture. Pending operations make it the way of the last piece, too. */
static void judge_piece(struct monitor *monitor)
{
    char id[64];
    struct ln_outcome outcome;
    struct ln_core core;
    struct ln_budget budget;
    struct ln_error error = { 0 };
    /* A piece may be of operations that never return; what counts is whether any did. */
    const struct ln_check_options how = { .jobs = 1, .allow_empty = true };
    struct ln_judged judged = { .id = id, .history = &monitor->piece, .spec = ln_piecewise_spec(monitor->carry) };
    enum ln_status status;
    snprintf(id, sizeof id, "piece %llu", (unsigned long long)atomic_load(&monitor->pieces) + 1);
    ln_outcome_init(&outcome, &monitor->memory);
    ln_core_init(&core, &monitor->memory);
    ln_budget_init(&budget, &monitor->memory, monitor->options.timeout, NULL);
    status = ln_judge(&judged, &how, &budget, &outcome, &core, &error);
    if (status) {
        give_up_for(monitor, status, &error);
    } else if (outcome.verdict != LN_HOLDS) {
        judged.memory = atomic_load(&monitor->memory.peak);
        ln_library_finding_judged(monitor->finding, LN_ENGINE_MONITOR, &judged); /* without memory for all, some of it */
        tell(monitor);
    }
    ln_core_fini(&core);
    ln_outcome_fini(&outcome);
}

/* Where the states are not known any more, what the pattern tells has to do. */
static void tell_pattern(struct monitor *monitor, const struct ln_exact_verdict *found)
{
    struct ln_str text;
    ln_str_init(&text, &monitor->memory);
    ln_str_format(&text, "not linearizable as %s: %s", ln_str_borrow(&monitor->name), found->pattern);
    for (size_t i = 0; i < found->ticket_count; i++) {
        uint32_t operation = found->tickets[i] - monitor->first;
        if (operation >= monitor->piece.operations.length)
            continue;
        ln_str_text(&text, i ? ", " : ", shown by ");
        ln_explain_operation(&monitor->piece, operation, &text);
    }
    settle(monitor, LN_VIOLATED, LN_REASON_NONE, ln_str_borrow(&text));
    ln_str_fini(&text);
}

static void stop_online(struct monitor *monitor, const char *why)
{
    ln_exact_free(monitor->online);
    monitor->online = NULL;
    if (!monitor->carrying)
        give_up(monitor, LN_REASON_METHOD, why);
}

/* After a return. */
static void look_online(struct monitor *monitor)
{
    struct ln_exact_verdict found = ln_exact_verdict(monitor->online);
    struct ln_error error;
    uint32_t line;
    if (found.verdict == LN_UNKNOWN)
        stop_online(monitor, found.declined);
    if (found.verdict != LN_VIOLATED)
        return;
    if (monitor->carrying && !ln_history_seal(&monitor->piece, &line, &error))
        judge_piece(monitor);
    if (!monitor->settled)
        tell_pattern(monitor, &found);
}

/* ---- pieces ---- */

static void count_piece(struct monitor *monitor)
{
    atomic_fetch_add(&monitor->operations, monitor->piece.operations.length);
    atomic_fetch_add(&monitor->pieces, 1);
    atomic_store(&monitor->waiting, 0);
}

static enum ln_status check_piece(struct monitor *monitor, struct ln_error *error)
{
    struct ln_budget budget;
    enum ln_verdict verdict;
    enum ln_reason reason;
    uint32_t line;
    enum ln_status status = ln_history_seal(&monitor->piece, &line, error);
    ln_budget_init(&budget, &monitor->memory, monitor->options.timeout, NULL);
    if (!status)
        status = ln_piecewise_step(monitor->carry, &monitor->piece, &budget, &verdict);
    if (status)
        return status;
    reason = ln_budget_why(&budget) ? ln_reason_of(ln_budget_why(&budget)) : LN_REASON_METHOD;
    monitor->carrying = verdict != LN_UNKNOWN;
    if (verdict == LN_UNKNOWN && !monitor->online)
        give_up(monitor, reason, reason == LN_REASON_METHOD ? "the object may be in too many states"
                                                            : ln_reason_text(reason));
    else if (verdict == LN_VIOLATED)
        judge_piece(monitor);
    else
        count_piece(monitor);
    end_piece(monitor);
    return LN_OK;
}

/* Nothing is open. Once the states are too many, what is finished is only counted. */
static enum ln_status pass_pause(struct monitor *monitor, struct ln_error *error)
{
    if (monitor->piece.operations.length < monitor->options.piece)
        return LN_OK;
    if (monitor->carrying)
        return check_piece(monitor, error);
    count_piece(monitor);
    end_piece(monitor);
    return LN_OK;
}

/* ---- events ---- */

static enum ln_status add_call(struct monitor *monitor, const linnet_event *event, struct ln_error *error)
{
    ln_value args[MOST_ARGUMENTS];
    struct ln_call_text call = { .process = ln_small(event->process), .key = LN_VALUE_NONE, .args = args,
                                 .arity = event->count < MOST_ARGUMENTS ? event->count : MOST_ARGUMENTS };
    enum ln_spec_fault fault;
    uint32_t operation;
    enum ln_status status = monitor->building ? LN_OK : begin_piece(monitor);
    if (!status)
        status = ln_values_string(&monitor->piece.values, event->f, strlen(event->f), &call.f);
    for (size_t i = 0; i < call.arity && !status; i++)
        status = ln_value_from_public(&monitor->piece.values, &event->values[i], LN_AS_ARGUMENT, &args[i], error);
    if (!status)
        status = ln_history_call(&monitor->piece, &call, &operation, error);
    if (!status)
        status = ln_spec_bind_call(&monitor->spec, &monitor->piece, operation, &fault, error);
    if (!status && monitor->online)
        status = ln_exact_call(monitor->online, monitor->first + operation,
                                monitor->piece.operations.at[operation].method,
                                monitor->piece.args.at + monitor->piece.operations.at[operation].args);
    monitor->open += !status;
    atomic_fetch_add(&monitor->waiting, 1);
    return status;
}

static enum ln_status add_return(struct monitor *monitor, const linnet_event *event, struct ln_error *error)
{
    bool failed = event->values[0].kind == LINNET_KIND_FAILED;
    enum ln_spec_fault fault;
    uint32_t operation;
    ln_value result = LN_VALUE_UNKNOWN;
    enum ln_status status = LN_OK;
    if (!failed)
        status = ln_value_from_public(&monitor->piece.values, &event->values[0], LN_AS_RESULT, &result, error);
    if (!status)
        status = ln_history_return(&monitor->piece, ln_small(event->process), failed ? LN_FAILED : LN_COMPLETED, result,
                                   &operation, error);
    monitor->returned |= !failed;
    if (!status && !failed)
        status = ln_spec_bind_result(&monitor->spec, &monitor->piece, operation, &fault, error);
    if (!status && monitor->online && failed)
        stop_online(monitor, "an operation failed");
    if (!status && monitor->online) {
        status = ln_exact_return(monitor->online, monitor->first + operation,
                                  monitor->piece.operations.at[operation].result);
        if (!status)
            look_online(monitor);
    }
    monitor->open--;
    return status || monitor->open || monitor->settled ? status : pass_pause(monitor, error);
}

static linnet_status take_event(linnet_sink *sink, const linnet_event *event)
{
    struct monitor *monitor = (struct monitor *)(void *)sink;
    struct ln_error error = { 0 };
    enum ln_status status;
    if (monitor->settled)
        return LINNET_OK;
    status = event->is_return ? add_return(monitor, event, &error) : add_call(monitor, event, &error);
    if (status)
        give_up_for(monitor, status, &error);
    return status == LN_BAD_INPUT ? LINNET_BAD_INPUT : LINNET_OK;
}

static void free_monitor(struct monitor *monitor)
{
    ln_exact_free(monitor->online);
    ln_piecewise_free(monitor->carry);
    ln_str_fini(&monitor->name);
    linnet_finding_free(monitor->finding);
    free(monitor);
}

/* What is open now never returned. */
static linnet_status finish(linnet_sink *sink)
{
    struct monitor *monitor = (struct monitor *)(void *)sink;
    struct ln_error error = { 0 };
    uint32_t line;
    char text[256];
    if (!monitor->settled && monitor->building) {
        if (monitor->carrying && ln_history_seal(&monitor->piece, &line, &error))
            give_up_for(monitor, LN_NO_MEMORY, &error);
        else if (monitor->carrying)
            judge_piece(monitor);
        if (!monitor->settled)
            count_piece(monitor);
    }
    snprintf(text, sizeof text, "%llu operations are linearizable as %s",
             (unsigned long long)atomic_load(&monitor->operations), ln_str_borrow(&monitor->name));
    if (!monitor->settled && !monitor->returned)
        settle(monitor, LN_UNKNOWN, LN_REASON_EMPTY, "nothing was looked at: no operation returned");
    if (!monitor->settled)
        settle(monitor, LN_HOLDS, LN_REASON_NONE, text);
    end_piece(monitor);
    free_monitor(monitor);
    return LINNET_OK;
}

/* ---- opening ---- */

static enum ln_status prepare(struct monitor *monitor, const linnet_monitor_options *options, struct ln_error *error)
{
    const char *wrong = ln_sized_read(&monitor->options, sizeof monitor->options, options), *declined;
    linnet_monitor_options *wanted = &monitor->options;
    enum ln_status status;
    if (!wanted->piece)
        wanted->piece = PIECE;
    if (wanted->timeout <= 0)
        wanted->timeout = 10;
    ln_memory_init(&monitor->memory, wanted->memory ? wanted->memory : UINT64_C(1) << 30);
    ln_str_init(&monitor->name, &monitor->memory);
    if (wrong || !wanted->spec)
        return ln_fail(error, LN_USAGE, "%s", wrong ? wrong : "nothing says what the object is: options.spec");
    ln_str_text(&monitor->name, wanted->spec);
    monitor->finding = ln_library_finding_new();
    if (!monitor->finding || monitor->name.failed || ln_piecewise_new(&monitor->carry, &monitor->memory))
        return ln_fail(error, LN_NO_MEMORY, "out of memory");
    status = ln_spec_parse(&monitor->spec, wanted->spec, ln_piecewise_values(monitor->carry), error);
    if (status)
        return status;
    ln_piecewise_begin(monitor->carry, &monitor->spec);
    monitor->carrying = true;
    if (ln_exact_new(&monitor->online, &monitor->spec, &monitor->memory, &declined))
        monitor->online = NULL; /* then without it */
    return LN_OK;
}

linnet_status linnet_monitor_open(linnet_sink **sink, const linnet_monitor_options *options, char *message, size_t room)
{
    struct monitor *monitor = calloc(1, sizeof *monitor);
    struct ln_error error = { 0 };
    enum ln_status status = monitor ? prepare(monitor, options, &error) : LN_NO_MEMORY;
    *sink = NULL;
    if (status && message && room)
        snprintf(message, room, "%s", error.message[0] ? error.message : ln_status_text(status));
    if (status && monitor)
        free_monitor(monitor);
    if (status)
        return ln_status_told(status);
    monitor->sink = (linnet_sink){ take_event, NULL, finish };
    *sink = &monitor->sink;
    return LINNET_OK;
}

void linnet_monitor_look(const linnet_sink *sink, linnet_monitor_state *state)
{
    const struct monitor *monitor = (const struct monitor *)(const void *)sink;
    linnet_monitor_state now = { sizeof now, (linnet_verdict)atomic_load(&monitor->verdict),
                                 atomic_load(&monitor->operations), atomic_load(&monitor->waiting),
                                 atomic_load(&monitor->pieces) };
    if (now.verdict == LINNET_HOLDS && !now.operations)
        now.verdict = LINNET_UNKNOWN;
    now.size = state->size;
    memcpy(state, &now, state->size < sizeof now ? state->size : sizeof now);
}
