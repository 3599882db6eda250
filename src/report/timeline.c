#include "report/timeline.h"

#include "report/label.h"

#include <assert.h>
#include <string.h>

static const char *const red = "\033[1;31m", *const faint = "\033[2m", *const plain = "\033[0m";

struct glyphs {
    const char *start, *line, *end, *joint;
};

/* By: UTF-8, marked, optional. */
static const struct glyphs shapes[2][2][2] = {
    { { { "|", "-", "|", "|" }, { "|", ".", "|", "|" } }, { { "#", "=", "#", "#" }, { "#", ":", "#", "#" } } },
    { { { "├", "─", "┤", "┼" }, { "├", "╌", "┤", "┼" } }, { { "┣", "━", "┫", "╋" }, { "┣", "╍", "┫", "╋" } } },
};

static void repeat(struct ln_str *out, const char *text, uint32_t times)
{
    while (times--)
        ln_str_text(out, text);
}

static void switch_to(struct ln_str *out, bool colour, const char *code)
{
    if (colour)
        ln_str_text(out, code);
}

/* The neighbours are those it is joined to, or NULL: a joint is drawn by the bar on its right. */
static void draw_bar(const struct ln_layout *layout, const struct ln_layout_bar *bar, const struct ln_layout_bar *left,
                     const struct ln_layout_bar *right, bool colour, struct ln_str *out)
{
    const struct glyphs *shape = &shapes[layout->utf8][bar->marked][bar->optional];
    const char *onward = layout->utf8 ? "»" : ">", *dots = ln_label_ellipsis(layout->utf8);
    const char *start = shape->start, *end = shape->end;
    uint32_t end_columns = right ? 0 : bar->pending && !layout->utf8 ? (uint32_t)strlen(dots) : 1;
    uint32_t line = bar->last - bar->first + !right - 1 - end_columns;
    if (left)
        start = shapes[layout->utf8][bar->marked || left->marked][0].joint;
    if (bar->from_left)
        start = onward;
    if (bar->to_right || bar->pending)
        end = bar->pending ? dots : onward;
    switch_to(out, colour, bar->marked ? red : faint);
    ln_str_text(out, start);
    if (bar->label_columns) {
        ln_str_text(out, shape->line);
        switch_to(out, colour && !bar->marked && !bar->from_left, plain);
        ln_str_format(out, " %s ", bar->label);
        switch_to(out, colour && !bar->marked && !bar->from_left, faint);
        assert(line >= bar->label_columns + 3);
        line -= bar->label_columns + 3;
    }
    repeat(out, shape->line, line);
    ln_str_text(out, right ? "" : end);
    switch_to(out, colour, plain);
}

/* The bars of one row of a band. */
static void draw_row(const struct ln_layout *layout, const struct ln_layout_bar *bars, size_t count, bool colour,
                     struct ln_str *out)
{
    const struct ln_layout_row *row = &layout->rows.at[bars->row];
    uint32_t column = 0;
    repeat(out, " ", LN_TIMELINE_INDENT);
    ln_str_text(out, row->name);
    repeat(out, " ", layout->name_columns - row->columns + LN_LAYOUT_MARGIN);
    for (size_t i = 0; i < count; i++) {
        const struct ln_layout_bar *left = bars[i].joined ? &bars[i - 1] : NULL;
        const struct ln_layout_bar *right = i + 1 < count && bars[i + 1].joined ? &bars[i + 1] : NULL;
        assert(bars[i].row == bars->row && bars[i].first >= column && (i || !bars[i].joined));
        repeat(out, " ", bars[i].first - column);
        draw_bar(layout, &bars[i], left, right, colour, out);
        column = bars[i].last + !right;
    }
    ln_str_char(out, '\n');
}

void ln_timeline_draw(const struct ln_layout *layout, bool colour, struct ln_str *out)
{
    for (size_t b = 0; b < layout->bands.length; b++) {
        const struct ln_layout_band *band = &layout->bands.at[b];
        const struct ln_layout_bar *bars = layout->bars.at + band->first;
        if (b)
            ln_str_char(out, '\n');
        for (size_t i = 0, next; i < band->count; i = next) {
            for (next = i + 1; next < band->count && bars[next].row == bars[i].row;)
                next++;
            draw_row(layout, bars + i, next - i, colour, out);
        }
    }
}

enum ln_status ln_timeline_write(const struct ln_history *history, const struct ln_scene_op *scene, size_t count,
                                 const struct ln_layout_options *options, bool colour, struct ln_str *out)
{
    struct ln_layout_options inner = *options;
    struct ln_layout layout;
    enum ln_status status;
    inner.width = options->width > LN_TIMELINE_NARROWEST ? options->width - LN_TIMELINE_INDENT : LN_LAYOUT_NARROWEST;
    status = ln_layout_init(&layout, history, scene, count, &inner, out->memory);
    if (!status)
        ln_timeline_draw(&layout, colour, out);
    ln_layout_fini(&layout);
    return out->failed ? LN_NO_MEMORY : status;
}
