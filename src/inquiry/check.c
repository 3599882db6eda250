#include "inquiry/check.h"

#include "check/by_counting.h"
#include "check/min_skew.h"
#include "finding/file.h"
#include "inquiry/binding.h"
#include "inquiry/judge.h"

#include <assert.h>
#include <string.h>

enum ln_status ln_check_choose(struct ln_check_options *how, const char *name, struct ln_error *error)
{
    static const char *const names[] = { "auto", "pattern", "counting", "frontier", "hitting", "search", "brute" };
    unsigned chosen = 0;
    while (name && chosen < sizeof names / sizeof *names && strcmp(names[chosen], name) != 0)
        chosen++;
    if (chosen == sizeof names / sizeof *names)
        return ln_fail(error, LN_USAGE,
                       "--algo %s: expected auto, pattern, counting, frontier, hitting, search or brute", name);
    how->algorithm = (enum ln_algorithm)chosen;
    if (how->k > LN_COUNTING_MOST_K)
        return ln_fail(error, LN_USAGE, "--k %u: expected 0 to %d", how->k, LN_COUNTING_MOST_K);
    if (how->depth && how->algorithm != LN_ALGORITHM_HITTING)
        return ln_fail(error, LN_USAGE, "--depth is for --algo hitting");
    return LN_OK;
}

struct file_checking {
    const struct ln_check_asked *asked;
    const char *path;
    struct ln_memory *memory;
    struct ln_budget budget;
    struct ln_binding binding;
    struct ln_observed *observed; /* the serial executions that stand with the history, or NULL */
    struct ln_str serial;         /* those that it is judged by, for who keeps what is found; empty: none */
    uint64_t cpu;
};

static void fresh_budget(struct file_checking *checking)
{
    struct ln_progress *progress = checking->asked->progress;
    ln_budget_init(&checking->budget, checking->memory, checking->asked->timeout, checking->asked->interrupt);
    checking->budget.progress = progress;
    if (!progress)
        return;
    atomic_store(&progress->configurations, 0);
    atomic_store(&progress->operations, 0);
    atomic_store(&progress->total, 0);
}

static bool interrupted(const struct file_checking *checking)
{
    return checking->asked->interrupt && *checking->asked->interrupt;
}

/* ---- one history ---- */

static void tell(struct file_checking *checking, struct ln_judged *judged)
{
    const struct ln_check_asked *asked = checking->asked;
    uint64_t limit = checking->memory->limit;
    struct ln_finding finding;
    assert(judged->outcome->verdict != LN_UNKNOWN || judged->outcome->reason != LN_REASON_NONE);
    judged->seconds = (double)(ln_cpu_time() - checking->cpu) / 1e9;
    judged->memory = ln_peak_memory();
    checking->memory->limit = UINT64_MAX;
    ln_finding_init(&finding, LN_ENGINE_CHECK, checking->memory);
    ln_report_judged(judged, &asked->style, &finding);
    if (finding.verdict == LN_HOLDS && judged->history->accused.length)
        ln_str_format(&finding.words.after,
                      "  This is about the calls alone; the finding that they stand with says more: %s.\n",
                      ln_str_borrow(&judged->history->accused));
    if (judged->source.spec)
        ln_str_add(&finding.serial, ln_str_borrow(&checking->serial), checking->serial.length);
    asked->found(asked->self, judged, &finding);
    ln_finding_fini(&finding);
    checking->memory->limit = limit;
    checking->cpu = ln_cpu_time();
}

static enum ln_status find_min_skew(struct file_checking *checking, struct ln_judged *judged, struct ln_min_skew *least,
                                    struct ln_error *error)
{
    if (!checking->asked->min_skew || judged->outcome->verdict != LN_VIOLATED)
        return LN_OK;
    judged->min_skew = least;
    return ln_min_skew(judged->history, judged->spec, &checking->asked->how, &checking->budget, least, error);
}

static void check_one(struct file_checking *checking, struct ln_judged *judged)
{
    const struct ln_check_asked *asked = checking->asked;
    struct ln_outcome outcome;
    struct ln_core core;
    struct ln_min_skew least;
    struct ln_error error = { 0 };
    ln_outcome_init(&outcome, checking->memory);
    ln_core_init(&core, checking->memory);
    if (asked->progress)
        atomic_store(&asked->progress->total, judged->history->operations.length);
    if (ln_judge(judged, &asked->how, &checking->budget, &outcome, &core, &error) ||
        find_min_skew(checking, judged, &least, &error))
        asked->failed(asked->self, judged->id, &error);
    else
        tell(checking, judged);
    ln_core_fini(&core);
    ln_outcome_fini(&outcome);
}

/* Reading was stopped by the budget: nothing is known of the history. */
static void tell_unread(struct file_checking *checking)
{
    struct ln_history nothing = { 0 };
    struct ln_outcome outcome;
    struct ln_judged judged = { .id = checking->path, .history = &nothing, .outcome = &outcome };
    ln_outcome_init(&outcome, checking->memory);
    outcome.reason = ln_reason_of(ln_budget_why(&checking->budget));
    assert(outcome.verdict == LN_UNKNOWN && outcome.reason != LN_REASON_NONE);
    tell(checking, &judged);
    ln_outcome_fini(&outcome);
}

/* ---- one file ---- */

static void check_history(struct file_checking *checking, const struct ln_reader *reader,
                          const struct ln_history *history, unsigned number)
{
    const struct ln_check_asked *asked = checking->asked;
    const char *own = asked->spec->own                                              ? asked->spec->name
                      : checking->binding.spec.class == checking->binding.otherwise ? checking->path
                                                                                    : NULL;
    struct ln_judged judged = { .history = history };
    struct ln_str id;
    ln_str_init(&id, checking->memory);
    ln_write_id(reader, history, checking->path, number, &id);
    judged.id = ln_str_borrow(&id);
    judged.spec = history->operations.length ? &checking->binding.spec : NULL;
    judged.source = (struct ln_source){ .input = checking->path,
                                        .format = ln_reader_format(reader),
                                        .number = number,
                                        .digest = ln_reader_digest(reader),
                                        .keyed = asked->keyed,
                                        .spec = judged.spec ? own : NULL,
                                        .skew = asked->skew_text };
    if (asked->read)
        asked->read(history, checking->path);
    check_one(checking, &judged);
    ln_str_fini(&id);
}

static enum ln_status check_all(struct file_checking *checking, struct ln_reader *reader, struct ln_error *error)
{
    enum ln_status status = LN_OK;
    bool found = true;
    for (unsigned number = 1; !status && found && !interrupted(checking); number++) {
        struct ln_history history;
        fresh_budget(checking);
        status = ln_reader_next(reader, &history, &found, error);
        if (status || !found)
            break;
        check_history(checking, reader, &history, number);
        ln_history_fini(&history);
    }
    return status;
}

/* A finding that was judged by serial executions has them with it: where nobody says what the object is, they do. */
static enum ln_status look_for_serial(struct file_checking *checking, struct ln_error *error)
{
    struct ln_error none;
    enum ln_status status;
    if (checking->asked->spec->name || !ln_finding_is_file(checking->path))
        return LN_OK;
    status = ln_observed_load(&checking->observed, checking->path, checking->memory, &none);
    if (!status)
        checking->binding.otherwise = ln_observed_class(checking->observed);
    return status == LN_NO_MEMORY ? ln_fail(error, status, "out of memory") : LN_OK;
}

static enum ln_status keep_serial(struct file_checking *checking, struct ln_error *error)
{
    const struct ln_check_asked *asked = checking->asked;
    const char *path = asked->spec->observed ? asked->spec->name : checking->observed ? checking->path : NULL;
    return asked->kept && path ? ln_observed_text(path, &checking->serial, error) : LN_OK;
}

enum ln_status ln_check_file(const struct ln_check_asked *asked, const char *path, struct ln_memory *memory,
                             struct ln_error *error)
{
    struct file_checking checking = { .asked = asked, .path = path, .memory = memory, .cpu = ln_cpu_time() };
    struct ln_reader_options reading = { .format = asked->format,
                                         .binder = &checking.binding.binder,
                                         .budget = &checking.budget,
                                         .keyed = asked->keyed,
                                         .skew = asked->skew,
                                         .times = asked->min_skew ? LN_TIMES_NEEDED
                                                  : asked->kept   ? LN_TIMES_KEPT
                                                                  : LN_TIMES_DROPPED };
    struct ln_reader *reader = NULL;
    enum ln_status status;
    ln_binding_init(&checking.binding, asked->spec);
    ln_str_init(&checking.serial, memory);
    fresh_budget(&checking);
    status = look_for_serial(&checking, error);
    if (!status)
        status = keep_serial(&checking, error);
    if (!status)
        status = ln_reader_open(&reader, path, &reading, memory, error);
    if (!status)
        status = check_all(&checking, reader, error);
    ln_explain_unnamed(path, asked->spec, status, memory, error);
    if (status == LN_NO_MEMORY)
        ln_budget_stop(&checking.budget, LN_STOP_MEMORY);
    if (status == LN_STOPPED || status == LN_NO_MEMORY) {
        tell_unread(&checking);
        status = LN_OK;
    }
    ln_reader_close(reader);
    ln_observed_free(checking.observed);
    ln_str_fini(&checking.serial);
    return status;
}
