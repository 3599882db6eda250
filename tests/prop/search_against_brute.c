/* Every verdict of the search, and of the whole ladder (with partitioning, joining and replay), against the oracle, on small random histories.
 *
 *   search_against_brute COUNT [SEED]        COUNT histories in all, over every spec and shape
 *
 * The share of violated histories is printed per spec and must lie between 20 and 80 %. The same comparison must also
 * catch engines that are wrong on purpose. */
#include "check/check.h"
#include "support/shapes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef enum ln_verdict engine(const struct ln_history *, const struct ln_spec *, struct ln_memory *);

static enum ln_verdict checked(const struct ln_history *history, const struct ln_spec *spec, struct ln_memory *memory,
                               enum ln_algorithm algorithm)
{
    /* Quiescent points are used wherever there is one, unlike in long histories. */
    struct ln_check_options options = { .algorithm = algorithm, .jobs = 1, .cut_every = 1 };
    struct ln_outcome outcome;
    struct ln_budget budget;
    struct ln_error error = { 0 };
    enum ln_verdict verdict;
    ln_budget_init(&budget, memory, 0, NULL);
    ln_outcome_init(&outcome, memory);
    if (ln_check(history, spec, &options, &budget, &outcome, &error)) {
        fprintf(stderr, "%s\n", error.message);
        print_history(history);
        exit(1);
    }
    verdict = outcome.verdict;
    ln_outcome_fini(&outcome);
    return verdict;
}

static enum ln_verdict searched(const struct ln_history *history, const struct ln_spec *spec, struct ln_memory *memory)
{
    return checked(history, spec, memory, LN_ALGORITHM_SEARCH);
}

/* What a user gets: patterns where they can tell, else the search. */
static enum ln_verdict climbed(const struct ln_history *history, const struct ln_spec *spec, struct ln_memory *memory)
{
    return checked(history, spec, memory, LN_ALGORITHM_AUTO);
}

/* Wrong on purpose: does not wait for the last return. */
static enum ln_verdict forgets_last(const struct ln_history *history, const struct ln_spec *spec,
                                    struct ln_memory *memory)
{
    struct ln_spec product = ln_spec_product(spec);
    struct ln_problem problem = { history,
                                  spec->class->keyed ? spec : &product,
                                  history->events.at,
                                  history->events.length ? history->events.length - 1 : 0,
                                  LN_NO_OP,
                                  0 };
    uint32_t last = history->events.length ? history->events.at[history->events.length - 1] : 0;
    struct ln_history copy = *history;
    enum ln_verdict verdict;
    if (!ln_event_is_return(last))
        return searched(history, spec, memory);
    problem.history = &copy;
    history->operations.at[ln_event_operation(last)].fate = LN_PENDING;
    verdict = brute_problem(&problem, memory);
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

/* Returns the number of disagreements; stops after the first when it would be an error. */
static uint64_t compare(const struct shape *shape, uint64_t count, uint64_t seed, engine *tested, bool report)
{
    struct ln_memory memory;
    struct ln_rng rng = { seed };
    uint64_t violated = 0, wrong = 0;
    ln_memory_init(&memory, UINT64_MAX);
    for (uint64_t i = 0; i < count; i++) {
        struct ln_history history;
        struct ln_spec spec;
        enum ln_verdict truth, verdict;
        struct ln_values values;
        ln_values_init(&values, &memory);
        shape_draw(shape, &rng, &memory, &values, &spec, &history);
        truth = oracle(&history, &spec, &memory);
        verdict = tested(&history, &spec, &memory);
        violated += truth == LN_VIOLATED;
        if (verdict != truth) {
            wrong++;
            if (report) {
                fprintf(stderr, "%s, seed %llu, history %llu: linnet says %s, brute says %s\n", shape->spec,
                        (unsigned long long)seed, (unsigned long long)i, ln_verdict_text(verdict),
                        ln_verdict_text(truth));
                print_history(&history);
                exit(1);
            }
        }
        ln_history_fini(&history);
        ln_values_fini(&values);
    }
    if (report) {
        double share = 100.0 * (double)violated / (double)count;
        printf("%-30s %8llu histories, %4.1f %% violated, all verdicts agree\n", shape->spec, (unsigned long long)count,
               share);
        if (count >= 1000 && (share < 20 || share > 80)) {
            fprintf(stderr, "%s: the share of violated histories should lie between 20 and 80 %%\n", shape->spec);
            exit(1);
        }
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
    size_t kinds = shape_count;
    printf("seed %llu\n", (unsigned long long)seed);
    for (size_t s = 0; s < kinds; s++)
        compare(&shapes[s], count / kinds + 1, seed + s, searched, true);
    printf("with patterns:\n");
    for (size_t s = 0; s < kinds; s++)
        compare(&shapes[s], count / kinds / 2 + 1, seed + kinds + s, climbed, true);
    for (size_t s = 0; s < kinds; s++) {
        if (compare(&shapes[s], 2000, seed, forgets_last, false) == 0 ||
            compare(&shapes[s], 2000, seed, forgets_pending, false) == 0) {
            fprintf(stderr, "%s: an engine that is wrong on purpose was not caught\n", shapes[s].spec);
            return 1;
        }
    }
    printf("engines that are wrong on purpose are caught on every spec\n");
    return 0;
}
