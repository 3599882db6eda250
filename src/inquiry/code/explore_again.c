/* A violation is read back from the lines that would be saved, and judged once more, by other code than that which found
 * it. */
#include "inquiry/code/explore.h"

#include "inquiry/code/explored_run.h"
#include "inquiry/judge.h"

static bool is_about_history(const struct ln_explored *explored)
{
    return explored->failure == LN_FAILURE_ORDER || explored->failure == LN_FAILURE_STUCK;
}

/* Operations that may take effect late, and references with histories of their own, have no serial explanation that
 * other code could judge by. */
static bool can_judge_again(const struct ln_exploring *exploring)
{
    bool async = false;
    for (unsigned i = 0; i < exploring->object->count; i++)
        async |= exploring->object->operations[i].async;
    return exploring->chosen || (!async && !exploring->options.reference);
}

static bool ends_stuck(const struct ln_exploring *exploring, const struct ln_explored *explored)
{
    return (explored->end == LN_END_DEADLOCK || explored->end == LN_END_LIVELOCK) && !exploring->options.how.classical;
}

/* ---- reading ---- */

/* What it is judged by: the spec that was chosen, or the serial executions. */
static enum ln_status take_spec(const struct ln_exploring *exploring, const struct ln_str *serial,
                                struct ln_judged_again *again, struct ln_error *error)
{
    enum ln_status status = LN_OK;
    if (!exploring->chosen) {
        status = ln_observed_take(&again->serial.observed, "serial executions", serial, exploring->memory, error);
        if (status == LN_BAD_INPUT)
            return ln_fail(error, LN_INTERNAL, "the serial executions that were written cannot be read");
        again->serial.own = status ? NULL : ln_observed_class(again->serial.observed);
    }
    ln_binding_init(&again->binding, exploring->chosen ? exploring->chosen : &again->serial);
    return status;
}

/* What was found is looked at again, and told, though somebody interrupts meanwhile; but not for ever. */
enum { IN_A_HURRY = 30 };

/* `bound`: to that. */
static enum ln_status read_history(const struct ln_exploring *exploring, struct ln_text text, bool bound,
                                   struct ln_judged_again *again, struct ln_error *error)
{
    struct ln_budget budget;
    struct ln_reader_options how = { .format = "native",
                                     .binder = bound ? &again->binding.binder : NULL,
                                     .budget = &budget };
    struct ln_reader *reader = NULL;
    enum ln_status status;
    ln_budget_init(&budget, exploring->memory, IN_A_HURRY, NULL);
    status = ln_reader_open_bytes(&reader, "the history", text.at, text.length, &how, exploring->memory, error);
    if (!status)
        status = ln_reader_next(reader, &again->history, &again->read, error);
    again->read &= !status;
    ln_reader_close(reader);
    return status;
}

void ln_judged_again_fini(struct ln_judged_again *again)
{
    if (again->judged) {
        ln_core_fini(&again->core);
        ln_outcome_fini(&again->outcome);
    }
    if (again->read)
        ln_history_fini(&again->history);
    ln_chosen_spec_free(&again->serial);
}

/* ---- before it is told ---- */

static enum ln_status judge(struct ln_exploring *exploring, struct ln_error *error)
{
    struct ln_judged_again *again = &exploring->again;
    struct ln_budget budget;
    enum ln_status status;
    ln_budget_init(&budget, exploring->memory, IN_A_HURRY, NULL);
    ln_outcome_init(&again->outcome, exploring->memory);
    ln_core_init(&again->core, exploring->memory);
    again->judged = true;
    again->said = (struct ln_judged){ .id = exploring->object->name,
                                      .history = &again->history,
                                      .spec = &again->binding.spec };
    status = ln_judge(&again->said, &(struct ln_check_options){ .jobs = 1 }, &budget, &again->outcome, &again->core,
                      error);
    return !status && again->outcome.verdict == LN_HOLDS
               ? ln_fail(error, LN_INTERNAL, "%s: a history was found to be a violation, but is none",
                         exploring->options.sources.files[0])
               : status;
}

static enum ln_status read_and_judge(struct ln_exploring *exploring, const struct ln_failing *failing,
                                     struct ln_text text, struct ln_error *error)
{
    struct ln_judged_again *again = &exploring->again;
    enum ln_status status;
    if (!can_judge_again(exploring))
        return read_history(exploring, text, false, again, error);
    status = take_spec(exploring, &failing->serial, again, error);
    if (!status)
        status = read_history(exploring, text, true, again, error);
    if (!status)
        return judge(exploring, error);
    /* A call that no serial execution comes to: who knows only those cannot judge it. */
    return status == LN_BAD_INPUT && !exploring->chosen ? read_history(exploring, text, false, again, error) : status;
}

enum ln_status ln_exploring_judge_again(struct ln_exploring *exploring, struct ln_error *error)
{
    const struct ln_failing *failing = ln_explorer_failing(&exploring->explorer);
    struct ln_explored_run run = { exploring->processes, NULL, NULL, exploring->compiled.object };
    struct ln_str text;
    enum ln_status status;
    if (!failing || !is_about_history(failing->explored) || ln_exploring_is_doubtful(exploring))
        return LN_OK;
    run.explored = failing->explored;
    run.test = &failing->test;
    ln_str_init(&text, exploring->memory);
    ln_explored_run_history(&run, exploring->object->name,
                            exploring->chosen && !exploring->chosen->own ? exploring->chosen->name : NULL,
                            ends_stuck(exploring, failing->explored), &text);
    status = text.failed ? ln_fail(error, LN_NO_MEMORY, "out of memory")
                         : read_and_judge(exploring, failing, (struct ln_text){ text.at, text.length }, error);
    ln_str_fini(&text);
    return status;
}
