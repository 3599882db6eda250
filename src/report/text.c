/* What was judged, in words and pictures: as a finding. */
#include "report/report.h"

#include "base/shown.h"
#include "report/attempt.h"
#include "report/clocks.h"
#include "report/explain.h"
#include "report/finding_text.h"
#include "report/hint.h"
#include "report/hitting.h"
#include "report/letters.h"
#include "report/orders.h"
#include "report/undecided.h"

#include <string.h>

enum { PAGE = 80 }; /* columns of tables, which are not broken where they are shown */

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

static void rows(const struct ln_attempt *attempt, bool steps, struct ln_str *out)
{
    enum { FEWEST = 16 };
    size_t used = 4 + attempt->process_width + 2 + attempt->operation_width + 2;
    size_t width = used + FEWEST < PAGE ? PAGE - used : FEWEST;
    for (size_t i = 0; i < attempt->rows.length; i++) {
        const struct ln_attempt_row *row = &attempt->rows.at[i];
        if (row->step != steps)
            continue;
        ln_str_text(out, "    ");
        pad(out, row->process, attempt->process_width + 2);
        pad(out, row->operation, *row->note ? attempt->operation_width + 2 : 0);
        ln_letters_write(out, row->note, strlen(row->note), width, "...");
        ln_str_char(out, '\n');
    }
}

static void furthest(const struct ln_judged *finding, struct ln_str *out)
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
    rows(&attempt, true, out);
    if (outcome->unjustified == LN_NO_OP) {
        ln_str_text(out, outcome->verdict == LN_VIOLATED
                             ? "  Then one of these would have to come next, and none can:\n"
                             : "  Then these were open:\n");
        rows(&attempt, false, out);
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

static void draw(struct ln_finding *finding, struct ln_scene_op op)
{
    finding->answer.failed |= !ln_vec_push(&finding->scene, finding->memory, op);
}

/* Small histories are drawn whole, so that the core is seen in its place; of others only the core. */
static void draw_core(const struct ln_judged *judged, const struct ln_orders_found *orders, struct ln_finding *finding)
{
    const struct ln_history *history = judged->history;
    const struct ln_core *core = judged->core;
    size_t all = core->ops.length + (core->stuck != LN_NO_OP);
    bool whole = history->operations.length <= SMALL_HISTORY;
    if (all > MOST_DRAWN)
        return;
    for (uint32_t i = 0; i < (whole ? history->operations.length : all); i++)
        draw(finding, (struct ln_scene_op){ .operation = i });
    for (uint32_t i = 0; i < all && !finding->answer.failed; i++) {
        bool stuck = i == core->ops.length;
        uint32_t operation = stuck ? core->stuck : core->ops.at[i].operation;
        struct ln_scene_op *op = &finding->scene.at[whole ? operation : i];
        *op = (struct ln_scene_op){ .operation = operation,
                                    .marked = true,
                                    .optional = !stuck && core->ops.at[i].optional };
        for (uint32_t place = 0; orders->count && !stuck && place < orders->orders[0].count; place++)
            if (orders->orders[0].ops[place] == i)
                op->order = place + 1;
    }
    ln_str_char(&finding->words.picture, '\n');
    ln_str_char(&finding->words.why, '\n');
}

/* Lines, each behind two blanks. */
static void indent(const char *text, struct ln_str *out)
{
    while (*text) {
        size_t length = strcspn(text, "\n");
        length += text[length] == '\n';
        ln_str_text(out, "  ");
        ln_str_add(out, text, length);
        text += length;
    }
}

static void explain(const struct ln_judged *judged, struct ln_str *out)
{
    struct ln_str text;
    ln_str_init(&text, out->memory);
    if (judged->outcome->pattern)
        ln_str_format(&text, "%s: ", judged->outcome->pattern);
    ln_explain(judged, &text);
    ln_str_text(&text, ".\n");
    indent(ln_str_borrow(&text), out);
    ln_str_fini(&text);
}

static void violated_without_core(const struct ln_judged *judged, struct ln_finding *finding)
{
    const struct ln_outcome *outcome = judged->outcome;
    struct ln_str *why = &finding->words.why;
    ln_str_text(&finding->words.about, ".\n");
    if (outcome->pattern)
        explain(judged, why);
    else
        why_violated(judged, why);
    ln_clocks_explain(judged, why);
    if (outcome->stopped_at != LN_NO_OP || outcome->unjustified != LN_NO_OP)
        furthest(judged, why);
}

static void violated(const struct ln_judged *judged, bool at_length, struct ln_finding *finding)
{
    struct ln_orders_found orders = { .count = 0 };
    struct ln_str *about = &finding->words.about, *why = &finding->words.why;
    size_t all = judged->core->ops.length + (judged->core->stuck != LN_NO_OP);
    if (all < judged->history->operations.length)
        ln_str_format(about, "; %zu %s enough to show it", all, all == 1 ? "is" : "are");
    ln_str_text(about, ".\n");
    about->failed |= !ln_orders_find(judged, &orders, about->memory);
    draw_core(judged, &orders, finding);
    explain(judged, why);
    ln_clocks_explain(judged, why);
    if (!at_length)
        return;
    ln_orders_write(judged, &orders, why);
    if (judged->history->operations.length > SMALL_HISTORY)
        furthest(judged, why);
}

/* ---- unknown ---- */

static void why_unknown(const struct ln_judged *judged, struct ln_finding *finding)
{
    static const char *const why[] = { "the work was stopped",    "the time ran out",
                                       "the memory ran out",      "it is too large for this method",
                                       "this method cannot tell", "it was interrupted",
                                       "something was not seen",  "nothing was looked at" };
    const struct ln_outcome *outcome = judged->outcome;
    struct ln_str *out = &finding->words.about;
    struct ln_undecided undecided;
    struct ln_str text;
    if (!judged->history->sealed) {
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
    if (!ln_undecided_find(judged, &undecided, out->memory))
        return;
    ln_str_init(&text, out->memory);
    ln_undecided_write(judged, &undecided, &text);
    indent(ln_str_borrow(&text), &finding->words.why);
    ln_str_fini(&text);
}

static void unknown(const struct ln_judged *judged, bool at_length, struct ln_finding *finding)
{
    if (judged->history->sealed)
        ln_str_text(&finding->words.about, ".\n");
    why_unknown(judged, finding);
    if (at_length && (judged->outcome->stopped_at != LN_NO_OP || judged->outcome->unjustified != LN_NO_OP))
        furthest(judged, &finding->words.why);
}

/* ---- holds ---- */

/* The first operations, each with its place in the witness. */
static void draw_witness(const struct ln_judged *judged, struct ln_finding *finding)
{
    const struct ln_history *history = judged->history;
    const struct ln_outcome *outcome = judged->outcome;
    for (size_t e = 0; e < history->events.length && finding->scene.length < MOST_DRAWN; e++)
        if (!ln_event_is_return(history->events.at[e]))
            draw(finding, (struct ln_scene_op){ .operation = ln_event_operation(history->events.at[e]) });
    for (uint32_t i = 0; i < outcome->order.length; i++)
        for (size_t s = 0; s < finding->scene.length; s++)
            if (finding->scene.at[s].operation == outcome->order.at[i])
                finding->scene.at[s].order = i + 1;
    if (!finding->scene.length)
        return;
    ln_str_char(&finding->words.picture, '\n');
    if (finding->scene.length < history->operations.length)
        ln_str_format(&finding->words.why,
                      "\n  These are the first %zu operations, each with its place in the order that "
                      "was found.\n",
                      finding->scene.length);
}

static void say_what_holds(const struct ln_judged *judged, struct ln_str *out)
{
    ln_str_text(out, " (");
    size_of_history(judged, out);
    if (judged->outcome->hitting.used) {
        ln_str_text(out, "; ");
        ln_hitting_write(judged->outcome, out);
    }
    ln_str_char(out, ')');
}

static void holds(const struct ln_judged *judged, bool at_length, struct ln_finding *finding)
{
    ln_hint_write(judged, &finding->words.about);
    if (at_length)
        draw_witness(judged, finding);
}

/* ---- all of it ---- */

static void answer(const struct ln_judged *judged, struct ln_finding *finding)
{
    finding->history = judged->history;
    ln_report_answer(judged, &finding->answer);
    if (judged->outcome->verdict == LN_HOLDS)
        say_what_holds(judged, &finding->answer);
}

void ln_report_words(const struct ln_judged *judged, bool at_length, struct ln_finding *finding)
{
    const struct ln_outcome *outcome = judged->outcome;
    answer(judged, finding);
    if (outcome->verdict == LN_HOLDS) {
        holds(judged, at_length, finding);
        return;
    }
    if (outcome->reason == LN_REASON_EMPTY)
        return;
    if (judged->history->sealed) {
        ln_str_text(&finding->words.about, "  ");
        size_of_history(judged, &finding->words.about);
    }
    if (outcome->verdict == LN_UNKNOWN)
        unknown(judged, at_length, finding);
    else if (judged->core)
        violated(judged, at_length, finding);
    else
        violated_without_core(judged, finding);
    ln_hint_write(judged, &finding->words.why);
}

void ln_report_judged(const struct ln_judged *judged, const struct ln_style *style, struct ln_finding *finding)
{
    const struct ln_outcome *outcome = judged->outcome;
    finding->verdict = outcome->verdict;
    finding->reason = outcome->reason;
    finding->failure = outcome->verdict == LN_VIOLATED ? "not linearizable" : NULL;
    finding->methods = outcome->methods;
    finding->seconds = judged->seconds;
    finding->memory_peak = judged->memory;
    ln_str_text(&finding->id, judged->id);
    if (judged->spec && !judged->source.spec)
        ln_spec_write(judged->spec, &judged->history->values, &finding->spec);
    ln_report_parts(judged, finding);
    if (style->unread)
        answer(judged, finding);
    else
        ln_report_words(judged, style->explain, finding);
    if (!judged->history->sealed)
        finding->history = NULL;
    if (style->stats)
        ln_str_format(&finding->words.after, "  %s: %llu configurations, %.3f s CPU, %.1f MB\n",
                      ln_method_names(outcome->methods).at, (unsigned long long)outcome->configurations,
                      judged->seconds, (double)judged->memory / 1e6);
}
