#include "monitor/monitor.h"

#include "monitor/exact.h"

#include <string.h>

struct open {
    ln_value argument;
    uint16_t method;
};

struct ln_monitor {
    struct ln_memory *memory;
    const struct ln_spec *spec;
    struct ln_monitor_options options;
    struct ln_ocl *family; /* the formulas that come with linnet */
    struct ln_collection *collection;
    const struct ln_collection_finding *found; /* the collection's */
    struct ln_exact *online;
    struct ln_labels labels;
    size_t labels_seen;
    LN_VEC(struct open) open; /* per slot, for labels */
    struct ln_monitor_state state;
};

/* ---- beginning and end ---- */

static enum ln_status begin_counting(struct ln_monitor *w, const char **declined)
{
    const char *family = ln_ocl_for(w->spec), *text = family ? ln_ocl_shipped(family, strlen(family)) : NULL;
    struct ln_collection_options options = { .k = w->options.k, .most_watched = w->options.most_watched,
                                             .seed = w->options.seed, .complete = w->options.complete };
    enum ln_status status;
    if (!family) {
        *declined = "no counting formula is known for this object";
        return LN_OK;
    }
    status = ln_ocl_parse(&w->family, family, text, strlen(text), w->memory, NULL);
    if (!status)
        status = ln_collection_new(&w->collection, w->spec, w->family, &options, w->memory, declined);
    if (w->collection)
        w->found = ln_collection_finding(w->collection);
    return status;
}

enum ln_status ln_monitor_new(struct ln_monitor **out, const struct ln_spec *spec,
                              const struct ln_monitor_options *options, struct ln_memory *memory, const char **declined)
{
    struct ln_monitor *w = ln_take_zeroed(memory, sizeof *w);
    enum ln_status status = LN_OK;
    *out = NULL;
    *declined = NULL;
    if (!w)
        return LN_NO_MEMORY;
    w->memory = memory;
    w->spec = spec;
    w->options = *options;
    w->state.verdict = options->by == LN_MONITOR_EXACT ? LN_HOLDS : LN_UNKNOWN;
    ln_labels_init(&w->labels, spec, options->k, memory);
    w->labels.any_value = options->formula && ln_ocl_any_value(options->formula);
    if (options->by == LN_MONITOR_COUNTING)
        status = begin_counting(w, declined);
    else if (options->by == LN_MONITOR_EXACT)
        status = ln_exact_new(&w->online, spec, memory, declined);
    if (status || *declined)
        ln_monitor_free(w);
    else
        *out = w;
    return status;
}

void ln_monitor_free(struct ln_monitor *w)
{
    if (!w)
        return;
    ln_collection_free(w->collection);
    ln_exact_free(w->online);
    ln_ocl_free(w->family);
    ln_labels_fini(&w->labels);
    ln_vec_fini(&w->open, w->memory);
    ln_give(w->memory, w, sizeof *w);
}

/* ---- events ---- */

static void give_up(struct ln_monitor *w, const char *why)
{
    w->state.verdict = LN_UNKNOWN;
    w->state.over = true;
    w->state.declined = why;
}

static void accuse(struct ln_monitor *w, const char *pattern)
{
    w->state.verdict = LN_VIOLATED;
    w->state.over = true;
    w->state.pattern = pattern;
}

/* Takes over what the collection or the incremental pattern says. */
static enum ln_status settle(struct ln_monitor *w, enum ln_status status)
{
    w->state.events++;
    if (w->collection) {
        const struct ln_collection_finding *found = w->found;
        if (found->violated)
            accuse(w, found->pattern);
        else if (found->declined)
            give_up(w, found->declined);
    } else if (w->online) {
        struct ln_exact_verdict said = ln_exact_verdict(w->online);
        if (said.verdict == LN_VIOLATED)
            accuse(w, said.pattern);
        else if (said.verdict == LN_UNKNOWN)
            give_up(w, said.declined);
    }
    if (status == LN_NO_MEMORY)
        give_up(w, "memory was refused");
    return status == LN_NO_MEMORY ? LN_OK : status;
}

/* Mostly there is nothing to take over. */
static inline enum ln_status settle_counting(struct ln_monitor *w, enum ln_status status)
{
    if (status || w->found->over)
        return settle(w, status);
    w->state.events++;
    return LN_OK;
}

/* A label that the formulas do not know may do anything. */
static void look_at_labels(struct ln_monitor *w)
{
    for (; w->labels_seen < w->labels.at.length && !w->state.over; w->labels_seen++)
        if (!ln_ocl_knows(w->options.formula, &w->labels, (uint32_t)w->labels_seen))
            give_up(w, "an operation is none of those that the formulas know");
}

static enum ln_status call_labels(struct ln_monitor *w, uint32_t slot, uint16_t method, ln_value argument)
{
    struct open none = { LN_VALUE_NONE, 0 };
    while (w->open.length <= slot)
        if (!ln_vec_push(&w->open, w->memory, none))
            return LN_NO_MEMORY;
    w->open.at[slot] = (struct open){ argument, method };
    if (!ln_labels_call(&w->labels, slot, method, argument))
        return LN_NO_MEMORY;
    look_at_labels(w);
    return LN_OK;
}

enum ln_status ln_monitor_call(struct ln_monitor *w, uint32_t slot, uint16_t method, ln_value argument)
{
    if (w->state.over)
        return LN_OK;
    if (w->collection)
        return settle_counting(w, ln_collection_call(w->collection, slot, method, argument));
    if (w->online)
        return settle(w, ln_exact_call(w->online, slot, method, &argument));
    return settle(w, call_labels(w, slot, method, argument));
}

static enum ln_status evaluate(struct ln_monitor *w)
{
    const struct ln_ocl *formula = w->options.formula;
    enum ln_status status = LN_OK;
    bool is_true = false;
    for (size_t v = 0; v < ln_ocl_count(formula) && !status && !is_true; v++) {
        status = ln_ocl_evaluate(formula, v, &w->labels, w->options.budget, &is_true);
        if (is_true)
            accuse(w, ln_ocl_name(formula, v));
    }
    if (status == LN_STOPPED)
        give_up(w, "the budget was spent on a formula");
    return status == LN_STOPPED ? LN_OK : status;
}

static enum ln_status return_labels(struct ln_monitor *w, uint32_t slot, ln_value result)
{
    struct open *open = &w->open.at[slot];
    if (!ln_labels_return(&w->labels, slot, open->method, open->argument, result))
        return LN_NO_MEMORY;
    look_at_labels(w);
    return w->state.over ? LN_OK : evaluate(w);
}

enum ln_status ln_monitor_return(struct ln_monitor *w, uint32_t slot, ln_value result)
{
    if (w->state.over)
        return LN_OK;
    if (w->collection)
        return settle_counting(w, ln_collection_return(w->collection, slot, result));
    if (w->online)
        return settle(w, ln_exact_return(w->online, slot, result));
    return settle(w, return_labels(w, slot, result));
}

enum ln_status ln_monitor_fail(struct ln_monitor *w, uint32_t slot)
{
    if (w->state.over)
        return LN_OK;
    if (w->collection)
        return settle(w, ln_collection_fail(w->collection, slot));
    if (w->online)
        give_up(w, "an operation failed, which the incremental patterns do not know");
    else
        ln_counting_return(&w->labels.counting, slot, LN_NO_LABEL);
    return LN_OK;
}

/* ---- telling ---- */

struct ln_monitor_state ln_monitor_state(const struct ln_monitor *w)
{
    return w->state;
}

static void write_value(ln_value value, struct ln_str *out)
{
    if (ln_same(value, LN_VALUE_NONE))
        ln_str_text(out, "a value");
    else
        ln_op_value_write(value, out);
}

static void write_interval(struct ln_interval interval, struct ln_str *out)
{
    ln_str_format(out, "[%u,%u]", interval.first, interval.last);
}

static void write_part(const struct ln_collection_part *part, bool never_inserted, struct ln_str *out)
{
    ln_str_text(out, "  ");
    if (part->type.is_empty) {
        ln_str_text(out, "nothing was found ");
        write_interval(part->type.insertion, out);
        ln_str_char(out, '\n');
        return;
    }
    write_value(part->value, out);
    if (never_inserted) {
        ln_str_text(out, " did not go in");
    } else {
        ln_str_text(out, " went in ");
        write_interval(part->type.insertion, out);
    }
    ln_str_text(out, part->type.is_gone ? ", came out " : ", did not come out");
    if (part->type.is_gone)
        write_interval(part->type.removal, out);
    ln_str_char(out, '\n');
}

void ln_monitor_explain(struct ln_monitor *w, struct ln_str *out)
{
    const struct ln_collection_finding *found = w->found;
    for (size_t i = 0; found && i < found->part_count; i++)
        write_part(&found->parts[i], strcmp(found->pattern, "rv") == 0, out);
    if (w->online)
        return;
    ln_str_text(out, "  counters: ");
    if (w->collection)
        ln_collection_write(w->collection, out);
    else
        ln_labels_write(&w->labels, out);
    ln_str_char(out, '\n');
}

static void write_share(const struct ln_collection_statistics *s, struct ln_str *out)
{
    if (s->share == 1)
        ln_str_text(out, "  all values are watched");
    else
        ln_str_format(out, "  one value in %u is watched", s->share);
    ln_str_format(out, ", %zu are inside, %zu operations are open\n", s->inside, s->open);
    ln_str_format(out, "  not watched: %llu of %llu insertions; counted only: %llu repeated values; classes: %llu\n",
                  (unsigned long long)s->unwatched, (unsigned long long)s->insertions, (unsigned long long)s->repeated,
                  (unsigned long long)s->classes + 1);
}

void ln_monitor_statistics(struct ln_monitor *w, struct ln_str *out)
{
    ln_str_format(out, "  %llu events", (unsigned long long)w->state.events);
    if (w->collection) {
        struct ln_collection_statistics s = ln_collection_statistics(w->collection);
        ln_str_format(out, ", length %llu, %llu values in, %llu out, %llu times empty\n", (unsigned long long)s.bounds,
                      (unsigned long long)s.insertions, (unsigned long long)s.removals, (unsigned long long)s.empties);
        write_share(&s, out);
        return;
    }
    if (!w->online)
        ln_str_format(out, ", length %llu, %zu labels", (unsigned long long)w->labels.counting.bounds.length,
                      w->labels.at.length);
    ln_str_char(out, '\n');
}
