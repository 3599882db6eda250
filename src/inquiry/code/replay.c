#include "inquiry/code/replay.h"

#include "explore/choice_names.h"
#include "finding/file.h"
#include "inquiry/code/explore_failure.h"
#include "inquiry/code/explored_run.h"
#include "plugin/instrument.h"

#include <string.h>

static void ignore_unseen(void *self, const struct ln_unhooked *unhooked)
{
    (void)self, (void)unhooked; /* explore has said so */
}

/* ---- what was found ---- */

static enum ln_status find_schedule(struct ln_replaying *replaying, struct ln_finding_reader *reader,
                                    struct ln_error *error)
{
    bool found = true;
    while (found) {
        enum ln_status status = ln_finding_next(reader, &replaying->saved, &found, error);
        if (status)
            return status;
        replaying->found = found && replaying->saved.schedule.length;
        if (replaying->found)
            return LN_OK;
        if (found)
            ln_finding_fini(&replaying->saved);
    }
    return ln_fail(error, LN_BAD_INPUT,
                   "%s: there is no schedule in it; only a violation that `linnet explore` found "
                   "can be run again",
                   replaying->path);
}

/* What is said to be reproduced is what was found. */
static enum ln_status compare_failures(const struct ln_replaying *replaying, struct ln_error *error)
{
    const char *found = replaying->saved.failure, *scheduled = ln_failure_name(replaying->schedule.failure);
    if (!found || strcmp(found, scheduled) == 0)
        return LN_OK;
    return ln_fail(error, LN_BAD_INPUT, "%s: it was found to be '%.40s', and its schedule leads to '%s'",
                   replaying->path, found, scheduled);
}

enum ln_status ln_replaying_init(struct ln_replaying *replaying, const char *path, struct ln_memory *memory,
                                 struct ln_error *error)
{
    struct ln_finding_reader *reader = NULL;
    struct ln_error wrong = { 0 };
    enum ln_status status;
    *replaying = (struct ln_replaying){ .path = path, .memory = memory };
    ln_schedule_init(&replaying->schedule, memory);
    ln_facts_init(&replaying->subject, memory);
    status = ln_finding_open(&reader, path, memory, error);
    if (!status)
        status = find_schedule(replaying, reader, error);
    if (!status) {
        status = ln_program_hear(&replaying->program, &replaying->saved.subject, &wrong);
        if (status)
            ln_fail(error, status, "%s:%llu: %s", path, (unsigned long long)ln_finding_line(reader), wrong.message);
    }
    if (!status) {
        const struct ln_str *lines = &replaying->saved.schedule;
        status = ln_schedule_read(&replaying->schedule, (struct ln_text){ lines->at, lines->length }, path, error);
    }
    if (!status)
        status = compare_failures(replaying, error);
    ln_finding_close(reader);
    return status;
}

void ln_replaying_fini(struct ln_replaying *replaying)
{
    ln_processes_free(replaying->processes);
    ln_compiled_remove(&replaying->compiled);
    ln_program_said_fini(&replaying->present, replaying->memory);
    ln_facts_fini(&replaying->subject);
    ln_schedule_fini(&replaying->schedule);
    ln_program_said_fini(&replaying->program, replaying->memory);
    if (replaying->found)
        ln_finding_fini(&replaying->saved);
}

/* ---- the run ---- */

/* What is found is found by that spec or reference: what another one would say of the same history nobody knows. Crashes and
 * the like need no judge. */
static enum ln_status look_at_judge(struct ln_replaying *replaying)
{
    const struct ln_facts *then = &replaying->saved.subject;
    const char *spec = ln_fact_text(then, ln_facts_find(then, NULL, "spec_digest"));
    const char *digest = spec ? spec : ln_fact_text(then, ln_facts_find(then, NULL, "reference_digest"));
    enum ln_failure failure = replaying->schedule.failure;
    struct ln_error gone;
    struct ln_facts now;
    enum ln_status status;
    if (digest && (failure == LN_FAILURE_ORDER || failure == LN_FAILURE_STUCK))
        replaying->judge = ln_fact_text(then, ln_facts_find(then, NULL, spec ? "spec" : "reference"));
    if (!replaying->judge)
        return LN_OK;
    ln_facts_init(&now, replaying->memory);
    status = ln_program_say_digest("digest", replaying->judge, &now, &gone);
    replaying->judge_is_gone = status && status != LN_NO_MEMORY;
    replaying->judge_has_changed = !status &&
                                   strcmp(digest, ln_fact_text(&now, ln_facts_find(&now, NULL, "digest"))) != 0;
    ln_facts_fini(&now);
    return status == LN_NO_MEMORY ? status : LN_OK;
}

static enum ln_status compile(struct ln_replaying *replaying, const char *compiler,
                              const volatile sig_atomic_t *interrupted, struct ln_error *error)
{
    const struct ln_program_said *program = &replaying->program;
    struct ln_sources sources = { .files = program->files.at,
                                  .file_count = program->files.length,
                                  .flags = program->flags.at,
                                  .flag_count = program->flags.length,
                                  .compiler = compiler ? compiler : program->compiler,
                                  .limit = ln_compiler_limit(0, interrupted) };
    enum ln_status status = ln_instrument(&replaying->compiled, &sources, ignore_unseen, NULL, error);
    if (!status)
        status = ln_program_say(&sources, replaying->compiled.object, &replaying->subject, error);
    if (!status)
        status = ln_program_hear(&replaying->present, &replaying->subject, error);
    if (!status && look_at_judge(replaying))
        status = ln_fail(error, LN_NO_MEMORY, "out of memory");
    if (!status)
        replaying->changed = strcmp(program->code, replaying->present.code) != 0;
    return status;
}

static enum ln_status read_test(struct ln_replaying *replaying, struct ln_error *error)
{
    const struct ln_explored_object *object = ln_processes_object(replaying->processes);
    const struct ln_schedule *schedule = &replaying->schedule;
    struct ln_test *test = &replaying->test;
    const char *path = replaying->path;
    enum ln_status status = ln_test_parse(test, object, ln_str_borrow(&schedule->test), path, error);
    if (!status && schedule->initial.length)
        status = ln_test_parse_sequence(&test->initial, object, schedule->initial.at, path, error);
    if (!status && schedule->final.length)
        status = ln_test_parse_sequence(&test->final, object, schedule->final.at, path, error);
    return status == LN_USAGE ? LN_BAD_INPUT : status;
}

static enum ln_status run_again(struct ln_replaying *replaying, const volatile sig_atomic_t *interrupted,
                                struct ln_error *error)
{
    const struct ln_schedule *schedule = &replaying->schedule;
    const struct ln_chosen_run run = { &schedule->how, schedule->choices.at, (uint32_t)schedule->choices.length,
                                       interrupted };
    struct ln_processes *processes = replaying->processes;
    enum ln_status status;
    ln_processes_forget(processes, 0);
    for (size_t i = 0; i < schedule->shared.length; i++)
        if (!ln_processes_know(processes, 0, &schedule->shared.at[i]))
            return ln_fail(error, LN_BAD_INPUT, "%s: it tells of memory that is not there", replaying->path);
    status = ln_processes_replay(processes, 0, &replaying->test, &run, error);
    if (status)
        return status;
    ln_explore_unseen_take(&replaying->unseen, ln_processes_trace(processes, 0), replaying->compiled.object,
                           replaying->memory);
    replaying->stop = ln_processes_result(processes, 0)->stop;
    replaying->same = ln_explored_same(schedule->failure, schedule->hash, ln_processes_result(processes, 0));
    return LN_OK;
}

enum ln_status ln_replaying_run(struct ln_replaying *replaying, const char *compiler, double hang,
                                const volatile sig_atomic_t *interrupted, struct ln_error *error)
{
    struct ln_explored_code code = { .path = replaying->compiled.object };
    struct ln_explore_how how = { .hang = hang, .interrupt = interrupted };
    enum ln_status status = compile(replaying, compiler, interrupted, error);
    if (!status) {
        code.named = replaying->program.files.at[0];
        status = ln_processes_new(&replaying->processes, &code, &how, 1, replaying->memory, error);
    }
    if (!status)
        status = read_test(replaying, error);
    return status ? status : run_again(replaying, interrupted, error);
}

/* ---- telling ---- */

static void write_changes(const struct ln_replaying *replaying, struct ln_str *out)
{
    const struct ln_program_said *then = &replaying->program, *now = &replaying->present;
    bool any = false;
    if (!replaying->changed)
        return;
    for (size_t i = 0; i < then->files.length; i++) {
        if (strcmp(then->digests.at[i], now->digests.at[i]) == 0)
            continue;
        ln_str_format(out, "%s%s", any ? ", " : "  Changed since: ", then->files.at[i]);
        any = true;
    }
    ln_str_text(out, any ? "\n" : "  Changed since: a header, the compiler or its flags.\n");
}

/* The run was not seen through. */
static void write_stop(const struct ln_replaying *replaying, struct ln_str *answer)
{
    const struct ln_explored *result = ln_processes_result(replaying->processes, 0);
    ln_str_text(answer, result->stop == LN_STOP_MEMORY ? "the memory was not enough for the run to end"
                        : result->killed               ? "the process was killed from outside before the run ended"
                                                       : "interrupted before the run ended");
    if (replaying->changed)
        ln_str_text(answer, "; the program has changed since");
}

static void write_judge(const struct ln_replaying *replaying, struct ln_str *out)
{
    if (replaying->judge_has_changed || replaying->judge_is_gone)
        ln_str_format(out, "  What it was judged by, %s, %s.\n", replaying->judge,
                      replaying->judge_is_gone ? "cannot be read any more" : "has changed since, too");
}

static void write_words(const struct ln_replaying *replaying, struct ln_finding *finding)
{
    struct ln_str *answer = &finding->answer, *about = &finding->words.about;
    write_changes(replaying, about);
    if (replaying->stop) {
        write_stop(replaying, answer);
    } else if (replaying->changed) {
        ln_str_format(answer, "the program has changed since, and %s",
                      replaying->same ? "still does the same" : "does something else");
        write_judge(replaying, about);
    } else if (ln_replaying_has_changed(replaying)) {
        ln_str_format(answer, "the history is the same, but %s, by which it was judged, %s", replaying->judge,
                      replaying->judge_is_gone ? "cannot be read any more" : "has changed since");
        ln_str_text(about, "  To see what is said of it now, explore again.\n");
    } else if (replaying->same) {
        ln_explore_failure_write(replaying->program.files.at[0], NULL, replaying->schedule.failure,
                                 ln_processes_result(replaying->processes, 0), answer);
        ln_str_text(about, "  The schedule leads to the same failure.\n");
    } else {
        ln_str_text(answer, "the schedule leads to something else");
    }
    if (ln_explore_unseen_count(&replaying->unseen)) {
        ln_str_text(about, "  Not everything was seen:\n");
        ln_explore_unseen_write(&replaying->unseen, about);
    }
    ln_str_text(&finding->words.steps, "\n");
}

enum ln_status ln_replaying_tell(struct ln_replaying *replaying, struct ln_finding *finding, struct ln_error *error)
{
    struct ln_explored_run run = { replaying->processes, ln_processes_result(replaying->processes, 0), &replaying->test,
                                   replaying->compiled.object, false };
    enum ln_status status = ln_explored_run_steps(&run, finding);
    finding->replayed = replaying->same && !ln_replaying_is_doubtful(replaying);
    finding->verdict = finding->replayed ? LN_VIOLATED : LN_UNKNOWN;
    finding->reason = finding->replayed ? LN_REASON_NONE
                      : replaying->stop ? ln_reason_of(replaying->stop)
                                        : LN_REASON_METHOD;
    finding->failure = ln_failure_name(replaying->schedule.failure);
    finding->methods = LN_METHOD_EXPLORE;
    ln_str_text(&finding->id, replaying->path);
    ln_facts_copy_all(&finding->subject, &replaying->subject);
    ln_explore_unseen_facts(&replaying->unseen, &finding->coverage);
    ln_facts_text(&finding->evidence, "test", ln_str_borrow(&replaying->schedule.test));
    ln_facts_truth(&finding->evidence, "changed", ln_replaying_has_changed(replaying));
    if (!replaying->stop)
        ln_facts_truth(&finding->evidence, "reproduced", replaying->same);
    write_words(replaying, finding);
    ln_processes_cost(replaying->processes, &finding->seconds, &finding->memory_peak);
    return status ? ln_fail(error, status, "out of memory") : LN_OK;
}
