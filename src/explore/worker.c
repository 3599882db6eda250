#define _GNU_SOURCE /* REG_RIP */
#include "explore/worker.h"

#include "explore/why.h"

#include <assert.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>
#include <unistd.h>

/* ---- the test ---- */

static unsigned lane_of(const struct ln_worker *worker, unsigned thread)
{
    return thread == LN_RUN_THREADS ? worker->stage->test.threads : thread;
}

/* Operations are found by their names: a reference may declare them in another order. */
static unsigned find_operation(const struct ln_object *object, const char *name)
{
    unsigned i = 0;
    while (i < object->operations && strcmp(object->declared->operations[i].name, name) != 0)
        i++;
    return i;
}

static enum ln_status fill_lane(struct ln_worker *worker, unsigned lane, const char *named, struct ln_error *error)
{
    const struct ln_test *test = &worker->stage->test;
    unsigned thread = lane == test->threads ? LN_RUN_THREADS : lane;
    assert(lane <= test->threads);
    worker->test.calls[thread] = ln_test_lane_calls(test, lane);
    for (unsigned i = 0; i < worker->test.calls[thread]; i++) {
        const struct ln_test_call *call = ln_test_lane_call(test, lane, i);
        const struct ln_explored_operation *operation = &worker->stage->object.operations[call->operation];
        struct ln_run_call *to = &worker->test.at[thread][i];
        unsigned found = find_operation(&worker->object, operation->name);
        if (found == worker->object.operations)
            return ln_fail(error, LN_BAD_INPUT, "%s: it has no operation '%s'", named, operation->name);
        to->operation = (uint8_t)found;
        for (unsigned a = 0; a < operation->arity; a++)
            to->args[a] = linnet_int(call->args[a]);
        if (operation->thread)
            to->args[operation->arity] = linnet_int((int64_t)lane);
    }
    return LN_OK;
}

enum ln_status ln_worker_take_test(struct ln_worker *worker, const char *named, struct ln_error *error)
{
    const struct ln_test *test = &worker->stage->test;
    enum ln_status status = LN_OK;
    memset(&worker->test, 0, sizeof worker->test);
    worker->test.threads = test->threads;
    worker->test.before = test->initial.count;
    worker->test.has_main = test->initial.count || test->final.count;
    for (unsigned lane = 0; lane <= test->threads && !status; lane++)
        status = fill_lane(worker, lane, named, error);
    return status;
}

/* ---- loading ---- */

static enum ln_status drop_new_object(struct ln_worker *worker)
{
    enum ln_status status = LN_OK;
    worker->stage->now = (struct ln_run_how){ .strategy = LN_SERIAL };
    worker->runtime->drop(&worker->run);
    ln_worker_faults(worker, &worker->stage->now, &status);
    return status;
}

enum ln_status ln_worker_load(struct ln_worker *worker, const char *path, const char *named,
                              const struct ln_run_memory *region, struct ln_error *error)
{
    enum ln_status status;
    const char *problem;
    worker->stage->doing = LN_DOING_LOAD;
    status = ln_object_load(&worker->object, path, named, error);
    if (status)
        return status;
    worker->runtime = dlsym(worker->object.handle, "linnet_the_runtime");
    if (!worker->runtime || worker->runtime->version != LN_RUNTIME_VERSION)
        return ln_fail(error, LN_INTERNAL, "%s: the runtime of the explorer is not in it", named);
    if (worker->stage->task == LN_TASK_DESCRIBE)
        return ln_explored_object_init(&worker->stage->object, worker->object.declared, named, error);
    problem = worker->runtime->start(&worker->stage->shared, region);
    if (problem)
        return ln_fail(error, LN_MISSING, "%s", problem);
    status = ln_worker_take_test(worker, named, error);
    if (status)
        return status;
    worker->stage->doing = LN_DOING_CREATE;
    if (!worker->runtime->prepare(worker->object.declared, &worker->test)) {
        worker->explored->failure = LN_FAILURE_CREATE;
        worker->explored->where = LN_IN_CREATE;
        worker->explored->without_calls = true;
        memcpy(worker->explored->message, worker->stage->shared.fault, sizeof worker->explored->message);
    }
    worker->stage->doing = LN_DOING_RUNS;
    return worker->explored->failure || worker->stage->resume ? LN_OK : drop_new_object(worker);
}

unsigned ln_worker_failures(const struct ln_worker *worker)
{
    return worker->how->strategy == LN_RANDOM ? 2 : worker->how->bound;
}

/* ---- the run that just ended ---- */

/* The number of a result. One that could not be told as it is, is refused: another one would be judged. */
static enum ln_status see_result(struct ln_worker *worker, unsigned thread, unsigned index, uint32_t *id, size_t *room)
{
    const linnet_value *value = &worker->run.results[thread][index];
    const char *misfit = value->kind <= LINNET_KIND_INT ? NULL : ln_results_misfit(value);
    const char *name = worker->object.declared->operations[worker->test.at[thread][index].operation].name;
    enum ln_status status;
    if (misfit)
        return ln_fail(&worker->stage->error, LN_BAD_INPUT, "operation '%s' returns %s", name, misfit);
    status = ln_results_id(&worker->results, value, id);
    if (status)
        return status;
    if (ln_results_length(&worker->results, *id) >= *room)
        return ln_fail(&worker->stage->error, LN_BAD_INPUT,
                       "what the calls of a test return takes more than %d bytes "
                       "as text",
                       LN_EXPLORE_TEXT);
    *room -= ln_results_length(&worker->results, *id) + 1;
    return LN_OK;
}

enum ln_status ln_worker_see(struct ln_worker *worker)
{
    const struct ln_execution *run = &worker->run;
    unsigned done[LN_RUN_THREADS + 1] = { 0 };
    size_t room = LN_EXPLORE_TEXT;
    enum ln_status status = LN_OK;
    assert(run->event_count <= sizeof worker->events / sizeof *worker->events);
    for (unsigned i = 0; i < run->event_count && !status; i++) {
        unsigned thread = run->events[i].thread;
        worker->events[i] = (struct ln_explored_event){ (uint8_t)lane_of(worker, thread), run->events[i].is_return,
                                                        LN_NO_RESULT };
        if (run->events[i].is_return)
            status = see_result(worker, thread, done[thread]++, &worker->events[i].result, &room);
    }
    worker->history = (struct ln_explored_history){ worker->events, run->event_count,
                                                    run->end == LN_END_DEADLOCK || run->end == LN_END_LIVELOCK };
    return status;
}

static void write_result(void *self, uint32_t id, struct ln_str *out)
{
    const struct ln_worker *worker = self;
    const char *text = ln_results_text(&worker->results, id);
    if (strcmp(text, "null") != 0)
        ln_str_text(out, text);
}

void ln_worker_naming(struct ln_worker *worker, struct ln_naming *naming)
{
    *naming = (struct ln_naming){ &worker->stage->object, &worker->stage->test, write_result, worker };
}

/* Everything that is needed to tell of it, and to run it again. */
void ln_worker_fail(struct ln_worker *worker, enum ln_failure failure, const struct ln_run_how *how)
{
    struct ln_explored *explored = worker->explored;
    const struct ln_shared *shared = &worker->stage->shared;
    size_t used = 0;
    if (ln_worker_see(worker))
        return;
    explored->failure = failure;
    explored->end = worker->run.end;
    explored->in_phase_one = worker->stage->phase == 1;
    explored->without_calls = worker->stage->phase == 0 && failure;
    explored->where = shared->destroying ? LN_IN_DESTROY : LN_IN_CALLS;
    explored->how = *how;
    explored->preemptions = worker->run.preemptions;
    memcpy(explored->hash, worker->run.hash, sizeof explored->hash);
    memcpy(explored->message, shared->fault, sizeof explored->message);
    explored->choice_count = shared->depth;
    memcpy(explored->choices, shared->choices, shared->depth * sizeof *explored->choices);
    explored->unjustified = LN_TEST_LANES;
    explored->event_count = (unsigned)worker->history.count;
    for (size_t i = 0; i < worker->history.count; i++) {
        const struct ln_explored_event *event = &worker->events[i];
        explored->events[i] = *event;
        if (event->is_return) {
            const char *text = ln_results_text(&worker->results, event->result);
            size_t length = strlen(text) + 1;
            assert(used + length <= sizeof explored->text);
            explored->events[i].result = (uint32_t)used;
            memcpy(explored->text + used, text, length);
            used += length;
        }
    }
}

bool ln_worker_faults(struct ln_worker *worker, const struct ln_run_how *how, enum ln_status *status)
{
    if (worker->run.end == LN_END_REFUSED) {
        *status = ln_fail(&worker->stage->error, LN_BAD_INPUT, "%s", worker->stage->shared.fault);
        return true;
    }
    if (worker->run.end != LN_END_FAULT && worker->run.end != LN_END_DIVERGED)
        return false;
    ln_worker_fail(worker, worker->run.end == LN_END_FAULT ? LN_FAILURE_FAULT : LN_FAILURE_DIVERGES, how);
    return true;
}

void ln_worker_why(struct ln_worker *worker, const struct ln_str *text)
{
    static const char more[] = "...";
    char *why = worker->explored->why;
    snprintf(why, sizeof worker->explored->why, "%s", ln_str_borrow(text));
    if (text->length >= sizeof worker->explored->why)
        memcpy(why + sizeof worker->explored->why - sizeof more, more, sizeof more);
}

/* ---- tasks ---- */

static void keep_quiet(void)
{
    int nothing = open("/dev/null", O_WRONLY);
    if (nothing >= 0) {
        dup2(nothing, STDOUT_FILENO);
        dup2(nothing, STDERR_FILENO);
    }
}

static const int crashes[] = { SIGSEGV, SIGBUS, SIGFPE, SIGILL };
static struct ln_shared *crashing;

/* Writes down where it crashes, and lets it. */
static void note_crash(int signal_number, siginfo_t *info, void *context)
{
    const ucontext_t *at = context;
    uint64_t address = (uint64_t)(uintptr_t)info->si_addr;
    uint64_t pc = address == crashing->touched ? crashing->touched_at
                                               : (uint64_t)at->uc_mcontext.gregs[REG_RIP] - crashing->place.base;
    uint32_t count = crashing->step_count;
    if (count && count < LN_STEPS) {
        const struct ln_step *last = &crashing->steps[count - 1];
        crashing->steps[count] = (struct ln_step){ .kind = LN_STEP_FAULT,
                                                   .thread = last->thread,
                                                   .operation = last->operation,
                                                   .pc = pc < UINT32_MAX ? pc : 0,
                                                   .address = address };
        crashing->step_count++;
    }
    signal(signal_number, SIG_DFL);
    raise(signal_number);
}

static void watch_crashes(struct ln_shared *shared)
{
    const size_t room = 1 << 16;
    void *stack = malloc(room); /* for as long as the process lives */
    struct sigaction action = { .sa_sigaction = note_crash, .sa_flags = SA_SIGINFO | SA_ONSTACK };
    crashing = shared;
    if (stack)
        sigaltstack(&(stack_t){ .ss_sp = stack, .ss_size = room }, NULL);
    for (size_t i = 0; i < sizeof crashes / sizeof *crashes; i++)
        sigaction(crashes[i], &action, NULL);
}

/* Crashes are the parent's to see, whatever else this process was told to do about them (sanitizers, guards). */
static void let_it_crash(void)
{
    for (size_t i = 0; i < sizeof crashes / sizeof *crashes; i++)
        signal(crashes[i], SIG_DFL);
}

static enum ln_status replay(struct ln_worker *worker)
{
    struct ln_explore_stage *stage = worker->stage;
    watch_crashes(&stage->shared);
    stage->shared.tracing = true;
    worker->runtime->run(&stage->replay, &worker->run);
    ln_worker_fail(worker, LN_FAILURE_NONE, &stage->replay);
    return LN_OK;
}

/* What is wrong with it is none of what is tested. */
static enum ln_status blame_reference(const struct ln_worker *worker, struct ln_error *error)
{
    const struct ln_explored *explored = worker->explored;
    const char *what = explored->failure == LN_FAILURE_CREATE
                           ? explored->message[0] ? "its create() waits for ever" : "its create() returned NULL"
                       : explored->failure == LN_FAILURE_FAULT ? explored->message
                                                               : "the same schedule leads to different runs";
    return ln_fail(error, LN_BAD_INPUT, "%s: the reference cannot be used: %s", worker->how->reference_named, what);
}

/* Places in the reference are none in what is tested. */
static void forget_places(struct ln_shared *shared, const char *named)
{
    for (uint32_t i = 0; i < shared->unseen_count; i++) {
        shared->unseen[i].pc = 0;
        if (!shared->unseen[i].place[0])
            snprintf(shared->unseen[i].place, sizeof shared->unseen[i].place, "%s", named);
    }
}

/* The executions of the reference come first; then it makes room for what is tested. */
static enum ln_status observe(struct ln_worker *worker, const struct ln_worker_setup *setup, bool *go_on,
                              struct ln_error *error)
{
    enum ln_status status;
    *go_on = true;
    if (worker->how->judge || worker->how->unchecked)
        return LN_OK;
    if (!worker->how->reference)
        return ln_check_serial(worker, go_on, error);
    worker->stage->in_reference = true;
    status = ln_worker_load(worker, worker->how->reference, worker->how->reference_named, &setup->region, error);
    if (!status && !worker->explored->failure)
        status = ln_check_serial(worker, go_on, error);
    if (!status && *go_on && !worker->explored->failure)
        status = ln_check_reference(worker, error);
    if (!status && worker->explored->failure)
        return blame_reference(worker, error);
    worker->stage->in_reference = false;
    worker->stage->phase = 0;
    forget_places(&worker->stage->shared, worker->how->reference_named);
    if (!status)
        status = ln_worker_load(worker, setup->path, setup->named, &setup->region, error);
    return status;
}

static enum ln_status check(struct ln_worker *worker, const struct ln_worker_setup *setup, struct ln_error *error)
{
    bool go_on;
    enum ln_status status = observe(worker, setup, &go_on, error);
    if (!status && go_on && !worker->explored->failure)
        status = ln_check_concurrent(worker, error);
    if (status == LN_STOPPED)
        worker->explored->stop = (enum ln_stop)worker->stage->stop;
    else if (status == LN_NO_MEMORY)
        worker->explored->stop = LN_STOP_MEMORY;
    else if (status)
        return status;
    worker->explored->complete = !status && !worker->explored->failure;
    return LN_OK;
}

static enum ln_status do_task(struct ln_worker *worker, const struct ln_worker_setup *setup)
{
    struct ln_error *error = &setup->stage->error;
    bool by_reference = setup->stage->task == LN_TASK_CHECK && setup->how->reference && !setup->how->unchecked;
    enum ln_status status = by_reference ? LN_OK
                                         : ln_worker_load(worker, setup->path, setup->named, &setup->region, error);
    if (status || worker->explored->failure)
        return status;
    switch (setup->stage->task) {
    case LN_TASK_CHECK: return check(worker, setup, error);
    case LN_TASK_REPLAY: return replay(worker);
    case LN_TASK_DESCRIBE: break;
    }
    return LN_OK;
}

static enum ln_status begin(struct ln_worker *worker, const struct ln_worker_setup *setup)
{
    const linnet_value failed = LINNET_FAILED;
    worker->how = setup->how;
    worker->serial = setup->serial;
    worker->stage = setup->stage;
    worker->explored = &setup->stage->explored;
    ln_memory_init(&worker->memory, setup->memory_limit);
    ln_results_init(&worker->results, &worker->memory);
    ln_intern_init(&worker->seen, &worker->memory);
    return ln_results_id(&worker->results, &failed, &worker->failed);
}

void ln_worker_run(const struct ln_worker_setup *setup)
{
    struct ln_worker *worker = calloc(1, sizeof *worker); /* for as long as the process lives */
    struct ln_explore_stage *stage = setup->stage;
    enum ln_status status;
    keep_quiet();
    let_it_crash();
    status = worker ? begin(worker, setup) : LN_NO_MEMORY;
    if (!status)
        status = do_task(worker, setup);
    if (status && !stage->error.message[0])
        ln_fail(&stage->error, status, "%s", ln_status_text(status));
    stage->error.status = status;
    stage->doing = LN_DOING_NOTHING;
    stage->finished = true;
    _exit(0);
}
