/* `linnet explore`: the user's code under every schedule. */
#include "cli/answering.h"
#include "cli/exit.h"
#include "cli/given_sources.h"
#include "cli/interrupt.h"
#include "cli/outputs.h"
#include "cli/own_spec.h"
#include "terminal/progress_line.h"
#include "cli/say.h"
#include "cli/shared_options.h"
#include "explore/choice_names.h"
#include "inquiry/code/explore.h"

#include <unistd.h>

struct explore_options {
    struct ln_plan_options plan;
    uint64_t seed, preemptions, switches, delays, random, memory;
    const char *reuse, *spec, *reference, *compiler, *save, *histories;
    unsigned threads, jobs;
    double timeout, test_timeout, hang;
    struct option_words accept;
    bool classical, unchecked, json, quiet, no_save;
};

#define AT(field) offsetof(struct explore_options, field)

static const struct option options[] = {
    { "test", 0, OPTION_TEXT, "TEST", AT(plan.test), "one test: \"push(1) pop | pop push(2)\"" },
    { "init", 0, OPTION_TEXT, "CALLS", AT(plan.initial), "calls before every test, by one thread: \"push(7)\"" },
    { "final", 0, OPTION_TEXT, "CALLS", AT(plan.final), "calls after every test" },
    SHARED_THREADS("threads of a random test (3)"),
    { "calls", 0, OPTION_COUNT, "N", AT(plan.calls), "calls of each of its threads (3)" },
    { "entries", 0, OPTION_TEXT, "LIST", AT(plan.entries), "what random tests are made of: \"push(1) pop; pop\"" },
    { "tests", 0, OPTION_COUNT, "N", AT(plan.count), "how many random tests (100)" },
    SHARED_SEED("the same seed makes the same tests (1)"),
    { "auto", 0, OPTION_COUNT, "N", AT(plan.automatic), "instead: all n x n tests of the first n calls, n = 1 to N" },
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
    SHARED_SAVE("where what is found is saved (linnet-OBJECT.finding)"),
    SHARED_NO_SAVE,
    { "histories", 0, OPTION_TEXT, "FILE", AT(histories), "with --test: write every distinct history, one a line" },
    { "unchecked", 0, OPTION_FLAG, NULL, AT(unchecked), "only run: judge nothing" },
    SHARED_JSON("one line of JSON on standard output"),
    SHARED_QUIET,
};

static int fail(enum ln_status status, const char *message)
{
    complain("linnet explore: %s\n", message);
    return exit_of(status);
}

/* ---- what was asked for ---- */

static int read_how(const struct explore_options *wanted, struct ln_explore_how *how)
{
    bool delays = wanted->delays != UINT64_MAX, preemptions = wanted->preemptions != UINT64_MAX;
    uint64_t bound = delays ? wanted->delays : preemptions ? wanted->preemptions : 2;
    enum ln_strategy bounded = delays ? LN_DELAYS : LN_PREEMPTIONS;
    *how = (struct ln_explore_how){ .strategy = wanted->random ? LN_RANDOM : bounded,
                                    .bound = (unsigned)bound,
                                    .switches = (unsigned)wanted->switches,
                                    .runs = wanted->random,
                                    .seed = wanted->seed,
                                    .reuse = LN_REUSE_ANY,
                                    .reuses = wanted->reuse ? UINT32_MAX : 1,
                                    .classical = wanted->classical,
                                    .unchecked = wanted->unchecked,
                                    .hang = wanted->hang,
                                    .load = wanted->timeout };
    if (wanted->reuse && !ln_reuse_of_name(wanted->reuse, &how->reuse))
        return fail(LN_USAGE, "--reuse: lifo, fifo, any or never");
    return -1;
}

static void show_progress(void *self, const struct ln_explorer_progress *progress)
{
    char text[LN_PROGRESS_TEXT];
    (void)self;
    ln_exploring_progress(progress, text);
    ln_progress_line_write(text);
}

/* Nothing that is read is written over. */
static bool histories_spare_inputs(const struct ln_exploring_options *asked, const char *spec, const char *save)
{
    const char *const others[] = { ln_spec_file(spec), asked->reference };
    return outputs_differ("linnet explore", save, asked->histories) &&
           output_spares("linnet explore", asked->histories, asked->sources.files, asked->sources.file_count) &&
           output_spares("linnet explore", asked->histories, others, 2);
}

static int explore(struct ln_exploring *exploring, struct answering *answering, struct ln_error *error)
{
    const struct ln_exploring_options *asked = &exploring->options;
    const char *spec = ln_exploring_spec(exploring);
    struct ln_chosen_spec chosen = { .name = NULL };
    struct ln_finding finding;
    int code = own_spec_load(&chosen, spec, 0, asked->sources.limit, exploring->memory);
    ln_finding_init(&finding, LN_ENGINE_EXPLORE, exploring->memory);
    answering->object = exploring->object->name;
    answering->chosen = &chosen;
    if (!code && !(answering_is_possible(answering, asked->sources.files, asked->sources.file_count, spec) &&
                   answering_is_possible(answering, &asked->reference, 1, NULL) &&
                   histories_spare_inputs(asked, spec, answering->save)))
        code = EXIT_USAGE;
    if (!code) {
        enum ln_status status = ln_exploring_run(exploring, spec ? &chosen : NULL, error);
        if (!status)
            status = ln_exploring_tell(exploring, &finding, error);
        code = status ? answer_error(answering, LN_ENGINE_EXPLORE, asked->sources.files[0], status, error)
                      : answer(answering, &finding);
    }
    ln_finding_fini(&finding);
    ln_chosen_spec_free(&chosen);
    return code;
}

static int run(int argc, char **argv)
{
    struct explore_options wanted = { .plan = { .calls = 3, .count = 100 },
                                      .threads = 3,
                                      .preemptions = UINT64_MAX,
                                      .switches = 1,
                                      .seed = 1,
                                      .delays = UINT64_MAX,
                                      .hang = 5,
                                      .memory = options_usual_memory() };
    struct answering answering = { .command = "linnet explore", .interrupt = interrupt_flag() };
    struct ln_exploring_options asked = { .spec = NULL };
    struct ln_exploring exploring;
    struct ln_memory memory;
    struct ln_error error = { 0 };
    int files, code = options_begin(&command_explore, &wanted, options_dashes(argc, argv), argv, &files);
    if (code < 0)
        code = files ? read_how(&wanted, &asked.how)
                     : fail(LN_USAGE, "no test given; name the file that declares the object, and those it needs");
    if (code >= 0)
        return code;
    wanted.plan.threads = wanted.threads;
    wanted.plan.seed = wanted.seed;
    asked = (struct ln_exploring_options){
        .sources = given_sources(argc, argv, files, wanted.compiler, wanted.timeout),
        .reference = wanted.reference,
        .spec = wanted.spec,
        .histories = wanted.histories,
        .accepted = { wanted.accept.at, wanted.accept.count },
        .how = asked.how,
        .bound_asked = wanted.delays != UINT64_MAX || wanted.preemptions != UINT64_MAX,
        .tests = { .plan = wanted.plan,
                   .jobs = wanted.jobs,
                   .timeout = wanted.timeout,
                   .test_timeout = wanted.test_timeout,
                   .interrupt = interrupt_flag(),
                   .progress = wanted.quiet || !isatty(STDERR_FILENO) ? NULL : show_progress }
    };
    answering.save = wanted.save;
    answering.no_save = wanted.no_save;
    answering.json = wanted.json;
    answering.quiet = wanted.quiet;
    ln_memory_init(&memory, wanted.memory);
    interrupt_listen();
    code = ln_exploring_init(&exploring, &asked, &memory, &error)
               ? answer_error(&answering, LN_ENGINE_EXPLORE, argv[0], error.status, &error)
               : explore(&exploring, &answering, &error);
    ln_exploring_fini(&exploring);
    return code;
}

const struct command command_explore = {
    .name = "explore",
    .operands = "TEST.c [FILE.c]... [-- COMPILER FLAG...]",
    .summary = "run an object under every schedule, without a specification",
    .description = "Compiles the files, one of which declares an object (linnet/object.h), and runs small tests\n"
                   "of its operations under every schedule within the bounds. What the object does when calls\n"
                   "come one after the other is what it ought to do; a schedule that does something else is told\n"
                   "with the smallest test, a picture of the history and every step, and saved for `linnet replay`.\n"
                   "Exit code: 0 nothing was found within the bounds, 1 a violation, a crash or a hang, 2 unknown\n"
                   "(not everything was explored), 64 usage, 65 the code does not compile or its declaration\n"
                   "makes no sense.",
    .options = options,
    .option_count = sizeof options / sizeof *options,
    .run = run,
};
