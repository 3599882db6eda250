/* Watching by incremental patterns: monitor/exact.h. */
#include "monitor/exact.h"
#include "monitor/way.h"

static void end(struct ln_monitor_way *way)
{
    ln_exact_free(way->self);
}

static enum ln_status begin(struct ln_monitor_way *way, const struct ln_monitor_setting *setting)
{
    const char *declined;
    struct ln_exact *exact;
    enum ln_status status = ln_exact_new(&exact, setting->spec, setting->memory, &declined);
    way->self = exact;
    if (declined)
        ln_way_give_up(way, LN_REASON_METHOD, declined);
    return status;
}

static void settle(struct ln_monitor_way *way)
{
    struct ln_exact_verdict said = ln_exact_verdict(way->self);
    if (said.verdict == LN_VIOLATED)
        ln_way_accuse(way, said.pattern);
    else if (said.verdict == LN_UNKNOWN)
        ln_way_give_up(way, LN_REASON_METHOD, said.declined);
}

static enum ln_status take(struct ln_monitor_way *way, const struct ln_monitor_event *event)
{
    enum ln_status status = LN_OK;
    switch (event->moment) {
    case LN_MOMENT_CALL:
        if (event->touches)
            ln_way_give_up(way, LN_REASON_METHOD, "two operations of one process touch; see `linnet check`");
        else
            status = ln_exact_call(way->self, event->slot, event->method, &event->value);
        break;
    case LN_MOMENT_RETURN: status = ln_exact_return(way->self, event->slot, event->value); break;
    case LN_MOMENT_FAIL:
        ln_way_give_up(way, LN_REASON_METHOD, "an operation failed, which the incremental patterns do not know");
        break;
    case LN_MOMENT_END: break;
    }
    if (!status && !way->over)
        settle(way);
    way->judged += event->moment == LN_MOMENT_RETURN && !way->over;
    way->looked_at = way->judged;
    return status;
}

const struct ln_monitor_way_class ln_way_exact = {
    .method = LN_METHOD_EXACT,
    .decides = true,
    .begin = begin,
    .take = take,
    .free = end,
};
