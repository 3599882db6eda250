/* A violation is judged once more, by other code than that which found it, and with all that belongs to the answer. */
#include "inquiry/code/explore.h"

#include "inquiry/code/explored_run.h"
#include "inquiry/judge.h"

#include <string.h>
#include <assert.h>

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

/* ---- the history ---- */

static enum ln_status build(const struct ln_exploring *exploring, const struct ln_failing *failing,
                            struct ln_judged_again *again, struct ln_error *error)
{
    const struct ln_explored_run run = { exploring->processes, failing->explored, &failing->test,
                                         exploring->compiled.object,
                                         exploring->chosen && !exploring->chosen->observed };
    const char *id = exploring->object->name;
    enum ln_status status = ln_history_init(&again->history, exploring->memory);
    again->built = !status;
    if (!status)
        status = ln_explored_run_history(&run, &again->history);
    again->history.stuck &= !exploring->options.how.classical;
    if (!status)
        status = ln_history_set_id(&again->history, id, strlen(id));
    return status ? ln_fail(error, status, "%s", ln_status_text(status)) : LN_OK;
}

/* To what it is judged by: the spec that was chosen, or the serial executions. */
static enum ln_status bind(const struct ln_exploring *exploring, const struct ln_str *serial,
                           struct ln_judged_again *again, struct ln_error *error)
{
    uint32_t operation;
    enum ln_status status = LN_OK;
    if (!exploring->chosen) {
        status = ln_observed_take(&again->serial.observed, "serial executions", serial, exploring->memory, error);
        if (status == LN_BAD_INPUT)
            return ln_fail(error, LN_INTERNAL, "the serial executions that were written cannot be read");
        again->serial.own = status ? NULL : ln_observed_class(again->serial.observed);
    }
    if (!status)
        status = ln_chosen_spec_parse(exploring->chosen ? exploring->chosen : &again->serial, &again->history.values,
                                      &again->spec, error);
    return status ? status : ln_spec_bind(&again->spec, &again->history, &operation, error);
}

void ln_judged_again_fini(struct ln_judged_again *again)
{
    if (again->judged) {
        ln_core_fini(&again->core);
        ln_outcome_fini(&again->outcome);
    }
    if (again->built)
        ln_history_fini(&again->history);
    ln_chosen_spec_free(&again->serial);
}

/* ---- before it is told ---- */

/* What was found is looked at again, and told, though somebody interrupts meanwhile; but not for ever. */
enum { IN_A_HURRY = 30 };

static enum ln_status judge(struct ln_exploring *exploring, struct ln_error *error)
{
    struct ln_judged_again *again = &exploring->again;
    struct ln_budget budget;
    enum ln_status status;
    assert(again->built && !again->judged);
    ln_budget_init(&budget, exploring->memory, IN_A_HURRY, NULL);
    ln_outcome_init(&again->outcome, exploring->memory);
    ln_core_init(&again->core, exploring->memory);
    again->judged = true;
    again->said = (struct ln_judged){ .id = exploring->object->name, .history = &again->history, .spec = &again->spec };
    status = ln_judge(&again->said, &(struct ln_check_options){ .jobs = 1 }, &budget, &again->outcome, &again->core,
                      error);
    return !status && again->outcome.verdict == LN_HOLDS
               ? ln_fail(error, LN_INTERNAL, "%s: a history was found to be a violation, but is none",
                         exploring->options.sources.files[0])
               : status;
}

enum ln_status ln_exploring_judge_again(struct ln_exploring *exploring, struct ln_error *error)
{
    const struct ln_failing *failing = ln_explorer_failing(&exploring->explorer);
    struct ln_judged_again *again = &exploring->again;
    bool bound = false;
    uint32_t line;
    enum ln_status status;
    if (!failing || !is_about_history(failing->explored) || ln_exploring_is_doubtful(exploring))
        return LN_OK;
    status = build(exploring, failing, again, error);
    if (!status && can_judge_again(exploring)) {
        status = bind(exploring, &failing->serial, again, error);
        bound = !status;
        /* A call that no serial execution comes to: who knows only those cannot judge it. */
        if (status == LN_BAD_INPUT && !exploring->chosen)
            status = LN_OK;
    }
    if (!status)
        status = ln_history_seal(&again->history, &line, error);
    return status || !bound ? status : judge(exploring, error);
}
