#include "monitor/monitor.h"

#include "finding/earned.h"
#include "monitor/exact.h"
#include "monitor/way.h"

enum { WAYS = 4 };

struct ln_monitor {
    struct ln_memory *memory;
    struct ln_monitor_options options;
    struct ln_spec spec;              /* its parameter is a fingerprint */
    struct ln_monitor_way ways[WAYS]; /* pieces first: what another way finds is in the piece already */
    size_t way_count;
    bool over;
    bool withdrawn;       /* whatever the ways say */
    const char *declined; /* by the last way that gave up, or why it is withdrawn */
    enum ln_reason reason;
    ln_value key; /* of all operations, as a fingerprint, once there is one */
    uint64_t events, operations, returned, open;
};

/* ---- ways ---- */

void ln_way_accuse(struct ln_monitor_way *way, const char *pattern)
{
    assert(!way->over);
    way->verdict = LN_VIOLATED;
    way->over = true;
    way->pattern = pattern;
}

void ln_way_give_up(struct ln_monitor_way *way, enum ln_reason reason, const char *why)
{
    assert(!way->over && reason != LN_REASON_NONE);
    way->verdict = LN_UNKNOWN;
    way->over = true;
    way->reason = reason;
    way->declined = why;
}

static void withdraw(struct ln_monitor *monitor, enum ln_reason reason, const char *why)
{
    monitor->withdrawn = monitor->over = true;
    monitor->declined = why;
    monitor->reason = reason;
}

/* Mistakes are about all ways; a way that is refused memory leaves it to the others. */
static enum ln_status check_status(struct ln_monitor *monitor, struct ln_monitor_way *way, enum ln_status status)
{
    if (status == LN_NO_MEMORY && !way->over)
        ln_way_give_up(way, LN_REASON_MEMORY, "memory was refused");
    if (status == LN_OK || status == LN_NO_MEMORY)
        return LN_OK;
    withdraw(monitor, LN_REASON_METHOD, ln_status_text(status));
    return status;
}

/* A way is over: is the whole? */
static void settle(struct ln_monitor *monitor, const struct ln_monitor_way *way)
{
    bool goes_on = false;
    if (!way->over)
        return;
    if (way->verdict == LN_UNKNOWN && !monitor->withdrawn) {
        monitor->declined = way->declined;
        monitor->reason = way->reason;
    }
    for (size_t i = 0; i < monitor->way_count; i++)
        goes_on |= !monitor->ways[i].over;
    monitor->over |= way->verdict == LN_VIOLATED || !goes_on;
}

/* ---- the loop ---- */

/* Every way sees every event until it is over. */
static enum ln_status show(struct ln_monitor *monitor, const struct ln_monitor_event *event)
{
    enum ln_status status = LN_OK;
    for (size_t i = 0; i < monitor->way_count && !status; i++) {
        struct ln_monitor_way *way = &monitor->ways[i];
        if (way->over)
            continue;
        status = way->class->take(way, event);
        if (status || way->over) {
            status = check_status(monitor, way, status);
            settle(monitor, way);
        }
    }
    return status;
}

static enum ln_status refuse(struct ln_monitor *monitor, enum ln_status status)
{
    if (status == LN_NO_MEMORY)
        withdraw(monitor, LN_REASON_MEMORY, "memory was refused");
    return status == LN_NO_MEMORY ? LN_OK : status;
}

/* Is the operation one of the object that is watched? */
static enum ln_status check_key(struct ln_monitor *monitor, const struct ln_values *values, ln_value key)
{
    enum ln_status status = ln_value_fingerprint(values, key, &key);
    if (status || ln_spec_object(&monitor->spec)->keyed)
        return status;
    if (monitor->operations == 1)
        monitor->key = key;
    if (!ln_same(key, monitor->key))
        ln_monitor_decline(monitor, "the operations are of several objects; watch one at a time");
    return LN_OK;
}

enum ln_status ln_monitor_call(struct ln_monitor *monitor, uint32_t slot, const struct ln_history *history,
                               uint32_t operation)
{
    const struct ln_operation *o = &history->operations.at[operation];
    struct ln_monitor_event event = { .moment = LN_MOMENT_CALL,
                                      .touches = o->after != LN_NO_OP,
                                      .method = o->method,
                                      .slot = slot,
                                      .value = LN_VALUE_NONE,
                                      .history = history,
                                      .operation = operation };
    enum ln_status status;
    if (monitor->over)
        return LN_OK;
    monitor->operations++;
    status = check_key(monitor, &history->values, o->key);
    if (!status && o->arity)
        status = ln_value_fingerprint(&history->values, history->args.at[o->args], &event.value);
    if (status || monitor->over)
        return refuse(monitor, status);
    monitor->events++;
    monitor->open++;
    return show(monitor, &event);
}

/* The end of an operation. */
static enum ln_status ended(struct ln_monitor *monitor, struct ln_monitor_event event)
{
    if (monitor->over)
        return LN_OK;
    assert(monitor->open > 0 && event.operation < event.history->operations.length);
    monitor->open--;
    monitor->events++;
    event.quiet = monitor->open == 0;
    return show(monitor, &event);
}

enum ln_status ln_monitor_return(struct ln_monitor *monitor, uint32_t slot, const struct ln_history *history,
                                 uint32_t operation)
{
    struct ln_monitor_event event = {
        .moment = LN_MOMENT_RETURN, .slot = slot, .history = history, .operation = operation
    };
    enum ln_status status = ln_value_fingerprint(&history->values, history->operations.at[operation].result,
                                                 &event.value);
    if (status)
        return refuse(monitor, status);
    monitor->returned += !monitor->over;
    return ended(monitor, event);
}

enum ln_status ln_monitor_fail(struct ln_monitor *monitor, uint32_t slot, const struct ln_history *history,
                               uint32_t operation)
{
    return ended(monitor, (struct ln_monitor_event){
                              .moment = LN_MOMENT_FAIL, .slot = slot, .history = history, .operation = operation });
}

enum ln_status ln_monitor_event(struct ln_monitor *monitor, const struct ln_history *history, size_t event)
{
    uint32_t operation = ln_event_operation(history->events.at[event]);
    assert(history->sealed && event < history->events.length);
    return ln_event_is_return(history->events.at[event]) ? ln_monitor_return(monitor, operation, history, operation)
                                                         : ln_monitor_call(monitor, operation, history, operation);
}

enum ln_status ln_monitor_end(struct ln_monitor *monitor)
{
    struct ln_monitor_event event = { .moment = LN_MOMENT_END, .quiet = monitor->open == 0 };
    return monitor->over ? LN_OK : show(monitor, &event);
}

void ln_monitor_decline(struct ln_monitor *monitor, const char *why)
{
    withdraw(monitor, LN_REASON_METHOD, why);
}

/* ---- what they say together ---- */

/* Nothing spoke against it, or for it. */
static enum ln_reason why_unknown(const struct ln_monitor *monitor)
{
    enum ln_stop stop = ln_budget_why(monitor->options.budget);
    if (monitor->over)
        return monitor->reason;
    if (stop != LN_STOP_NONE)
        return ln_reason_of(stop);
    return monitor->returned ? LN_REASON_METHOD : LN_REASON_EMPTY;
}

/* The operations that returned of which a way says that they hold: of the one that has judged most. */
static uint64_t looked_at(const struct ln_monitor *monitor)
{
    uint64_t most = 0;
    for (size_t i = 0; i < monitor->way_count; i++)
        if (monitor->ways[i].verdict == LN_HOLDS && monitor->ways[i].looked_at > most)
            most = monitor->ways[i].looked_at;
    assert(most <= monitor->returned);
    return most;
}

static void compose(const struct ln_monitor *monitor, const ln_methods said[], struct ln_monitor_state *state)
{
    struct ln_coverage coverage = { .looked_at = looked_at(monitor),
                                    .stopped = ln_reason_of(ln_budget_why(monitor->options.budget)),
                                    .allow_empty = monitor->options.allow_empty };
    state->verdict = LN_UNKNOWN;
    if (!monitor->withdrawn && said[LN_VIOLATED])
        state->verdict = LN_VIOLATED;
    else if (!monitor->withdrawn && said[LN_HOLDS])
        state->verdict = ln_earned(&coverage, &state->reason);
    else
        state->reason = why_unknown(monitor);
    state->methods = state->verdict == LN_UNKNOWN ? said[LN_VIOLATED] | said[LN_HOLDS] | said[LN_UNKNOWN]
                                                  : said[state->verdict];
    if (state->verdict == LN_UNKNOWN && monitor->over)
        state->declined = monitor->declined;
}

struct ln_monitor_state ln_monitor_state(const struct ln_monitor *monitor)
{
    struct ln_monitor_state state = { .over = monitor->over,
                                      .events = monitor->events,
                                      .operations = monitor->operations,
                                      .returned = monitor->returned };
    ln_methods said[] = { [LN_HOLDS] = 0, [LN_VIOLATED] = 0, [LN_UNKNOWN] = 0 };
    for (size_t i = 0; i < monitor->way_count; i++) {
        const struct ln_monitor_way *way = &monitor->ways[i];
        assert(way->verdict != LN_HOLDS || way->class->decides);
        said[way->verdict] |= way->class->method;
        state.pieces += way->pieces;
        state.judged = way->judged > state.judged ? way->judged : state.judged;
        if (way->pattern)
            state.pattern = way->pattern;
    }
    compose(monitor, said, &state);
    return state;
}

bool ln_monitor_is_over(const struct ln_monitor *monitor)
{
    return monitor->over;
}

bool ln_monitor_piece(struct ln_monitor *monitor, const struct ln_history **piece, const struct ln_spec **spec)
{
    struct ln_monitor_way *first = &monitor->ways[0];
    return monitor->way_count && first->class == &ln_way_pieces && ln_way_piece(first, piece, spec);
}

void ln_monitor_explain(const struct ln_monitor *monitor, struct ln_str *out)
{
    for (size_t i = 0; i < monitor->way_count; i++) {
        const struct ln_monitor_way *way = &monitor->ways[i];
        if (way->verdict == LN_VIOLATED && way->class->explain)
            way->class->explain(way, out);
    }
}

void ln_monitor_statistics(const struct ln_monitor *monitor, struct ln_str *out)
{
    bool told = false;
    ln_str_format(out, "  %llu events", (unsigned long long)monitor->events);
    for (size_t i = 0; i < monitor->way_count; i++) {
        const struct ln_monitor_way *way = &monitor->ways[i];
        if (!way->self || !way->class->statistics)
            continue;
        way->class->statistics(way, out);
        told = true;
    }
    if (!told)
        ln_str_char(out, '\n');
}

/* ---- beginning and end ---- */

bool ln_monitor_knows_exactly(const struct ln_spec *spec)
{
    return !ln_exact_why_not(spec);
}

static enum ln_status begin(struct ln_monitor *monitor, const struct ln_monitor_way_class *class,
                            const struct ln_monitor_setting *setting)
{
    struct ln_monitor_way *way = &monitor->ways[monitor->way_count++];
    enum ln_status status;
    *way = (struct ln_monitor_way){ .class = class, .verdict = class->decides ? LN_HOLDS : LN_UNKNOWN };
    status = class->begin(way, setting);
    assert(status || way->self || way->over);
    return status;
}

static enum ln_status begin_ways(struct ln_monitor *monitor, const struct ln_monitor_setting *setting)
{
    static const struct ln_monitor_way_class *const all[WAYS] = { &ln_way_pieces, &ln_way_exact, &ln_way_counting,
                                                                  &ln_way_formula };
    enum ln_status status = LN_OK;
    for (size_t i = 0; i < WAYS && !status; i++)
        if (monitor->options.ways & all[i]->method)
            status = begin(monitor, all[i], setting);
    for (size_t i = 0; i < monitor->way_count; i++)
        settle(monitor, &monitor->ways[i]);
    return status;
}

enum ln_status ln_monitor_new(struct ln_monitor **out, const struct ln_spec *spec, const struct ln_values *values,
                              const struct ln_monitor_options *options, struct ln_memory *memory)
{
    struct ln_monitor *monitor = ln_take_zeroed(memory, sizeof *monitor);
    struct ln_monitor_setting setting = { .memory = memory, .written = spec, .values = values };
    enum ln_status status;
    assert(options->ways && options->budget);
    *out = NULL;
    if (!monitor)
        return LN_NO_MEMORY;
    monitor->memory = memory;
    monitor->options = *options;
    monitor->spec = *spec;
    setting.options = &monitor->options;
    setting.spec = &monitor->spec;
    status = ln_value_fingerprint(values, spec->value, &monitor->spec.value);
    if (!status)
        status = begin_ways(monitor, &setting);
    if (status)
        ln_monitor_free(monitor);
    else
        *out = monitor;
    return status;
}

void ln_monitor_free(struct ln_monitor *monitor)
{
    if (!monitor)
        return;
    for (size_t i = 0; i < monitor->way_count; i++)
        if (monitor->ways[i].self)
            monitor->ways[i].class->free(&monitor->ways[i]);
    ln_give(monitor->memory, monitor, sizeof *monitor);
}
