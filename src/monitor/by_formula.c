/* Watching by formulas of the user's, on the counters of all labels. A label that they do not know may do anything. */
#include "monitor/way.h"

struct open_label {
    ln_value argument;
    uint16_t method;
};

struct counted {
    struct ln_memory *memory;
    const struct ln_ocl *formula;
    struct ln_budget *budget;
    struct ln_labels labels;
    size_t seen;                    /* labels that were looked at */
    LN_VEC(struct open_label) open; /* per slot */
};

static void end(struct ln_monitor_way *way)
{
    struct counted *c = way->self;
    ln_labels_fini(&c->labels);
    ln_vec_fini(&c->open, c->memory);
    ln_give(c->memory, c, sizeof *c);
}

static enum ln_status begin(struct ln_monitor_way *way, const struct ln_monitor_setting *setting)
{
    struct counted *c = way->self = ln_take_zeroed(setting->memory, sizeof *c);
    assert(setting->options->formula);
    if (!c)
        return LN_NO_MEMORY;
    c->memory = setting->memory;
    c->formula = setting->options->formula;
    c->budget = setting->options->budget;
    ln_labels_init(&c->labels, setting->spec, setting->options->k, setting->memory);
    c->labels.any_value = ln_ocl_any_value(c->formula);
    return LN_OK;
}

static void look_at_labels(struct ln_monitor_way *way)
{
    struct counted *c = way->self;
    for (; c->seen < c->labels.at.length && !way->over; c->seen++)
        if (!ln_ocl_knows(c->formula, &c->labels, (uint32_t)c->seen))
            ln_way_give_up(way, LN_REASON_METHOD, "an operation is none of those that the formulas know");
}

static enum ln_status called(struct ln_monitor_way *way, const struct ln_monitor_event *event)
{
    struct counted *c = way->self;
    struct open_label none = { LN_VALUE_NONE, 0 };
    while (c->open.length <= event->slot)
        if (!ln_vec_push(&c->open, c->memory, none))
            return LN_NO_MEMORY;
    c->open.at[event->slot] = (struct open_label){ event->value, event->method };
    if (!ln_labels_call(&c->labels, event->slot, event->method, event->value))
        return LN_NO_MEMORY;
    look_at_labels(way);
    return LN_OK;
}

static enum ln_status evaluate(struct ln_monitor_way *way)
{
    struct counted *c = way->self;
    enum ln_status status = LN_OK;
    bool is_true = false;
    for (size_t v = 0; v < ln_ocl_count(c->formula) && !status && !is_true; v++) {
        status = ln_ocl_evaluate(c->formula, v, &c->labels, c->budget, &is_true);
        if (is_true)
            ln_way_accuse(way, ln_ocl_name(c->formula, v));
    }
    if (status != LN_STOPPED)
        return status;
    ln_way_give_up(way, ln_reason_of(ln_budget_why(c->budget)), "the budget was spent on a formula");
    return LN_OK;
}

static enum ln_status returned(struct ln_monitor_way *way, const struct ln_monitor_event *event)
{
    struct counted *c = way->self;
    const struct open_label *open = &c->open.at[event->slot];
    if (!ln_labels_return(&c->labels, event->slot, open->method, open->argument, event->value))
        return LN_NO_MEMORY;
    look_at_labels(way);
    return way->over ? LN_OK : evaluate(way);
}

static enum ln_status take(struct ln_monitor_way *way, const struct ln_monitor_event *event)
{
    struct counted *c = way->self;
    switch (event->moment) {
    case LN_MOMENT_CALL: return called(way, event);
    case LN_MOMENT_RETURN: return returned(way, event);
    case LN_MOMENT_FAIL: ln_counting_return(&c->labels.counting, event->slot, LN_NO_LABEL); break;
    case LN_MOMENT_END: break;
    }
    return LN_OK;
}

static void explain(const struct ln_monitor_way *way, struct ln_str *out)
{
    struct counted *c = way->self;
    ln_str_text(out, "  counters: ");
    ln_labels_write(&c->labels, out);
    ln_str_char(out, '\n');
}

static void statistics(const struct ln_monitor_way *way, struct ln_str *out)
{
    const struct counted *c = way->self;
    ln_str_format(out, ", length %llu, %zu labels\n", (unsigned long long)c->labels.counting.bounds.length,
                  c->labels.at.length);
}

const struct ln_monitor_way_class ln_way_formula = {
    .method = LN_METHOD_FORMULA,
    .begin = begin,
    .take = take,
    .free = end,
    .explain = explain,
    .statistics = statistics,
};
