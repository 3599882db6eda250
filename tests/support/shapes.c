#include "support/shapes.h"

#include "check/brute.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* clang-format off */
const struct shape shapes[] = {
    { "register:initial=0", NULL, 26 }, { "cas-register", NULL, 25 }, { "kv", NULL, 25 }, { "counter", NULL, 25 },
    { "queue", NULL, 6 }, { "queue:capacity=2", NULL, 6 }, { "stack", NULL, 6 }, { "set", NULL, 15 },
    { "mutex", NULL, 20 }, { "lossy-register", &lossy_register_class, 20 }, { "test-bag", &bag_class, 25 },
    { "multi-register", NULL, 12 }, { "max-register", NULL, 20 }, { "snapshot:size=3", NULL, 18 },
    { "fetch-and-add", NULL, 8 }, { "bounded-queue", NULL, 6 }, { "deque", NULL, 20 },
    { "work-stealing-deque", NULL, 19 }, { "priority-queue", NULL, 18 }, { "max-priority-queue", NULL, 20 },
    { "append-log", NULL, 8 }, { "bag", NULL, 24 }, { "spurious-bag", NULL, 30 }, { "rwlock", NULL, 14 },
    { "semaphore:permits=2", NULL, 32 }, { "event", NULL, 25 }, { "countdown:count=3", NULL, 8 },
    { "nonzero-indicator", NULL, 25 }, { "ArrayBlockingQueue:capacity=3", NULL, 14 }, { "ConcurrentHashMap", NULL, 14 },
    { "ConcurrentLinkedDeque", NULL, 14 }, { "ConcurrentLinkedQueue", NULL, 14 }, { "ConcurrentSkipListMap", NULL, 14 },
    { "ConcurrentSkipListSet", NULL, 14 }, { "LinkedBlockingDeque:capacity=2", NULL, 14 },
    { "LinkedBlockingQueue", NULL, 14 }, { "LinkedTransferQueue", NULL, 14 }, { "PriorityBlockingQueue", NULL, 14 },
};
/* clang-format on */

const size_t shape_count = sizeof shapes / sizeof *shapes;

static void draw(struct random_options *options, const struct shape *shape, struct ln_rng *rng)
{
    *options = (struct random_options){
        .operations = 1 + ln_rng_below(rng, 7),
        .processes = 2 + ln_rng_below(rng, 3),
        .values = 2 + ln_rng_below(rng, 2),
        .keys = 1 + (ln_rng_below(rng, 4) == 0),
        .percent_pending = ln_rng_below(rng, 2) ? 25 : 0,
        .percent_unknown = ln_rng_below(rng, 3) ? 0 : 30,
        .percent_wrong = shape->wrong * 2,
        .coarse_times = ln_rng_below(rng, 3) == 0,
        .stuck = ln_rng_below(rng, 8) == 0,
    };
}

static void draw_larger(struct random_options *options, const struct shape *shape, struct ln_rng *rng)
{
    *options = (struct random_options){
        .operations = 10 + ln_rng_below(rng, 31),
        .processes = 3 + ln_rng_below(rng, 10),
        .values = 1 + ln_rng_below(rng, 4),
        .keys = 1 + (ln_rng_below(rng, 8) == 0),
        .percent_pending = ln_rng_below(rng, 2) ? 10 : 0,
        .percent_unknown = ln_rng_below(rng, 3) ? 0 : 20,
        .percent_wrong = ln_rng_below(rng, shape->wrong / 2 + 1),
        .coarse_times = ln_rng_below(rng, 3) == 0,
        .stuck = ln_rng_below(rng, 16) == 0,
    };
}

static void prepare(const struct shape *shape, struct ln_values *values, struct ln_spec *spec)
{
    struct ln_error error = { 0 };
    *spec = (struct ln_spec){ .class = shape->class, .value = LN_VALUE_NULL };
    if (!shape->class && ln_spec_parse(spec, shape->spec, values, &error)) {
        fprintf(stderr, "%s\n", error.message);
        exit(1);
    }
}

void shape_draw(const struct shape *shape, struct ln_rng *rng, struct ln_memory *memory, struct ln_values *values,
                struct ln_spec *spec, struct ln_history *history)
{
    struct random_options options;
    prepare(shape, values, spec);
    draw(&options, shape, rng);
    random_history(history, memory, spec, &options, rng);
}

void shape_draw_larger(const struct shape *shape, struct ln_rng *rng, struct ln_memory *memory,
                       struct ln_values *values, struct ln_spec *spec, struct ln_history *history)
{
    struct random_options options;
    prepare(shape, values, spec);
    draw_larger(&options, shape, rng);
    random_history(history, memory, spec, &options, rng);
}

enum ln_verdict brute_problem(const struct ln_problem *problem, struct ln_memory *memory)
{
    struct ln_outcome outcome;
    struct ln_budget budget;
    enum ln_verdict verdict = LN_UNKNOWN;
    ln_budget_init(&budget, memory, 0, NULL);
    ln_outcome_init(&outcome, memory);
    if (!ln_brute_run(problem, &budget, &outcome))
        verdict = outcome.verdict;
    ln_outcome_fini(&outcome);
    return verdict;
}

enum ln_verdict oracle(const struct ln_history *history, const struct ln_spec *spec, struct ln_memory *memory)
{
    struct ln_spec product = ln_spec_product(spec);
    struct ln_problem problem = {
        history, spec->class->keyed ? spec : &product, history->events.at, history->events.length, LN_NO_OP, 0
    };
    bool any = false;
    if (!history->stuck)
        return brute_problem(&problem, memory);
    for (uint32_t i = 0; i < history->operations.length; i++) {
        if (history->operations.at[i].fate != LN_PENDING)
            continue;
        any = true;
        problem.stuck = i;
        if (brute_problem(&problem, memory) != LN_HOLDS)
            return LN_VIOLATED;
    }
    problem.stuck = LN_NO_OP;
    return any ? LN_HOLDS : brute_problem(&problem, memory);
}

bool is_linearisation(const struct ln_history *history, const struct ln_spec *spec, const uint32_t *order, size_t count,
                      struct ln_memory *memory)
{
    struct ln_spec product = ln_spec_product(spec);
    uint32_t events[128];
    struct ln_history serial = *history;
    struct ln_operation operations[64];
    struct ln_problem problem = { &serial, spec->class->keyed ? spec : &product, events, count * 2, LN_NO_OP, 0 };
    for (size_t i = 0; i < history->operations.length; i++) {
        size_t times = 0;
        for (size_t j = 0; j < count; j++)
            times += order[j] == i;
        if (times > 1 || (times && history->operations.at[i].fate == LN_FAILED) ||
            (!times && history->operations.at[i].fate == LN_COMPLETED))
            return false;
    }
    for (size_t i = 0; i < count; i++) {
        if (order[i] >= history->operations.length)
            return false;
        for (size_t j = 0; j < i; j++)
            if (ln_history_precedes(history, order[i], order[j]))
                return false;
    }
    memcpy(operations, history->operations.at, history->operations.length * sizeof *operations);
    serial.operations.at = operations;
    for (uint32_t i = 0; i < count; i++) {
        events[2 * i] = order[i] * 2;
        events[2 * i + 1] = order[i] * 2 + 1;
        operations[order[i]].fate = LN_COMPLETED;
        operations[order[i]].after = LN_NO_OP;
        operations[order[i]].call = 2 * i;
        operations[order[i]].ret = 2 * i + 1;
    }
    return brute_problem(&problem, memory) == LN_HOLDS;
}
