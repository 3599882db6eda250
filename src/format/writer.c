/* Writing histories: first every operation is looked at, so that nothing is written of what cannot be expressed. */
#include "format/writer.h"

#include "format/failed_operations.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

static const struct ln_write_format *const formats[] = {
    &ln_write_native, &ln_write_native_operations, &ln_write_jepsen_edn, &ln_write_jepsen_log, &ln_write_porcupine,
    &ln_write_limo,   &ln_write_polylin,           &ln_write_fptlin,     &ln_write_stress,
};

enum { FORMATS = sizeof formats / sizeof *formats, LIST_ROOM = 256, PIECE = 1 << 16 };

const char *ln_file_writer_name(size_t index)
{
    return index < FORMATS ? formats[index]->name : NULL;
}

enum ln_status ln_file_writer_init(struct ln_file_writer *writer, const struct ln_file_writer_options *options,
                                   struct ln_memory *memory, struct ln_error *error)
{
    char list[LIST_ROOM];
    size_t length = 0;
    *writer = (struct ln_file_writer){ .options = *options };
    ln_str_init(&writer->text, memory);
    for (size_t i = 0; i < FORMATS; i++) {
        if (strcmp(formats[i]->name, options->format) == 0)
            writer->format = formats[i];
        if (length < LIST_ROOM)
            length += (size_t)snprintf(list + length, LIST_ROOM - length, "%s%s", i ? ", " : "", formats[i]->name);
    }
    if (writer->format)
        return LN_OK;
    return ln_fail(error, LN_USAGE, "found format `%s`, expected one of: %s", options->format, list);
}

void ln_file_writer_fini(struct ln_file_writer *writer)
{
    ln_str_fini(&writer->text);
}

bool ln_writing_says(const struct ln_writing *writing, ln_value value, const char *word)
{
    struct ln_text text;
    if (ln_value_kind(value) != LN_KIND_STRING)
        return false;
    text = ln_value_text(&writing->history->values, &value);
    return text.length == strlen(word) && memcmp(text.at, word, text.length) == 0;
}

/* ---- what can be expressed ---- */

static const char *lacks_for_history(const struct ln_write_format *format, const struct ln_writing *writing)
{
    if (writing->number && !(format->writes & LN_WRITES_SEVERAL))
        return "has one history in a file, and this is another";
    if (writing->history->stuck && !(format->writes & LN_WRITES_STUCK))
        return "cannot say that a history is stuck";
    if (writing->history->linked && !(format->writes & LN_WRITES_LINKS))
        return "cannot say that operations of several processes touch at once (native-operations can)";
    if (ln_cut_may_lack(writing->history->cut) && !(format->writes & LN_WRITES_LACKING))
        return "cannot say that operations are missing (native and native-operations can)";
    return format->refuses_history ? format->refuses_history(writing) : NULL;
}

static const char *lacks_process(const struct ln_write_format *format, const struct ln_writing *writing,
                                 ln_value process)
{
    const struct ln_history *history = writing->history;
    bool integer = ln_value_kind(process) == LN_KIND_INT;
    int64_t number;
    if (!integer && !(format->writes & LN_WRITES_NAMES))
        return "has only integers as processes";
    if (!(format->writes & LN_WRITES_BY_PROCESS))
        return NULL;
    number = integer ? ln_value_int(&history->values, process) : -1;
    if (history->operations.length != history->processes.length || number < 0 ||
        (uint64_t)number >= history->processes.length)
        return "has no processes: each operation has to be alone in its own, and they have to be 0, 1, 2 and so on";
    return NULL;
}

static const char *lacks_for_operation(const struct ln_write_format *format, const struct ln_writing *writing,
                                       const struct ln_operation *operation)
{
    const char *process = lacks_process(format, writing, ln_writing_process(writing, operation));
    if (process)
        return process;
    if (operation->fate == LN_PENDING && !(format->writes & LN_WRITES_PENDING))
        return "has no pending operations";
    if (operation->fate == LN_FAILED && !(format->writes & LN_WRITES_FAILED))
        return "has no failed operations";
    if (!ln_same(operation->key, LN_VALUE_NONE) && !(format->writes & LN_WRITES_KEYS))
        return "has no keys";
    return format->refuses(writing, operation);
}

static enum ln_status refused(const struct ln_write_format *format, const struct ln_writing *writing, uint32_t index,
                              const char *why, struct ln_error *error)
{
    const struct ln_history *history = writing->history;
    struct ln_str text;
    assert(why && index < history->operations.length);
    ln_str_init(&text, history->memory);
    ln_history_write_operation(history, index, &text);
    ln_fail(error, LN_BAD_INPUT, "operation %u, %.80s%s of line %u: %s %s", index, ln_str_borrow(&text),
            text.length > 80 ? "..." : "", history->operations.at[index].line, format->name, why);
    ln_str_fini(&text);
    return LN_BAD_INPUT;
}

static enum ln_status check_all(const struct ln_write_format *format, const struct ln_writing *writing,
                                struct ln_error *error)
{
    const struct ln_history *history = writing->history;
    const char *why = lacks_for_history(format, writing);
    if (why)
        return ln_fail(error, LN_BAD_INPUT, "%s %s", format->name, why);
    for (uint32_t i = 0; i < history->operations.length; i++) {
        why = lacks_for_operation(format, writing, &history->operations.at[i]);
        if (why)
            return refused(format, writing, i, why, error);
    }
    return LN_OK;
}

/* ---- writing ---- */

static enum ln_status put(struct ln_file_writer *writer, size_t least, struct ln_error *error)
{
    if (writer->text.failed)
        return ln_fail(error, LN_NO_MEMORY, "out of memory");
    if (writer->text.length < least)
        return LN_OK;
    if (!writer->options.put(writer->options.self, ln_str_borrow(&writer->text), writer->text.length))
        return ln_fail(error, LN_INTERNAL, "the output could not be written");
    ln_str_clear(&writer->text);
    return LN_OK;
}

static enum ln_status write_events(struct ln_file_writer *writer, const struct ln_writing *writing,
                                   struct ln_error *error)
{
    const struct ln_write_format *format = writer->format;
    const struct ln_history *history = writing->history;
    struct ln_failed_operations failed;
    enum ln_status status = ln_failed_operations_init(&failed, format, writing);
    if (status)
        ln_fail(error, status, "out of memory");
    for (size_t i = 0; !status && i < history->events.length; i++) {
        uint32_t event = history->events.at[i], index = ln_event_operation(event);
        assert(index < history->operations.length && history->operations.at[index].fate != LN_FAILED);
        if (!ln_event_is_return(event)) {
            ln_failed_operations_call(&failed, index);
            format->call(writing, &history->operations.at[index]);
        } else {
            assert(history->operations.at[index].fate == LN_COMPLETED);
            format->ret(writing, &history->operations.at[index]);
            ln_failed_operations_return(&failed, index);
        }
        status = put(writer, PIECE, error);
    }
    if (!status)
        ln_failed_operations_end(&failed);
    ln_failed_operations_fini(&failed);
    return status;
}

/* Where positions cannot say all (see history.h) the events between the linked ones share a time, which says it again
 * when it is read. `times` has one entry per event. */
static void times_of_events(const struct ln_history *history, uint32_t *times)
{
    uint32_t now = 0, reach = 0;
    memset(times, 0, history->events.length * sizeof *times);
    for (size_t i = 0; i < history->operations.length; i++) {
        const struct ln_operation *operation = &history->operations.at[i];
        assert(operation->after == LN_NO_OP || history->operations.at[operation->after].ret < history->events.length);
        if (operation->after != LN_NO_OP && times[operation->call] < history->operations.at[operation->after].ret)
            times[operation->call] = history->operations.at[operation->after].ret;
    }
    for (uint32_t i = 0; i < history->events.length; i++) {
        now += i > reach;
        reach = times[i] > reach ? times[i] : reach > i ? reach : i;
        times[i] = now;
    }
}

/* Operations in the order in which they are written. */
static void order_by_process(const struct ln_history *history, uint32_t *order)
{
    assert(history->operations.length == history->processes.length); /* or it was refused */
    for (uint32_t i = 0; i < history->operations.length; i++)
        order[ln_value_int(&history->values, history->processes.at[history->operations.at[i].process])] = i;
}

static enum ln_status write_operations(struct ln_file_writer *writer, const struct ln_writing *writing,
                                       struct ln_error *error)
{
    const struct ln_history *history = writing->history;
    size_t events = history->linked && !writing->timed ? history->events.length * sizeof(uint32_t) : 0;
    bool by_process = writer->format->writes & LN_WRITES_BY_PROCESS;
    size_t operations = by_process ? history->operations.length * sizeof(uint32_t) : 0;
    uint32_t *times = ln_take(history->memory, events), *order = ln_take(history->memory, operations);
    enum ln_status status = times && order ? LN_OK : ln_fail(error, LN_NO_MEMORY, "out of memory");
    if (!status && events)
        times_of_events(history, times);
    if (!status && operations)
        order_by_process(history, order);
    for (uint32_t i = 0; !status && i < history->operations.length; i++) {
        uint32_t index = operations ? order[i] : i;
        const struct ln_operation *operation = &history->operations.at[index];
        struct ln_span span = { operation->call, operation->ret };
        if (writing->timed)
            span = history->times.at[index];
        else if (events && operation->fate != LN_FAILED)
            span = (struct ln_span){ times[operation->call],
                                     operation->fate == LN_COMPLETED ? times[operation->ret] : LN_NEVER };
        writer->format->operation(writing, operation, i == 0, span.call, span.ret);
        status = put(writer, PIECE, error);
    }
    ln_give(history->memory, times, events);
    ln_give(history->memory, order, operations);
    return status;
}

enum ln_status ln_file_writer_add(struct ln_file_writer *writer, const struct ln_history *history, const char *spec,
                                  struct ln_error *error)
{
    const struct ln_write_format *format = writer->format;
    struct ln_writing writing = {
        .history = history,
        .spec = spec,
        .number = writer->histories,
        .keyed = writer->options.keyed,
        .timed = format->writes & LN_WRITES_TIMES && history->times.length && !history->untimed &&
                 history->touching == LN_TOUCHING_IS_CONCURRENT,
        .positions = !format->call,
        .out = &writer->text,
    };
    enum ln_status status = check_all(format, &writing, error);
    assert(history->sealed); /* only then have events an order */
    if (status)
        return status;
    if (format->begin)
        format->begin(&writing);
    status = format->call ? write_events(writer, &writing, error) : write_operations(writer, &writing, error);
    if (!status && format->end)
        format->end(&writing);
    writer->histories++;
    return status ? status : put(writer, 0, error);
}
