#include "report/window.h"

#include "base/shown.h"
#include "report/timeline.h"

#include <assert.h>
#include <stdio.h>

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
                                 size_t *place, struct ln_error *error)
{
    size_t operations = history->operations.length;
    if (id < operations && history->operations.at[id].fate != LN_FAILED) {
        *place = calls_before(history, history->operations.at[id].call);
        return LN_OK;
    }
    if (id < operations)
        return ln_fail(error, LN_USAGE, "%s %llu: this operation of %.200s failed; it had no effect and is not drawn",
                       option, (unsigned long long)id, title);
    if (operations == 0)
        return ln_fail(error, LN_USAGE, "%s %llu: %.200s has no operations", option, (unsigned long long)id, title);
    return ln_fail(error, LN_USAGE, "%s %llu: %.200s has %zu operation%s, numbered from 0", option,
                   (unsigned long long)id, title, operations, operations == 1 ? "" : "s");
}

static enum ln_status choose(const struct ln_window_asked *wanted, const struct ln_pictured *pictured,
                             struct shown_window *window, struct ln_error *error)
{
    const struct ln_history *history = pictured->history;
    bool around = wanted->around != LN_NOT_ASKED;
    size_t place = 0;
    *window = (struct shown_window){ .total = calls_before(history, history->events.length),
                                     .marked = LN_NO_OP,
                                     .limit = wanted->limit };
    if ((around || wanted->from != LN_NOT_ASKED) &&
        find_named(history, around ? "--around" : "--from", around ? wanted->around : wanted->from, pictured->title,
                   &place, error))
        return LN_USAGE;
    if (around) {
        size_t before = (window->limit - 1) / 2;
        size_t latest = window->total > window->limit ? window->total - window->limit : 0;
        window->marked = (uint32_t)wanted->around;
        place = place > before ? place - before : 0;
        place = place < latest ? place : latest;
    }
    window->first = place;
    assert(place <= window->total);
    window->count = window->total - place < window->limit ? window->total - place : window->limit;
    return LN_OK;
}

/* ---- what is written ---- */

static const char *plural(size_t count)
{
    return count == 1 ? "" : "s";
}

static void write_title(const struct ln_pictured *pictured, struct ln_str *out)
{
    const struct ln_history *history = pictured->history;
    size_t operations = history->operations.length, processes = history->processes.length;
    size_t pending = ln_count_fate(history, LN_PENDING), failed = ln_count_fate(history, LN_FAILED);
    ln_str_shown(out, pictured->title);
    if (*pictured->object)
        ln_str_format(out, " (%s)", pictured->object);
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

static enum ln_status write_picture(const struct ln_history *history, const struct shown_window *window,
                                    const struct ln_layout_options *how, bool colour, struct ln_str *out)
{
    LN_VEC(struct ln_scene_op) scene = { 0 };
    size_t place = 0;
    enum ln_status status = LN_NO_MEMORY;
    if (ln_vec_reserve(&scene, out->memory, window->count)) {
        for (size_t i = 0; i < history->events.length && scene.length < window->count; i++) {
            uint32_t operation = ln_event_operation(history->events.at[i]);
            if (ln_event_is_return(history->events.at[i]) || place++ < window->first)
                continue;
            scene.at[scene.length++] = (struct ln_scene_op){
                .operation = operation,
                .marked = operation == window->marked,
                .optional = history->operations.at[operation].fate == LN_PENDING,
            };
        }
        assert(scene.length == window->count);
        status = ln_timeline_write(history, scene.at, scene.length, how, colour, out);
    }
    ln_vec_fini(&scene, out->memory);
    return status;
}

static void write_rest(const struct ln_history *history, const struct shown_window *window, struct ln_str *out)
{
    size_t end = window->first + window->count;
    assert(end <= window->total);
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

enum ln_status ln_report_window(const struct ln_pictured *pictured, const struct ln_window_asked *asked,
                                const struct ln_style *style, struct ln_str *out, struct ln_error *error)
{
    const struct ln_layout_options how = { .width = style->width, .utf8 = style->utf8, .ids = asked->ids };
    struct shown_window window;
    enum ln_status status = choose(asked, pictured, &window, error);
    if (status)
        return status;
    write_title(pictured, out);
    if (window.count) {
        ln_str_char(out, '\n');
        status = write_picture(pictured->history, &window, &how, style->colour, out);
        write_rest(pictured->history, &window, out);
    }
    if (status || out->failed)
        return ln_fail(error, LN_NO_MEMORY, "%.200s: no memory left for the picture", pictured->title);
    return LN_OK;
}
