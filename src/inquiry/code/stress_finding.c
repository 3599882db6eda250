#define _GNU_SOURCE /* strsignal, sigabbrev_np */
/* What a stress run found, as a finding. */
#include "finding/earned.h"
#include "inquiry/code/operations_seen.h"
#include "inquiry/code/signal_words.h"
#include "inquiry/code/stress.h"
#include "inquiry/judge.h"

#include <assert.h>
#include <string.h>

typedef unsigned long long number;

static const char *plural(uint64_t count)
{
    return count == 1 ? "" : "s";
}

/* ---- nothing was found ---- */

static bool was_cut_short(const struct ln_stressing *s)
{
    return s->news == LN_STRESS_INTERRUPTED || s->news == LN_STRESS_KILLED;
}

static struct ln_operations_seen operations_seen(const struct ln_stressing *s)
{
    const struct ln_stress_object *object = ln_stress_object(s->stress);
    const struct ln_seen seen = ln_stress_seen(s->stress);
    struct ln_operations_seen operations = {
        .threads = s->options.run.threads,
        .not_called = "it was never drawn",
        .advice =
            "  Whatever it does was not looked at. Run more rounds (--rounds), or give it more weight (.weight).\n"
    };
    for (unsigned i = 0; i < object->operations; i++)
        ln_operations_seen_add(&operations, object->names[i], &seen,
                               object->callable >> i & 1 ? LN_SIGHT_NOT_CALLED : LN_SIGHT_NO_PROCESS);
    return operations;
}

static void earn(const struct ln_stressing *s, const struct ln_operations_seen *operations, struct ln_finding *finding)
{
    const struct ln_stress_judge *judge = &s->judge;
    struct ln_coverage coverage = { .looked_at = judge->looked_at,
                                    .unseen = ln_operations_unseen(operations),
                                    .stopped = was_cut_short(s) ? LN_REASON_INTERRUPTED
                                               : judge->unknown ? judge->reason
                                                                : LN_REASON_NONE };
    finding->verdict = ln_earned(&coverage, &finding->reason);
}

/* Operations that failed had no effect: nothing says how they went together. */
static void word_empty(const struct ln_stress_judge *judge, struct ln_str *answer)
{
    assert(!judge->looked_at);
    ln_str_text(answer, "nothing was looked at: ");
    if (!judge->operations)
        ln_str_text(answer, "no operation was called");
    else if (judge->operations == 1)
        ln_str_text(answer, "its one operation failed");
    else
        ln_str_format(answer, "all of its %llu operations failed", (number)judge->operations);
}

/* ` (20 operations by 2 threads)` */
static void word_work(const struct ln_stressing *s, const char *in_all, struct ln_str *answer)
{
    uint64_t operations = s->judge.operations;
    unsigned threads = s->options.run.threads;
    ln_str_format(answer, " (%llu operation%s%s by %u thread%s)", (number)operations, plural(operations), in_all,
                  threads, plural(threads));
}

static void word_holds(const struct ln_stressing *s, struct ln_str *answer)
{
    uint64_t rounds = s->judge.rounds;
    const char *of = s->options.run.keep_object ? " of a long run" : "";
    const char *what = s->options.run.keep_object ? rounds == 1 ? "stretch" : "stretches"
                       : rounds == 1              ? "round"
                                                  : "rounds";
    if (rounds == 1)
        ln_str_format(answer, "the one %s%s of %s is linearizable as %s", what, of, s->test, s->spec);
    else
        ln_str_format(answer, "all %llu %s%s of %s are linearizable as %s", (number)rounds, what, of, s->test, s->spec);
    word_work(s, "", answer);
}

static void word_unknown(const struct ln_stressing *s, struct ln_str *answer)
{
    const struct ln_stress_judge *judge = &s->judge;
    bool cut = was_cut_short(s);
    ln_str_format(answer, "%s: ", s->test);
    if (!cut && !judge->rounds) {
        ln_str_text(answer, "no round came to its end, so nothing was judged");
    } else if (cut || judge->unknown) {
        if (cut)
            ln_str_format(answer, "interrupted after %llu round%s", (number)judge->rounds, plural(judge->rounds));
        else
            ln_str_format(answer, "%llu of %llu round%s could not be decided (%s)", (number)judge->unknown,
                          (number)judge->rounds, plural(judge->rounds), ln_reason_text(judge->reason));
        ln_str_format(answer, "; %llu held as %s", (number)(judge->rounds - judge->unknown), s->spec);
        word_work(s, " in all", answer);
    } else if (judge->looked_at) {
        ln_str_format(answer, "nothing was found in %llu round%s", (number)judge->rounds, plural(judge->rounds));
        word_work(s, "", answer);
    } else {
        word_empty(judge, answer);
    }
}

static void word_operations(const struct ln_operations_seen *operations, struct ln_finding *finding)
{
    if (finding->reason == LN_REASON_UNSEEN)
        ln_operations_write_unseen(operations, &finding->answer, &finding->words.about);
    if (ln_sights_are_known(finding->verdict, finding->reason))
        ln_operations_write_gaps(operations, &finding->words.about);
}

static void word_end(const struct ln_stressing *s, const struct ln_operations_seen *operations,
                     struct ln_finding *finding)
{
    struct ln_str *about = &finding->words.about;
    if (finding->verdict == LN_HOLDS)
        word_holds(s, &finding->answer);
    else
        word_unknown(s, &finding->answer);
    word_operations(operations, finding);
    if (s->may_wait)
        ln_str_format(about,
                      "  Every call that is left waits as a %s may: have its threads call what wakes them, or "
                      "leave\n  out what waits.\n",
                      s->spec);
    if (s->news == LN_STRESS_KILLED)
        ln_str_text(about, "  The process that ran it was killed from outside.\n");
    ln_str_text(about, "  This tells of the schedules that happened, not of those that might.\n");
}

/* ---- a round that is violated ---- */

/* Of a long run all that happened so far. */
static enum ln_status take_history(struct ln_stressing *s, bool bind, struct ln_error *error)
{
    struct ln_stress_judge *judge = &s->judge;
    struct ln_history *whole = &judge->run.whole;
    uint32_t operation, line;
    enum ln_status status = LN_OK;
    if (!judge->how.keep_object) {
        s->found = &s->history;
        return ln_stress_judge_build(judge, s->stress, bind, &s->history, error);
    }
    s->found = whole;
    if (!bind) /* the round that did not come to its end */
        status = ln_stress_tell(s->stress, whole, error);
    else
        status = ln_chosen_spec_parse(judge->how.spec, &whole->values, &judge->parsed, error);
    if (!status && bind)
        status = ln_spec_bind(&judge->parsed, whole, &operation, error);
    return status ? status : ln_history_seal(whole, &line, error);
}

static enum ln_status tell_violation(struct ln_stressing *s, struct ln_finding *finding, struct ln_error *error)
{
    const struct ln_stress_judge *judge = &s->judge;
    const struct ln_check_options how = { .jobs = 1, .cut_every = judge->how.keep_object ? 2 : 0 };
    struct ln_judged judged = { .id = s->test, .source = { .spec = judge->how.spec->own ? s->spec : NULL } };
    struct ln_budget budget;
    enum ln_status status = take_history(s, true, error);
    if (status)
        return status;
    judged.history = s->found;
    judged.spec = &judge->parsed;
    ln_budget_init(&budget, &s->memory, 0, s->options.interrupt);
    status = ln_judge(&judged, &how, &budget, &s->outcome, &s->core, error);
    if (!status && s->outcome.verdict == LN_HOLDS)
        status = ln_fail(error, LN_INTERNAL, "a round is violated one time and holds another");
    if (status)
        return status;
    s->memory.limit = UINT64_MAX; /* what is left is small, and has to be told */
    finding->verdict = s->outcome.verdict;
    finding->reason = s->outcome.reason;
    finding->failure = finding->verdict == LN_VIOLATED ? "not linearizable" : NULL;
    finding->methods |= s->outcome.methods;
    ln_report_words(&judged, false, finding);
    ln_report_evidence(&judged, &finding->evidence);
    ln_str_format(&finding->words.after,
                  judge->how.keep_object ? "\n  Found in stretch %llu of a long run" : "\n  Found in round %llu of %s",
                  (number)judge->rounds, s->test);
    ln_str_format(&finding->words.after, " (seed %llu).\n", (number)s->options.run.seed);
    return LN_OK;
}

/* ---- accidents ---- */

static const char *failure_of(enum ln_stress_news news)
{
    switch (news) {
    case LN_STRESS_CRASHED: return "crash";
    case LN_STRESS_HUNG: return "hang";
    case LN_STRESS_NOT_MADE: return "create";
    default: return "exit";
    }
}

static void word_death(int signal_number, struct ln_str *out)
{
    const char *by_itself = ln_signal_words(signal_number);
    if (by_itself)
        ln_str_format(out, "%s itself (SIG%s)", by_itself, sigabbrev_np(signal_number));
    else
        ln_str_format(out, "crashed (%s)", strsignal(signal_number));
}

static void word_accident(const struct ln_stressing *s, struct ln_str *answer)
{
    const char *where = s->news == LN_STRESS_NOT_MADE ? NULL : ln_stress_where(s->stress);
    ln_str_format(answer, "%s ", s->test);
    if (s->news == LN_STRESS_CRASHED)
        word_death(ln_stress_signal(s->stress), answer);
    else if (s->news == LN_STRESS_LEFT)
        ln_str_format(answer, "ended a thread in a call (%s)", ln_stress_why(s->stress));
    else if (s->news == LN_STRESS_EXITED)
        ln_str_format(answer, "ended the program (exit code %d)", ln_stress_exit(s->stress));
    else if (s->news == LN_STRESS_NOT_MADE)
        ln_str_text(answer, "could not make an object (create() returned NULL)");
    else
        ln_str_text(answer, "hangs");
    if (where)
        ln_str_format(answer, " in %s()", where);
}

static void tell_flight(const struct ln_history *history, struct ln_str *about, struct ln_facts *facts)
{
    bool any = false;
    ln_facts_list(facts, "in_flight");
    for (uint32_t i = 0; i < history->operations.length; i++) {
        if (history->operations.at[i].fate != LN_PENDING)
            continue;
        ln_str_text(about, any ? "    thread " : "  Calls in flight:\n    thread ");
        any = true;
        ln_history_write_process(history, history->operations.at[i].process, about);
        ln_str_text(about, "  ");
        ln_history_write_call(history, i, about);
        ln_str_char(about, '\n');
        ln_facts_group(facts, NULL);
        ln_report_operation(history, i, facts);
        ln_facts_end(facts);
    }
    ln_facts_end(facts);
}

static enum ln_status tell_accident(struct ln_stressing *s, struct ln_finding *finding, struct ln_error *error)
{
    uint64_t held = s->judge.rounds - s->judge.unknown;
    enum ln_status status = take_history(s, false, error);
    if (status)
        return status;
    finding->verdict = LN_VIOLATED;
    finding->failure = failure_of(s->news);
    finding->history = s->found;
    word_accident(s, &finding->answer);
    if (s->news == LN_STRESS_CRASHED)
        ln_facts_signed(&finding->evidence, "signal", ln_stress_signal(s->stress));
    tell_flight(s->found, &finding->words.about, &finding->evidence);
    ln_str_format(&finding->words.after, "  %llu round%s before held (seed %llu).\n", (number)held, plural(held),
                  (number)s->options.run.seed);
    return LN_OK;
}

/* ---- all of it ---- */

static void say_coverage(const struct ln_stressing *s, uint64_t round, struct ln_facts *facts)
{
    ln_facts_number(facts, "rounds", s->judge.rounds);
    ln_facts_number(facts, "undecided", s->judge.unknown);
    ln_facts_number(facts, "operations_run", s->judge.operations);
    ln_facts_number(facts, "threads", s->options.run.threads);
    ln_facts_number(facts, "length", s->options.run.length);
    ln_facts_truth(facts, "long", s->options.run.keep_object);
    ln_facts_number(facts, "seed", s->options.run.seed);
    if (round)
        ln_facts_number(facts, "round", round); /* in which it ended */
}

enum ln_status ln_stressing_tell(struct ln_stressing *s, struct ln_finding *finding, struct ln_error *error)
{
    const struct ln_stress_judge *judge = &s->judge;
    const struct ln_operations_seen operations = operations_seen(s);
    enum ln_status status = LN_OK;
    uint64_t round = 0;
    finding->methods = LN_METHOD_STRESS;
    ln_str_text(&finding->id, s->test);
    if (!judge->how.spec->own)
        ln_str_text(&finding->spec, s->spec);
    ln_facts_text(&finding->subject, "object", ln_stress_object(s->stress)->name);
    ln_facts_text(&finding->subject, "spec", s->spec);
    ln_facts_copy_all(&finding->subject, &s->sources);
    if (s->news == LN_STRESS_ROUND) {
        round = judge->rounds;
        status = tell_violation(s, finding, error);
    } else if (s->news == LN_STRESS_DONE || was_cut_short(s) || s->may_wait) {
        earn(s, &operations, finding);
        word_end(s, &operations, finding);
    } else {
        round = judge->rounds + 1;
        status = tell_accident(s, finding, error);
    }
    say_coverage(s, round, &finding->coverage);
    if (ln_sights_are_known(finding->verdict, finding->reason))
        ln_operations_say(&operations, &finding->coverage);
    finding->seconds = (double)(ln_cpu_time() - s->cpu) / 1e9;
    finding->memory_peak = ln_peak_memory();
    if (!status && !ln_finding_is_whole(finding))
        return ln_fail(error, LN_INTERNAL, "out of memory while telling");
    return status;
}
