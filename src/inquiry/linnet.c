/* The public interface: judging histories in memory and in files. */
#include "linnet/linnet.h"

#include "base/sized.h"
#include "inquiry/check.h"
#include "inquiry/judge.h"
#include "inquiry/library_finding.h"
#include "inquiry/library_history.h"

#include <stdio.h>

static const struct ln_style told_style = { .width = 80 };

struct judging {
    linnet_options options;
    struct ln_memory memory;
    struct ln_check_options how;
    struct ln_chosen_spec chosen;
    _Atomic(const char *) nonsense;    /* that it answered, or NULL: then nothing that was found counts, */
    volatile sig_atomic_t is_nonsense; /* and no more is looked for */
};

static void hear_nonsense(void *context, const char *what)
{
    struct judging *judging = context;
    const char *none = NULL;
    atomic_compare_exchange_strong(&judging->nonsense, &none, what);
    judging->is_nonsense = 1;
}

static enum ln_status begin(struct judging *judging, const linnet_options *options, struct ln_error *error)
{
    const char *wrong = ln_sized_read(&judging->options, sizeof judging->options, options);
    struct ln_plugin_nonsense nonsense = { hear_nonsense, judging };
    const linnet_options *wanted = &judging->options;
    enum ln_status status = LN_OK;
    ln_memory_init(&judging->memory, wanted->memory ? wanted->memory : UINT64_MAX);
    judging->chosen = (struct ln_chosen_spec){ .name = wanted->own_spec ? NULL : wanted->spec };
    judging->how = (struct ln_check_options){ .algorithm = LN_ALGORITHM_AUTO,
                                              .jobs = wanted->jobs,
                                              .allow_empty = wanted->allow_empty != 0 };
    atomic_init(&judging->nonsense, NULL);
    judging->is_nonsense = 0;
    if (!wrong && !(wanted->timeout >= 0))
        wrong = "options.timeout is no time";
    if (wrong)
        return ln_fail(error, LN_USAGE, "%s", wrong);
    if (wanted->own_spec)
        status = ln_plugin_borrow(&judging->chosen.plugin, wanted->own_spec, nonsense, &judging->memory, error);
    if (judging->chosen.plugin)
        judging->chosen.own = ln_plugin_class(judging->chosen.plugin);
    return status;
}

/* Whatever else was wrong, nonsense was the reason. */
static linnet_status end(struct judging *judging, enum ln_status status, struct ln_error *error, char *message,
                         size_t room)
{
    const char *nonsense = atomic_load(&judging->nonsense);
    if (nonsense)
        status = ln_fail(error, LN_BAD_INPUT, "the spec answers nonsense: %s", nonsense);
    ln_chosen_spec_free(&judging->chosen);
    if (status && message && room)
        snprintf(message, room, "%s", error->message[0] ? error->message : ln_status_text(status));
    return ln_status_told(status);
}

/* A finding of the caller's. */
static enum ln_status hand_out(const struct ln_judged *judged, const struct ln_finding *found, linnet_finding **out)
{
    *out = ln_library_finding_new();
    if (*out && ln_library_finding_judged(*out, judged, found))
        return LN_OK;
    linnet_finding_free(*out);
    *out = NULL;
    return LN_NO_MEMORY;
}

/* ---- in memory ---- */

/* The history is bound and sealed. */
static enum ln_status find_out(struct judging *judging, struct ln_judged *judged, linnet_finding **out,
                               struct ln_error *error)
{
    uint64_t start = ln_cpu_time();
    struct ln_budget budget;
    struct ln_outcome outcome;
    struct ln_core core;
    struct ln_finding found;
    enum ln_status status;
    ln_budget_init(&budget, &judging->memory, judging->options.timeout, &judging->is_nonsense);
    ln_outcome_init(&outcome, &judging->memory);
    ln_core_init(&core, &judging->memory);
    status = ln_judge(judged, &judging->how, &budget, &outcome, &core, error);
    judging->memory.limit = UINT64_MAX; /* what was found out is told in any case */
    ln_finding_init(&found, LN_ENGINE_CHECK, &judging->memory);
    judged->seconds = (double)(ln_cpu_time() - start) / 1e9;
    judged->memory = ln_peak_memory();
    if (!status) {
        ln_report_judged(judged, &told_style, &found);
        status = hand_out(judged, &found, out);
    }
    ln_finding_fini(&found);
    ln_core_fini(&core);
    ln_outcome_fini(&outcome);
    return status;
}

static enum ln_status judge_copy(struct judging *judging, struct ln_history *history, linnet_finding **finding,
                                 struct ln_error *error)
{
    struct ln_spec spec;
    struct ln_judged judged = { .id = history->id.at,
                                .history = history,
                                .spec = history->operations.length ? &spec : NULL };
    struct ln_error fault = { 0 };
    uint32_t operation = 0, line;
    enum ln_status status = ln_chosen_spec_parse(&judging->chosen, &history->values, &spec, error);
    if (status)
        return status;
    status = ln_spec_bind(&spec, history, &operation, &fault);
    if (status)
        return ln_fail(error, status, "operation %u: %s", operation, fault.message);
    status = ln_history_seal(history, &line, error);
    return status ? status : find_out(judging, &judged, finding, error);
}

linnet_status linnet_judge(const linnet_history *history, const linnet_options *options, linnet_finding **finding,
                           char *message, size_t room)
{
    struct judging judging;
    struct ln_history copy;
    struct ln_error error = { 0 };
    enum ln_status status = begin(&judging, options, &error);
    linnet_status told;
    *finding = NULL;
    if (!status && ln_library_history_status(history))
        status = ln_fail(&error, ln_library_history_status(history), "%s", linnet_history_error(history));
    if (!status && !judging.options.own_spec && !judging.options.spec)
        status = ln_fail(&error, LN_USAGE, "nothing says what the object is: neither options.spec nor own_spec does");
    if (!status)
        status = ln_library_history_copy(history, &copy, &judging.memory, &error);
    if (!status) {
        status = judge_copy(&judging, &copy, finding, &error);
        ln_history_fini(&copy);
    }
    told = end(&judging, status, &error, message, room);
    if (told) {
        linnet_finding_free(*finding);
        *finding = NULL;
    }
    return told;
}

/* ---- files ---- */

/* Whoever is told, and what went wrong first while he was. */
struct listener {
    struct judging *judging;
    linnet_tell *tell;
    void *context;
    struct ln_error error;
};

static void found_out(void *self, const struct ln_judged *judged, const struct ln_finding *found)
{
    struct listener *listener = self;
    linnet_finding *finding;
    if (listener->error.status || atomic_load(&listener->judging->nonsense))
        return;
    if (hand_out(judged, found, &finding))
        ln_fail(&listener->error, LN_NO_MEMORY, "out of memory");
    else
        listener->tell(listener->context, finding);
    linnet_finding_free(finding);
}

static void failed(void *self, const char *id, const struct ln_error *error)
{
    struct listener *listener = self;
    if (!listener->error.status)
        ln_fail(&listener->error, error->status ? error->status : LN_INTERNAL, "%s: %s", id, error->message);
}

linnet_status linnet_check_file(const char *path, const linnet_options *options, linnet_tell *tell, void *context,
                                char *message, size_t room)
{
    struct judging judging;
    struct listener listener = { .judging = &judging, .tell = tell, .context = context };
    struct ln_error error = { 0 };
    enum ln_status status = begin(&judging, options, &error);
    const struct ln_check_asked asked = { .spec = &judging.chosen,
                                          .format = judging.options.format,
                                          .how = judging.how,
                                          .style = told_style,
                                          .timeout = judging.options.timeout,
                                          .interrupt = &judging.is_nonsense,
                                          .self = &listener,
                                          .found = found_out,
                                          .failed = failed };
    if (!status)
        status = ln_check_file(&asked, path, &judging.memory, &error);
    if (!status && listener.error.status) {
        error = listener.error;
        status = error.status;
    }
    return end(&judging, status, &error, message, room);
}

const char *linnet_version(void)
{
    return LINNET_VERSION;
}
