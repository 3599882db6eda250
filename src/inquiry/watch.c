#include "inquiry/watch.h"

#include "inquiry/binding.h"
#include "inquiry/pieces.h"
#include "inquiry/watch_finding.h"

#include <assert.h>

struct watching {
    const struct ln_watch_options *options;
    struct ln_memory *memory;
    struct ln_monitor_options how;
    struct ln_binding binding;
    struct ln_binder binder;
    struct ln_reader *reader;
    struct ln_monitor *monitor; /* once the history has its object */
    struct ln_watch_subject subject;
    bool whole;     /* it is watched only when all of it was read */
    bool forgotten; /* some of the history is gone */
    bool settled;
};

/* ---- events ---- */

/* Where the object has no incremental form, pieces decide. */
static ln_methods ways_of(const struct watching *w, const struct ln_spec *spec)
{
    if (!w->options->exact)
        return w->options->monitor.ways;
    return ln_monitor_knows_exactly(spec) ? LN_METHOD_EXACT : LN_METHOD_PIECEWISE;
}

static enum ln_status begin(void *self, struct ln_history *history, const char *named, struct ln_error *error)
{
    struct watching *w = self;
    enum ln_status status = w->binding.binder.begin(&w->binding, history, named, error);
    if (status)
        return status;
    assert(!w->monitor && !w->subject.begun);
    w->subject.begun = true;
    w->subject.own = w->binding.chosen->own ? w->binding.chosen->name : NULL;
    w->subject.spec = w->binding.spec;
    if (!ln_value_is_word(w->subject.spec.value))
        w->subject.spec.value = LN_VALUE_UNKNOWN;
    w->how.ways = ways_of(w, &w->binding.spec);
    status = ln_monitor_new(&w->monitor, &w->binding.spec, &history->values, &w->how, w->memory);
    if (status == LN_MISSING)
        return ln_fail(error, LN_USAGE, "there are no complete formulas for this %s; watch it without --complete",
                       w->binding.spec.class->name);
    return status ? ln_fail(error, status, "%s", ln_status_text(status)) : LN_OK;
}

/* What was found out is told whatever that takes. */
static enum ln_status look(struct watching *w, uint32_t operation, enum ln_status status, struct ln_error *error)
{
    assert(w->monitor);
    if (status)
        return ln_fail(error, status, "%s", ln_status_text(status));
    if (!ln_monitor_is_over(w->monitor))
        return LN_OK;
    w->settled = true;
    w->subject.shown_by = operation;
    w->memory->limit = UINT64_MAX;
    return LN_OK;
}

/* Files of operations with times are watched when they are read: their order is known only then. */
static bool is_stream(struct watching *w, const struct ln_history *history)
{
    w->whole = history->times.length;
    return !w->whole;
}

static enum ln_status called(void *self, struct ln_history *history, uint32_t operation, enum ln_field *field,
                             struct ln_error *error)
{
    struct watching *w = self;
    enum ln_status status = w->binding.binder.called(&w->binding, history, operation, field, error);
    if (status || !is_stream(w, history))
        return status;
    assert(w->monitor && !w->settled); /* or no line would be read any more */
    status = ln_monitor_call(w->monitor, history->operations.at[operation].process, history, operation);
    return look(w, LN_NO_OP, status, error);
}

static enum ln_status returned(void *self, struct ln_history *history, uint32_t operation, enum ln_field *field,
                               struct ln_error *error)
{
    struct watching *w = self;
    enum ln_status status = w->binding.binder.returned(&w->binding, history, operation, field, error);
    if (status || !is_stream(w, history))
        return status;
    status = ln_monitor_return(w->monitor, history->operations.at[operation].process, history, operation);
    return look(w, operation, status, error);
}

/* What will never return stays open. */
static enum ln_status ended(void *self, struct ln_history *history, uint32_t operation, enum ln_fate fate,
                            struct ln_error *error)
{
    struct watching *w = self;
    enum ln_status status = LN_OK;
    if (fate == LN_FAILED)
        status = ln_monitor_fail(w->monitor, history->operations.at[operation].process, history, operation);
    return look(w, operation, status, error);
}

/* The spec's own words are renewed with the table. */
static enum ln_status forgot(void *self, struct ln_history *history, bool renewed, struct ln_error *error)
{
    struct watching *w = self;
    struct ln_str text;
    enum ln_status status = LN_OK;
    w->forgotten = true;
    if (!renewed || w->binding.chosen->own)
        return LN_OK;
    ln_str_init(&text, w->memory);
    ln_spec_write(&w->binding.spec, &history->values, &text);
    status = text.failed ? LN_NO_MEMORY
                         : ln_spec_parse(&w->binding.spec, ln_str_borrow(&text), &history->values, error);
    ln_str_fini(&text);
    return status;
}

/* ---- histories ---- */

/* Operations with times, in the order that these say. */
static enum ln_status watch_whole(struct watching *w, const struct ln_history *history, struct ln_error *error)
{
    enum ln_status status = LN_OK;
    for (size_t e = 0; e < history->events.length && !status && !w->settled; e++) {
        uint32_t event = history->events.at[e];
        status = look(w, ln_event_is_return(event) ? ln_event_operation(event) : LN_NO_OP,
                      ln_monitor_event(w->monitor, history, e), error);
    }
    return status;
}

/* All of it was read. */
static enum ln_status finish(struct watching *w, const struct ln_history *history, struct ln_error *error)
{
    enum ln_status status = LN_OK;
    if (history->cut == LN_CUT_OPERATION)
        w->subject.declined = "its last line was cut short, and operations are missing; see `linnet check`";
    else if (w->whole)
        status = watch_whole(w, history, error);
    if (history->stuck)
        w->subject.declined = "it is stuck; `linnet check` says whether what waits may wait";
    return status || !w->monitor || w->settled ? status : look(w, LN_NO_OP, ln_monitor_end(w->monitor), error);
}

static void tell(struct watching *w, const struct ln_history *history)
{
    const struct ln_watch_options *options = w->options;
    uint64_t limit = w->memory->limit;
    struct ln_finding finding;
    struct ln_watched watched = { .finding = &finding, .history = history, .path = w->subject.path };
    w->memory->limit = UINT64_MAX;
    ln_finding_init(&finding, LN_ENGINE_MONITOR, w->memory);
    if (history && history->cut == LN_CUT_TOLD && w->monitor && ln_monitor_state(w->monitor).verdict == LN_VIOLATED)
        w->subject.declined = "it is violated as it stands, but says that operations are missing";
    if (w->monitor && w->subject.declined)
        ln_monitor_decline(w->monitor, w->subject.declined);
    if (history && w->monitor && !w->forgotten)
        w->subject.whole = &w->binding.spec;
    ln_watch_finding(&w->subject, w->monitor, &w->how, history, &finding);
    if (options->stats)
        ln_watch_statistics(w->monitor, &finding);
    watched.nothing = finding.verdict == LN_HOLDS && (!w->monitor || !ln_monitor_state(w->monitor).returned);
    options->tell(options->context, &watched);
    ln_finding_fini(&finding);
    w->memory->limit = limit;
}

static void forget(struct watching *w)
{
    ln_monitor_free(w->monitor);
    w->monitor = NULL;
    w->whole = w->forgotten = w->settled = false;
    w->subject = (struct ln_watch_subject){
        .path = w->subject.path, .number = w->subject.number + 1, .cpu = ln_cpu_time(), .shown_by = LN_NO_OP
    };
}

static enum ln_status watch_next(struct watching *w, bool *found, struct ln_error *error)
{
    struct ln_history history;
    uint64_t limit = w->memory->limit;
    enum ln_status status;
    forget(w);
    status = ln_reader_next(w->reader, &history, found, error);
    if (!status && *found) {
        w->subject.format = ln_reader_format(w->reader);
        if (!w->settled)
            status = finish(w, &history, error);
        if (!status)
            tell(w, &history);
        ln_history_fini(&history);
    }
    w->memory->limit = limit;
    return status;
}

/* Not all of it could be read, within these limits. */
static enum ln_status stopped(struct watching *w, enum ln_status status)
{
    if (status != LN_STOPPED && status != LN_NO_MEMORY)
        return status;
    if (status == LN_NO_MEMORY)
        ln_budget_stop(w->how.budget, LN_STOP_MEMORY);
    tell(w, NULL);
    return LN_OK;
}

enum ln_status ln_watch_file(const struct ln_watch_options *options, const char *path, struct ln_memory *memory,
                             struct ln_error *error)
{
    struct watching w = { .options = options, .memory = memory, .how = options->monitor, .subject = { .path = path } };
    struct ln_reader_options reading = { .format = options->format,
                                         .binder = &w.binder,
                                         .budget = w.how.budget,
                                         .forget = true,
                                         .follow = options->follow,
                                         .enough = &w.settled };
    bool found = true;
    enum ln_status status;
    w.how.judge = &ln_pieces_by_check;
    ln_binding_init(&w.binding, options->spec);
    w.binder = (struct ln_binder){ &w, begin, called, returned, ended, forgot };
    status = ln_reader_open(&w.reader, path, &reading, memory, error);
    while (!status && found)
        status = watch_next(&w, &found, error);
    ln_explain_unnamed(path, options->spec, status, memory, error);
    if (status)
        status = stopped(&w, status);
    ln_reader_close(w.reader);
    ln_monitor_free(w.monitor);
    return status;
}
