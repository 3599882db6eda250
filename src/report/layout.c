/* Layout in three steps.
 *
 * 1. Ticks. The events of the scene are swept in order. Calls without a return between them share a tick, and so do
 *    returns without a call between them. Bars span ticks, and closed intervals of ticks are ordered exactly as the
 *    operations are. An operation that is called before the return of the one before it in its process touches that one
 *    on a coarse clock: it begins at the tick where the other then ends, which is one after that of the other calls, so
 *    that also what was called only then has some length. A chain of such operations at one instant goes on from there,
 *    a tick for each link.
 * 2. Columns. Each tick is put as far left as the labels of the bars that end there and the tick before it allow: the
 *    longest path, from left to right.
 * 3. Bands. A band takes ticks while they fit and ends, in its right half, where the fewest bars go on. A bar has room
 *    for its label in the band in which it begins.
 *
 * Cost: sorting, and what is drawn; each tick is placed a few times. */
#include "report/layout.h"

#include "report/label.h"
#include "report/letters.h"

#include <assert.h>
#include <stdlib.h>

#define NONE UINT32_MAX

enum {
    GAP = 2,      /* columns from a tick to the next, so that overlapping shows */
    FRAME = 6,    /* what a bar has around its label: its two ends, a piece of line and a blank at each */
    OPEN_END = 1, /* what a bar without an end has besides */
    MOST_NAME = 24,
    MOST_LABEL = 48,
    MOST_PENDING = 8 /* carried from band to band, or old ones would fill every band of a long history */
};

struct span {
    const struct ln_scene_op *scene;
    const char *label;
    uint32_t label_columns;
    uint32_t row;
    uint32_t from, to; /* ticks; NONE is the end of a pending operation */
    bool joined;
};

/* Words of two halves, sorted by the first: the second is the index of a span. */
struct pairs {
    uint64_t *at;
    size_t length;
};

struct plan {
    struct ln_layout *layout;
    const struct ln_history *history;
    struct ln_arena arena;
    struct span *spans;
    uint32_t span_count;
    uint32_t room; /* columns for bars */
    /* the sweep */
    uint32_t ticks;
    uint32_t calls_at, returns_at; /* the tick that another such event would share, or NONE */
    uint32_t *open;                /* per row: the span that has not ended, or NONE */
    /* per tick, and one more for what comes after the last */
    struct pairs starts, ends; /* (tick, span) */
    uint32_t *first_start, *first_end;
    uint32_t *crossing;       /* how many bars go on after it */
    uint32_t *column;         /* in the band at hand */
    LN_VEC(uint32_t) carried; /* spans that the band above left open, in the order of their calls */
};

static int compare_words(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

static void add_pair(struct pairs *pairs, uint32_t key, uint32_t value)
{
    pairs->at[pairs->length++] = (uint64_t)key << 32 | value;
}

static void sort_pairs(struct pairs *pairs)
{
    qsort(pairs->at, pairs->length, sizeof *pairs->at, compare_words);
}

static uint32_t key_of(uint64_t pair)
{
    return (uint32_t)(pair >> 32);
}

static uint32_t value_of(uint64_t pair)
{
    return (uint32_t)pair;
}

static const struct ln_operation *operation_of(const struct plan *plan, const struct span *span)
{
    return &plan->history->operations.at[span->scene->operation];
}

/* ---- ticks ---- */

static bool take_spans(struct plan *plan, const struct ln_scene_op *scene, size_t count)
{
    plan->spans = ln_arena_take(&plan->arena, count * sizeof *plan->spans);
    if (!plan->spans)
        return false;
    for (size_t i = 0; i < count; i++) {
        struct span span = { .scene = &scene[i], .label = "", .from = NONE, .to = NONE };
        if (operation_of(plan, &span)->fate != LN_FAILED)
            plan->spans[plan->span_count++] = span;
    }
    return true;
}

/* The row of a process is first its place among the processes of the scene, by their numbers. */
static bool number_processes(struct plan *plan)
{
    struct pairs processes = { ln_arena_take(&plan->arena, plan->span_count * sizeof *processes.at), 0 };
    uint32_t row = 0;
    if (!processes.at)
        return false;
    for (uint32_t i = 0; i < plan->span_count; i++)
        add_pair(&processes, operation_of(plan, &plan->spans[i])->process, i);
    sort_pairs(&processes);
    for (size_t i = 0; i < processes.length; i++) {
        row += i && key_of(processes.at[i]) != key_of(processes.at[i - 1]);
        plan->spans[value_of(processes.at[i])].row = row;
    }
    return true;
}

/* Then, by this table, its place in the order of first calls. */
static bool add_row(struct plan *plan, struct span *span, uint32_t *row_of)
{
    uint32_t *row = &row_of[span->row];
    struct ln_layout *layout = plan->layout;
    if (*row == NONE) {
        struct ln_layout_row new = { .process = operation_of(plan, span)->process, .name = "" };
        *row = (uint32_t)layout->rows.length;
        if (!ln_vec_push(&layout->rows, layout->memory, new))
            return false;
    }
    span->row = *row;
    return true;
}

static void sweep_call(struct plan *plan, uint32_t index)
{
    struct span *span = &plan->spans[index];
    uint32_t *open = &plan->open[span->row];
    assert(span->from == NONE);
    plan->returns_at = NONE;
    if (plan->calls_at == NONE)
        plan->calls_at = plan->ticks++;
    span->from = plan->calls_at;
    if (*open != NONE) {
        struct span *before = &plan->spans[*open];
        span->from = (before->from > plan->calls_at ? before->from : plan->calls_at) + 1;
        if (span->from == plan->ticks)
            plan->ticks++;
        assert(before->from < span->from && before->row == span->row);
        before->to = span->from;
        span->joined = true;
    }
    *open = index;
}

static void sweep_return(struct plan *plan, uint32_t index)
{
    struct span *span = &plan->spans[index];
    plan->calls_at = NONE;
    if (plan->open[span->row] != index)
        return; /* it ended where the next one of its process began */
    if (plan->returns_at == NONE)
        plan->returns_at = plan->ticks++;
    span->to = plan->returns_at;
    assert(span->from < span->to);
    plan->open[span->row] = NONE;
}

static bool sweep(struct plan *plan)
{
    struct pairs events = { ln_arena_take(&plan->arena, 2 * plan->span_count * sizeof *events.at), 0 };
    uint32_t *row_of = ln_arena_take(&plan->arena, plan->span_count * sizeof *row_of);
    plan->open = ln_arena_take(&plan->arena, plan->span_count * sizeof *plan->open);
    if (!events.at || !row_of || !plan->open)
        return false;
    for (uint32_t i = 0; i < plan->span_count; i++) {
        const struct ln_operation *operation = operation_of(plan, &plan->spans[i]);
        add_pair(&events, operation->call, i);
        if (operation->ret != LN_NEVER)
            add_pair(&events, operation->ret, i);
        row_of[i] = plan->open[i] = NONE;
    }
    sort_pairs(&events);
    plan->calls_at = plan->returns_at = NONE;
    for (size_t i = 0; i < events.length; i++) {
        uint32_t index = value_of(events.at[i]);
        if (key_of(events.at[i]) != operation_of(plan, &plan->spans[index])->call)
            sweep_return(plan, index);
        else if (add_row(plan, &plan->spans[index], row_of))
            sweep_call(plan, index);
        else
            return false;
    }
    return true;
}

/* ---- texts ---- */

/* A copy that stays. */
static const char *keep(struct ln_layout *layout, const struct ln_str *text, uint32_t *columns)
{
    *columns = (uint32_t)ln_letters_columns(ln_str_borrow(text), text->length);
    return text->failed ? NULL : ln_arena_copy(&layout->arena, ln_str_borrow(text), text->length + 1);
}

static bool write_names(struct plan *plan, uint32_t width)
{
    struct ln_layout *layout = plan->layout;
    size_t most = width / 4 < MOST_NAME ? width / 4 : MOST_NAME;
    struct ln_str whole, name;
    bool kept = true;
    ln_str_init(&whole, layout->memory);
    ln_str_init(&name, layout->memory);
    for (size_t i = 0; i < layout->rows.length && kept; i++) {
        struct ln_layout_row *row = &layout->rows.at[i];
        ln_str_clear(&whole);
        ln_str_clear(&name);
        ln_history_write_process(plan->history, row->process, &whole);
        ln_letters_write_ends(&name, ln_str_borrow(&whole), whole.length, most, ln_label_ellipsis(layout->utf8));
        name.failed |= whole.failed;
        row->name = keep(layout, &name, &row->columns);
        kept = row->name != NULL;
        if (row->columns > layout->name_columns)
            layout->name_columns = row->columns;
    }
    ln_str_fini(&whole);
    ln_str_fini(&name);
    return kept;
}

static bool write_labels(struct plan *plan, const struct ln_layout_options *options)
{
    /* A band has room for any bar that begins in it, with pieces of others to its left and right. */
    uint32_t fits = plan->room - 2 * GAP - FRAME - OPEN_END, most = fits < MOST_LABEL ? fits : MOST_LABEL;
    struct ln_str label;
    bool kept = true;
    assert(plan->room > 2 * GAP + FRAME + OPEN_END);
    ln_str_init(&label, plan->layout->memory);
    for (uint32_t i = 0; i < plan->span_count && kept; i++) {
        struct span *span = &plan->spans[i];
        ln_str_clear(&label);
        ln_label_write(plan->history, span->scene, options, most, &label);
        span->label = keep(plan->layout, &label, &span->label_columns);
        kept = span->label != NULL;
    }
    ln_str_fini(&label);
    return kept;
}

/* ---- columns ---- */

static void index_ticks(const struct plan *plan, const struct pairs *pairs, uint32_t *first)
{
    uint32_t next = 0;
    for (uint32_t tick = 0; tick <= plan->ticks; tick++) {
        while (next < pairs->length && key_of(pairs->at[next]) < tick)
            next++;
        first[tick] = next;
    }
}

static bool list_ticks(struct plan *plan)
{
    size_t spans = plan->span_count, ticks = plan->ticks + (size_t)1;
    uint32_t open = 0;
    assert(plan->starts.length == 0 && plan->ends.length == 0);
    plan->starts.at = ln_arena_take(&plan->arena, spans * sizeof *plan->starts.at);
    plan->ends.at = ln_arena_take(&plan->arena, spans * sizeof *plan->ends.at);
    plan->first_start = ln_arena_take(&plan->arena, ticks * sizeof *plan->first_start);
    plan->first_end = ln_arena_take(&plan->arena, ticks * sizeof *plan->first_end);
    plan->crossing = ln_arena_take(&plan->arena, ticks * sizeof *plan->crossing);
    plan->column = ln_arena_take(&plan->arena, ticks * sizeof *plan->column);
    if (!plan->starts.at || !plan->ends.at || !plan->first_start || !plan->first_end || !plan->crossing ||
        !plan->column)
        return false;
    for (uint32_t i = 0; i < plan->span_count; i++) {
        add_pair(&plan->starts, plan->spans[i].from, i);
        add_pair(&plan->ends, plan->spans[i].to, i);
    }
    sort_pairs(&plan->starts);
    sort_pairs(&plan->ends);
    index_ticks(plan, &plan->starts, plan->first_start);
    index_ticks(plan, &plan->ends, plan->first_end);
    for (uint32_t tick = 0; tick < plan->ticks; tick++) {
        for (uint32_t i = plan->first_start[tick]; i < plan->first_start[tick + 1]; i++)
            open += plan->spans[value_of(plan->starts.at[i])].to != NONE;
        assert(open >= plan->first_end[tick + 1] - plan->first_end[tick]);
        open -= plan->first_end[tick + 1] - plan->first_end[tick];
        plan->crossing[tick] = open;
    }
    assert(!open);
    return true;
}

/* A band while it grows. */
struct growth {
    uint32_t first; /* tick */
    uint32_t reach; /* the last column that a bar which begins in it needs */
    bool pending;   /* one of them never ends */
};

static uint32_t columns_of(const struct span *span)
{
    return span->label_columns + FRAME + (span->to == NONE ? OPEN_END : 0);
}

/* What comes from the left and never ends has its label in each band. */
static struct growth start_band(const struct plan *plan, uint32_t first)
{
    struct growth band = { .first = first };
    for (size_t i = 0; i < plan->carried.length; i++) {
        const struct span *span = &plan->spans[plan->carried.at[i]];
        if (span->to != NONE)
            continue;
        band.pending = true;
        if (band.reach < columns_of(span) - 1)
            band.reach = columns_of(span) - 1;
    }
    return band;
}

/* Puts the next tick. */
static void put_tick(struct plan *plan, struct growth *band, uint32_t tick)
{
    uint32_t column = 0;
    if (tick > band->first)
        column = plan->column[tick - 1] + GAP;
    else if (plan->carried.length)
        column = GAP; /* a piece of what comes from the left */
    for (uint32_t i = plan->first_end[tick]; i < plan->first_end[tick + 1]; i++) {
        const struct span *span = &plan->spans[value_of(plan->ends.at[i])];
        if (span->from >= band->first && column < plan->column[span->from] + columns_of(span) - 1)
            column = plan->column[span->from] + columns_of(span) - 1;
    }
    assert(tick == band->first || column >= plan->column[tick - 1] + GAP);
    plan->column[tick] = column;
    for (uint32_t i = plan->first_start[tick]; i < plan->first_start[tick + 1]; i++) {
        const struct span *span = &plan->spans[value_of(plan->starts.at[i])];
        band->pending |= span->to == NONE;
        if (band->reach < column + columns_of(span) - 1)
            band->reach = column + columns_of(span) - 1;
    }
}

/* How wide the band is when it ends with this tick, the last that was put. */
static uint32_t band_columns(const struct plan *plan, const struct growth *band, uint32_t tick)
{
    uint32_t last = plan->column[tick] + (plan->crossing[tick] || band->pending ? GAP : 0);
    return (last > band->reach ? last : band->reach) + 1;
}

/* ---- bands ---- */

/* The last tick of the band that begins with `first`. */
static uint32_t end_of_band(struct plan *plan, uint32_t first)
{
    struct growth band = start_band(plan, first);
    uint32_t best = first, half = plan->room / 2;
    for (uint32_t tick = first; tick < plan->ticks; tick++) {
        put_tick(plan, &band, tick);
        if (band_columns(plan, &band, tick) > plan->room)
            return best;
        if (plan->column[best] < half || plan->crossing[tick] <= plan->crossing[best])
            best = tick;
    }
    return plan->ticks - 1;
}

static bool add_bar(struct plan *plan, uint32_t index, uint32_t first, uint32_t last, uint32_t columns)
{
    const struct span *span = &plan->spans[index];
    bool from_left = span->from < first, pending = span->to == NONE;
    struct ln_layout_bar bar = {
        .operation = span->scene->operation,
        .row = span->row,
        .first = from_left ? 0 : plan->column[span->from],
        .last = span->to <= last ? plan->column[span->to] : columns - 1,
        .label = span->label,
        .label_columns = span->label_columns,
        .from_left = from_left,
        .to_right = span->to > last && !pending,
        .pending = pending,
        .joined = span->joined && !from_left,
        .marked = span->scene->marked,
        .optional = span->scene->optional,
    };
    assert(bar.first <= bar.last && bar.last < columns);
    if (bar.last - bar.first + 1 < columns_of(span)) {
        bar.label = "";
        bar.label_columns = 0;
    }
    return (span->to <= last || ln_vec_push(&plan->carried, plan->layout->memory, index)) &&
           ln_vec_push(&plan->layout->bars, plan->layout->memory, bar);
}

/* What goes on was added behind the `old` spans that came. */
static void carry_on(struct plan *plan, size_t old)
{
    uint32_t *spans = plan->carried.at;
    size_t kept = 0, pending = 0;
    assert(old <= plan->carried.length);
    for (size_t i = old; i < plan->carried.length; i++)
        pending += plan->spans[spans[i]].to == NONE;
    for (size_t i = old; i < plan->carried.length; i++) {
        bool dropped = plan->spans[spans[i]].to == NONE && pending > MOST_PENDING;
        if (dropped)
            pending--;
        else
            spans[kept++] = spans[i];
    }
    plan->carried.length = kept;
}

static int compare_bars(const void *a, const void *b)
{
    const struct ln_layout_bar *x = a, *y = b;
    if (x->row != y->row)
        return x->row < y->row ? -1 : 1;
    return (x->first > y->first) - (x->first < y->first);
}

static bool add_band(struct plan *plan, uint32_t first, uint32_t last)
{
    struct ln_layout *layout = plan->layout;
    struct growth growth = start_band(plan, first);
    struct ln_layout_band band = { .first = layout->bars.length };
    size_t carried = plan->carried.length;
    bool kept = true;
    for (uint32_t tick = first; tick <= last; tick++)
        put_tick(plan, &growth, tick);
    band.columns = band_columns(plan, &growth, last);
    assert(band.columns > plan->column[last]);
    for (size_t i = 0; i < carried && kept; i++)
        kept = add_bar(plan, plan->carried.at[i], first, last, band.columns);
    for (uint32_t i = plan->first_start[first]; i < plan->first_start[last + 1] && kept; i++)
        kept = add_bar(plan, value_of(plan->starts.at[i]), first, last, band.columns);
    if (!kept)
        return false;
    carry_on(plan, carried);
    band.count = layout->bars.length - band.first;
    qsort(layout->bars.at + band.first, band.count, sizeof *layout->bars.at, compare_bars);
    return ln_vec_push(&layout->bands, layout->memory, band);
}

static bool add_bands(struct plan *plan)
{
    for (uint32_t first = 0; first < plan->ticks;) {
        uint32_t last = end_of_band(plan, first);
        assert(first <= last && last < plan->ticks);
        if (!add_band(plan, first, last))
            return false;
        first = last + 1;
    }
    return true;
}

enum ln_status ln_layout_init(struct ln_layout *layout, const struct ln_history *history,
                              const struct ln_scene_op *scene, size_t count, const struct ln_layout_options *options,
                              struct ln_memory *memory)
{
    uint32_t width = options->width > LN_LAYOUT_NARROWEST ? options->width : LN_LAYOUT_NARROWEST;
    struct plan plan = { .layout = layout, .history = history };
    bool done;
    *layout = (struct ln_layout){ .memory = memory, .utf8 = options->utf8 };
    ln_arena_init(&layout->arena, memory);
    ln_arena_init(&plan.arena, memory);
    done = take_spans(&plan, scene, count) && number_processes(&plan) && sweep(&plan) && write_names(&plan, width);
    plan.room = width - layout->name_columns - LN_LAYOUT_MARGIN;
    done = done && write_labels(&plan, options) && list_ticks(&plan) && add_bands(&plan);
    ln_vec_fini(&plan.carried, memory);
    ln_arena_fini(&plan.arena);
    return done ? LN_OK : LN_NO_MEMORY;
}

void ln_layout_fini(struct ln_layout *layout)
{
    ln_vec_fini(&layout->rows, layout->memory);
    ln_vec_fini(&layout->bars, layout->memory);
    ln_vec_fini(&layout->bands, layout->memory);
    ln_arena_fini(&layout->arena);
}
