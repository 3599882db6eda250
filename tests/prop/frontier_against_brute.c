/* Every verdict of the frontier (with partitioning, joining and replay) against the oracle, on small random
 * histories, and against the search on larger ones, in which frontiers grow.
 *
 * frontier_against_brute COUNT [SEED]      COUNT small histories in all, over every spec and shape, and a tenth
 * larger
 *
 * What is shown of a violation must be an order of all that returned before. The same comparison must also catch
 * engines that are wrong on purpose. */
#include "check/check.h"
#include "spec/possible_states.h"
#include "support/shapes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef enum ln_verdict engine(const struct ln_history *, const struct ln_spec *, struct ln_memory *);

static void complain(const struct ln_history *history, const char *message)
{
    fprintf(stderr, "%s\n", message);
    print_history(history);
    exit(1);
}

/* ---- what is shown of a violation ---- */

static bool holds_it(const struct ln_outcome *outcome, uint32_t operation, size_t before)
{
    for (size_t i = 0; i < before; i++)
        if (outcome->order.at[i] == operation)
            return true;
    return false;
}

static void check_real_time(const struct ln_history *history, const struct ln_outcome *outcome)
{
    uint32_t end = outcome->stopped_at == LN_NO_OP ? LN_NEVER : history->operations.at[outcome->stopped_at].ret;
    for (uint32_t o = 0; o < history->operations.length; o++)
        if (history->operations.at[o].fate == LN_COMPLETED && history->operations.at[o].ret < end &&
            !holds_it(outcome, o, outcome->order.length))
            complain(history, "the attempt lacks an operation that returned before it ended");
    for (size_t i = 0; i < outcome->order.length; i++) {
        if (holds_it(outcome, outcome->order.at[i], i) || outcome->order.at[i] == outcome->stopped_at)
            complain(history, "the attempt has an operation twice, or the one at which it ended");
        for (size_t j = 0; j < i; j++)
            if (ln_history_precedes(history, outcome->order.at[i], outcome->order.at[j]))
                complain(history, "the attempt goes against real time");
    }
}

/* Of a history in one part. */
static void check_attempt(const struct ln_history *history, const struct ln_spec *spec,
                          const struct ln_outcome *outcome, struct ln_memory *memory)
{
    struct ln_possible possible;
    if (outcome->verdict != LN_VIOLATED || outcome->parts != 1 || history->linked)
        return;
    check_real_time(history, outcome);
    ln_possible_init(&possible, memory);
    if (!ln_possible_start(&possible, spec))
        abort();
    for (size_t i = 0; i < outcome->order.length; i++) {
        struct ln_invocation in = ln_invocation_of(history, outcome->order.at[i]);
        if (!ln_possible_step(&possible, spec, &in))
            abort();
        if (!possible.now.states.length)
            complain(history, "the attempt is not what the object does");
    }
    ln_possible_fini(&possible);
}

/* ---- engines ---- */

static enum ln_verdict checked(const struct ln_history *history, const struct ln_spec *spec, struct ln_memory *memory,
                               enum ln_algorithm algorithm, double seconds)
{
    struct ln_check_options options = { .algorithm = algorithm, .jobs = 1, .cut_every = 1 };
    struct ln_outcome outcome;
    struct ln_budget budget;
    struct ln_error error = { 0 };
    enum ln_verdict verdict;
    ln_budget_init(&budget, memory, seconds, NULL);
    ln_outcome_init(&outcome, memory);
    if (ln_check(history, spec, &options, &budget, &outcome, &error))
        complain(history, error.message);
    if (algorithm == LN_ALGORITHM_FRONTIER)
        check_attempt(history, spec, &outcome, memory);
    verdict = outcome.verdict;
    ln_outcome_fini(&outcome);
    return verdict;
}

static enum ln_verdict swept(const struct ln_history *history, const struct ln_spec *spec, struct ln_memory *memory)
{
    return checked(history, spec, memory, LN_ALGORITHM_FRONTIER, 0);
}

/* Wrong on purpose: does not wait for the last return. */
static enum ln_verdict forgets_last(const struct ln_history *history, const struct ln_spec *spec,
                                    struct ln_memory *memory)
{
    struct ln_history copy = *history;
    uint32_t last = history->events.length ? history->events.at[history->events.length - 1] : 0;
    enum ln_verdict verdict;
    if (!ln_event_is_return(last) || history->stuck)
        return swept(history, spec, memory);
    copy.events.length--;
    history->operations.at[ln_event_operation(last)].fate = LN_PENDING;
    verdict = oracle(&copy, spec, memory);
    history->operations.at[ln_event_operation(last)].fate = LN_COMPLETED;
    return verdict;
}

/* Wrong on purpose: pending operations never take effect. */
static enum ln_verdict forgets_pending(const struct ln_history *history, const struct ln_spec *spec,
                                       struct ln_memory *memory)
{
    struct ln_history copy = *history;
    uint32_t events[128];
    size_t kept = 0;
    for (size_t i = 0; i < history->events.length; i++)
        if (history->operations.at[ln_event_operation(history->events.at[i])].fate != LN_PENDING)
            events[kept++] = history->events.at[i];
    copy.events.at = events;
    copy.events.length = kept;
    return oracle(&copy, spec, memory);
}

/* Wrong on purpose: takes every change for one that happens everywhere and leaves no trace of the one before. Where the
 * order that comes of it fails its replay, that is caught as well. */
static enum ln_verdict overwrites(const struct ln_history *history, const struct ln_spec *spec,
                                  struct ln_memory *memory)
{
    struct ln_check_options options = { .algorithm = LN_ALGORITHM_FRONTIER, .jobs = 1, .cut_every = 1 };
    struct ln_method methods[64];
    struct ln_spec_class class = *spec->class;
    struct ln_spec wrong = *spec;
    struct ln_outcome outcome;
    struct ln_budget budget;
    struct ln_error error = { 0 };
    enum ln_verdict verdict;
    for (size_t m = 0; m < class.method_count; m++) {
        methods[m] = class.methods[m];
        if (methods[m].effect == LN_CHANGES)
            methods[m].effect = LN_OVERWRITES;
    }
    class.methods = methods;
    wrong.class = &class;
    ln_budget_init(&budget, memory, 0, NULL);
    ln_outcome_init(&outcome, memory);
    verdict = ln_check(history, &wrong, &options, &budget, &outcome, &error) ? LN_UNKNOWN : outcome.verdict;
    ln_outcome_fini(&outcome);
    return verdict;
}

/* Of some specs it is right. */
static bool is_overwriting_wrong(const struct shape *shape)
{
    static const char *const specs[] = { "counter", "queue", "stack", "mutex", "semaphore:permits=2" };
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++)
        if (strcmp(specs[i], shape->spec) == 0)
            return true;
    return false;
}

/* ---- comparing ---- */

struct tally {
    uint64_t count, violated, wrong, unknown;
};

static void expect_nothing_taken(const struct shape *shape, const struct ln_memory *memory)
{
    if (!atomic_load(&memory->used))
        return;
    fprintf(stderr, "%s: %llu bytes are still taken\n", shape->spec, (unsigned long long)atomic_load(&memory->used));
    exit(1);
}

static void disagree(const struct shape *shape, uint64_t seed, uint64_t number, const struct ln_history *history,
                     enum ln_verdict verdict, enum ln_verdict truth)
{
    fprintf(stderr, "%s, seed %llu, history %llu: frontier says %s, not %s\n", shape->spec, (unsigned long long)seed,
            (unsigned long long)number, ln_verdict_text(verdict), ln_verdict_text(truth));
    print_history(history);
    exit(1);
}

/* Stops at the first disagreement when it is an error. */
static struct tally compare(const struct shape *shape, uint64_t count, uint64_t seed, engine *tested, bool error)
{
    struct tally tally = { .count = count };
    struct ln_memory memory;
    struct ln_rng rng = { seed };
    ln_memory_init(&memory, UINT64_MAX);
    for (uint64_t i = 0; i < count; i++) {
        struct ln_history history;
        struct ln_spec spec;
        struct ln_values values;
        enum ln_verdict truth, verdict;
        ln_values_init(&values, &memory);
        shape_draw(shape, &rng, &memory, &values, &spec, &history);
        truth = oracle(&history, &spec, &memory);
        verdict = tested(&history, &spec, &memory);
        tally.violated += truth == LN_VIOLATED;
        tally.wrong += verdict != truth;
        if (verdict != truth && error)
            disagree(shape, seed, i, &history, verdict, truth);
        ln_history_fini(&history);
        ln_values_fini(&values);
    }
    expect_nothing_taken(shape, &memory);
    return tally;
}

/* Those that take either of the two long are left out. */
static struct tally compare_larger(const struct shape *shape, uint64_t count, uint64_t seed)
{
    const double seconds = 0.05;
    struct tally tally = { .count = count };
    struct ln_memory memory;
    struct ln_rng rng = { seed };
    ln_memory_init(&memory, UINT64_MAX);
    for (uint64_t i = 0; i < count; i++) {
        struct ln_history history;
        struct ln_spec spec;
        struct ln_values values;
        enum ln_verdict truth, verdict;
        ln_values_init(&values, &memory);
        shape_draw_larger(shape, &rng, &memory, &values, &spec, &history);
        truth = checked(&history, &spec, &memory, LN_ALGORITHM_SEARCH, seconds);
        verdict = checked(&history, &spec, &memory, LN_ALGORITHM_FRONTIER, seconds);
        tally.violated += truth == LN_VIOLATED;
        if (truth == LN_UNKNOWN || verdict == LN_UNKNOWN)
            tally.unknown++;
        else if (verdict != truth)
            disagree(shape, seed, i, &history, verdict, truth);
        ln_history_fini(&history);
        ln_values_fini(&values);
    }
    expect_nothing_taken(shape, &memory);
    return tally;
}

static double percent(uint64_t part, uint64_t whole)
{
    return 100.0 * (double)part / (double)whole;
}

int main(int argc, char **argv)
{
    uint64_t count = argc > 1 ? strtoull(argv[1], NULL, 10) : 100000;
    uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    printf("seed %llu\n", (unsigned long long)seed);
    for (size_t s = 0; s < shape_count; s++) {
        struct tally small = compare(&shapes[s], count / shape_count + 1, seed + s, swept, true);
        struct tally larger = compare_larger(&shapes[s], small.count / 10 + 1, seed + s);
        printf("%-30s %8llu small, %4.1f %% violated; %7llu larger, %4.1f %% violated, %llu left out: all agree\n",
               shapes[s].spec, (unsigned long long)small.count, percent(small.violated, small.count),
               (unsigned long long)larger.count, percent(larger.violated, larger.count),
               (unsigned long long)larger.unknown);
        fflush(stdout);
    }
    for (size_t s = 0; s < shape_count; s++) {
        if (compare(&shapes[s], 2000, seed, forgets_last, false).wrong == 0 ||
            compare(&shapes[s], 2000, seed, forgets_pending, false).wrong == 0 ||
            (is_overwriting_wrong(&shapes[s]) && compare(&shapes[s], 2000, seed, overwrites, false).wrong == 0)) {
            fprintf(stderr, "%s: an engine that is wrong on purpose was not caught\n", shapes[s].spec);
            return 1;
        }
    }
    printf("engines that are wrong on purpose are caught on every spec\n");
    return 0;
}
