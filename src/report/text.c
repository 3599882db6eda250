/* The answer in words. */
#include "report/report.h"

#include "base/shown.h"
#include "report/attempt.h"
#include "report/clocks.h"
#include "report/explain.h"
#include "report/hint.h"
#include "report/hitting.h"
#include "report/letters.h"
#include "report/orders.h"
#include "report/timeline.h"
#include "report/undecided.h"

#include <string.h>

static const char *const red = "\033[1;31m", *const green = "\033[1;32m", *const yellow = "\033[1;33m",
                         *const faint = "\033[2m", *const plain = "\033[0m";

size_t ln_count_fate(const struct ln_history *history, enum ln_fate fate)
{
    size_t count = 0;
    for (size_t i = 0; i < history->operations.length; i++)
        count += history->operations.at[i].fate == fate;
    return count;
}

static const char *plural(size_t count)
{
    return count == 1 ? "" : "s";
}

static void coloured(struct ln_str *out, const struct ln_style *style, const char *colour, const char *text)
{
    if (style->colour)
        ln_str_text(out, colour);
    ln_str_text(out, text);
    if (style->colour)
        ln_str_text(out, plain);
}

void ln_report_empty(const struct ln_history *history, struct ln_str *out)
{
    size_t count = history->operations.length, pending = ln_count_fate(history, LN_PENDING);
    if (!count)
        ln_str_text(out, "there are no operations");
    else if (count == 1)
        ln_str_text(out, pending ? "its one operation never returned" : "its one operation failed");
    else
        ln_str_format(out, pending ? "none of its %zu operations returned" : "all of its %zu operations failed", count);
}

void ln_report_answer(const struct ln_judged *finding, struct ln_str *out)
{
    static const char *const says[] = { "is linearizable", "is not linearizable", "may or may not be linearizable" };
    const char *id = strcmp(finding->id, "-") == 0 ? "standard input" : finding->id;
    if (finding->outcome->reason == LN_REASON_EMPTY) {
        ln_str_shown(out, id);
        ln_str_text(out, ": nothing was looked at: ");
        ln_report_empty(finding->history, out);
        return;
    }
    ln_str_shown(out, id);
    ln_str_format(out, " %s", says[finding->outcome->verdict]);
    if (finding->spec)
        ln_str_text(out, " as a ");
    if (finding->spec && finding->spec->class->noun)
        ln_str_text(out, finding->spec->class->noun);
    else if (finding->spec)
        ln_spec_write(finding->spec, &finding->history->values, out);
    ln_clocks_answer(finding, out);
}

static void answer(const struct ln_judged *finding, const struct ln_style *style, struct ln_str *out)
{
    enum ln_verdict verdict = finding->outcome->verdict;
    coloured(out, style, verdict == LN_HOLDS ? green : verdict == LN_VIOLATED ? red : yellow, ln_verdict_text(verdict));
    ln_str_text(out, ": ");
    ln_report_answer(finding, out);
}

static void size_of_history(const struct ln_judged *finding, struct ln_str *out)
{
    const struct ln_history *history = finding->history;
    size_t pending = ln_count_fate(history, LN_PENDING);
    ln_str_format(out, "%zu operation%s by %zu process%s", history->operations.length,
                  plural(history->operations.length), history->processes.length,
                  history->processes.length == 1 ? "" : "es");
    if (pending)
        ln_str_format(out, ", %zu pending", pending);
    if (finding->outcome->parts > 1)
        ln_str_format(out, ", %u independent parts", finding->outcome->parts);
}

static void pad(struct ln_str *out, const char *text, size_t width)
{
    size_t columns = ln_letters_columns(text, strlen(text));
    ln_letters_write(out, text, strlen(text), columns, "");
    while (columns++ < width)
        ln_str_char(out, ' ');
}

/* What is up to the next blank that is not between backquotes. */
static size_t word_at(const char *text)
{
    size_t length = 0;
    for (bool quoted = false; text[length] && text[length] != '\n' && (quoted || text[length] != ' '); length++)
        quoted ^= text[length] == '`';
    return length;
}

/* Lines that are wider than the page are broken between words. */
static void wrapped(const char *text, const struct ln_style *style, struct ln_str *out)
{
    enum { INDENT = 2 };
    size_t column = 0;
    while (*text) {
        size_t length = word_at(text), columns = ln_letters_columns(text, length);
        if (column && column + 1 + columns > style->width) {
            ln_str_char(out, '\n');
            column = 0;
        }
        ln_str_text(out, column ? " " : "  ");
        ln_str_add(out, text, length);
        column += columns + (column ? 1 : INDENT);
        text += length;
        if (*text == '\n') {
            ln_str_char(out, '\n');
            column = 0;
        }
        text += *text != '\0';
    }
}

static void rows(const struct ln_attempt *attempt, const struct ln_style *style, bool steps, struct ln_str *out)
{
    enum { FEWEST = 16 };
    size_t used = 4 + attempt->process_width + 2 + attempt->operation_width + 2;
    size_t width = used + FEWEST < style->width ? style->width - used : FEWEST;
    for (size_t i = 0; i < attempt->rows.length; i++) {
        const struct ln_attempt_row *row = &attempt->rows.at[i];
        if (row->step != steps)
            continue;
        ln_str_text(out, "    ");
        pad(out, row->process, attempt->process_width + 2);
        pad(out, row->operation, *row->note ? attempt->operation_width + 2 : 0);
        if (style->colour)
            ln_str_text(out, faint);
        ln_letters_write(out, row->note, strlen(row->note), width, "...");
        if (style->colour)
            ln_str_text(out, plain);
        ln_str_char(out, '\n');
    }
}

static void furthest(const struct ln_judged *finding, const struct ln_style *style, struct ln_str *out)
{
    const struct ln_outcome *outcome = finding->outcome;
    struct ln_attempt attempt;
    if (!ln_attempt_init(&attempt, finding, out->memory)) {
        ln_attempt_fini(&attempt);
        return; /* the answer stands without it */
    }
    ln_str_format(out, "\n  The longest attempt linearises %zu operation%s", outcome->order.length,
                  plural(outcome->order.length));
    if (attempt.skipped)
        ln_str_format(out, "; its last %zu", outcome->order.length - attempt.skipped);
    ln_str_text(out, outcome->order.length ? ", with the state after each:\n" : ".\n");
    rows(&attempt, style, true, out);
    if (outcome->unjustified == LN_NO_OP) {
        ln_str_text(out, outcome->verdict == LN_VIOLATED ? "  Then one of these would have to come next, and none can:\n"
                                                         : "  Then these were open:\n");
        rows(&attempt, style, false, out);
    }
    if (attempt.open_more)
        ln_str_format(out, "    ... and %zu more\n", attempt.open_more);
    ln_attempt_fini(&attempt);
}

/* Where there is no core: what the engine says. */
static void why_violated(const struct ln_judged *finding, struct ln_str *out)
{
    const struct ln_outcome *outcome = finding->outcome;
    if (outcome->unjustified != LN_NO_OP) {
        ln_str_text(out, "  No order makes this operation wait for ever: ");
        ln_explain_operation(finding->history, outcome->unjustified, out);
        ln_str_char(out, '\n');
    } else if (outcome->stopped_at != LN_NO_OP) {
        ln_str_text(out, "  No order gets past the return of ");
        ln_explain_operation(finding->history, outcome->stopped_at, out);
        ln_str_char(out, '\n');
    }
}

/* ---- the core ---- */

enum { MOST_DRAWN = 40, SMALL_HISTORY = 16 };

/* Small histories are drawn whole, so that the core is seen in its place; of others only the core. */
static bool collect_scene(const struct ln_judged *finding, const struct ln_orders_found *orders,
                          struct ln_scene_op *scene, size_t *count)
{
    const struct ln_history *history = finding->history;
    const struct ln_core *core = finding->core;
    size_t all = core->ops.length + (core->stuck != LN_NO_OP);
    bool whole = history->operations.length <= SMALL_HISTORY;
    if (all > MOST_DRAWN)
        return false;
    *count = 0;
    for (uint32_t i = 0; i < (whole ? history->operations.length : 0); i++)
        scene[(*count)++] = (struct ln_scene_op){ .operation = i };
    for (uint32_t i = 0; i < all; i++) {
        bool stuck = i == core->ops.length;
        uint32_t operation = stuck ? core->stuck : core->ops.at[i].operation;
        struct ln_scene_op *op = &scene[whole ? operation : (*count)++];
        *op = (struct ln_scene_op){ .operation = operation, .marked = true,
                                    .optional = !stuck && core->ops.at[i].optional };
        for (uint32_t place = 0; orders->count && !stuck && place < orders->orders[0].count; place++)
            if (orders->orders[0].ops[place] == i)
                op->order = place + 1;
    }
    return true;
}

static void draw_core(const struct ln_judged *finding, const struct ln_orders_found *orders,
                      const struct ln_style *style, struct ln_str *out)
{
    struct ln_scene_op scene[MOST_DRAWN + SMALL_HISTORY];
    struct ln_layout_options options = { .width = style->width, .utf8 = style->utf8 };
    size_t count;
    if (!collect_scene(finding, orders, scene, &count))
        return;
    ln_str_char(out, '\n');
    ln_timeline_write(finding->history, scene, count, &options, style->colour, out);
    ln_str_char(out, '\n');
}

static void explain(const struct ln_judged *finding, const struct ln_style *style, struct ln_str *out)
{
    struct ln_str text;
    ln_str_init(&text, out->memory);
    if (finding->outcome->pattern)
        ln_str_format(&text, "%s: ", finding->outcome->pattern);
    ln_explain(finding, &text);
    ln_str_text(&text, ".\n");
    wrapped(ln_str_borrow(&text), style, out);
    ln_str_fini(&text);
}

static void violated(const struct ln_judged *finding, const struct ln_style *style, struct ln_str *out)
{
    struct ln_orders_found orders = { .count = 0 };
    size_t all;
    if (!finding->core) {
        ln_str_text(out, ".\n");
        if (finding->outcome->pattern)
            explain(finding, style, out);
        else
            why_violated(finding, out);
        ln_clocks_explain(finding, out);
        if (finding->outcome->stopped_at != LN_NO_OP || finding->outcome->unjustified != LN_NO_OP)
            furthest(finding, style, out);
        return;
    }
    all = finding->core->ops.length + (finding->core->stuck != LN_NO_OP);
    if (all < finding->history->operations.length)
        ln_str_format(out, "; %zu %s enough to show it", all, all == 1 ? "is" : "are");
    ln_str_text(out, ".\n");
    out->failed |= !ln_orders_find(finding, &orders, out->memory);
    draw_core(finding, &orders, style, out);
    explain(finding, style, out);
    ln_clocks_explain(finding, out);
    if (!style->explain)
        return;
    ln_orders_write(finding, &orders, out);
    if (finding->history->operations.length > SMALL_HISTORY)
        furthest(finding, style, out);
}

static void why_unknown(const struct ln_judged *finding, const struct ln_style *style, struct ln_str *out)
{
    static const char *const why[] = { "the work was stopped", "the time ran out", "the memory ran out",
                                       "it is too large for this method", "this method cannot tell",
                                       "it was interrupted", "something was not seen", "nothing was looked at" };
    const struct ln_outcome *outcome = finding->outcome;
    struct ln_undecided undecided;
    struct ln_str text;
    if (!finding->history->sealed) {
        ln_str_format(out, "  It was not read to the end because %s.\n", why[outcome->reason]);
        return;
    }
    if (outcome->declined)
        ln_str_format(out, "  Undecided because %s: %s.\n", why[outcome->reason], outcome->declined);
    else if (outcome->hitting.used) {
        ln_str_format(out, "  Undecided because %s: ", why[outcome->reason]);
        ln_hitting_write(outcome, out);
        ln_str_text(out, ".\n");
    } else
        ln_str_format(out, "  Undecided because %s, after %llu configuration%s of %s.\n", why[outcome->reason],
                      (unsigned long long)outcome->configurations, plural(outcome->configurations),
                      ln_method_names(outcome->methods).at);
    if (outcome->parts > 1)
        ln_str_format(out, "  %u of %u parts hold.\n", outcome->parts_done, outcome->parts);
    if (!ln_undecided_find(finding, &undecided, out->memory))
        return;
    ln_str_init(&text, out->memory);
    ln_undecided_write(finding, &undecided, &text);
    wrapped(ln_str_borrow(&text), style, out);
    ln_str_fini(&text);
}

/* ---- holds ---- */

/* The first operations, each with its place in the witness. */
static void draw_witness(const struct ln_judged *finding, const struct ln_style *style, struct ln_str *out)
{
    const struct ln_history *history = finding->history;
    const struct ln_outcome *outcome = finding->outcome;
    struct ln_layout_options options = { .width = style->width, .utf8 = style->utf8 };
    struct ln_scene_op scene[MOST_DRAWN];
    size_t count = 0;
    for (size_t e = 0; e < history->events.length && count < MOST_DRAWN; e++)
        if (!ln_event_is_return(history->events.at[e]))
            scene[count++] = (struct ln_scene_op){ .operation = ln_event_operation(history->events.at[e]) };
    for (uint32_t i = 0; i < outcome->order.length; i++)
        for (size_t s = 0; s < count; s++)
            if (scene[s].operation == outcome->order.at[i])
                scene[s].order = i + 1;
    if (!count)
        return;
    ln_str_char(out, '\n');
    ln_timeline_write(history, scene, count, &options, style->colour, out);
    if (count < history->operations.length)
        ln_str_format(out, "\n  These are the first %zu operations, each with its place in the order that was found.\n",
                      count);
}

static void unknown(const struct ln_judged *finding, const struct ln_style *style, struct ln_str *out)
{
    ln_str_text(out, finding->history->sealed ? ".\n" : "");
    why_unknown(finding, style, out);
    if (style->explain && (finding->outcome->stopped_at != LN_NO_OP || finding->outcome->unjustified != LN_NO_OP))
        furthest(finding, style, out);
}

void ln_report_text(const struct ln_judged *finding, const struct ln_style *style, struct ln_str *out)
{
    const struct ln_outcome *outcome = finding->outcome;
    answer(finding, style, out);
    if (outcome->verdict == LN_HOLDS) {
        ln_str_text(out, " (");
        size_of_history(finding, out);
        if (outcome->hitting.used) {
            ln_str_text(out, "; ");
            ln_hitting_write(outcome, out);
        }
        ln_str_text(out, ")\n");
        ln_hint_write(finding, out);
        if (style->explain)
            draw_witness(finding, style, out);
    } else if (outcome->reason == LN_REASON_EMPTY) {
        ln_str_char(out, '\n');
    } else {
        ln_str_char(out, '\n');
        if (finding->history->sealed) {
            ln_str_text(out, "  ");
            size_of_history(finding, out);
        }
        if (outcome->verdict == LN_VIOLATED)
            violated(finding, style, out);
        else
            unknown(finding, style, out);
        ln_hint_write(finding, out);
    }
    if (style->stats)
        ln_str_format(out, "  %s: %llu configurations, %.3f s CPU, %.1f MB\n", ln_method_names(outcome->methods).at,
                      (unsigned long long)outcome->configurations, finding->seconds, (double)finding->memory / 1e6);
}
