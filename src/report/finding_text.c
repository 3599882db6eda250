#include "report/finding_text.h"

#include "report/interleaving.h"
#include "report/letters.h"
#include "report/timeline.h"

#include <string.h>

static void write_answer(const struct ln_finding *finding, const char *word, const struct ln_style *style,
                         struct ln_str *out)
{
    static const char *const colours[] = {
        [LN_HOLDS] = "\033[1;32m", [LN_VIOLATED] = "\033[1;31m", [LN_UNKNOWN] = "\033[1;33m"
    };
    ln_str_format(out, "%s%s%s: ", style->colour ? colours[finding->verdict] : "", word,
                  style->colour ? "\033[0m" : "");
    ln_str_format(out, "%s\n", ln_str_borrow(&finding->answer));
}

/* What is up to the next blank that is not between backquotes. */
static size_t word_at(const char *text)
{
    size_t length = 0;
    for (bool quoted = false; text[length] && text[length] != '\n' && (quoted || text[length] != ' '); length++)
        quoted ^= text[length] == '`';
    return length;
}

void ln_report_wrapped(const char *text, unsigned width, struct ln_str *out)
{
    while (*text) {
        size_t indent = strspn(text, " "), column = indent;
        bool first = true;
        ln_str_add(out, text, indent);
        text += indent;
        while (*text && *text != '\n') {
            size_t length = word_at(text), columns = ln_letters_columns(text, length);
            if (!first && column + 1 + columns > width) {
                ln_str_format(out, "\n%*s", (int)indent, "");
                column = indent;
                first = true;
            }
            ln_str_text(out, first ? "" : " ");
            ln_str_add(out, text, length);
            column += columns + !first;
            first = false;
            text += length;
            text += *text == ' ';
        }
        ln_str_char(out, '\n');
        text += *text == '\n';
    }
}

static void write_picture(const struct ln_finding *finding, const struct ln_style *style, struct ln_str *out)
{
    struct ln_layout_options options = { .width = style->width, .utf8 = style->utf8 };
    if (!finding->history || !finding->scene.length)
        return;
    ln_str_text(out, ln_str_borrow(&finding->words.picture));
    if (ln_timeline_write(finding->history, finding->scene.at, finding->scene.length, &options, style->colour, out))
        out->failed = true;
}

static void write_steps(const struct ln_finding *finding, const struct ln_style *style, struct ln_str *out)
{
    if (!finding->rows.length)
        return;
    ln_str_text(out, ln_str_borrow(&finding->words.steps));
    ln_report_interleaving(finding->rows.at, finding->rows.length, finding->threads.at,
                           (uint32_t)finding->threads.length, style, out);
}

void ln_report_finding(const struct ln_finding *finding, const struct ln_style *style, struct ln_str *out)
{
    ln_report_finding_as(finding, ln_verdict_text(finding->verdict), style, out);
}

void ln_report_finding_as(const struct ln_finding *finding, const char *word, const struct ln_style *style,
                          struct ln_str *out)
{
    write_answer(finding, word, style, out);
    ln_str_text(out, ln_str_borrow(&finding->words.about));
    write_picture(finding, style, out);
    ln_report_wrapped(ln_str_borrow(&finding->words.why), style->width, out);
    write_steps(finding, style, out);
    ln_str_text(out, ln_str_borrow(&finding->words.after));
    out->failed |= finding->answer.failed || finding->words.about.failed || finding->words.why.failed ||
                   finding->words.after.failed;
}
