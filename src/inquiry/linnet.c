/* The public interface: judging histories in memory and in files. */
#include "linnet/linnet.h"

#include "base/sized.h"
#include "inquiry/binding.h"
#include "inquiry/judge.h"
#include "inquiry/library_finding.h"
#include "inquiry/library_history.h"

#include <stdio.h>

struct judging {
    linnet_options options;
    struct ln_memory memory;
    struct ln_budget budget; /* of one history */
    struct ln_binding binding;
    struct ln_check_options how;
    struct ln_chosen_spec chosen;
    _Atomic(const char *) nonsense;     /* that it answered, or NULL: then nothing that was found counts, */
    volatile sig_atomic_t is_nonsense;  /* and no more is looked for */
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
    judging->chosen = (struct ln_chosen_spec){ .name = wanted->spec };
    ln_binding_init(&judging->binding, &judging->chosen);
    judging->how = (struct ln_check_options){ .algorithm = LN_ALGORITHM_AUTO, .jobs = wanted->jobs,
                                              .allow_empty = wanted->allow_empty != 0 };
    atomic_init(&judging->nonsense, NULL);
    judging->is_nonsense = 0;
    if (wrong)
        return ln_fail(error, LN_USAGE, "%s", wrong);
    if (wanted->own_spec)
        status = ln_plugin_borrow(&judging->chosen.plugin, wanted->own_spec, nonsense, &judging->memory, error);
    if (judging->chosen.plugin)
        judging->chosen.own = ln_plugin_class(judging->chosen.plugin);
    return status;
}

static linnet_status end(struct judging *judging, enum ln_status status, const struct ln_error *error, char *message,
                         size_t room)
{
    ln_chosen_spec_free(&judging->chosen);
    if (status && message && room)
        snprintf(message, room, "%s", error->message[0] ? error->message : ln_status_text(status));
    return ln_status_told(status);
}

static void fresh_budget(struct judging *judging)
{
    ln_budget_init(&judging->budget, &judging->memory, judging->options.timeout, &judging->is_nonsense);
}

/* Judges what has its history, which is bound, and a name. */
static enum ln_status find_out(struct judging *judging, struct ln_judged *judged, linnet_finding **out,
                               struct ln_error *error)
{
    uint64_t start = ln_cpu_time();
    struct ln_outcome outcome;
    struct ln_core core;
    linnet_finding *finding = NULL;
    enum ln_status status;
    ln_outcome_init(&outcome, &judging->memory);
    ln_core_init(&core, &judging->memory);
    if (judged->history->operations.length)
        judged->spec = &judging->binding.spec;
    status = ln_judge(judged, &judging->how, &judging->budget, &outcome, &core, error);
    judged->seconds = (double)(ln_cpu_time() - start) / 1e9;
    judged->memory = atomic_load(&judging->memory.peak);
    if (!status) {
        finding = ln_library_finding_new();
        if (!finding || !ln_library_finding_judged(finding, LN_ENGINE_CHECK, judged))
            status = ln_fail(error, LN_NO_MEMORY, "out of memory");
    }
    if (atomic_load(&judging->nonsense))
        status = ln_fail(error, LN_BAD_INPUT, "the spec answers nonsense: %s", atomic_load(&judging->nonsense));
    ln_core_fini(&core);
    ln_outcome_fini(&outcome);
    *out = finding;
    if (status) {
        linnet_finding_free(finding);
        *out = NULL;
    }
    return status;
}

/* ---- in memory ---- */

static enum ln_status judge_copy(struct judging *judging, struct ln_history *history, linnet_finding **finding,
                                 struct ln_error *error)
{
    struct ln_judged judged = { .id = history->id.at, .history = history };
    struct ln_error fault = { 0 };
    uint32_t operation = 0, line;
    enum ln_status status = ln_chosen_spec_parse(&judging->chosen, &history->values, &judging->binding.spec, error);
    if (status)
        return status;
    status = ln_spec_bind(&judging->binding.spec, history, &operation, &fault);
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
    *finding = NULL;
    if (!status && ln_library_history_status(history))
        status = ln_fail(&error, ln_library_history_status(history), "%s", linnet_history_error(history));
    if (!status && !judging.options.own_spec && !judging.options.spec)
        status = ln_fail(&error, LN_USAGE, "nothing says what the object is: neither options.spec nor options.own_spec");
    if (!status)
        status = ln_library_history_copy(history, &copy, &judging.memory, &error);
    if (!status) {
        fresh_budget(&judging);
        status = judge_copy(&judging, &copy, finding, &error);
        ln_history_fini(&copy);
    }
    return end(&judging, status, &error, message, room);
}

/* ---- files ---- */

/* Whoever is told. */
struct listener {
    linnet_tell *tell;
    void *context;
};

/* *found is false at the end. */
static enum ln_status check_next(struct judging *judging, struct ln_reader *reader, struct ln_judged *judged,
                                 const struct listener *listener, bool *found, struct ln_error *error)
{
    linnet_finding *finding = NULL;
    struct ln_history history;
    struct ln_str id;
    enum ln_status status;
    fresh_budget(judging);
    status = ln_reader_next(reader, &history, found, error);
    if (status || !*found)
        return status;
    ln_str_init(&id, &judging->memory);
    judged->source.number++;
    judged->source.format = ln_reader_format(reader);
    judged->source.digest = ln_reader_digest(reader);
    ln_write_id(reader, &history, judged->source.input, judged->source.number, &id);
    judged->id = ln_str_borrow(&id);
    judged->history = &history;
    status = find_out(judging, judged, &finding, error);
    if (!status)
        listener->tell(listener->context, finding);
    linnet_finding_free(finding);
    ln_str_fini(&id);
    ln_history_fini(&history);
    return status;
}

linnet_status linnet_check_file(const char *path, const linnet_options *options, linnet_tell *tell, void *context,
                                char *message, size_t room)
{
    const struct listener listener = { tell, context };
    struct judging judging;
    struct ln_reader_options reading = { .binder = &judging.binding.binder, .budget = &judging.budget };
    struct ln_reader *reader = NULL;
    struct ln_error error = { 0 };
    enum ln_status status = begin(&judging, options, &error);
    bool found = true;
    unsigned number = 0;
    fresh_budget(&judging);
    reading.format = judging.options.format;
    if (!status)
        status = ln_reader_open(&reader, path, &reading, &judging.memory, &error);
    while (!status && found) {
        struct ln_judged judged = { .source = { .input = path, .number = number++ } };
        status = check_next(&judging, reader, &judged, &listener, &found, &error);
    }
    ln_reader_close(reader);
    return end(&judging, status, &error, message, room);
}

const char *linnet_version(void)
{
    return LINNET_VERSION;
}
