/* Clocks that may be off, on small random histories with times:
 *
 * - the order of events under any skews is that of the definition, pair by pair;
 * - the search says what the oracle says, which knows nothing but that order;
 * - more skew never turns holds into violated, and the least skew is the one found by trying all.
 *
 *   skew COUNT [SEED]
 *
 * The same comparison must also catch engines that are wrong on purpose. */
#include "check/brute.h"
#include "check/check.h"
#include "check/min_skew.h"
#include "support/random_history.h"
#include "support/skewed.h"

#include <stdio.h>
#include <stdlib.h>

enum { MOST_SKEW = 12 };

typedef enum ln_verdict engine(struct ln_history *, const struct ln_spec *, struct ln_memory *);

static const struct ln_check_options thorough = { .algorithm = LN_ALGORITHM_SEARCH, .jobs = 1, .cut_every = 1 };

static void give_up(const struct ln_history *history, const char *what)
{
    fprintf(stderr, "%s\n", what);
    print_history(history);
    for (size_t i = 0; i < history->times.length; i++)
        fprintf(stderr, "  operation %zu: %lld to %lld\n", i, (long long)history->times.at[i].call,
                (long long)history->times.at[i].ret);
    exit(1);
}

static enum ln_verdict searched(struct ln_history *history, const struct ln_spec *spec, struct ln_memory *memory)
{
    struct ln_outcome outcome;
    struct ln_budget budget;
    struct ln_error error = { 0 };
    enum ln_verdict verdict;
    ln_budget_init(&budget, memory, 0, NULL);
    ln_outcome_init(&outcome, memory);
    if (ln_check(history, spec, &thorough, &budget, &outcome, &error))
        give_up(history, error.message);
    verdict = outcome.verdict;
    ln_outcome_fini(&outcome);
    return verdict;
}

static enum ln_verdict brute(const struct ln_history *history, const struct ln_spec *spec, uint32_t stuck,
                             struct ln_memory *memory)
{
    struct ln_spec product = ln_spec_product(spec);
    struct ln_problem problem = {
        history, spec->class->keyed ? spec : &product, history->events.at, history->events.length, stuck, 0
    };
    struct ln_outcome outcome;
    struct ln_budget budget;
    enum ln_verdict verdict;
    ln_budget_init(&budget, memory, 0, NULL);
    ln_outcome_init(&outcome, memory);
    if (ln_brute_run(&problem, &budget, &outcome))
        give_up(history, "brute failed");
    verdict = outcome.verdict;
    ln_outcome_fini(&outcome);
    return verdict;
}

/* The whole history at once; a stuck one once for each operation that waits. */
static enum ln_verdict oracle(const struct ln_history *history, const struct ln_spec *spec, struct ln_memory *memory)
{
    bool any = false;
    for (uint32_t i = 0; i < history->operations.length && history->stuck; i++) {
        if (history->operations.at[i].fate != LN_PENDING)
            continue;
        any = true;
        if (brute(history, spec, i, memory) != LN_HOLDS)
            return LN_VIOLATED;
    }
    return any ? LN_HOLDS : brute(history, spec, LN_NO_OP, memory);
}

/* Wrong on purpose: widened intervals are all there is. */
static enum ln_verdict forgets_program_order(struct ln_history *history, const struct ln_spec *spec,
                                             struct ln_memory *memory)
{
    for (size_t i = 0; i < history->operations.length; i++)
        history->operations.at[i].after = LN_NO_OP;
    return searched(history, spec, memory);
}

/* Wrong on purpose: only returns are late. */
static enum ln_verdict forgets_half(struct ln_history *history, const struct ln_spec *spec, struct ln_memory *memory)
{
    for (size_t p = 0; p < history->skews.length; p++)
        history->skews.at[p] /= 2;
    if (ln_history_reorder(history))
        give_up(history, "no memory");
    return searched(history, spec, memory);
}

static void must(bool right, const struct ln_history *history, const char *what)
{
    if (!right)
        give_up(history, what);
}

/* Puts the view in the order of the skews, and looks whether it is the right one. */
static void order(struct ln_history *view)
{
    uint32_t a, b;
    must(ln_history_reorder(view) == LN_OK, view, "no memory");
    must(!differs_from_definition(view, view->skews.at, &a, &b), view, "the order is not that of the definition");
}

/* ---- one history ---- */

static uint64_t try_skews(struct ln_history *view, const struct ln_spec *spec, struct ln_memory *memory,
                          struct ln_rng *rng, engine *tested, bool report)
{
    uint64_t wrong = 0;
    for (uint32_t round = 0; round < 3; round++) {
        enum ln_verdict truth;
        must(ln_history_set_skew(view, 0) == LN_OK, view, "no memory");
        for (size_t p = 0; p < view->skews.length; p++)
            view->skews.at[p] = ln_rng_below(rng, round + 2);
        order(view);
        truth = oracle(view, spec, memory);
        if (tested(view, spec, memory) != truth) {
            wrong++;
            must(!report, view, "the search contradicts the oracle");
        }
    }
    return wrong;
}

/* Returns the smallest uniform skew that explains the history, by trying all; -1 when none does. */
static int64_t least_by_trying(struct ln_history *view, const struct ln_spec *spec, struct ln_memory *memory)
{
    int64_t least = -1;
    for (int64_t d = 0; d <= MOST_SKEW; d++) {
        bool holds;
        must(ln_history_set_skew(view, d) == LN_OK, view, "no memory");
        order(view);
        holds = oracle(view, spec, memory) == LN_HOLDS;
        must(holds || least < 0, view, "more skew turned holds into violated");
        if (holds && least < 0)
            least = d;
    }
    return least;
}

static void find_least(const struct ln_history *history, struct ln_history *view, const struct ln_spec *spec,
                       struct ln_memory *memory)
{
    int64_t least = least_by_trying(view, spec, memory);
    struct ln_min_skew found;
    struct ln_budget budget;
    ln_budget_init(&budget, memory, 0, NULL);
    if (least == 0)
        return;
    must(ln_min_skew(history, spec, &thorough, &budget, &found, NULL) == LN_OK, history, "ln_min_skew failed");
    must(found.none == (least < 0), history, "whether any skew explains it");
    must(found.none || (found.at_most == least && found.above == least - 1), history, "the least skew");
}

static uint64_t compare(const char *name, uint64_t count, uint64_t seed, engine *tested, bool report)
{
    struct ln_memory memory;
    struct ln_rng rng = { seed };
    uint64_t wrong = 0;
    ln_memory_init(&memory, UINT64_MAX);
    for (uint64_t i = 0; i < count; i++) {
        struct random_options options = {
            .operations = 1 + ln_rng_below(&rng, 7),
            .processes = 2 + ln_rng_below(&rng, 3),
            .values = 2,
            .keys = 1 + ln_rng_below(&rng, 2),
            .percent_pending = ln_rng_below(&rng, 2) ? 20 : 0,
            .percent_wrong = 30,
            .coarse_times = true,
            .stuck = ln_rng_below(&rng, 8) == 0,
        };
        struct ln_history history, view;
        struct ln_spec spec = { .value = LN_VALUE_NULL };
        struct ln_values values;
        struct ln_error error = { 0 };
        ln_values_init(&values, &memory);
        if (ln_spec_parse(&spec, name, &values, &error))
            abort();
        random_history(&history, &memory, &spec, &options, &rng);
        must(ln_history_view_init(&view, &history) == LN_OK, &history, "no memory");
        wrong += try_skews(&view, &spec, &memory, &rng, tested, report);
        if (report && i % 4 == 0)
            find_least(&history, &view, &spec, &memory);
        ln_history_view_fini(&view);
        ln_history_fini(&history);
        ln_values_fini(&values);
    }
    if (atomic_load(&memory.used)) {
        fprintf(stderr, "%s: %llu bytes are still taken\n", name, (unsigned long long)atomic_load(&memory.used));
        exit(1);
    }
    return wrong;
}

int main(int argc, char **argv)
{
    static const char *const specs[] = {
        "register:initial=0", "cas-register", "kv", "queue", "stack", "counter", "mutex"
    };
    uint64_t count = argc > 1 ? strtoull(argv[1], NULL, 10) : 20000;
    uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    size_t kinds = sizeof specs / sizeof *specs;
    printf("seed %llu\n", (unsigned long long)seed);
    for (size_t s = 0; s < kinds; s++) {
        compare(specs[s], count / kinds + 1, seed + s, searched, true);
        if (compare(specs[s], 2000, seed, forgets_program_order, false) == 0 ||
            compare(specs[s], 2000, seed, forgets_half, false) == 0) {
            fprintf(stderr, "%s: an engine that is wrong on purpose was not caught\n", specs[s]);
            return 1;
        }
        printf("%-20s agrees, and engines that are wrong on purpose are caught\n", specs[s]);
    }
    return 0;
}
