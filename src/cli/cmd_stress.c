/* `linnet stress`: the user's code on real threads, judged while it runs. */
#include "cli/exit.h"
#include "cli/interrupt.h"
#include "cli/outputs.h"
#include "cli/own_spec.h"
#include "cli/say.h"
#include "cli/shared_options.h"
#include "cli/stress_tell.h"
#include "plugin/compile.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

struct stress_options {
    const char *spec, *compiler, *save, *certificate;
    unsigned threads, length;
    uint64_t operations, rounds, seed, memory;
    double seconds, hang, timeout;
    bool keep, json, quiet;
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
    SHARED_SAVE("write the history of a violation, for `linnet check`"),
    SHARED_CERTIFICATE("with --save: write what shows it (`linnet verify`)"),
    SHARED_JSON("one line of JSON on standard output"),
    SHARED_QUIET,
};

struct stressing {
    struct stress_options options;
    struct ln_memory memory;
    struct ln_chosen_spec spec;
    struct ln_stress_judge judge;
    struct ln_stress *stress;
    struct stress_telling telling;
    uint64_t start, shown;
};

static int usage(const char *message)
{
    complain("linnet stress: %s\n", message);
    return EXIT_USAGE;
}

/* ---- running ---- */

static void show_progress(struct stressing *stressing, bool last)
{
    const struct ln_stress_judge *judge = &stressing->judge;
    uint64_t now = ln_now();
    if (stressing->options.quiet || !isatty(STDERR_FILENO) || (!last && now - stressing->shown < 250000000))
        return;
    stressing->shown = now;
    if (last)
        fputs("\r\033[K", stderr);
    else
        fprintf(stderr, "\r\033[K%.60s: %llu rounds, %llu operations, %.0f s", stressing->telling.test,
                (unsigned long long)judge->rounds, (unsigned long long)judge->operations,
                (double)(now - stressing->start) / 1e9);
    fflush(stderr);
}

static enum ln_status judge_round(void *context, struct ln_stress *stress, bool *violated, struct ln_error *error)
{
    struct stressing *stressing = context;
    enum ln_verdict verdict;
    enum ln_status status = ln_stress_judge_round(&stressing->judge, stress, &verdict, error);
    *violated = !status && verdict == LN_VIOLATED;
    if (stressing->judge.rounds % 64 == 0)
        show_progress(stressing, false);
    return status;
}

static int judge_rounds(struct stressing *stressing)
{
    struct ln_stress_judge *judge = &stressing->judge;
    const struct stress_telling *telling = &stressing->telling;
    struct ln_stress_listener listener = { judge_round, stressing, interrupt_flag() };
    struct ln_error error = { 0 };
    enum ln_stress_news news;
    enum ln_status status = ln_stress_judge_rounds(stressing->stress, &listener, &news, &error);
    show_progress(stressing, true);
    if (status) {
        complain("linnet stress: %s: %s\n", telling->test, error.message);
        return exit_of(status);
    }
    switch (news) {
    case LN_STRESS_ROUND: return stress_tell_violation(telling, judge, stressing->stress);
    case LN_STRESS_DONE: return stress_tell_end(telling, judge, false);
    case LN_STRESS_INTERRUPTED: return stress_tell_end(telling, judge, true);
    case LN_STRESS_REFUSED:
        complain("linnet stress: %s: %s\n", telling->test, ln_stress_why(stressing->stress));
        return EXIT_BAD_INPUT;
    case LN_STRESS_KILLED:
        complain("linnet stress: %s: the process that runs it was killed from outside\n", telling->test);
        return stress_tell_end(telling, judge, true);
    case LN_STRESS_FULL: return usage("--length: values are so large that a round does not fit");
    default: return stress_tell_accident(telling, judge, stressing->stress, news);
    }
}

/* ---- preparing ---- */

static uint64_t rounds_of(const struct stress_options *wanted)
{
    uint64_t each = (uint64_t)wanted->threads * wanted->length, rounds = UINT64_MAX;
    if (wanted->rounds)
        rounds = wanted->rounds;
    if (wanted->operations && (wanted->operations + each - 1) / each < rounds)
        rounds = (wanted->operations + each - 1) / each;
    return rounds;
}

/* What the user says outweighs what the test declares. */
static int find_spec(struct stressing *stressing)
{
    const struct ln_stress_object *object = ln_stress_object(stressing->stress);
    const char *spec = stressing->options.spec ? stressing->options.spec : object->spec;
    if (!*spec) {
        complain("linnet stress: %s: nothing says what the object ought to be; name it with --spec "
                "(`linnet specs` lists them), or in the declaration (.spec)\n", stressing->telling.test);
        return EXIT_USAGE;
    }
    stressing->telling.spec = spec;
    return own_spec_load(&stressing->spec, spec, stressing->options.timeout, &stressing->memory);
}

static int judge_all(struct stressing *stressing)
{
    const struct stress_options *wanted = &stressing->options;
    struct ln_error error = { 0 };
    const struct ln_stress_object *object = ln_stress_object(stressing->stress);
    struct ln_stress_judging judging;
    int code = find_spec(stressing);
    enum ln_status status;
    if (code)
        return code;
    if (object->idle_threads == wanted->threads)
        return usage("no thread has anything to call");
    if (object->idle_threads && !wanted->quiet)
        complain("linnet stress: %u of %u threads have nothing to call: every operation is another's role\n",
                object->idle_threads, wanted->threads);
    judging = (struct ln_stress_judging){ &stressing->spec, wanted->timeout, wanted->keep };
    status = ln_stress_judge_init(&stressing->judge, &judging, &stressing->memory, &error);
    if (status) {
        complain("linnet stress: %s%s\n", wanted->spec ? "--spec: " : "", error.message);
        code = exit_of(status);
    } else {
        stressing->start = ln_now();
        code = judge_rounds(stressing);
    }
    ln_stress_judge_fini(&stressing->judge);
    return code;
}

static int run_with(struct stressing *stressing, const struct ln_sources *sources)
{
    const struct stress_options *wanted = &stressing->options;
    struct ln_stress_options how = { .threads = wanted->threads, .length = wanted->length, .rounds = rounds_of(wanted),
                                     .seed = wanted->seed, .seconds = wanted->seconds,
                                     .patience = wanted->hang, .keep_object = wanted->keep };
    struct ln_compiled compiled = { .folder = "" };
    struct ln_error error = { 0 };
    enum ln_status status = ln_compile(&compiled, sources, &error);
    int code;
    if (!status)
        status = ln_stress_new(&stressing->stress, compiled.object, sources->files[0], &how, &stressing->memory, &error);
    ln_compiled_remove(&compiled);
    if (status) {
        complain("linnet stress: %s\n", error.message);
        return exit_of(status);
    }
    code = judge_all(stressing);
    ln_stress_free(stressing->stress);
    ln_chosen_spec_free(&stressing->spec);
    return code;
}

static bool outputs_spare_inputs(const struct stress_options *wanted, const char *const *sources, size_t count)
{
    const char *const outputs[] = { wanted->save, wanted->certificate };
    const char *spec = ln_spec_file(wanted->spec);
    for (int i = 0; i < 2; i++)
        if (!output_spares("linnet stress", outputs[i], sources, count) ||
            !output_spares("linnet stress", outputs[i], &spec, 1))
            return false;
    return outputs_differ("linnet stress", wanted->save, wanted->certificate);
}

static int run(int argc, char **argv)
{
    struct stressing stressing = { .options = { .threads = 2, .length = 10, .hang = 10,
                                                .memory = UINT64_C(1) << 30 } };
    struct stress_options *wanted = &stressing.options;
    int flags = options_dashes(argc, argv), files;
    int code = options_begin(&command_stress, wanted, flags, argv, &files);
    struct ln_sources sources;
    double given;
    if (code >= 0)
        return code;
    if (files == 0)
        return usage("no test given; name the file that declares the object, and those it needs");
    if (wanted->threads > LN_STRESS_THREADS)
        return usage("--threads: at most 64");
    if (wanted->length > 1000)
        return usage("--length: at most 1000; --long makes long runs of short stretches");
    if (wanted->certificate && !wanted->save)
        return usage("--certificate: it needs the history, too (--save)");
    if (wanted->save && strcmp(wanted->save, "-") == 0)
        return usage("--save: a file is needed, which is read again");
    if (!wanted->operations && !wanted->rounds && wanted->seconds <= 0)
        wanted->seconds = 5;
    given = wanted->timeout;
    if (wanted->timeout <= 0)
        wanted->timeout = 10;
    if (!outputs_spare_inputs(wanted, (const char *const *)argv, (size_t)files))
        return EXIT_USAGE;
    sources = (struct ln_sources){ (const char *const *)argv, (size_t)files, (const char *const *)argv + flags + 1,
                                   flags < argc ? (size_t)(argc - flags - 1) : 0, wanted->compiler, true };
    ln_memory_init(&stressing.memory, wanted->memory);
    stressing.telling = (struct stress_telling){ .test = argv[0], .save = wanted->save,
                                                 .certificate = wanted->certificate, .seed = wanted->seed,
                                                 .threads = wanted->threads, .json = wanted->json,
                                                 .quiet = wanted->quiet, .keep_object = wanted->keep,
                                                 .cpu = ln_cpu_time(), .interrupt = interrupt_flag(),
                                                 .chosen = &stressing.spec };
    interrupt_listen();
    ln_compiler_limit(given, interrupt_flag());
    return run_with(&stressing, &sources);
}

const struct command command_stress = {
    .name = "stress", .operands = "TEST.c [FILE.c]... [-- COMPILER FLAG...]",
    .summary = "run an object on real threads and judge what it does",
    .description =
        "Compiles the files, one of which declares an object (linnet/object.h), and calls its\n"
        "operations at random from several threads, round after round, each from a fresh object.\n"
        "Every round is recorded and judged; the first that is not linearizable is told with its core\n"
        "and a picture. A crash, an exit or a hang of the code is told with the calls in flight.\n"
        "Exit code: 0 every round held (other schedules might not), 1 a violation, a crash or a hang,\n"
        "2 unknown, 64 usage, 65 the code does not compile or its declaration makes no sense.",
    .options = options, .option_count = sizeof options / sizeof *options, .run = run,
};
