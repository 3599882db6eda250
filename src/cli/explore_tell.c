/* What `linnet explore` says: the answer first, then the smallest test, its history, why, and every step. */
#include "cli/exit.h"
#include "inquiry/code/explore_failure.h"
#include "cli/explore_picture.h"
#include "cli/explore_save.h"
#include "cli/say.h"
#include "cli/terminal.h"
#include "finding/earned.h"
#include "report/explain.h"
#include "report/timeline.h"

#include <stdio.h>
#include <string.h>

typedef unsigned long long number;

/* ---- words ---- */

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

static void write_failure(const struct exploring *exploring, const struct ln_failing *failure, struct ln_str *out)
{
    ln_explore_failure_write(exploring->sources.files[0], exploring->spec, failure->explored->failure, failure->explored,
                          out);
}

/* ---- what was covered ---- */

/* Was no test left before its end, and no run of one? */
static bool ends_all(const struct ln_totals *totals)
{
    return !totals->cut && !totals->stop && !totals->too_long;
}

static void write_bounds(const struct exploring *exploring, struct ln_str *out)
{
    const struct ln_explore_how *how = ln_explorer_how(exploring->explorer);
    const char *which = ends_all(&exploring->tests.totals) ? "all schedules" : "schedules";
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

/* Loops and calls that go on for long are not interrupted everywhere. */
static bool tries_all(const struct exploring *exploring)
{
    return !exploring->longs.count && !exploring->tests.totals.unfair;
}

static void write_coverage(const struct exploring *exploring, struct ln_str *out)
{
    const struct ln_totals *totals = &exploring->tests.totals;
    write_count(totals->tests, "test", "tests", out);
    ln_str_text(out, ", ");
    write_bounds(exploring, out);
    ln_str_text(out, tries_all(exploring) ? ": " : ", but for long loops (below): ");
    write_count(totals->schedules, "schedule", "schedules", out);
    ln_str_text(out, ", ");
    write_count(totals->histories, "distinct history", "distinct histories", out);
}

static void write_judged_by(const struct exploring *exploring, struct ln_str *out)
{
    if (exploring->options.unchecked)
        ln_str_text(out, "Nothing was judged (--unchecked).");
    else if (exploring->spec)
        ln_str_format(out, "Judged as %s.", exploring->spec);
    else if (exploring->options.reference)
        ln_str_format(out, "Judged by what %s does.", exploring->options.reference);
    else {
        ln_str_text(out, "Judged by ");
        write_count(exploring->tests.totals.serial, "serial execution.", "serial executions.", out);
    }
    ln_str_text(out, " Memory model: sequential consistency.\n");
}

static void write_cuts(const struct exploring *exploring, struct ln_str *out)
{
    const struct ln_totals *totals = &exploring->tests.totals;
    if (totals->cut) {
        ln_str_text(out, "; ");
        write_count(totals->cut, "test", "tests", out);
        ln_str_text(out, totals->killed                         ? " ended when a process was killed from outside"
                         : totals->stop == LN_STOP_MEMORY      ? " ran out of memory"
                         : totals->stop == LN_STOP_INTERRUPTED ? " stopped by Ctrl-C"
                                                               : " hit the time limit");
    } else if (totals->stop) {
        ln_str_text(out, totals->stop == LN_STOP_INTERRUPTED ? "; stopped by Ctrl-C" : "; the time was up");
    }
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
                         : totals->loose ? " in which a nondeterministic or async operation does what it never did serially: "
                                           "only a spec can say whether it may"
                                         : " that could not be judged in time");
    }
    ln_str_char(out, '\n');
}

/* Why not all was done that the sentence names. */
static enum ln_reason stopped_by(const struct exploring *exploring)
{
    const struct ln_totals *totals = &exploring->tests.totals;
    if (totals->stop)
        return ln_reason_of(totals->stop);
    if (totals->loose)
        return LN_REASON_METHOD;
    if (totals->lacking || totals->too_long)
        return LN_REASON_BOUND;
    if (totals->undecided)
        return LN_REASON_TIME;
    if (totals->cut || exploring->options.unchecked || ln_explorer_how(exploring->explorer)->strategy == LN_RANDOM)
        return LN_REASON_METHOD;
    return LN_REASON_NONE;
}

/* When nothing was found. */
static enum ln_verdict earn(const struct exploring *exploring, enum ln_reason *reason)
{
    struct ln_coverage coverage = { .looked_at = exploring->tests.totals.histories - exploring->tests.totals.guessed,
                                    .unseen = ln_explore_unseen_count(&exploring->unseen),
                                    .stopped = stopped_by(exploring) };
    return ln_earned(&coverage, reason);
}

/* Could what was not seen have made it up? What is not put back before each run makes the serial executions, a crash or
 * a hang worthless; a history that a spec forbids is real if it comes again where nothing else has run. */
static bool is_doubtful(const struct exploring *exploring, const struct ln_failing *failure)
{
    if (failure->explored->failure == LN_FAILURE_HANG || failure->explored->failure == LN_FAILURE_STUCK)
        return ln_explore_unseen_count(&exploring->unseen) > 0; /* it may wait for what another thread does unseen */
    if (!ln_explore_unseen_leaks(&exploring->unseen))
        return false;
    switch (failure->explored->failure) {
    case LN_FAILURE_ORDER: return !exploring->spec || !failure->confirmed;
    case LN_FAILURE_FAULT: return !failure->confirmed;
    case LN_FAILURE_CREATE: return false;
    case LN_FAILURE_NONE:
    case LN_FAILURE_SERIAL:
    case LN_FAILURE_CRASH:
    case LN_FAILURE_EXIT:
    case LN_FAILURE_HANG:
    case LN_FAILURE_STUCK:
    case LN_FAILURE_DIVERGES: break;
    }
    return true;
}

/* A bound that was asked for is larger than it need be. */
static void write_unbounded(const struct exploring *exploring, struct ln_str *out)
{
    const struct ln_totals *totals = &exploring->tests.totals;
    bool delays = exploring->options.delays != UINT64_MAX, asked = delays || exploring->options.preemptions != UINT64_MAX;
    if (asked && totals->unbounded == totals->tests && ends_all(totals) && tries_all(exploring) &&
        !ln_explore_unseen_count(&exploring->unseen))
        ln_str_format(out, "  More %s lead to no other schedules.\n", delays ? "delays" : "preemptions");
}

static void write_nothing_found(const struct exploring *exploring, struct ln_str *out)
{
    const struct explore_options *wanted = &exploring->options;
    enum ln_reason reason;
    enum ln_verdict verdict = earn(exploring, &reason);
    ln_str_format(out, "%s: %s: nothing %s in ", ln_verdict_text(verdict), exploring->sources.files[0],
                  exploring->tests.totals.histories > exploring->tests.totals.guessed ? "found" : "was judged");
    write_coverage(exploring, out);
    write_cuts(exploring, out);
    if (ln_explore_unseen_count(&exploring->unseen)) {
        ln_str_text(out, "  Not everything was seen, so there may be more schedules, and other results:\n");
        ln_explore_unseen_write(&exploring->unseen, out);
    }
    ln_explore_unseen_write_accepted(&exploring->unseen, out);
    ln_str_text(out, "  ");
    write_judged_by(exploring, out);
    ln_explore_long_write(&exploring->longs, out);
    if (exploring->tests.totals.looks_at_clock)
        ln_str_text(out, "  The clock is the explorer's: looks at it are a millisecond, a second, ... a million seconds apart.\n");
    if (exploring->tests.totals.waits)
        ln_str_text(out, "  Conditions are woken by signals only: spurious wake-ups are not tried.\n");
    write_unbounded(exploring, out);
    if (!wanted->test && !wanted->automatic)
        ln_str_format(out, exploring->tests.totals.exhausted ? "  There are no more tests of %u threads with %u calls each.\n"
                                                       : "  Random tests of %u threads with %u calls each (--seed %llu).\n",
                      wanted->threads, wanted->calls, (number)wanted->seed);
    if (exploring->tests.totals.redundant) {
        ln_str_text(out, "  ");
        write_count(exploring->tests.totals.redundant, "schedule was", "schedules were", out);
        ln_str_text(out, " cut short, as another one leads to the same.\n");
    }
    if (exploring->tests.totals.unfair) {
        ln_str_text(out, "  ");
        write_count(exploring->tests.totals.unfair, "schedule", "schedules", out);
        ln_str_text(out, " in which a thread goes round while others could end it were given up.\n");
    }
}

/* ---- a violation ---- */

/* As it would be given on the command line. */
static void write_options(const struct exploring *exploring, const struct ln_test *test, struct ln_str *out)
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

static void write_test(const struct exploring *exploring, const struct ln_failing *failure, struct ln_str *out)
{
    const struct ln_explored *explored = failure->explored;
    if (explored->without_calls)
        return;
    ln_str_text(out, exploring->options.test ? "\n  The test"
                     : failure->smallest     ? "\n  The smallest test that shows it"
                                             : "\n  A small test that shows it");
    if (!explored->in_phase_one) {
        ln_str_text(out, ", with ");
        write_count(explored->preemptions, "preemption", "preemptions", out);
    }
    ln_str_text(out, ":\n\n");
    if (failure->test.initial.count) {
        ln_str_text(out, "    first     ");
        ln_test_write_sequence(exploring->object, &failure->test.initial, out);
        ln_str_char(out, '\n');
    }
    for (unsigned i = 0; i < failure->test.threads; i++) {
        ln_str_format(out, "    thread %u  ", i);
        ln_test_write_sequence(exploring->object, &failure->test.thread[i], out);
        ln_str_char(out, '\n');
    }
    if (failure->test.final.count) {
        ln_str_text(out, "    at last   ");
        ln_test_write_sequence(exploring->object, &failure->test.final, out);
        ln_str_char(out, '\n');
    }
    if (failure->has_smaller) {
        ln_str_text(out, failure->smallest ? "\n  The smallest part of it that fails the same way: "
                                           : "\n  A smaller test fails the same way: ");
        write_options(exploring, &failure->smaller, out);
        ln_str_char(out, '\n');
    }
}

static void write_history(const struct explore_saved *saved, const struct ln_style *style, struct ln_str *out)
{
    const struct ln_history *history = &saved->read_back;
    struct ln_layout_options options = { .width = style->width, .utf8 = style->utf8 };
    struct ln_scene_op scene[LN_TEST_ALL_CALLS];
    size_t count = history->operations.length;
    for (uint32_t i = 0; i < count; i++)
        scene[i] = (struct ln_scene_op){ .operation = i };
    ln_str_text(out, "\n  Its history:\n\n");
    if (ln_timeline_write(history, scene, count, &options, style->colour, out))
        out->failed = true;
}

/* A line in as many as it takes; those that follow are indented further. */
static void write_wrapped(const char *line, size_t length, struct ln_str *out)
{
    const size_t columns = 76;
    size_t indent = strspn(line, " "), room = columns;
    while (length > room) {
        size_t at = room;
        while (at > indent && line[at] != ' ')
            at--;
        if (at <= indent)
            break;
        ln_str_format(out, "%*s%.*s\n", (int)(2 + columns - room), "", (int)at, line);
        line += at + 1;
        length -= at + 1;
        room = indent ? columns - indent - 4 : columns;
        indent = 0;
    }
    ln_str_format(out, "%*s%.*s\n", (int)(2 + columns - room), "", (int)length, line);
}

static void write_why(const struct exploring *exploring, const struct ln_failing *failure,
                      const struct explore_saved *saved, struct ln_str *out)
{
    const char *why = failure->explored->why;
    if (exploring->spec && saved->read) {
        ln_str_text(out, "\n  ");
        ln_explain(&saved->finding, out);
        ln_str_char(out, '\n');
        return;
    }
    if (*why)
        ln_str_char(out, '\n');
    while (*why) {
        size_t length = strcspn(why, "\n");
        write_wrapped(why, length, out);
        why += length + (why[length] == '\n');
    }
}

static enum ln_status write_steps(const struct exploring *exploring, const struct ln_failing *failure,
                                  const struct ln_style *style, struct ln_str *out)
{
    struct explore_picture picture = { exploring->explorer, failure->explored, &failure->test,
                                       exploring->compiled.object, (struct ln_memory *)(uintptr_t)&exploring->memory };
    if (failure->explored->failure == LN_FAILURE_SERIAL || failure->explored->without_calls)
        return LN_OK;
    ln_str_text(out, "\n  Step by step:\n\n");
    return explore_picture_steps(&picture, style, out);
}

static void write_found(const struct exploring *exploring, const struct ln_failing *failure,
                        const struct explore_saved *saved, struct ln_str *out)
{
    ln_str_text(out, "\n  Found in test ");
    write_number(failure->number, out);
    if (!exploring->options.test && !exploring->options.automatic)
        ln_str_format(out, " of %u (--seed %llu)", exploring->options.tests, (number)exploring->options.seed);
    ln_str_text(out, ", after ");
    write_count(exploring->tests.totals.schedules, "schedule", "schedules", out);
    ln_str_text(out, ".\n");
    if (saved->history[0]) {
        ln_str_text(out, "  ");
        write_judged_by(exploring, out);
    }
    ln_str_format(out, "  Saved: %s (linnet replay)", saved->schedule);
    if (saved->history[0])
        ln_str_format(out, ",\n         %s (the history)", saved->history);
    if (saved->certificate[0])
        ln_str_format(out, ",\n         %s (linnet verify)", saved->certificate);
    ln_str_char(out, '\n');
}

static enum ln_status write_violation(struct exploring *exploring, const struct ln_failing *failure,
                                      const struct explore_saved *saved, struct ln_str *out)
{
    struct terminal terminal = terminal_look();
    struct ln_style style = { .colour = terminal.colour, .width = terminal.width, .utf8 = terminal.utf8 };
    enum ln_status status;
    if (style.colour)
        ln_str_text(out, "\033[1;31m");
    ln_str_text(out, failure->explored->failure == LN_FAILURE_DIVERGES ? "unknown: " : "violated: ");
    write_failure(exploring, failure, out);
    if (style.colour)
        ln_str_text(out, "\033[0m");
    ln_str_char(out, '\n');
    write_test(exploring, failure, out);
    if (saved->read)
        write_history(saved, &style, out);
    write_why(exploring, failure, saved, out);
    status = write_steps(exploring, failure, &style, out);
    write_found(exploring, failure, saved, out);
    if (ln_explore_unseen_count(&exploring->unseen)) {
        ln_str_text(out, "  Not everything was seen:\n");
        ln_explore_unseen_write(&exploring->unseen, out);
    }
    ln_explore_unseen_write_accepted(&exploring->unseen, out);
    return status;
}

/* It looked as if, but what was not seen may be the reason. */
static void write_doubtful(const struct exploring *exploring, const struct ln_failing *failure, struct ln_str *out)
{
    ln_str_format(out, "unknown: %s: something looked wrong, but not everything was seen:\n",
                  exploring->sources.files[0]);
    ln_explore_unseen_write(&exploring->unseen, out);
    ln_explore_unseen_write_accepted(&exploring->unseen, out);
    ln_str_text(out, "  What looked wrong: ");
    write_failure(exploring, failure, out);
    ln_str_text(out, ", in this test:\n    ");
    ln_test_write(exploring->object, &failure->test, out);
    ln_str_text(out, "\n  It may be the object's fault, or come from what other runs have left behind there.\n");
}

/* ---- JSON ---- */

static void say_test(const struct exploring *exploring, const char *name, const struct ln_test *test,
                     struct ln_facts *facts)
{
    struct ln_str text;
    ln_str_init(&text, facts->texts.memory);
    ln_test_write(exploring->object, test, &text);
    ln_facts_text(facts, name, ln_str_borrow(&text));
    ln_str_fini(&text);
}

static void say_failure(const struct exploring *exploring, const struct ln_failing *failure,
                        const struct explore_saved *saved, struct ln_facts *facts)
{
    const struct ln_explored *explored = failure->explored;
    ln_facts_text(facts, "failure", ln_explore_failure_name(explored->failure));
    say_test(exploring, "test", &failure->test, facts);
    ln_facts_truth(facts, "smallest", failure->smallest && !failure->has_smaller);
    if (failure->has_smaller)
        say_test(exploring, "smaller", &failure->smaller, facts);
    ln_facts_number(facts, "test_number", failure->number);
    ln_facts_number(facts, "preemptions", explored->preemptions);
    if (explored->failure == LN_FAILURE_STUCK)
        ln_facts_truth(facts, "livelock", explored->end == LN_END_LIVELOCK);
    if (explored->failure == LN_FAILURE_CRASH)
        ln_facts_signed(facts, "signal", explored->code);
    if (explored->why[0])
        ln_facts_text(facts, "why", explored->why);
    ln_facts_text(facts, "schedule", saved->schedule);
    if (saved->history[0])
        ln_facts_text(facts, "history", saved->history);
    if (saved->certificate[0])
        ln_facts_text(facts, "certificate", saved->certificate);
}

static void say_coverage(const struct exploring *exploring, enum ln_verdict verdict, struct ln_facts *facts)
{
    const struct ln_totals *totals = &exploring->tests.totals;
    ln_facts_text(facts, "algorithm", exploring->spec                ? "explore"
                                      : exploring->options.reference ? "reference"
                                                                     : "line-up");
    ln_facts_number(facts, "tests", totals->tests);
    ln_facts_number(facts, "schedules", totals->schedules);
    ln_facts_number(facts, "cut_short", totals->redundant);
    ln_facts_number(facts, "histories", totals->histories);
    ln_facts_number(facts, "serial", totals->serial);
    ln_facts_truth(facts, "complete", verdict == LN_HOLDS && tries_all(exploring));
    ln_explore_unseen_facts(&exploring->unseen, facts);
    ln_explore_long_facts(&exploring->longs, facts);
    if (totals->looks_at_clock)
        ln_facts_text(facts, "clock", "made up");
    if (totals->waits)
        ln_facts_text(facts, "conditions", "no spurious wake-ups");
}

static void say_cost(const struct exploring *exploring, struct ln_facts *facts)
{
    uint64_t memory;
    double seconds;
    ln_explorer_cost(exploring->explorer, &seconds, &memory);
    ln_facts_cost(facts, seconds + (double)(ln_cpu_time() - exploring->cpu) / 1e9, memory);
}

static void write_json(const struct exploring *exploring, const struct ln_failing *failure,
                       const struct explore_saved *saved, struct ln_str *out)
{
    bool diverges = failure && failure->explored->failure == LN_FAILURE_DIVERGES;
    bool doubtful = failure && is_doubtful(exploring, failure);
    enum ln_reason reason = doubtful ? LN_REASON_UNSEEN : LN_REASON_METHOD;
    enum ln_verdict verdict = doubtful || diverges ? LN_UNKNOWN : failure ? LN_VIOLATED : earn(exploring, &reason);
    struct ln_facts facts;
    ln_facts_init(&facts, out->memory);
    ln_facts_text(&facts, "id", exploring->sources.files[0]);
    ln_facts_verdict(&facts, verdict, reason);
    say_coverage(exploring, verdict, &facts);
    if (doubtful)
        ln_facts_text(&facts, "suspected", ln_explore_failure_name(failure->explored->failure));
    else if (failure)
        say_failure(exploring, failure, saved, &facts);
    else
        ln_facts_number(&facts, "preemptions", ln_explorer_how(exploring->explorer)->bound);
    say_cost(exploring, &facts);
    ln_facts_json(&facts, out);
    ln_facts_fini(&facts);
}

/* ---- all of it ---- */

int explore_tell(struct exploring *exploring)
{
    const struct ln_failing *failure = ln_tests_failing(&exploring->tests);
    bool doubtful = failure && is_doubtful(exploring, failure);
    struct explore_saved saved;
    struct ln_error error = { 0 };
    enum ln_status status = LN_OK;
    enum ln_reason reason;
    struct ln_str text;
    ln_str_init(&text, &exploring->memory);
    memset(&saved, 0, sizeof saved);
    if (failure && !doubtful)
        status = explore_save(exploring, failure, &saved, &error);
    if (!status && exploring->options.json)
        write_json(exploring, failure, &saved, &text);
    else if (!status && doubtful)
        write_doubtful(exploring, failure, &text);
    else if (!status && failure)
        status = write_violation(exploring, failure, &saved, &text);
    else if (!status)
        write_nothing_found(exploring, &text);
    if (!status && !exploring->options.quiet)
        say(ln_str_borrow(&text));
    fflush(stdout);
    ln_str_fini(&text);
    explore_saved_fini(&saved);
    if (status) {
        fprintf(stderr, "linnet explore: %s\n", error.message);
        return exit_of(status);
    }
    if (failure)
        return doubtful || failure->explored->failure == LN_FAILURE_DIVERGES ? EXIT_UNKNOWN : EXIT_VIOLATED;
    return earn(exploring, &reason) == LN_HOLDS ? EXIT_HOLDS : EXIT_UNKNOWN;
}
