/* `linnet monitor`: watch a stream of events in bounded memory. */
#include "cli/exit.h"
#include "cli/interrupt.h"
#include "cli/outputs.h"
#include "cli/own_spec.h"
#include "cli/say.h"
#include "cli/say_cut.h"
#include "cli/shared_options.h"
#include "cli/tell_finding.h"
#include "inquiry/formula.h"
#include "inquiry/watch.h"

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
    SHARED_SAVE("write what was found there, with what is left of the stream"),
    SHARED_JSON("one line of JSON per history on standard output"),
    SHARED_QUIET,
    SHARED_STATS("add what was watched, time and memory to the text"),
};

enum { USUAL_MEMORY = 256 << 20, USUAL_WATCH = 4096, USUAL_K = 2 };
#define NO_K UINT64_MAX /* nobody asked for one */

struct monitoring {
    struct monitor_options options;
    struct ln_memory memory;
    struct ln_budget budget;
    struct ln_chosen_spec spec;
    struct ln_ocl *formula;
    struct finding_output output;
};

/* ---- what was asked for ---- */

/* NULL: nothing. */
static const char *wrong_with(const struct monitor_options *wanted)
{
    bool formulas = wanted->formula || wanted->grammar;
    uint64_t k = wanted->k == NO_K ? 0 : wanted->k;
    return k > LN_ELEMENTS_MOST_K                            ? "--k: expected 0 to 4"
           : wanted->exact && (formulas || wanted->complete) ? "--exact decides; it has no use for formulas"
           : formulas && wanted->complete                    ? "--complete is about linnet's own formulas"
           : wanted->grammar && k > LN_GRAMMAR_MOST_K        ? "--k of --grammar: expected 0 to 2"
           : wanted->derive && !wanted->grammar              ? "--derive needs --grammar"
                                                             : NULL;
}

static bool save_spares(const struct monitor_options *wanted, const char *const *files, size_t count)
{
    const char *const others[] = { wanted->formula, wanted->grammar, ln_spec_file(wanted->spec) };
    return output_spares("linnet monitor", wanted->save, files, count) &&
           output_spares("linnet monitor", wanted->save, others, sizeof others / sizeof *others);
}

static enum ln_status load_formula(struct monitoring *monitoring, struct ln_error *error)
{
    struct monitor_options *wanted = &monitoring->options;
    struct ln_formula_source source = { .path = wanted->formula,
                                        .grammar = wanted->grammar,
                                        .k = wanted->k == NO_K ? USUAL_K : (uint32_t)wanted->k,
                                        .k_is_usual = wanted->k == NO_K,
                                        .budget = &monitoring->budget };
    struct ln_str derived, facts;
    enum ln_status status;
    ln_str_init(&derived, &monitoring->memory);
    ln_str_init(&facts, &monitoring->memory);
    status = ln_formula_load(&monitoring->formula, &source, &derived, &facts, error);
    if (!status && monitoring->formula)
        ln_ocl_for_one_k(monitoring->formula, &source.k);
    wanted->k = source.k;
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
    monitoring->output = (struct finding_output){ .command = "linnet monitor",
                                                  .json = wanted->json,
                                                  .quiet = wanted->quiet };
    status = load_formula(monitoring, &error);
    if (status)
        return complain_of("linnet", status, &error);
    code = own_spec_load(&monitoring->spec, wanted->spec, 0, ln_compiler_limit(wanted->timeout, interrupt_flag()),
                         &monitoring->memory);
    return code ? code : finding_output_open(&monitoring->output, wanted->save, NULL);
}

/* ---- the command ---- */

static void tell(void *context, const struct ln_watched *watched)
{
    struct finding_output *output = &((struct monitoring *)context)->output;
    if (watched->history && !output->quiet)
        say_cut(watched->history, watched->path);
    output->blank_line = false;
    tell_finding(output, watched->finding);
    if (watched->nothing && !output->quiet)
        complain("linnet: %s: no operation returned\n", ln_str_borrow(&watched->finding->id));
}

static void watch(struct monitoring *monitoring, const char *path)
{
    const struct monitor_options *wanted = &monitoring->options;
    struct ln_watch_options how = {
        .spec = &monitoring->spec,
        .format = wanted->format,
        .follow = wanted->follow,
        .exact = wanted->exact,
        .stats = wanted->stats,
        .tell = tell,
        .context = monitoring,
        .monitor = { .ways = monitoring->formula ? LN_METHOD_FORMULA : LN_METHOD_COUNTING,
                     .k = (uint32_t)wanted->k,
                     .most_watched = wanted->watch,
                     .seed = wanted->seed,
                     .complete = wanted->complete,
                     .formula = monitoring->formula,
                     .piece = 1,
                     .allow_empty = wanted->allow_empty,
                     .budget = &monitoring->budget },
    };
    struct ln_error error = { 0 };
    enum ln_status status = ln_watch_file(&how, path, &monitoring->memory, &error);
    exit_worse(&monitoring->output.code, complain_of("linnet", status, &error));
}

static int run(int argc, char **argv)
{
    struct monitoring monitoring = { .options = { .k = NO_K, .watch = USUAL_WATCH, .memory = USUAL_MEMORY } };
    const char *const usual[] = { "-" }, *const * paths, *wrong;
    int files, code;
    code = options_begin(&command_monitor, &monitoring.options, argc, argv, &files);
    if (code >= 0)
        return code;
    paths = files ? (const char *const *)argv : usual;
    files += !files;
    wrong = wrong_with(&monitoring.options);
    if (wrong)
        complain("linnet monitor: %s\n", wrong);
    if (wrong || !standard_output_spares("linnet monitor", paths, 1) ||
        !save_spares(&monitoring.options, paths, (size_t)files))
        return EXIT_USAGE;
    interrupt_listen();
    code = prepare(&monitoring);
    for (int i = 0; i < files && !code && !monitoring.options.derive && !*interrupt_flag(); i++)
        watch(&monitoring, paths[i]);
    exit_worse(&monitoring.output.code, *interrupt_flag() ? EXIT_UNKNOWN : EXIT_HOLDS);
    code = finding_output_close(&monitoring.output, code);
    ln_ocl_free(monitoring.formula);
    ln_chosen_spec_free(&monitoring.spec);
    return code;
}

const struct command command_monitor = {
    .name = "monitor",
    .operands = "[FILE...]",
    .summary = "watch a stream of events in bounded memory",
    .description = "Reads events as they come (from standard input unless files are named) and tells a violation\n"
                   "at the return that shows it. Counting, the usual way, finds violations and never accuses what\n"
                   "is linearizable; it does not find all. Exit code: 0 when --exact decided that all of it\n"
                   "holds, 1 when it is violated, 2 when it is unknown, 64 usage, 65 bad input.",
    .options = options,
    .option_count = sizeof options / sizeof *options,
    .run = run,
};
