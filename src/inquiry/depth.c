/* Measuring the histories of files, and telling of each. */
#include "inquiry/depth.h"

#include "finding/earned.h"
#include "finding/facts.h"
#include "inquiry/binding.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

/* ---- what was measured of one ---- */

static void say_if_known(struct ln_facts *facts, const char *name, bool known, uint64_t value)
{
    if (known)
        ln_facts_number(facts, name, value);
    else
        ln_facts_none(facts, name);
}

static void say_measured(const struct ln_depth_facts *measured, const struct ln_depth_options *options,
                         struct ln_facts *facts)
{
    say_if_known(facts, "min_d", measured->min_d, measured->min_d);
    ln_facts_list(facts, "schedules");
    for (uint32_t d = 0; d < measured->counted; d++)
        ln_facts_number(facts, NULL, measured->schedules[d]);
    ln_facts_end(facts);
    if (options->true_depth)
        say_if_known(facts, "depth", measured->true_depth_known && measured->true_depth, measured->true_depth);
    if (options->extensions) {
        say_if_known(facts, "linear_extensions", measured->extensions.orders_counted, measured->extensions.orders);
        say_if_known(facts, "witnesses", measured->extensions.witnesses_counted, measured->extensions.witnesses);
    }
}

static void history_json(const char *id, const char *spec, const struct ln_depth_facts *measured,
                         const struct ln_depth_options *options, struct ln_str *out)
{
    struct ln_facts facts;
    ln_facts_init(&facts, out->memory);
    ln_facts_text(&facts, "id", id);
    ln_facts_text(&facts, "spec", spec);
    ln_facts_number(&facts, "operations", measured->operations);
    ln_facts_number(&facts, "processes", measured->processes);
    ln_facts_number(&facts, "concurrency", measured->concurrency);
    ln_facts_number(&facts, "pairs", measured->pairs);
    ln_facts_truth(&facts, "sequential", !measured->pairs);
    ln_facts_verdict(&facts, measured->verdict, measured->reason);
    say_measured(measured, options, &facts);
    ln_facts_json(&facts, out);
    ln_facts_fini(&facts);
}

static void line(struct ln_str *out, const char *name, bool known, uint64_t value)
{
    ln_str_format(out, "  %-22s", name);
    if (known)
        ln_str_format(out, " %llu\n", (unsigned long long)value);
    else
        ln_str_text(out, " not found out\n");
}

static void verdict_line(const struct ln_depth_facts *facts, const struct ln_depth_options *options, struct ln_str *out)
{
    ln_str_format(out, "  %-22s", "linearizable");
    if (facts->verdict == LN_VIOLATED)
        ln_str_text(out, " no\n");
    else if (facts->verdict == LN_UNKNOWN)
        ln_str_format(out, " not found out (%s)\n", ln_reason_text(facts->reason));
    else if (facts->min_d)
        ln_str_format(out, " yes, the family of depth %u has a witness\n", facts->min_d);
    else if (facts->tried)
        ln_str_format(out, " yes, but no family up to depth %u has a witness\n", options->max_depth);
    else
        ln_str_text(out, " yes\n");
}

static void history_words(const char *id, const char *spec, const struct ln_depth_facts *facts,
                          const struct ln_depth_options *options, struct ln_str *out)
{
    ln_str_format(out, "%s%s%s\n", strcmp(id, "-") == 0 ? "standard input" : id, *spec ? ", a " : "", spec);
    line(out, "operations", true, facts->operations);
    line(out, "processes", true, facts->processes);
    line(out, "concurrency", true, facts->concurrency);
    line(out, "concurrent pairs", true, facts->pairs);
    if (options->extensions && facts->operations && !facts->pending) {
        line(out, "orders", facts->extensions.orders_counted, facts->extensions.orders);
        line(out, "witnesses among them", facts->extensions.witnesses_counted, facts->extensions.witnesses);
    }
    for (uint32_t d = 0; d < facts->counted; d++)
        ln_str_format(out, "  schedules of depth %-3u %llu\n", d + 1, (unsigned long long)facts->schedules[d]);
    verdict_line(facts, options, out);
    if (options->true_depth && facts->verdict == LN_HOLDS && !facts->pending)
        line(out, "linearizability depth", facts->true_depth_known, facts->true_depth);
}

/* ---- all of them ---- */

/* What was measured says no more of a history than judging it would. */
static void earn(const struct ln_history *history, struct ln_depth_facts *facts)
{
    struct ln_coverage coverage = { .looked_at = ln_history_judged(history) };
    if (facts->verdict == LN_VIOLATED && ln_cut_may_lack(history->cut)) {
        facts->verdict = LN_UNKNOWN;
        facts->reason = LN_REASON_UNSEEN;
    } else if (facts->verdict == LN_HOLDS) {
        facts->verdict = ln_earned(&coverage, &facts->reason);
    }
    if (facts->verdict == LN_UNKNOWN)
        facts->min_d = 0;
}

static void write_group(const struct ln_depth_inquiry *inquiry, const struct ln_depth_job *job, struct ln_str *name)
{
    switch (inquiry->asked.by) {
    case LN_DEPTH_BY_OBJECT: ln_str_text(name, job->spec.class ? job->spec.class->name : "none"); return;
    case LN_DEPTH_BY_FILE: ln_str_text(name, job->path); return;
    case LN_DEPTH_BY_CONCURRENCY: ln_str_format(name, "c = %u", job->facts.concurrency); return;
    }
}

static void tell_history(struct ln_depth_inquiry *inquiry, const struct ln_depth_job *job, const char *spec)
{
    const struct ln_depth_asked *asked = &inquiry->asked;
    const char *id = ln_str_borrow(&job->id);
    struct ln_str text;
    ln_str_init(&text, &inquiry->telling);
    if (asked->each) {
        history_json(id, spec, &job->facts, &job->how, &text);
        asked->each(asked->self, &text);
    } else if (job->how.extensions) {
        history_words(id, spec, &job->facts, &job->how, &inquiry->single);
    }
    ln_str_fini(&text);
}

/* Called in the order of the histories. */
static void note(void *self, struct ln_depth_job *job)
{
    struct ln_depth_inquiry *inquiry = self;
    struct ln_str group, spec;
    assert(job->status || job->history.sealed);
    if (job->status) {
        inquiry->asked.failed(inquiry->asked.self, ln_str_borrow(&job->id), &job->error);
        return;
    }
    earn(&job->history, &job->facts);
    ln_str_init(&group, &inquiry->telling);
    ln_str_init(&spec, &inquiry->telling);
    write_group(inquiry, job, &group);
    if (job->spec.class)
        ln_spec_write(&job->spec, &job->history.values, &spec);
    if (!ln_depth_groups_add(&inquiry->groups, ln_str_borrow(&group), &job->facts))
        inquiry->any_unknown = true;
    inquiry->any_unknown |= job->facts.verdict == LN_UNKNOWN;
    tell_history(inquiry, job, ln_str_borrow(&spec));
    ln_str_fini(&group);
    ln_str_fini(&spec);
}

enum ln_status ln_depth_inquiry_init(struct ln_depth_inquiry *inquiry, const struct ln_depth_asked *asked,
                                     struct ln_memory *memory)
{
    *inquiry = (struct ln_depth_inquiry){ .memory = memory, .asked = *asked };
    ln_memory_init(&inquiry->telling, UINT64_MAX);
    ln_str_init(&inquiry->single, &inquiry->telling);
    inquiry->groups.memory = &inquiry->telling;
    inquiry->groups.max_depth = asked->how.max_depth;
    snprintf(inquiry->groups.all.name, sizeof inquiry->groups.all.name, "all");
    inquiry->crew = ln_depth_crew_new(asked->jobs, asked->timeout, asked->interrupt, note, inquiry, memory);
    return inquiry->crew ? LN_OK : LN_NO_MEMORY;
}

void ln_depth_inquiry_fini(struct ln_depth_inquiry *inquiry)
{
    if (!inquiry->memory)
        return;
    ln_depth_crew_free(inquiry->crew);
    ln_depth_groups_fini(&inquiry->groups);
    ln_str_fini(&inquiry->single);
}

enum ln_status ln_depth_inquiry_file(struct ln_depth_inquiry *inquiry, const char *path, bool alone,
                                     struct ln_progress *progress, struct ln_error *error)
{
    const struct ln_depth_asked *asked = &inquiry->asked;
    struct ln_budget budget;
    struct ln_binding binding;
    struct ln_reader_options reading = {
        .format = asked->format, .binder = &binding.binder, .budget = &budget, .keyed = asked->keyed
    };
    struct ln_reader *reader = NULL;
    enum ln_status status;
    bool found = true;
    ln_binding_init(&binding, asked->spec);
    ln_budget_init(&budget, inquiry->memory, 0, asked->interrupt);
    budget.progress = progress;
    status = ln_reader_open(&reader, path, &reading, inquiry->memory, error);
    for (unsigned number = 1; !status && found && !*asked->interrupt; number++) {
        struct ln_depth_job *job = ln_depth_crew_next(inquiry->crew);
        status = ln_reader_next(reader, &job->history, &found, error);
        if (status || !found)
            break;
        asked->read(&job->history, path);
        ln_str_init(&job->id, &inquiry->telling);
        ln_write_id(reader, &job->history, path, number, &job->id);
        job->path = path;
        job->spec = job->history.operations.length ? binding.spec : (struct ln_spec){ .class = NULL };
        job->how = asked->how;
        job->how.extensions = alone && number == 1 && !ln_reader_more(reader);
        ln_depth_crew_give(inquiry->crew);
    }
    ln_reader_close(reader);
    return status;
}

void ln_depth_inquiry_tell(struct ln_depth_inquiry *inquiry, enum ln_depth_form form, struct ln_str *out)
{
    struct ln_depth_groups *groups = &inquiry->groups;
    if (inquiry->asked.by == LN_DEPTH_BY_CONCURRENCY)
        ln_depth_groups_sort(groups);
    if (form == LN_DEPTH_JSON)
        ln_depth_tell_json(groups, out);
    else if (form == LN_DEPTH_CSV)
        ln_depth_tell_csv(groups, out);
    else if (inquiry->single.length && groups->all.histories == 1)
        ln_str_text(out, ln_str_borrow(&inquiry->single));
    else
        ln_depth_tell_tables(groups, out);
}
