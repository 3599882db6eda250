/* `linnet check`: is a recorded history linearizable? */
#include "cli/exit.h"
#include "cli/guard.h"
#include "cli/interrupt.h"
#include "cli/known_names.h"
#include "cli/outputs.h"
#include "cli/own_spec.h"
#include "terminal/progress_line.h"
#include "cli/say.h"
#include "cli/say_cut.h"
#include "cli/shared_options.h"
#include "cli/tell_finding.h"
#include "format/skew.h"
#include "inquiry/check.h"

struct check_options {
    const char *spec, *format, *algorithm, *certificate, *save, *skew;
    unsigned jobs, depth;
    double timeout;
    uint64_t memory, k;
    bool json, quiet, stats, keyed, explain, min_skew, allow_empty;
};

#define AT(field) offsetof(struct check_options, field)

static const struct option options[] = {
    SHARED_SPEC("the object: queue, register:initial=0, ... (`linnet specs`), my.c"),
    SHARED_FORMAT,
    SHARED_KEYED,
    { "algo", 'a', OPTION_TEXT, "ALGO", AT(algorithm),
      "auto, pattern, counting, frontier, hitting, search, brute (auto)" },
    { "depth", 0, OPTION_COUNT, "D", AT(depth), "hitting: try the families of schedules up to that depth (5)" },
    SHARED_K,
    SHARED_JOBS("threads for independent parts (all cores)"),
    SHARED_TIMEOUT("give up on a history after 500ms, 2s, 3m, ... (never)"),
    SHARED_MEMORY("three quarters of the machine"),
    { "skew", 0, OPTION_TEXT, "TIME", AT(skew), "clocks may be off by 2ms, 500us, ...; 1ms,3=2ms: process 3 more (0)" },
    { "min-skew", 0, OPTION_FLAG, NULL, AT(min_skew), "on a violation: how far off would clocks have to be?" },
    SHARED_SAVE("write all that was found out, with the histories (`linnet show`)"),
    SHARED_CERTIFICATE("write what shows each verdict, without the histories"),
    { "explain", 'e', OPTION_FLAG, NULL, AT(explain), "draw what holds; of the rest, show how far one can get" },
    SHARED_ALLOW_EMPTY,
    SHARED_JSON("one line of JSON per history on standard output"),
    SHARED_QUIET,
    SHARED_STATS("add time, memory and work to the text"),
};

struct checking {
    struct check_options options;
    struct ln_check_asked asked;
    struct finding_output output;
    struct ln_memory memory;
    struct ln_progress progress;
    struct ln_chosen_spec spec;
    struct ln_skew skew;
};

/* ---- telling ---- */

static void tell(void *self, const struct ln_judged *judged, const struct ln_finding *finding)
{
    struct checking *checking = self;
    struct ln_str empty;
    tell_finding(&checking->output, finding);
    ln_str_init(&empty, &checking->memory);
    ln_report_empty(judged->history, &empty);
    if (judged->accepted_empty && !checking->options.quiet)
        complain("linnet: %s: %s\n", judged->id, ln_str_borrow(&empty));
    ln_str_fini(&empty);
}

/* An order that fails its replay is our own fault, unless the user's spec says one thing now and another then. */
static void tell_failure(void *self, const char *id, const struct ln_error *error)
{
    struct checking *checking = self;
    bool own = checking->spec.plugin != NULL;
    complain("linnet: %s%s%s: %s\n", own ? checking->options.spec : "",
             own ? ": it does not always give the same answer: " : "", id, error->message);
    exit_worse(&checking->output.code, own || error->status == LN_BAD_INPUT ? EXIT_BAD_INPUT : EXIT_INTERNAL);
}

static void check_file(struct checking *checking, const char *path)
{
    struct ln_error error = { 0 };
    enum ln_status status;
    ln_progress_line_name(checking->output.watch, path);
    guard_history(path);
    status = ln_check_file(&checking->asked, path, &checking->memory, &error);
    if (!status)
        return;
    ln_progress_line_clear(checking->output.watch);
    exit_worse(&checking->output.code, complain_of("linnet", status, &error));
}

static bool algorithm_and_skew_are_known(struct checking *checking)
{
    const char *skew = checking->options.skew;
    struct ln_error error = { 0 };
    if (ln_check_choose(&checking->asked.how, checking->options.algorithm, &error))
        complain("linnet check: %s\n", error.message);
    else if (skew && ln_skew_init(&checking->skew, skew, &checking->memory, &error))
        complain("linnet check: --skew: %s\n", error.message);
    else
        return true;
    return false;
}

static bool outputs_spare_inputs(const struct check_options *wanted, const char *const *paths, size_t count)
{
    const char *spec = ln_spec_file(wanted->spec);
    return output_spares("linnet check", wanted->certificate, paths, count) &&
           output_spares("linnet check", wanted->save, paths, count) &&
           output_spares("linnet check", wanted->certificate, &spec, 1) &&
           output_spares("linnet check", wanted->save, &spec, 1) &&
           outputs_differ("linnet check", wanted->certificate, wanted->save);
}

static void ask(struct checking *checking)
{
    const struct check_options *wanted = &checking->options;
    checking->asked = (struct ln_check_asked){
        .spec = &checking->spec,
        .format = wanted->format,
        .keyed = wanted->keyed,
        .min_skew = wanted->min_skew,
        .timeout = wanted->timeout,
        .interrupt = interrupt_flag(),
        .progress = &checking->progress,
        .self = checking,
        .read = wanted->quiet ? NULL : say_cut,
        .found = tell,
        .failed = tell_failure,
        .style = { .stats = wanted->stats,
                   .explain = wanted->explain,
                   .unread = (wanted->quiet || wanted->json) && !wanted->save && !wanted->certificate },
        .kept = wanted->save,
        .skew_text = wanted->skew,
        .skew = wanted->skew ? &checking->skew : NULL,
        .how = { .jobs = own_spec_jobs(&checking->spec, wanted->jobs),
                 .depth = wanted->depth,
                 .allow_empty = wanted->allow_empty,
                 .k = wanted->k < UINT32_MAX ? (uint32_t)wanted->k : UINT32_MAX },
    };
    checking->output.json = wanted->json;
    checking->output.quiet = wanted->quiet;
}

/* Returns an exit code; 0 to go on. */
static int prepare(struct checking *checking)
{
    const struct check_options *wanted = &checking->options;
    int code = own_spec_load(&checking->spec, wanted->spec, wanted->timeout,
                             ln_compiler_limit(wanted->timeout, interrupt_flag()), &checking->memory);
    if (code)
        return code;
    ask(checking);
    if (!spec_is_known("linnet check", checking->spec.own ? NULL : wanted->spec, &checking->memory) ||
        !format_is_known("linnet check", wanted->format) || !algorithm_and_skew_are_known(checking))
        return EXIT_USAGE;
    return finding_output_open(&checking->output, wanted->save, wanted->certificate);
}

static int run(int argc, char **argv)
{
    struct checking checking = { .options = { .k = 2, .memory = options_usual_memory() },
                                 .output = { .command = "linnet check" } };
    int files, code = options_begin(&command_check, &checking.options, argc, argv, &files);
    if (code >= 0)
        return code;
    if (files == 0)
        complain("linnet check: no history given; name a file, or - for standard input\n");
    if (files == 0 || !outputs_spare_inputs(&checking.options, (const char *const *)argv, (size_t)files))
        return EXIT_USAGE;
    interrupt_listen();
    ln_memory_init(&checking.memory, checking.options.memory);
    code = prepare(&checking);
    if (!code && !checking.options.quiet)
        checking.output.watch = ln_progress_line_start(&checking.progress);
    for (int i = 0; i < files && !code && !*interrupt_flag(); i++)
        check_file(&checking, argv[i]);
    ln_progress_line_stop(checking.output.watch);
    exit_worse(&checking.output.code, *interrupt_flag() ? EXIT_UNKNOWN : EXIT_HOLDS);
    code = finding_output_close(&checking.output, code);
    ln_skew_fini(&checking.skew, &checking.memory);
    ln_chosen_spec_free(&checking.spec);
    return code;
}

const struct command command_check = {
    .name = "check",
    .operands = "FILE...",
    .summary = "is a recorded history linearizable?",
    .description = "Decides every history in the files (- is standard input; gzip and zstd are unpacked).\n"
                   "The first line is the answer: holds, violated or unknown. Exit code: 0 when all hold,\n"
                   "1 when one is violated, 2 when one is unknown (nothing to look at is), 64 usage, 65 bad input.",
    .options = options,
    .option_count = sizeof options / sizeof *options,
    .run = run,
};
