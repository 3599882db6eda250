/* The process that runs the user's code.
 *
 * Objects are made a handful at a time, so that the threads go from round to round without waiting for anybody but each
 * other. They meet at the start of each round: only what runs at the same time can go wrong. */
#define _GNU_SOURCE /* gettid */
#include "history/public_value.h"
#include "object/object.h"
#include "record/writing.h"
#include "stress/stage.h"

#include "base/hash.h"
#include "base/rng.h"

#include <assert.h>
#include <dlfcn.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { BLOCK = 64 };

/* Everybody waits until everybody is there. */
struct meeting {
    _Alignas(64) _Atomic unsigned arrived;
    _Alignas(64) _Atomic unsigned number;
};

struct runner {
    struct ln_stress_stage *stage;
    struct ln_object object;
    unsigned threads;
    struct meeting round, block;
    void *objects[BLOCK];
    uint64_t first;  /* round of the block */
    unsigned rounds; /* in the block; 0: the end */
};

struct caller {
    struct runner *runner;
    struct ln_log *log;
    unsigned number;
    unsigned choices;                       /* sum of weights of what it may call */
    unsigned may[LINNET_OPERATIONS], count; /* which those are */
    uint64_t fresh;                         /* numbers used so far */
    struct ln_rng rng;
    pthread_t thread;
};

/* Of a thread that calls operations; NULL of any other. */
static _Thread_local struct ln_stress_stage *calling;

static void meet(struct meeting *meeting, unsigned people)
{
    enum { PATIENCE = 2000 };
    unsigned number = atomic_load_explicit(&meeting->number, memory_order_relaxed);
    const struct timespec moment = { 0, 20000 };
    if (atomic_fetch_add_explicit(&meeting->arrived, 1, memory_order_acq_rel) + 1 == people) {
        atomic_store_explicit(&meeting->arrived, 0, memory_order_relaxed);
        /* Pairs with the acquire below: what was done before the meeting is seen after it. */
        atomic_store_explicit(&meeting->number, number + 1, memory_order_release);
        return;
    }
    for (unsigned tries = 0; atomic_load_explicit(&meeting->number, memory_order_acquire) == number; tries++) {
        if (tries > PATIENCE * 2)
            nanosleep(&moment, NULL);
        else if (tries > PATIENCE)
            sched_yield();
    }
}

/* ---- what a thread calls ---- */

static unsigned weight(const linnet_object_operation *operation)
{
    return operation->weight ? operation->weight : 1;
}

static void choose_operations(struct caller *caller, const struct ln_object *object, unsigned threads)
{
    for (unsigned i = 0; i < object->operations; i++) {
        const linnet_object_operation *operation = &object->declared->operations[i];
        if (!ln_object_may_call(object->declared, object->operations, i, caller->number, threads))
            continue;
        caller->may[caller->count++] = i;
        caller->choices += weight(operation);
    }
}

static unsigned draw_operation(struct caller *caller)
{
    const linnet_object_operation *operations = caller->runner->object.declared->operations;
    unsigned choice = ln_rng_below(&caller->rng, caller->choices), i = 0;
    assert(caller->count && caller->choices >= caller->count);
    while (choice >= weight(&operations[caller->may[i]]))
        choice -= weight(&operations[caller->may[i++]]);
    assert(i < caller->count);
    return caller->may[i];
}

static void draw_arguments(struct caller *caller, const linnet_object_operation *operation, unsigned arity,
                           linnet_value *args)
{
    const int64_t *tuple = operation->args.count ? operation->args.at[ln_rng_below(&caller->rng, operation->args.count)]
                                                 : NULL;
    assert(arity <= LINNET_ARGUMENTS && (arity || !operation->fresh));
    for (unsigned i = 0; i < arity; i++)
        args[i] = linnet_int(tuple ? tuple[i] : 0);
    if (operation->fresh)
        args[0] = linnet_int((int64_t)(caller->fresh++ * caller->runner->threads + caller->number + 1));
    args[arity] = linnet_int(caller->number);
}

/* ---- rounds ---- */

/* Some rounds run at full speed, others are spread out more or less. */
static void dawdle(struct ln_rng *rng, unsigned spread)
{
    uint64_t random;
    if (spread < 2)
        return;
    random = ln_rng_next(rng);
    if (random & 3)
        return;
    if (spread == 7 && (random >> 2) % 16 == 0)
        sched_yield();
    for (volatile uint64_t left = (random >> 8) & ((4u << spread) - 1); left; left = left - 1)
        ;
}

/* What would be recorded as something else is refused: that would be judged. */
static void check_result(const struct caller *caller, const linnet_object_operation *operation,
                         const linnet_value *result)
{
    struct ln_stress_stage *stage = caller->runner->stage;
    const char *misfit = ln_public_misfit(result, LN_AS_RESULT);
    if (!misfit && !ln_log_fits(caller->log, result))
        misfit = "a value that is too large to be recorded (3,584 items, 60 KB)";
    if (!misfit)
        return;
    snprintf(stage->why, sizeof stage->why, "operation '%s' returns %s", operation->name, misfit);
    atomic_store(&stage->end, LN_STAGE_VALUE);
    _exit(0);
}

static void run_round(struct caller *caller, void *object, uint64_t round)
{
    const struct ln_stress_options *options = &caller->runner->stage->options;
    const linnet_object_operation *operations = caller->runner->object.declared->operations;
    unsigned spread = (unsigned)(ln_mix(options->seed ^ ln_mix(round)) % 8);
    caller->rng.state = ln_mix(options->seed + ln_mix(round * LN_STRESS_THREADS + caller->number));
    if (!options->keep_object)
        caller->fresh = 0;
    for (unsigned i = 0; i < options->length && caller->count; i++) {
        linnet_value args[LINNET_ARGUMENTS + 1], result;
        unsigned which = draw_operation(caller), arity = ln_object_arity(&operations[which]);
        draw_arguments(caller, &operations[which], arity, args);
        dawdle(&caller->rng, spread);
        ln_log_call(caller->log, which, args, arity);
        result = operations[which].call(object, args);
        if (result.kind > LINNET_KIND_INT)
            check_result(caller, &operations[which], &result);
        ln_log_return(caller->log, result);
    }
    ln_log_mark(caller->log, round);
}

static void *call(void *argument)
{
    struct caller *caller = argument;
    struct runner *runner = caller->runner;
    calling = runner->stage;
    atomic_store(&runner->stage->threads[caller->number], (int)gettid());
    if (runner->object.declared->enter)
        runner->object.declared->enter();
    for (;;) {
        meet(&runner->block, runner->threads + 1);
        if (!runner->rounds)
            break;
        for (unsigned r = 0; r < runner->rounds; r++) {
            meet(&runner->round, runner->threads);
            run_round(caller, runner->objects[r], runner->first + r);
        }
        meet(&runner->block, runner->threads + 1);
    }
    if (runner->object.declared->leave)
        runner->object.declared->leave();
    return NULL;
}

/* ---- the process ---- */

static void make_objects(struct runner *runner)
{
    bool keep = runner->stage->options.keep_object;
    assert(runner->rounds && runner->rounds <= BLOCK);
    atomic_store(&runner->stage->doing, LN_DOING_CREATE);
    for (unsigned r = 0; r < runner->rounds; r++) {
        bool again = keep && (r || runner->first);
        runner->objects[r] = again ? runner->objects[0] : runner->object.declared->create();
        if (!runner->objects[r]) {
            atomic_store(&runner->stage->end, LN_STAGE_NOT_MADE);
            _exit(0);
        }
        atomic_fetch_add(&runner->stage->dealt, 1);
    }
}

static void drop_objects(struct runner *runner, unsigned count)
{
    assert(count <= BLOCK);
    atomic_store(&runner->stage->doing, LN_DOING_DESTROY);
    for (unsigned r = 0; r < count && runner->object.declared->destroy; r++) {
        runner->object.declared->destroy(runner->objects[r]);
        atomic_fetch_add(&runner->stage->dealt, 1);
    }
}

static void run_all(struct runner *runner)
{
    struct ln_stress_stage *stage = runner->stage;
    bool keep = stage->options.keep_object;
    for (uint64_t left = stage->options.rounds; left && !atomic_load(&stage->stop); left -= runner->rounds) {
        runner->rounds = left < BLOCK ? (unsigned)left : BLOCK;
        make_objects(runner);
        atomic_store(&stage->doing, LN_DOING_ROUNDS);
        meet(&runner->block, runner->threads + 1);
        meet(&runner->block, runner->threads + 1);
        runner->first += runner->rounds;
        if (!keep)
            drop_objects(runner, runner->rounds);
    }
    if (keep && runner->first)
        drop_objects(runner, 1);
    runner->rounds = 0;
    atomic_store(&stage->doing, LN_DOING_NOTHING);
    meet(&runner->block, runner->threads + 1);
}

static void describe(struct ln_stress_stage *stage, const struct ln_object *object)
{
    struct ln_stress_object *told = &stage->object;
    assert(object->operations && object->operations <= LINNET_OPERATIONS);
    snprintf(told->name, sizeof told->name, "%s", object->declared->name);
    if (object->declared->spec)
        snprintf(told->spec, sizeof told->spec, "%s", object->declared->spec);
    told->operations = (unsigned)object->operations;
    for (size_t i = 0; i < object->operations; i++)
        snprintf(told->names[i], sizeof told->names[i], "%s", object->declared->operations[i].name);
    for (unsigned t = 0; t < stage->options.threads; t++) {
        struct caller caller = { .number = t };
        choose_operations(&caller, object, stage->options.threads);
        told->idle_threads += !caller.count;
        for (unsigned i = 0; i < caller.count; i++)
            told->callable |= UINT32_C(1) << caller.may[i];
    }
}

/* ---- what the code must not do ---- */

/* Threads of the code's own may end as they like. */
static void refuse(const char *name)
{
    bool leaves = strcmp(name, "pthread_exit") == 0 || strcmp(name, "thrd_exit") == 0;
    if (!leaves)
        ln_contain_refuse(name);
    if (!calling)
        pthread_exit(NULL);
    snprintf(calling->why, sizeof calling->why, "%s", name);
    atomic_store(&calling->end, LN_STAGE_LEFT);
    _exit(0);
}

/* The functions that are linked to the code for that (src/stress/inside), if they were. */
static void watch_calls(const struct ln_object *object)
{
    void (**hook)(const char *) = (void (**)(const char *))dlsym(object->handle, "linnet_refuse");
    if (hook)
        *hook = refuse;
}

/* What the user's code prints must not get among the answers. */
static void settle_in(struct ln_stress_stage *stage, pid_t parent)
{
    static const int crashes[] = { SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP };
    for (size_t i = 0; i < sizeof crashes / sizeof *crashes; i++)
        signal(crashes[i], SIG_DFL); /* it is for the other process to tell */
    dup2(STDERR_FILENO, STDOUT_FILENO);
    ln_contain_enter(&stage->contained, parent);
}

static void start_threads(struct runner *runner, struct caller *callers)
{
    for (unsigned t = 0; t < runner->threads; t++) {
        callers[t] = (struct caller){ .runner = runner, .number = t, .log = ln_stage_log(runner->stage, t) };
        choose_operations(&callers[t], &runner->object, runner->threads);
        if (pthread_create(&callers[t].thread, NULL, call, &callers[t]) != 0) {
            atomic_store(&runner->stage->end, LN_STAGE_NO_THREAD);
            _exit(0);
        }
    }
}

_Noreturn void ln_stress_run(struct ln_stress_stage *stage, const char *path, pid_t parent)
{
    struct runner runner = { .stage = stage }; /* of this process, which does nothing else */
    struct caller callers[LN_STRESS_THREADS];
    const struct timespec moment = { 0, 100000 };
    settle_in(stage, parent);
    if (ln_object_load(&runner.object, path, stage->named, &stage->error)) {
        atomic_store(&stage->phase, LN_STAGE_FAILED);
        _exit(0);
    }
    watch_calls(&runner.object);
    runner.threads = stage->options.threads;
    describe(stage, &runner.object);
    atomic_store(&stage->phase, LN_STAGE_READY);
    while (atomic_load(&stage->phase) != LN_STAGE_STARTED)
        nanosleep(&moment, NULL);
    if (runner.object.declared->enter)
        runner.object.declared->enter();
    start_threads(&runner, callers);
    run_all(&runner);
    for (unsigned t = 0; t < runner.threads; t++)
        pthread_join(callers[t].thread, NULL);
    if (runner.object.declared->leave)
        runner.object.declared->leave();
    atomic_store(&stage->phase, LN_STAGE_FINISHED);
    _exit(0);
}
