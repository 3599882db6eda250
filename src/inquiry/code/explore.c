#include "inquiry/code/explore.h"

#include "check/check.h"
#include "plugin/instrument.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* ---- the program ---- */

/* What is in the code: whether it runs cannot be told. */
static void add_unseen(void *self, const struct ln_unhooked *unhooked)
{
    struct ln_exploring *exploring = self;
    struct ln_unseen thing = { .kind = unhooked->kind == LN_UNHOOKED_ASSEMBLY ? LN_UNSEEN_ASSEMBLY : LN_UNSEEN_CODE };
    snprintf(thing.name, sizeof thing.name, "%s", unhooked->name);
    snprintf(thing.place, sizeof thing.place, "%s", unhooked->place);
    ln_explore_unseen_add(&exploring->unseen, &thing);
}

/* A reference stands for all files but the one that declares the object, unless it does that, too. */
static bool declares_object(const char *path)
{
    FILE *file = fopen(path, "r");
    char line[1024];
    bool does = false;
    while (file && !does && fgets(line, sizeof line, file))
        does = strncmp(line, "LINNET_OBJECT", 13) == 0;
    if (file)
        fclose(file);
    return does;
}

static enum ln_status compile_reference(struct ln_exploring *exploring, struct ln_error *error)
{
    struct ln_sources sources = exploring->options.sources;
    const char *files[] = { sources.files[0], exploring->options.reference };
    bool declares = declares_object(files[1]);
    sources.files = files + declares;
    sources.file_count = 2 - (size_t)declares;
    return ln_instrument(&exploring->reference, &sources, add_unseen, exploring, error);
}

/* ---- what was asked for ---- */

/* NULL, or why it makes no sense. */
static const char *find_nonsense(const struct ln_exploring_options *options)
{
    const struct ln_plan_options *plan = &options->tests.plan;
    if (plan->threads > LN_TEST_THREADS)
        return "--threads: at most 8";
    if (plan->calls > LN_TEST_CALLS)
        return "--calls: at most 16";
    if (options->tests.jobs > LN_PROCESSES_MOST)
        return "--jobs: at most 64";
    if (options->histories && !plan->test)
        return "--histories: it needs --test";
    return ln_accepted_check(&options->accepted);
}

/* As many as there are processors, or as tests. */
static unsigned usual_jobs(const struct ln_plan_options *plan)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    return plan->test || cores < 1 ? 1 : cores > LN_PROCESSES_MOST ? LN_PROCESSES_MOST : (unsigned)cores;
}

enum ln_status ln_exploring_init(struct ln_exploring *exploring, const struct ln_exploring_options *options,
                                 struct ln_memory *memory, struct ln_error *error)
{
    struct ln_explored_code code = { .path = exploring->compiled.object };
    const char *nonsense = find_nonsense(options);
    struct ln_explore_how how = options->how;
    enum ln_status status;
    *exploring = (struct ln_exploring){ .options = *options, .memory = memory, .cpu = ln_cpu_time() };
    exploring->unseen.accepted = options->accepted;
    how.interrupt = options->tests.interrupt;
    if (nonsense)
        return ln_fail(error, LN_USAGE, "%s", nonsense);
    if (!options->tests.jobs || options->tests.plan.test)
        exploring->options.tests.jobs = usual_jobs(&options->tests.plan);
    status = ln_instrument(&exploring->compiled, &options->sources, add_unseen, exploring, error);
    if (!status && options->reference) {
        status = compile_reference(exploring, error);
        how.reference = exploring->reference.object;
        how.reference_named = options->reference;
    }
    if (!status) {
        code.named = options->sources.files[0];
        status = ln_processes_new(&exploring->processes, &code, &how, exploring->options.tests.jobs, memory, error);
    }
    if (!status)
        exploring->object = ln_processes_object(exploring->processes);
    return status;
}

void ln_exploring_fini(struct ln_exploring *exploring)
{
    if (exploring->explorer.options)
        ln_explorer_fini(&exploring->explorer);
    ln_judged_again_fini(&exploring->again);
    ln_processes_free(exploring->processes);
    ln_compiled_remove(&exploring->compiled);
    ln_compiled_remove(&exploring->reference);
}

/* ---- what it is judged by ---- */

const char *ln_exploring_spec(const struct ln_exploring *exploring)
{
    const char *declared = exploring->object->spec;
    if (exploring->options.reference || exploring->options.how.unchecked)
        return NULL;
    return exploring->options.spec ? exploring->options.spec : declared[0] ? declared : NULL;
}

static enum ln_status judge(void *self, struct ln_history *history, enum ln_verdict *verdict, struct ln_error *error)
{
    struct ln_exploring *exploring = self;
    struct ln_check_options how = { .jobs = 1 };
    struct ln_spec spec;
    struct ln_budget budget;
    struct ln_outcome outcome;
    uint32_t operation, line;
    enum ln_status status = ln_chosen_spec_parse(exploring->chosen, &history->values, &spec, error);
    if (!status)
        status = ln_spec_bind(&spec, history, &operation, error);
    if (!status)
        status = ln_history_seal(history, &line, error);
    if (status)
        return status;
    ln_budget_init(&budget, history->memory, exploring->options.tests.test_timeout, NULL);
    ln_outcome_init(&outcome, history->memory);
    status = ln_check(history, &spec, &how, &budget, &outcome, error);
    *verdict = outcome.verdict;
    ln_outcome_fini(&outcome);
    return !status && *verdict == LN_VIOLATED ? ln_observed_is_of_test(&spec, history, error) : status;
}

static enum ln_status choose(struct ln_exploring *exploring, const struct ln_chosen_spec *chosen,
                             struct ln_error *error)
{
    struct ln_explore_how *how = ln_processes_how(exploring->processes);
    struct ln_values values;
    struct ln_spec spec;
    enum ln_status status;
    exploring->chosen = chosen;
    if (!chosen) {
        snprintf(exploring->serial, sizeof exploring->serial, "%.256s/serial-", exploring->compiled.folder);
        how->serial = exploring->options.reference ? NULL : exploring->serial;
        return LN_OK;
    }
    ln_values_init(&values, exploring->memory);
    status = ln_chosen_spec_parse(chosen, &values, &spec, error);
    ln_values_fini(&values);
    how->judge = judge;
    how->self = exploring;
    return status;
}

/* ---- the tests ---- */

static void take_met(void *self, const struct ln_shared *trace)
{
    struct ln_exploring *exploring = self;
    ln_explore_unseen_take(&exploring->unseen, trace, exploring->compiled.object, exploring->memory);
    ln_explore_long_take(&exploring->longs, trace, exploring->compiled.object, exploring->memory);
}

static enum ln_status run_tests(struct ln_exploring *exploring, struct ln_error *error)
{
    struct ln_explorer_options *options = &exploring->options.tests;
    enum ln_status status;
    options->self = exploring;
    options->met = take_met;
    status = ln_explorer_init(&exploring->explorer, options, exploring->processes, exploring->memory, error);
    return status ? status : ln_explorer_run(&exploring->explorer, error);
}

/* What its own schedule does not lead to can be neither shown nor said. Where not all was seen, that is the reason. */
static void doubt_unconfirmed(struct ln_exploring *exploring)
{
    const struct ln_failing *failing = ln_explorer_failing(&exploring->explorer);
    if (failing && !failing->confirmed && !failing->explored->without_calls && !ln_exploring_is_doubtful(exploring))
        failing->explored->failure = LN_FAILURE_DIVERGES;
}

enum ln_status ln_exploring_run(struct ln_exploring *exploring, const struct ln_chosen_spec *chosen,
                                struct ln_error *error)
{
    const char *path = exploring->options.histories;
    enum ln_status status = choose(exploring, chosen, error);
    if (!status && path)
        status = ln_outfile_open(&exploring->histories, path, error);
    if (status)
        return status;
    ln_processes_how(exploring->processes)->histories = exploring->histories.to;
    status = run_tests(exploring, error);
    if (!status)
        status = ln_outfile_close(&exploring->histories, error);
    ln_outfile_drop(&exploring->histories);
    if (!status)
        doubt_unconfirmed(exploring);
    return status ? status : ln_exploring_judge_again(exploring, error);
}
