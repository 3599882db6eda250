/* Judging piece by piece (monitor/piecewise.h) against the oracle on the whole: small random histories without pending
 * operations, cut at every quiescent point.
 *
 *   piecewise COUNT [SEED]
 *
 * The same comparison must catch one that is wrong on purpose: it forgets the states between pieces. */
#include "inquiry/pieces.h"
#include "monitor/piecewise.h"
#include "support/shapes.h"

#include <stdio.h>
#include <stdlib.h>

static bool is_fit(const struct ln_history *history)
{
    bool fit = !history->stuck && !history->linked;
    for (uint32_t i = 0; i < history->operations.length; i++)
        fit &= history->operations.at[i].fate != LN_PENDING;
    return fit;
}

static void step(struct ln_piecewise *pieces, struct ln_history piece, size_t start, size_t end,
                 struct ln_memory *memory, enum ln_verdict *verdict)
{
    struct ln_budget budget;
    piece.events.at += start;
    piece.events.length = end - start;
    ln_budget_init(&budget, memory, 0, NULL);
    if (ln_piecewise_step(pieces, &piece, &budget, verdict))
        exit(1);
}

/* One piece per quiescent point, or (wrong) each piece from the initial states. */
static enum ln_verdict carried(const struct ln_history *history, const struct ln_spec *spec, struct ln_memory *memory,
                               bool forgets)
{
    struct ln_spec product = ln_spec_product(spec);
    const struct ln_spec *whole = spec->class->keyed ? spec : &product;
    struct ln_piecewise *pieces = NULL;
    enum ln_verdict verdict = LN_HOLDS;
    size_t start = 0, open = 0;
    if (ln_piecewise_new(&pieces, &ln_pieces_by_check, memory))
        exit(1);
    ln_piecewise_begin(pieces, whole);
    for (size_t e = 0; e < history->events.length && verdict == LN_HOLDS; e++) {
        open = ln_event_is_return(history->events.at[e]) ? open - 1 : open + 1;
        if (open)
            continue;
        step(pieces, *history, start, e + 1, memory, &verdict);
        start = e + 1;
        if (forgets) {
            ln_piecewise_free(pieces);
            if (ln_piecewise_new(&pieces, &ln_pieces_by_check, memory))
                exit(1);
            ln_piecewise_begin(pieces, whole);
        }
    }
    ln_piecewise_free(pieces);
    return verdict;
}

static uint64_t compare(const struct shape *shape, uint64_t count, uint64_t seed, bool forgets)
{
    struct ln_memory memory;
    struct ln_rng rng = { seed };
    uint64_t judged = 0, violated = 0, wrong = 0;
    ln_memory_init(&memory, UINT64_MAX);
    for (uint64_t i = 0; i < count; i++) {
        struct ln_history history;
        struct ln_spec spec;
        struct ln_values values;
        ln_values_init(&values, &memory);
        shape_draw(shape, &rng, &memory, &values, &spec, &history);
        if (is_fit(&history)) {
            enum ln_verdict truth = oracle(&history, &spec, &memory);
            enum ln_verdict verdict = carried(&history, &spec, &memory, forgets);
            judged++;
            violated += truth == LN_VIOLATED;
            wrong += verdict != truth && verdict != LN_UNKNOWN;
            if (!forgets && wrong) {
                fprintf(stderr, "%s, seed %llu, history %llu: carried %s, brute says %s\n", shape->spec,
                        (unsigned long long)seed, (unsigned long long)i, ln_verdict_text(verdict),
                        ln_verdict_text(truth));
                print_history(&history);
                exit(1);
            }
        }
        ln_history_fini(&history);
        ln_values_fini(&values);
    }
    if (!forgets)
        printf("%-30s %8llu histories, %4.1f %% violated, all verdicts agree\n", shape->spec,
               (unsigned long long)judged, 100.0 * (double)violated / (double)(judged ? judged : 1));
    if (atomic_load(&memory.used)) {
        fprintf(stderr, "%s: %llu bytes are still taken\n", shape->spec, (unsigned long long)atomic_load(&memory.used));
        exit(1);
    }
    return wrong;
}

int main(int argc, char **argv)
{
    uint64_t count = argc > 1 ? strtoull(argv[1], NULL, 10) : 100000;
    uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1, caught = 0;
    printf("seed %llu\n", (unsigned long long)seed);
    for (size_t s = 0; s < shape_count; s++) {
        compare(&shapes[s], count / shape_count + 1, seed + s, false);
        caught += compare(&shapes[s], 1000, seed, true);
    }
    if (!caught) {
        fprintf(stderr, "pieces that forget the states were not caught\n");
        return 1;
    }
    printf("pieces that forget the states are caught\n");
    return 0;
}
