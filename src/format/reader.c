/* Reading histories: lines from the input go to a format until its history ends. Positions are added to messages here,
 * and only here. */
#include "format/reader.h"

#include "format/cut.h"
#include "format/formats.h"
#include "format/input.h"
#include "format/reading.h"
#include "format/skew.h"

#include <assert.h>
#include <string.h>

struct ln_reader {
    struct ln_memory *memory;
    struct ln_input *input;
    const struct ln_format *format; /* NULL: not known yet, or an input without content */
    struct ln_budget *budget;
    int64_t fuel;
    const struct ln_skew *skew;
    enum ln_times times;
    bool forget, follow;
    const bool *enough;
    struct ln_reading reading;
    struct ln_text line;
    bool held;  /* `line` belongs to the next history */
    bool ended; /* the input has no more lines */
    bool looked;
    bool spent; /* there was an error */
    uint64_t histories;
    char digest[LN_DIGEST_TEXT];
};

/* ---- opening ---- */

static enum ln_status make(struct ln_reader **reader, const struct ln_reader_options *options, struct ln_memory *memory,
                           struct ln_error *error)
{
    static const struct ln_reader_options none = { 0 };
    const struct ln_reader_options *given = options ? options : &none;
    const struct ln_format *format = NULL;
    enum ln_status status = given->format ? ln_format_find(given->format, &format, error) : LN_OK;
    if (status)
        return status;
    *reader = ln_take_zeroed(memory, sizeof **reader);
    if (!*reader)
        return ln_fail(error, LN_NO_MEMORY, "out of memory");
    (*reader)->memory = memory;
    (*reader)->format = format;
    (*reader)->budget = given->budget;
    (*reader)->skew = given->skew;
    (*reader)->times = given->times;
    (*reader)->forget = given->forget;
    (*reader)->follow = given->follow;
    (*reader)->enough = given->enough;
    (*reader)->reading.binder = given->binder;
    (*reader)->reading.keyed = given->keyed;
    ln_scanner_init(&(*reader)->reading.scan, memory);
    return LN_OK;
}

enum ln_status ln_reader_open(struct ln_reader **reader, const char *path, const struct ln_reader_options *options,
                              struct ln_memory *memory, struct ln_error *error)
{
    enum ln_status status = make(reader, options, memory, error);
    if (status)
        return status;
    status = ln_input_open(&(*reader)->input, path, (*reader)->budget, memory, error);
    if (!status && (*reader)->follow)
        ln_input_follow((*reader)->input);
    if (status) {
        ln_reader_close(*reader);
        *reader = NULL;
    }
    return status;
}

enum ln_status ln_reader_open_bytes(struct ln_reader **reader, const char *name, const void *bytes, size_t length,
                                    const struct ln_reader_options *options, struct ln_memory *memory,
                                    struct ln_error *error)
{
    enum ln_status status = make(reader, options, memory, error);
    if (status)
        return status;
    status = ln_input_open_bytes(&(*reader)->input, name, bytes, length, memory, error);
    if (status) {
        ln_reader_close(*reader);
        *reader = NULL;
    }
    return status;
}

void ln_reader_close(struct ln_reader *reader)
{
    void *state;
    if (!reader)
        return;
    state = reader->reading.state;
    if (state) {
        if (reader->format->fini)
            reader->format->fini(state, reader->memory);
        ln_give(reader->memory, state, reader->format->state_size);
    }
    ln_scanner_fini(&reader->reading.scan);
    ln_input_close(reader->input);
    ln_give(reader->memory, reader, sizeof *reader);
}

const char *ln_reader_format(const struct ln_reader *reader)
{
    return reader->format ? reader->format->name : "empty";
}

/* ---- reading ---- */

/* Puts `file:line:column` before a message that has no position yet. */
static enum ln_status at_place(const struct ln_reader *reader, enum ln_status status, uint64_t line, size_t column,
                               struct ln_error *error)
{
    char message[sizeof error->message];
    assert(status && column);
    if (!error)
        return status;
    memcpy(message, error->message, sizeof message);
    return ln_fail(error, status, "%s:%llu:%zu: %s", ln_input_name(reader->input), (unsigned long long)line, column,
                   message);
}

static enum ln_status look_at_start(struct ln_reader *reader, struct ln_error *error)
{
    enum ln_status status = LN_OK;
    if (reader->looked)
        return LN_OK;
    assert(!reader->reading.state && !reader->held);
    reader->looked = true;
    if (!reader->format)
        status = ln_format_recognise(reader->input, &reader->format, error);
    else
        ln_input_rewind(reader->input);
    if (status || !reader->format)
        return status;
    reader->reading.state = ln_take_zeroed(reader->memory, reader->format->state_size);
    if (!reader->reading.state)
        return ln_fail(error, LN_NO_MEMORY, "%s: out of memory", ln_input_name(reader->input));
    return LN_OK;
}

/* Looked at before every line; the cost is that of the line before. */
static bool is_stopped(struct ln_reader *reader)
{
    enum { LINE_COST = 16, BYTES_PER_COST = 8 };
    struct ln_budget *budget = reader->budget;
    if (!budget)
        return false;
    if (budget->progress)
        atomic_store_explicit(&budget->progress->operations, reader->reading.history->operations.length,
                              memory_order_relaxed);
    return ln_budget_spent(budget, &reader->fuel, LINE_COST + (int64_t)(reader->line.length / BYTES_PER_COST));
}

static enum ln_status next_line(struct ln_reader *reader, struct ln_error *error)
{
    bool found = true;
    enum ln_status status = LN_OK;
    if (is_stopped(reader))
        return ln_fail(error, LN_STOPPED, "%s: stopped after line %llu", ln_input_name(reader->input),
                       (unsigned long long)ln_input_number(reader->input));
    assert(!reader->ended);
    if (!reader->held)
        status = ln_input_line(reader->input, &reader->line, &found, error);
    reader->held = false;
    reader->ended = !found;
    return status;
}

/* Is what is wrong with the line its last field, or that it has no more? */
static bool fails_at_end(const struct ln_scanner *scan)
{
    const char *at = scan->at;
    while (at < scan->end && *at != ' ' && *at != '\t')
        at++;
    return at == scan->end;
}

/* Neither blank nor a comment. */
static bool says_something(struct ln_text line)
{
    size_t i = 0;
    while (i < line.length && (line.at[i] == ' ' || line.at[i] == '\t'))
        i++;
    return i < line.length && line.at[i] != '#';
}

/* Of a history that lacks operations anyway there is no more to say. */
static void note_cut(struct ln_reading *reading, enum ln_cut cut)
{
    if (reading->history->cut == LN_CUT_TOLD)
        return;
    reading->history->cut = cut;
    reading->history->cut_line = reading->line;
}

/* The last line, if it lacks its end: perhaps whoever wrote it was killed meanwhile. An object or a map shows by itself
 * whether it was cut. A line of words does so only if the rest cannot be read. */
static enum ln_status read_unended(struct ln_reader *reader)
{
    struct ln_reading *reading = &reader->reading;
    const struct ln_format *format = reader->format;
    struct ln_text line = reader->line;
    enum ln_status status;
    if (format->cut && ln_text_is_cut(line)) {
        note_cut(reading, LN_CUT_EVENT);
        return format->cut(reading);
    }
    if (format->loses && ln_input_is_torn(reader->input)) {
        note_cut(reading, format->loses);
        return LN_OK;
    }
    status = format->line(reading);
    if (!format->loses || reading->belongs_to_next)
        return status;
    if (!status && says_something(line))
        note_cut(reading, LN_CUT_UNSURE);
    if (status != LN_BAD_INPUT || reading->refused || !fails_at_end(&reading->scan))
        return status;
    note_cut(reading, format->loses);
    if (reading->scan.error)
        *reading->scan.error = (struct ln_error){ LN_OK, "" };
    return LN_OK;
}

static enum ln_status show_line(struct ln_reader *reader, struct ln_error *error)
{
    struct ln_reading *reading = &reader->reading;
    uint64_t number = ln_input_number(reader->input);
    enum ln_status status;
    assert(!reading->belongs_to_next && reading->state);
    ln_scanner_start(&reading->scan, reader->line);
    memset(reading->places, 0, sizeof reading->places);
    reading->line = number < UINT32_MAX ? (uint32_t)number : UINT32_MAX;
    reading->refused = false;
    reading->unended = ln_input_is_unended(reader->input);
    status = reading->unended ? read_unended(reader) : reader->format->line(reading);
    reader->held = reading->belongs_to_next;
    if (status)
        return at_place(reader, status, reading->line, (size_t)(reading->scan.at - reading->scan.line) + 1, error);
    return LN_OK;
}

/* Of a format that remembers nothing of operations itself, once there are many. */
static enum ln_status forget(struct ln_reader *reader, struct ln_error *error)
{
    enum { MANY = 4096 };
    struct ln_history *history = reader->reading.history;
    const struct ln_binder *binder = reader->reading.binder;
    bool renewed;
    enum ln_status status;
    if (!reader->forget || !reader->format->forgetful || history->operations.length < MANY || history->times.length)
        return LN_OK;
    status = ln_history_forget(history, &renewed);
    if (status)
        return ln_fail(error, status, "%s: out of memory", ln_input_name(reader->input));
    return binder && binder->forgot ? binder->forgot(binder->self, history, renewed, error) : LN_OK;
}

/* All lines of one history. */
static enum ln_status read_lines(struct ln_reader *reader, struct ln_error *error)
{
    enum ln_status status = LN_OK;
    while (!status && !reader->reading.belongs_to_next && reader->format) {
        status = next_line(reader, error);
        if (!status && reader->ended)
            break;
        if (!status)
            status = show_line(reader, error);
        if (!status && reader->enough && *reader->enough) {
            reader->ended = true;
            return LN_OK;
        }
        if (!status)
            status = forget(reader, error);
    }
    if (!status && reader->ended && reader->format && reader->format->end) {
        status = reader->format->end(&reader->reading);
        if (status)
            status = at_place(reader, status, ln_input_number(reader->input), 1, error);
    }
    return status;
}

/* What the user says of clocks is about the history as a whole: it stands at no line. */
static enum ln_status set_clocks(const struct ln_reader *reader, struct ln_history *history, struct ln_error *error)
{
    struct ln_error why = { LN_OK, "" };
    enum ln_status status = LN_OK;
    assert(!history->sealed);
    history->keep_times = reader->skew || reader->times != LN_TIMES_DROPPED;
    if (reader->times == LN_TIMES_NEEDED)
        status = ln_skew_check_times(history, &why);
    if (!status && reader->skew)
        status = ln_skew_apply(reader->skew, history, &why);
    return status ? ln_fail(error, status, "%s: %s", ln_input_name(reader->input), why.message) : LN_OK;
}

static enum ln_status seal(struct ln_reader *reader, struct ln_history *history, struct ln_error *error)
{
    uint32_t line;
    enum ln_status status = set_clocks(reader, history, error);
    if (status)
        return status;
    status = ln_history_seal(history, &line, error);
    return status ? at_place(reader, status, line, 1, error) : LN_OK;
}

static enum ln_status read_history(struct ln_reader *reader, struct ln_history *history, bool *found,
                                   struct ln_error *error)
{
    struct ln_reading *reading = &reader->reading;
    enum ln_status status = look_at_start(reader, error);
    reading->scan.error = error;
    reading->scan.values = &history->values;
    reading->history = history;
    reading->begun = reading->belongs_to_next = false;
    if (!status)
        status = read_lines(reader, error);
    *found = !status && (reading->begun || !reader->histories);
    if (*found)
        ln_input_digest(reader->input, reader->held, reader->digest);
    reader->histories += *found;
    return *found ? seal(reader, history, error) : status;
}

enum ln_status ln_reader_next(struct ln_reader *reader, struct ln_history *history, bool *found, struct ln_error *error)
{
    enum ln_status status;
    *found = false;
    if (reader->spent)
        return ln_fail(error, LN_INTERNAL, "a reader was used after its error");
    if (reader->ended || (reader->histories && !reader->format))
        return LN_OK;
    status = ln_history_init(history, reader->memory);
    if (status)
        ln_fail(error, status, "%s: out of memory", ln_input_name(reader->input));
    else
        status = read_history(reader, history, found, error);
    if (status || !*found)
        ln_history_fini(history);
    reader->spent = status != LN_OK;
    *found = *found && !status;
    return status;
}

const char *ln_reader_digest(const struct ln_reader *reader)
{
    return reader->digest;
}

bool ln_reader_more(const struct ln_reader *reader)
{
    return reader->held;
}
