/* `linnet depth`: which families of schedules show that histories are linearizable? */
#include "inquiry/binding.h"
#include "cli/depth_crew.h"
#include "cli/depth_tell.h"
#include "cli/exit.h"
#include "cli/guard.h"
#include "cli/interrupt.h"
#include "cli/known_names.h"
#include "cli/own_spec.h"
#include "cli/say.h"
#include "cli/say_cut.h"
#include "cli/progress_line.h"
#include "cli/shared_options.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

struct depth_options {
    const char *spec, *format, *by;
    unsigned max_depth, jobs;
    double timeout;
    uint64_t memory;
    bool keyed, true_depth, json, csv;
};

#define AT(field) offsetof(struct depth_options, field)

static const struct option options[] = {
    { "max-depth", 'd', OPTION_COUNT, "D", AT(max_depth), "look for witnesses in the families up to depth D (7)" },
    { "by", 'b', OPTION_TEXT, "WHAT", AT(by), "a group per object, file or concurrency (object)" },
    { "true-depth", 0, OPTION_FLAG, NULL, AT(true_depth), "find the linearizability depth, too (small histories)" },
    SHARED_SPEC("the object: queue, register:initial=0, ... (`linnet specs`), my.c"),
    SHARED_FORMAT,
    SHARED_KEYED,
    SHARED_JOBS("threads (all cores)"),
    SHARED_TIMEOUT("give up on a history after 500ms, 2s, 3m, ... (never)"),
    SHARED_MEMORY("three quarters of the machine"),
    SHARED_JSON("a line of JSON per history, then one per group"),
    { "csv", 0, OPTION_FLAG, NULL, AT(csv), "the groups as comma-separated values" },
};

struct measuring {
    struct depth_options options;
    struct ln_memory memory;
    struct ln_memory telling; /* without a limit: what was found out is told in any case */
    struct ln_progress progress;
    struct progress_line *watch;
    struct ln_chosen_spec spec;
    struct ln_binding binding;
    struct depth_crew *crew;
    struct ln_depth_options how;
    struct depth_groups groups;
    struct ln_str single; /* what there is to say of the only history */
    bool any_bad, any_unknown, internal, usage;
};

/* ---- what was measured ---- */

static void print(struct measuring *measuring, struct ln_str *text)
{
    if (text->failed)
        complain("linnet: no memory left for the report\n");
    progress_line_clear(measuring->watch);
    say(ln_str_borrow(text));
    fflush(stdout);
}

static void write_group(const struct measuring *measuring, const struct depth_job *job, struct ln_str *name)
{
    const char *by = measuring->options.by;
    if (by && strcmp(by, "file") == 0)
        ln_str_text(name, job->path);
    else if (by && strcmp(by, "concurrency") == 0)
        ln_str_format(name, "c = %u", job->facts.concurrency);
    else if (job->spec.class)
        ln_str_text(name, job->spec.class->name);
    else
        ln_str_text(name, "none");
}

static void write_spec(const struct depth_job *job, struct ln_str *out)
{
    if (job->spec.class)
        ln_spec_write(&job->spec, &job->history.values, out);
}

/* Called in the order of the histories. */
static void note(void *self, struct depth_job *job)
{
    struct measuring *measuring = self;
    struct ln_str group, spec, text;
    if (job->status) {
        progress_line_clear(measuring->watch);
        complain("linnet: %s: %s\n", ln_str_borrow(&job->id), job->error.message);
        measuring->any_bad |= measuring->spec.plugin != NULL; /* it says one thing now and another then */
        measuring->internal |= !measuring->spec.plugin;
        return;
    }
    ln_str_init(&group, &measuring->telling);
    ln_str_init(&spec, &measuring->telling);
    ln_str_init(&text, &measuring->telling);
    write_group(measuring, job, &group);
    write_spec(job, &spec);
    measuring->any_unknown |= job->facts.verdict == LN_UNKNOWN;
    if (!depth_groups_add(&measuring->groups, ln_str_borrow(&group), &job->facts))
        measuring->any_unknown = true;
    if (measuring->options.json) {
        depth_tell_history_json(ln_str_borrow(&job->id), ln_str_borrow(&spec), &job->facts, &job->how, &text);
        print(measuring, &text);
    } else if (job->how.extensions) {
        depth_tell_history(ln_str_borrow(&job->id), ln_str_borrow(&spec), &job->facts, &job->how, &measuring->single);
    }
    ln_str_fini(&group);
    ln_str_fini(&spec);
    ln_str_fini(&text);
}

/* ---- files ---- */

static void failed(struct measuring *measuring, const char *path, enum ln_status status, const struct ln_error *error)
{
    progress_line_clear(measuring->watch);
    if (status == LN_STOPPED || status == LN_NO_MEMORY) {
        if (!*interrupt_flag())
            complain("linnet: %s: it was not read to the end: %s\n", path, ln_status_text(status));
        measuring->any_unknown = true;
        return;
    }
    complain("linnet: %s\n", error->message);
    measuring->any_bad |= status == LN_BAD_INPUT;
    measuring->usage |= status == LN_USAGE;
    measuring->internal |= status == LN_INTERNAL;
}

static void measure_file(struct measuring *measuring, const char *path, bool alone)
{
    struct ln_budget budget;
    struct ln_reader_options reading = { .format = measuring->options.format, .binder = &measuring->binding.binder,
                                         .budget = &budget, .keyed = measuring->options.keyed };
    struct ln_reader *reader = NULL;
    struct ln_error error = { 0 };
    enum ln_status status;
    unsigned number = 0;
    bool found = true;
    ln_budget_init(&budget, &measuring->memory, 0, interrupt_flag());
    budget.progress = &measuring->progress;
    progress_line_name(measuring->watch, path);
    guard_history(path);
    status = ln_reader_open(&reader, path, &reading, &measuring->memory, &error);
    while (!status && found && !*interrupt_flag()) {
        struct depth_job *job = depth_crew_next(measuring->crew);
        status = ln_reader_next(reader, &job->history, &found, &error);
        if (status || !found)
            break;
        say_cut(&job->history, path);
        ln_str_init(&job->id, &measuring->telling);
        ln_write_id(reader, &job->history, path, ++number, &job->id);
        job->path = path;
        job->spec = job->history.operations.length ? measuring->binding.spec : (struct ln_spec){ .class = NULL };
        job->how = measuring->how;
        job->how.extensions = alone && number == 1 && !ln_reader_more(reader);
        depth_crew_give(measuring->crew);
    }
    if (status)
        failed(measuring, path, status, &error);
    ln_reader_close(reader);
}

/* ---- the command ---- */

static int exit_code(const struct measuring *measuring)
{
    if (measuring->internal)
        return EXIT_INTERNAL;
    if (measuring->usage)
        return EXIT_USAGE;
    if (measuring->any_bad)
        return EXIT_BAD_INPUT;
    return measuring->any_unknown || *interrupt_flag() ? EXIT_UNKNOWN : EXIT_HOLDS;
}

static bool options_fit(const struct depth_options *wanted)
{
    const char *by = wanted->by;
    if (wanted->max_depth > LN_DEPTH_MOST)
        complain("linnet depth: --max-depth %u: expected a number of at most %d\n", wanted->max_depth,
                LN_DEPTH_MOST);
    else if (by && strcmp(by, "object") != 0 && strcmp(by, "file") != 0 && strcmp(by, "concurrency") != 0)
        complain("linnet depth: --by %s: expected object, file or concurrency\n", by);
    else if (wanted->json && wanted->csv)
        complain("linnet depth: --json and --csv: expected one of them\n");
    else
        return true;
    return false;
}

/* Returns an exit code; 0 to go on. */
static int prepare(struct measuring *measuring)
{
    struct depth_options *wanted = &measuring->options;
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    unsigned jobs = wanted->jobs ? wanted->jobs : cores > 0 ? (unsigned)cores : 1;
    int code;
    ln_memory_init(&measuring->memory, wanted->memory ? wanted->memory : options_usual_memory());
    ln_memory_init(&measuring->telling, UINT64_MAX);
    ln_str_init(&measuring->single, &measuring->telling);
    ln_binding_init(&measuring->binding, &measuring->spec);
    measuring->how.max_depth = wanted->max_depth ? wanted->max_depth : 7;
    measuring->how.count = true;
    measuring->how.true_depth = wanted->true_depth;
    measuring->groups.memory = &measuring->telling;
    measuring->groups.max_depth = measuring->how.max_depth;
    snprintf(measuring->groups.all.name, sizeof measuring->groups.all.name, "all");
    code = own_spec_load(&measuring->spec, wanted->spec, wanted->timeout, &measuring->memory);
    if (code)
        return code;
    if (measuring->spec.plugin && !wanted->jobs)
        jobs = 1; /* it may keep things between calls that threads would share */
    if (!options_fit(wanted) ||
        !spec_is_known("linnet depth", measuring->spec.own ? NULL : wanted->spec, &measuring->memory) ||
        !format_is_known("linnet depth", wanted->format))
        return EXIT_USAGE;
    measuring->crew = depth_crew_new(jobs, wanted->timeout, interrupt_flag(), note, measuring, &measuring->memory);
    if (!measuring->crew)
        complain("linnet depth: no memory\n");
    return measuring->crew ? EXIT_HOLDS : EXIT_UNKNOWN;
}

static void tell(struct measuring *measuring)
{
    struct ln_str text;
    ln_str_init(&text, &measuring->telling);
    if (measuring->options.by && strcmp(measuring->options.by, "concurrency") == 0)
        depth_groups_sort(&measuring->groups);
    if (measuring->options.json)
        depth_tell_json(&measuring->groups, &text);
    else if (measuring->options.csv)
        depth_tell_csv(&measuring->groups, &text);
    else if (measuring->single.length && measuring->groups.all.histories == 1)
        ln_str_text(&text, ln_str_borrow(&measuring->single));
    else
        depth_tell_tables(&measuring->groups, &text);
    print(measuring, &text);
    ln_str_fini(&text);
}

static int run(int argc, char **argv)
{
    struct measuring measuring = { 0 };
    int files, code = options_begin(&command_depth, &measuring.options, argc, argv, &files);
    if (code >= 0)
        return code;
    if (files == 0) {
        complain("linnet depth: no history given; name files, or - for standard input\n");
        return EXIT_USAGE;
    }
    interrupt_listen();
    code = prepare(&measuring);
    if (!code) {
        measuring.watch = progress_line_start(&measuring.progress);
        for (int i = 0; i < files && !*interrupt_flag(); i++)
            measure_file(&measuring, argv[i], files == 1);
        depth_crew_finish(measuring.crew);
        progress_line_stop(measuring.watch);
        measuring.watch = NULL;
        tell(&measuring);
        code = exit_code(&measuring);
    }
    depth_crew_free(measuring.crew);
    depth_groups_fini(&measuring.groups);
    ln_str_fini(&measuring.single);
    ln_chosen_spec_free(&measuring.spec);
    return code;
}

const struct command command_depth = {
    .name = "depth", .operands = "FILE...", .summary = "which schedules show that histories are linearizable?",
    .description =
        "Measures recorded histories as the paper on hitting families does (Ozkan, Majumdar,\n"
        "Niksic, PPoPP 2019): how concurrent they are, how many schedules their strong d-hitting\n"
        "families have (d = 1 to 5), and the smallest d whose family has a witness. Sequential\n"
        "histories count for the first only. Of a single history also how many orders its\n"
        "operations allow, and how many of these are witnesses.\n"
        "Exit code: 0 measured, whatever the verdicts; 2 some history was not decided within the\n"
        "limits, 64 usage, 65 bad input.",
    .options = options, .option_count = sizeof options / sizeof *options, .run = run,
};
