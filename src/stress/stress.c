/* The process that judges: starts the runner, watches it, and takes its rounds out of the logs. */
#include "stress/stress.h"

#include "contain/pulse.h"
#include "history/public_value.h"
#include "stress/stage.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* Where a thread's part of the round is in its log. */
struct round_part {
    uint64_t start, scanned, end;
    bool complete; /* the mark was seen; `end` is behind it */
};

struct ln_stress {
    struct ln_memory *memory;
    struct ln_stress_stage *stage;
    pid_t runner;
    bool told;  /* the parts are those of a round that was told */
    bool ended; /* the runner is no more */
    int status; /* as waitpid gives it */
    uint64_t progress, looked;
    struct ln_pulse pulses[LN_STRESS_THREADS], pulse; /* of the threads that call, and of the one that does all else */
    uint64_t moved;                                   /* when there last was progress */
    uint64_t until;                                   /* when it is to stop; 0: not by the clock */
    uint64_t deadline; /* when the rounds that have begun are no longer waited for; 0: never */
    char why[LN_STRESS_WHY];
    struct ln_log *logs[LN_STRESS_THREADS];
    uint64_t mask; /* of every log, unless the user's code has written there */
    double patience;
    struct round_part parts[LN_STRESS_THREADS];
    struct ln_log_event event;
    struct ln_stress_object object; /* a copy that the user's code cannot reach */
    struct ln_seen seen;            /* in what was told */
    uint32_t threads;
};

/* Long enough for the runner to have the cores to itself for a while. */
static void take_a_nap(void)
{
    const struct timespec moment = { 0, 300000 };
    nanosleep(&moment, NULL);
}

/* ---- the runner ---- */

static bool has_ended(struct ln_stress *stress)
{
    if (!stress->ended && waitpid(stress->runner, &stress->status, WNOHANG) == stress->runner)
        stress->ended = true;
    return stress->ended;
}

/* /proc is not read more often than that. */
static bool is_time_to_look(struct ln_stress *stress)
{
    const uint64_t BETWEEN = 50000000;
    uint64_t now = ln_now();
    if (now - stress->looked < BETWEEN)
        return false;
    stress->looked = now;
    return true;
}

static enum ln_stress_news refused(struct ln_stress *stress, const char *call)
{
    if (call)
        snprintf(stress->why, sizeof stress->why, "it calls %.60s(), which is not for a test", call);
    else
        snprintf(stress->why, sizeof stress->why,
                 "it starts a process or sends a signal to one, which is not for a test");
    return LN_STRESS_REFUSED;
}

/* Of a runner that has ended, for what it was. */
static enum ln_stress_news epitaph(struct ln_stress *stress)
{
    struct ln_stress_stage *stage = stress->stage;
    int killed_by = WIFSIGNALED(stress->status) ? WTERMSIG(stress->status) : 0;
    assert(stress->ended);
    if (stage->contained.refused[0])
        return refused(stress, stage->contained.refused);
    if (killed_by == SIGSYS)
        return refused(stress, NULL);
    if (killed_by && ln_contained_from_outside(&stage->contained, killed_by))
        return LN_STRESS_KILLED;
    if (killed_by || stage->contained.stopped)
        return LN_STRESS_CRASHED;
    if (atomic_load(&stage->phase) == LN_STAGE_FINISHED && WEXITSTATUS(stress->status) == 0)
        return LN_STRESS_DONE;
    memcpy(stress->why, stage->why, sizeof stress->why);
    stress->why[sizeof stress->why - 1] = '\0';
    switch (atomic_load(&stage->end)) {
    case LN_STAGE_NOT_MADE: return LN_STRESS_NOT_MADE;
    case LN_STAGE_LEFT: return LN_STRESS_LEFT;
    case LN_STAGE_VALUE: return LN_STRESS_REFUSED;
    default: return LN_STRESS_EXITED;
    }
}

const char *ln_stress_why(const struct ln_stress *stress)
{
    return stress->why;
}

/* Seconds: of its own for which it may run while it is loaded, and by the clock beyond those that it was given. */
static const double LOAD_MOST = 5, LOAD_MORE = 1;

static enum ln_status wait_until_ready(struct ln_stress *stress, const char *named, struct ln_error *error)
{
    struct ln_stress_stage *stage = stress->stage;
    double patience = stress->patience < LOAD_MOST ? stress->patience : LOAD_MOST;
    double seconds = stage->options.seconds;
    uint64_t until = ln_now() + (uint64_t)((seconds + LOAD_MORE) * 1e9);
    bool hung = false, late = false;
    while (atomic_load(&stage->phase) == LN_STAGE_LOADING && !has_ended(stress) && !hung && !late) {
        take_a_nap();
        hung = is_time_to_look(stress) &&
               ln_pulse_look(&stress->pulse, stress->runner, stress->runner, false) > patience;
        late = seconds > 0 && ln_now() > until;
    }
    if (late && !hung)
        return ln_fail(error, LN_STOPPED, "%s: the time was up before it was loaded", named);
    if (hung)
        return ln_fail(error, LN_BAD_INPUT, "%s: it hangs while it is loaded", named);
    if (stress->ended && epitaph(stress) == LN_STRESS_REFUSED)
        return ln_fail(error, LN_BAD_INPUT, "%s: %s", named, stress->why);
    if (stress->ended && epitaph(stress) == LN_STRESS_KILLED)
        return ln_fail(error, LN_STOPPED, "%s: the process that loads it was killed from outside", named);
    if (atomic_load(&stage->phase) == LN_STAGE_FAILED) {
        *error = stage->error;
        error->message[sizeof error->message - 1] = '\0';
        return error->status;
    }
    if (atomic_load(&stage->phase) != LN_STAGE_READY)
        return ln_fail(error, LN_BAD_INPUT, "%s: it ends the program while it is loaded", named);
    stress->object = stage->object;
    return LN_OK;
}

enum ln_status ln_stress_new(struct ln_stress **out, const char *path, const char *named,
                             const struct ln_stress_options *options, struct ln_memory *memory, struct ln_error *error)
{
    struct ln_stress *stress = ln_take_zeroed(memory, sizeof *stress);
    pid_t parent = getpid();
    enum ln_status status;
    if (!stress)
        return ln_fail(error, LN_NO_MEMORY, "out of memory");
    stress->memory = memory;
    stress->ended = true; /* it has not begun */
    stress->threads = options->threads;
    stress->stage = ln_stage_new(options);
    if (!stress->stage) {
        ln_stress_free(stress);
        return ln_fail(error, LN_NO_MEMORY, "out of memory");
    }
    for (unsigned t = 0; t < options->threads; t++)
        stress->logs[t] = ln_stage_log(stress->stage, t);
    stress->mask = stress->logs[0]->mask;
    assert((stress->mask & (stress->mask + 1)) == 0);
    stress->patience = options->patience;
    stress->until = options->seconds > 0 ? ln_now() + (uint64_t)(options->seconds * 1e9) : 0;
    snprintf(stress->stage->named, sizeof stress->stage->named, "%s", named);
    fflush(NULL);
    ln_contain_begin();
    stress->runner = fork();
    if (stress->runner == 0)
        ln_stress_run(stress->stage, path, parent);
    stress->ended = stress->runner < 0;
    status = stress->ended ? ln_fail(error, LN_INTERNAL, "no process could be started: %s", strerror(errno))
                           : wait_until_ready(stress, named, error);
    if (status)
        ln_stress_free(stress);
    else
        *out = stress;
    return status;
}

void ln_stress_free(struct ln_stress *stress)
{
    if (!stress)
        return;
    if (!stress->ended) {
        kill(stress->runner, SIGKILL);
        while (waitpid(stress->runner, &stress->status, 0) < 0 && errno == EINTR)
            ;
    }
    ln_contain_end();
    ln_stage_free(stress->stage);
    ln_give(stress->memory, stress, sizeof *stress);
}

const struct ln_stress_object *ln_stress_object(const struct ln_stress *stress)
{
    return &stress->object;
}

void ln_stress_stop(struct ln_stress *stress)
{
    const uint64_t GRACE = 1000000000;
    atomic_store(&stress->stage->stop, true);
    if (!stress->deadline)
        stress->deadline = ln_now() + GRACE;
}

int ln_stress_signal(const struct ln_stress *stress)
{
    if (stress->stage->contained.stopped)
        return stress->stage->contained.stopped;
    return WIFSIGNALED(stress->status) ? WTERMSIG(stress->status) : 0;
}

int ln_stress_exit(const struct ln_stress *stress)
{
    return WIFEXITED(stress->status) ? WEXITSTATUS(stress->status) : 0;
}

const char *ln_stress_where(const struct ln_stress *stress)
{
    switch (atomic_load(&stress->stage->doing)) {
    case LN_DOING_CREATE: return "create";
    case LN_DOING_DESTROY: return "destroy";
    default: return NULL;
    }
}

/* ---- rounds ---- */

/* Moves over what has come since the last look, up to the mark. */
static bool scan(const struct ln_log *log, uint64_t mask, struct round_part *part)
{
    bool busy;
    uint64_t available = ln_log_available(log, &busy);
    while (!part->complete && part->scanned < available) {
        uint64_t head = log->words[part->scanned & mask];
        uint64_t words = head >> 32 ? head >> 32 : 1; /* what is no log must not hold us up */
        part->scanned += words;
        part->end = part->scanned;
        part->complete = (head & 3) == LN_LOG_MARK;
    }
    return part->complete;
}

static bool round_is_over(struct ln_stress *stress)
{
    bool over = true;
    for (unsigned t = 0; t < stress->threads; t++)
        over &= scan(stress->logs[t], stress->mask, &stress->parts[t]);
    return over;
}

static void release_round(struct ln_stress *stress)
{
    for (unsigned t = 0; t < stress->threads; t++) {
        struct round_part *part = &stress->parts[t];
        assert(part->complete && part->start < part->end && part->end == part->scanned);
        ln_log_release(stress->logs[t], part->end);
        *part = (struct round_part){ part->end, part->end, part->end, false };
    }
    stress->told = false;
}

/* Is the last thing in its log a call? */
static bool is_calling(const struct ln_stress *stress, unsigned thread)
{
    const struct ln_log *log = stress->logs[thread];
    bool busy, calling = false;
    uint64_t available = ln_log_available(log, &busy);
    for (uint64_t at = stress->parts[thread].start; at < available;) {
        uint64_t head = log->words[at & stress->mask];
        calling = (head & 3) == LN_LOG_CALL;
        at += head >> 32 ? head >> 32 : 1;
    }
    return calling;
}

static bool thread_hangs(struct ln_stress *stress, unsigned thread)
{
    pid_t known = atomic_load(&stress->stage->threads[thread]);
    return !known || ln_pulse_look(&stress->pulses[thread], stress->runner, known, false) > stress->patience;
}

/* All calls that are open get nowhere; or, when none is, everybody. */
static bool hangs(struct ln_stress *stress)
{
    bool any = false, all = true;
    for (unsigned t = 0; t < stress->threads; t++) {
        if (!is_calling(stress, t))
            continue;
        any = true;
        all &= thread_hangs(stress, t);
    }
    if (any)
        return all;
    for (unsigned t = 0; t < stress->threads && atomic_load(&stress->stage->doing) == LN_DOING_ROUNDS; t++)
        all &= thread_hangs(stress, t);
    return ln_pulse_look(&stress->pulse, stress->runner, stress->runner, false) > stress->patience && all;
}

static void note_progress(struct ln_stress *stress)
{
    uint64_t progress = atomic_load(&stress->stage->dealt);
    for (unsigned t = 0; t < stress->threads; t++)
        progress += atomic_load_explicit(&stress->logs[t]->state, memory_order_relaxed);
    if (progress == stress->progress)
        return;
    stress->progress = progress;
    stress->moved = ln_now();
    memset(stress->pulses, 0, sizeof stress->pulses);
    stress->pulse = (struct ln_pulse){ 0 };
}

/* A thread waits for room in its log, which only the end of the round would make. */
static bool is_full(const struct ln_stress *stress)
{
    const uint64_t largest = stress->mask / 4; /* words of one event */
    for (unsigned t = 0; t < stress->threads; t++)
        if (stress->parts[t].scanned - stress->parts[t].start + largest > stress->mask)
            return true;
    return false;
}

/* The rounds that have begun take long, but they do get on: what hangs is to be told. */
static bool is_too_late(struct ln_stress *stress)
{
    const uint64_t LATELY = 1000000000;
    uint64_t now = ln_now();
    if (stress->until && now > stress->until)
        ln_stress_stop(stress);
    return stress->deadline && now > stress->deadline && now - stress->moved < LATELY;
}

enum ln_stress_news ln_stress_wait(struct ln_stress *stress, const volatile sig_atomic_t *interrupt)
{
    if (atomic_load(&stress->stage->phase) == LN_STAGE_READY)
        atomic_store(&stress->stage->phase, LN_STAGE_STARTED);
    if (stress->told)
        release_round(stress);
    while (!*interrupt) {
        bool ended = has_ended(stress); /* before the look: what it left is complete */
        if (round_is_over(stress)) {
            stress->told = true;
            return LN_STRESS_ROUND;
        }
        if (ended)
            return epitaph(stress);
        if (is_full(stress))
            return LN_STRESS_FULL;
        note_progress(stress);
        if (is_too_late(stress))
            return LN_STRESS_DONE;
        if (is_time_to_look(stress) && hangs(stress))
            return LN_STRESS_HUNG;
        take_a_nap();
    }
    return LN_STRESS_INTERRUPTED;
}

/* The loop: a round comes, a round is judged; the runner is already at later ones. */
enum ln_status ln_stress_judge_rounds(struct ln_stress *stress, const struct ln_stress_listener *listener,
                                      enum ln_stress_news *news, struct ln_error *error)
{
    bool violated = false;
    enum ln_status status = LN_OK;
    while (!status && !violated) {
        *news = ln_stress_wait(stress, listener->interrupt);
        if (*news != LN_STRESS_ROUND)
            return LN_OK;
        assert(stress->told);
        status = listener->judge(listener->context, stress, &violated, error);
    }
    return status;
}

/* ---- from a log to a history ---- */

struct log_telling {
    struct ln_stress *stress;
    struct ln_history *history;
    struct ln_error *error;
    ln_value names[LINNET_OPERATIONS];
    /* the call that is open */
    ln_value args[LINNET_ARGUMENTS];
    struct ln_call_text call;
    uint32_t operation; /* its bit */
    uint64_t stamp;
    bool open;
};

static enum ln_status broken(struct ln_error *error)
{
    return ln_fail(error, LN_BAD_INPUT, "what was recorded is damaged: the code under test writes where it should not");
}

static enum ln_status tell_call(struct log_telling *telling, unsigned thread)
{
    const struct ln_log_event *event = &telling->stress->event;
    enum ln_status status = LN_OK;
    if (telling->open || event->f >= telling->stress->object.operations || event->count > LINNET_ARGUMENTS)
        return broken(telling->error);
    for (size_t i = 0; i < event->count && !status; i++)
        status = ln_value_from_public(&telling->history->values, &event->values[i], LN_AS_ARGUMENT, &telling->args[i],
                                      telling->error);
    telling->call = (struct ln_call_text){ ln_small(thread), telling->names[event->f],
                                           LN_VALUE_NONE,    telling->args,
                                           event->count,     0 };
    telling->stamp = event->stamp;
    telling->open = true;
    telling->operation = UINT32_C(1) << event->f;
    telling->stress->seen.called |= telling->operation;
    return status;
}

static enum ln_status tell_return(struct log_telling *telling)
{
    const struct ln_log_event *event = &telling->stress->event;
    bool failed;
    ln_value result = LN_VALUE_UNKNOWN;
    enum ln_status status = LN_OK;
    uint32_t operation;
    if (!telling->open || event->count != 1)
        return broken(telling->error);
    failed = event->values[0].kind == LINNET_KIND_FAILED;
    *(failed ? &telling->stress->seen.failed : &telling->stress->seen.returned) |= telling->operation;
    if (!failed)
        status = ln_value_from_public(&telling->history->values, &event->values[0], LN_AS_RESULT, &result,
                                      telling->error);
    telling->open = false;
    if (status)
        return status;
    return ln_history_operation(telling->history, &telling->call, failed ? LN_FAILED : LN_COMPLETED, result,
                                (int64_t)telling->stamp, (int64_t)event->stamp, &operation, telling->error);
}

static enum ln_status tell_thread(struct log_telling *telling, unsigned thread)
{
    const struct ln_log *log = telling->stress->logs[thread];
    const struct round_part *part = &telling->stress->parts[thread];
    enum ln_status status = LN_OK;
    uint32_t operation;
    telling->open = false;
    assert(part->start <= part->end && part->end <= part->scanned);
    if (log->mask != telling->stress->mask)
        return broken(telling->error);
    for (uint64_t at = part->start; at < part->end && !status;) {
        if (!ln_log_read(log, &at, &telling->stress->event))
            return broken(telling->error);
        switch (telling->stress->event.type) {
        case LN_LOG_CALL: status = tell_call(telling, thread); break;
        case LN_LOG_RETURN: status = tell_return(telling); break;
        case LN_LOG_MARK: break;
        }
    }
    if (!status && telling->open)
        status = ln_history_operation(telling->history, &telling->call, LN_PENDING, LN_VALUE_UNKNOWN,
                                      (int64_t)telling->stamp, 0, &operation, telling->error);
    return status;
}

enum ln_status ln_stress_tell(struct ln_stress *stress, struct ln_history *history, struct ln_error *error)
{
    struct log_telling telling = { .stress = stress, .history = history, .error = error };
    enum ln_status status = LN_OK;
    for (unsigned i = 0; i < stress->object.operations && !status; i++)
        status = ln_values_string(&history->values, stress->object.names[i],
                                  strnlen(stress->object.names[i], LN_STRESS_NAME), &telling.names[i]);
    for (unsigned t = 0; t < stress->threads && !status; t++)
        status = tell_thread(&telling, t);
    return status == LN_NO_MEMORY ? ln_fail(error, status, "out of memory") : status;
}

struct ln_seen ln_stress_seen(const struct ln_stress *stress)
{
    return stress->seen;
}
