#define _GNU_SOURCE /* strsignal, mkstemp */
#include "cli/stress_tell.h"

#include "inquiry/judge.h"
#include "base/outfile.h"
#include "cli/exit.h"
#include "cli/say.h"
#include "inquiry/code/signal_words.h"
#include "cli/terminal.h"
#include "finding/earned.h"
#include "format/writer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef unsigned long long number;

static const char *plural(uint64_t count)
{
    return count == 1 ? "" : "s";
}

static int say_error(const struct ln_error *error, enum ln_status status)
{
    complain("linnet stress: %s\n", error->message[0] ? error->message : ln_status_text(status));
    return exit_of(status);
}

/* ---- for programs: what every line has ---- */

/* The round in which it ended, 0 when there is none. */
static void say_rounds(const struct stress_telling *telling, const struct ln_stress_judge *judge, uint64_t round,
                       struct ln_facts *facts)
{
    ln_facts_number(facts, "rounds", judge->rounds);
    ln_facts_number(facts, "undecided", judge->unknown);
    ln_facts_number(facts, "operations_run", judge->operations);
    ln_facts_number(facts, "threads", telling->threads);
    ln_facts_number(facts, "seed", telling->seed);
    if (round)
        ln_facts_number(facts, "round", round);
}

static void say_cost(const struct stress_telling *telling, struct ln_facts *facts)
{
    ln_facts_cost(facts, (double)(ln_cpu_time() - telling->cpu) / 1e9, ln_peak_memory());
}

static void print(const struct stress_telling *telling, const struct ln_str *text)
{
    if (!telling->quiet)
        say(ln_str_borrow(text));
    fflush(stdout);
}

/* ---- the end ---- */

static enum ln_verdict earn(const struct ln_stress_judge *judge, bool interrupted, enum ln_reason *reason)
{
    struct ln_coverage coverage = { .looked_at = judge->operations,
                                    .stopped = interrupted      ? LN_REASON_INTERRUPTED
                                               : judge->unknown ? judge->reason
                                                                : LN_REASON_NONE };
    return ln_earned(&coverage, reason);
}

static void write_end(const struct stress_telling *telling, const struct ln_stress_judge *judge, bool interrupted,
                      struct ln_str *out)
{
    uint64_t held = judge->rounds - judge->unknown;
    if (interrupted || judge->unknown || !judge->operations)
        ln_str_format(out, "unknown: %s: ", telling->test);
    if (!interrupted && !judge->rounds)
        ln_str_text(out, "no round came to its end, so nothing was judged");
    else if (interrupted)
        ln_str_format(out, "interrupted after %llu round%s", (number)judge->rounds, plural(judge->rounds));
    else if (judge->unknown)
        ln_str_format(out, "%llu of %llu rounds could not be decided (%s)", (number)judge->unknown,
                      (number)judge->rounds, ln_reason_text(judge->reason));
    else if (!judge->operations)
        ln_str_text(out, "no operation was called");
    else
        ln_str_format(out, "holds: all %llu %s of %s are linearizable as %s (%llu operations by %u threads)",
                      (number)judge->rounds, telling->keep_object ? "stretches of a long run" : "rounds",
                      telling->test, telling->spec, (number)judge->operations, telling->threads);
    if (interrupted || judge->unknown)
        ln_str_format(out, "; %llu held as %s (%llu operations in all by %u threads)", (number)held, telling->spec,
                      (number)judge->operations, telling->threads);
    ln_str_text(out, "\n  This tells of the schedules that happened, not of those that might.\n");
}

static void write_json_end(const struct stress_telling *telling, const struct ln_stress_judge *judge,
                           enum ln_verdict verdict, enum ln_reason reason, struct ln_str *out)
{
    struct ln_facts facts;
    ln_facts_init(&facts, out->memory);
    ln_facts_text(&facts, "id", telling->test);
    ln_facts_verdict(&facts, verdict, reason);
    ln_facts_text(&facts, "spec", telling->spec);
    say_rounds(telling, judge, 0, &facts);
    say_cost(telling, &facts);
    ln_facts_json(&facts, out);
    ln_facts_fini(&facts);
}

int stress_tell_end(const struct stress_telling *telling, const struct ln_stress_judge *judge, bool interrupted)
{
    enum ln_reason reason;
    enum ln_verdict verdict = earn(judge, interrupted, &reason);
    struct ln_str text;
    ln_str_init(&text, judge->memory);
    if (telling->json)
        write_json_end(telling, judge, verdict, reason, &text);
    else
        write_end(telling, judge, interrupted, &text);
    print(telling, &text);
    ln_str_fini(&text);
    return verdict == LN_HOLDS ? EXIT_HOLDS : EXIT_UNKNOWN;
}

/* ---- violations ---- */

static bool put_to_file(void *self, const char *bytes, size_t length)
{
    return fwrite(bytes, 1, length, self) == length;
}

static enum ln_status save(const struct stress_telling *telling, const struct ln_stress_judge *judge,
                           const struct ln_history *history, const char *path, struct ln_error *error)
{
    struct ln_file_writer_options how = { .format = "native", .put = put_to_file };
    struct ln_file_writer writer;
    struct ln_outfile file;
    enum ln_status status = ln_outfile_open(&file, path, error);
    if (status)
        return status;
    how.self = file.to;
    status = ln_file_writer_init(&writer, &how, judge->memory, error);
    if (!status) {
        status = ln_file_writer_add(&writer, history, telling->chosen->own ? NULL : telling->spec, error);
        ln_file_writer_fini(&writer);
    }
    if (!status)
        return ln_outfile_close(&file, error);
    ln_outfile_drop(&file);
    return status;
}

static enum ln_status write_certificate(const struct stress_telling *telling, const struct ln_judged *finding,
                                        struct ln_memory *memory, struct ln_error *error)
{
    struct ln_str text;
    enum ln_status status;
    ln_str_init(&text, memory);
    ln_report_certificate(finding, &text);
    status = text.failed ? ln_fail(error, LN_NO_MEMORY, "out of memory")
                         : ln_outfile_write(telling->certificate, ln_str_borrow(&text), error);
    ln_str_fini(&text);
    return status;
}

static void write_violation(const struct stress_telling *telling, const struct ln_stress_judge *judge,
                            const struct ln_judged *finding, struct ln_str *out)
{
    struct terminal terminal = terminal_look();
    struct ln_style style = { .colour = terminal.colour, .width = terminal.width, .utf8 = terminal.utf8 };
    if (telling->json) {
        struct ln_facts facts;
        ln_facts_init(&facts, out->memory);
        ln_report_facts(finding, &facts);
        say_rounds(telling, judge, judge->rounds, &facts);
        ln_facts_json(&facts, out);
        ln_facts_fini(&facts);
        return;
    }
    ln_report_text(finding, &style, out);
    if (telling->keep_object)
        ln_str_format(out, "\n  Found in stretch %llu of a long run", (number)judge->rounds);
    else
        ln_str_format(out, "\n  Found in round %llu of %s", (number)judge->rounds, telling->test);
    ln_str_format(out, " (seed %llu); ", (number)telling->seed);
    if (telling->save)
        ln_str_format(out, "the history is in %s.\n", telling->save);
    else
        ln_str_text(out, "--save FILE keeps the history.\n");
}

/* A bound history with all that belongs to it. */
static int tell_history(const struct stress_telling *telling, struct ln_stress_judge *judge,
                        const struct ln_history *history, const struct ln_spec *spec, const struct ln_source *source)
{
    struct ln_check_options how = { .jobs = 1, .cut_every = telling->keep_object ? 2 : 0 };
    struct ln_error error = { 0 };
    struct ln_outcome outcome;
    struct ln_core core;
    struct ln_budget budget;
    struct ln_str text;
    struct ln_judged finding = { .id = telling->test, .history = history, .spec = spec, .source = *source };
    enum ln_status status;
    ln_outcome_init(&outcome, judge->memory);
    ln_core_init(&core, judge->memory);
    ln_str_init(&text, judge->memory);
    ln_budget_init(&budget, judge->memory, 0, telling->interrupt);
    status = ln_judge(&finding, &how, &budget, &outcome, &core, &error);
    finding.seconds = (double)(ln_cpu_time() - telling->cpu) / 1e9;
    finding.memory = ln_peak_memory();
    if (!status) {
        write_violation(telling, judge, &finding, &text);
        print(telling, &text);
    }
    if (!status && telling->certificate && finding.core)
        status = write_certificate(telling, &finding, judge->memory, &error);
    if (!status && outcome.verdict == LN_HOLDS)
        status = ln_fail(&error, LN_INTERNAL, "a round is violated one time and holds another");
    ln_str_fini(&text);
    ln_core_fini(&core);
    ln_outcome_fini(&outcome);
    return status ? say_error(&error, status) : EXIT_VIOLATED;
}

/* From the file, so that lines and certificate are those of the file. */
static int tell_file(const struct stress_telling *telling, struct ln_stress_judge *judge, const char *path)
{
    struct ln_binding binding;
    struct ln_reader_options reading = { .binder = &binding.binder };
    struct ln_reader *reader = NULL;
    struct ln_history history;
    struct ln_error error = { 0 };
    struct ln_budget budget;
    bool found = false;
    int code;
    enum ln_status status;
    ln_binding_init(&binding, telling->chosen);
    ln_budget_init(&budget, judge->memory, 0, telling->interrupt);
    reading.budget = &budget;
    status = ln_reader_open(&reader, path, &reading, judge->memory, &error);
    if (!status)
        status = ln_reader_next(reader, &history, &found, &error);
    if (status || !found) {
        ln_reader_close(reader);
        return say_error(&error, status);
    }
    code = tell_history(telling, judge, &history, &binding.spec,
                        &(struct ln_source){ .input = path, .format = ln_reader_format(reader), .number = 1,
                                             .digest = ln_reader_digest(reader),
                                             .spec = telling->chosen->own ? telling->spec : NULL });
    ln_history_fini(&history);
    ln_reader_close(reader);
    return code;
}

/* A long run is told as a whole, through a file. */
static int tell_long(const struct stress_telling *telling, struct ln_stress_judge *judge)
{
    struct ln_error error = { 0 };
    char temporary[256] = "";
    const char *path = telling->save, *folder = getenv("TMPDIR");
    uint32_t line;
    int code;
    enum ln_status status = ln_history_seal(&judge->run.whole, &line, &error);
    if (!path) {
        int file;
        snprintf(temporary, sizeof temporary, "%s/linnet-XXXXXX", folder && *folder ? folder : "/tmp");
        file = mkstemp(temporary);
        if (file >= 0)
            close(file);
        path = temporary;
    }
    if (!status)
        status = save(telling, judge, &judge->run.whole, path, &error);
    code = status ? say_error(&error, status) : tell_file(telling, judge, path);
    if (temporary[0])
        unlink(temporary);
    return code;
}

int stress_tell_violation(const struct stress_telling *telling, struct ln_stress_judge *judge, struct ln_stress *stress)
{
    struct ln_error error = { 0 };
    struct ln_history history;
    enum ln_status status;
    int code;
    if (telling->keep_object)
        return tell_long(telling, judge);
    status = ln_stress_judge_build(judge, stress, !telling->save, &history, &error);
    if (status)
        return say_error(&error, status);
    if (!telling->save) {
        code = tell_history(telling, judge, &history, &judge->parsed, &(struct ln_source){ .number = 1 });
    } else {
        status = save(telling, judge, &history, telling->save, &error);
        code = status ? say_error(&error, status) : tell_file(telling, judge, telling->save);
    }
    ln_history_fini(&history);
    return code;
}

/* ---- accidents ---- */

static void write_death(int signal_number, struct ln_str *out)
{
    const char *by_itself = ln_signal_words(signal_number);
    if (by_itself)
        ln_str_format(out, "%s itself (SIG%s)", by_itself, sigabbrev_np(signal_number));
    else
        ln_str_format(out, "crashed (%s)", strsignal(signal_number));
}

static void describe(const struct ln_stress *stress, enum ln_stress_news news, struct ln_str *out)
{
    if (news == LN_STRESS_CRASHED)
        write_death(ln_stress_signal(stress), out);
    else if (news == LN_STRESS_LEFT)
        ln_str_format(out, "ended a thread in a call (%s)", ln_stress_why(stress));
    else if (news == LN_STRESS_EXITED)
        ln_str_format(out, "ended the program (exit code %d)", ln_stress_exit(stress));
    else if (news == LN_STRESS_NOT_MADE)
        ln_str_text(out, "could not make an object (create() returned NULL)");
    else
        ln_str_text(out, "hangs");
}

static void write_flight(const struct ln_history *history, struct ln_str *out)
{
    bool any = false;
    for (uint32_t i = 0; i < history->operations.length; i++) {
        if (history->operations.at[i].fate != LN_PENDING)
            continue;
        if (!any)
            ln_str_text(out, "  Calls in flight:\n");
        any = true;
        ln_str_text(out, "    thread ");
        ln_history_write_process(history, history->operations.at[i].process, out);
        ln_str_text(out, "  ");
        ln_history_write_call(history, i, out);
        ln_str_char(out, '\n');
    }
}

static void say_flight(const struct ln_history *history, struct ln_facts *facts)
{
    ln_facts_list(facts, "in_flight");
    for (uint32_t i = 0; i < history->operations.length; i++) {
        if (history->operations.at[i].fate != LN_PENDING)
            continue;
        ln_facts_group(facts, NULL);
        ln_report_operation(history, i, facts);
        ln_facts_end(facts);
    }
    ln_facts_end(facts);
}

static void write_json_accident(const struct stress_telling *telling, const struct ln_stress_judge *judge,
                                const struct ln_stress *stress, enum ln_stress_news news,
                                const struct ln_history *history, struct ln_str *out)
{
    static const char *const reasons[] = { [LN_STRESS_CRASHED] = "crash", [LN_STRESS_EXITED] = "exit",
                                           [LN_STRESS_HUNG] = "hang", [LN_STRESS_NOT_MADE] = "create",
                                           [LN_STRESS_LEFT] = "exit" };
    struct ln_facts facts;
    ln_facts_init(&facts, out->memory);
    ln_facts_text(&facts, "id", telling->test);
    ln_facts_verdict(&facts, LN_VIOLATED, LN_REASON_NONE);
    ln_facts_text(&facts, "reason", reasons[news]);
    ln_facts_text(&facts, "spec", telling->spec);
    say_rounds(telling, judge, judge->rounds + 1, &facts);
    if (news == LN_STRESS_CRASHED)
        ln_facts_signed(&facts, "signal", ln_stress_signal(stress));
    say_flight(history, &facts);
    say_cost(telling, &facts);
    ln_facts_json(&facts, out);
    ln_facts_fini(&facts);
}

static void write_accident(const struct stress_telling *telling, const struct ln_stress_judge *judge,
                           const struct ln_stress *stress, enum ln_stress_news news,
                           const struct ln_history *history, struct ln_str *out)
{
    const char *where = news == LN_STRESS_NOT_MADE ? NULL : ln_stress_where(stress);
    if (telling->json) {
        write_json_accident(telling, judge, stress, news, history, out);
        return;
    }
    ln_str_format(out, "violated: %s ", telling->test);
    describe(stress, news, out);
    if (where)
        ln_str_format(out, " in %s()", where);
    ln_str_char(out, '\n');
    write_flight(history, out);
    ln_str_format(out, "  %llu round%s before held (seed %llu).\n", (number)(judge->rounds - judge->unknown),
                  plural(judge->rounds - judge->unknown), (number)telling->seed);
}

/* Does the object let the calls wait for ever that do? */
static bool may_wait(struct ln_stress_judge *judge, struct ln_stress *stress)
{
    struct ln_error error = { 0 };
    struct ln_history history;
    struct ln_budget budget;
    bool may = false;
    if (judge->how.keep_object || ln_stress_judge_build(judge, stress, true, &history, &error))
        return false;
    history.stuck = true;
    ln_budget_init(&budget, judge->memory, 5, NULL);
    ln_outcome_clear(&judge->outcome);
    if (judge->parsed.class->blocks && !ln_check(&history, &judge->parsed, &(struct ln_check_options){ .jobs = 1 },
                                                 &budget, &judge->outcome, &error))
        may = judge->outcome.verdict == LN_HOLDS;
    ln_history_fini(&history);
    return may;
}

int stress_tell_accident(const struct stress_telling *telling, struct ln_stress_judge *judge, struct ln_stress *stress,
                         enum ln_stress_news news)
{
    struct ln_error error = { 0 };
    struct ln_history history;
    struct ln_str text;
    enum ln_status status;
    if (news == LN_STRESS_HUNG && !ln_stress_where(stress) && may_wait(judge, stress)) {
        complain("linnet stress: %s: every call that is left waits as a %s may; have its threads call what\n"
                "wakes them, or leave out what waits\n", telling->test, telling->spec);
        if (!judge->unknown++)
            judge->reason = LN_REASON_BOUND;
        judge->rounds++;
        return stress_tell_end(telling, judge, false);
    }
    status = ln_stress_judge_build(judge, stress, false, &history, &error);
    if (status)
        return say_error(&error, status);
    ln_str_init(&text, judge->memory);
    write_accident(telling, judge, stress, news, &history, &text);
    print(telling, &text);
    ln_str_fini(&text);
    ln_history_fini(&history);
    return EXIT_VIOLATED;
}
