#include "report/interleaving.h"

#include "report/label.h"
#include "report/letters.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

enum {
    INDENT = 2,
    GAP = 2,           /* between a column and the next */
    LANE = 2,          /* the bar and the space after it */
    PLACE_MOST = 4,    /* places may take a part of the width: one in so many */
    SIDE_BY_SIDE = 26, /* texts broken into less than that are no longer read at a glance */
    CONTINUED = 2      /* indentation of what goes on below */
};

static const char *const red = "\033[1;31m", *const yellow = "\033[33m", *const bold = "\033[1m",
                         *const faint = "\033[2m", *const plain = "\033[0m";

struct lane_glyphs {
    const char *lane, *begin, *end, *act, *dead; /* act: in a graph, whose step it is */
    const char *dash, *cross, *from, *to, *leave_right, *leave_left;
};

static const struct lane_glyphs shapes[2] = {
    { "|", "/", "\\", "*", "x", "-", "+", "<", ">", "|", "|" },
    { "│", "╭", "╰", "●", "✗", "╌", "┼", "◀", "▶", "├", "┤" },
};

struct thread {
    const char *name;
    size_t lane;   /* the column of its bar */
    size_t widest; /* of its texts, and of its name */
    size_t room;   /* for them */
    bool open;     /* an operation of it is under way */
};

struct picture {
    const struct ln_style *style;
    const struct lane_glyphs *glyphs;
    struct ln_str *out;
    struct thread *threads;
    uint32_t count;
    size_t width, place;
    bool graph;    /* bars close to each other, all texts to the right of them */
    size_t text;   /* of a graph: the column of the texts */
    size_t column; /* where the pen is in its line */
};

static void put_spaces(struct picture *p, size_t column)
{
    for (; p->column < column; p->column++)
        ln_str_char(p->out, ' ');
}

/* Nothing is written for the space before it until there is something after it: no line ends in spaces. */
static void put(struct picture *p, size_t column, const char *colour, const char *text, size_t length, size_t most)
{
    size_t columns = ln_letters_columns(text, length);
    if (!length)
        return;
    put_spaces(p, column);
    if (p->style->colour && *colour)
        ln_str_text(p->out, colour);
    ln_letters_write(p->out, text, length, most, ln_label_ellipsis(p->style->utf8));
    if (p->style->colour && *colour)
        ln_str_text(p->out, plain);
    p->column += columns < most ? columns : most;
}

static void put_glyph(struct picture *p, size_t column, const char *colour, const char *glyph)
{
    put(p, column, colour, glyph, strlen(glyph), 1);
}

static void end_line(struct picture *p)
{
    ln_str_char(p->out, '\n');
    p->column = 0;
}

/* One line: the bars of all threads, the mark of the one that acts, and what it does. */
static void draw_line(struct picture *p, uint32_t acting, const char *mark, const char *colour, struct ln_text text,
                      size_t indent)
{
    for (uint32_t t = 0; t < p->count; t++) {
        const struct thread *thread = &p->threads[t];
        if (t == acting)
            put_glyph(p, thread->lane, colour, mark);
        else if (thread->open)
            put_glyph(p, thread->lane, faint, p->glyphs->lane);
        if (t == acting && !p->graph)
            put(p, thread->lane + LANE + indent, colour, text.at, text.length, thread->room - indent);
    }
    if (p->graph)
        put(p, p->text + indent, colour, text.at, text.length, p->threads[acting].room - indent);
    end_line(p);
}

static size_t skip_spaces(const char *text, size_t length, size_t at)
{
    while (at < length && text[at] == ' ')
        at++;
    return at;
}

/* Its length without those at its end. */
static size_t without_spaces(const char *text, size_t length)
{
    while (length && text[length - 1] == ' ')
        length--;
    return length;
}

/* Does ` -> ` or ` → ` end in the space at `at`? */
static bool after_arrow(const char *text, size_t at)
{
    return (at >= 3 && memcmp(text + at - 3, " ->", 3) == 0) || (at >= 4 && memcmp(text + at - 4, " →", 4) == 0);
}

/* How much of the text stands in one line: broken at a space, and before an arrow rather than after it, if that leaves
 * a third of the line or more. */
static size_t piece_of(const char *text, size_t length, size_t columns)
{
    size_t most = ln_letters_within(text, length, columns), at = most;
    if (most == length)
        return length;
    if (!most)
        return ln_letters_within(text, length, 2); /* a wide letter where there is one column */
    while (at && (text[at] != ' ' || after_arrow(text, at)))
        at--;
    return at * 3 >= most ? at : most;
}

/* What a text looks like: with the arrow and the sign of multiplication that the style has. */
static void dress(const struct picture *p, const char *text, struct ln_str *out)
{
    static const char *const plain_signs[] = { " -> ", " x " }, *const signs[] = { " → ", " × " };
    for (const char *at = text; *at; at++) {
        for (size_t i = 0; p->style->utf8 && i < sizeof signs / sizeof *signs; i++) {
            if (strncmp(at, plain_signs[i], strlen(plain_signs[i])) != 0)
                continue;
            ln_str_add(out, text, (size_t)(at - text));
            ln_str_text(out, signs[i]);
            text = at + strlen(plain_signs[i]);
            at = text - 1;
            break;
        }
    }
    ln_str_text(out, text);
}

struct lane_entry {
    uint32_t thread;
    enum ln_row_kind kind;
    const char *place, *text;
    bool faded;
};

static const char *colour_of(const struct lane_entry *entry)
{
    switch (entry->kind) {
    case LN_ROW_CALL:
    case LN_ROW_RETURN: return bold;
    case LN_ROW_BLOCKED:
    case LN_ROW_FAULT: return red;
    case LN_ROW_STEP: break;
    }
    return entry->faded ? faint : "";
}

static const char *mark_of(const struct picture *p, const struct lane_entry *entry)
{
    bool open = p->threads[entry->thread].open;
    switch (entry->kind) {
    case LN_ROW_CALL: return p->glyphs->begin;
    case LN_ROW_RETURN: return p->glyphs->end;
    case LN_ROW_BLOCKED:
    case LN_ROW_FAULT: return p->glyphs->dead;
    case LN_ROW_STEP: break;
    }
    return p->graph ? p->glyphs->act : open ? p->glyphs->lane : "";
}

static void put_place(struct picture *p, const char *place)
{
    struct ln_str text;
    ln_str_init(&text, p->out->memory);
    ln_letters_write_ends(&text, place, strlen(place), p->place, ln_label_ellipsis(p->style->utf8));
    put(p, INDENT, faint, ln_str_borrow(&text), text.length, p->place);
    p->out->failed |= text.failed;
    ln_str_fini(&text);
}

static void draw_entry(struct picture *p, const struct lane_entry *entry)
{
    struct thread *thread = &p->threads[entry->thread];
    const char *colour = colour_of(entry), *mark = mark_of(p, entry);
    size_t indent = 0, at = 0;
    struct ln_str text;
    ln_str_init(&text, p->out->memory);
    dress(p, entry->text, &text);
    if (entry->place)
        put_place(p, entry->place);
    if (entry->kind == LN_ROW_CALL)
        thread->open = true;
    if (entry->kind == LN_ROW_RETURN)
        thread->open = false;
    do {
        size_t piece = piece_of(ln_str_borrow(&text) + at, text.length - at, thread->room - indent);
        const char *shown = ln_str_borrow(&text) + at;
        assert(indent <= thread->room && (piece || !text.length));
        draw_line(p, entry->thread, mark, colour, (struct ln_text){ shown, without_spaces(shown, piece) }, indent);
        at = skip_spaces(ln_str_borrow(&text), text.length, at + piece);
        indent = thread->room > SIDE_BY_SIDE / 2 ? CONTINUED : 0;
        mark = thread->open ? p->glyphs->lane : "";
    } while (at < text.length);
    p->out->failed |= text.failed;
    ln_str_fini(&text);
}

static void draw_bars(struct picture *p, uint32_t from, uint32_t to)
{
    for (uint32_t t = from; t < to; t++)
        if (p->threads[t].open)
            put_glyph(p, p->threads[t].lane, faint, p->glyphs->lane);
}

/* The dashes of an arrow up to a column; bars that it crosses stay. */
static void draw_dashes(struct picture *p, uint32_t from, uint32_t to, size_t end)
{
    while (p->column < end) {
        while (from < to && p->threads[from].lane < p->column)
            from++;
        bool crosses = from < to && p->threads[from].lane == p->column && p->threads[from].open;
        put_glyph(p, p->column, "", crosses ? p->glyphs->cross : p->glyphs->dash);
    }
}

/* Between two columns, with a word about it in the stretch that is next to the thread it comes from. */
static void draw_shaft(struct picture *p, uint32_t from, uint32_t to, size_t end, const char *word)
{
    const size_t length = strlen(word) + 2;
    uint32_t first = from < to ? from : to, last = from < to ? to : from;
    size_t begin = p->threads[from < to ? from : from - 1].lane;
    size_t stop = p->threads[from < to ? from + 1 : from].lane;
    if (!p->graph && stop - begin > length + 4) {
        draw_dashes(p, first + 1, last, (begin + stop - length) / 2);
        put(p, p->column + 1, "", word, length - 2, length - 2);
        put_spaces(p, p->column + 1);
    }
    draw_dashes(p, first + 1, last, end);
}

static void switch_to(struct picture *p, const char *colour)
{
    if (p->style->colour)
        ln_str_text(p->out, colour);
}

/* From the bar of the thread that could have gone on to that of the one that does; not a preemption if it was between
 * two calls. */
static void draw_switch(struct picture *p, uint32_t from, uint32_t to, bool between)
{
    const char *word = between ? "switched" : "preempted";
    bool right = from < to;
    uint32_t first = right ? from : to, last = right ? to : from;
    size_t begin = p->threads[first].lane, end = p->threads[last].lane;
    assert(first < last && last < p->count && begin < end);
    draw_bars(p, 0, first);
    if (!right)
        draw_bars(p, to, to + 1);
    put_spaces(p, right ? begin : begin + 1);
    switch_to(p, yellow);
    put_glyph(p, p->column, "", right ? p->glyphs->leave_right : p->glyphs->from);
    draw_shaft(p, from, to, right ? end - 1 : end, word);
    put_glyph(p, p->column, "", right ? p->glyphs->to : p->glyphs->leave_left);
    switch_to(p, plain);
    draw_bars(p, right ? last : last + 1, p->count);
    if (p->graph)
        put(p, p->text, yellow, word, strlen(word), p->threads[to].room);
    end_line(p);
}

static bool folds(const struct ln_row *row)
{
    return row->irrelevant && row->kind == LN_ROW_STEP;
}

/* How many rows from here on become one: those that may be folded, of one thread, without a preemption among them. */
static size_t run_of(const struct ln_row *rows, size_t count)
{
    size_t run = 1;
    if (!folds(rows))
        return 1;
    while (run < count && folds(&rows[run]) && rows[run].thread == rows->thread && !rows[run].preempts)
        run++;
    return run;
}

static void draw_rows(struct picture *p, const struct ln_row *rows, size_t count)
{
    char folded[40];
    for (size_t i = 0, run; i < count; i += run) {
        struct lane_entry entry = { rows[i].thread, rows[i].kind, rows[i].place, rows[i].text, folds(&rows[i]) };
        if (i && rows[i].preempts && rows[i - 1].thread != rows[i].thread)
            draw_switch(p, rows[i - 1].thread, rows[i].thread, rows[i - 1].kind == LN_ROW_RETURN);
        run = run_of(rows + i, count - i);
        if (run > 1) {
            snprintf(folded, sizeof folded, "%s %zu steps", ln_label_ellipsis(p->style->utf8), run);
            entry.place = NULL;
            entry.text = folded;
        }
        draw_entry(p, &entry);
    }
}

/* Side by side: all on one line. In a graph: as stairs that lead to the bars. */
static void draw_names(struct picture *p)
{
    for (uint32_t t = 0; t < p->count; t++) {
        const struct thread *thread = &p->threads[t];
        size_t room = p->graph ? p->width - thread->lane : thread->room + LANE;
        for (uint32_t before = 0; p->graph && before < t; before++)
            put_glyph(p, p->threads[before].lane, faint, p->glyphs->lane);
        put(p, thread->lane, bold, thread->name, strlen(thread->name), room);
        if (p->graph || t + 1 == p->count)
            end_line(p);
    }
}

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

static size_t most_of(size_t a, size_t b)
{
    return a > b ? a : b;
}

/* Gives each thread what its texts need, or, where that is too much, an equal share of what the modest ones leave. */
static void share_width(struct picture *p, size_t width)
{
    size_t left = width, sharing = p->count;
    for (bool settled = false; !settled && sharing;) {
        size_t share = left / sharing;
        settled = true;
        for (uint32_t t = 0; t < p->count; t++)
            if (!p->threads[t].room && p->threads[t].widest <= share) {
                p->threads[t].room = p->threads[t].widest;
                left -= p->threads[t].widest;
                sharing--;
                settled = false;
            }
    }
    for (uint32_t t = 0; t < p->count; t++)
        if (!p->threads[t].room)
            p->threads[t].room = left / sharing;
}

/* False: some thread would get too little. */
static bool place_side_by_side(struct picture *p, size_t first)
{
    size_t lane = first, used = first + p->count * LANE + (p->count - 1) * GAP;
    if (used + p->count > p->width)
        return false;
    share_width(p, p->width - used);
    for (uint32_t t = 0; t < p->count; t++) {
        struct thread *thread = &p->threads[t];
        if (thread->room < least(thread->widest, SIDE_BY_SIDE))
            return false;
        thread->lane = lane;
        lane += LANE + thread->room + GAP;
    }
    return true;
}

static void place_as_graph(struct picture *p, size_t first)
{
    p->graph = true;
    p->text = first + LANE * p->count + 1;
    for (uint32_t t = 0; t < p->count; t++) {
        p->threads[t].lane = first + LANE * t;
        p->threads[t].room = p->width > p->text + SIDE_BY_SIDE / 2 ? p->width - p->text : SIDE_BY_SIDE / 2;
    }
}

static void measure(struct picture *p, const struct ln_row *rows, size_t count, const char *const *names)
{
    for (uint32_t t = 0; t < p->count; t++) {
        p->threads[t].name = names[t];
        p->threads[t].widest = most_of(ln_letters_columns(names[t], strlen(names[t])), SIDE_BY_SIDE / 2);
    }
    for (size_t i = 0; i < count; i++) {
        struct thread *thread = &p->threads[rows[i].thread];
        assert(rows[i].thread < p->count);
        struct ln_str text;
        ln_str_init(&text, p->out->memory);
        dress(p, rows[i].text, &text);
        thread->widest = most_of(thread->widest, ln_letters_columns(ln_str_borrow(&text), text.length));
        if (rows[i].place)
            p->place = most_of(p->place, ln_letters_columns(rows[i].place, strlen(rows[i].place)));
        p->out->failed |= text.failed;
        ln_str_fini(&text);
    }
    p->place = least(p->place, p->width / PLACE_MOST);
}

void ln_report_interleaving(const struct ln_row *rows, size_t count, const char *const *names, uint32_t threads,
                            const struct ln_style *style, struct ln_str *out)
{
    struct picture p = { .style = style,
                         .glyphs = &shapes[style->utf8],
                         .out = out,
                         .count = threads,
                         .width = most_of(style->width, LN_INTERLEAVING_NARROWEST) };
    size_t first;
    p.threads = ln_take_zeroed(out->memory, threads * sizeof *p.threads);
    if (!p.threads) {
        out->failed = true;
        return;
    }
    measure(&p, rows, count, names);
    first = INDENT + p.place + (p.place ? GAP : 0);
    if (!place_side_by_side(&p, first))
        place_as_graph(&p, first);
    draw_names(&p);
    draw_rows(&p, rows, count);
    ln_give(out->memory, p.threads, threads * sizeof *p.threads);
}
