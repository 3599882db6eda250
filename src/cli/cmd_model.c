/* `linnet model`: unboundedly many calls, by refinement checking of the user's code. */
#include "cli/answering.h"
#include "cli/exit.h"
#include "cli/given_sources.h"
#include "cli/interrupt.h"
#include "cli/own_spec.h"
#include "terminal/progress_line.h"
#include "cli/say.h"
#include "cli/shared_options.h"
#include "inquiry/code/model_finding.h"
#include "plugin/compile.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

struct model_options {
    const char *spec, *compiler, *calls, *search, *reduction, *reuse, *save;
    struct option_words defines, without;
    unsigned processes, pool, values;
    uint64_t memory;
    double timeout;
    bool points, no_save, json, quiet, stats;
};

#define AT(field) offsetof(struct model_options, field)

static const struct option options[] = {
    SHARED_PROCESSES("how many processes call (2)"),
    { "ops-per-process", 0, OPTION_TEXT, "K", AT(calls), "how often each calls: a number, or unbounded (unbounded)" },
    { "pool", 0, OPTION_COUNT, "N", AT(pool), "blocks of each size that malloc() has at a time (3)" },
    SHARED_REUSE("freed memory is checked, any may look at it, or gc: a collector (checked)"),
    SHARED_VALUES("`fresh` arguments are 1..N (2)"),
    SHARED_SPEC("what the object ought to be: queue, ..., my.c (what it declares)"),
    { "search", 0, OPTION_TEXT, "ORDER", AT(search), "breadth: the shortest counterexample, or depth (breadth)" },
    { "reduction", 0, OPTION_TEXT, "KIND", AT(reduction), "leave out by none, symmetry, partial-order or both (both)" },
    { "points", 0, OPTION_FLAG, NULL, AT(points), "compare where operations take effect (linnet_point) only" },
    { "without", 0, OPTION_WORDS, "OPERATION", AT(without), "nobody calls it; may be given several times" },
    { "define", 'D', OPTION_WORDS, "NAME[=VALUE]", AT(defines), "for the preprocessor; may be given several times" },
    SHARED_CC("clang-14, clang"),
    SHARED_TIMEOUT("give up after 500ms, 2s, 3m, ... (never)"),
    SHARED_MEMORY("three quarters of the machine"),
    SHARED_SAVE("write what was found to it (a violation: to linnet-OBJECT.finding)"),
    SHARED_NO_SAVE,
    SHARED_STATS("say how much was looked at, and what it took"),
    SHARED_JSON("one line of JSON on standard output"),
    SHARED_QUIET,
};

static int usage(const char *message)
{
    complain("linnet model: %s\n", message);
    return EXIT_USAGE;
}

static void show_progress(void *context, const struct ln_modelling *modelling)
{
    char text[LN_MODELLING_PROGRESS];
    bool *shown = context;
    ln_modelling_progress(modelling, text);
    ln_progress_line_write(text);
    *shown = true;
}

static int tell(struct ln_modelling *modelling, struct answering *how)
{
    struct ln_model_scene scene;
    struct ln_finding finding;
    struct ln_error error = { 0 };
    enum ln_status status;
    int code;
    how->object = modelling->program.name;
    how->chosen = &modelling->chosen;
    ln_finding_init(&finding, LN_ENGINE_MODEL, &modelling->memory);
    status = ln_modelling_tell(modelling, &scene, &finding, &error);
    code = status ? answer_error(how, LN_ENGINE_MODEL, modelling->program.name, status, &error) : answer(how, &finding);
    ln_finding_fini(&finding);
    ln_model_scene_fini(&scene);
    return code;
}

static int run_with(struct ln_modelling_options *how, struct answering *answering)
{
    struct ln_modelling modelling;
    struct ln_chosen_spec chosen = { .name = NULL };
    struct ln_error error = { 0 };
    enum ln_status status;
    int code = EXIT_HOLDS;
    bool shown = false;
    how->tell = isatty(STDERR_FILENO) && !answering->quiet ? show_progress : NULL;
    how->context = &shown;
    status = ln_modelling_init(&modelling, how, &error);
    if (!status)
        code = own_spec_load(&chosen, modelling.has_specification ? NULL : modelling.spec, how->code.timeout,
                             ln_compiler_limit(how->code.timeout, interrupt_flag()), &modelling.memory);
    if (!status && !code)
        status = ln_modelling_decide(&modelling, &chosen, &error);
    if (shown)
        ln_progress_line_write("");
    if (status)
        code = answer_error(answering, LN_ENGINE_MODEL, how->code.files[0], status, &error);
    else if (!code)
        code = tell(&modelling, answering);
    ln_modelling_fini(&modelling);
    ln_chosen_spec_free(&chosen);
    return code;
}

/* ---- the command line ---- */

static int check_options(const struct model_options *wanted, struct ln_modelling_options *how)
{
    if (wanted->processes > LN_MODEL_PROCESSES)
        return usage("--processes: at most 60");
    if (!ln_calls_of_word(wanted->calls, &how->limit))
        return usage("--ops-per-process: expected a number from 1 to 10000, or unbounded");
    if (strcmp(wanted->search, "breadth") != 0 && strcmp(wanted->search, "depth") != 0)
        return usage("--search: expected breadth or depth");
    if (!ln_reduction_of_word(wanted->reduction, &how->reduction))
        return usage("--reduction: expected none, symmetry, partial-order or both");
    if (strcmp(wanted->reuse, "checked") != 0 && strcmp(wanted->reuse, "any") != 0 && strcmp(wanted->reuse, "gc") != 0)
        return usage("--reuse: expected checked, any or gc");
    how->order = wanted->search[0] == 'd' ? LN_DEPTH_FIRST : LN_BREADTH_FIRST;
    return -1;
}

static int run(int argc, char **argv)
{
    struct model_options wanted = { .processes = 2,
                                    .pool = 3,
                                    .values = 2,
                                    .search = "breadth",
                                    .reduction = "both",
                                    .reuse = "checked",
                                    .memory = options_usual_memory() };
    int files, code = options_begin(&command_model, &wanted, options_dashes(argc, argv), argv, &files);
    struct ln_modelling_options how = {
        .spec = wanted.spec, .points = wanted.points, .stats = wanted.stats, .memory = wanted.memory
    };
    struct answering answering = { .command = "linnet model",
                                   .save = wanted.save,
                                   .no_save = wanted.no_save,
                                   .json = wanted.json,
                                   .quiet = wanted.quiet,
                                   .interrupt = interrupt_flag() };
    struct given_flags flags;
    if (code < 0)
        code = files ? check_options(&wanted, &how)
                     : usage("no test given; name the file that declares the object, and those it needs");
    if (code < 0 && !answering_is_possible(&answering, (const char *const *)argv, (size_t)files, wanted.spec))
        code = EXIT_USAGE;
    if (code < 0 && !given_flags_collect(&flags, &wanted.defines, argc, argv))
        code = usage("too many flags for the compiler, or a definition of more than 250 characters");
    if (code >= 0)
        return code;
    how.code = (struct ln_model_options){ .files = (const char *const *)argv,
                                          .file_count = (size_t)files,
                                          .flags = flags.at,
                                          .flag_count = flags.count,
                                          .compiler = wanted.compiler,
                                          .without = wanted.without.at,
                                          .without_count = wanted.without.count,
                                          .processes = wanted.processes,
                                          .pool = wanted.pool,
                                          .values = wanted.values,
                                          .lax = strcmp(wanted.reuse, "any") == 0,
                                          .collected = strcmp(wanted.reuse, "gc") == 0,
                                          .timeout = wanted.timeout,
                                          .interrupt = interrupt_flag() };
    interrupt_listen();
    return run_with(&how, &answering);
}

const struct command command_model = {
    .name = "model",
    .operands = "TEST.c [FILE.c]... [-- COMPILER FLAG...]",
    .summary = "prove an object under every schedule of any number of calls",
    .description = "Compiles the files, one of which declares an object (linnet/object.h), and looks at every state\n"
                   "that a few processes can reach by calling its operations again and again, under every schedule:\n"
                   "is every history of theirs linearizable, and does every call return? Memory is bounded (--pool),\n"
                   "and sequentially consistent. linnet/model.h says what plain C cannot: steps, choices, points.\n"
                   "Exit code: 0 holds within these bounds, 1 a counterexample, 2 unknown (a budget or the pool ran\n"
                   "out, or an operation was never seen), 64 usage, 65 the code does not compile or has something\n"
                   "that cannot be taken.",
    .options = options,
    .option_count = sizeof options / sizeof *options,
    .run = run,
};
