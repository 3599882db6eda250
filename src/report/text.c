/* The answer in words. */
#include "report/report.h"

#include "report/attempt.h"

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

static void answer(const struct ln_finding *finding, const struct ln_style *style, struct ln_str *out)
{
    static const char *const says[] = { "is linearizable", "is not linearizable", "may or may not be linearizable" };
    enum ln_verdict verdict = finding->outcome->verdict;
    coloured(out, style, verdict == LN_HOLDS ? green : verdict == LN_VIOLATED ? red : yellow, ln_verdict_text(verdict));
    ln_str_format(out, ": %s %s", strcmp(finding->id, "-") == 0 ? "standard input" : finding->id, says[verdict]);
    if (!finding->spec)
        return;
    ln_str_text(out, " as a ");
    if (finding->spec->class->noun)
        ln_str_text(out, finding->spec->class->noun);
    else
        ln_spec_write(finding->spec, &finding->history->values, out);
}

static void size_of_history(const struct ln_finding *finding, struct ln_str *out)
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

static bool starts_letter(char byte)
{
    return (byte & 0xc0) != 0x80; /* UTF-8 */
}

/* At most `width` letters of a text. */
static void cut(struct ln_str *out, const char *text, size_t width)
{
    size_t letters = 0, length = 0, kept = 0;
    for (; text[length]; length++) {
        letters += starts_letter(text[length]);
        if (letters <= width - 3)
            kept = length + 1;
    }
    ln_str_add(out, text, letters <= width ? length : kept);
    ln_str_text(out, letters <= width ? "" : "...");
}

static void who(const struct ln_history *history, uint32_t operation, struct ln_str *out)
{
    enum { WIDEST = 60 };
    const struct ln_operation *o = &history->operations.at[operation];
    struct ln_str text;
    ln_str_init(&text, out->memory);
    ln_history_write_operation(history, operation, &text);
    cut(out, ln_str_borrow(&text), WIDEST);
    ln_str_fini(&text);
    ln_str_text(out, " by process ");
    ln_history_write_process(history, o->process, out);
    if (o->line)
        ln_str_format(out, " (line %u)", o->line);
}

static void pad(struct ln_str *out, const char *text, size_t width)
{
    size_t letters = 0;
    for (const char *c = text; *c; c++)
        letters += starts_letter(*c);
    ln_str_text(out, text);
    while (letters++ < width)
        ln_str_char(out, ' ');
}


static void rows(const struct ln_attempt *attempt, const struct ln_style *style, bool steps, struct ln_str *out)
{
    enum { COLUMNS = 80, FEWEST = 16 };
    size_t used = 4 + attempt->process_width + 2 + attempt->operation_width + 2;
    size_t width = used + FEWEST < COLUMNS ? COLUMNS - used : FEWEST;
    for (size_t i = 0; i < attempt->rows.length; i++) {
        const struct ln_attempt_row *row = &attempt->rows.at[i];
        if (row->step != steps)
            continue;
        ln_str_text(out, "    ");
        pad(out, row->process, attempt->process_width + 2);
        pad(out, row->operation, *row->note ? attempt->operation_width + 2 : 0);
        if (style->colour)
            ln_str_text(out, faint);
        cut(out, row->note, width);
        if (style->colour)
            ln_str_text(out, plain);
        ln_str_char(out, '\n');
    }
}

static void furthest(const struct ln_finding *finding, const struct ln_style *style, struct ln_str *out)
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

static void why_violated(const struct ln_finding *finding, struct ln_str *out)
{
    const struct ln_outcome *outcome = finding->outcome;
    if (outcome->unjustified != LN_NO_OP) {
        ln_str_text(out, "  No order makes this operation wait for ever: ");
        who(finding->history, outcome->unjustified, out);
        ln_str_char(out, '\n');
    } else if (outcome->stopped_at != LN_NO_OP) {
        ln_str_text(out, "  No order gets past the return of ");
        who(finding->history, outcome->stopped_at, out);
        ln_str_char(out, '\n');
    }
}

static void why_unknown(const struct ln_finding *finding, struct ln_str *out)
{
    static const char *const why[] = { "the work was stopped", "the time ran out", "the memory ran out",
                                       "it is too large for this method", "this method cannot tell",
                                       "it was interrupted" };
    const struct ln_outcome *outcome = finding->outcome;
    if (!finding->history->sealed) {
        ln_str_format(out, "  It was not read to the end because %s.\n", why[outcome->reason]);
        return;
    }
    ln_str_format(out, "  Undecided because %s, after %llu configuration%s.\n", why[outcome->reason],
                  (unsigned long long)outcome->configurations, plural(outcome->configurations));
    if (outcome->parts > 1)
        ln_str_format(out, "  %u of %u parts hold.\n", outcome->parts_done, outcome->parts);
    if (outcome->stopped_at == LN_NO_OP)
        return;
    ln_str_text(out, "  What is certain: all that happened before the return of ");
    who(finding->history, outcome->stopped_at, out);
    ln_str_text(out, outcome->parts > 1 ? " is linearizable in its part.\n" : " is linearizable.\n");
}

void ln_report_text(const struct ln_finding *finding, const struct ln_style *style, struct ln_str *out)
{
    const struct ln_outcome *outcome = finding->outcome;
    answer(finding, style, out);
    if (outcome->verdict == LN_HOLDS) {
        ln_str_text(out, " (");
        size_of_history(finding, out);
        ln_str_text(out, ")\n");
    } else {
        ln_str_char(out, '\n');
        if (finding->history->sealed) {
            ln_str_text(out, "  ");
            size_of_history(finding, out);
            ln_str_text(out, ".\n");
        }
        if (outcome->verdict == LN_VIOLATED)
            why_violated(finding, out);
        else
            why_unknown(finding, out);
        if (outcome->stopped_at != LN_NO_OP || outcome->unjustified != LN_NO_OP)
            furthest(finding, style, out);
    }
    if (style->stats)
        ln_str_format(out, "  %s: %llu configurations, %.3f s CPU, %.1f MB\n", outcome->algorithm,
                      (unsigned long long)outcome->configurations, finding->seconds, (double)finding->memory / 1e6);
}
