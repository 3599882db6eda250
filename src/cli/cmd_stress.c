/* `linnet stress`: the user's code on real threads, judged while it runs. */
#include "cli/answering.h"
#include "cli/exit.h"
#include "cli/given_sources.h"
#include "cli/interrupt.h"
#include "cli/own_spec.h"
#include "terminal/progress_line.h"
#include "cli/say.h"
#include "cli/shared_options.h"
#include "inquiry/code/stress.h"

#include <stdio.h>
#include <unistd.h>

struct stress_options {
    const char *spec, *compiler, *save;
    unsigned threads, length;
    uint64_t operations, rounds, seed, memory;
    double seconds, hang, timeout;
    bool keep, no_save, json, quiet;
};

#define AT(field) offsetof(struct stress_options, field)

static const struct option options[] = {
    SHARED_THREADS("how many threads call at a time (2)"),
    SHARED_OPS(OPTION_MANY, "stop after about so many operations"),
    { "seconds", 0, OPTION_DURATION, "TIME", AT(seconds), "stop after that time (5s unless --ops or --rounds)" },
    { "rounds", 'r', OPTION_MANY, "N", AT(rounds), "stop after so many rounds, each from a fresh object" },
    { "length", 'l', OPTION_COUNT, "N", AT(length), "calls of each thread in a round (10)" },
    { "long", 0, OPTION_FLAG, NULL, AT(keep), "one long run of one object, judged from pause to pause" },
    SHARED_SPEC("what the object ought to be: queue, ..., my.c (what it declares)"),
    SHARED_SEED("the same seed makes the same calls, not the same schedule (0)"),
    SHARED_CC("$CC, cc, gcc, clang"),
    SHARED_HANG("no call comes back for so long: it hangs (10s)"),
    SHARED_TIMEOUT("give up on a round after 500ms, 2s, ... (10s)"),
    SHARED_MEMORY("of a round: 1G"),
    SHARED_SAVE("write what was found to it (a violation: to linnet-OBJECT.finding)"),
    SHARED_NO_SAVE,
    SHARED_JSON("one line of JSON on standard output"),
    SHARED_QUIET,
};

static int usage(const char *message)
{
    complain("linnet stress: %s\n", message);
    return EXIT_USAGE;
}

/* ---- running ---- */

static void show_progress(void *context, const struct ln_stressing *stressing)
{
    uint64_t *shown = context, now = ln_now();
    char text[160];
    if (now - *shown < 250000000)
        return;
    *shown = now;
    snprintf(text, sizeof text, "%.60s: %llu rounds, %llu operations, %.0f s", stressing->test,
             (unsigned long long)stressing->judge.rounds, (unsigned long long)stressing->judge.operations,
             (double)(now - stressing->start) / 1e9);
    ln_progress_line_write(text);
}

static int tell(struct ln_stressing *stressing, const struct answering *how)
{
    struct ln_finding finding;
    struct ln_error error = { 0 };
    enum ln_status status;
    int code;
    ln_finding_init(&finding, LN_ENGINE_STRESS, &stressing->memory);
    status = ln_stressing_tell(stressing, &finding, &error);
    code = status ? answer_error(how, LN_ENGINE_STRESS, stressing->test, status, &error) : answer(how, &finding);
    ln_finding_fini(&finding);
    return code;
}

static int judge(struct ln_stressing *stressing, struct answering *answering, struct ln_error *error)
{
    unsigned idle = ln_stress_object(stressing->stress)->idle_threads;
    struct ln_chosen_spec chosen = { .name = NULL };
    int code = own_spec_load(&chosen, stressing->spec, stressing->options.timeout, stressing->options.sources.limit,
                             &stressing->memory);
    if (!code && idle && !answering->quiet)
        complain("linnet stress: %u of %u threads have nothing to call: every operation is another's role\n", idle,
                 stressing->options.run.threads);
    answering->object = ln_stress_object(stressing->stress)->name;
    answering->chosen = &chosen;
    if (!code) {
        enum ln_status status = ln_stressing_run(stressing, &chosen, error);
        if (stressing->options.tell)
            ln_progress_line_write("");
        code = status ? answer_error(answering, LN_ENGINE_STRESS, stressing->test, status, error)
                      : tell(stressing, answering);
    }
    ln_chosen_spec_free(&chosen);
    return code;
}

/* ---- the command line ---- */

static uint64_t rounds_of(const struct stress_options *wanted)
{
    uint64_t each = (uint64_t)wanted->threads * wanted->length, rounds = UINT64_MAX;
    if (wanted->rounds)
        rounds = wanted->rounds;
    if (wanted->operations && (wanted->operations + each - 1) / each < rounds)
        rounds = (wanted->operations + each - 1) / each;
    return rounds;
}

static int check_options(const struct stress_options *wanted, const struct answering *answering,
                         const char *const *files, size_t count)
{
    if (count == 0)
        return usage("no test given; name the file that declares the object, and those it needs");
    if (wanted->threads > LN_STRESS_THREADS)
        return usage("--threads: at most 64");
    if (wanted->length > 1000)
        return usage("--length: at most 1000; --long makes long runs of short stretches");
    return answering_is_possible(answering, files, count, wanted->spec) ? -1 : EXIT_USAGE;
}

static int run(int argc, char **argv)
{
    struct stress_options wanted = { .threads = 2, .length = 10, .hang = 10, .memory = UINT64_C(1) << 30 };
    int flags = options_dashes(argc, argv), files;
    int code = options_begin(&command_stress, &wanted, flags, argv, &files);
    struct ln_stressing_options how = { .interrupt = interrupt_flag() };
    struct answering answering = { .command = "linnet stress",
                                   .save = wanted.save,
                                   .no_save = wanted.no_save,
                                   .json = wanted.json,
                                   .quiet = wanted.quiet,
                                   .interrupt = interrupt_flag() };
    struct ln_stressing stressing;
    struct ln_error error = { 0 };
    enum ln_status status;
    uint64_t shown = 0;
    if (code < 0)
        code = check_options(&wanted, &answering, (const char *const *)argv, (size_t)files);
    if (code >= 0)
        return code;
    if (!wanted.operations && !wanted.rounds && wanted.seconds <= 0)
        wanted.seconds = 5;
    interrupt_listen();
    how.sources = given_sources(argc, argv, files, wanted.compiler, wanted.timeout);
    how.sources.refuses = true;
    if (wanted.timeout <= 0)
        wanted.timeout = 10;
    how.run = (struct ln_stress_options){ .threads = wanted.threads,
                                          .length = wanted.length,
                                          .rounds = rounds_of(&wanted),
                                          .seed = wanted.seed,
                                          .seconds = wanted.seconds,
                                          .patience = wanted.hang,
                                          .keep_object = wanted.keep };
    how.spec = wanted.spec;
    how.timeout = wanted.timeout;
    how.memory = wanted.memory;
    how.context = &shown;
    how.tell = wanted.quiet || !isatty(STDERR_FILENO) ? NULL : show_progress;
    status = ln_stressing_init(&stressing, &how, &error);
    code = status ? answer_error(&answering, LN_ENGINE_STRESS, argv[0], status, &error)
                  : judge(&stressing, &answering, &error);
    ln_stressing_fini(&stressing);
    return code;
}

const struct command command_stress = {
    .name = "stress",
    .operands = "TEST.c [FILE.c]... [-- COMPILER FLAG...]",
    .summary = "run an object on real threads and judge what it does",
    .description = "Compiles the files, one of which declares an object (linnet/object.h), and calls its\n"
                   "operations at random from several threads, round after round, each from a fresh object.\n"
                   "Every round is recorded and judged; the first that is not linearizable is told with its core\n"
                   "and a picture. A crash, an exit or a hang of the code is told with the calls in flight.\n"
                   "Exit code: 0 every round held (other schedules might not), 1 a violation, a crash or a hang,\n"
                   "2 unknown, 64 usage, 65 the code does not compile or its declaration makes no sense.",
    .options = options,
    .option_count = sizeof options / sizeof *options,
    .run = run,
};
