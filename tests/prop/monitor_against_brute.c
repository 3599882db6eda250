/* The monitor, in several ways at once, against the oracle: small random histories of every object, event by event.
 *
 *   monitor_against_brute COUNT [SEED]
 *
 * What is violated before the end must be violated, what holds at the end must hold, and it never holds by ways that do
 * not decide. The same comparison must catch a monitor that is not told of one operation. */
#include "inquiry/pieces.h"
#include "monitor/monitor.h"
#include "support/must.h"
#include "support/shapes.h"

#include <stdio.h>
#include <stdlib.h>

enum { DECIDING = LN_METHOD_EXACT | LN_METHOD_PIECEWISE };

struct tally {
    uint64_t judged, holds, violated, wrong;
};

static bool is_sound(const struct ln_monitor_state *state, ln_methods ways)
{
    bool sound = !(state->methods & ~ways) && state->judged <= state->operations;
    sound &= !state->declined || (state->over && state->verdict == LN_UNKNOWN);
    sound &= (state->verdict == LN_UNKNOWN) == (state->reason != LN_REASON_NONE);
    if (state->verdict == LN_HOLDS)
        return sound && state->returned && !state->over && !(state->methods & ~(ln_methods)DECIDING);
    return sound && (state->verdict == LN_UNKNOWN || state->over);
}

/* `left_out`: an operation that it is not told of, or LN_NO_OP. */
static enum ln_verdict watch(const struct ln_history *history, const struct ln_spec *spec,
                             const struct ln_values *values, struct ln_monitor_options *options, uint32_t left_out,
                             struct ln_memory *memory)
{
    struct ln_budget budget;
    struct ln_monitor *monitor;
    struct ln_monitor_state state;
    ln_budget_init(&budget, memory, 0, NULL);
    options->budget = &budget;
    MUST(ln_monitor_new(&monitor, spec, values, options, memory) == LN_OK);
    for (size_t e = 0; e < history->events.length; e++) {
        if (ln_event_operation(history->events.at[e]) != left_out)
            MUST(ln_monitor_event(monitor, history, e) == LN_OK);
        state = ln_monitor_state(monitor);
        MUST(is_sound(&state, options->ways));
    }
    MUST(ln_monitor_end(monitor) == LN_OK);
    state = ln_monitor_state(monitor);
    MUST(is_sound(&state, options->ways));
    ln_monitor_free(monitor);
    return state.verdict;
}

static void disagree(const struct shape *shape, const struct ln_history *history, ln_methods ways, enum ln_verdict said,
                     enum ln_verdict truth)
{
    fprintf(stderr, "%s: %s says %s, brute says %s\n", shape->spec, ln_method_names(ways).at, ln_verdict_text(said),
            ln_verdict_text(truth));
    print_history(history);
    exit(1);
}

/* Any of the ways, at least one. */
static ln_methods draw_ways(struct ln_rng *rng)
{
    static const ln_methods all[] = { LN_METHOD_PIECEWISE, LN_METHOD_EXACT, LN_METHOD_COUNTING };
    uint32_t chosen = 1 + ln_rng_below(rng, 7);
    ln_methods ways = 0;
    for (size_t i = 0; i < 3; i++)
        ways |= chosen >> i & 1 ? all[i] : 0;
    return ways;
}

static void compare(const struct shape *shape, uint64_t count, uint64_t seed, bool deaf, struct tally *tally)
{
    struct ln_memory memory;
    struct ln_rng rng = { seed };
    ln_memory_init(&memory, UINT64_MAX);
    for (uint64_t i = 0; i < count; i++) {
        struct ln_history history;
        struct ln_spec spec;
        struct ln_values values;
        struct ln_monitor_options options = { .ways = draw_ways(&rng),
                                              .k = ln_rng_below(&rng, 5),
                                              .judge = &ln_pieces_by_check,
                                              .piece = 1 + ln_rng_below(&rng, 4) };
        uint32_t left_out = LN_NO_OP;
        ln_values_init(&values, &memory);
        shape_draw(shape, &rng, &memory, &values, &spec, &history);
        if (deaf && history.operations.length)
            left_out = ln_rng_below(&rng, (uint32_t)history.operations.length);
        if (!history.stuck) {
            enum ln_verdict said = watch(&history, &spec, &values, &options, left_out, &memory);
            enum ln_verdict truth = said == LN_UNKNOWN ? said : oracle(&history, &spec, &memory);
            tally->judged++;
            tally->holds += said == LN_HOLDS;
            tally->violated += said == LN_VIOLATED;
            tally->wrong += said != truth;
            if (said != truth && !deaf)
                disagree(shape, &history, options.ways, said, truth);
        }
        ln_history_fini(&history);
        ln_values_fini(&values);
    }
    MUST(atomic_load(&memory.used) == 0);
}

int main(int argc, char **argv)
{
    uint64_t count = argc > 1 ? strtoull(argv[1], NULL, 10) : 100000;
    uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    struct tally deaf = { 0 }, all = { 0 };
    printf("seed %llu\n", (unsigned long long)seed);
    for (size_t s = 0; s < shape_count; s++) {
        struct tally tally = { 0 };
        compare(&shapes[s], count / shape_count + 1, seed + s, false, &tally);
        compare(&shapes[s], 500, seed, true, &deaf);
        printf("%-30s %8llu histories: %llu hold, %llu are violated, all verdicts agree\n", shapes[s].spec,
               (unsigned long long)tally.judged, (unsigned long long)tally.holds, (unsigned long long)tally.violated);
        all.holds += tally.holds;
        all.violated += tally.violated;
    }
    if (!all.holds || !all.violated || !deaf.wrong) {
        fprintf(stderr, "nothing holds, nothing is violated, or a monitor that is not told all was not caught\n");
        return 1;
    }
    printf("a monitor that is not told of one operation is caught\n");
    return 0;
}
