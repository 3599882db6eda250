#include "cli/monitor_stream.h"

#include "cli/exit.h"
#include "cli/interrupt.h"
#include "cli/monitor_tell.h"
#include "cli/say.h"
#include "cli/say_cut.h"

#include <stdio.h>

/* ---- events ---- */

/* Files of operations with times are watched when they are read: their order is known only then. */
static bool is_stream(struct monitor_stream *stream, const struct ln_history *history)
{
    stream->whole = history->times.length;
    return !stream->whole;
}

static enum ln_status begin_watching(struct monitor_stream *stream, struct ln_history *history)
{
    enum ln_status status;
    ln_monitor_free(stream->watcher);
    stream->watcher = NULL;
    stream->operations = stream->returned = 0;
    stream->whole = false;
    stream->begun = true;
    stream->key = LN_VALUE_NONE;
    stream->spec = stream->shown = stream->binding.spec;
    if (!ln_value_is_word(stream->shown.value))
        stream->shown.value = LN_VALUE_UNKNOWN;
    status = ln_value_fingerprint(&history->values, stream->spec.value, &stream->spec.value);
    return status ? status : ln_monitor_new(&stream->watcher, &stream->spec, &stream->options, stream->memory,
                                            &stream->declined);
}

static enum ln_status begin(void *self, struct ln_history *history, const char *named, struct ln_error *error)
{
    struct monitor_stream *stream = self;
    enum ln_status status = stream->binding.binder.begin(&stream->binding, history, named, error);
    if (status)
        return status;
    status = begin_watching(stream, history);
    return status ? ln_fail(error, status, "%s", ln_status_text(status)) : LN_OK;
}

static void decline(struct monitor_stream *stream, const char *why)
{
    stream->declined = why;
    ln_monitor_free(stream->watcher);
    stream->watcher = NULL;
}

/* LN_STOPPED once nothing more needs to be read: that is told here, while the operation that showed it is known. */
static enum ln_status look(struct monitor_stream *stream, const struct ln_history *history, uint32_t operation,
                           enum ln_status status, struct ln_error *error)
{
    if (status)
        return ln_fail(error, status, "%s", ln_status_text(status));
    if (stream->watcher && !ln_monitor_state(stream->watcher).over)
        return LN_OK;
    if (history->cut == LN_CUT_TOLD && stream->watcher && ln_monitor_state(stream->watcher).verdict == LN_VIOLATED)
        decline(stream, "it is violated as it stands, but says that operations are missing");
    monitor_tell(stream, history, operation);
    stream->told = true;
    return ln_fail(error, LN_STOPPED, "it is settled");
}

static enum ln_status feed_call(struct monitor_stream *stream, const struct ln_history *history, uint32_t operation,
                                uint32_t slot)
{
    const struct ln_operation *o = &history->operations.at[operation];
    ln_value argument = LN_VALUE_NONE, key;
    enum ln_status status = ln_value_fingerprint(&history->values, o->key, &key);
    if (!status && o->arity)
        status = ln_value_fingerprint(&history->values, history->args.at[o->args], &argument);
    if (status)
        return status;
    if (stream->operations++ == 0)
        stream->key = key;
    if (!ln_same(key, stream->key)) {
        decline(stream, "the operations are of several objects; watch one at a time");
        return LN_OK;
    }
    return ln_monitor_call(stream->watcher, slot, o->method, argument);
}

static enum ln_status feed_return(struct monitor_stream *stream, const struct ln_history *history, uint32_t operation,
                                  uint32_t slot)
{
    ln_value result;
    enum ln_status status = ln_value_fingerprint(&history->values, history->operations.at[operation].result, &result);
    stream->returned++;
    return status ? status : ln_monitor_return(stream->watcher, slot, result);
}

static enum ln_status called(void *self, struct ln_history *history, uint32_t operation, enum ln_field *field,
                             struct ln_error *error)
{
    struct monitor_stream *stream = self;
    enum ln_status status = stream->binding.binder.called(&stream->binding, history, operation, field, error);
    if (status || !is_stream(stream, history))
        return status;
    if (stream->watcher)
        status = feed_call(stream, history, operation, history->operations.at[operation].process);
    return look(stream, history, LN_NO_OP, status, error);
}

static enum ln_status returned(void *self, struct ln_history *history, uint32_t operation, enum ln_field *field,
                               struct ln_error *error)
{
    struct monitor_stream *stream = self;
    enum ln_status status = stream->binding.binder.returned(&stream->binding, history, operation, field, error);
    if (status || !is_stream(stream, history))
        return status;
    if (stream->watcher)
        status = feed_return(stream, history, operation, history->operations.at[operation].process);
    return look(stream, history, operation, status, error);
}

/* What will never return stays open. */
static enum ln_status ended(void *self, struct ln_history *history, uint32_t operation, enum ln_fate fate,
                            struct ln_error *error)
{
    struct monitor_stream *stream = self;
    enum ln_status status = LN_OK;
    if (fate == LN_FAILED && stream->watcher)
        status = ln_monitor_fail(stream->watcher, history->operations.at[operation].process);
    return look(stream, history, operation, status, error);
}

/* The spec's own words are renewed with the table. */
static enum ln_status forgot(void *self, struct ln_history *history, bool renewed, struct ln_error *error)
{
    struct monitor_stream *stream = self;
    struct ln_str text;
    enum ln_status status = LN_OK;
    if (!renewed)
        return LN_OK;
    ln_str_init(&text, stream->memory);
    ln_spec_write(&stream->binding.spec, &history->values, &text);
    status = text.failed ? LN_NO_MEMORY
                         : ln_spec_parse(&stream->binding.spec, ln_str_borrow(&text), &history->values, error);
    ln_str_fini(&text);
    return status;
}

/* ---- files ---- */

void monitor_stream_init(struct monitor_stream *stream, const char *wanted, struct ln_memory *memory,
                         struct ln_budget *budget)
{
    stream->memory = memory;
    stream->budget = budget;
    stream->chosen.name = wanted;
    ln_binding_init(&stream->binding, &stream->chosen);
    stream->binder = (struct ln_binder){ stream, begin, called, returned, ended, forgot };
}

/* Operations with times, in the order that these say; slots are theirs alone. */
static enum ln_status watch_whole(struct monitor_stream *stream, const struct ln_history *history,
                                  struct ln_error *error)
{
    enum ln_status status = LN_OK;
    for (size_t e = 0; e < history->events.length && !status; e++) {
        uint32_t operation = ln_event_operation(history->events.at[e]);
        bool returns = ln_event_is_return(history->events.at[e]);
        if (stream->watcher)
            status = returns ? feed_return(stream, history, operation, operation)
                             : feed_call(stream, history, operation, operation);
        status = look(stream, history, returns ? operation : LN_NO_OP, status, error);
    }
    return status;
}

static enum ln_status watch_next(struct monitor_stream *stream, bool *found, struct ln_error *error)
{
    struct ln_history history;
    enum ln_status status;
    stream->told = stream->begun = false;
    stream->declined = NULL;
    stream->operations = stream->returned = 0;
    stream->number++;
    stream->cpu = ln_cpu_time();
    status = ln_reader_next(stream->reader, &history, found, error);
    if (status || !*found)
        return status;
    if (!stream->quiet)
        say_cut(&history, stream->path);
    if (history.cut == LN_CUT_OPERATION)
        decline(stream, "its last line was cut short, and operations are missing; see `linnet check`");
    if (stream->whole)
        status = watch_whole(stream, &history, error);
    if (!status && history.stuck)
        decline(stream, "it is stuck; `linnet check` says whether what waits may wait");
    if (!status)
        monitor_tell(stream, &history, LN_NO_OP);
    ln_history_fini(&history);
    return stream->told ? LN_OK : status;
}

static void failed(struct monitor_stream *stream, enum ln_status status, const struct ln_error *error)
{
    struct ln_history nothing = { .memory = stream->memory };
    if (status == LN_STOPPED || status == LN_NO_MEMORY) {
        if (status == LN_NO_MEMORY)
            ln_budget_stop(stream->budget, LN_STOP_MEMORY);
        if (!stream->told)
            monitor_tell(stream, &nothing, LN_NO_OP);
        return;
    }
    complain("linnet: %s\n", error->message);
    stream->any_bad |= status == LN_BAD_INPUT;
    stream->usage |= status == LN_USAGE;
    stream->internal |= status == LN_INTERNAL;
}

void monitor_stream_file(struct monitor_stream *stream, const char *path)
{
    struct ln_reader_options reading = { .format = stream->format, .binder = &stream->binder, .budget = stream->budget,
                                         .forget = true, .follow = stream->follow };
    struct ln_error error = { 0 };
    bool found = true;
    enum ln_status status = ln_reader_open(&stream->reader, path, &reading, stream->memory, &error);
    stream->path = path;
    stream->number = 0;
    while (!status && found && !*interrupt_flag())
        status = watch_next(stream, &found, &error);
    if (status)
        failed(stream, status, &error);
    ln_reader_close(stream->reader);
    stream->reader = NULL;
    ln_monitor_free(stream->watcher);
    stream->watcher = NULL;
}

int monitor_stream_exit_code(const struct monitor_stream *stream)
{
    if (stream->internal)
        return EXIT_INTERNAL;
    if (stream->usage)
        return EXIT_USAGE;
    if (stream->any_bad)
        return EXIT_BAD_INPUT;
    if (stream->any_violated)
        return EXIT_VIOLATED;
    return stream->any_unknown || *interrupt_flag() ? EXIT_UNKNOWN : EXIT_HOLDS;
}
