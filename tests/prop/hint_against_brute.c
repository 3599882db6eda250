/* Verdicts of histories that report an order, right or wrong, against the oracle; of longer ones, in which windows have
 * something before and behind them, against the search.
 *
 *   hint_against_brute COUNT [SEED]        COUNT histories in all, over several specs
 *
 * A witness that is reported as the order must be enough: nothing may be searched. Engines that trust the order must be
 * caught. */
#include "check/brute.h"
#include "check/check.h"
#include "spec/possible_states.h"
#include "support/random_history.h"

#include <stdio.h>
#include <stdlib.h>

static void judge(const struct ln_history *history, const struct ln_spec *spec, enum ln_algorithm algorithm,
                  struct ln_memory *memory, struct ln_outcome *outcome)
{
    struct ln_check_options options = { .algorithm = algorithm, .jobs = 1, .cut_every = 1 };
    struct ln_budget budget;
    struct ln_error error = { 0 };
    ln_budget_init(&budget, memory, 0, NULL);
    ln_outcome_init(outcome, memory);
    if (ln_check(history, spec, &options, &budget, outcome, &error)) {
        fprintf(stderr, "%s\n", error.message);
        print_history(history);
        exit(1);
    }
}

/* ---- orders to report ---- */

enum kind { RIGHT, SWAPPED, SHUFFLED, DUPLICATES, MISSING, RANDOM_MISSING, KINDS };

static void report(struct ln_history *history, uint32_t operation, int64_t order)
{
    if (ln_history_set_order(history, operation, order))
        exit(1);
}

static void swap_two(struct ln_history *history, struct ln_rng *rng)
{
    uint32_t count = (uint32_t)history->orders.length, a = ln_rng_below(rng, count), b = ln_rng_below(rng, count);
    int64_t order = history->orders.at[a];
    history->orders.at[a] = history->orders.at[b];
    history->orders.at[b] = order;
}

/* A witness when there is one, else the order of the calls; then made worse. */
static void report_order(struct ln_history *history, const struct ln_outcome *witness, enum kind kind,
                         struct ln_rng *rng)
{
    uint32_t count = (uint32_t)history->operations.length;
    if (witness->verdict != LN_HOLDS)
        for (uint32_t i = 0; i < count; i++)
            report(history, i, history->operations.at[i].call);
    else
        for (size_t i = 0; i < witness->order.length; i++)
            report(history, witness->order.at[i], (int64_t)i - 2);
    if (!history->orders.length)
        return;
    if (kind == SWAPPED)
        swap_two(history, rng);
    for (uint32_t i = 0; i < 2 * count && (kind == SHUFFLED || kind == RANDOM_MISSING); i++)
        swap_two(history, rng);
    for (uint32_t i = 0; i < history->orders.length; i++) {
        if (kind == DUPLICATES && history->orders.at[i] != LN_NO_ORDER)
            history->orders.at[i] /= 3;
        if ((kind == MISSING || kind == RANDOM_MISSING) && ln_rng_below(rng, 3) == 0)
            history->orders.at[i] = LN_NO_ORDER;
    }
}

/* ---- engines ---- */

typedef enum ln_verdict engine(const struct ln_history *, const struct ln_spec *, bool, struct ln_memory *);

static enum ln_verdict hinted(const struct ln_history *history, const struct ln_spec *spec, bool right,
                              struct ln_memory *memory)
{
    struct ln_outcome outcome;
    enum ln_verdict verdict;
    judge(history, spec, LN_ALGORITHM_AUTO, memory, &outcome);
    verdict = outcome.verdict;
    if (right && !history->linked && !history->stuck && history->orders.length &&
        (outcome.configurations || !outcome.hint.right)) {
        fprintf(stderr, "the order is right, and yet something was searched\n");
        print_history(history);
        exit(1);
    }
    ln_outcome_fini(&outcome);
    return verdict;
}

/* Wrong on purpose: takes a wrong order for a violation. */
static enum ln_verdict blames(const struct ln_history *history, const struct ln_spec *spec, bool right,
                              struct ln_memory *memory)
{
    struct ln_outcome outcome;
    enum ln_verdict verdict;
    (void)right;
    judge(history, spec, LN_ALGORITHM_AUTO, memory, &outcome);
    verdict = outcome.hint.used && !outcome.hint.right ? LN_VIOLATED : outcome.verdict;
    ln_outcome_fini(&outcome);
    return verdict;
}

/* Wrong on purpose: believes an order that the object accepts, whatever real time says. */
static enum ln_verdict believes(const struct ln_history *history, const struct ln_spec *spec, bool right,
                                struct ln_memory *memory)
{
    struct ln_spec product = ln_spec_product(spec);
    const struct ln_spec *whole = spec->class->keyed ? spec : &product;
    struct ln_possible states;
    bool accepted = true;
    ln_possible_init(&states, memory);
    if (!ln_possible_start(&states, whole))
        exit(1);
    for (int64_t order = -2; order < 100; order++) {
        for (uint32_t i = 0; i < history->orders.length; i++) {
            struct ln_invocation in = ln_invocation_of(history, i);
            if (history->orders.at[i] == order && history->operations.at[i].fate != LN_FAILED)
                accepted = accepted && ln_possible_step(&states, whole, &in) && states.now.states.length;
        }
    }
    for (uint32_t i = 0; i < history->operations.length; i++)
        accepted &= history->operations.at[i].fate != LN_COMPLETED || ln_history_order(history, i) != LN_NO_ORDER;
    ln_possible_fini(&states);
    return accepted ? LN_HOLDS : hinted(history, spec, right, memory);
}

/* ---- comparing ---- */

struct shape {
    const char *spec;
    const struct ln_spec_class *class; /* when it is not in the registry */
    uint32_t wrong;
};

/* clang-format off */
static const struct shape shapes[] = {
    { "register:initial=0", NULL, 26 }, { "cas-register", NULL, 25 }, { "kv", NULL, 25 }, { "counter", NULL, 25 },
    { "queue", NULL, 6 }, { "queue:capacity=2", NULL, 6 }, { "stack", NULL, 6 }, { "set", NULL, 15 },
    { "mutex", NULL, 20 }, { "lossy-register", &lossy_register_class, 20 }, { "test-bag", &bag_class, 25 },
    { "multi-register", NULL, 12 }, { "priority-queue", NULL, 18 }, { "fetch-and-add", NULL, 8 },
};
/* clang-format on */

static void draw(struct random_options *options, const struct shape *shape, struct ln_rng *rng)
{
    *options = (struct random_options){
        .operations = 1 + ln_rng_below(rng, 7),
        .processes = 2 + ln_rng_below(rng, 3),
        .values = 2 + ln_rng_below(rng, 2),
        .keys = 1 + (ln_rng_below(rng, 4) == 0),
        .percent_pending = ln_rng_below(rng, 2) ? 25 : 0,
        .percent_unknown = ln_rng_below(rng, 3) ? 0 : 30,
        .percent_wrong = shape->wrong,
        .coarse_times = ln_rng_below(rng, 6) == 0,
        .stuck = ln_rng_below(rng, 16) == 0,
    };
}

static void draw_long(struct random_options *options, const struct shape *shape, struct ln_rng *rng)
{
    draw(options, shape, rng);
    options->operations = 30 + ln_rng_below(rng, 30);
    options->percent_wrong = ln_rng_below(rng, 2) ? 0 : 1;
    options->percent_pending = ln_rng_below(rng, 2) ? 3 : 0;
    options->percent_unknown /= 5;
}

static void tell(const struct shape *shape, uint64_t seed, uint64_t number, const struct ln_history *history,
                 enum ln_verdict verdict, enum ln_verdict truth)
{
    fprintf(stderr, "%s, seed %llu, history %llu: found %s, expected %s\n", shape->spec, (unsigned long long)seed,
            (unsigned long long)number, ln_verdict_text(verdict), ln_verdict_text(truth));
    print_history(history);
    for (uint32_t i = 0; i < history->orders.length; i++)
        if (history->orders.at[i] != LN_NO_ORDER)
            fprintf(stderr, "operation %u has order %lld\n", i, (long long)history->orders.at[i]);
    exit(1);
}

/* Returns the number of disagreements; ends at the first one when it is an error. */
static uint64_t compare(const struct shape *shape, uint64_t count, uint64_t seed, engine *tested, bool is_error)
{
    struct ln_memory memory;
    struct ln_rng rng = { seed };
    uint64_t wrong = 0;
    ln_memory_init(&memory, UINT64_MAX);
    for (uint64_t i = 0; i < count; i++) {
        struct ln_history history;
        struct random_options options;
        struct ln_spec spec = { .class = shape->class, .value = LN_VALUE_NULL };
        enum kind kind = (enum kind)ln_rng_below(&rng, KINDS);
        struct ln_error error = { 0 };
        struct ln_outcome truth;
        struct ln_values values;
        enum ln_verdict verdict;
        bool is_long = i % 8 == 0;
        ln_values_init(&values, &memory);
        if (!shape->class && ln_spec_parse(&spec, shape->spec, &values, &error))
            exit(1);
        if (is_long)
            draw_long(&options, shape, &rng);
        else
            draw(&options, shape, &rng);
        random_history(&history, &memory, &spec, &options, &rng);
        judge(&history, &spec, is_long ? LN_ALGORITHM_SEARCH : LN_ALGORITHM_BRUTE, &memory, &truth);
        report_order(&history, &truth, kind, &rng);
        verdict = tested(&history, &spec, kind == RIGHT && truth.verdict == LN_HOLDS, &memory);
        if (verdict != truth.verdict && is_error)
            tell(shape, seed, i, &history, verdict, truth.verdict);
        wrong += verdict != truth.verdict;
        ln_outcome_fini(&truth);
        ln_history_fini(&history);
        ln_values_fini(&values);
    }
    if (atomic_load(&memory.used)) {
        fprintf(stderr, "%s: %llu bytes are still taken\n", shape->spec, (unsigned long long)atomic_load(&memory.used));
        exit(1);
    }
    return wrong;
}

int main(int argc, char **argv)
{
    uint64_t count = argc > 1 ? strtoull(argv[1], NULL, 10) : 100000;
    uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    size_t kinds = sizeof shapes / sizeof *shapes;
    printf("seed %llu\n", (unsigned long long)seed);
    for (size_t s = 0; s < kinds; s++) {
        compare(&shapes[s], count / kinds + 1, seed + s, hinted, true);
        if (compare(&shapes[s], 2000, seed, blames, false) == 0 ||
            compare(&shapes[s], 2000, seed, believes, false) == 0) {
            fprintf(stderr, "%s: an engine that trusts the order was not caught\n", shapes[s].spec);
            return 1;
        }
        printf("%-30s all verdicts agree; engines that trust the order are caught\n", shapes[s].spec);
    }
    return 0;
}
