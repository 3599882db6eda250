/* `linnet show`: a picture of a history, or of a part of it. */
#include "base/shown.h"
#include "inquiry/binding.h"
#include "cli/exit.h"
#include "cli/interrupt.h"
#include "cli/say.h"
#include "cli/say_cut.h"
#include "cli/shared_options.h"
#include "cli/terminal.h"
#include "report/report.h"
#include "report/timeline.h"

#include <stdio.h>
#include <string.h>

#define NOT_GIVEN UINT64_MAX

enum { SHOWN = 40 };

struct show_options {
    uint64_t from, around;
    unsigned count, width;
    const char *format;
    bool keyed, ids;
};

#define AT(field) offsetof(struct show_options, field)

static const struct option options[] = {
    { "from", 0, OPTION_NUMBER, "ID", AT(from), "begin with this operation (the first)" },
    { "around", 0, OPTION_NUMBER, "ID", AT(around), "what happened around this operation, which is marked" },
    { "count", 0, OPTION_COUNT, "N", AT(count), "how many operations (40)" },
    { "ids", 0, OPTION_FLAG, NULL, AT(ids), "write the number of each operation on it" },
    { "width", 0, OPTION_COUNT, "COLUMNS", AT(width), "the width of the picture (the terminal's, else 80)" },
    SHARED_FORMAT,
    SHARED_KEYED,
};

struct showing {
    struct show_options options;
    struct terminal terminal;
    struct ln_memory memory;
    struct ln_budget budget;
    struct ln_binding binding;
    struct ln_binder binder;
    struct ln_str spec; /* what the file says the object is; empty when it does not */
    bool bound;         /* operations so far are what that object can do */
    struct ln_str text;
    bool blank_line;    /* something was shown before */
    enum ln_status worst;
};

/* ---- reading ---- */

/* Where the file says what the object is, operations are put in its words, as `linnet check` does. But a picture of
 * something wrong is a picture too: at the first operation that does not fit, the rest is taken as written. */

static enum ln_status begin(void *self, struct ln_history *history, const char *spec, struct ln_error *error)
{
    struct showing *showing = self;
    struct ln_error ignored;
    ln_str_clear(&showing->spec);
    if (spec)
        ln_str_text(&showing->spec, spec);
    showing->bound = spec && showing->binding.binder.begin(&showing->binding, history, spec, &ignored) == LN_OK;
    return showing->spec.failed ? ln_fail(error, LN_NO_MEMORY, "out of memory") : LN_OK;
}

typedef enum ln_status bind_part(void *self, struct ln_history *history, uint32_t operation, enum ln_field *field,
                                 struct ln_error *error);

static enum ln_status bind_if_it_fits(struct showing *showing, bind_part *bind, struct ln_history *history,
                                      uint32_t operation, enum ln_field *field, struct ln_error *error)
{
    struct ln_operation as_written = history->operations.at[operation];
    enum ln_status status = showing->bound ? bind(&showing->binding, history, operation, field, error) : LN_OK;
    if (!status || status == LN_NO_MEMORY)
        return status;
    history->operations.at[operation] = as_written;
    showing->bound = false;
    return LN_OK;
}

static enum ln_status called(void *self, struct ln_history *history, uint32_t operation, enum ln_field *field,
                             struct ln_error *error)
{
    struct showing *showing = self;
    return bind_if_it_fits(showing, showing->binding.binder.called, history, operation, field, error);
}

static enum ln_status returned(void *self, struct ln_history *history, uint32_t operation, enum ln_field *field,
                               struct ln_error *error)
{
    struct showing *showing = self;
    return bind_if_it_fits(showing, showing->binding.binder.returned, history, operation, field, error);
}

/* ---- which operations ---- */

/* Operations in the order of their calls, which need not be the order of their numbers. */
struct shown_window {
    size_t first, count, total;
    size_t limit;    /* how many may be shown */
    uint32_t marked; /* an operation, or LN_NO_OP */
};

/* The operation that was called as number `place`. */
static uint32_t called_at(const struct ln_history *history, size_t place)
{
    for (size_t i = 0; i < history->events.length; i++)
        if (!ln_event_is_return(history->events.at[i]) && place-- == 0)
            return ln_event_operation(history->events.at[i]);
    return LN_NO_OP;
}

static size_t calls_before(const struct ln_history *history, size_t position)
{
    size_t calls = 0;
    for (size_t i = 0; i < position; i++)
        calls += !ln_event_is_return(history->events.at[i]);
    return calls;
}

/* The place of the operation that the user named, or a message. */
static enum ln_status find_named(const struct ln_history *history, const char *option, uint64_t id, const char *title,
                                 size_t *place)
{
    size_t operations = history->operations.length;
    if (id < operations && history->operations.at[id].fate != LN_FAILED) {
        *place = calls_before(history, history->operations.at[id].call);
        return LN_OK;
    }
    complain("linnet show: %s %llu: ", option, (unsigned long long)id);
    if (id < operations)
        complain("this operation of %s failed; it had no effect and is not drawn\n", title);
    else if (operations == 0)
        complain("%s has no operations\n", title);
    else
        complain("%s has %zu operation%s, numbered from 0\n", title, operations, operations == 1 ? "" : "s");
    return LN_USAGE;
}

static enum ln_status choose(const struct showing *showing, const struct ln_history *history, const char *title,
                             struct shown_window *window)
{
    const struct show_options *wanted = &showing->options;
    bool around = wanted->around != NOT_GIVEN;
    size_t place = 0;
    *window = (struct shown_window){ .total = calls_before(history, history->events.length), .marked = LN_NO_OP,
                               .limit = wanted->count ? wanted->count : SHOWN };
    if ((around || wanted->from != NOT_GIVEN) &&
        find_named(history, around ? "--around" : "--from", around ? wanted->around : wanted->from, title, &place))
        return LN_USAGE;
    if (around) {
        size_t before = (window->limit - 1) / 2;
        size_t latest = window->total > window->limit ? window->total - window->limit : 0;
        window->marked = (uint32_t)wanted->around;
        place = place > before ? place - before : 0;
        place = place < latest ? place : latest;
    }
    window->first = place;
    window->count = window->total - place < window->limit ? window->total - place : window->limit;
    return LN_OK;
}

/* ---- one history ---- */

static const char *plural(size_t count)
{
    return count == 1 ? "" : "s";
}

static void write_title(const struct showing *showing, const struct ln_history *history, const char *title,
                        struct ln_str *out)
{
    size_t operations = history->operations.length, processes = history->processes.length;
    size_t pending = ln_count_fate(history, LN_PENDING), failed = ln_count_fate(history, LN_FAILED);
    ln_str_shown(out, title);
    if (showing->spec.length)
        ln_str_format(out, " (%s)", ln_str_borrow(&showing->spec));
    if (!operations) {
        ln_str_text(out, ": no operations\n");
        return;
    }
    ln_str_format(out, ": %zu operation%s by %zu process%s", operations, plural(operations), processes,
                  processes == 1 ? "" : "es");
    if (pending)
        ln_str_format(out, ", %zu pending", pending);
    if (failed)
        ln_str_format(out, ", %zu failed (not drawn)", failed);
    ln_str_text(out, history->stuck ? ", stuck\n" : "\n");
}

static enum ln_status write_picture(const struct showing *showing, const struct ln_history *history,
                                    const struct shown_window *window, struct ln_str *out)
{
    struct ln_layout_options how = { .width = showing->options.width, .utf8 = showing->terminal.utf8,
                                     .ids = showing->options.ids };
    LN_VEC(struct ln_scene_op) scene = { 0 };
    size_t place = 0;
    enum ln_status status = LN_NO_MEMORY;
    if (ln_vec_reserve(&scene, out->memory, window->count)) {
        for (size_t i = 0; i < history->events.length && scene.length < window->count; i++) {
            uint32_t operation = ln_event_operation(history->events.at[i]);
            if (ln_event_is_return(history->events.at[i]) || place++ < window->first)
                continue;
            scene.at[scene.length++] = (struct ln_scene_op){
                .operation = operation, .marked = operation == window->marked,
                .optional = history->operations.at[operation].fate == LN_PENDING,
            };
        }
        status = ln_timeline_write(history, scene.at, scene.length, &how, showing->terminal.colour, out);
    }
    ln_vec_fini(&scene, out->memory);
    return status;
}

static void write_rest(const struct ln_history *history, const struct shown_window *window, struct ln_str *out)
{
    size_t end = window->first + window->count;
    if (window->count == window->total)
        return;
    ln_str_format(out, "\n%zu of %zu operations", window->count, window->total);
    if (window->first)
        ln_str_format(out, ", %zu before (--from %u)", window->first,
                      called_at(history, window->first > window->limit ? window->first - window->limit : 0));
    if (end < window->total)
        ln_str_format(out, ", %zu after (--from %u)", window->total - end, called_at(history, end));
    ln_str_char(out, '\n');
}

static enum ln_status show_history(struct showing *showing, const struct ln_history *history, const char *id)
{
    const char *title = strcmp(id, "-") == 0 ? "standard input" : id;
    struct ln_str *out = &showing->text;
    struct shown_window window;
    enum ln_status status = choose(showing, history, title, &window);
    if (status)
        return status;
    ln_str_clear(out);
    if (showing->blank_line)
        ln_str_char(out, '\n');
    write_title(showing, history, title, out);
    if (window.count) {
        ln_str_char(out, '\n');
        status = write_picture(showing, history, &window, out);
        write_rest(history, &window, out);
    }
    if (status || out->failed) {
        complain("linnet show: %s: no memory left for the picture\n", title);
        return LN_NO_MEMORY;
    }
    say(ln_str_borrow(out));
    fflush(stdout);
    showing->blank_line = true;
    return LN_OK;
}

/* ---- the command ---- */

static void remember(struct showing *showing, enum ln_status status)
{
    if (status > showing->worst)
        showing->worst = status;
}

static void show_file(struct showing *showing, const char *path)
{
    struct ln_reader_options reading = { .format = showing->options.format, .binder = &showing->binder,
                                         .budget = &showing->budget, .keyed = showing->options.keyed };
    struct ln_reader *reader = NULL;
    struct ln_error error = { LN_OK, "" };
    enum ln_status status = ln_reader_open(&reader, path, &reading, &showing->memory, &error);
    unsigned number = 0;
    while (!status && !*interrupt_flag()) {
        struct ln_history history;
        struct ln_str id;
        bool found;
        ln_str_clear(&showing->spec);
        status = ln_reader_next(reader, &history, &found, &error);
        if (status || !found)
            break;
        say_cut(&history, path);
        ln_str_init(&id, &showing->memory);
        ln_write_id(reader, &history, path, ++number, &id);
        remember(showing, show_history(showing, &history, ln_str_borrow(&id)));
        ln_str_fini(&id);
        ln_history_fini(&history);
    }
    if (status)
        complain("linnet: %s\n", error.message);
    remember(showing, status);
    ln_reader_close(reader);
}

static bool options_fit(struct showing *showing, int files)
{
    struct show_options *wanted = &showing->options;
    if (files == 0)
        complain("linnet show: no history given; name a file, or - for standard input\n");
    else if (wanted->from != NOT_GIVEN && wanted->around != NOT_GIVEN)
        complain("linnet show: --from and --around exclude each other\n");
    else if (wanted->width && wanted->width < LN_TIMELINE_NARROWEST)
        complain("linnet show: --width %u: expected at least %d\n", wanted->width, LN_TIMELINE_NARROWEST);
    else
        return true;
    return false;
}

static int run(int argc, char **argv)
{
    struct showing showing = { .options = { .from = NOT_GIVEN, .around = NOT_GIVEN } };
    int files, code = options_begin(&command_show, &showing.options, argc, argv, &files);
    if (code >= 0)
        return code;
    if (!options_fit(&showing, files))
        return EXIT_USAGE;
    interrupt_listen();
    showing.terminal = terminal_look();
    if (!showing.options.width)
        showing.options.width = showing.terminal.width;
    ln_memory_init(&showing.memory, UINT64_MAX);
    ln_budget_init(&showing.budget, &showing.memory, 0, interrupt_flag());
    ln_binding_init(&showing.binding, NULL);
    showing.binder = (struct ln_binder){ .self = &showing, .begin = begin, .called = called, .returned = returned };
    ln_str_init(&showing.spec, &showing.memory);
    ln_str_init(&showing.text, &showing.memory);
    for (int i = 0; i < files && !*interrupt_flag(); i++)
        show_file(&showing, argv[i]);
    ln_str_fini(&showing.spec);
    ln_str_fini(&showing.text);
    return *interrupt_flag() ? EXIT_UNKNOWN : exit_of(showing.worst);
}

const struct command command_show = {
    .name = "show", .operands = "FILE...", .summary = "draw a history in the terminal",
    .description =
        "Draws every history in the files (- is standard input; gzip and zstd are unpacked), or N operations\n"
        "of it: a row for each process, a bar from each call to its return. The picture shows order, not\n"
        "time: one operation precedes another exactly when its bar ends before the other's begins.\n"
        "Operations are numbered from 0 as the file lists them. Exit code: 0, 64 usage, 65 bad input.",
    .options = options, .option_count = sizeof options / sizeof *options, .run = run,
};
