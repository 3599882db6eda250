/* `linnet verify`: does a finding show what it claims? */
#include "cli/exit.h"
#include "cli/guard.h"
#include "cli/interrupt.h"
#include "cli/outputs.h"
#include "cli/own_spec.h"
#include "cli/say.h"
#include "cli/say_cut.h"
#include "cli/shared_options.h"
#include "inquiry/verify.h"

struct verify_options {
    const char *spec;
    uint64_t memory;
    bool quiet, allow_empty;
};

#define AT(field) offsetof(struct verify_options, field)

static const struct option options[] = {
    SHARED_SPEC("the object, instead of the one that the finding names"),
    SHARED_MEMORY("three quarters of the machine"),
    SHARED_ALLOW_EMPTY,
    SHARED_QUIET,
};

struct verification {
    struct verify_options options;
    struct ln_memory memory;
    struct ln_chosen_spec spec;
    const char *path; /* of the findings */
    int code;         /* to exit with */
};

static void tell(void *self, enum ln_verified verified, uint64_t line, const char *what)
{
    static const char *const words[] = {
        [LN_VERIFIED_STANDS] = "stands", [LN_VERIFIED_FALLS] = "falls", [LN_VERIFIED_UNKNOWN] = "unknown"
    };
    static const int codes[] = {
        [LN_VERIFIED_STANDS] = EXIT_HOLDS, [LN_VERIFIED_FALLS] = EXIT_VIOLATED, [LN_VERIFIED_UNKNOWN] = EXIT_UNKNOWN
    };
    struct verification *verification = self;
    struct ln_str text;
    exit_worse(&verification->code, codes[verified]);
    if (verification->options.quiet)
        return;
    ln_str_init(&text, &verification->memory);
    ln_str_format(&text, "%s: %s:%llu: %s\n", words[verified], verification->path, (unsigned long long)line, what);
    say(ln_str_borrow(&text));
    ln_str_fini(&text);
}

static void tell_wrong(void *self, enum ln_status status, const char *message)
{
    struct verification *verification = self;
    complain("linnet: %s\n", message);
    exit_worse(&verification->code, status == LN_NO_MEMORY ? EXIT_UNKNOWN : EXIT_BAD_INPUT);
}

static void tell_cut(void *self, const struct ln_history *history, const char *path)
{
    const struct verification *verification = self;
    if (!verification->options.quiet)
        say_cut(history, path);
}

static bool may_read(void *self, const char *path)
{
    struct verification *verification = self;
    bool may = standard_output_spares("linnet verify", &path, 1);
    exit_worse(&verification->code, may ? EXIT_HOLDS : EXIT_BAD_INPUT);
    return may;
}

static int run(int argc, char **argv)
{
    struct verification verification = { .code = EXIT_HOLDS };
    const struct verify_options *wanted = &verification.options;
    int files, code = options_begin(&command_verify, &verification.options, argc, argv, &files);
    struct ln_verify_asked asked = { .spec = &verification.spec,
                                     .allow_empty = wanted->allow_empty,
                                     .interrupt = interrupt_flag(),
                                     .self = &verification,
                                     .answer = tell,
                                     .wrong = tell_wrong,
                                     .reading = guard_history,
                                     .read = tell_cut,
                                     .may_read = may_read };
    if (code >= 0)
        return code;
    if (files < 1 || files > 2) {
        complain("linnet verify: expected a file of findings, and perhaps the history\n");
        return EXIT_USAGE;
    }
    interrupt_listen();
    verification.path = argv[0];
    asked.history = files == 2 ? argv[1] : NULL;
    ln_memory_init(&verification.memory, wanted->memory ? wanted->memory : options_usual_memory());
    code = own_spec_load(&verification.spec, wanted->spec, 0, ln_compiler_limit(0, interrupt_flag()),
                         &verification.memory);
    if (!code) {
        ln_verify_file(&asked, argv[0], &verification.memory);
        exit_worse(&verification.code, *interrupt_flag() ? EXIT_UNKNOWN : EXIT_HOLDS);
        code = verification.code;
    }
    ln_chosen_spec_free(&verification.spec);
    return code;
}

const struct command command_verify = {
    .name = "verify",
    .operands = "FINDING [HISTORY]",
    .summary = "does a finding show what it claims?",
    .description = "Checks findings (`linnet check --save`, `--certificate`) with code that shares nothing with\n"
                   "the engines: that the history is the one that is meant, that the witness is an order of its\n"
                   "operations that real time and the object allow, or that the core follows from it and\n"
                   "allows no order. The history is the one in the file, else that at the path in the finding, or\n"
                   "HISTORY. An object of your own has to be named with --spec: nothing is run because a finding\n"
                   "says so. Exit code: 0 it stands, 1 it falls, 2 the history is another one, has nothing to look\n"
                   "at, or it is too large to be checked, 64 usage, 65 bad input.",
    .options = options,
    .option_count = sizeof options / sizeof *options,
    .run = run,
};
