/* `linnet check`: is a recorded history linearizable? */
#include "inquiry/binding.h"
#include "inquiry/judge.h"
#include "base/outfile.h"
#include "check/by_counting.h"
#include "check/min_skew.h"
#include "cli/exit.h"
#include "cli/guard.h"
#include "cli/interrupt.h"
#include "cli/known_names.h"
#include "cli/outputs.h"
#include "cli/own_spec.h"
#include "cli/say.h"
#include "cli/say_cut.h"
#include "cli/shared_options.h"
#include "cli/terminal.h"
#include "cli/progress_line.h"
#include "format/skew.h"
#include "plugin/compile.h"
#include "report/report.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

struct check_options {
    const char *spec, *format, *algorithm, *certificate, *skew;
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
    { "algo", 'a', OPTION_TEXT, "ALGO", AT(algorithm), "auto, pattern, counting, frontier, hitting, search, brute (auto)" },
    { "depth", 0, OPTION_COUNT, "D", AT(depth), "hitting: try the families of schedules up to that depth (5)" },
    SHARED_K,
    SHARED_JOBS("threads for independent parts (all cores)"),
    SHARED_TIMEOUT("give up on a history after 500ms, 2s, 3m, ... (never)"),
    SHARED_MEMORY("three quarters of the machine"),
    { "skew", 0, OPTION_TEXT, "TIME", AT(skew), "clocks may be off by 2ms, 500us, ...; 1ms,3=2ms: process 3 more (0)" },
    { "min-skew", 0, OPTION_FLAG, NULL, AT(min_skew), "on a violation: how far off would clocks have to be?" },
    SHARED_CERTIFICATE("write what shows each verdict, for `linnet verify`"),
    { "explain", 'e', OPTION_FLAG, NULL, AT(explain), "draw what holds; of the rest, show how far one can get" },
    SHARED_ALLOW_EMPTY,
    SHARED_JSON("one line of JSON per history on standard output"),
    SHARED_QUIET,
    SHARED_STATS("add time, memory and work to the text"),
};

struct checking {
    struct check_options options;
    struct ln_check_options how;
    struct ln_memory memory;
    struct ln_budget budget;
    struct ln_progress progress;
    struct progress_line *watch;
    struct ln_chosen_spec spec;
    struct ln_binding binding;
    struct ln_skew skew;
    struct ln_str text;
    struct ln_outfile certificate;
    bool blank_line; /* the report before had several lines */
    bool any_bad, any_violated, any_unknown, internal, usage;
};

/* ---- one history ---- */

static void fresh_budget(struct checking *checking)
{
    ln_budget_init(&checking->budget, &checking->memory, checking->options.timeout, interrupt_flag());
    atomic_store(&checking->progress.configurations, 0);
    atomic_store(&checking->progress.operations, 0);
    atomic_store(&checking->progress.total, 0);
    checking->budget.progress = &checking->progress;
}

static void print(struct checking *checking, FILE *to)
{
    if (checking->text.failed)
        complain("linnet: no memory left for the report\n");
    progress_line_clear(checking->watch);
    if (to == stdout)
        say(ln_str_borrow(&checking->text));
    else
        fputs(ln_str_borrow(&checking->text), to);
    fflush(to);
    ln_str_fini(&checking->text);
}

static void tell(struct checking *checking, const struct ln_judged *finding)
{
    struct terminal terminal = terminal_look();
    struct ln_style style = { .colour = terminal.colour, .stats = checking->options.stats, .width = terminal.width,
                              .explain = checking->options.explain, .utf8 = terminal.utf8 };
    checking->any_violated |= finding->outcome->verdict == LN_VIOLATED;
    checking->any_unknown |= finding->outcome->verdict == LN_UNKNOWN;
    checking->memory.limit = UINT64_MAX; /* what was found out is told in any case */
    if (checking->certificate.to && (finding->outcome->verdict == LN_HOLDS || finding->core)) {
        ln_report_certificate(finding, &checking->text);
        print(checking, checking->certificate.to);
    }
    if (checking->options.json && !checking->options.quiet)
        ln_report_json(finding, &checking->text);
    else if (!checking->options.quiet) {
        if (checking->blank_line)
            ln_str_char(&checking->text, '\n');
        ln_report_text(finding, &style, &checking->text);
        checking->blank_line = finding->outcome->verdict != LN_HOLDS && finding->outcome->reason != LN_REASON_EMPTY;
    }
    print(checking, stdout);
    if (finding->accepted_empty && !checking->options.quiet) {
        ln_report_empty(finding->history, &checking->text);
        complain("linnet: %s: %s\n", finding->id, ln_str_borrow(&checking->text));
        ln_str_fini(&checking->text);
    }
    checking->memory.limit = checking->options.memory;
}

/* An order that fails its replay is our own fault, unless the user's spec says one thing now and another then. */
static void tell_failure(struct checking *checking, const char *id, const struct ln_error *error)
{
    if (checking->spec.plugin)
        complain("linnet: %s: it does not always give the same answer: %s: %s\n", checking->options.spec, id,
                error->message);
    else
        complain("linnet: %s: %s\n", id, error->message);
    checking->any_bad |= checking->spec.plugin != NULL;
    checking->internal |= !checking->spec.plugin;
}

static enum ln_status find_min_skew(const struct checking *checking, struct ln_judged *finding,
                                    struct ln_min_skew *least, struct ln_error *error)
{
    if (!checking->options.min_skew || finding->outcome->verdict != LN_VIOLATED)
        return LN_OK;
    finding->min_skew = least;
    return ln_min_skew(finding->history, finding->spec, &checking->how, &checking->budget, least, error);
}

static void check_one(struct checking *checking, const struct ln_history *history, const char *id,
                      const struct ln_source *source, uint64_t cpu)
{
    struct ln_outcome outcome;
    struct ln_core core;
    struct ln_min_skew least;
    struct ln_error error = { 0 };
    struct ln_judged finding = { .id = id, .history = history, .source = *source };
    ln_outcome_init(&outcome, &checking->memory);
    ln_core_init(&core, &checking->memory);
    atomic_store(&checking->progress.operations, 0);
    atomic_store(&checking->progress.total, history->operations.length);
    if (history->operations.length)
        finding.spec = &checking->binding.spec;
    if (ln_judge(&finding, &checking->how, &checking->budget, &outcome, &core, &error) ||
        find_min_skew(checking, &finding, &least, &error)) {
        tell_failure(checking, id, &error);
    } else {
        finding.seconds = (double)(ln_cpu_time() - cpu) / 1e9;
        finding.memory = ln_peak_memory();
        tell(checking, &finding);
    }
    ln_core_fini(&core);
    ln_outcome_fini(&outcome);
}

/* Reading was stopped by the budget: nothing is known of the history. */
static void tell_unread(struct checking *checking, const char *id, uint64_t cpu)
{
    struct ln_history nothing = { 0 };
    struct ln_outcome outcome;
    struct ln_judged finding = { .id = id, .history = &nothing, .outcome = &outcome };
    ln_outcome_init(&outcome, &checking->memory);
    outcome.reason = ln_reason_of(ln_budget_why(&checking->budget));
    finding.seconds = (double)(ln_cpu_time() - cpu) / 1e9;
    finding.memory = ln_peak_memory();
    tell(checking, &finding);
    ln_outcome_fini(&outcome);
}

/* ---- one file ---- */

static void failed(struct checking *checking, const char *path, enum ln_status status, const struct ln_error *error,
                   uint64_t cpu)
{
    if (status == LN_STOPPED || status == LN_NO_MEMORY) {
        if (status == LN_NO_MEMORY)
            ln_budget_stop(&checking->budget, LN_STOP_MEMORY);
        tell_unread(checking, path, cpu);
        return;
    }
    progress_line_clear(checking->watch);
    complain("linnet: %s\n", error->message);
    checking->any_bad |= status == LN_BAD_INPUT;
    checking->usage |= status == LN_USAGE;
    checking->internal |= status == LN_INTERNAL;
}

static void check_file(struct checking *checking, const char *path)
{
    struct ln_reader_options reading = { .format = checking->options.format, .binder = &checking->binding.binder,
                                         .budget = &checking->budget, .keyed = checking->options.keyed,
                                         .skew = checking->options.skew ? &checking->skew : NULL,
                                         .times = checking->options.min_skew ? LN_TIMES_NEEDED : LN_TIMES_DROPPED };
    struct ln_reader *reader = NULL;
    struct ln_error error = { 0 };
    uint64_t cpu = ln_cpu_time();
    enum ln_status status;
    unsigned number = 0;
    bool found = true;
    fresh_budget(checking);
    progress_line_name(checking->watch, path);
    guard_history(path);
    status = ln_reader_open(&reader, path, &reading, &checking->memory, &error);
    while (!status && found && !*interrupt_flag()) {
        struct ln_history history;
        struct ln_source source;
        struct ln_str id;
        fresh_budget(checking);
        status = ln_reader_next(reader, &history, &found, &error);
        if (status || !found)
            break;
        ln_str_init(&id, &checking->memory);
        ln_write_id(reader, &history, path, ++number, &id);
        source = (struct ln_source){ .input = path, .format = ln_reader_format(reader), .number = number,
                                     .digest = ln_reader_digest(reader), .keyed = checking->options.keyed,
                                     .spec = checking->spec.own ? checking->options.spec : NULL,
                                     .skew = checking->options.skew };
        if (!checking->options.quiet)
            say_cut(&history, path);
        check_one(checking, &history, ln_str_borrow(&id), &source, cpu);
        ln_str_fini(&id);
        ln_history_fini(&history);
        cpu = ln_cpu_time();
    }
    if (status)
        failed(checking, path, status, &error, cpu);
    ln_reader_close(reader);
}

/* ---- the command ---- */

static int exit_code(const struct checking *checking)
{
    if (checking->internal)
        return EXIT_INTERNAL;
    if (checking->usage)
        return EXIT_USAGE;
    if (checking->any_bad)
        return EXIT_BAD_INPUT;
    if (checking->any_violated)
        return EXIT_VIOLATED;
    return checking->any_unknown || *interrupt_flag() ? EXIT_UNKNOWN : EXIT_HOLDS;
}

static bool choose_algorithm(struct checking *checking)
{
    static const char *const names[] = { "auto", "pattern", "counting", "frontier", "hitting", "search", "brute" };
    const char *wanted = checking->options.algorithm;
    for (unsigned i = 0; i < sizeof names / sizeof *names; i++) {
        if (wanted && strcmp(names[i], wanted) != 0)
            continue;
        checking->how.algorithm = (enum ln_algorithm)i;
        checking->how.depth = checking->options.depth;
        if (!checking->how.depth || i == LN_ALGORITHM_HITTING)
            return true;
        complain("linnet check: --depth is for --algo hitting\n");
        return false;
    }
    complain("linnet check: --algo %s: expected auto, pattern, counting, frontier, hitting, search or brute\n",
            wanted);
    return false;
}

static bool skew_is_known(struct checking *checking)
{
    struct ln_error error = { 0 };
    if (!checking->options.skew)
        return true;
    if (ln_skew_init(&checking->skew, checking->options.skew, &checking->memory, &error) == LN_OK)
        return true;
    complain("linnet check: --skew: %s\n", error.message);
    return false;
}

static bool outputs_spare_inputs(const struct check_options *wanted, const char *const *paths, size_t count)
{
    const char *spec = ln_spec_file(wanted->spec);
    return output_spares("linnet check", wanted->certificate, paths, count) &&
           output_spares("linnet check", wanted->certificate, &spec, 1);
}

static int open_certificate(struct checking *checking)
{
    const struct check_options *wanted = &checking->options;
    struct ln_error error = { 0 };
    if (!wanted->certificate || ln_outfile_open(&checking->certificate, wanted->certificate, &error) == LN_OK)
        return EXIT_HOLDS;
    complain("linnet check: %s\n", error.message);
    return EXIT_USAGE;
}

static void close_certificate(struct checking *checking)
{
    struct ln_error error = { 0 };
    if (ln_outfile_close(&checking->certificate, &error) == LN_OK)
        return;
    complain("linnet check: %s\n", error.message);
    checking->internal = true;
}

/* Returns an exit code; 0 to go on. */
static int prepare(struct checking *checking)
{
    struct check_options *wanted = &checking->options;
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    int code;
    if (!wanted->memory)
        wanted->memory = options_usual_memory();
    ln_memory_init(&checking->memory, wanted->memory);
    checking->how.jobs = wanted->jobs ? wanted->jobs : cores > 0 ? (unsigned)cores : 1;
    ln_str_init(&checking->text, &checking->memory);
    ln_binding_init(&checking->binding, &checking->spec);
    ln_compiler_limit(wanted->timeout, interrupt_flag());
    code = own_spec_load(&checking->spec, wanted->spec, wanted->timeout, &checking->memory);
    if (code)
        return code;
    if (checking->spec.plugin && !wanted->jobs)
        checking->how.jobs = 1; /* it may keep things between calls that threads would share */
    checking->how.k = (uint32_t)wanted->k;
    checking->how.allow_empty = wanted->allow_empty;
    if (wanted->k > LN_COUNTING_MOST_K) {
        complain("linnet check: --k %llu: expected 0 to %d\n", (unsigned long long)wanted->k, LN_COUNTING_MOST_K);
        return EXIT_USAGE;
    }
    if (!choose_algorithm(checking) ||
        !spec_is_known("linnet check", checking->spec.own ? NULL : wanted->spec, &checking->memory) ||
        !format_is_known("linnet check", wanted->format) || !skew_is_known(checking))
        return EXIT_USAGE;
    return EXIT_HOLDS;
}

static int run(int argc, char **argv)
{
    struct checking checking = { .options = { .k = 2 } };
    int files, code = options_begin(&command_check, &checking.options, argc, argv, &files);
    if (code >= 0)
        return code;
    if (files == 0) {
        complain("linnet check: no history given; name a file, or - for standard input\n");
        return EXIT_USAGE;
    }
    if (!outputs_spare_inputs(&checking.options, (const char *const *)argv, (size_t)files))
        return EXIT_USAGE;
    interrupt_listen();
    code = prepare(&checking);
    if (!code)
        code = open_certificate(&checking);
    if (code) {
        ln_skew_fini(&checking.skew, &checking.memory);
        ln_chosen_spec_free(&checking.spec);
        return code;
    }
    if (!checking.options.quiet)
        checking.watch = progress_line_start(&checking.progress);
    for (int i = 0; i < files && !*interrupt_flag(); i++)
        check_file(&checking, argv[i]);
    progress_line_stop(checking.watch);
    close_certificate(&checking);
    ln_skew_fini(&checking.skew, &checking.memory);
    ln_chosen_spec_free(&checking.spec);
    return exit_code(&checking);
}

const struct command command_check = {
    .name = "check", .operands = "FILE...", .summary = "is a recorded history linearizable?",
    .description =
        "Decides every history in the files (- is standard input; gzip and zstd are unpacked).\n"
        "The first line is the answer: holds, violated or unknown. Exit code: 0 when all hold,\n"
        "1 when one is violated, 2 when one is unknown (nothing to look at is), 64 usage, 65 bad input.",
    .options = options, .option_count = sizeof options / sizeof *options, .run = run,
};
