/* `linnet monitor`: watch a stream of events in bounded memory. */
#include "cli/exit.h"
#include "cli/interrupt.h"
#include "cli/outputs.h"
#include "cli/own_spec.h"
#include "cli/say.h"
#include "cli/say_cut.h"
#include "cli/shared_options.h"
#include "cli/terminal.h"
#include "base/outfile.h"
#include "finding/file.h"
#include "inquiry/formula.h"
#include "inquiry/watch.h"
#include "report/finding_text.h"

#include <stdio.h>
#include <unistd.h>

struct monitor_options {
    const char *spec, *format, *formula, *grammar, *save;
    uint64_t k, watch, seed, memory;
    double timeout;
    bool exact, complete, derive, follow, json, quiet, stats, allow_empty;
};

#define AT(field) offsetof(struct monitor_options, field)

static const struct option options[] = {
    SHARED_SPEC("the object: queue, stack, bag, ... (`linnet specs`)"),
    SHARED_FORMAT,
    SHARED_K,
    { "exact", 'x', OPTION_FLAG, NULL, AT(exact), "decide instead of counting: by patterns, or piece by piece" },
    { "complete", 0, OPTION_FLAG, NULL, AT(complete), "also look for violations that take several values to see" },
    { "formula", 0, OPTION_FILE, "FILE", AT(formula), "evaluate these formulas instead of linnet's own" },
    { "grammar", 0, OPTION_NAMED, "GRAMMAR", AT(grammar), "derive formulas: mutex, rwlock, semaphore, ..., or a file" },
    { "derive", 0, OPTION_FLAG, NULL, AT(derive), "print the formulas of --grammar for --formula, and end" },
    { "watch", 'w', OPTION_NUMBER, "N", AT(watch), "watch up to N values at a time; 0: all of them (4096)" },
    SHARED_SEED("which values are watched when they are too many (0)"),
    { "follow", 'F', OPTION_FLAG, NULL, AT(follow), "at the end of a file, wait for more" },
    SHARED_TIMEOUT("stop after 500ms, 2s, 3m, ... (never)"),
    SHARED_MEMORY("256M"),
    SHARED_ALLOW_EMPTY,
    SHARED_SAVE("write what was found there, without the histories"),
    SHARED_JSON("one line of JSON per history on standard output"),
    SHARED_QUIET,
    SHARED_STATS("add what was watched, time and memory to the text"),
};

enum { USUAL_MEMORY = 256 << 20, USUAL_WATCH = 4096, USUAL_K = 2 };

struct monitoring {
    struct monitor_options options;
    struct ln_memory memory;
    struct ln_budget budget;
    struct ln_chosen_spec spec;
    struct ln_ocl *formula;
    struct ln_outfile file; /* of --save */
    int code;               /* the worst so far */
};

/* ---- what was asked for ---- */

/* NULL: nothing. */
static const char *wrong_with(const struct monitor_options *wanted)
{
    bool formulas = wanted->formula || wanted->grammar;
    return wanted->k > LN_ELEMENTS_MOST_K                      ? "--k: expected 0 to 4"
           : wanted->exact && (formulas || wanted->complete)   ? "--exact decides; it has no use for formulas"
           : wanted->formula && wanted->grammar                ? "--formula or --grammar, not both"
           : formulas && wanted->complete                      ? "--complete is about linnet's own formulas"
           : wanted->grammar && wanted->k > LN_GRAMMAR_MOST_K  ? "--k of --grammar: expected 0 to 2"
           : wanted->derive && !wanted->grammar                ? "--derive needs --grammar"
                                                               : NULL;
}

static enum ln_status load_formula(struct monitoring *monitoring, struct ln_error *error)
{
    const struct monitor_options *wanted = &monitoring->options;
    struct ln_formula_source source = { wanted->formula, wanted->grammar, (uint32_t)wanted->k };
    struct ln_str derived, facts;
    enum ln_status status;
    ln_str_init(&derived, &monitoring->memory);
    ln_str_init(&facts, &monitoring->memory);
    status = ln_formula_load(&monitoring->formula, &source, &derived, &facts, error);
    if (wanted->derive)
        say(ln_str_borrow(&derived));
    if (wanted->stats && facts.length)
        complain("%s", ln_str_borrow(&facts));
    ln_str_fini(&derived);
    ln_str_fini(&facts);
    return status;
}

static int prepare(struct monitoring *monitoring)
{
    const struct monitor_options *wanted = &monitoring->options;
    struct ln_error error = { 0 };
    enum ln_status status;
    int code;
    ln_memory_init(&monitoring->memory, wanted->memory);
    ln_budget_init(&monitoring->budget, &monitoring->memory, wanted->timeout, interrupt_flag());
    status = load_formula(monitoring, &error);
    code = status ? exit_of(status) : own_spec_load(&monitoring->spec, wanted->spec, 0, &monitoring->memory);
    if (!code && wanted->save && access(wanted->save, F_OK) == 0)
        complain("linnet: %s was there already; it is replaced\n", wanted->save);
    if (!code && wanted->save)
        status = ln_outfile_open(&monitoring->file, wanted->save, &error);
    if (status)
        complain("linnet: %s\n", error.message);
    return status ? exit_of(status) : code;
}

/* ---- the command ---- */

static void tell(void *context, const struct ln_watched *watched)
{
    static const int codes[] = { [LN_HOLDS] = EXIT_HOLDS, [LN_VIOLATED] = EXIT_VIOLATED, [LN_UNKNOWN] = EXIT_UNKNOWN };
    struct monitoring *monitoring = context;
    const struct ln_finding *finding = watched->finding;
    struct terminal terminal = terminal_look();
    struct ln_style style = { .colour = terminal.colour, .utf8 = terminal.utf8, .width = terminal.width };
    struct ln_error error;
    struct ln_str out;
    exit_worse(&monitoring->code, codes[finding->verdict]);
    if (monitoring->file.to && ln_finding_write(finding, monitoring->file.to, &error))
        complain("linnet: %s: %s\n", monitoring->options.save, error.message);
    if (monitoring->options.quiet)
        return;
    if (watched->history)
        say_cut(watched->history, watched->path);
    ln_str_init(&out, finding->memory);
    if (monitoring->options.json)
        ln_finding_json(finding, &out);
    else
        ln_report_finding(finding, &style, &out);
    say(ln_str_borrow(&out));
    fflush(stdout);
    ln_str_fini(&out);
    if (watched->nothing)
        complain("linnet: %s: no operation returned\n", ln_str_borrow(&finding->id));
}

static void watch(struct monitoring *monitoring, const char *path)
{
    const struct monitor_options *wanted = &monitoring->options;
    struct ln_watch_options how = {
        .spec = &monitoring->spec, .format = wanted->format, .follow = wanted->follow, .exact = wanted->exact,
        .stats = wanted->stats, .tell = tell, .context = monitoring,
        .monitor = { .ways = monitoring->formula ? LN_METHOD_FORMULA : LN_METHOD_COUNTING, .k = (uint32_t)wanted->k,
                     .most_watched = wanted->watch, .seed = wanted->seed, .complete = wanted->complete,
                     .formula = monitoring->formula, .piece = 1, .allow_empty = wanted->allow_empty,
                     .budget = &monitoring->budget },
    };
    struct ln_error error = { 0 };
    enum ln_status status = ln_watch_file(&how, path, &monitoring->memory, &error);
    if (status)
        complain("linnet: %s\n", error.message);
    exit_worse(&monitoring->code, exit_of(status));
}

static int run(int argc, char **argv)
{
    static struct monitoring monitoring;
    const char *const usual[] = { "-" }, *const *paths, *wrong;
    struct ln_error error;
    int files;
    monitoring.options = (struct monitor_options){ .k = USUAL_K, .watch = USUAL_WATCH, .memory = USUAL_MEMORY };
    monitoring.code = options_begin(&command_monitor, &monitoring.options, argc, argv, &files);
    if (monitoring.code >= 0)
        return monitoring.code;
    paths = files ? (const char *const *)argv : usual;
    files += !files;
    wrong = wrong_with(&monitoring.options);
    if (wrong)
        complain("linnet monitor: %s\n", wrong);
    if (wrong || !standard_output_spares("linnet monitor", paths, 1) ||
        !output_spares("linnet monitor", monitoring.options.save, paths, (size_t)files))
        return EXIT_USAGE;
    interrupt_listen();
    monitoring.code = prepare(&monitoring);
    if (monitoring.code || monitoring.options.derive)
        files = 0;
    for (int i = 0; i < files && !*interrupt_flag(); i++)
        watch(&monitoring, paths[i]);
    exit_worse(&monitoring.code, *interrupt_flag() ? EXIT_UNKNOWN : EXIT_HOLDS);
    if (ln_outfile_close(&monitoring.file, &error)) {
        complain("linnet: %s\n", error.message);
        exit_worse(&monitoring.code, EXIT_INTERNAL);
    }
    ln_ocl_free(monitoring.formula);
    ln_chosen_spec_free(&monitoring.spec);
    return monitoring.code;
}

const struct command command_monitor = {
    .name = "monitor", .operands = "[FILE...]", .summary = "watch a stream of events in bounded memory",
    .description =
        "Reads events as they come (from standard input unless files are named) and tells a violation\n"
        "at the return that shows it. Counting, the usual way, finds violations and never accuses what\n"
        "is linearizable; it does not find all. Exit code: 0 when --exact decided that all of it\n"
        "holds, 1 when it is violated, 2 when it is unknown, 64 usage, 65 bad input.",
    .options = options, .option_count = sizeof options / sizeof *options, .run = run,
};
