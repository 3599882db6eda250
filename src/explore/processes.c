/* The process that tells the others what to do: one process per test, as many at a time as there are jobs. What they do
 * is in worker.c. */
#define _GNU_SOURCE
#include "explore/processes.h"

#include "base/infile.h"
#include "contain/pulse.h"
#include "explore/stage.h"

#include <assert.h>
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    GLOBALS = 1 << 24,
    AREA_WORDS = ((LN_RUN_THREADS + 1) * LN_STACK_SIZE + LN_HEAP_SIZE) / 8,
    GLOBAL_WORDS = GLOBALS / 8,
    CRASHES_MOST = 3 /* in one test: then the rest of it is left out */
};

static const double GRACE = 0.5; /* seconds that a process has to stop by itself when it is told to */

struct slot {
    struct ln_explore_stage *stage;
    struct ln_run_memory region;
    pid_t child;
    int ended; /* a pipe that is closed when it ends, or when the code closes all it can; -1: that was seen */
    uint64_t beat;
    struct ln_pulse pulse;
    uint64_t told_to_stop; /* when; 0: it was not */
    unsigned crashes;
    bool hung, late;  /* it was killed: it does not come to a point, or did not stop when it was told to */
    char serial[512]; /* the file for serial histories; empty: none */
    struct ln_explored result;
};

struct ln_processes {
    struct ln_memory *memory;
    struct ln_explored_code code;
    struct ln_explore_how how;
    unsigned jobs;
    double seconds; /* of processes that have ended */
    uint64_t peak;
    unsigned long long killed_before; /* processes, for want of memory, by the system */
    struct slot *slots;
};

/* ---- memory ---- */

static void *map(size_t size)
{
    void *at = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return at == MAP_FAILED ? NULL : at;
}

static bool map_slot(struct slot *slot)
{
    slot->stage = map(sizeof *slot->stage);
    slot->region = (struct ln_run_memory){ .stacks = LN_STACKS,
                                           .heap = LN_HEAP,
                                           .stack_size = LN_STACK_SIZE,
                                           .heap_size = LN_HEAP_SIZE,
                                           .global_size = GLOBALS,
                                           .words = map(AREA_WORDS * sizeof(struct ln_word)),
                                           .global_words = map(GLOBAL_WORDS * sizeof(struct ln_word)) };
    return slot->stage && slot->region.words && slot->region.global_words;
}

static void drop_slot(struct slot *slot)
{
    if (slot->serial[0])
        unlink(slot->serial);
    if (slot->stage)
        munmap(slot->stage, sizeof *slot->stage);
    if (slot->region.words)
        munmap(slot->region.words, AREA_WORDS * sizeof(struct ln_word));
    if (slot->region.global_words)
        munmap(slot->region.global_words, GLOBAL_WORDS * sizeof(struct ln_word));
}

/* With guards between the stacks. In the child: the parent has no use for it. */
static bool map_area(void)
{
    size_t size = (LN_RUN_THREADS + 1) * (size_t)LN_STACK_SIZE + LN_HEAP_SIZE;
    char *at = mmap(LN_STACKS, size, PROT_READ | PROT_WRITE | PROT_EXEC, /* pointers to nested functions */
                    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
    if (at != LN_STACKS)
        return false;
    for (unsigned i = 0; i <= LN_RUN_THREADS; i++)
        if (mprotect(at + i * (size_t)LN_STACK_SIZE, 4096, PROT_NONE))
            return false;
    return true;
}

/* ---- processes ---- */

static enum ln_status spawn(struct ln_processes *processes, struct slot *slot, struct ln_error *error)
{
    struct ln_worker_setup setup = { .stage = slot->stage,
                                     .region = slot->region,
                                     .path = processes->code.path,
                                     .named = processes->code.named,
                                     .how = &processes->how,
                                     .serial = slot->serial[0] ? slot->serial : NULL,
                                     .memory_limit = processes->memory->limit / processes->jobs };
    int ends[2];
    pid_t parent = getpid();
    assert(!slot->child);
    if (pipe(ends))
        return ln_fail(error, LN_INTERNAL, "no pipe could be made: %s", strerror(errno));
    slot->stage->finished = false;
    slot->stage->doing = LN_DOING_LOAD;
    slot->stage->error = (struct ln_error){ .status = LN_OK };
    memset(&slot->stage->contained, 0, sizeof slot->stage->contained);
    slot->hung = slot->late = false;
    slot->pulse = (struct ln_pulse){ 0 };
    slot->told_to_stop = 0;
    slot->child = fork();
    if (slot->child == 0) {
        close(ends[0]);
        ln_contain_enter(&slot->stage->contained, parent);
        if (!map_area()) {
            ln_fail(&slot->stage->error, LN_NO_MEMORY, "there is no room for stacks and heap at their addresses");
            slot->stage->explored.stop = LN_STOP_MEMORY;
            slot->stage->finished = true;
            _exit(0);
        }
        ln_worker_run(&setup);
    }
    close(ends[1]);
    if (slot->child < 0) {
        close(ends[0]);
        slot->child = 0;
        return ln_fail(error, LN_INTERNAL, "no process could be made: %s", strerror(errno));
    }
    slot->ended = ends[0];
    return LN_OK;
}

/* ---- how a process ends ---- */

static enum ln_where where_of(const struct ln_explore_stage *stage)
{
    return stage->doing == LN_DOING_CREATE ? LN_IN_CREATE : stage->shared.destroying ? LN_IN_DESTROY : LN_IN_CALLS;
}

/* What the user's code did to the process, as a failure of the run that was under way. */
static void take_accident(struct slot *slot, int status)
{
    struct ln_explore_stage *stage = slot->stage;
    struct ln_explored *explored = &stage->explored;
    int killed_by = stage->contained.stopped ? stage->contained.stopped : WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    assert(!slot->child);
    explored->failure = slot->hung ? LN_FAILURE_HANG : killed_by ? LN_FAILURE_CRASH : LN_FAILURE_EXIT;
    explored->code = killed_by ? killed_by : WEXITSTATUS(status);
    explored->where = where_of(stage);
    explored->in_phase_one = stage->phase == 1;
    explored->without_calls = stage->phase == 0;
    explored->crashed = true;
    explored->unjustified = LN_TEST_LANES;
    explored->how = stage->now;
    explored->preemptions = stage->shared.preemptions;
    explored->choice_count = stage->shared.depth;
    memcpy(explored->choices, stage->shared.choices, stage->shared.depth * sizeof *explored->choices);
    if (stage->task == LN_TASK_REPLAY && stage->shared.step_count && stage->shared.step_count < LN_STEPS &&
        stage->shared.steps[stage->shared.step_count - 1].kind != LN_STEP_FAULT) {
        struct ln_step *last = &stage->shared.steps[stage->shared.step_count++];
        *last = (struct ln_step){ .thread = last[-1].thread, .operation = last[-1].operation, .kind = LN_STEP_FAULT };
    }
}

/* It ended, but not by what the code under test did in a run. Then that is all that is said of it. */
static void take_other_end(const struct ln_processes *processes, struct slot *slot, int status)
{
    struct ln_explore_stage *stage = slot->stage;
    int killed_by = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    stage->finished = true;
    if (stage->contained.refused[0])
        ln_fail(&stage->error, LN_BAD_INPUT, "it calls %s(), which the explorer cannot follow",
                stage->contained.refused);
    else if (killed_by == SIGABRT && stage->shared.fault[0])
        ln_fail(&stage->error, LN_BAD_INPUT, "%s", stage->shared.fault);
    else if (killed_by == SIGSYS)
        ln_fail(&stage->error, LN_BAD_INPUT,
                "it starts a process or sends a signal to one, which the explorer cannot "
                "follow");
    else if (slot->late)
        stage->explored.stop = (enum ln_stop)stage->stop;
    else if (!slot->hung && ln_contained_from_outside(&stage->contained, killed_by)) {
        stage->explored.stop = ln_contain_out_of_memory(processes->killed_before) ? LN_STOP_MEMORY
                                                                                  : LN_STOP_INTERRUPTED;
        stage->explored.killed = true;
    } else if (stage->doing == LN_DOING_JUDGE)
        ln_fail(&stage->error, LN_BAD_INPUT, "the spec %s while it judges a history",
                killed_by && !slot->hung ? "crashes" : "crashes, loops or answers nonsense");
    else if (stage->in_reference)
        ln_fail(&stage->error, LN_BAD_INPUT, "%s: the reference %s", processes->how.reference_named,
                slot->hung  ? "hangs"
                : killed_by ? "crashes"
                            : "ends the program");
    else
        stage->finished = false;
}

/* After an accident in phase 2: go on behind its schedule. The first one is what is told, unless a history fails. */
static bool go_on(struct ln_processes *processes, struct slot *slot)
{
    struct ln_explore_stage *stage = slot->stage;
    struct ln_error error;
    if (stage->task != LN_TASK_CHECK || stage->stop || stage->doing != LN_DOING_RUNS)
        return false;
    if (stage->shared.learned || stage->warming || stage->phase == LN_PHASE_VARIANTS) {
        /* Its choices were made when less was known to be shared, or for no good: once more, from the start. */
        stage->cold |= stage->warming;
        stage->without_variants |= stage->phase == LN_PHASE_VARIANTS;
        stage->warming = false;
        memset(&stage->explored, 0, sizeof stage->explored);
        stage->resume = false;
        stage->shared.learned = false;
        return !spawn(processes, slot, &error);
    }
    if (stage->phase != 2 || processes->how.strategy == LN_RANDOM || processes->how.until_accident)
        return false;
    if (!slot->crashes++)
        slot->result = stage->explored;
    if (slot->crashes > CRASHES_MOST)
        return false;
    stage->explored.failure = LN_FAILURE_NONE;
    stage->resume = true;
    return !spawn(processes, slot, &error);
}

static void add_cost(struct ln_processes *processes, const struct rusage *usage)
{
    processes->seconds += (double)(usage->ru_utime.tv_sec + usage->ru_stime.tv_sec) +
                          (double)(usage->ru_utime.tv_usec + usage->ru_stime.tv_usec) / 1e6;
    if ((uint64_t)usage->ru_maxrss * 1024 > processes->peak)
        processes->peak = (uint64_t)usage->ru_maxrss * 1024;
}

/* The test does what the reference, or no serial execution, was seen to do: once more, with all that they do. */
static bool look_further(struct ln_processes *processes, struct slot *slot)
{
    struct ln_explore_stage *stage = slot->stage;
    struct ln_error error;
    if (stage->task != LN_TASK_CHECK || stage->stop || stage->without_bounds || !stage->explored.lacking ||
        stage->error.status)
        return false;
    memset(&stage->explored, 0, sizeof stage->explored);
    stage->without_bounds = true;
    stage->resume = false;
    slot->crashes = 0;
    return !spawn(processes, slot, &error);
}

/* The failure of the test: the first accident, unless a history fails; the counts are those of the whole search. */
static void take_result(struct slot *slot)
{
    const struct ln_explored *last = &slot->stage->explored;
    assert(!slot->child && slot->crashes <= CRASHES_MOST + 1);
    if (!slot->crashes || (last->failure && slot->crashes <= CRASHES_MOST)) {
        slot->result = *last;
        return;
    }
    slot->result.schedules = last->schedules;
    slot->result.histories = last->histories;
    slot->result.unfair = last->unfair;
    slot->result.too_long = last->too_long;
    slot->result.too_large = last->too_large;
}

/* Has the child ended, and the test with it? */
static bool reap(struct ln_processes *processes, struct slot *slot)
{
    struct rusage usage = { 0 };
    int status = 0;
    if (wait4(slot->child, &status, WNOHANG, &usage) != slot->child)
        return false;
    add_cost(processes, &usage);
    if (slot->ended >= 0)
        close(slot->ended);
    slot->child = 0;
    if (!slot->stage->finished)
        take_other_end(processes, slot, status);
    if (!slot->stage->finished) {
        take_accident(slot, status);
        if (go_on(processes, slot))
            return false;
    } else if (look_further(processes, slot)) {
        return false;
    }
    take_result(slot);
    return true;
}

/* It gets nowhere, or does not stop: then it is killed. */
static void watch(struct ln_processes *processes, struct slot *slot)
{
    uint64_t beat = slot->stage->shared.beat + slot->stage->explored.histories;
    assert(slot->child > 0);
    double patience = processes->how.hang * (slot->stage->doing == LN_DOING_JUDGE ? 4 : 1);
    slot->hung |= ln_pulse_look(&slot->pulse, slot->child, slot->child, beat != slot->beat) > patience;
    slot->beat = beat;
    slot->late |= slot->told_to_stop && (double)(ln_now() - slot->told_to_stop) / 1e9 > GRACE;
    if (slot->hung || slot->late)
        kill(slot->child, SIGKILL);
}

/* Waits until one of them may have ended. */
static void wait_for_any(struct ln_processes *processes, int milliseconds)
{
    struct pollfd polls[LN_PROCESSES_MOST];
    unsigned slots[LN_PROCESSES_MOST], count = 0;
    for (unsigned i = 0; i < processes->jobs; i++) {
        if (processes->slots[i].child && processes->slots[i].ended >= 0) {
            polls[count] = (struct pollfd){ .fd = processes->slots[i].ended, .events = POLLIN };
            slots[count++] = i;
        }
    }
    if (poll(polls, count, milliseconds) <= 0)
        return;
    for (unsigned i = 0; i < count; i++) {
        if (polls[i].revents) {
            close(polls[i].fd);
            processes->slots[slots[i]].ended = -1;
        }
    }
}

int ln_processes_wait(struct ln_processes *processes, int milliseconds)
{
    const int LITTLE = 2; /* for one that has closed its pipe and lives, or is just about to be no more */
    bool any = false, closed = false;
    for (unsigned i = 0; i < processes->jobs; i++) {
        any |= processes->slots[i].child != 0;
        closed |= processes->slots[i].child && processes->slots[i].ended < 0;
    }
    if (!any)
        return -1;
    wait_for_any(processes, closed && milliseconds > LITTLE ? LITTLE : milliseconds);
    for (unsigned i = 0; i < processes->jobs; i++) {
        struct slot *slot = &processes->slots[i];
        if (slot->child && reap(processes, slot))
            return (int)i;
        if (slot->child)
            watch(processes, slot);
    }
    return -1;
}

/* ---- tasks ---- */

static bool is_set(const volatile sig_atomic_t *flag)
{
    return flag && *flag;
}

/* With what is left of the time, and a little. */
static enum ln_status load_in_time(struct ln_processes *processes, struct slot *slot, struct ln_error *error)
{
    uint64_t until = ln_now() + (uint64_t)((processes->how.load + GRACE) * 1e9);
    enum ln_status status = spawn(processes, slot, error);
    while (!status && slot->child) {
        ln_processes_wait(processes, 50);
        if (processes->how.load > 0 && slot->child && ln_now() > until) {
            ln_processes_clear(processes);
            return ln_fail(error, LN_STOPPED, "%s: the time was up before it was loaded", processes->code.named);
        }
        if (is_set(processes->how.interrupt) && slot->child) {
            ln_processes_clear(processes);
            return ln_fail(error, LN_STOPPED, "%s: interrupted before it was loaded", processes->code.named);
        }
    }
    return status;
}

static enum ln_status describe(struct ln_processes *processes, struct ln_error *error)
{
    struct slot *slot = &processes->slots[0];
    enum ln_status status;
    slot->stage->task = LN_TASK_DESCRIBE;
    status = load_in_time(processes, slot, error);
    if (status)
        return status;
    if (!slot->stage->finished)
        return ln_fail(error, LN_BAD_INPUT, "%s: it %s while it is loaded", processes->code.named,
                       slot->hung                                 ? "hangs"
                       : slot->result.failure == LN_FAILURE_CRASH ? "crashes"
                                                                  : "ends the program");
    if (slot->stage->error.status) {
        *error = slot->stage->error;
        return error->status;
    }
    if (slot->result.killed)
        return ln_fail(error, LN_STOPPED, "%s: the process that loads it was killed from outside",
                       processes->code.named);
    for (unsigned i = 1; i < processes->jobs; i++)
        processes->slots[i].stage->object = slot->stage->object;
    return LN_OK;
}

enum ln_status ln_processes_new(struct ln_processes **processes, const struct ln_explored_code *code,
                                const struct ln_explore_how *how, unsigned jobs, struct ln_memory *memory,
                                struct ln_error *error)
{
    struct ln_processes *made = ln_take_zeroed(memory, sizeof *made);
    bool fits = made;
    assert(jobs <= LN_PROCESSES_MOST);
    *processes = made;
    if (made) {
        *made = (struct ln_processes){ .memory = memory, .code = *code, .how = *how, .jobs = jobs };
        made->slots = ln_take_zeroed(memory, jobs * sizeof *made->slots);
        for (unsigned i = 0; i < jobs && made->slots && fits; i++)
            fits = map_slot(&made->slots[i]);
    }
    if (!made || !made->slots || !fits)
        return ln_fail(error, LN_NO_MEMORY, "out of memory");
    made->killed_before = ln_contain_begin();
    return describe(made, error);
}

void ln_processes_free(struct ln_processes *processes)
{
    if (!processes)
        return;
    if (processes->slots) {
        ln_processes_clear(processes);
        for (unsigned i = 0; i < processes->jobs; i++)
            drop_slot(&processes->slots[i]);
        ln_contain_end();
    }
    ln_give(processes->memory, processes->slots, processes->jobs * sizeof *processes->slots);
    ln_give(processes->memory, processes, sizeof *processes);
}

const struct ln_explored_object *ln_processes_object(const struct ln_processes *processes)
{
    return &processes->slots[0].stage->object;
}

struct ln_explore_how *ln_processes_how(struct ln_processes *processes)
{
    return &processes->how;
}

const struct ln_explored *ln_processes_result(const struct ln_processes *processes, unsigned slot)
{
    assert(slot < processes->jobs);
    return &processes->slots[slot].result;
}

const struct ln_error *ln_processes_error(const struct ln_processes *processes, unsigned slot)
{
    return processes->slots[slot].stage->finished ? &processes->slots[slot].stage->error : NULL;
}

const struct ln_explored *ln_processes_progress(const struct ln_processes *processes, unsigned slot)
{
    return processes->slots[slot].child ? &processes->slots[slot].stage->explored : NULL;
}

void ln_processes_stop(struct ln_processes *processes, unsigned slot, enum ln_stop why)
{
    struct slot *place = &processes->slots[slot];
    place->stage->stop = (int)why;
    if (!place->told_to_stop)
        place->told_to_stop = ln_now();
}

void ln_processes_cost(const struct ln_processes *processes, double *seconds, uint64_t *memory)
{
    *seconds = processes->seconds;
    *memory = processes->peak;
}

void ln_processes_clear(struct ln_processes *processes)
{
    for (unsigned i = 0; i < processes->jobs; i++) {
        struct slot *slot = &processes->slots[i];
        if (slot->child) {
            kill(slot->child, SIGKILL);
            waitpid(slot->child, NULL, 0);
            if (slot->ended >= 0)
                close(slot->ended);
            slot->child = 0;
        }
    }
}

void ln_processes_forget(struct ln_processes *processes, unsigned slot)
{
    const struct ln_run_memory *region = &processes->slots[slot].region;
    struct ln_shared *shared = &processes->slots[slot].stage->shared;
    shared->words_end = shared->global_words_end = 0;
    madvise(region->words, AREA_WORDS * sizeof(struct ln_word), MADV_REMOVE);
    madvise(region->global_words, GLOBAL_WORDS * sizeof(struct ln_word), MADV_REMOVE);
}

static void set_up(struct slot *slot, enum ln_stage_task task, const struct ln_test *test)
{
    struct ln_explore_stage *stage = slot->stage;
    memset(&stage->explored, 0, sizeof stage->explored);
    stage->task = task;
    stage->test = *test;
    stage->resume = stage->cold = stage->warming = false;
    stage->stop = LN_STOP_NONE;
    stage->phase = 0;
    stage->shared.depth = 0;
    stage->shared.fault[0] = '\0';
    stage->shared.unseen_count = stage->shared.long_count = 0;
    stage->shared.unseen_more = stage->shared.looks_at_clock = stage->shared.waits = false;
    stage->shared.tracing = stage->shared.learned = stage->shared.destroying = false;
    stage->in_reference = stage->without_bounds = stage->without_variants = false;
    slot->crashes = 0;
}

/* Each slot writes its own file, for several tests may fail at a time. */
static void name_serial(const struct ln_processes *processes, struct slot *slot)
{
    slot->serial[0] = '\0';
    if (!processes->how.serial)
        return;
    snprintf(slot->serial, sizeof slot->serial, "%s%td", processes->how.serial, slot - processes->slots);
    unlink(slot->serial);
}

enum ln_status ln_processes_start(struct ln_processes *processes, unsigned slot, const struct ln_test *test,
                                  struct ln_error *error)
{
    assert(slot < processes->jobs);
    set_up(&processes->slots[slot], LN_TASK_CHECK, test);
    name_serial(processes, &processes->slots[slot]);
    ln_processes_forget(processes, slot); /* it must not matter which tests came before */
    return spawn(processes, &processes->slots[slot], error);
}

enum ln_status ln_processes_serial(const struct ln_processes *processes, unsigned slot, struct ln_str *out,
                                   struct ln_error *error)
{
    const char *path = processes->slots[slot].serial;
    return path[0] && access(path, F_OK) == 0 ? ln_infile_read(path, out, error) : LN_OK;
}

enum ln_status ln_processes_replay(struct ln_processes *processes, unsigned slot, const struct ln_test *test,
                                   const struct ln_chosen_run *run, struct ln_error *error)
{
    struct slot *place = &processes->slots[slot];
    enum ln_status status;
    assert(slot < processes->jobs);
    assert(run->count <= sizeof place->stage->shared.choices / sizeof *place->stage->shared.choices);
    set_up(place, LN_TASK_REPLAY, test);
    place->stage->replay = *run->how;
    for (uint32_t i = 0; i < run->count; i++) {
        place->stage->shared.choices[i] = run->choices[i];
        place->stage->shared.choices[i].rest = 0;
    }
    place->stage->shared.depth = run->count;
    status = spawn(processes, place, error);
    while (!status && place->child) {
        if (is_set(run->interrupt))
            ln_processes_stop(processes, slot, LN_STOP_INTERRUPTED);
        ln_processes_wait(processes, 50);
    }
    return status;
}

/* ---- what is shared ---- */

static bool next_run(const struct ln_word *words, uint32_t count, struct ln_shared_run *run)
{
    uint32_t at = run->from + run->count;
    while (at < count && !(words[at].mask & LN_WORD_SHARED))
        at++;
    run->from = at;
    while (at < count && words[at].mask & LN_WORD_SHARED)
        at++;
    run->count = at - run->from;
    return run->count;
}

bool ln_processes_shared(const struct ln_processes *processes, unsigned slot, struct ln_shared_run *run)
{
    const struct ln_run_memory *region = &processes->slots[slot].region;
    const struct ln_shared *shared = &processes->slots[slot].stage->shared;
    if (!run->is_global && next_run(region->words, shared->words_end, run))
        return true;
    if (!run->is_global)
        *run = (struct ln_shared_run){ .is_global = true };
    return next_run(region->global_words, shared->global_words_end, run);
}

bool ln_processes_know(struct ln_processes *processes, unsigned slot, const struct ln_shared_run *run)
{
    const struct ln_run_memory *region = &processes->slots[slot].region;
    struct ln_shared *shared = &processes->slots[slot].stage->shared;
    struct ln_word *words = run->is_global ? region->global_words : region->words;
    uint32_t *end = run->is_global ? &shared->global_words_end : &shared->words_end;
    uint32_t count = run->is_global ? GLOBAL_WORDS : AREA_WORDS;
    if (run->from > count || run->count > count - run->from)
        return false;
    for (uint32_t i = 0; i < run->count; i++)
        words[run->from + i].mask = UINT32_MAX;
    if (*end < run->from + run->count)
        *end = run->from + run->count;
    return true;
}

const struct ln_shared *ln_processes_trace(const struct ln_processes *processes, unsigned slot)
{
    return &processes->slots[slot].stage->shared;
}
