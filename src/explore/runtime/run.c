/* One run of the test, and what the driving process calls. */
#define _GNU_SOURCE
#include "explore/runtime/entry.h"

#include <stdio.h>
#include <string.h>

struct state state STATE;

void rt_fiber_main(void);

/* ---- the history ---- */

static inline uint64_t mix(uint64_t x)
{
    x = (x ^ x >> 32) * 0xd6e8feb86659fd93u;
    x = (x ^ x >> 32) * 0xd6e8feb86659fd93u;
    return x ^ x >> 32;
}

/* What came before is mixed in at every step: no two values may look alike by plan. */
static uint64_t hash_value(uint64_t hash, const linnet_value *value)
{
    hash = mix(hash + ((uint64_t)value->kind << 32 | value->length));
    switch (value->kind) {
    case LINNET_KIND_STRING:
        for (uint32_t i = 0; i < value->length; i++)
            hash = mix(hash + (uint8_t)value->is.bytes[i]);
        return hash;
    case LINNET_KIND_LIST:
    case LINNET_KIND_MAP:
        for (uint32_t i = 0; i < value->length; i++)
            hash = hash_value(hash, &value->is.items[i]);
        return hash;
    case LINNET_KIND_BOOL: return mix(hash + value->is.truth);
    case LINNET_KIND_INT: return mix(hash + (uint64_t)value->is.number);
    case LINNET_KIND_REAL: return mix(hash + (uint64_t)value->i);
    case LINNET_KIND_NULL:
    case LINNET_KIND_UNKNOWN:
    case LINNET_KIND_EVERYTHING:
    case LINNET_KIND_FAILED: break;
    }
    return hash;
}

/* The order of events matters only as far as it says which operations returned before which were called, so the parts
 * of all operations are simply added up. Both words see all of an operation: what is alike in one is not in the other.
 * `result` is NULL of what waits for ever. */
static void add_to_hash(const struct fiber *fiber, const linnet_value *result)
{
    static const uint64_t seeds[] = { 0x9fb21c651e98df25u, 0xc2b2ae3d27d4eb4fu };
    struct ln_execution *run = state.run;
    uint64_t who = (uint64_t)fiber->index << 32 | (fiber->at + 1); /* never 0: no history hashes to nothing */
    for (unsigned i = 0; i < 2; i++) {
        uint64_t hash = mix(mix(fiber->completed + seeds[i]) + who);
        run->hash[i] += result ? hash_value(hash, result) : mix(hash + UINT64_MAX);
    }
}

static void add_event(const struct fiber *fiber, bool is_return)
{
    struct ln_execution *run = state.run;
    run->events[run->event_count++] = (struct ln_run_event){ fiber->index, is_return };
}

/* ---- results ---- */

/* The user's strings and lists are his again at the next call. */
static STATE struct {
    _Alignas(16) char bytes[LN_RESULT_BYTES];
    size_t used;
} kept;

static _Noreturn void refuse_results(void)
{
    snprintf(state.shared->fault, sizeof state.shared->fault,
             "what the calls of a test return takes more than %d bytes", LN_RESULT_BYTES);
    rt_end(LN_END_REFUSED);
}

static void *keep_bytes(const void *bytes, size_t size)
{
    char *to = kept.bytes + kept.used;
    size_t room = (size + 15) / 16 * 16;
    if (room > sizeof kept.bytes - kept.used)
        refuse_results();
    kept.used += room;
    memcpy(to, bytes, size);
    return to;
}

static linnet_value keep(linnet_value value)
{
    if (value.kind == LINNET_KIND_STRING) {
        value.is.bytes = keep_bytes(value.is.bytes, value.length);
    } else if (value.kind == LINNET_KIND_LIST || value.kind == LINNET_KIND_MAP) {
        linnet_value *items = keep_bytes(value.is.items, value.length * sizeof *items);
        for (uint32_t i = 0; i < value.length; i++)
            items[i] = keep(items[i]);
        value.is.items = items;
    }
    return value;
}

/* ---- what a fiber does ---- */

static void begin(struct fiber *fiber)
{
    fiber->completed = state.completed;
    fiber->fresh = true;
    rt_await_reset(fiber);
    fiber->failures_left = FAILURES;
    add_event(fiber, false);
    if (UNLIKELY(state.tracing))
        rt_trace(LN_STEP_CALL, 0, NULL, 0);
}

/* A call returns: there is no livelock. */
static void forget_turns(void)
{
    for (unsigned i = 0; i < FIBERS; i++)
        state.fibers[i].turns = 0;
    state.long_turns = false;
}

static void finish(struct fiber *fiber, linnet_value result)
{
    struct ln_execution *run = state.run;
    if (UNLIKELY(state.tracing))
        rt_trace(LN_STEP_RETURN, 0, NULL, 0);
    rt_announced_done(fiber);
    fiber->fresh = fiber->redundant = false;
    rt_await_reset(fiber);
    if (UNLIKELY(state.long_turns))
        forget_turns();
    add_event(fiber, true);
    if (fiber->index != MAIN)
        state.completed += 1ull << (8 * fiber->index);
    if (UNLIKELY(result.kind >= LINNET_KIND_STRING && result.kind <= LINNET_KIND_MAP)) {
        state.active = false; /* copying is not the user's doing */
        result = keep(result);
        state.active = true;
    }
    run->results[fiber->index][fiber->at] = result;
    add_to_hash(fiber, &result);
    fiber->at++;
}

static void call(struct fiber *fiber)
{
    const struct ln_run_call *what = &state.test->at[fiber->index][fiber->at];
    linnet_value args[LINNET_ARGUMENTS + 1]; /* on the stack of the thread: no one else's business */
    for (unsigned i = 0; i <= LINNET_ARGUMENTS; i++)
        args[i] = what->args[i];
    begin(fiber);
    if (UNLIKELY(state.how.strategy == LN_SERIAL) && state.object->operations[what->operation].may_fail &&
        fiber->index != MAIN && rt_choose(LN_CHOOSE_FAIL, 2)) {
        finish(fiber, LINNET_FAILED);
        return;
    }
    finish(fiber, state.object->operations[what->operation].call(state.instance, args));
}

static void run_main(struct fiber *fiber)
{
    const struct ln_run_test *test = state.test;
    while (fiber->at < test->before)
        call(fiber);
    if (state.enabled) {
        rt_first();
        state.alone = true;
    }
    while (fiber->at < test->calls[MAIN])
        call(fiber);
    rt_end(LN_END_FULL);
}

static void end_thread(struct fiber *fiber)
{
    if (!state.object->leave && !rt_has_endings(fiber))
        return;
    rt_apart();
    if (state.object->leave)
        state.object->leave();
    rt_run_endings(fiber);
}

static void run_thread(struct fiber *fiber)
{
    unsigned calls = state.test->calls[fiber->index];
    if (!state.step)
        rt_first();
    if (state.object->enter) {
        state.object->enter();
        rt_apart();
    }
    while (fiber->at < calls) {
        call(fiber);
        if (fiber->at < calls)
            rt_between();
    }
    end_thread(fiber);
    rt_finish();
}

/* Where a fiber begins. */
void rt_fiber_main(void)
{
    struct fiber *fiber = state.current;
    if (state.shared->destroying)
        rt_destroy_main();
    if (fiber->index == MAIN)
        run_main(fiber);
    else
        run_thread(fiber);
}

/* ---- a run ---- */

static void reset_fibers(void)
{
    const struct ln_run_test *test = state.test;
    state.enabled = 0;
    state.threads = test->threads;
    for (unsigned i = 0; i < FIBERS; i++) {
        struct fiber *fiber = &state.fibers[i];
        if (i >= test->threads && (i != MAIN || !test->has_main))
            continue;
        rt_fiber_reset(fiber);
        fiber->at = 0;
        fiber->fresh = fiber->timed = fiber->signalled = fiber->redundant = false;
        fiber->announced.length = 0;
        fiber->held = fiber->endings = 0;
        rt_await_reset(fiber);
        fiber->waits_for = NULL;
        fiber->written = 0;
        fiber->timed_out_at = UINT64_MAX;
        if (state.uses_keys)
            memset(fiber->specific, 0, sizeof fiber->specific);
        if (i < test->threads && test->calls[i])
            state.enabled |= 1u << i;
    }
}

static void mark_waiting(struct ln_execution *run)
{
    for (unsigned i = 0; i < run->event_count; i++) {
        uint16_t bit = (uint16_t)(1u << run->events[i].thread);
        run->waiting = (uint16_t)(run->events[i].is_return ? run->waiting & ~bit : run->waiting | bit);
    }
    for (unsigned i = 0; i < FIBERS; i++)
        if (run->waiting >> i & 1)
            add_to_hash(&state.fibers[i], NULL);
}

/* What the threads wait for that are left. */
static void trace_end(const struct ln_execution *run)
{
    for (unsigned i = 0; i < state.threads; i++) {
        struct fiber *fiber = &state.fibers[i];
        rt_trace_written(fiber);
        if (run->end == LN_END_DEADLOCK && run->waiting >> i & 1) {
            bool spins = state.parked >> i & 1 && !fiber->waits_for;
            state.current = fiber;
            rt_trace(LN_STEP_BLOCKED, spins || fiber->waits_for ? fiber->waits_at : 0,
                     spins ? (const void *)fiber->awaits : fiber->waits_for, 0)
                ->success = spins;
        }
    }
}

static void begin_run(const struct ln_run_how *how, struct ln_execution *run)
{
    rt_image_restore();
    state.how = *how;
    state.run = run;
    state.tracing = state.shared->tracing;
    state.shared->learned = state.preempted = false;
    state.checks_heap = how->reuse == LN_REUSE_NEVER;
    state.step = state.at = state.quiet_until = 0;
    state.left = how->strategy == LN_RANDOM ? 1 : how->bound;
    state.switches_left = how->switches;
    state.failures_left = how->failures;
    state.completed = 0;
    state.parked = state.woken = state.resting = 0;
    state.changes++;
    rt_wary = false;
    state.random = how->seed;
    state.alone = true;
    run->event_count = 0;
    run->hash[0] = run->hash[1] = 0;
    state.shared->preemptions = 0;
    state.shared->destroying = false;
    run->waiting = 0;
    run->left_out = 0;
    run->too_large = false;
    kept.used = 0;
    if (state.tracing)
        state.shared->step_count = state.shared->block_count = 0;
}

static void run_once(const struct ln_run_how *how, struct ln_execution *run)
{
    begin_run(how, run);
    reset_fibers();
    rt_enter(&state.fibers[state.test->has_main ? MAIN : (unsigned)__builtin_ctz(state.enabled)]);
    if (run->end != LN_END_FULL)
        mark_waiting(run);
    else
        rt_destroy();
    if (state.tracing)
        trace_end(run);
    run->learned = state.shared->learned;
    run->points = state.step;
    run->preemptions = state.shared->preemptions;
    state.shared->beat++;
    state.shared->clock = state.clock;
}

/* ---- for the driving process ---- */

static void visit_thread_locals(void)
{
    for (unsigned i = 0; i < FIBERS; i++) {
        uintptr_t own = state.main_thread_pointer;
        __asm__ volatile("wrfsbase %0" : : "r"(state.fibers[i].thread_pointer) : "memory");
        rt_image_find_thread_locals(&state.fibers[i]);
        __asm__ volatile("wrfsbase %0" : : "r"(own) : "memory");
    }
}

static const char *start(struct ln_shared *shared, const struct ln_run_memory *region)
{
    const char *problem;
    state.shared = shared;
    problem = rt_fibers_start();
    if (problem)
        return problem;
    state.region = *region;
    state.area = (uintptr_t)region->stacks;
    state.clock = shared->clock;
    state.area_size = (uintptr_t)region->heap + region->heap_size - state.area;
    problem = rt_await_start();
    if (!problem)
        problem = rt_image_find();
    if (problem)
        return problem;
    visit_thread_locals();
    rt_own_usual();
    shared->place.heap = (uintptr_t)region->heap;
    shared->place.heap_end = (uintptr_t)region->heap + region->heap_size;
    shared->place.stacks = (uintptr_t)region->stacks;
    shared->place.stack_size = region->stack_size;
    return NULL;
}

static bool prepare(const linnet_object *object, const struct ln_run_test *test)
{
    rt_heap_open();
    state.object = object;
    state.test = test;
    rt_threads_remember();
    state.made_from = state.heap.end;
    state.instance = rt_create(object);
    rt_threads_look();
    state.shared->place.threads = test->threads;
    return state.instance && !rt_image_save();
}

/* Without choices: those of the run that comes next are kept. */
static void drop(struct ln_execution *run)
{
    begin_run(&(struct ln_run_how){ .strategy = LN_SERIAL, .reuse = LN_REUSE_LIFO }, run);
    run->end = LN_END_FULL;
    rt_destroy();
    if (state.object->destroy && run->end == LN_END_FULL)
        rt_look_for_leak();
}

__attribute__((visibility("default")))
const struct ln_runtime linnet_the_runtime = { LN_RUNTIME_VERSION, start, prepare, drop, run_once };
