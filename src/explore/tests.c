#include "explore/tests.h"

#include <assert.h>

struct running {
    uint64_t number, start;
    struct ln_test test;
    bool busy;
};

enum ln_status ln_tests_init(struct ln_tests *tests, const struct ln_tests_options *options,
                             struct ln_explorer *explorer, struct ln_memory *memory, struct ln_error *error)
{
    *tests = (struct ln_tests){ .options = options, .explorer = explorer };
    ln_failing_init(&tests->failure, memory);
    ln_failing_init(&tests->accident, memory);
    ln_failing_init(&tests->suspect, memory);
    return ln_plan_init(&tests->plan, &options->plan, ln_explorer_object(explorer), memory, error);
}

void ln_tests_fini(struct ln_tests *tests)
{
    ln_plan_fini(&tests->plan);
    ln_failing_fini(&tests->failure);
    ln_failing_fini(&tests->accident);
    ln_failing_fini(&tests->suspect);
}

const struct ln_failing *ln_tests_failing(const struct ln_tests *tests)
{
    return tests->failure.found ? &tests->failure : tests->accident.found ? &tests->accident : NULL;
}

static enum ln_status finish(struct ln_tests *tests, const struct running *test, unsigned slot, struct ln_error *error)
{
    const struct ln_explored *explored = ln_explorer_result(tests->explorer, slot);
    const struct ln_shared *trace = ln_explorer_trace(tests->explorer, slot);
    const struct ln_error *wrong = ln_explorer_error(tests->explorer, slot);
    if (wrong && wrong->status && wrong->status != LN_STOPPED && wrong->status != LN_NO_MEMORY) {
        *error = *wrong;
        return wrong->status;
    }
    tests->options->met(tests->options->self, trace);
    ln_totals_add(&tests->totals, explored, trace);
    if (!explored->failure && !explored->lacking)
        return LN_OK;
    return ln_failing_keep(!explored->failure                 ? &tests->suspect
                           : ln_failing_is_accident(explored) ? &tests->accident
                                                              : &tests->failure,
                           &test->test, test->number, tests->explorer, slot, error);
}

static void show_progress(struct ln_tests *tests, bool last)
{
    const struct ln_tests_options *options = tests->options;
    uint64_t now = ln_now();
    struct ln_tests_progress progress = { .seconds = (double)(now - tests->start) / 1e9,
                                          .number = tests->plan.next,
                                          .ended = tests->totals.tests,
                                          .schedules = tests->totals.schedules,
                                          .last = last };
    if (!options->progress || (!last && now - tests->shown < 250000000))
        return;
    tests->shown = now;
    if (tests->plan.sampled && !options->plan.automatic)
        progress.of = options->plan.count;
    for (unsigned i = 0; i < options->jobs; i++) {
        const struct ln_explored *running = ln_explorer_progress(tests->explorer, i);
        progress.schedules += running ? running->schedules : 0;
    }
    options->progress(options->self, &progress);
}

/* Is all of it to end, and why? What is left out from then on is not forgotten. */
static enum ln_stop look_at_time(struct ln_tests *tests)
{
    double timeout = tests->options->timeout;
    enum ln_stop stop = LN_STOP_NONE;
    if (*tests->options->interrupt)
        stop = LN_STOP_INTERRUPTED;
    else if (timeout > 0 && (double)(ln_now() - tests->start) / 1e9 > timeout)
        stop = LN_STOP_TIME;
    if (stop && !tests->totals.stop)
        tests->totals.stop = stop;
    return stop;
}

/* Time is up for all, or for some. */
static void watch_time(struct ln_tests *tests, const struct running *running)
{
    double limit = tests->options->test_timeout;
    uint64_t now = ln_now();
    enum ln_stop stop = look_at_time(tests);
    for (unsigned i = 0; i < tests->options->jobs; i++) {
        bool late = limit > 0 && (double)(now - running[i].start) / 1e9 > limit;
        if (running[i].busy && (stop || late))
            ln_explorer_stop(tests->explorer, i, stop ? stop : LN_STOP_TIME);
    }
}

/* After a failure only those go on that came before it: the failure that is told is always the same one. */
static bool is_settled(const struct ln_tests *tests, const struct running *running)
{
    bool busy = false;
    for (unsigned i = 0; i < tests->options->jobs; i++)
        busy |= running[i].busy && (!tests->failure.found || running[i].number < tests->failure.number);
    return !busy;
}

/* Begins tests in the slots that are free, as long as there are *more. */
static enum ln_status begin_some(struct ln_tests *tests, struct running *running, bool *more, struct ln_error *error)
{
    enum ln_status status = LN_OK;
    for (unsigned i = 0; i < tests->options->jobs && *more && !status; i++) {
        if (running[i].busy)
            continue;
        *more = !tests->failure.found && !look_at_time(tests);
        if (*more)
            status = ln_plan_next(&tests->plan, &running[i].test, more);
        if (status || !*more)
            break;
        running[i].number = tests->plan.next;
        running[i].start = ln_now();
        running[i].busy = true;
        status = ln_explorer_start(tests->explorer, i, &running[i].test, error);
    }
    return status;
}

static enum ln_status run_all(struct ln_tests *tests, struct ln_error *error)
{
    struct running running[LN_TESTS_JOBS] = { { 0 } };
    enum ln_status status;
    bool more = true;
    assert(tests->options->jobs <= LN_TESTS_JOBS);
    for (;;) {
        int slot;
        status = begin_some(tests, running, &more, error);
        if (status || is_settled(tests, running))
            return status;
        slot = ln_explorer_wait(tests->explorer, 50);
        show_progress(tests, false);
        watch_time(tests, running);
        if (slot >= 0) {
            assert(running[slot].busy);
            running[slot].busy = false;
            status = finish(tests, &running[slot], (unsigned)slot, error);
        }
        if (status)
            return status;
    }
}

enum ln_status ln_tests_run(struct ln_tests *tests, struct ln_error *error)
{
    enum ln_status status;
    tests->start = ln_now();
    status = run_all(tests, error);
    tests->totals.exhausted = tests->plan.exhausted;
    show_progress(tests, true);
    ln_explorer_how(tests->explorer)->histories = NULL; /* those of the tests that were asked for, of no others */
    if (!status && tests->suspect.found && !tests->failure.found && !tests->options->plan.test)
        status = ln_tests_settle(tests, error);
    if (!status && tests->failure.found)
        return ln_tests_look_closer(tests, &tests->failure, error);
    if (!status && tests->accident.found)
        return ln_tests_look_closer(tests, &tests->accident, error);
    return status;
}
