/* The explorer's loop (Line-Up, Figure 5): tests are begun in the slots that are free and finished as they end, until
 * there are no more, or one has failed and none runs that came before it. So what is told does not depend on how many run
 * at a time.
 *
 * A slot has a process of its own for its test (processes.c). What that does is in worker.c: it observes the serial
 * executions (phase 1, serial.c), then judges each distinct history of the concurrent ones (phase 2, concurrent.c), all
 * by the same search through schedules (search.c). A failure is made small in smaller.c. */
#include "explore/explorer.h"

#include <assert.h>

struct running {
    uint64_t number, start;
    struct ln_test test;
    bool busy;
};

enum ln_status ln_explorer_init(struct ln_explorer *explorer, const struct ln_explorer_options *options,
                                struct ln_processes *processes, struct ln_memory *memory, struct ln_error *error)
{
    *explorer = (struct ln_explorer){ .options = options, .processes = processes };
    ln_failing_init(&explorer->failure, memory);
    ln_failing_init(&explorer->accident, memory);
    ln_failing_init(&explorer->suspect, memory);
    return ln_plan_init(&explorer->plan, &options->plan, ln_processes_object(processes), memory, error);
}

void ln_explorer_fini(struct ln_explorer *explorer)
{
    ln_plan_fini(&explorer->plan);
    ln_failing_fini(&explorer->failure);
    ln_failing_fini(&explorer->accident);
    ln_failing_fini(&explorer->suspect);
}

const struct ln_failing *ln_explorer_failing(const struct ln_explorer *explorer)
{
    return explorer->failure.found ? &explorer->failure : explorer->accident.found ? &explorer->accident : NULL;
}

static enum ln_status finish(struct ln_explorer *explorer, struct running *test, unsigned slot, struct ln_error *error)
{
    const struct ln_explored *explored = ln_processes_result(explorer->processes, slot);
    const struct ln_shared *trace = ln_processes_trace(explorer->processes, slot);
    const struct ln_error *wrong = ln_processes_error(explorer->processes, slot);
    assert(test->busy);
    test->busy = false;
    if (wrong && wrong->status && wrong->status != LN_STOPPED && wrong->status != LN_NO_MEMORY) {
        *error = *wrong;
        return wrong->status;
    }
    explorer->options->met(explorer->options->self, trace);
    ln_totals_add(&explorer->totals, explored, trace);
    if (!explored->failure && !explored->lacking)
        return LN_OK;
    return ln_failing_keep(!explored->failure                 ? &explorer->suspect
                           : ln_failing_is_accident(explored) ? &explorer->accident
                                                              : &explorer->failure,
                           &test->test, test->number, explorer->processes, slot, error);
}

static void show_progress(struct ln_explorer *explorer, bool last)
{
    const struct ln_explorer_options *options = explorer->options;
    uint64_t now = ln_now();
    struct ln_explorer_progress progress = { .seconds = (double)(now - explorer->start) / 1e9,
                                             .number = explorer->plan.next,
                                             .ended = explorer->totals.tests,
                                             .schedules = explorer->totals.schedules,
                                             .last = last };
    if (!options->progress || (!last && now - explorer->shown < 250000000))
        return;
    explorer->shown = now;
    if (explorer->plan.sampled && !options->plan.automatic)
        progress.of = options->plan.count;
    for (unsigned i = 0; i < options->jobs; i++) {
        const struct ln_explored *running = ln_processes_progress(explorer->processes, i);
        progress.schedules += running ? running->schedules : 0;
    }
    options->progress(options->self, &progress);
}

/* Is all of it to end, and why? What is left out from then on is not forgotten. */
static enum ln_stop look_at_time(struct ln_explorer *explorer)
{
    double timeout = explorer->options->timeout;
    enum ln_stop stop = LN_STOP_NONE;
    if (*explorer->options->interrupt)
        stop = LN_STOP_INTERRUPTED;
    else if (timeout > 0 && (double)(ln_now() - explorer->start) / 1e9 > timeout)
        stop = LN_STOP_TIME;
    if (stop && !explorer->totals.stop)
        explorer->totals.stop = stop;
    return stop;
}

/* Time is up for all, or for some. */
static void watch_time(struct ln_explorer *explorer, const struct running *running)
{
    double limit = explorer->options->test_timeout;
    uint64_t now = ln_now();
    enum ln_stop stop = look_at_time(explorer);
    for (unsigned i = 0; i < explorer->options->jobs; i++) {
        bool late = limit > 0 && (double)(now - running[i].start) / 1e9 > limit;
        if (running[i].busy && (stop || late))
            ln_processes_stop(explorer->processes, i, stop ? stop : LN_STOP_TIME);
    }
}

/* After a failure only those go on that came before it: the failure that is told is always the same one. */
static bool is_settled(const struct ln_explorer *explorer, const struct running *running)
{
    bool busy = false;
    for (unsigned i = 0; i < explorer->options->jobs; i++)
        busy |= running[i].busy && (!explorer->failure.found || running[i].number < explorer->failure.number);
    return !busy;
}

/* Begins tests in the slots that are free, as long as there are *more. */
static enum ln_status begin_some(struct ln_explorer *explorer, struct running *running, bool *more,
                                 struct ln_error *error)
{
    enum ln_status status = LN_OK;
    for (unsigned i = 0; i < explorer->options->jobs && *more && !status; i++) {
        if (running[i].busy)
            continue;
        *more = !explorer->failure.found && !look_at_time(explorer);
        if (*more)
            status = ln_plan_next(&explorer->plan, &running[i].test, more);
        if (status || !*more)
            break;
        running[i].number = explorer->plan.next;
        running[i].start = ln_now();
        running[i].busy = true;
        status = ln_processes_start(explorer->processes, i, &running[i].test, error);
    }
    return status;
}

static enum ln_status run_all(struct ln_explorer *explorer, struct ln_error *error)
{
    struct running running[LN_PROCESSES_MOST] = { { 0 } };
    bool more = true;
    enum ln_status status = begin_some(explorer, running, &more, error);
    while (!status && !is_settled(explorer, running)) {
        int slot = ln_processes_wait(explorer->processes, 50);
        show_progress(explorer, false);
        watch_time(explorer, running);
        if (slot >= 0)
            status = finish(explorer, &running[slot], (unsigned)slot, error);
        if (!status)
            status = begin_some(explorer, running, &more, error);
    }
    return status;
}

enum ln_status ln_explorer_run(struct ln_explorer *explorer, struct ln_error *error)
{
    enum ln_status status;
    explorer->start = ln_now();
    status = run_all(explorer, error);
    explorer->totals.exhausted = explorer->plan.exhausted;
    show_progress(explorer, true);
    ln_processes_how(explorer->processes)->histories = NULL; /* those of the tests that were asked for, of no others */
    if (!status && explorer->suspect.found && !explorer->failure.found && !explorer->options->plan.test)
        status = ln_explorer_settle(explorer, error);
    if (!status && explorer->failure.found)
        return ln_explorer_look_closer(explorer, &explorer->failure, error);
    if (!status && explorer->accident.found)
        return ln_explorer_look_closer(explorer, &explorer->accident, error);
    return status;
}
