/* What was found by exploring, in words: the answer first, then the smallest test, why, and what was covered. */
#include "inquiry/code/explore.h"

#include "inquiry/code/explore_failure.h"
#include "report/explain.h"

#include <stdio.h>
#include <string.h>

typedef unsigned long long number;

/* 1,234,567 */
static void write_number(uint64_t value, struct ln_str *out)
{
    char digits[32];
    int length = snprintf(digits, sizeof digits, "%llu", (number)value);
    for (int i = 0; i < length; i++) {
        if (i && (length - i) % 3 == 0)
            ln_str_char(out, ',');
        ln_str_char(out, digits[i]);
    }
}

static void write_count(uint64_t value, const char *one, const char *many, struct ln_str *out)
{
    write_number(value, out);
    ln_str_format(out, " %s", value == 1 ? one : many);
}

static const char *file_of(const struct ln_exploring *exploring)
{
    return exploring->options.sources.files[0];
}

/* ---- what was covered ---- */

static void write_bounds(const struct ln_exploring *exploring, struct ln_str *out)
{
    const struct ln_explore_how *how = &exploring->options.how;
    const char *which = ln_exploring_ends_all(exploring) ? "all schedules" : "schedules";
    if (how->strategy == LN_RANDOM) {
        write_count(how->runs, "random schedule of each", "random schedules of each", out);
    } else if (how->strategy == LN_DELAYS) {
        ln_str_format(out, "%s with at most ", which);
        write_count(how->bound, "delay", "delays", out);
    } else {
        ln_str_format(out, "%s with at most ", which);
        write_count(how->bound, "preemption", "preemptions", out);
        ln_str_text(out, " and ");
        write_count(how->switches, "switch between calls", "switches between calls", out);
    }
}

static void write_coverage(const struct ln_exploring *exploring, struct ln_str *out)
{
    const struct ln_totals *totals = &exploring->explorer.totals;
    write_count(totals->tests, "test", "tests", out);
    ln_str_text(out, ", ");
    write_bounds(exploring, out);
    ln_str_text(out, ln_exploring_tries_all(exploring) ? ": " : ", but for long loops (below): ");
    write_count(totals->schedules, "schedule", "schedules", out);
    ln_str_text(out, ", ");
    write_count(totals->histories, "distinct history", "distinct histories", out);
}

static void write_judged_by(const struct ln_exploring *exploring, struct ln_str *out)
{
    if (exploring->options.how.unchecked) {
        ln_str_text(out, "  Nothing was judged (--unchecked).");
    } else if (exploring->chosen) {
        ln_str_format(out, "  Judged as %s.", exploring->chosen->name);
    } else if (exploring->options.reference) {
        ln_str_format(out, "  Judged by what %s does.", exploring->options.reference);
    } else {
        ln_str_text(out, "  Judged by ");
        write_count(exploring->explorer.totals.serial, "serial execution.", "serial executions.", out);
    }
    ln_str_text(out, " Memory model: sequential consistency.\n");
}

static void write_cut_tests(const struct ln_totals *totals, struct ln_str *out)
{
    if (totals->cut) {
        ln_str_text(out, "; ");
        write_count(totals->cut, "test", "tests", out);
        ln_str_text(out, totals->killed                        ? " ended when a process was killed from outside"
                         : totals->stop == LN_STOP_MEMORY      ? " ran out of memory"
                         : totals->stop == LN_STOP_INTERRUPTED ? " interrupted"
                                                               : " hit the time limit");
    } else if (totals->stop) {
        ln_str_text(out, totals->stop == LN_STOP_INTERRUPTED ? "; interrupted" : "; the time was up");
    }
}

static void write_cuts(const struct ln_totals *totals, struct ln_str *out)
{
    write_cut_tests(totals, out);
    if (totals->too_long) {
        ln_str_text(out, "; ");
        write_count(totals->too_long, "test has calls", "tests have calls", out);
        ln_str_text(out, totals->too_large ? " that need more memory than the explorer has for them, or go on for too "
                                             "many steps, and were given up"
                                           : " that go on for so many steps that they were given up: a livelock, or "
                                             "just long");
    }
    if (totals->unfair && !totals->histories)
        ln_str_text(out, "; in each of them a thread goes round while others could end it");
    if (totals->undecided) {
        ln_str_text(out, "; ");
        write_count(totals->undecided, "test has histories", "tests have histories", out);
        ln_str_text(out, totals->lacking ? " that the reference was not seen to have, though it may beyond its bounds"
                         : totals->loose
                             ? " in which a nondeterministic or async operation does what it never did serially: "
                               "only a spec can say whether it may"
                             : " that could not be judged in time");
    }
}

/* There are histories, and not one result in them. */
static void write_empty(const struct ln_totals *totals, struct ln_str *out)
{
    if (totals->histories && totals->histories == totals->empty)
        ln_str_text(out, totals->seen.failed ? ", but every call that returned failed: no result was looked at"
                                             : ", but no call ever returned: no result was looked at");
}

/* A bound that was asked for is larger than it need be. */
static void write_unbounded(const struct ln_exploring *exploring, struct ln_str *out)
{
    const struct ln_totals *totals = &exploring->explorer.totals;
    if (exploring->options.bound_asked && totals->unbounded == totals->tests && ln_exploring_ends_all(exploring) &&
        ln_exploring_tries_all(exploring) && !ln_explore_unseen_count(&exploring->unseen))
        ln_str_format(out, "  More %s lead to no other schedules.\n",
                      exploring->options.how.strategy == LN_DELAYS ? "delays" : "preemptions");
}

/* That no other test was drawn any more does not mean that there is none, when an operation is drawn very seldom. */
static void write_tests(const struct ln_exploring *exploring, const struct ln_operations_seen *operations,
                        struct ln_str *out)
{
    const struct ln_plan_options *plan = &exploring->options.tests.plan;
    bool all = exploring->explorer.totals.exhausted && !ln_operations_any(operations, LN_SIGHT_NOT_CALLED);
    uint64_t idle = ln_plan_idle(&exploring->explorer.plan);
    ln_str_text(out, all ? "  There are no more tests of " : "  Random tests of ");
    write_count(plan->threads, "thread", "threads", out);
    if (idle) {
        ln_callers_write_idle(idle, out);
        ln_str_char(out, ',');
    }
    ln_str_text(out, " with ");
    write_count(plan->calls, "call each", "calls each", out);
    if (!all)
        ln_str_format(out, " (--seed %llu)", (number)plan->seed);
    ln_str_text(out, ".\n");
}

static void write_limits(const struct ln_exploring *exploring, const struct ln_operations_seen *operations,
                         struct ln_str *out)
{
    const struct ln_plan_options *plan = &exploring->options.tests.plan;
    const struct ln_totals *totals = &exploring->explorer.totals;
    ln_explore_long_write(&exploring->longs, out);
    if (totals->looks_at_clock)
        ln_str_text(
            out,
            "  The clock is the explorer's: looks at it are a millisecond, a second, ... a million seconds apart.\n");
    if (totals->waits)
        ln_str_text(out, "  Conditions are woken by signals only: spurious wake-ups are not tried.\n");
    write_unbounded(exploring, out);
    if (!plan->test && !plan->automatic)
        write_tests(exploring, operations, out);
    if (totals->redundant) {
        ln_str_text(out, "  ");
        write_count(totals->redundant, "schedule was", "schedules were", out);
        ln_str_text(out, " cut short, as another one leads to the same.\n");
    }
    if (totals->unfair) {
        ln_str_text(out, "  ");
        write_count(totals->unfair, "schedule", "schedules", out);
        ln_str_text(out, " in which a thread goes round while others could end it were given up.\n");
    }
}

static void write_unseen(const struct ln_exploring *exploring, const char *title, struct ln_str *out)
{
    if (ln_explore_unseen_count(&exploring->unseen)) {
        ln_str_text(out, title);
        ln_explore_unseen_write(&exploring->unseen, out);
    }
    ln_explore_unseen_write_accepted(&exploring->unseen, out);
}

/* ---- a violation ---- */

/* As it would be given on the command line. */
static void write_options(const struct ln_exploring *exploring, const struct ln_test *test, struct ln_str *out)
{
    ln_str_text(out, "--test \"");
    ln_test_write(exploring->object, test, out);
    ln_str_char(out, '"');
    if (test->initial.count) {
        ln_str_text(out, " --init \"");
        ln_test_write_sequence(exploring->object, &test->initial, out);
        ln_str_char(out, '"');
    }
    if (test->final.count) {
        ln_str_text(out, " --final \"");
        ln_test_write_sequence(exploring->object, &test->final, out);
        ln_str_char(out, '"');
    }
}

static void write_sequence(const struct ln_exploring *exploring, const char *who, const struct ln_test_sequence *calls,
                           struct ln_str *out)
{
    if (!calls->count)
        return;
    ln_str_format(out, "    %-10s", who);
    ln_test_write_sequence(exploring->object, calls, out);
    ln_str_char(out, '\n');
}

static void write_test(const struct ln_exploring *exploring, const struct ln_failing *failing, struct ln_str *out)
{
    const struct ln_explored *explored = failing->explored;
    const struct ln_test *test = &failing->test;
    if (explored->without_calls)
        return;
    ln_str_text(out, exploring->options.tests.plan.test ? "\n  The test"
                     : failing->smallest                ? "\n  The smallest test that shows it"
                                                        : "\n  A small test that shows it");
    if (!explored->in_phase_one) {
        ln_str_text(out, ", with ");
        write_count(explored->preemptions, "preemption", "preemptions", out);
    }
    ln_str_text(out, ":\n\n");
    write_sequence(exploring, "first", &test->initial, out);
    for (unsigned i = 0; i < test->threads; i++) {
        char who[20];
        snprintf(who, sizeof who, "thread %u", i);
        write_sequence(exploring, who, &test->thread[i], out);
    }
    write_sequence(exploring, "at last", &test->final, out);
    if (failing->has_smaller) {
        ln_str_text(out, failing->smallest ? "\n  The smallest part of it that fails the same way: "
                                           : "\n  A smaller test fails the same way: ");
        write_options(exploring, &failing->smaller, out);
        ln_str_char(out, '\n');
    }
}

static void write_why(const struct ln_exploring *exploring, const struct ln_failing *failing, struct ln_str *out)
{
    const char *why = failing->explored->why;
    if (exploring->chosen && exploring->again.judged) {
        ln_str_text(out, "\n  ");
        ln_explain(&exploring->again.said, out);
        ln_str_char(out, '\n');
        return;
    }
    if (*why)
        ln_str_char(out, '\n');
    while (*why) {
        size_t length = strcspn(why, "\n");
        ln_str_format(out, "  %.*s\n", (int)length, why);
        why += length + (why[length] == '\n');
    }
}

static void write_found(const struct ln_exploring *exploring, const struct ln_failing *failing, struct ln_str *out)
{
    const struct ln_plan_options *plan = &exploring->options.tests.plan;
    ln_str_text(out, "\n  Found in test ");
    write_number(failing->number, out);
    if (!plan->test && !plan->automatic)
        ln_str_format(out, " of %u (--seed %llu)", plan->count, (number)plan->seed);
    ln_str_text(out, ", after ");
    write_count(exploring->explorer.totals.schedules, "schedule", "schedules", out);
    ln_str_text(out, ".\n");
    if (exploring->again.built)
        write_judged_by(exploring, out);
    write_unseen(exploring, "  Not everything was seen:\n", out);
}

static void write_violation(const struct ln_exploring *exploring, const struct ln_failing *failing,
                            struct ln_words *words)
{
    write_test(exploring, failing, &words->about);
    ln_str_text(&words->picture, "\n  Its history:\n\n");
    write_why(exploring, failing, &words->why);
    ln_str_text(&words->steps, "\n  Step by step:\n\n");
    write_found(exploring, failing, &words->after);
}

/* It looked as if, but what was not seen may be the reason. */
static void write_doubts(const struct ln_exploring *exploring, const struct ln_failing *failing, struct ln_str *out)
{
    write_unseen(exploring, "", out);
    ln_str_text(out, "  What looked wrong: ");
    ln_explore_failure_write(file_of(exploring), exploring->chosen ? exploring->chosen->name : NULL,
                             failing->explored->failure, failing->explored, out);
    ln_str_text(out, ", in this test:\n    ");
    ln_test_write(exploring->object, &failing->test, out);
    ln_str_text(out, "\n  It may be the object's fault, or come from what other runs have left behind there.\n");
}

/* ---- all of it ---- */

static void write_nothing_found(const struct ln_exploring *exploring, const struct ln_operations_seen *operations,
                                struct ln_finding *finding)
{
    const struct ln_totals *totals = &exploring->explorer.totals;
    struct ln_str *answer = &finding->answer, *after = &finding->words.after;
    ln_str_format(answer, "%s: nothing %s in ", file_of(exploring), totals->histories ? "found" : "was judged");
    write_coverage(exploring, answer);
    write_cuts(totals, answer);
    write_empty(totals, answer);
    if (finding->reason == LN_REASON_UNSEEN)
        ln_operations_write_unseen(operations, answer, after);
    write_unseen(exploring, "  Not everything was seen, so there may be more schedules, and other results:\n", after);
    write_judged_by(exploring, after);
    write_limits(exploring, operations, after);
    if (ln_sights_are_known(finding->verdict, finding->reason))
        ln_operations_write_gaps(operations, after);
}

void ln_exploring_words(const struct ln_exploring *exploring, const struct ln_operations_seen *operations,
                        struct ln_finding *finding)
{
    const struct ln_failing *failing = ln_explorer_failing(&exploring->explorer);
    if (!failing) {
        write_nothing_found(exploring, operations, finding);
    } else if (ln_exploring_is_doubtful(exploring)) {
        ln_str_format(&finding->answer, "%s: something looked wrong, but not everything was seen:", file_of(exploring));
        write_doubts(exploring, failing, &finding->words.about);
    } else {
        ln_explore_failure_write(file_of(exploring), exploring->chosen ? exploring->chosen->name : NULL,
                                 failing->explored->failure, failing->explored, &finding->answer);
        write_violation(exploring, failing, &finding->words);
    }
}

/* ---- while it runs ---- */

void ln_exploring_progress(const struct ln_explorer_progress *progress, char text[LN_PROGRESS_TEXT])
{
    double seconds = progress->seconds;
    char of[32] = "", left[48] = "";
    text[0] = '\0';
    if (progress->last)
        return;
    if (progress->of)
        snprintf(of, sizeof of, " of %llu", (number)progress->of);
    if (progress->of && progress->ended)
        snprintf(left, sizeof left, ", about %.0f s left",
                 seconds / (double)progress->ended * (double)(progress->of - progress->ended));
    snprintf(text, LN_PROGRESS_TEXT, "%.0f s: test %llu%s, %llu schedules (%.0f/s)%s", seconds,
             (number)progress->number, of, (number)progress->schedules, (double)progress->schedules / seconds, left);
}
