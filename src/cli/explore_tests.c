/* The tests of `linnet explore`: as many at a time as there are jobs, in an order that depends on nothing else. */
#include "cli/exploring.h"

#include "cli/interrupt.h"
#include "explore/shrink.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { SLOTS = 64 };

/* ---- which tests ---- */

struct tests {
    struct ln_sample sample;
    bool sampled;
    struct ln_test given; /* --test */
    uint64_t next;        /* number, from 1 */
};

static enum ln_status read_entries(const struct exploring *exploring, struct ln_sample_shape *shape,
                                   struct ln_error *error)
{
    const char *text = exploring->options.entries;
    enum ln_status status = LN_OK;
    while (text && *text && !status) {
        char entry[1024];
        size_t length = strcspn(text, ";");
        if (shape->entry_count == LN_SAMPLE_ENTRIES || length >= sizeof entry)
            return ln_fail(error, LN_USAGE, "--entries: too many, or one is too long");
        memcpy(entry, text, length);
        entry[length] = '\0';
        status = ln_test_parse_sequence(&shape->entries[shape->entry_count++], exploring->object, entry, "--entries",
                                        error);
        text += length + (text[length] == ';');
    }
    return status;
}

static enum ln_status tests_begin(struct tests *tests, struct exploring *exploring)
{
    const struct explore_options *wanted = &exploring->options;
    struct ln_error *error = &exploring->error;
    struct ln_sample_shape shape = { .threads = wanted->threads, .calls = wanted->calls };
    enum ln_status status = LN_OK;
    memset(tests, 0, sizeof *tests);
    if (wanted->initial)
        status = ln_test_parse_sequence(&shape.initial, exploring->object, wanted->initial, "--init", error);
    if (!status && wanted->final)
        status = ln_test_parse_sequence(&shape.final, exploring->object, wanted->final, "--final", error);
    if (!status && wanted->test) {
        status = ln_test_parse(&tests->given, exploring->object, wanted->test, "--test", error);
        tests->given.initial = shape.initial;
        tests->given.final = shape.final;
        return status;
    }
    if (!status)
        status = read_entries(exploring, &shape, error);
    if (!status) {
        tests->sampled = true;
        status = ln_sample_init(&tests->sample, exploring->object, &shape, wanted->seed, &exploring->memory, error);
    }
    return status;
}

static enum ln_status tests_next(struct tests *tests, struct exploring *exploring, struct ln_test *test, bool *found)
{
    const struct explore_options *wanted = &exploring->options;
    enum ln_status status = LN_OK;
    *found = false;
    if (!tests->sampled) {
        *found = tests->next == 0;
        *test = tests->given;
    } else if (wanted->automatic) {
        *found = ln_sample_enumerate(&tests->sample, test) && ln_sample_size(&tests->sample) <= wanted->automatic;
    } else if (tests->next < wanted->tests) {
        status = ln_sample_draw(&tests->sample, test, found);
        exploring->totals.exhausted |= !status && !*found;
    }
    tests->next += *found;
    return status;
}

/* ---- running them ---- */

struct running {
    uint64_t number, start;
    struct ln_test test;
    bool busy;
};

/* Told if no history fails. */
static bool is_accident(const struct ln_explored *explored)
{
    enum ln_failure failure = explored->failure;
    return failure == LN_FAILURE_CRASH || failure == LN_FAILURE_EXIT || failure == LN_FAILURE_HANG ||
           (failure == LN_FAILURE_FAULT && explored->where == LN_IN_DESTROY && !explored->in_phase_one);
}

/* The run that fails, and what a replay has to know. */
static enum ln_status keep_run(struct exploring *exploring, struct explore_failure *kept, unsigned slot,
                               const struct ln_explored *explored)
{
    struct ln_shared_run run = { 0 };
    bool fits = true;
    *kept->explored = *explored;
    kept->shared.length = 0;
    while (fits && ln_explorer_shared(exploring->explorer, slot, &run))
        fits = ln_vec_push(&kept->shared, &exploring->memory, run);
    return fits ? LN_OK : ln_fail(&exploring->error, LN_NO_MEMORY, "out of memory");
}

static enum ln_status keep_failure(struct exploring *exploring, struct explore_failure *kept,
                                   const struct running *test, unsigned slot, const struct ln_explored *explored)
{
    if (kept->found && kept->number < test->number)
        return LN_OK;
    if (!kept->explored)
        kept->explored = ln_take(&exploring->memory, sizeof *kept->explored);
    if (!kept->explored)
        return ln_fail(&exploring->error, LN_NO_MEMORY, "out of memory");
    kept->found = true;
    kept->number = test->number;
    kept->test = test->test;
    return keep_run(exploring, kept, slot, explored);
}

static enum ln_status finish(struct exploring *exploring, const struct running *test, unsigned slot)
{
    const struct ln_explored *explored = ln_explorer_result(exploring->explorer, slot);
    const struct ln_error *error = ln_explorer_error(exploring->explorer, slot);
    struct explore_totals *totals = &exploring->totals;
    if (error && error->status && error->status != LN_STOPPED && error->status != LN_NO_MEMORY) {
        exploring->error = *error;
        return error->status;
    }
    explore_unseen_take(&exploring->unseen, ln_explorer_trace(exploring->explorer, slot), exploring->compiled.object,
                        &exploring->memory);
    explore_long_take(&exploring->longs, ln_explorer_trace(exploring->explorer, slot), exploring->compiled.object,
                      &exploring->memory);
    totals->looks_at_clock |= ln_explorer_trace(exploring->explorer, slot)->looks_at_clock;
    totals->waits |= ln_explorer_trace(exploring->explorer, slot)->waits;
    totals->unbounded += explored->unbounded;
    totals->tests++;
    totals->schedules += explored->schedules;
    totals->redundant += explored->redundant;
    totals->histories += explored->histories;
    totals->guessed += explored->guessed;
    totals->unfair += explored->unfair;
    totals->serial += explored->serial_full + explored->serial_stuck;
    totals->too_long += explored->too_long > 0;
    totals->too_large += explored->too_large > 0;
    totals->undecided += explored->undecided > 0;
    totals->lacking += explored->lacking > 0;
    totals->loose += explored->loose > 0;
    totals->killed += explored->killed;
    if (explored->failure)
        return keep_failure(exploring, is_accident(explored) ? &exploring->accident : &exploring->failure,
                            test, slot, explored);
    if (explored->lacking)
        return keep_failure(exploring, &exploring->suspect, test, slot, explored);
    if (!explored->complete) {
        totals->cut++;
        if (!totals->stop)
            totals->stop = explored->stop;
    }
    return LN_OK;
}

static void show_progress(struct exploring *exploring, const struct tests *tests, bool last)
{
    const struct explore_options *wanted = &exploring->options;
    uint64_t now = ln_now(), schedules = exploring->totals.schedules;
    double seconds = (double)(now - exploring->start) / 1e9;
    if (wanted->quiet || !isatty(STDERR_FILENO) || (!last && now - exploring->shown < 250000000))
        return;
    exploring->shown = now;
    for (unsigned i = 0; i < wanted->jobs; i++) {
        const struct ln_explored *running = ln_explorer_progress(exploring->explorer, i);
        schedules += running ? running->schedules : 0;
    }
    fputs("\r\033[K", stderr);
    if (!last) {
        fprintf(stderr, "%.0f s: test %llu", seconds, (unsigned long long)tests->next);
        if (tests->sampled && !wanted->automatic)
            fprintf(stderr, " of %u", wanted->tests);
        fprintf(stderr, ", %llu schedules (%.0f/s)", (unsigned long long)schedules, (double)schedules / seconds);
        if (tests->sampled && !wanted->automatic && exploring->totals.tests)
            fprintf(stderr, ", about %.0f s left",
                    seconds / (double)exploring->totals.tests * (double)(wanted->tests - exploring->totals.tests));
    }
    fflush(stderr);
}

/* Is all of it to end, and why? What is left out from then on is not forgotten. */
static enum ln_stop look_at_time(struct exploring *exploring)
{
    double timeout = exploring->options.timeout;
    enum ln_stop stop = LN_STOP_NONE;
    if (*interrupt_flag())
        stop = LN_STOP_INTERRUPTED;
    else if (timeout > 0 && (double)(ln_now() - exploring->start) / 1e9 > timeout)
        stop = LN_STOP_TIME;
    if (stop && !exploring->totals.stop)
        exploring->totals.stop = stop;
    return stop;
}

/* Time is up for all, or for some. */
static void watch_time(struct exploring *exploring, const struct running *running)
{
    const struct explore_options *wanted = &exploring->options;
    uint64_t now = ln_now();
    enum ln_stop stop = look_at_time(exploring);
    for (unsigned i = 0; i < wanted->jobs; i++) {
        bool late = wanted->test_timeout > 0 && (double)(now - running[i].start) / 1e9 > wanted->test_timeout;
        if (running[i].busy && (stop || late))
            ln_explorer_stop(exploring->explorer, i, stop ? stop : LN_STOP_TIME);
    }
}

/* After a failure only those go on that came before it: the failure that is told is always the same one. */
static bool is_settled(const struct exploring *exploring, const struct running *running)
{
    bool busy = false;
    for (unsigned i = 0; i < exploring->options.jobs; i++)
        busy |= running[i].busy && (!exploring->failure.found || running[i].number < exploring->failure.number);
    return !busy;
}

static enum ln_status run_all(struct exploring *exploring, struct tests *tests)
{
    struct running running[SLOTS] = { { 0 } };
    enum ln_status status = LN_OK;
    bool more = true;
    for (;;) {
        int slot;
        for (unsigned i = 0; i < exploring->options.jobs && more && !status; i++) {
            if (running[i].busy)
                continue;
            more = !exploring->failure.found && !look_at_time(exploring);
            if (more)
                status = tests_next(tests, exploring, &running[i].test, &more);
            if (status || !more)
                break;
            running[i].number = tests->next;
            running[i].start = ln_now();
            running[i].busy = true;
            status = ln_explorer_start(exploring->explorer, i, &running[i].test, &exploring->error);
        }
        if (status || is_settled(exploring, running))
            return status;
        slot = ln_explorer_wait(exploring->explorer, 50);
        show_progress(exploring, tests, false);
        watch_time(exploring, running);
        if (slot >= 0) {
            running[slot].busy = false;
            status = finish(exploring, &running[slot], (unsigned)slot);
        }
    }
}

/* ---- making a failing one small ---- */

/* Seconds that are left of those that were given; at most `most`. */
static double time_left(const struct exploring *exploring, double most)
{
    double left = exploring->options.timeout - (double)(ln_now() - exploring->start) / 1e9;
    return exploring->options.timeout <= 0 || left > most ? most : left;
}

static enum ln_status run_one(struct exploring *exploring, const struct ln_test *test, double limit,
                              const struct ln_explored **explored)
{
    uint64_t start = ln_now();
    enum ln_status status;
    ln_explorer_clear(exploring->explorer);
    status = ln_explorer_start(exploring->explorer, 0, test, &exploring->error);
    while (!status && ln_explorer_wait(exploring->explorer, 50) != 0)
        if (*interrupt_flag() || (double)(ln_now() - start) / 1e9 > limit)
            ln_explorer_stop(exploring->explorer, 0, LN_STOP_TIME);
    *explored = ln_explorer_result(exploring->explorer, 0);
    return status;
}

/* For the same reason. */
static bool fails_alike(const struct ln_explored *one, const struct ln_explored *other)
{
    if (one->failure != other->failure || one->where != other->where)
        return false;
    switch (one->failure) {
    case LN_FAILURE_CRASH:
    case LN_FAILURE_EXIT: return one->code == other->code;
    case LN_FAILURE_FAULT: return strcmp(one->message, other->message) == 0;
    case LN_FAILURE_STUCK: return one->end == other->end;
    default: return true;
    }
}

static enum ln_shrunk how_it_went(const struct ln_explored *wanted, const struct ln_explored *explored)
{
    if (fails_alike(wanted, explored))
        return LN_SHRUNK_FAILS;
    return explored->complete && !explored->undecided && !explored->too_long ? LN_SHRUNK_PASSES : LN_SHRUNK_UNKNOWN;
}

/* One candidate; *in_time is false when there was no time for it. */
static enum ln_status try_smaller(struct exploring *exploring, struct explore_failure *failure,
                                  struct ln_shrink *shrink, double limit, bool *in_time)
{
    const struct ln_explored *explored;
    enum ln_shrunk how;
    enum ln_status status;
    *in_time = !*interrupt_flag() && limit > 0;
    if (!*in_time)
        return LN_OK;
    status = run_one(exploring, &shrink->candidate, limit, &explored);
    if (status)
        return status;
    how = how_it_went(failure->explored, explored);
    ln_shrink_tell(shrink, how);
    if (how != LN_SHRUNK_FAILS || shrink->only_drop)
        return LN_OK;
    rename(exploring->trial, exploring->serial);
    return keep_run(exploring, failure, 0, explored);
}

/* A test that was given stays as it is: what is smaller is told beside it. */
static enum ln_status shrink(struct exploring *exploring, struct explore_failure *failure)
{
    const double EACH = 10, ALL = 30;
    bool given = exploring->options.test != NULL, found = false, in_time = true;
    uint64_t start = ln_now();
    struct ln_shrink shrink;
    enum ln_status status = ln_shrink_init(&shrink, exploring->object, &failure->test, given, &exploring->memory);
    if (!status)
        status = ln_shrink_next(&shrink, &found);
    if (ln_explorer_how(exploring->explorer)->serial)
        ln_explorer_how(exploring->explorer)->serial = exploring->trial;
    while (!status && found && in_time) {
        double left = time_left(exploring, ALL - (double)(ln_now() - start) / 1e9);
        status = try_smaller(exploring, failure, &shrink, left < EACH ? left : EACH, &in_time);
        if (!status && in_time)
            status = ln_shrink_next(&shrink, &found);
    }
    failure->smallest = ln_shrink_is_smallest(&shrink);
    failure->has_smaller = given && ln_test_all_calls(&shrink.best) < ln_test_all_calls(&failure->test);
    failure->smaller = shrink.best;
    if (!given)
        failure->test = shrink.best;
    ln_shrink_fini(&shrink);
    remove(exploring->trial);
    return status;
}

/* A part of a suspect test may be small enough for all that the reference does to be known. */
static enum ln_status settle_suspect(struct exploring *exploring)
{
    const double EACH = 10, ALL = 30;
    struct explore_failure *suspect = &exploring->suspect;
    const struct ln_explored *explored = suspect->explored;
    uint64_t start = ln_now();
    struct ln_shrink shrink;
    bool found = false;
    enum ln_status status = ln_shrink_init(&shrink, exploring->object, &suspect->test, false, &exploring->memory);
    if (!status)
        status = ln_shrink_next(&shrink, &found);
    while (!status && found && !*interrupt_flag()) {
        double left = time_left(exploring, ALL - (double)(ln_now() - start) / 1e9);
        if (left <= 0)
            break;
        status = run_one(exploring, &shrink.candidate, left < EACH ? left : EACH, &explored);
        if (status || explored->failure == LN_FAILURE_ORDER || explored->failure == LN_FAILURE_STUCK)
            break;
        ln_shrink_tell(&shrink, explored->lacking ? LN_SHRUNK_FAILS : LN_SHRUNK_PASSES);
        status = ln_shrink_next(&shrink, &found);
    }
    if (!status && explored->failure)
        status = keep_failure(exploring, &exploring->failure,
                              &(struct running){ .number = suspect->number, .test = shrink.candidate }, 0, explored);
    ln_shrink_fini(&shrink);
    return status;
}

/* The search went on after an accident, and has learned more of the memory since: what was known then is seen again. */
static enum ln_status find_accident_again(struct exploring *exploring, struct explore_failure *failure)
{
    double left = time_left(exploring, 1e9);
    const struct ln_explored *explored;
    enum ln_status status;
    if (left <= 0)
        return LN_OK;
    status = run_one(exploring, &failure->test, left, &explored);
    if (!status && fails_alike(failure->explored, explored))
        status = keep_run(exploring, failure, 0, explored);
    return status;
}

/* Leaves its steps in slot 0. *same: it led to the failure again. */
static enum ln_status replay(struct exploring *exploring, const struct explore_failure *failure, bool *same)
{
    const double SOON = 0.5; /* it is known to hang */
    struct ln_explorer *explorer = exploring->explorer;
    const struct ln_explored *explored = failure->explored;
    double *hang = &ln_explorer_how(explorer)->hang;
    enum ln_status status;
    ln_explorer_clear(explorer);
    ln_explorer_forget(explorer, 0);
    for (size_t i = 0; i < failure->shared.length; i++)
        ln_explorer_know(explorer, 0, &failure->shared.at[i]);
    if (explored->failure == LN_FAILURE_HANG && *hang > SOON)
        *hang = SOON;
    status = ln_explorer_replay(explorer, 0, &failure->test, &explored->how, explored->choices, explored->choice_count,
                                &exploring->error);
    *same = !status && (explored->failure == LN_FAILURE_DIVERGES ||
                        ln_explored_same(explored->failure, explored->hash, ln_explorer_result(explorer, 0)));
    return status;
}

/* What fails one time has to fail another time. */
static enum ln_status fail_again(struct exploring *exploring, struct explore_failure *failure)
{
    const struct ln_explored *explored;
    enum ln_status status = replay(exploring, failure, &failure->confirmed);
    if (status || failure->confirmed || time_left(exploring, 1e9) <= 0)
        return status;
    status = run_one(exploring, &failure->test, time_left(exploring, 1e9), &explored);
    if (!status && !fails_alike(failure->explored, explored))
        status = ln_fail(&exploring->error, LN_STOPPED, "a test fails one time and not another: does the code look at "
                         "the time, or come close to --hang?");
    if (!status)
        status = keep_run(exploring, failure, 0, explored);
    return status ? status : replay(exploring, failure, &failure->confirmed);
}

static enum ln_status look_closer(struct exploring *exploring, struct explore_failure *failure)
{
    enum ln_status status = LN_OK;
    if (failure->explored->without_calls)
        return LN_OK; /* the test has nothing to do with it */
    ln_explorer_how(exploring->explorer)->until_accident = is_accident(failure->explored);
    if (is_accident(failure->explored) && !failure->explored->in_phase_one)
        status = find_accident_again(exploring, failure);
    if (!status)
        status = shrink(exploring, failure);
    return status ? status : fail_again(exploring, failure);
}

enum ln_status explore_tests(struct exploring *exploring)
{
    struct tests tests;
    enum ln_status status = tests_begin(&tests, exploring);
    exploring->start = ln_now();
    if (!status)
        status = run_all(exploring, &tests);
    show_progress(exploring, &tests, true);
    ln_explorer_how(exploring->explorer)->histories = NULL; /* those of the tests that were asked for, of no others */
    if (!status && exploring->suspect.found && !exploring->failure.found && !exploring->options.test)
        status = settle_suspect(exploring);
    if (!status && exploring->failure.found)
        status = look_closer(exploring, &exploring->failure);
    else if (!status && exploring->accident.found)
        status = look_closer(exploring, &exploring->accident);
    if (tests.sampled)
        ln_sample_fini(&tests.sample);
    return status;
}
