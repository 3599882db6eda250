/* Phase 2 of Figure 5: the concurrent executions within the bounds, each distinct history judged once. */
#include "base/outfile.h"
#include "explore/history_line.h"
#include "explore/serial_file.h"
#include "explore/worker.h"
#include "history/public_value.h"

#include <assert.h>
#include <string.h>
#include <unistd.h>

/* ---- with a spec ---- */

static enum ln_status result_of(const void *self, unsigned lane, unsigned index, struct ln_values *values,
                                ln_value *out)
{
    const struct ln_worker *worker = self;
    unsigned thread = lane == worker->stage->test.threads ? LN_RUN_THREADS : lane;
    const linnet_value *value = &worker->run.results[thread][index];
    *out = LN_VALUE_NONE;
    return value->kind == LINNET_KIND_FAILED ? LN_OK : ln_value_from_public(values, value, LN_AS_RESULT, out, NULL);
}

static enum ln_status judge_by_spec(struct ln_worker *worker, enum ln_verdict *verdict)
{
    const struct ln_explored_source source = { &worker->stage->object, &worker->stage->test, &worker->history,
                                               result_of, worker };
    struct ln_history history;
    enum ln_status status = ln_history_init(&history, &worker->memory);
    if (status)
        return status;
    status = ln_explored_history_build(&source, &history);
    history.stuck &= !worker->how->classical;
    if (!status)
        status = worker->how->judge(worker->how->self, &history, verdict, &worker->stage->error);
    ln_history_fini(&history);
    return status;
}

/* ---- without ---- */

/* Serial executions of the reference are executions of it, so what one of them explains it has. Not so for calls that
 * wait: there each is explained by another one, and the reference need not have them wait together. */
static bool reference_has(struct ln_worker *worker)
{
    bool classical = worker->how->classical;
    if ((classical || !worker->history.stuck) &&
        ln_observation_judge(worker->observation, &worker->history, classical, NULL))
        return true;
    return ln_reference_allows(worker->reference, &worker->history, classical);
}

/* In the order of the calls, or with asynchronous ones later. */
static bool serial_explain(struct ln_worker *worker)
{
    return ln_observation_judge(worker->observation, &worker->history, worker->how->classical, NULL) ||
           (worker->variants.count && !worker->history.stuck &&
            ln_variants_explain(&worker->variants, worker->observation, &worker->history));
}

static bool may_be_late(const struct ln_worker *worker)
{
    return worker->variants.count && (!worker->variants.all || worker->history.stuck);
}

/* What a reference lacks is a violation only if all of its executions are known, what serial executions lack if all that
 * can be tried in a while was. */
static enum ln_status judge_by_observation(struct ln_worker *worker, enum ln_verdict *verdict)
{
    bool right = worker->reference ? reference_has(worker) : serial_explain(worker);
    bool known = worker->reference ? worker->whole_reference : worker->all_serial || worker->stage->without_bounds;
    /* It may return one thing or another, and the serial executions need not have shown all of them; or its effect
     * comes later, and not all of that was tried. */
    bool loose = !right && known &&
                 (ln_observation_judge_loosely(worker->observation, &worker->history, worker->how->classical) ||
                  may_be_late(worker));
    *verdict = right ? LN_HOLDS : known && !loose ? LN_VIOLATED : LN_UNKNOWN;
    worker->explored->lacking += !right && !known;
    worker->explored->loose += loose;
    return LN_OK;
}

/* What the history is judged by is to be explored without bounds before more can be said. */
static bool must_look_further(const struct ln_worker *worker)
{
    return worker->explored->lacking && !worker->stage->without_bounds;
}

static bool put_to_file(void *file, const char *bytes, size_t length)
{
    return fwrite(bytes, 1, length, file) == length;
}

/* What the history was judged by, for those who want to judge it again. */
static void write_serial(struct ln_worker *worker, const struct ln_naming *naming)
{
    struct ln_outfile file;
    if (!worker->serial || ln_outfile_open(&file, worker->serial, NULL))
        return;
    if (ln_serial_file_write(naming, worker->observation, put_to_file, file.to))
        ln_outfile_drop(&file);
    else
        ln_outfile_close(&file, NULL);
}

/* Serial executions explain what the reference lacks: only calls that wait are like that. */
static void tell_of_reference(struct ln_worker *worker)
{
    assert(worker->reference && worker->history.stuck);
    worker->explored->failure = LN_FAILURE_STUCK;
    snprintf(worker->explored->why, sizeof worker->explored->why,
             "Each of the calls that wait may wait for ever after some calls, but in no execution of "
             "%s do they wait together after what has returned.\n",
             worker->how->reference_named);
}

static void tell_why(struct ln_worker *worker)
{
    struct ln_judgement judgement;
    struct ln_naming naming;
    struct ln_str why;
    if (!worker->observation)
        return;
    if (ln_observation_judge(worker->observation, &worker->history, worker->how->classical, &judgement)) {
        tell_of_reference(worker);
        return;
    }
    worker->explored->unjustified = judgement.unjustified;
    /* What waits is to blame only if there is an order of what has returned. */
    if (judgement.unjustified < LN_TEST_LANES &&
        ln_observation_judge(worker->observation, &worker->history, true, NULL))
        worker->explored->failure = LN_FAILURE_STUCK;
    ln_str_init(&why, &worker->memory);
    ln_worker_naming(worker, &naming);
    write_serial(worker, &naming);
    ln_why_unwitnessed(&naming, worker->observation, &worker->history, &judgement, &why);
    ln_worker_why(worker, &why);
    ln_str_fini(&why);
}

/* ---- every run ---- */

static enum ln_status judge(struct ln_worker *worker, const struct ln_run_how *now)
{
    enum ln_verdict verdict = LN_HOLDS;
    enum ln_status status = ln_worker_see(worker);
    worker->stage->doing = LN_DOING_JUDGE;
    if (!status)
        status = worker->how->judge ? judge_by_spec(worker, &verdict) : judge_by_observation(worker, &verdict);
    worker->stage->doing = LN_DOING_RUNS;
    if (status || verdict == LN_HOLDS)
        return status;
    if (verdict == LN_UNKNOWN) {
        worker->explored->undecided++;
        return LN_OK;
    }
    ln_worker_fail(worker, worker->how->judge && worker->history.stuck ? LN_FAILURE_STUCK : LN_FAILURE_ORDER, now);
    tell_why(worker);
    return LN_OK;
}

/* For whoever wants to compare. */
static enum ln_status write_down(struct ln_worker *worker)
{
    struct ln_naming naming;
    struct ln_str line;
    enum ln_status status = ln_worker_see(worker);
    if (status)
        return status;
    ln_str_init(&line, &worker->memory);
    ln_worker_naming(worker, &naming);
    ln_history_line_write(&naming, &worker->history, &line);
    fputs(ln_str_borrow(&line), worker->histories);
    ln_str_fini(&line);
    return LN_OK;
}

/* The calls have all returned, so it is an accident like a crash: the first one is told, unless a history fails. */
static void note_destroy(struct ln_worker *worker, const struct ln_run_how *now)
{
    if (worker->has_accident)
        return;
    ln_worker_fail(worker, LN_FAILURE_FAULT, now);
    if (worker->how->until_accident)
        return;
    worker->accident = *worker->explored;
    worker->has_accident = true;
    worker->explored->failure = LN_FAILURE_NONE;
}

static void tell_accident(struct ln_worker *worker)
{
    const struct ln_explored counts = *worker->explored;
    assert(worker->has_accident && !worker->explored->failure);
    *worker->explored = worker->accident;
    worker->explored->schedules = counts.schedules;
    worker->explored->redundant = counts.redundant;
    worker->explored->histories = counts.histories;
    worker->explored->empty = counts.empty;
    worker->explored->seen = counts.seen;
    worker->explored->unfair = counts.unfair;
}

/* What became of its calls. */
static struct ln_seen look_at_calls(const struct ln_worker *worker)
{
    const struct ln_execution *run = &worker->run;
    unsigned called[LN_RUN_THREADS + 1] = { 0 }, returned[LN_RUN_THREADS + 1] = { 0 };
    struct ln_seen seen = { 0 };
    for (unsigned i = 0; i < run->event_count; i++) {
        unsigned thread = run->events[i].thread;
        bool is_return = run->events[i].is_return;
        unsigned index = is_return ? returned[thread]++ : called[thread]++;
        uint32_t operation = UINT32_C(1) << worker->test.at[thread][index].operation;
        assert(returned[thread] <= called[thread]);
        if (!is_return)
            seen.called |= operation;
        else if (run->results[thread][index].kind == LINNET_KIND_FAILED)
            seen.failed |= operation;
        else
            seen.returned |= operation;
    }
    return seen;
}

static void note_calls(struct ln_worker *worker)
{
    struct ln_seen seen = look_at_calls(worker);
    worker->explored->empty += !seen.returned;
    ln_seen_add(&worker->explored->seen, &seen);
}

/* *is_new: no run before had this history. */
static bool see(struct ln_worker *worker, bool *is_new)
{
    size_t before = worker->seen.entries.length;
    uint32_t number;
    bool added = ln_intern_add(&worker->seen, worker->run.hash, sizeof worker->run.hash, &number);
    *is_new = added && number == before;
    return added;
}

enum { TOO_LONG_MOST = 1000 }; /* runs: then the test is left */

/* `self`: how it was run. */
static bool visit(struct ln_worker *worker, void *self, enum ln_status *status)
{
    const struct ln_run_how *now = self;
    const struct ln_execution *run = &worker->run;
    bool is_new = false;
    /* Those with fewer were seen at a lower bound. */
    bool counts = now->strategy == LN_RANDOM || now->bound == 0 || run->preemptions == now->bound;
    worker->explored->schedules += counts;
    if (run->end == LN_END_REDUNDANT) {
        worker->explored->redundant += counts;
        return true;
    }
    if (run->end == LN_END_UNFAIR) {
        worker->explored->unfair++;
        return true;
    }
    if (run->end == LN_END_LONG) {
        worker->explored->too_large += run->too_large;
        return ++worker->explored->too_long < TOO_LONG_MOST;
    }
    if (run->end == LN_END_FAULT && worker->stage->shared.destroying)
        note_destroy(worker, now);
    else if (ln_worker_faults(worker, now, status))
        return false;
    if (worker->explored->failure)
        return false;
    if (!see(worker, &is_new)) {
        *status = LN_NO_MEMORY;
        return false;
    }
    if (!is_new)
        return true;
    worker->explored->histories = worker->seen.entries.length;
    note_calls(worker);
    if (worker->histories)
        *status = write_down(worker);
    if (!*status && !worker->how->unchecked)
        *status = judge(worker, now);
    return !*status && !worker->explored->failure && !must_look_further(worker);
}

/* ---- the plan ---- */

static enum ln_status run_at_random(struct ln_worker *worker, struct ln_run_how *now)
{
    enum ln_status status = LN_OK;
    for (uint64_t i = 0; i < worker->how->runs && !status && !worker->explored->failure && !must_look_further(worker);
         i++) {
        if (worker->stage->stop)
            return LN_STOPPED;
        worker->stage->shared.depth = 0;
        now->seed = worker->how->seed * 0x9e3779b97f4a7c15u + i;
        worker->stage->now = *now;
        do
            worker->runtime->run(now, &worker->run);
        while (worker->run.learned && !(worker->stage->shared.depth = 0));
        visit(worker, now, &status);
    }
    return status;
}

/* Before the first search: which memory is shared is mostly learned here. */
static void warm_up(struct ln_worker *worker, const struct ln_run_how *now)
{
    enum { RUNS = 32 };
    struct ln_run_how how = *now;
    how.strategy = LN_RANDOM;
    worker->stage->warming = true;
    for (unsigned i = 0; i < RUNS; i++) {
        worker->stage->shared.depth = 0;
        how.seed = i;
        worker->runtime->run(&how, &worker->run);
    }
    worker->stage->shared.depth = 0;
    worker->stage->warming = false;
}

/* When no run of a search has used up its bound, none was ever denied a choice: with a higher bound they are the same.
 * What was run before an accident is not known any more. */
static enum ln_status run_bounds(struct ln_worker *worker, struct ln_run_how *now, bool resume)
{
    struct ln_explore_stage *stage = worker->stage;
    struct ln_explored *explored = worker->explored;
    enum ln_status status = LN_OK;
    if (!resume && !stage->cold)
        warm_up(worker, now);
    for (unsigned bound = resume ? stage->bound : 0; bound <= worker->how->bound && !explored->unbounded && !status &&
                                                     !explored->failure && !must_look_further(worker);
         bound++) {
        uint64_t before = explored->schedules;
        bool whole = !resume;
        now->bound = stage->bound = bound;
        status = ln_search(worker, now, resume, (struct ln_search_visitor){ visit, now });
        explored->unbounded = whole && bound > 0 && explored->schedules == before && !status && !explored->failure;
        resume = false;
    }
    return status;
}

/* ---- of a reference ---- */

static bool learn_reference(struct ln_worker *worker, void *self, enum ln_status *status)
{
    enum { MOST = 500000 }; /* schedules without bounds, about a second */
    bool is_new = false;
    if (worker->stage->without_bounds && ++worker->reference_runs > MOST) {
        worker->whole_reference = false;
        return false;
    }
    worker->whole_reference &= worker->run.end != LN_END_UNFAIR && worker->run.end != LN_END_LONG;
    if (worker->run.end == LN_END_REDUNDANT || worker->run.end == LN_END_UNFAIR || worker->run.end == LN_END_LONG)
        return true;
    if (ln_worker_faults(worker, self, status))
        return false;
    if (!see(worker, &is_new))
        *status = LN_NO_MEMORY;
    if (is_new && !*status)
        *status = ln_worker_see(worker);
    if (is_new && !*status)
        *status = ln_reference_add(worker->reference, &worker->history);
    return !*status;
}

/* Within the bounds of the test. If the test then does what the reference was not seen to do, once more without any,
 * as far as that is possible in a while: else a right one would be missed. */
enum ln_status ln_check_reference(struct ln_worker *worker, struct ln_error *error)
{
    bool all = worker->stage->without_bounds;
    struct ln_run_how now = { .strategy = LN_PREEMPTIONS,
                              .bound = all ? UINT32_MAX : worker->how->bound,
                              .switches = all ? UINT32_MAX : worker->how->switches,
                              .reuse = worker->how->reuse,
                              .reuses = all ? UINT32_MAX : worker->how->reuses,
                              .failures = ln_worker_failures(worker) };
    enum ln_status status = ln_reference_new(&worker->reference, &worker->stage->test, &worker->memory);
    worker->whole_reference = all;
    if (!status)
        status = ln_search(worker, &now, false, (struct ln_search_visitor){ learn_reference, &now });
    worker->explored->reference_histories = worker->seen.entries.length;
    ln_intern_fini(&worker->seen);
    return status == LN_NO_MEMORY ? ln_fail(error, status, "out of memory") : status;
}

enum ln_status ln_check_concurrent(struct ln_worker *worker, struct ln_error *error)
{
    const struct ln_explore_how *how = worker->how;
    struct ln_explore_stage *stage = worker->stage;
    struct ln_run_how now = { .strategy = how->strategy,
                              .switches = how->switches,
                              .reuse = how->reuse,
                              .reuses = how->reuses,
                              .failures = ln_worker_failures(worker) };
    enum ln_status status;
    stage->phase = 2;
    if (how->histories && !worker->histories) {
        worker->histories = how->histories;
        /* A test that is run anew is written anew; what is no file goes on. */
        if (!stage->resume && ftruncate(fileno(how->histories), 0) == 0)
            rewind(how->histories);
    }
    status = how->strategy == LN_RANDOM ? run_at_random(worker, &now) : run_bounds(worker, &now, stage->resume);
    if (worker->has_accident && !worker->explored->failure)
        tell_accident(worker);
    if (worker->histories && fflush(worker->histories))
        return ln_fail(error, LN_INTERNAL, "the histories could not be written");
    return status == LN_NO_MEMORY ? ln_fail(error, status, "out of memory") : status;
}
