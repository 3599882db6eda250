/* `linnet replay`: a schedule that `linnet explore` has saved, run again. */
#include "cli/exit.h"
#include "inquiry/code/explore_failure.h"
#include "cli/explore_picture.h"
#include "inquiry/code/explore_unseen.h"
#include "cli/interrupt.h"
#include "cli/outputs.h"
#include "cli/say.h"
#include "cli/schedule_file.h"
#include "cli/shared_options.h"
#include "cli/terminal.h"
#include "plugin/instrument.h"

#include <stdio.h>
#include <string.h>

struct replay_options {
    const char *compiler;
    double hang;
    bool json, quiet;
};

#define AT(field) offsetof(struct replay_options, field)

static const struct option options[] = {
    SHARED_CC("that of the schedule"),
    SHARED_HANG("code that comes to no point for so long hangs (5s)"),
    SHARED_JSON("one line of JSON on standard output"),
    SHARED_QUIET,
};

struct replaying {
    struct replay_options options;
    const char *path;
    struct ln_memory memory;
    struct schedule_file saved, present; /* as it was, and as it is */
    struct ln_compiled compiled;
    struct ln_explorer *explorer;
    struct ln_test test;
    struct ln_explore_unseen unseen;
    struct ln_error error;
    bool changed, same;
};

static void ignore_unseen(void *self, const struct ln_unhooked *unhooked)
{
    (void)self, (void)unhooked; /* explore has said so */
}

/* ---- the program ---- */

static enum ln_status compile(struct replaying *replaying, struct ln_sources *sources)
{
    static const char *files[SCHEDULE_WORDS], *flags[SCHEDULE_WORDS];
    const struct schedule_file *saved = &replaying->saved;
    enum ln_status status;
    for (unsigned i = 0; i < saved->file_count; i++)
        files[i] = saved->files[i];
    for (unsigned i = 0; i < saved->flag_count; i++)
        flags[i] = saved->flags[i];
    *sources = (struct ln_sources){ files, saved->file_count, flags, saved->flag_count,
                                    replaying->options.compiler ? replaying->options.compiler
                                    : saved->compiler[0]        ? saved->compiler
                                                                : NULL, false };
    status = ln_instrument(&replaying->compiled, sources, ignore_unseen, NULL, &replaying->error);
    if (!status)
        status = schedule_file_describe(&replaying->present, sources, replaying->compiled.object, &replaying->error);
    replaying->changed = strcmp(saved->program, replaying->present.program) != 0;
    return status;
}

static enum ln_status read_test(struct replaying *replaying)
{
    const struct ln_explored_object *object = ln_explorer_object(replaying->explorer);
    struct ln_test *test = &replaying->test;
    enum ln_status status = ln_test_parse(test, object, replaying->saved.test, replaying->path, &replaying->error);
    if (!status && replaying->saved.initial[0])
        status = ln_test_parse_sequence(&test->initial, object, replaying->saved.initial, replaying->path,
                                        &replaying->error);
    if (!status && replaying->saved.final[0])
        status = ln_test_parse_sequence(&test->final, object, replaying->saved.final, replaying->path,
                                        &replaying->error);
    return status == LN_USAGE ? LN_BAD_INPUT : status;
}

/* ---- the run ---- */

static enum ln_status run_again(struct replaying *replaying, const char *named)
{
    const struct schedule_file *saved = &replaying->saved;
    struct ln_explore_how how = { .hang = replaying->options.hang };
    enum ln_status status = ln_explorer_new(&replaying->explorer, replaying->compiled.object, named, &how, 1,
                                            &replaying->memory, &replaying->error);
    if (!status)
        status = read_test(replaying);
    if (!status)
        ln_explorer_forget(replaying->explorer, 0);
    for (size_t i = 0; i < saved->shared.length && !status; i++)
        if (!ln_explorer_know(replaying->explorer, 0, &saved->shared.at[i]))
            status = ln_fail(&replaying->error, LN_BAD_INPUT, "%s: it tells of memory that is not there",
                             replaying->path);
    if (!status)
        status = ln_explorer_replay(replaying->explorer, 0, &replaying->test, &saved->how, saved->choices.at,
                                    (uint32_t)saved->choices.length, &replaying->error);
    if (!status)
        ln_explore_unseen_take(&replaying->unseen, ln_explorer_trace(replaying->explorer, 0), replaying->compiled.object,
                            &replaying->memory);
    if (!status)
        replaying->same = ln_explored_same(saved->failure, saved->hash,
                                           ln_explorer_result(replaying->explorer, 0));
    return status;
}

/* ---- telling ---- */

static void write_changes(const struct replaying *replaying, struct ln_str *out)
{
    const struct schedule_file *saved = &replaying->saved, *present = &replaying->present;
    bool any = false;
    for (unsigned i = 0; i < saved->file_count; i++) {
        if (strcmp(saved->digests[i], present->digests[i]) == 0)
            continue;
        ln_str_format(out, "%s%s", any ? ", " : "  Changed since: ", saved->files[i]);
        any = true;
    }
    ln_str_text(out, any ? "\n" : "  Changed since: a header, the compiler or its flags.\n");
}

static void write_answer(const struct replaying *replaying, const struct ln_explored *now, struct ln_str *out)
{
    if (replaying->changed)
        ln_str_format(out, "unknown: the program has changed since, and %s\n",
                      replaying->same ? "still does the same" : "does something else");
    else if (!replaying->same)
        ln_str_text(out, "not reproduced: the schedule leads to something else\n");
    if (replaying->changed || !replaying->same)
        return;
    ln_str_text(out, "reproduced: ");
    ln_explore_failure_write(replaying->saved.files[0], NULL, replaying->saved.failure, now, out);
    ln_str_text(out, "\n  The schedule leads to the same failure.\n");
}

static void write_text(const struct replaying *replaying, struct ln_str *out)
{
    struct terminal terminal = terminal_look();
    struct ln_style style = { .colour = terminal.colour, .width = terminal.width, .utf8 = terminal.utf8 };
    const struct ln_explored *now = ln_explorer_result(replaying->explorer, 0);
    struct explore_picture picture = { replaying->explorer, now, &replaying->test, replaying->compiled.object,
                                       (struct ln_memory *)(uintptr_t)&replaying->memory };
    write_answer(replaying, now, out);
    if (replaying->changed)
        write_changes(replaying, out);
    if (ln_explore_unseen_count(&replaying->unseen)) {
        ln_str_text(out, "  Not everything was seen:\n");
        ln_explore_unseen_write(&replaying->unseen, out);
    }
    ln_str_text(out, "\n");
    explore_picture_steps(&picture, &style, out);
}

/* What was violated then is, when it comes again; what does not come says nothing of the object. */
static void write_json(const struct replaying *replaying, struct ln_str *out)
{
    bool replayed = replaying->same && !replaying->changed;
    struct ln_facts facts;
    ln_facts_init(&facts, out->memory);
    ln_facts_text(&facts, "id", replaying->path);
    ln_facts_verdict(&facts, replayed ? LN_VIOLATED : LN_UNKNOWN, LN_REASON_METHOD);
    ln_facts_truth(&facts, "replayed", replayed);
    ln_facts_text(&facts, "failure", ln_explore_failure_name(replaying->saved.failure));
    ln_facts_truth(&facts, "changed", replaying->changed);
    ln_facts_truth(&facts, "reproduced", replaying->same);
    ln_explore_unseen_facts(&replaying->unseen, &facts);
    ln_facts_json(&facts, out);
    ln_facts_fini(&facts);
}

static int tell(const struct replaying *replaying)
{
    struct ln_str text;
    ln_str_init(&text, (struct ln_memory *)(uintptr_t)&replaying->memory);
    if (replaying->options.json)
        write_json(replaying, &text);
    else
        write_text(replaying, &text);
    if (!replaying->options.quiet)
        say(ln_str_borrow(&text));
    ln_str_fini(&text);
    return replaying->changed ? EXIT_UNKNOWN : replaying->same ? EXIT_HOLDS : EXIT_VIOLATED;
}

static bool sources_are_spared(const struct replaying *replaying)
{
    for (unsigned i = 0; i < replaying->saved.file_count; i++) {
        const char *file = replaying->saved.files[i];
        if (!standard_output_spares("linnet replay", &file, 1))
            return false;
    }
    return true;
}

static int replay(struct replaying *replaying)
{
    struct ln_sources sources;
    int code;
    enum ln_status status = schedule_file_read(&replaying->saved, replaying->path, &replaying->error);
    if (!status && !sources_are_spared(replaying))
        return EXIT_USAGE;
    if (!status)
        status = compile(replaying, &sources);
    if (!status)
        status = run_again(replaying, sources.files[0]);
    if (status) {
        complain("linnet replay: %s\n", replaying->error.message);
        code = exit_of(status);
    } else {
        code = tell(replaying);
    }
    ln_explorer_free(replaying->explorer);
    ln_compiled_remove(&replaying->compiled);
    return code;
}

static int run(int argc, char **argv)
{
    static struct replaying replaying = { .options = { .hang = 5 } };
    int files, code = options_begin(&command_replay, &replaying.options, argc, argv, &files);
    if (code >= 0)
        return code;
    if (files != 1) {
        fputs("linnet replay: name one schedule, as `linnet explore` has saved it\n", stderr);
        return EXIT_USAGE;
    }
    replaying.path = argv[0];
    ln_memory_init(&replaying.memory, UINT64_MAX);
    schedule_file_init(&replaying.saved, &replaying.memory);
    schedule_file_init(&replaying.present, &replaying.memory);
    interrupt_listen();
    code = replay(&replaying);
    schedule_file_fini(&replaying.saved);
    schedule_file_fini(&replaying.present);
    return code;
}

const struct command command_replay = {
    .name = "replay", .operands = "FILE.schedule",
    .summary = "run a schedule again that `linnet explore` has saved",
    .description =
        "Compiles the files that the schedule names (as they were called then, so run it in the same\n"
        "folder), runs its test with exactly its choices, and shows every step.\n"
        "Exit code: 0 the same failure was reproduced, 1 it was not, 2 the program has changed since,\n"
        "64 usage, 65 the schedule makes no sense or the files do not compile.",
    .options = options, .option_count = sizeof options / sizeof *options, .run = run,
};
