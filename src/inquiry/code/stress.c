#include "inquiry/code/stress.h"

#include "check/check.h"
#include "inquiry/code/program.h"

/* ---- the test ---- */

static enum ln_status load(struct ln_stressing *s, struct ln_error *error)
{
    const struct ln_sources *sources = &s->options.sources;
    struct ln_compiled compiled = { .folder = "" };
    enum ln_status status = ln_compile(&compiled, sources, error);
    if (!status)
        status = ln_program_say(sources, compiled.object, &s->sources, error);
    if (!status)
        status = ln_stress_new(&s->stress, compiled.object, s->test, &s->options.run, &s->memory, error);
    ln_compiled_remove(&compiled);
    return status;
}

/* What the user says outweighs what the test declares. */
static enum ln_status name_spec(struct ln_stressing *s, struct ln_error *error)
{
    const struct ln_stress_object *object = ln_stress_object(s->stress);
    s->spec = s->options.spec ? s->options.spec : object->spec;
    if (*s->spec)
        return ln_spec_is_of_any_calls(s->spec, "the calls of a stress run are drawn at random", error);
    return ln_fail(error, LN_USAGE,
                   "%s: nothing says what the object ought to be; name it with --spec (`linnet specs` "
                   "lists them), or in the declaration (.spec)",
                   s->test);
}

enum ln_status ln_stressing_init(struct ln_stressing *s, const struct ln_stressing_options *options,
                                 struct ln_error *error)
{
    enum ln_status status;
    *s = (struct ln_stressing){ .options = *options, .test = options->sources.files[0], .cpu = ln_cpu_time() };
    ln_memory_init(&s->memory, options->memory);
    ln_facts_init(&s->sources, &s->memory);
    ln_outcome_init(&s->outcome, &s->memory);
    ln_core_init(&s->core, &s->memory);
    status = load(s, error);
    if (!status)
        status = name_spec(s, error);
    if (!status && ln_stress_object(s->stress)->idle_threads == options->run.threads)
        status = ln_fail(error, LN_USAGE, "no thread has anything to call");
    return status;
}

void ln_stressing_fini(struct ln_stressing *s)
{
    if (s->history.memory)
        ln_history_fini(&s->history);
    if (s->judge.memory)
        ln_stress_judge_fini(&s->judge);
    ln_core_fini(&s->core);
    ln_outcome_fini(&s->outcome);
    ln_facts_fini(&s->sources);
    ln_stress_free(s->stress);
}

/* ---- its rounds ---- */

static enum ln_status judge_round(void *context, struct ln_stress *stress, bool *violated, struct ln_error *error)
{
    struct ln_stressing *s = context;
    enum ln_verdict verdict;
    enum ln_status status = ln_stress_judge_round(&s->judge, stress, &verdict, error);
    *violated = !status && verdict == LN_VIOLATED;
    if (s->judge.rounds % 64 == 0 && s->options.tell)
        s->options.tell(s->options.context, s);
    return status;
}

/* Does the object let the calls wait for ever that do? */
static bool may_wait(struct ln_stressing *s)
{
    struct ln_stress_judge *judge = &s->judge;
    struct ln_error error = { 0 };
    struct ln_history history;
    struct ln_budget budget;
    bool may = false;
    if (judge->how.keep_object || ln_stress_judge_build(judge, s->stress, true, &history, &error))
        return false;
    history.stuck = true;
    ln_budget_init(&budget, judge->memory, 5, NULL);
    ln_outcome_clear(&judge->outcome);
    if (judge->parsed.class->blocks &&
        !ln_check(&history, &judge->parsed, &(struct ln_check_options){ .jobs = 1 }, &budget, &judge->outcome, &error))
        may = judge->outcome.verdict == LN_HOLDS;
    ln_history_fini(&history);
    return may;
}

static enum ln_status conclude(struct ln_stressing *s, struct ln_error *error)
{
    struct ln_stress_judge *judge = &s->judge;
    if (s->news == LN_STRESS_REFUSED)
        return ln_fail(error, LN_BAD_INPUT, "%s: %s", s->test, ln_stress_why(s->stress));
    if (s->news == LN_STRESS_FULL)
        return ln_fail(error, LN_USAGE, "--length: values are so large that a round does not fit");
    s->may_wait = s->news == LN_STRESS_HUNG && !ln_stress_where(s->stress) && may_wait(s);
    if (s->may_wait) {
        judge->rounds++;
        if (!judge->unknown++)
            judge->reason = LN_REASON_BOUND;
    }
    return LN_OK;
}

enum ln_status ln_stressing_run(struct ln_stressing *s, const struct ln_chosen_spec *chosen, struct ln_error *error)
{
    const struct ln_stress_judging judging = { chosen, s->options.timeout, s->options.run.keep_object };
    const struct ln_stress_listener listener = { judge_round, s, s->options.interrupt };
    struct ln_error why = { 0 };
    enum ln_status status = ln_stress_judge_init(&s->judge, &judging, &s->memory, &why);
    if (status)
        return ln_fail(error, status, "%s%s", s->options.spec ? "--spec: " : "", why.message);
    s->start = ln_now();
    status = ln_stress_judge_rounds(s->stress, &listener, &s->news, &why);
    return status ? ln_fail(error, status, "%s: %s", s->test, why.message) : conclude(s, error);
}
