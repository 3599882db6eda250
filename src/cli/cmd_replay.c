/* `linnet replay`: a violation that `linnet explore` has found, run again. */
#include "cli/answering.h"
#include "cli/exit.h"
#include "cli/interrupt.h"
#include "cli/outputs.h"
#include "cli/say.h"
#include "cli/say_finding.h"
#include "cli/shared_options.h"
#include "inquiry/code/replay.h"

#include <stdio.h>

struct replay_options {
    const char *compiler;
    double hang;
    bool json, quiet;
};

#define AT(field) offsetof(struct replay_options, field)

static const struct option options[] = {
    SHARED_CC("that of the finding"),
    SHARED_HANG("code that comes to no point for so long hangs (5s)"),
    SHARED_JSON("one line of JSON on standard output"),
    SHARED_QUIET,
};

static int exit_of_replay(const struct ln_replaying *replaying)
{
    return ln_replaying_is_doubtful(replaying) ? EXIT_UNKNOWN : replaying->same ? EXIT_HOLDS : EXIT_VIOLATED;
}

static enum ln_status tell(struct ln_replaying *replaying, const struct replay_options *wanted, struct ln_error *error)
{
    static const char *const words[] = {
        [EXIT_HOLDS] = "reproduced", [EXIT_VIOLATED] = "not reproduced", [EXIT_UNKNOWN] = "unknown"
    };
    struct ln_finding finding;
    enum ln_status status;
    ln_finding_init(&finding, LN_ENGINE_EXPLORE, replaying->memory);
    status = ln_replaying_tell(replaying, &finding, error);
    if (!status && !wanted->quiet)
        status = say_finding(&finding, words[exit_of_replay(replaying)], wanted->json);
    ln_finding_fini(&finding);
    return status;
}

static int replay(struct ln_replaying *replaying, const char *path, const struct replay_options *wanted,
                  struct ln_memory *memory)
{
    const struct answering answering = { .command = "linnet replay",
                                         .no_save = true,
                                         .json = wanted->json,
                                         .quiet = wanted->quiet,
                                         .interrupt = interrupt_flag() };
    struct ln_error error = { 0 };
    enum ln_status status = ln_replaying_init(replaying, path, memory, &error);
    if (!status &&
        !standard_output_spares("linnet replay", replaying->program.files.at, replaying->program.files.length))
        return EXIT_USAGE;
    if (!status)
        status = ln_replaying_run(replaying, wanted->compiler, wanted->hang, interrupt_flag(), &error);
    if (!status)
        status = tell(replaying, wanted, &error);
    if (status == LN_STOPPED)
        return answer_error(&answering, LN_ENGINE_EXPLORE, path, status, &error);
    if (status)
        return complain_of("linnet replay", status, &error);
    return exit_of_replay(replaying);
}

static int run(int argc, char **argv)
{
    struct replay_options wanted = { .hang = 5 };
    struct ln_replaying replaying;
    struct ln_memory memory;
    int files, code = options_begin(&command_replay, &wanted, argc, argv, &files);
    if (code >= 0)
        return code;
    if (files != 1) {
        fputs("linnet replay: name one finding, as `linnet explore` has saved it\n", stderr);
        return EXIT_USAGE;
    }
    ln_memory_init(&memory, UINT64_MAX);
    interrupt_listen();
    code = replay(&replaying, argv[0], &wanted, &memory);
    ln_replaying_fini(&replaying);
    return code;
}

const struct command command_replay = {
    .name = "replay",
    .operands = "FILE.finding",
    .summary = "run a violation again that `linnet explore` has found",
    .description = "Compiles the files that the finding names (as they were called then, so run it in the same\n"
                   "folder), runs its test with exactly the choices of its schedule, and shows every step.\n"
                   "Exit code: 0 the same failure was reproduced, 1 it was not, 2 unknown (the program, or what it\n"
                   "was judged by, has changed since, or the run was interrupted), 64 usage, 65 there is no schedule\n"
                   "in it, it makes no sense or the files do not compile.",
    .options = options,
    .option_count = sizeof options / sizeof *options,
    .run = run,
};
