/* `linnet depth`: which families of schedules show that histories are linearizable? */
#include "cli/exit.h"
#include "cli/guard.h"
#include "cli/interrupt.h"
#include "cli/known_names.h"
#include "cli/own_spec.h"
#include "cli/say.h"
#include "cli/say_cut.h"
#include "terminal/progress_line.h"
#include "cli/shared_options.h"
#include "inquiry/depth.h"

#include <stdio.h>
#include <string.h>

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
    struct ln_progress progress;
    struct ln_progress_line *watch;
    struct ln_chosen_spec spec;
    struct ln_depth_inquiry inquiry;
    int code; /* to exit with */
};

/* ---- what was measured ---- */

static void print(void *self, const struct ln_str *text)
{
    struct measuring *measuring = self;
    if (text->failed)
        complain("linnet: no memory left for the report\n");
    ln_progress_line_clear(measuring->watch);
    say(ln_str_borrow(text));
    fflush(stdout);
}

static void not_measured(void *self, const char *id, const struct ln_error *error)
{
    struct measuring *measuring = self;
    ln_progress_line_clear(measuring->watch);
    complain("linnet: %s: %s\n", id, error->message);
    /* Code of the user's own says one thing now and another then. */
    exit_worse(&measuring->code, measuring->spec.plugin ? EXIT_BAD_INPUT : EXIT_INTERNAL);
}

static void not_read(struct measuring *measuring, const char *path, enum ln_status status, const struct ln_error *error)
{
    ln_progress_line_clear(measuring->watch);
    if (status == LN_STOPPED || status == LN_NO_MEMORY) {
        if (!*interrupt_flag())
            complain("linnet: %s: it was not read to the end: %s\n", path, ln_status_text(status));
    } else {
        complain("linnet: %s\n", error->message);
    }
    exit_worse(&measuring->code, exit_of(status));
}

static void measure_file(struct measuring *measuring, const char *path, bool alone)
{
    struct ln_error error = { 0 };
    enum ln_status status;
    ln_progress_line_name(measuring->watch, path);
    guard_history(path);
    status = ln_depth_inquiry_file(&measuring->inquiry, path, alone, &measuring->progress, &error);
    if (status)
        not_read(measuring, path, status, &error);
}

/* ---- the command ---- */

static bool options_fit(const struct depth_options *wanted, enum ln_depth_by *by)
{
    static const char *const names[] = { "object", "file", "concurrency" };
    *by = LN_DEPTH_BY_OBJECT;
    while (wanted->by && *by <= LN_DEPTH_BY_CONCURRENCY && strcmp(wanted->by, names[*by]) != 0)
        ++*by;
    if (wanted->max_depth > LN_DEPTH_MOST)
        complain("linnet depth: --max-depth %u: expected a number of at most %d\n", wanted->max_depth, LN_DEPTH_MOST);
    else if (*by > LN_DEPTH_BY_CONCURRENCY)
        complain("linnet depth: --by %s: expected object, file or concurrency\n", wanted->by);
    else
        return true;
    return false;
}

/* Returns an exit code; 0 to go on. */
static int prepare(struct measuring *measuring)
{
    struct depth_options *wanted = &measuring->options;
    struct ln_depth_asked asked = { .spec = &measuring->spec,
                                    .format = wanted->format,
                                    .keyed = wanted->keyed,
                                    .timeout = wanted->timeout,
                                    .interrupt = interrupt_flag(),
                                    .self = measuring,
                                    .read = say_cut,
                                    .each = wanted->json ? print : NULL,
                                    .failed = not_measured };
    int code;
    ln_memory_init(&measuring->memory, wanted->memory ? wanted->memory : options_usual_memory());
    code = own_spec_load(&measuring->spec, wanted->spec, wanted->timeout,
                         ln_compiler_limit(wanted->timeout, interrupt_flag()), &measuring->memory);
    if (code)
        return code;
    asked.how = (struct ln_depth_options){ .max_depth = wanted->max_depth ? wanted->max_depth : 7,
                                           .count = true,
                                           .true_depth = wanted->true_depth };
    asked.jobs = own_spec_jobs(&measuring->spec, wanted->jobs);
    if (!options_fit(wanted, &asked.by) ||
        !spec_is_known("linnet depth", measuring->spec.own ? NULL : wanted->spec, &measuring->memory) ||
        !format_is_known("linnet depth", wanted->format))
        return EXIT_USAGE;
    if (ln_depth_inquiry_init(&measuring->inquiry, &asked, &measuring->memory) == LN_OK)
        return EXIT_HOLDS;
    complain("linnet depth: no memory\n");
    return EXIT_UNKNOWN;
}

static void tell(struct measuring *measuring)
{
    enum ln_depth_form form = measuring->options.csv ? LN_DEPTH_CSV : LN_DEPTH_TABLES;
    struct ln_str text;
    ln_str_init(&text, &measuring->inquiry.telling);
    ln_depth_inquiry_tell(&measuring->inquiry, measuring->options.json ? LN_DEPTH_JSON : form, &text);
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
        measuring.watch = ln_progress_line_start(&measuring.progress);
        for (int i = 0; i < files && !*interrupt_flag(); i++)
            measure_file(&measuring, argv[i], files == 1);
        ln_depth_crew_finish(measuring.inquiry.crew);
        ln_progress_line_stop(measuring.watch);
        measuring.watch = NULL;
        tell(&measuring);
        if (measuring.inquiry.any_unknown || *interrupt_flag())
            exit_worse(&measuring.code, EXIT_UNKNOWN);
        code = measuring.code;
    }
    ln_depth_inquiry_fini(&measuring.inquiry);
    ln_chosen_spec_free(&measuring.spec);
    return code;
}

const struct command command_depth = {
    .name = "depth",
    .operands = "FILE...",
    .summary = "which schedules show that histories are linearizable?",
    .description = "Measures recorded histories as the paper on hitting families does (Ozkan, Majumdar,\n"
                   "Niksic, PPoPP 2019): how concurrent they are, how many schedules their strong d-hitting\n"
                   "families have (d = 1 to 5), and the smallest d whose family has a witness. Sequential\n"
                   "histories count for the first only. Of a single history also how many orders its\n"
                   "operations allow, and how many of these are witnesses.\n"
                   "Exit code: 0 measured, whatever the verdicts; 2 some history was not decided within the\n"
                   "limits, 64 usage, 65 bad input.",
    .options = options,
    .option_count = sizeof options / sizeof *options,
    .run = run,
};
