/* What was found by exploring, as a finding: the verdict, names and values, and what is drawn. */
#include "inquiry/code/explore.h"

#include "explore/choice_names.h"
#include "finding/earned.h"
#include "inquiry/code/explored_run.h"
#include "inquiry/code/program.h"
#include "inquiry/code/schedule.h"

/* ---- the verdict ---- */

bool ln_exploring_ends_all(const struct ln_exploring *exploring)
{
    const struct ln_totals *totals = &exploring->explorer.totals;
    return !totals->cut && !totals->stop && !totals->too_long;
}

bool ln_exploring_tries_all(const struct ln_exploring *exploring)
{
    return !exploring->longs.count && !exploring->explorer.totals.unfair;
}

/* What is not put back before each run makes the serial executions, a crash or a hang worthless; a history that a spec
 * forbids is real if it comes again where nothing else has run. */
bool ln_exploring_is_doubtful(const struct ln_exploring *exploring)
{
    const struct ln_failing *failing = ln_explorer_failing(&exploring->explorer);
    enum ln_failure failure = failing ? failing->explored->failure : LN_FAILURE_NONE;
    if (failure == LN_FAILURE_HANG || failure == LN_FAILURE_STUCK)
        return ln_explore_unseen_count(&exploring->unseen) > 0; /* it may wait for what another thread does unseen */
    if (!ln_explore_unseen_leaks(&exploring->unseen))
        return false;
    switch (failure) {
    case LN_FAILURE_ORDER: return !exploring->chosen || !failing->confirmed;
    case LN_FAILURE_FAULT: return !failing->confirmed;
    case LN_FAILURE_NONE:
    case LN_FAILURE_CREATE: return false;
    case LN_FAILURE_SERIAL:
    case LN_FAILURE_CRASH:
    case LN_FAILURE_EXIT:
    case LN_FAILURE_HANG:
    case LN_FAILURE_STUCK:
    case LN_FAILURE_DIVERGES: break;
    }
    return true;
}

/* Why not all was done that the sentence names. */
static enum ln_reason stopped_by(const struct ln_exploring *exploring)
{
    const struct ln_totals *totals = &exploring->explorer.totals;
    if (totals->stop)
        return ln_reason_of(totals->stop);
    if (totals->loose)
        return LN_REASON_METHOD;
    if (totals->lacking || totals->too_long)
        return LN_REASON_BOUND;
    if (totals->undecided)
        return LN_REASON_TIME;
    if (totals->cut || exploring->options.how.unchecked || exploring->options.how.strategy == LN_RANDOM)
        return LN_REASON_METHOD;
    return LN_REASON_NONE;
}

/* What the tests have called of what is declared. */
static struct ln_operations_seen operations_seen(const struct ln_exploring *exploring)
{
    const struct ln_explored_object *object = exploring->object;
    const struct ln_plan_options *plan = &exploring->options.tests.plan;
    struct ln_operations_seen operations = { .threads = plan->threads,
                                             .chosen = plan->test != NULL,
                                             .left_out = plan->test ? "--test" : "--entries",
                                             .not_called = "no test comes to it",
                                             .advice = "  Whatever it does was not looked at. Give it more weight "
                                                       "(.weight), make more tests (--tests, --auto), or "
                                                       "choose\n  the calls (--entries, --test).\n" };
    for (unsigned i = 0; i < object->count; i++)
        ln_operations_seen_add(&operations, object->operations[i].name, &exploring->explorer.totals.seen,
                               ln_plan_uncalled(&exploring->explorer.plan, i));
    return operations;
}

static void decide(const struct ln_exploring *exploring, const struct ln_operations_seen *operations,
                   struct ln_finding *finding)
{
    const struct ln_failing *failing = ln_explorer_failing(&exploring->explorer);
    const struct ln_totals *totals = &exploring->explorer.totals;
    struct ln_coverage coverage = { .looked_at = totals->histories - totals->empty,
                                    .unseen = ln_explore_unseen_count(&exploring->unseen) +
                                              ln_operations_unseen(operations),
                                    .stopped = stopped_by(exploring) };
    if (!failing) {
        finding->verdict = ln_earned(&coverage, &finding->reason);
        return;
    }
    finding->failure = ln_failure_name(failing->explored->failure);
    finding->verdict = LN_UNKNOWN;
    if (ln_exploring_is_doubtful(exploring))
        finding->reason = LN_REASON_UNSEEN;
    else if (failing->explored->failure == LN_FAILURE_DIVERGES)
        finding->reason = LN_REASON_METHOD;
    else
        finding->verdict = LN_VIOLATED;
}

/* ---- names and values ---- */

/* By what it is judged; files may change until it is run again. */
static enum ln_status say_judge(const struct ln_exploring *exploring, struct ln_facts *subject, struct ln_error *error)
{
    const char *spec = exploring->chosen ? exploring->chosen->name : NULL;
    const char *reference = spec ? NULL : exploring->options.reference;
    if (spec)
        ln_facts_text(subject, "spec", spec);
    if (reference)
        ln_facts_text(subject, "reference", reference);
    if (ln_spec_file(spec))
        return ln_program_say_digest("spec_digest", spec, subject, error);
    return reference ? ln_program_say_digest("reference_digest", reference, subject, error) : LN_OK;
}

static enum ln_status say_subject(const struct ln_exploring *exploring, struct ln_finding *finding,
                                  struct ln_error *error)
{
    const struct ln_exploring_options *options = &exploring->options;
    enum ln_status status = ln_program_say(&options->sources, exploring->compiled.object, &finding->subject, error);
    ln_facts_text(&finding->subject, "object", exploring->object->name);
    if (!status)
        status = say_judge(exploring, &finding->subject, error);
    if (exploring->again.judged && exploring->chosen && !exploring->chosen->own)
        ln_str_text(&finding->spec, exploring->chosen->name);
    return status;
}

static void say_bounds(const struct ln_explore_how *how, struct ln_facts *facts)
{
    ln_facts_group(facts, "bounds");
    if (how->strategy == LN_RANDOM) {
        ln_facts_number(facts, "random", how->runs);
    } else if (how->strategy == LN_DELAYS) {
        ln_facts_number(facts, "delays", how->bound);
    } else {
        ln_facts_number(facts, "preemptions", how->bound);
        ln_facts_number(facts, "switches", how->switches);
    }
    ln_facts_end(facts);
}

static void say_coverage(const struct ln_exploring *exploring, enum ln_verdict verdict, struct ln_facts *facts)
{
    const struct ln_totals *totals = &exploring->explorer.totals;
    ln_facts_number(facts, "tests", totals->tests);
    ln_facts_number(facts, "schedules", totals->schedules);
    ln_facts_number(facts, "cut_short", totals->redundant);
    ln_facts_number(facts, "histories", totals->histories);
    ln_facts_number(facts, "serial", totals->serial);
    ln_facts_truth(facts, "complete", verdict == LN_HOLDS && ln_exploring_tries_all(exploring));
    say_bounds(&exploring->options.how, facts);
    ln_facts_text(facts, "memory_model", "sequential consistency");
    ln_explore_unseen_facts(&exploring->unseen, facts);
    ln_explore_long_facts(&exploring->longs, facts);
    if (totals->looks_at_clock)
        ln_facts_text(facts, "clock", "made up");
    if (totals->waits)
        ln_facts_text(facts, "conditions", "no spurious wake-ups");
}

static void say_test(const struct ln_exploring *exploring, const char *name, const struct ln_test *test,
                     struct ln_facts *facts)
{
    struct ln_str text;
    ln_str_init(&text, facts->texts.memory);
    ln_test_write(exploring->object, test, &text);
    ln_facts_text(facts, name, ln_str_borrow(&text));
    ln_str_fini(&text);
}

static void say_evidence(const struct ln_exploring *exploring, const struct ln_failing *failing, struct ln_facts *facts)
{
    const struct ln_explored *explored = failing->explored;
    say_test(exploring, "test", &failing->test, facts);
    ln_facts_truth(facts, "smallest", failing->smallest && !failing->has_smaller);
    if (failing->has_smaller)
        say_test(exploring, "smaller", &failing->smaller, facts);
    ln_facts_number(facts, "test_number", failing->number);
    ln_facts_number(facts, "preemptions", explored->preemptions);
    if (explored->failure == LN_FAILURE_STUCK)
        ln_facts_truth(facts, "livelock", explored->end == LN_END_LIVELOCK);
    if (explored->failure == LN_FAILURE_CRASH)
        ln_facts_signed(facts, "signal", explored->code);
    if (explored->why[0])
        ln_facts_text(facts, "why", explored->why);
    if (exploring->again.judged)
        ln_report_evidence(&exploring->again.said, facts);
}

/* ---- what is drawn, and what it takes to run it again ---- */

static enum ln_status draw_history(const struct ln_exploring *exploring, struct ln_finding *finding,
                                   struct ln_error *error)
{
    const struct ln_judged_again *again = &exploring->again;
    if (!again->built)
        return LN_OK;
    finding->history = &again->history;
    for (uint32_t i = 0; i < again->history.operations.length && again->judged; i++)
        if (!ln_vec_push(&finding->scene, finding->memory, ((struct ln_scene_op){ .operation = i })))
            return ln_fail(error, LN_NO_MEMORY, "out of memory");
    return LN_OK;
}

static enum ln_status draw_steps(const struct ln_exploring *exploring, const struct ln_failing *failing,
                                 struct ln_finding *finding, struct ln_error *error)
{
    struct ln_explored_run run = { exploring->processes, failing->explored, &failing->test, exploring->compiled.object,
                                   false };
    enum ln_status status = LN_OK;
    if (failing->explored->failure != LN_FAILURE_SERIAL && !failing->explored->without_calls)
        status = ln_explored_run_steps(&run, finding);
    return status ? ln_fail(error, status, "out of memory") : LN_OK;
}

static enum ln_status write_schedule(const struct ln_exploring *exploring, const struct ln_failing *failing,
                                     struct ln_finding *finding, struct ln_error *error)
{
    struct ln_schedule schedule;
    enum ln_status status;
    ln_schedule_init(&schedule, finding->memory);
    status = ln_schedule_take(&schedule, failing, exploring->object, error);
    if (!status)
        ln_schedule_write(&schedule, &finding->schedule);
    ln_schedule_fini(&schedule);
    return status;
}

static enum ln_status show_failing(const struct ln_exploring *exploring, const struct ln_failing *failing,
                                   struct ln_finding *finding, struct ln_error *error)
{
    enum ln_status status = draw_history(exploring, finding, error);
    say_evidence(exploring, failing, &finding->evidence);
    if (!status)
        status = draw_steps(exploring, failing, finding, error);
    if (!status)
        status = write_schedule(exploring, failing, finding, error);
    if (exploring->again.judged)
        ln_str_add(&finding->serial, ln_str_borrow(&failing->serial), failing->serial.length);
    return status;
}

static ln_methods judged_by(const struct ln_exploring *exploring)
{
    if (exploring->chosen || exploring->options.how.unchecked)
        return 0;
    return exploring->options.reference ? LN_METHOD_REFERENCE : LN_METHOD_SERIAL;
}

enum ln_status ln_exploring_tell(struct ln_exploring *exploring, struct ln_finding *finding, struct ln_error *error)
{
    const struct ln_failing *failing = ln_explorer_failing(&exploring->explorer);
    const struct ln_operations_seen operations = operations_seen(exploring);
    enum ln_status status = say_subject(exploring, finding, error);
    decide(exploring, &operations, finding);
    finding->methods = LN_METHOD_EXPLORE | judged_by(exploring);
    ln_str_text(&finding->id, exploring->options.sources.files[0]);
    say_coverage(exploring, finding->verdict, &finding->coverage);
    if (!failing && ln_sights_are_known(finding->verdict, finding->reason)) {
        ln_operations_say(&operations, &finding->coverage);
        if (!exploring->options.tests.plan.test)
            ln_callers_say_idle(ln_plan_idle(&exploring->explorer.plan), &finding->coverage);
    }
    ln_exploring_words(exploring, &operations, finding);
    if (failing && ln_exploring_is_doubtful(exploring))
        say_test(exploring, "test", &failing->test, &finding->evidence);
    else if (!status && failing)
        status = show_failing(exploring, failing, finding, error);
    ln_processes_cost(exploring->processes, &finding->seconds, &finding->memory_peak);
    finding->seconds += (double)(ln_cpu_time() - exploring->cpu) / 1e9;
    return status;
}
