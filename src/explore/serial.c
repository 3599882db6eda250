/* Phase 1 of Figure 5: every serial execution, over all other choices.
 *
 * Which freed block an allocation gets is a choice as well, but one that results seldom depend on, and there are as
 * many ways as there are numbers: with ten allocations in a call nobody sees the end. So every order is run with the
 * block freed last first, then with all other ways as far as that takes no more than a few times as long. What is
 * left out can only explain more: a history that is explained stays so. One that is not is judged again by a process
 * that looks further (stage->without_bounds): what threads do before and after their calls comes apart from these,
 * more runs are made, and if those are still not all, runs at random, in which every allocation may get any block:
 * results that depend on it show soon. See docs/decisions/0048. */
#include "explore/why.h"
#include "explore/worker.h"

#include <assert.h>
#include <string.h>

/* ---- in several passes ---- */

enum {
    TIMES = 10, /* so many runs for each of the first pass, */
    LEAST = 2000,
    FURTHER = 50000,  /* and if more is to be known, */
    AT_RANDOM = 10000 /* with so many at random if it is still not all */
};

struct pass {
    struct ln_run_how how;
    bool (*visit)(struct ln_worker *worker, const struct pass *pass, enum ln_status *status);
    const struct ln_serial_history *wanted; /* what is looked for; NULL: nothing */
    uint64_t runs, most;
    uint32_t left_out; /* enum ln_left_out */
    bool ended;        /* by the visit, */
    bool cut;          /* or by the number of runs */
};

static bool visit_in_pass(struct ln_worker *worker, void *self, enum ln_status *status)
{
    struct pass *pass = self;
    pass->left_out |= worker->run.left_out;
    pass->cut = ++pass->runs > pass->most;
    pass->ended = !pass->cut && !pass->visit(worker, pass, status);
    return !pass->cut && !pass->ended;
}

static enum ln_status run_pass(struct ln_worker *worker, struct pass *pass, unsigned reuses, uint64_t most)
{
    pass->how.reuses = reuses;
    pass->runs = pass->left_out = 0;
    pass->most = most;
    return ln_search(worker, &pass->how, false, (struct ln_search_visitor){ visit_in_pass, pass });
}

static enum ln_status run_some_at_random(struct ln_worker *worker, struct pass *pass)
{
    enum ln_status status = LN_OK;
    for (unsigned i = 0; i < AT_RANDOM && !status && !pass->ended; i++) {
        if (worker->stage->stop)
            return LN_STOPPED;
        pass->how.seed = i + 1;
        worker->stage->now = pass->how;
        worker->stage->shared.depth = 0;
        worker->runtime->run(&pass->how, &worker->run);
        pass->ended = !pass->visit(worker, pass, &status);
    }
    return status;
}

/* *whole: nothing was left out. As many weak compare-exchanges may fail for no reason as in a concurrent execution. */
static enum ln_status search(struct ln_worker *worker, struct pass pass, bool *whole)
{
    bool further = worker->stage->without_bounds;
    enum ln_status status;
    pass.how = (struct ln_run_how){
        .strategy = LN_SERIAL, .switches = further, .reuse = LN_REUSE_ANY, .failures = ln_worker_failures(worker)
    };
    status = run_pass(worker, &pass, 0, UINT64_MAX);
    if (!status && !pass.ended && pass.left_out & LN_LEFT_OUT_BLOCKS)
        status = run_pass(worker, &pass, UINT32_MAX, further ? FURTHER : TIMES * pass.runs + LEAST);
    *whole = !status && !pass.ended && !pass.cut && !pass.left_out;
    if (!status && !pass.ended && pass.cut && further)
        status = run_some_at_random(worker, &pass);
    return status;
}

/* The run as a serial history. */
static unsigned steps_of(const struct ln_worker *worker, struct ln_serial_step *steps)
{
    unsigned count = 0;
    for (size_t i = 0; i < worker->history.count; i++) {
        const struct ln_explored_event *event = &worker->history.events[i];
        assert(event->is_return ? count && steps[count - 1].lane == event->lane : count < LN_TEST_ALL_CALLS);
        if (!event->is_return)
            steps[count++] = (struct ln_serial_step){ event->lane, LN_NO_RESULT };
        else
            steps[count - 1].result = event->result;
    }
    return count;
}

static bool observe(struct ln_worker *worker, const struct pass *pass, enum ln_status *status)
{
    struct ln_serial_step steps[LN_TEST_ALL_CALLS];
    if (ln_worker_faults(worker, &pass->how, status))
        return false;
    worker->explored->too_long += worker->run.end == LN_END_LONG;
    if (worker->explored->too_long)
        return false; /* there is nothing to judge by */
    *status = ln_worker_see(worker);
    if (!*status)
        *status = ln_observation_add(worker->observation, steps, steps_of(worker, steps));
    return !*status;
}

/* ---- nondeterminism ---- */

static bool is_wanted(struct ln_worker *worker, const struct pass *pass, enum ln_status *status)
{
    const struct ln_serial_history *wanted = pass->wanted;
    struct ln_serial_step steps[LN_TEST_ALL_CALLS];
    unsigned count;
    *status = ln_worker_see(worker);
    if (*status)
        return false;
    count = steps_of(worker, steps);
    if (count != wanted->count)
        return true;
    for (unsigned i = 0; i < count; i++)
        if (steps[i].lane != wanted->steps[i].lane || steps[i].result != wanted->steps[i].result)
            return true;
    ln_worker_fail(worker, LN_FAILURE_SERIAL, &pass->how);
    return false;
}

static enum ln_status fail_by_conflict(struct ln_worker *worker, const struct ln_serial_history *wanted)
{
    struct ln_naming naming;
    struct ln_str why;
    bool whole;
    enum ln_status status = search(worker, (struct pass){ .visit = is_wanted, .wanted = wanted }, &whole);
    ln_str_init(&why, &worker->memory);
    ln_worker_naming(worker, &naming);
    ln_why_nondeterministic(&naming, worker->observation, &why);
    ln_worker_why(worker, &why);
    ln_str_fini(&why);
    return status;
}

/* ---- asynchronous operations ---- */

/* What goes wrong in a variant is nothing that the test does: then it explains nothing. */
static enum ln_status observe_variant(struct ln_worker *worker, struct ln_variant *variant, struct ln_error *error)
{
    bool whole = true;
    enum ln_status status;
    worker->stage->test = variant->test;
    status = ln_worker_take_test(worker, "", error);
    if (!status)
        status = ln_observation_new(&worker->observation, &worker->stage->object, &worker->stage->test, worker->failed,
                                    &worker->memory);
    if (!status)
        status = search(worker, (struct pass){ .visit = observe }, &whole);
    worker->all_serial &= whole;
    if (!status && !worker->explored->failure)
        status = ln_observation_seal(worker->observation);
    if (!status && !worker->explored->failure)
        variant->observation = worker->observation;
    else
        worker->variants.all = false;
    worker->explored->failure = LN_FAILURE_NONE;
    return status;
}

static enum ln_status observe_variants(struct ln_worker *worker, struct ln_error *error)
{
    const struct ln_test test = worker->stage->test;
    struct ln_observation *observation = worker->observation;
    enum ln_status status = LN_OK;
    ln_variants_make(&worker->variants, &worker->stage->object, &test);
    worker->stage->phase = LN_PHASE_VARIANTS;
    worker->variants.all &= !worker->stage->without_variants;
    for (unsigned i = 0; i < worker->variants.count && !status && !worker->stage->without_variants; i++)
        status = observe_variant(worker, &worker->variants.at[i], error);
    worker->stage->test = test;
    worker->observation = observation;
    return status ? status : ln_worker_take_test(worker, "", error);
}

enum ln_status ln_check_serial(struct ln_worker *worker, bool *go_on, struct ln_error *error)
{
    struct ln_serial_history one, wanted;
    unsigned differ;
    enum ln_status status;
    worker->stage->phase = 1;
    status = ln_observation_new(&worker->observation, &worker->stage->object, &worker->stage->test, worker->failed,
                                &worker->memory);
    *go_on = false;
    if (!status)
        status = search(worker, (struct pass){ .visit = observe }, &worker->all_serial);
    if (!status && worker->explored->too_long)
        return LN_OK;
    if (!status && !worker->explored->failure)
        status = ln_observation_seal(worker->observation);
    if (status || worker->explored->failure)
        return status == LN_NO_MEMORY ? ln_fail(error, status, "out of memory") : status;
    worker->explored->serial_full = ln_observation_full(worker->observation);
    worker->explored->serial_stuck = ln_observation_stuck(worker->observation);
    /* A reference may do as it likes. */
    *go_on = worker->how->reference || !ln_observation_conflict(worker->observation, &one, &wanted, &differ);
    if (!*go_on)
        return fail_by_conflict(worker, &wanted);
    return worker->how->reference ? LN_OK : observe_variants(worker, error);
}
