#include "cli/explore_save.h"

#include "inquiry/judge.h"
#include "base/outfile.h"
#include "cli/explore_picture.h"
#include "cli/interrupt.h"
#include "cli/schedule_file.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* ---- the schedule ---- */

static void describe_sequence(struct exploring *exploring, const struct ln_test_sequence *sequence,
                              char to[SCHEDULE_TEXT])
{
    struct ln_str text;
    ln_str_init(&text, &exploring->memory);
    ln_test_write_sequence(exploring->object, sequence, &text);
    snprintf(to, SCHEDULE_TEXT, "%s", ln_str_borrow(&text));
    ln_str_fini(&text);
}

static void describe_test(struct exploring *exploring, const struct ln_test *test, struct schedule_file *file)
{
    struct ln_str text;
    ln_str_init(&text, &exploring->memory);
    ln_test_write(exploring->object, test, &text);
    snprintf(file->test, SCHEDULE_TEXT, "%s", ln_str_borrow(&text));
    ln_str_fini(&text);
    describe_sequence(exploring, &test->initial, file->initial);
    describe_sequence(exploring, &test->final, file->final);
}

static enum ln_status save_schedule(struct exploring *exploring, const struct ln_failing *failure,
                                    const char *path, struct ln_error *error)
{
    const struct ln_explored *explored = failure->explored;
    struct ln_shared_run run = { 0 };
    struct schedule_file *file = ln_take(&exploring->memory, sizeof *file);
    enum ln_status status;
    bool fits = file != NULL;
    if (!fits)
        return ln_fail(error, LN_NO_MEMORY, "out of memory");
    schedule_file_init(file, &exploring->memory);
    file->failure = explored->failure;
    file->serial = explored->in_phase_one;
    memcpy(file->hash, explored->hash, sizeof file->hash);
    file->how = explored->how;
    for (uint32_t i = 0; i < explored->choice_count && fits; i++)
        fits = ln_vec_push(&file->choices, file->memory, explored->choices[i]);
    while (fits && ln_explorer_shared(exploring->explorer, 0, &run))
        fits = ln_vec_push(&file->shared, file->memory, run);
    describe_test(exploring, &failure->test, file);
    status = fits ? schedule_file_describe(file, &exploring->sources, exploring->compiled.object, error)
                  : ln_fail(error, LN_NO_MEMORY, "out of memory");
    if (!status)
        status = schedule_file_write(file, path, error);
    schedule_file_fini(file);
    ln_give(&exploring->memory, file, sizeof *file);
    return status;
}

/* ---- the history ---- */

static bool ends_stuck(const struct ln_explored *explored)
{
    return explored->end == LN_END_DEADLOCK || explored->end == LN_END_LIVELOCK;
}

static enum ln_status save_history(struct exploring *exploring, const struct ln_failing *failure,
                                   const char *path, struct ln_error *error)
{
    struct explore_picture picture = { exploring->explorer, failure->explored, &failure->test,
                                       exploring->compiled.object, &exploring->memory };
    struct ln_str text;
    enum ln_status status;
    ln_str_init(&text, &exploring->memory);
    explore_picture_history(&picture, exploring->object->name,
                            exploring->spec && !exploring->chosen.own ? exploring->spec : NULL,
                            ends_stuck(failure->explored) && !exploring->options.classical, &text);
    status = text.failed ? ln_fail(error, LN_NO_MEMORY, "out of memory") : ln_outfile_write(path, ln_str_borrow(&text), error);
    ln_str_fini(&text);
    return status;
}

static enum ln_status read_back(struct exploring *exploring, struct explore_saved *saved, const char *spec,
                                struct ln_error *error)
{
    struct ln_reader_options reading = { 0 };
    struct ln_reader *reader = NULL;
    struct ln_budget budget;
    bool found = false;
    enum ln_status status;
    ln_binding_init(&saved->binding, &saved->chosen);
    if (own_spec_load(&saved->chosen, spec, 0, &exploring->memory))
        return ln_fail(error, LN_INTERNAL, "%s: what was written cannot be read", spec);
    ln_budget_init(&budget, &exploring->memory, 0, interrupt_flag());
    reading.binder = &saved->binding.binder;
    reading.budget = &budget;
    status = ln_reader_open(&reader, saved->history, &reading, &exploring->memory, error);
    if (!status)
        status = ln_reader_next(reader, &saved->read_back, &found, error);
    saved->read = !status && found;
    if (saved->read) {
        ln_outcome_init(&saved->outcome, &exploring->memory);
        ln_core_init(&saved->core, &exploring->memory);
        saved->finding = (struct ln_judged){
            .id = exploring->object->name, .history = &saved->read_back, .spec = &saved->binding.spec,
            .source = { .input = saved->history, .format = ln_reader_format(reader), .number = 1,
                        .digest = ln_reader_digest(reader), .spec = saved->chosen.own ? spec : NULL } };
        status = ln_judge(&saved->finding, &(struct ln_check_options){ .jobs = 1 }, &budget, &saved->outcome,
                          &saved->core, error);
    }
    if (!status && saved->read && saved->finding.core) {
        struct ln_str text;
        ln_str_init(&text, &exploring->memory);
        ln_report_certificate(&saved->finding, &text);
        status = ln_outfile_write(saved->certificate, ln_str_borrow(&text), error);
        ln_str_fini(&text);
    }
    ln_reader_close(reader);
    return status;
}

static bool is_about_history(const struct ln_explored *explored)
{
    return explored->failure == LN_FAILURE_ORDER || explored->failure == LN_FAILURE_STUCK;
}

/* Operations that may take effect late, and references with histories of their own, have no serial explanation that
 * other code could judge by. */
static bool can_confirm(const struct exploring *exploring)
{
    bool async = false;
    for (unsigned i = 0; i < exploring->object->count; i++)
        async |= exploring->object->operations[i].async;
    return exploring->spec || (!async && !exploring->options.reference);
}

enum ln_status explore_save(struct exploring *exploring, const struct ln_failing *failure,
                            struct explore_saved *saved, struct ln_error *error)
{
    const char *name = exploring->save;
    enum ln_status status;
    memset(saved, 0, sizeof *saved);
    snprintf(saved->schedule, sizeof saved->schedule, "%s.schedule", name);
    status = save_schedule(exploring, failure, saved->schedule, error);
    if (status || !is_about_history(failure->explored))
        return status;
    snprintf(saved->history, sizeof saved->history, "%s.jsonl", name);
    status = save_history(exploring, failure, saved->history, error);
    if (status || !can_confirm(exploring))
        return status;
    snprintf(saved->certificate, sizeof saved->certificate, "%s.certificate", name);
    if (!exploring->spec) {
        snprintf(saved->serial, sizeof saved->serial, "%s.serial", name);
        status = ln_outfile_write(saved->serial, ln_str_borrow(&failure->serial), error);
        if (status)
            return status;
    }
    status = read_back(exploring, saved, exploring->spec ? exploring->spec : saved->serial, error);
    if (status == LN_BAD_INPUT && !exploring->spec && !saved->read) {
        /* A call that no serial execution comes to: who knows only those cannot judge it. */
        saved->certificate[0] = '\0';
        *error = (struct ln_error){ 0 };
        return LN_OK;
    }
    if (!status && saved->outcome.verdict == LN_HOLDS)
        status = ln_fail(error, LN_INTERNAL, "%s: the history was found to be a violation, but is none", saved->history);
    return status;
}

void explore_saved_fini(struct explore_saved *saved)
{
    if (saved->read) {
        ln_core_fini(&saved->core);
        ln_outcome_fini(&saved->outcome);
        ln_history_fini(&saved->read_back);
    }
    ln_chosen_spec_free(&saved->chosen);
}
