#include "report/label.h"

#include "report/letters.h"

#include <string.h>

const char *ln_label_ellipsis(bool utf8)
{
    return utf8 ? "…" : "...";
}

static void fit(struct ln_str *out, const struct ln_str *text, size_t columns, bool utf8)
{
    out->failed |= text->failed;
    ln_letters_write(out, ln_str_borrow(text), text->length, columns, ln_label_ellipsis(utf8));
}

/* The result is what one looks for: it yields only its half when both sides are long. */
static void fit_both(struct ln_str *out, const struct ln_str *call, const struct ln_str *result, size_t columns,
                     bool utf8)
{
    size_t left = ln_letters_columns(ln_str_borrow(call), call->length);
    size_t right = ln_letters_columns(ln_str_borrow(result), result->length), half = columns / 2;
    if (left + right > columns) {
        right = right <= half ? right : left < columns - half ? columns - left : half;
        left = columns - right;
    }
    fit(out, call, left, utf8);
    fit(out, result, right, utf8);
}

void ln_label_write(const struct ln_history *history, const struct ln_scene_op *scene,
                    const struct ln_layout_options *options, size_t columns, struct ln_str *out)
{
    struct ln_str label, call, result;
    ln_str_init(&label, out->memory);
    ln_str_init(&call, out->memory);
    ln_str_init(&result, out->memory);
    if (scene->order)
        ln_str_format(&label, "%u ", scene->order);
    if (options->ids)
        ln_str_format(&label, "#%u ", scene->operation);
    ln_history_write_call(history, scene->operation, &call);
    ln_str_text(&result, options->utf8 ? " → " : " -> ");
    if (!ln_history_write_result(history, scene->operation, &result))
        ln_str_clear(&result);
    if (label.length < columns)
        fit_both(&label, &call, &result, columns - label.length, options->utf8);
    fit(out, &label, columns, options->utf8);
    ln_str_fini(&label);
    ln_str_fini(&call);
    ln_str_fini(&result);
}
