#include "report/hint.h"

#include "report/explain.h"

static const char *plural(uint64_t count)
{
    return count == 1 ? "" : "s";
}

/* With the order that it reports. */
static void who_in_order(const struct ln_history *history, uint32_t operation, struct ln_str *out)
{
    int64_t order = ln_history_order(history, operation);
    ln_explain_operation(history, operation, out);
    if (order == LN_NO_ORDER)
        return;
    out->length--; /* within the parentheses */
    ln_str_format(out, ", order %lld)", (long long)order);
}

void ln_hint_write(const struct ln_judged *finding, struct ln_str *out)
{
    const struct ln_hint_use *hint = &finding->outcome->hint;
    const struct ln_history *history = finding->history;
    if (!hint->used || hint->right)
        return;
    ln_str_text(out, "  The order it reports fails");
    if (hint->wrong_at != LN_NO_OP) {
        ln_str_text(out, " at ");
        who_in_order(history, hint->wrong_at, out);
    }
    if (hint->against == LN_NO_OP) {
        ln_str_text(out, ": the object cannot do that there");
    } else {
        bool early = history->operations.at[hint->against].ret < history->operations.at[hint->wrong_at].call;
        ln_str_text(out, early ? ": it was called after the return of " : ": it returned before the call of ");
        who_in_order(history, hint->against, out);
    }
    if (hint->windows)
        ln_str_format(out, "; %u window%s of %llu operation%s %s searched.\n", hint->windows, plural(hint->windows),
                      (unsigned long long)hint->searched, plural(hint->searched),
                      hint->windows == 1 ? "was" : "in all were");
    else
        ln_str_text(out, "; it was placed where it fits, and nothing was searched.\n");
}
