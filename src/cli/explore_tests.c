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

static bool is_accident(enum ln_failure failure)
{
    return failure == LN_FAILURE_CRASH || failure == LN_FAILURE_EXIT || failure == LN_FAILURE_HANG;
}

static enum ln_status keep_failure(struct exploring *exploring, struct explore_failure *kept,
                                   const struct running *test, const struct ln_explored *explored)
{
    if (kept->found && kept->number < test->number)
        return LN_OK;
    if (!kept->explored)
        kept->explored = ln_take(&exploring->memory, sizeof *kept->explored);
    if (!kept->explored)
        return ln_fail(&exploring->error, LN_NO_MEMORY, "out of memory");
    kept->found = true;
    kept->number = test->number;
    kept->test = kept->first = test->test;
    *kept->explored = *explored;
    return LN_OK;
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
    totals->tests++;
    totals->schedules += explored->schedules;
    totals->redundant += explored->redundant;
    totals->histories += explored->histories;
    totals->unfair += explored->unfair;
    totals->serial += explored->serial_full + explored->serial_stuck;
    totals->undecided += explored->undecided > 0;
    if (explored->failure)
        return keep_failure(exploring, is_accident(explored->failure) ? &exploring->accident : &exploring->failure,
                            test, explored);
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

static enum ln_status run_one(struct exploring *exploring, const struct ln_test *test, double limit,
                              const struct ln_explored **explored)
{
    uint64_t start = ln_now();
    enum ln_status status;
    ln_explorer_clear(exploring->explorer);
    status = ln_explorer_start(exploring->explorer, 0, test, &exploring->error);
    while (!status && ln_explorer_wait(exploring->explorer, 50) != 0)
        if (*interrupt_flag() || (limit > 0 && (double)(ln_now() - start) / 1e9 > limit))
            ln_explorer_stop(exploring->explorer, 0, LN_STOP_TIME);
    *explored = ln_explorer_result(exploring->explorer, 0);
    return status;
}

/* The failing run alone, with its steps. */
static enum ln_status run_again(struct exploring *exploring, struct explore_failure *failure)
{
    const struct ln_explored *was = failure->explored, *now;
    enum ln_status status = ln_explorer_replay(exploring->explorer, 0, &failure->test, &was->how, was->choices,
                                               was->choice_count, &exploring->error);
    now = ln_explorer_result(exploring->explorer, 0);
    failure->confirmed = !status && !now->failure && now->end == was->end &&
                         memcmp(now->hash, was->hash, sizeof now->hash) == 0;
    return status;
}

static enum ln_status shrink(struct exploring *exploring, struct explore_failure *failure)
{
    const double limit = 10;
    enum ln_failure kind = failure->explored->failure;
    const struct ln_explored *explored;
    struct ln_shrink shrink;
    bool found = false;
    enum ln_status status = ln_shrink_init(&shrink, exploring->object, &failure->test, &exploring->memory);
    ln_explorer_how(exploring->explorer)->until_accident = true;
    if (!status)
        status = ln_shrink_next(&shrink, &found);
    while (!status && found && !*interrupt_flag()) {
        status = run_one(exploring, &shrink.candidate, limit, &explored);
        if (!status) {
            ln_shrink_tell(&shrink, explored->failure == kind);
            status = ln_shrink_next(&shrink, &found);
        }
    }
    failure->test = shrink.best;
    ln_shrink_fini(&shrink);
    /* Once more, so that what is known of its memory is there for the replay. */
    if (!status)
        status = run_one(exploring, &failure->test, 0, &explored);
    if (!status && explored->failure != kind)
        status = ln_fail(&exploring->error, LN_STOPPED, "a test fails one time and not another: does the code look at the "
                         "time, or come close to --hang?");
    if (status)
        return status;
    *failure->explored = *explored;
    return run_again(exploring, failure);
}

enum ln_status explore_tests(struct exploring *exploring)
{
    struct tests tests;
    enum ln_status status = tests_begin(&tests, exploring);
    exploring->start = ln_now();
    if (!status)
        status = run_all(exploring, &tests);
    show_progress(exploring, &tests, true);
    if (!status && exploring->failure.found)
        status = shrink(exploring, &exploring->failure);
    else if (!status && exploring->accident.found)
        status = shrink(exploring, &exploring->accident);
    if (tests.sampled)
        ln_sample_fini(&tests.sample);
    return status;
}
