/* `linnet explore`: the user's code under every schedule. */
#include "cli/exit.h"
#include "cli/exploring.h"
#include "cli/interrupt.h"
#include "cli/outputs.h"
#include "cli/own_spec.h"
#include "cli/shared_options.h"
#include "plugin/instrument.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define AT(field) offsetof(struct explore_options, field)

static const struct option options[] = {
    { "test", 0, OPTION_TEXT, "TEST", AT(test), "one test: \"push(1) pop | pop push(2)\"" },
    { "init", 0, OPTION_TEXT, "CALLS", AT(initial), "calls before every test, by one thread: \"push(7)\"" },
    { "final", 0, OPTION_TEXT, "CALLS", AT(final), "calls after every test" },
    SHARED_THREADS("threads of a random test (3)"),
    { "calls", 0, OPTION_COUNT, "N", AT(calls), "calls of each of its threads (3)" },
    { "entries", 0, OPTION_TEXT, "LIST", AT(entries), "what random tests are made of: \"push(1) pop; pop\"" },
    { "tests", 0, OPTION_COUNT, "N", AT(tests), "how many random tests (100)" },
    SHARED_SEED("the same seed makes the same tests (1)"),
    { "auto", 0, OPTION_COUNT, "N", AT(automatic), "instead: all n x n tests of the first n calls, n = 1 to N" },
    { "preemptions", 0, OPTION_BOUND, "N", AT(preemptions), "switches away from a running operation (2)" },
    { "switches", 0, OPTION_BOUND, "N", AT(switches), "switches between two calls of a thread (1)" },
    { "delays", 0, OPTION_BOUND, "N", AT(delays), "instead: delays of a round-robin schedule" },
    { "random", 0, OPTION_MANY, "N", AT(random), "instead: so many random schedules of each test" },
    SHARED_REUSE("of freed memory: lifo, fifo, any, never (lifo but once)"),
    SHARED_SPEC("what it ought to be: queue, my.c (its serial executions)"),
    { "reference", 0, OPTION_FILE, "FILE.c", AT(reference), "what it ought to be: another implementation" },
    SHARED_ACCEPT("what need not be seen: asm, code, halfway, memory, lib:NAME; may repeat"),
    { "classical", 0, OPTION_FLAG, NULL, AT(classical), "calls that wait for ever need no reason" },
    SHARED_JOBS("tests at a time (one per processor)"),
    SHARED_TIMEOUT("stop after 500ms, 2s, 3m, ... (never)"),
    { "test-timeout", 0, OPTION_DURATION, "TIME", AT(test_timeout), "leave a test after that time (never)" },
    SHARED_MEMORY("three quarters of the machine"),
    SHARED_HANG("code that comes to no point for so long hangs (5s)"),
    SHARED_CC("$CC, cc, gcc, clang"),
    SHARED_SAVE("where a violation is saved: FILE.schedule, ... (linnet-OBJECT)"),
    { "histories", 0, OPTION_TEXT, "FILE", AT(histories), "with --test: write every distinct history, one a line" },
    { "unchecked", 0, OPTION_FLAG, NULL, AT(unchecked), "only run: judge nothing" },
    SHARED_JSON("one line of JSON on standard output"),
    SHARED_QUIET,
};

static int usage(const char *message)
{
    fprintf(stderr, "linnet explore: %s\n", message);
    return EXIT_USAGE;
}

static int fail(const struct exploring *exploring, enum ln_status status)
{
    fprintf(stderr, "linnet explore: %s\n", exploring->error.message);
    return exit_of(status);
}

/* What is in the code: whether it runs cannot be told. */
static void add_unseen(void *self, const struct ln_unhooked *unhooked)
{
    struct exploring *exploring = self;
    struct ln_unseen thing = { .kind = unhooked->kind == LN_UNHOOKED_ASSEMBLY ? LN_UNSEEN_ASSEMBLY : LN_UNSEEN_CODE };
    snprintf(thing.name, sizeof thing.name, "%s", unhooked->name);
    snprintf(thing.place, sizeof thing.place, "%s", unhooked->place);
    ln_explore_unseen_add(&exploring->unseen, &thing);
}

/* ---- what was asked for ---- */

static int read_strategy(const struct explore_options *wanted, struct ln_explore_how *how)
{
    if ((wanted->delays != UINT64_MAX) + (wanted->random > 0) + (wanted->preemptions != UINT64_MAX) > 1)
        return usage("--preemptions, --delays and --random exclude each other");
    how->strategy = wanted->random ? LN_RANDOM : wanted->delays != UINT64_MAX ? LN_DELAYS : LN_PREEMPTIONS;
    how->bound = wanted->delays != UINT64_MAX ? (unsigned)wanted->delays
                 : wanted->preemptions != UINT64_MAX ? (unsigned)wanted->preemptions : 2;
    how->switches = (unsigned)wanted->switches;
    how->runs = wanted->random;
    how->seed = wanted->seed;
    return EXIT_HOLDS;
}

static int read_reuse(const struct explore_options *wanted, struct ln_explore_how *how)
{
    static const char *const names[] = { [LN_REUSE_LIFO] = "lifo", [LN_REUSE_FIFO] = "fifo", [LN_REUSE_ANY] = "any",
                                         [LN_REUSE_NEVER] = "never" };
    how->reuse = LN_REUSE_ANY;
    how->reuses = 1;
    if (!wanted->reuse)
        return EXIT_HOLDS;
    how->reuses = UINT32_MAX;
    for (unsigned i = 0; i < sizeof names / sizeof *names; i++) {
        if (strcmp(wanted->reuse, names[i]) == 0) {
            how->reuse = (enum ln_reuse)i;
            return EXIT_HOLDS;
        }
    }
    return usage("--reuse: lifo, fifo, any or never");
}

static int check_options(struct explore_options *wanted)
{
    struct ln_accepted accepted = { wanted->accept.at, wanted->accept.count };
    if (wanted->threads > LN_TEST_THREADS)
        return usage("--threads: at most 8");
    if (wanted->calls > LN_TEST_CALLS)
        return usage("--calls: at most 16");
    if (wanted->jobs > 64)
        return usage("--jobs: at most 64");
    if (wanted->spec && wanted->reference)
        return usage("--spec and --reference exclude each other");
    if (wanted->test && (wanted->automatic || wanted->entries))
        return usage("--test excludes --auto and --entries");
    if (ln_accepted_check(&accepted))
        return usage(ln_accepted_check(&accepted));
    if (wanted->histories && !wanted->test)
        return usage("--histories: it needs --test");
    if (!wanted->jobs) {
        long cores = sysconf(_SC_NPROCESSORS_ONLN);
        wanted->jobs = cores < 1 ? 1 : cores > 64 ? 64 : (unsigned)cores;
    }
    if (wanted->test)
        wanted->jobs = 1;
    return EXIT_HOLDS;
}

/* ---- doing it ---- */

/* What the user says outweighs what the test declares. */
static int find_spec(struct exploring *exploring, struct ln_explore_how *how)
{
    const struct explore_options *wanted = &exploring->options;
    struct ln_values values;
    struct ln_spec parsed;
    enum ln_status status;
    int code;
    exploring->spec = wanted->spec ? wanted->spec : exploring->object->spec[0] ? exploring->object->spec : NULL;
    if (wanted->reference || wanted->unchecked || !exploring->spec) {
        exploring->spec = NULL;
        return EXIT_HOLDS;
    }
    code = own_spec_load(&exploring->chosen, exploring->spec, 0, &exploring->memory);
    if (code)
        return code;
    ln_values_init(&values, &exploring->memory);
    status = ln_chosen_spec_parse(&exploring->chosen, &values, &parsed, &exploring->error);
    ln_values_fini(&values);
    if (status)
        return fail(exploring, status);
    how->judge = explore_judge;
    how->self = exploring;
    return EXIT_HOLDS;
}

/* `linnet-stack`, whatever the object is called. */
static void name_saved(struct exploring *exploring)
{
    const char *name = exploring->options.save;
    if (name)
        snprintf(exploring->save, sizeof exploring->save, "%s", name);
    else
        snprintf(exploring->save, sizeof exploring->save, "linnet-%s", exploring->object->name);
    for (char *c = exploring->save; *c && !name; c++)
        if (*c == '/' || *c == ' ')
            *c = '-';
}

/* Nothing that is read is written over. */
static bool outputs_spare_inputs(const struct exploring *exploring)
{
    static const char *const endings[] = { ".schedule", ".jsonl", ".certificate", ".serial", NULL };
    const struct explore_options *wanted = &exploring->options;
    const char *const others[] = { ln_spec_file(exploring->spec), wanted->reference };
    bool spared = true;
    for (size_t i = 0; i < sizeof endings / sizeof *endings && spared; i++) {
        char saved[sizeof exploring->save + 16];
        const char *path = endings[i] ? saved : wanted->histories;
        snprintf(saved, sizeof saved, "%s%s", exploring->save, endings[i] ? endings[i] : "");
        spared = output_spares("linnet explore", path, exploring->sources.files, exploring->sources.file_count) &&
                 output_spares("linnet explore", path, others, 2) &&
                 (!endings[i] || outputs_differ("linnet explore", path, wanted->histories));
    }
    return spared;
}

static enum ln_status open_histories(struct exploring *exploring, struct ln_explore_how *how)
{
    const char *path = exploring->options.histories;
    enum ln_status status = path ? ln_outfile_open(&exploring->histories, path, &exploring->error) : LN_OK;
    how->histories = exploring->histories.to;
    return status;
}

static void take_met(void *self, const struct ln_shared *trace)
{
    struct exploring *exploring = self;
    ln_explore_unseen_take(&exploring->unseen, trace, exploring->compiled.object, &exploring->memory);
    ln_explore_long_take(&exploring->longs, trace, exploring->compiled.object, &exploring->memory);
}

static void show_progress(void *self, const struct ln_tests_progress *progress)
{
    (void)self;
    fputs("\r\033[K", stderr);
    if (!progress->last) {
        fprintf(stderr, "%.0f s: test %llu", progress->seconds, (unsigned long long)progress->number);
        if (progress->of)
            fprintf(stderr, " of %llu", (unsigned long long)progress->of);
        fprintf(stderr, ", %llu schedules (%.0f/s)", (unsigned long long)progress->schedules,
                (double)progress->schedules / progress->seconds);
        if (progress->of && progress->ended)
            fprintf(stderr, ", about %.0f s left",
                    progress->seconds / (double)progress->ended * (double)(progress->of - progress->ended));
    }
    fflush(stderr);
}

static enum ln_status run_tests(struct exploring *exploring)
{
    const struct explore_options *wanted = &exploring->options;
    enum ln_status status;
    exploring->asked = (struct ln_tests_options){
        .plan = { .test = wanted->test, .initial = wanted->initial, .final = wanted->final, .entries = wanted->entries,
                  .threads = wanted->threads, .calls = wanted->calls, .count = wanted->tests,
                  .automatic = wanted->automatic, .seed = wanted->seed },
        .jobs = wanted->jobs, .timeout = wanted->timeout, .test_timeout = wanted->test_timeout,
        .interrupt = interrupt_flag(), .self = exploring, .met = take_met,
        .progress = wanted->quiet || !isatty(STDERR_FILENO) ? NULL : show_progress };
    status = ln_tests_init(&exploring->tests, &exploring->asked, exploring->explorer, &exploring->memory,
                           &exploring->error);
    return status ? status : ln_tests_run(&exploring->tests, &exploring->error);
}

static int explore(struct exploring *exploring)
{
    struct ln_explore_how *how = ln_explorer_how(exploring->explorer);
    enum ln_status status;
    int code = find_spec(exploring, how);
    if (code)
        return code;
    name_saved(exploring);
    if (!outputs_spare_inputs(exploring))
        return EXIT_USAGE;
    if (open_histories(exploring, how))
        return fail(exploring, exploring->error.status);
    snprintf(exploring->serial, sizeof exploring->serial, "%s/serial-", exploring->compiled.folder);
    if (!exploring->spec && !exploring->options.reference)
        how->serial = exploring->serial;
    status = run_tests(exploring);
    if (!status)
        status = ln_outfile_close(&exploring->histories, &exploring->error);
    ln_outfile_drop(&exploring->histories);
    return status ? fail(exploring, status) : explore_tell(exploring);
}

/* A reference stands for all files but the one that declares the object, unless it does that, too. */
static bool declares_object(const char *path)
{
    FILE *file = fopen(path, "r");
    char line[1024];
    bool does = false;
    while (file && !does && fgets(line, sizeof line, file))
        does = strncmp(line, "LINNET_OBJECT", 13) == 0;
    if (file)
        fclose(file);
    return does;
}

static int run_with(struct exploring *exploring, struct ln_explore_how *how)
{
    struct explore_options *wanted = &exploring->options;
    enum ln_status status = ln_instrument(&exploring->compiled, &exploring->sources, add_unseen, exploring,
                                          &exploring->error);
    int code;
    if (!status && wanted->reference) {
        const char *files[] = { exploring->sources.files[0], wanted->reference };
        bool declares = declares_object(wanted->reference);
        struct ln_sources reference = exploring->sources;
        reference.files = files + declares;
        reference.file_count = 2 - (size_t)declares;
        status = ln_instrument(&exploring->reference, &reference, add_unseen, exploring, &exploring->error);
        how->reference = exploring->reference.object;
        how->reference_named = wanted->reference;
    }
    if (!status)
        status = ln_explorer_new(&exploring->explorer, exploring->compiled.object, exploring->sources.files[0], how,
                                 wanted->jobs, &exploring->memory, &exploring->error);
    if (status) {
        code = fail(exploring, status);
    } else {
        exploring->object = ln_explorer_object(exploring->explorer);
        code = explore(exploring);
    }
    if (exploring->tests.options)
        ln_tests_fini(&exploring->tests);
    ln_explorer_free(exploring->explorer);
    ln_compiled_remove(&exploring->compiled);
    ln_compiled_remove(&exploring->reference);
    ln_chosen_spec_free(&exploring->chosen);
    return code;
}

static int run(int argc, char **argv)
{
    struct exploring exploring = { .options = { .threads = 3, .calls = 3, .tests = 100, .preemptions = UINT64_MAX,
                                                .switches = 1, .seed = 1, .delays = UINT64_MAX, .hang = 5,
                                                .memory = options_usual_memory() } };
    struct explore_options *wanted = &exploring.options;
    struct ln_explore_how how = { 0 };
    int flags = options_dashes(argc, argv), files;
    int code = options_begin(&command_explore, wanted, flags, argv, &files);
    if (code >= 0)
        return code;
    if (files == 0)
        return usage("no test given; name the file that declares the object, and those it needs");
    code = check_options(wanted);
    if (!code)
        code = read_strategy(wanted, &how);
    if (!code)
        code = read_reuse(wanted, &how);
    if (code)
        return code;
    exploring.unseen.accepted = (struct ln_accepted){ wanted->accept.at, wanted->accept.count };
    how.classical = wanted->classical;
    how.unchecked = wanted->unchecked;
    how.hang = wanted->hang;
    how.load = wanted->timeout;
    exploring.sources = (struct ln_sources){ (const char *const *)argv, (size_t)files,
                                             (const char *const *)argv + flags + 1,
                                             flags < argc ? (size_t)(argc - flags - 1) : 0, wanted->compiler, false };
    ln_memory_init(&exploring.memory, wanted->memory);
    exploring.cpu = ln_cpu_time();
    interrupt_listen();
    ln_compiler_limit(wanted->timeout, interrupt_flag());
    return run_with(&exploring, &how);
}

const struct command command_explore = {
    .name = "explore", .operands = "TEST.c [FILE.c]... [-- COMPILER FLAG...]",
    .summary = "run an object under every schedule, without a specification",
    .description =
        "Compiles the files, one of which declares an object (linnet/object.h), and runs small tests\n"
        "of its operations under every schedule within the bounds. What the object does when calls\n"
        "come one after the other is what it ought to do; a schedule that does something else is told\n"
        "with the smallest test, a picture of the history and every step, and saved for `linnet replay`.\n"
        "Exit code: 0 nothing was found within the bounds, 1 a violation, a crash or a hang, 2 unknown\n"
        "(not everything was explored), 64 usage, 65 the code does not compile or its declaration\n"
        "makes no sense.",
    .options = options, .option_count = sizeof options / sizeof *options, .run = run,
};
