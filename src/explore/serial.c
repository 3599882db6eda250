/* Phase 1 of Figure 5: every serial execution, without a bound and over all other choices. */
#include "explore/why.h"
#include "explore/worker.h"

#include <string.h>

/* As many weak compare-exchanges may fail for no reason as may in a concurrent execution. */
static struct ln_run_how serially = { .strategy = LN_SERIAL, .reuse = LN_REUSE_ANY, .reuses = UINT32_MAX };

/* The run as a serial history. */
static unsigned steps_of(const struct ln_worker *worker, struct ln_serial_step *steps)
{
    unsigned count = 0;
    for (size_t i = 0; i < worker->history.count; i++) {
        const struct ln_explored_event *event = &worker->history.events[i];
        if (!event->is_return)
            steps[count++] = (struct ln_serial_step){ event->lane, LN_NO_RESULT };
        else
            steps[count - 1].result = event->result;
    }
    return count;
}

static bool observe(struct ln_worker *worker, enum ln_status *status)
{
    struct ln_serial_step steps[LN_TEST_ALL_CALLS];
    if (ln_worker_faults(worker, &serially, status))
        return false;
    *status = ln_worker_see(worker);
    if (!*status)
        *status = ln_observation_add(worker->observation, steps, steps_of(worker, steps));
    return !*status;
}

/* ---- nondeterminism ---- */

/* For ln_search_visit has no other way to know which history it looks for. */
static struct ln_serial_history wanted;

static bool is_wanted(struct ln_worker *worker, enum ln_status *status)
{
    struct ln_serial_step steps[LN_TEST_ALL_CALLS];
    unsigned count;
    *status = ln_worker_see(worker);
    if (*status)
        return false;
    count = steps_of(worker, steps);
    if (count != wanted.count)
        return true;
    for (unsigned i = 0; i < count; i++)
        if (steps[i].lane != wanted.steps[i].lane || steps[i].result != wanted.steps[i].result)
            return true;
    ln_worker_fail(worker, LN_FAILURE_SERIAL, &serially);
    return false;
}

static enum ln_status fail_by_conflict(struct ln_worker *worker)
{
    struct ln_naming naming;
    struct ln_str why;
    enum ln_status status = ln_search(worker, &serially, false, is_wanted);
    ln_str_init(&why, &worker->memory);
    ln_worker_naming(worker, &naming);
    ln_why_nondeterministic(&naming, worker->observation, &why);
    ln_worker_why(worker, &why);
    ln_str_fini(&why);
    return status;
}

enum ln_status ln_check_serial(struct ln_worker *worker, bool *go_on, struct ln_error *error)
{
    struct ln_serial_history one;
    unsigned differ;
    enum ln_status status;
    worker->stage->phase = 1;
    serially.failures = ln_worker_failures(worker);
    status = ln_observation_new(&worker->observation, &worker->stage->object, &worker->stage->test, worker->failed,
                                &worker->memory);
    *go_on = false;
    if (!status)
        status = ln_search(worker, &serially, false, observe);
    if (!status && !worker->explored->failure)
        status = ln_observation_seal(worker->observation);
    if (status || worker->explored->failure)
        return status == LN_NO_MEMORY ? ln_fail(error, status, "out of memory") : status;
    worker->explored->serial_full = ln_observation_full(worker->observation);
    worker->explored->serial_stuck = ln_observation_stuck(worker->observation);
    /* A reference may do as it likes. */
    *go_on = worker->how->reference || !ln_observation_conflict(worker->observation, &one, &wanted, &differ);
    return *go_on ? LN_OK : fail_by_conflict(worker);
}
