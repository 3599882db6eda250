/* `linnet model`: unboundedly many calls, by refinement checking of the user's code. */
#include "base/module.h"
#include "cli/exit.h"
#include "cli/interrupt.h"
#include "cli/model_tell.h"
#include "cli/own_spec.h"
#include "cli/say.h"
#include "cli/shared_options.h"
#include "model/model.h"
#include "plugin/compile.h"
#include "plugin/plugin.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct model_options {
    const char *spec, *compiler, *calls, *search, *reduction, *reuse;
    struct option_words defines, without;
    unsigned processes, pool, values;
    uint64_t memory;
    double timeout;
    bool points, json, quiet, stats;
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
    SHARED_STATS("say how much was looked at, and what it took"),
    SHARED_JSON("one line of JSON on standard output"),
    SHARED_QUIET,
};

static int usage(const char *message)
{
    complain("linnet model: %s\n", message);
    return EXIT_USAGE;
}

static int tell_error(const struct ln_error *error, enum ln_status status)
{
    complain("linnet model: %s\n", error->message[0] ? error->message : ln_status_text(status));
    return exit_of(status);
}

/* ---- the search ---- */

static void show_progress(void *context, const struct ln_refinement *r)
{
    struct modelling *modelling = context;
    uint64_t now = ln_now(), used = r->store.count;
    if (now - modelling->shown < 250000000)
        return;
    modelling->shown = now;
    fprintf(stderr, "\r\033[K%.60s: %.1f M states (%.2f M/s), %.1f M to look at, table %.0f %% full, %.0f s",
            modelling->test, (double)used / 1e6, (double)used / (double)(now - modelling->start) * 1e3,
            (double)ln_refinement_frontier(r) / 1e6, 100 * (double)used / (double)r->store.room,
            (double)(now - modelling->start) / 1e9);
    fflush(stderr);
}

/* With points only they are compared. That something does not fit there may only mean that points are missing, so calls
 * and returns have the last word. */
static enum ln_status search(struct modelling *modelling, struct ln_error *error)
{
    struct ln_refine_options how = { .processes = modelling->processes, .limit = modelling->limit,
                                     .order = modelling->order, .reduction = modelling->reduction,
                                     .points = modelling->points, .context = modelling };
    enum ln_status status;
    modelling->start = modelling->shown = ln_now();
    if (isatty(STDERR_FILENO) && !modelling->quiet)
        how.tell = show_progress;
    status = ln_refine(&modelling->refinement, &modelling->program, &modelling->meaning, &how,
                       &modelling->budget, error);
    if (modelling->shown != modelling->start)
        fputs("\r\033[K", stderr);
    if (status || !how.points || modelling->refinement.verdict != LN_VIOLATED)
        return status;
    modelling->points_refuted = true;
    snprintf(modelling->points_why, sizeof modelling->points_why, "%s",
             modelling->refinement.flaw == LN_FLAW_FAULT ? modelling->refinement.system.machine.fault
                                                        : "an operation takes effect elsewhere");
    how.points = false;
    ln_refinement_fini(&modelling->refinement);
    return ln_refine(&modelling->refinement, &modelling->program, &modelling->meaning, &how, &modelling->budget, error);
}

static int decide(struct modelling *modelling, const struct ln_spec_class *class)
{
    struct ln_error error = { 0 };
    enum ln_status status;
    int code;
    modelling->class = class;
    status = ln_meaning_init(&modelling->meaning, &modelling->program, modelling->spec, class,
                             &modelling->memory, &error);
    if (!status) {
        status = search(modelling, &error);
        if (!status && modelling->own.error.status && modelling->own.error.status != LN_NO_MEMORY) {
            status = modelling->own.error.status;
            error = modelling->own.error;
        }
        code = status ? tell_error(&error, status) : model_tell(modelling);
        ln_refinement_fini(&modelling->refinement);
    } else {
        code = tell_error(&error, status);
    }
    ln_meaning_fini(&modelling->meaning);
    return code;
}

/* What the user says outweighs what comes with the object: a specification of its own, then the name of one. */
static int decide_by_spec(struct modelling *modelling, const char *wanted, bool has_specification)
{
    struct ln_chosen_spec chosen;
    struct ln_error error = { 0 };
    int code;
    modelling->spec = wanted ? wanted : has_specification ? modelling->specification.name : modelling->program.spec;
    if (!modelling->spec) {
        complain("linnet model: %s: nothing says what the object ought to be; name it with --spec (`linnet "
                "specs` lists them), in the declaration (.spec), or declare a LINNET_SPECIFICATION\n", modelling->test);
        return EXIT_USAGE;
    }
    if (!wanted && has_specification) {
        enum ln_status status = ln_step_spec_init(&modelling->own, &modelling->specification, &modelling->memory,
                                                 &error);
        code = status ? tell_error(&error, status) : decide(modelling, &modelling->own.class);
        ln_step_spec_fini(&modelling->own);
        return code;
    }
    code = own_spec_load(&chosen, modelling->spec, modelling->timeout, &modelling->memory);
    if (code)
        return code;
    code = decide(modelling, chosen.own);
    ln_chosen_spec_free(&chosen);
    return code;
}

/* The limit is of the whole process: what the front end and its libraries take is not there for the search. */
static void count_everything(struct modelling *modelling)
{
    enum { STACK = 1 << 20 };
    struct ln_memory *memory = &modelling->memory;
    uint64_t all = ln_peak_memory() + STACK, used = memory->used, others = all > used ? all - used : 0;
    if (all < memory->limit) {
        memory->limit -= others;
        return;
    }
    modelling->front_memory = all;
    ln_budget_stop(&modelling->budget, LN_STOP_MEMORY);
}

static int run_with(struct modelling *modelling, const struct ln_model_options *how, const char *spec)
{
    const struct ln_model_interface *model;
    const void *interface;
    struct ln_error error = { 0 };
    bool has_specification = false;
    enum ln_status status = ln_module_load("model", "clang-14 and llvm-14-dev", &interface, &error);
    int code;
    if (status)
        return tell_error(&error, status);
    model = interface;
    ln_program_init(&modelling->program, &modelling->memory);
    ln_program_init(&modelling->specification, &modelling->memory);
    status = model->compile(&modelling->program, &modelling->specification, &has_specification, how, &error);
    count_everything(modelling);
    if (!status && modelling->points && !modelling->program.points)
        code = usage("--points: nothing says where operations take effect; mark it with linnet_point()");
    else
        code = status ? tell_error(&error, status) : decide_by_spec(modelling, spec, has_specification);
    ln_program_fini(&modelling->program);
    ln_program_fini(&modelling->specification);
    return code;
}

/* ---- the command line ---- */

static bool read_limit(const char *text, uint32_t *limit)
{
    char *end;
    unsigned long number;
    *limit = 0;
    if (!text || strcmp(text, "unbounded") == 0)
        return true;
    number = strtoul(text, &end, 10);
    *limit = (uint32_t)number;
    return *text >= '0' && *text <= '9' && !*end && number >= 1 && number <= 10000;
}

static bool read_reduction(const char *text, uint32_t *reduction)
{
    for (*reduction = 0; *reduction <= LN_REDUCE_BOTH; ++*reduction)
        if (strcmp(text, model_reductions[*reduction]) == 0)
            return true;
    return false;
}

static int check_options(const struct model_options *wanted, struct modelling *modelling)
{
    if (wanted->processes > LN_MODEL_PROCESSES)
        return usage("--processes: at most 60");
    if (!read_limit(wanted->calls, &modelling->limit))
        return usage("--ops-per-process: expected a number from 1 to 10000, or unbounded");
    if (strcmp(wanted->search, "breadth") != 0 && strcmp(wanted->search, "depth") != 0)
        return usage("--search: expected breadth or depth");
    if (!read_reduction(wanted->reduction, &modelling->reduction))
        return usage("--reduction: expected none, symmetry, partial-order or both");
    if (strcmp(wanted->reuse, "checked") != 0 && strcmp(wanted->reuse, "any") != 0 && strcmp(wanted->reuse, "gc") != 0)
        return usage("--reuse: expected checked, any or gc");
    modelling->order = wanted->search[0] == 'd' ? LN_DEPTH_FIRST : LN_BREADTH_FIRST;
    return -1;
}

/* Definitions come first, then what stands behind --. */
static size_t collect_flags(const struct model_options *wanted, char (*room)[256], const char **flags, size_t most,
                            int argc, char **argv, int from)
{
    size_t count = 0;
    for (unsigned i = 0; i < wanted->defines.count && count < most; i++) {
        snprintf(room[i], sizeof room[i], "-D%s", wanted->defines.at[i]);
        flags[count++] = room[i];
    }
    for (int i = from + 1; i < argc && count < most; i++)
        flags[count++] = argv[i];
    return count;
}

static int run(int argc, char **argv)
{
    enum { MOST_FLAGS = 300 };
    struct model_options wanted = { .processes = 2, .pool = 3, .values = 2, .search = "breadth", .reduction = "both",
                                    .reuse = "checked", .memory = options_usual_memory() };
    struct modelling modelling = { .cpu = ln_cpu_time(), .begun = ln_now() };
    const char *flags[MOST_FLAGS];
    char room[64][256];
    int dashes = options_dashes(argc, argv), files;
    int code = options_begin(&command_model, &wanted, dashes, argv, &files);
    struct ln_model_options how;
    if (code >= 0)
        return code;
    if (files == 0)
        return usage("no test given; name the file that declares the object, and those it needs");
    code = check_options(&wanted, &modelling);
    if (code >= 0)
        return code;
    how = (struct ln_model_options){ .files = (const char *const *)argv, .file_count = (size_t)files, .flags = flags,
                                     .without = wanted.without.at, .without_count = wanted.without.count,
                                     .compiler = wanted.compiler, .processes = wanted.processes, .pool = wanted.pool,
                                     .values = wanted.values, .lax = strcmp(wanted.reuse, "any") == 0,
                                     .collected = strcmp(wanted.reuse, "gc") == 0, .timeout = wanted.timeout,
                                     .interrupt = interrupt_flag() };
    how.flag_count = collect_flags(&wanted, room, flags, MOST_FLAGS, argc, argv, dashes);
    modelling.test = argv[0];
    modelling.processes = wanted.processes;
    modelling.pool = wanted.pool;
    modelling.values = wanted.values;
    modelling.timeout = wanted.timeout;
    ln_compiler_limit(wanted.timeout, interrupt_flag());
    modelling.points = wanted.points;
    modelling.json = wanted.json;
    modelling.quiet = wanted.quiet;
    modelling.stats = wanted.stats;
    ln_memory_init(&modelling.memory, wanted.memory);
    ln_budget_init(&modelling.budget, &modelling.memory, wanted.timeout, interrupt_flag());
    interrupt_listen();
    return run_with(&modelling, &how, wanted.spec);
}

const struct command command_model = {
    .name = "model", .operands = "TEST.c [FILE.c]... [-- COMPILER FLAG...]",
    .summary = "prove an object under every schedule of any number of calls",
    .description =
        "Compiles the files, one of which declares an object (linnet/object.h), and looks at every state\n"
        "that a few processes can reach by calling its operations again and again, under every schedule:\n"
        "is every history of theirs linearizable, and does every call return? Memory is bounded (--pool),\n"
        "and sequentially consistent. linnet/model.h says what plain C cannot: steps, choices, points.\n"
        "Exit code: 0 holds within these bounds, 1 a counterexample, 2 unknown (a budget or the pool ran\n"
        "out, or an operation was never seen), 64 usage, 65 the code does not compile or has something\n"
        "that cannot be taken.",
    .options = options, .option_count = sizeof options / sizeof *options, .run = run,
};
