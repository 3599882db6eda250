/* Watching by counting: counting/collection.h with the formulas that come with linnet. */
#include "monitor/way.h"

#include <string.h>

struct counting {
    struct ln_memory *memory;
    struct ln_ocl *family;
    struct ln_collection *collection;
    const struct ln_collection_finding *found; /* the collection's */
};

static void end(struct ln_monitor_way *way)
{
    struct counting *c = way->self;
    ln_collection_free(c->collection);
    ln_ocl_free(c->family);
    ln_give(c->memory, c, sizeof *c);
}

static enum ln_status begin(struct ln_monitor_way *way, const struct ln_monitor_setting *setting)
{
    const char *family = ln_ocl_for(setting->spec), *declined = NULL;
    const char *text = family ? ln_ocl_shipped(family, strlen(family)) : NULL;
    const struct ln_monitor_options *wanted = setting->options;
    struct ln_collection_options options = {
        .k = wanted->k, .most_watched = wanted->most_watched, .seed = wanted->seed, .complete = wanted->complete
    };
    struct counting *c;
    enum ln_status status;
    if (!text) {
        ln_way_give_up(way, LN_REASON_METHOD, "no counting formula is known for this object");
        return LN_OK;
    }
    c = way->self = ln_take_zeroed(setting->memory, sizeof *c);
    if (!c)
        return LN_NO_MEMORY;
    c->memory = setting->memory;
    status = ln_ocl_parse(&c->family, family, text, strlen(text), setting->memory, NULL);
    if (!status)
        status = ln_collection_new(&c->collection, setting->spec, c->family, &options, setting->memory, &declined);
    if (c->collection)
        c->found = ln_collection_finding(c->collection);
    else if (!status)
        ln_way_give_up(way, LN_REASON_METHOD, declined);
    return status;
}

static enum ln_status take(struct ln_monitor_way *way, const struct ln_monitor_event *event)
{
    struct counting *c = way->self;
    enum ln_status status = LN_OK;
    switch (event->moment) {
    case LN_MOMENT_CALL: status = ln_collection_call(c->collection, event->slot, event->method, event->value); break;
    case LN_MOMENT_RETURN: status = ln_collection_return(c->collection, event->slot, event->value); break;
    case LN_MOMENT_FAIL: status = ln_collection_fail(c->collection, event->slot); break;
    case LN_MOMENT_END: break;
    }
    if (status || !c->found->over)
        return status;
    if (c->found->violated)
        ln_way_accuse(way, c->found->pattern);
    else
        ln_way_give_up(way, LN_REASON_METHOD, c->found->declined);
    return LN_OK;
}

/* ---- telling ---- */

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

static void explain(const struct ln_monitor_way *way, struct ln_str *out)
{
    const struct counting *c = way->self;
    for (size_t i = 0; i < c->found->part_count; i++)
        write_part(&c->found->parts[i], strcmp(c->found->pattern, "rv") == 0, out);
    ln_str_text(out, "  counters: ");
    ln_collection_write(c->collection, out);
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

static void statistics(const struct ln_monitor_way *way, struct ln_str *out)
{
    const struct counting *c = way->self;
    struct ln_collection_statistics s = ln_collection_statistics(c->collection);
    ln_str_format(out, ", length %llu, %llu values in, %llu out, %llu times empty\n", (unsigned long long)s.bounds,
                  (unsigned long long)s.insertions, (unsigned long long)s.removals, (unsigned long long)s.empties);
    write_share(&s, out);
}

const struct ln_monitor_way_class ln_way_counting = {
    .method = LN_METHOD_COUNTING,
    .begin = begin,
    .take = take,
    .free = end,
    .explain = explain,
    .statistics = statistics,
};
