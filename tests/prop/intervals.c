/* What the counting paper says of histories as interval orders, on drawn histories.
 *
 *   intervals [COUNT [SEED]]
 *
 * Lemmas 4.1, 4.2, 4.3, 5.1, 6.1, 6.2, 6.3, 6.5 and 7.1, each from its own words; A_k is stronger for greater k, and
 * what is weaker than a linearizable history is one. (Lemmas 6.6 to 6.8 are Algorithm 1: counting_against_brute.) */
#include "history/interval.h"
#include "support/small_collection.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MUST(condition)                                                            \
    do {                                                                           \
        if (!(condition)) {                                                        \
            fprintf(stderr, "%s:%d: %s failed\n", __FILE__, __LINE__, #condition); \
            small_print(current_bench, current);                                   \
            exit(1);                                                               \
        }                                                                          \
    } while (0)

enum { DRAWN = 7 };

static struct small_bench *current_bench;
static const struct small_history *current;
static uint64_t weaker_pairs, stronger_pairs, linearised, redundant;

/* ---- the order itself ---- */

struct order {
    uint32_t count;
    bool before[SMALL_MOST][SMALL_MOST];
};

static struct order order_of(const struct ln_history *history)
{
    struct order order = { .count = (uint32_t)history->operations.length };
    for (uint32_t a = 0; a < order.count; a++)
        for (uint32_t b = 0; b < order.count; b++)
            order.before[a][b] = a != b && ln_history_precedes(history, a, b);
    return order;
}

static uint32_t past_of(const struct order *order, uint32_t operation)
{
    uint32_t past = 0;
    for (uint32_t a = 0; a < order->count; a++)
        past |= (uint32_t)order->before[a][operation] << a;
    return past;
}

static void expect_interval_order(const struct order *order)
{
    for (uint32_t a = 0; a < order->count; a++)
        for (uint32_t b = 0; b < order->count; b++)
            for (uint32_t c = 0; c < order->count; c++) {
                for (uint32_t d = 0; d < order->count; d++)
                    MUST(!order->before[a][c] || !order->before[b][d] || order->before[a][d] || order->before[b][c]);
                MUST((past_of(order, a) & past_of(order, b)) == past_of(order, a) ||
                     (past_of(order, a) & past_of(order, b)) == past_of(order, b)); /* Lemma 6.1 */
            }
}

static uint32_t count_distinct(uint32_t *pasts, uint32_t count)
{
    uint32_t distinct = 0;
    for (uint32_t i = 0; i < count; i++) {
        bool fresh = true;
        for (uint32_t j = 0; j < i; j++)
            fresh &= pasts[j] != pasts[i];
        distinct += fresh;
    }
    return distinct;
}

/* Lemma 6.2, but for the first bound: the paper counts the pasts of what precedes the operation, and misses those of
 * operations that are still open then (docs/counting.md). All smaller pasts count. */
static struct ln_interval interval_by_definition(const struct order *order, uint32_t operation)
{
    uint32_t pasts[SMALL_MOST], others[SMALL_MOST], count = 0, other_count = 0;
    for (uint32_t a = 0; a < order->count; a++) {
        uint32_t past = past_of(order, a), own = past_of(order, operation);
        if (past != own && (past & own) == past)
            pasts[count++] = past;
        if (!order->before[operation][a])
            others[other_count++] = past_of(order, a);
    }
    return (struct ln_interval){ count_distinct(pasts, count), count_distinct(others, other_count) - 1 };
}

static uint32_t length_by_definition(const struct order *order)
{
    uint32_t pasts[SMALL_MOST];
    for (uint32_t a = 0; a < order->count; a++)
        pasts[a] = past_of(order, a);
    return order->count ? count_distinct(pasts, order->count) - 1 : 0;
}

static void expect_intervals(const struct order *order, const struct ln_interval_order *intervals)
{
    MUST(intervals->operations.length == order->count && intervals->length == length_by_definition(order));
    for (uint32_t i = 0; i < order->count; i++) {
        const struct ln_spanning *a = &intervals->operations.at[i];
        MUST(ln_interval_same(a->interval, interval_by_definition(order, a->operation)));
        for (uint32_t j = 0; j < order->count; j++) {
            const struct ln_spanning *b = &intervals->operations.at[j];
            MUST(ln_interval_precedes(a->interval, b->interval) == order->before[a->operation][b->operation]);
        }
    }
}

/* A_k by its definition, then Lemma 6.5. */
static void expect_approximation(const struct ln_history *history, const struct order *exact, uint32_t k)
{
    struct ln_interval_order intervals, weak;
    struct order order = *exact;
    MUST(ln_interval_order_init(&intervals, history) == LN_OK && ln_interval_order_init(&weak, history) == LN_OK);
    for (uint32_t i = 0; i < intervals.operations.length; i++)
        for (uint32_t j = 0; j < intervals.operations.length; j++) {
            uint32_t a = intervals.operations.at[i].operation, b = intervals.operations.at[j].operation;
            order.before[a][b] &= intervals.length < k + intervals.operations.at[j].interval.first;
        }
    ln_interval_order_weaken(&weak, k);
    expect_intervals(&order, &weak);
    ln_interval_order_fini(&intervals);
    ln_interval_order_fini(&weak);
}

/* ---- weakening ---- */

static bool is_weaker(const struct ln_interval_order *weak, const struct ln_interval_order *strong)
{
    struct ln_budget budget;
    bool weaker;
    ln_budget_init(&budget, &current_bench->memory, 0, NULL);
    MUST(ln_is_weaker(weak, strong, &budget, &weaker) == LN_OK);
    return weaker;
}

static void expect_chain(const struct ln_history *history)
{
    struct ln_interval_order exact, stronger, weaker;
    MUST(ln_interval_order_init(&exact, history) == LN_OK && ln_interval_order_init(&stronger, history) == LN_OK);
    MUST(is_weaker(&exact, &stronger));
    for (uint32_t k = stronger.length + 1; k-- > 0;) {
        MUST(ln_interval_order_init(&weaker, history) == LN_OK);
        ln_interval_order_weaken(&weaker, k);
        MUST(is_weaker(&weaker, &stronger) && is_weaker(&weaker, &exact));
        MUST(k < exact.length ? weaker.length == k : is_weaker(&exact, &weaker));
        ln_interval_order_fini(&stronger);
        stronger = weaker;
    }
    ln_interval_order_fini(&stronger);
    ln_interval_order_fini(&exact);
}

/* Calls that follow each other change places, and returns likewise: the history stays the same (Lemmas 4.3, 6.3). */
static void expect_same(const struct small_history *small, const struct ln_history *history, enum ln_verdict verdict,
                        struct ln_rng *rng)
{
    struct small_history other = *small;
    struct ln_history same;
    struct ln_interval_order a, b;
    struct ln_interval_counts counts, others;
    for (uint32_t turn = 0; turn < 4 && small->event_count > 1; turn++) {
        uint32_t e = ln_rng_below(rng, small->event_count - 1);
        uint8_t kept = other.events[e];
        if (kept % 2 != other.events[e + 1] % 2)
            continue;
        other.events[e] = other.events[e + 1];
        other.events[e + 1] = kept;
    }
    MUST(small_oracle(current_bench, &other) == verdict);
    small_build(current_bench, &other, 1, 0, &same);
    MUST(ln_interval_order_init(&a, history) == LN_OK && ln_interval_order_init(&b, &same) == LN_OK);
    MUST(is_weaker(&a, &b) && is_weaker(&b, &a));
    MUST(ln_interval_counts_init(&counts, &a) == LN_OK && ln_interval_counts_init(&others, &b) == LN_OK);
    MUST(counts.at.length == others.at.length);
    ln_interval_counts_fini(&counts, &current_bench->memory);
    ln_interval_counts_fini(&others, &current_bench->memory);
    ln_interval_order_fini(&a);
    ln_interval_order_fini(&b);
    ln_history_fini(&same);
}

/* An event moves, or a return is lost: is the one weaker, its verdict follows (Lemma 4.2). */
static void expect_closed(const struct small_history *small, const struct ln_history *history, enum ln_verdict verdict,
                          struct ln_rng *rng)
{
    struct small_history other = *small;
    struct ln_history changed;
    struct ln_interval_order a, b;
    enum ln_verdict truth;
    uint32_t e = ln_rng_below(rng, small->event_count);
    if (ln_rng_below(rng, 3) == 0 && other.events[e] % 2) {
        other.operations[other.events[e] / 2].pending = true;
        memmove(other.events + e, other.events + e + 1, --other.event_count - e);
    } else if (e + 1 < other.event_count && other.events[e] / 2 != other.events[e + 1] / 2) {
        uint8_t kept = other.events[e];
        other.events[e] = other.events[e + 1];
        other.events[e + 1] = kept;
    }
    truth = small_oracle(current_bench, &other);
    small_build(current_bench, &other, 1, 0, &changed);
    MUST(ln_interval_order_init(&a, history) == LN_OK && ln_interval_order_init(&b, &changed) == LN_OK);
    if (is_weaker(&b, &a)) {
        weaker_pairs++;
        MUST(verdict != LN_HOLDS || truth == LN_HOLDS);
    }
    if (is_weaker(&a, &b)) {
        stronger_pairs++;
        MUST(truth != LN_HOLDS || verdict == LN_HOLDS);
    }
    ln_interval_order_fini(&a);
    ln_interval_order_fini(&b);
    ln_history_fini(&changed);
}

/* ---- sequential ones ---- */

/* A random order of the operations, one after the other; some pending ones are left out, others get a result. */
static struct small_history serial(const struct small_history *small, struct ln_rng *rng, bool *respects)
{
    struct small_history made = *small;
    uint32_t left = (UINT32_C(1) << small->count) - 1, place[SMALL_MOST];
    made.event_count = 0;
    for (uint32_t i = 0; i < small->count; i++) {
        uint32_t pick = ln_rng_below(rng, small->count);
        while (!(left >> pick & 1))
            pick = (pick + 1) % small->count;
        left &= ~(UINT32_C(1) << pick);
        place[pick] = i;
        if (made.operations[pick].pending && ln_rng_below(rng, 2)) {
            place[pick] = UINT32_MAX;
            continue;
        }
        made.operations[pick].pending = false;
        made.events[made.event_count++] = (uint8_t)(2 * pick);
        made.events[made.event_count++] = (uint8_t)(2 * pick + 1);
    }
    *respects = true;
    for (uint32_t e = 0; e < small->event_count; e++)
        for (uint32_t f = e + 1; f < small->event_count; f++)
            if (small->events[e] % 2 && !(small->events[f] % 2) && place[small->events[f] / 2] != UINT32_MAX)
                *respects &= place[small->events[e] / 2] < place[small->events[f] / 2];
    return made;
}

/* Lemma 5.1, for a sequential e2 whose operations all differ: e1 is below it exactly if it keeps e1's order. */
static void expect_linearisation(const struct small_history *small, const struct ln_history *history,
                                 struct ln_rng *rng)
{
    bool respects;
    struct small_history order = serial(small, rng, &respects);
    struct ln_history sequence;
    struct ln_interval_order a, b;
    for (uint32_t i = 0; i < small->count; i++)
        for (uint32_t j = 0; j < i; j++)
            if (small->operations[i].method == small->operations[j].method &&
                small->operations[i].argument == small->operations[j].argument &&
                (small->operations[i].result == small->operations[j].result || small->operations[i].pending ||
                 small->operations[j].pending))
                return;
    small_build(current_bench, &order, 1, 0, &sequence);
    MUST(ln_interval_order_init(&a, history) == LN_OK && ln_interval_order_init(&b, &sequence) == LN_OK);
    MUST(is_weaker(&a, &b) == respects);
    linearised += respects;
    ln_interval_order_fini(&a);
    ln_interval_order_fini(&b);
    ln_history_fini(&sequence);
}

/* ---- redundant values ---- */

static int find(const struct small_history *small, bool inserts, int8_t value)
{
    for (uint32_t i = 0; i < small->count; i++)
        if (!small->operations[i].pending &&
            (inserts ? small->operations[i].argument : small->operations[i].result) == value)
            return (int)i;
    return -1;
}

/* A second value whose operations have the same past and future as those of another changes nothing (Lemma 7.1). */
static void expect_redundant(const struct small_history *small, enum ln_verdict verdict)
{
    struct small_history more = *small;
    int8_t fresh = 100;
    int in = -1, out = -1;
    for (uint32_t i = 0; i < small->count && out < 0; i++)
        if (small->operations[i].argument >= 0 && !small->operations[i].pending) {
            in = (int)i;
            out = find(small, false, small->operations[i].argument);
        }
    if (out < 0 || small->count + 2 > SMALL_MOST)
        return;
    more.operations[more.count] = small->operations[in];
    more.operations[more.count + 1] = small->operations[out];
    more.operations[more.count].argument = more.operations[more.count + 1].result = fresh;
    more.event_count = 0;
    for (uint32_t e = 0; e < small->event_count; e++) {
        uint32_t operation = small->events[e] / 2, copy = operation == (uint32_t)in ? more.count : more.count + 1;
        more.events[more.event_count++] = small->events[e];
        if (operation == (uint32_t)in || operation == (uint32_t)out)
            more.events[more.event_count++] = (uint8_t)(2 * copy + small->events[e] % 2);
    }
    more.count += 2;
    redundant++;
    MUST(small_oracle(current_bench, &more) == verdict);
}

/* ---- all of it ---- */

static void look_at(const struct small_history *small, struct ln_rng *rng)
{
    struct ln_history history;
    struct ln_interval_order intervals;
    struct order order;
    enum ln_verdict verdict = small_oracle(current_bench, small);
    current = small;
    small_build(current_bench, small, 1, 0, &history);
    order = order_of(&history);
    expect_interval_order(&order);
    MUST(ln_interval_order_init(&intervals, &history) == LN_OK);
    expect_intervals(&order, &intervals);
    ln_interval_order_fini(&intervals);
    for (uint32_t k = 0; k <= 5; k++)
        expect_approximation(&history, &order, k);
    expect_chain(&history);
    expect_same(small, &history, verdict, rng);
    expect_closed(small, &history, verdict, rng);
    expect_linearisation(small, &history, rng);
    expect_redundant(small, verdict);
    ln_history_fini(&history);
}

int main(int argc, char **argv)
{
    static const char *const objects[] = { "queue", "stack" };
    uint64_t count = argc > 1 ? strtoull(argv[1], NULL, 10) : 20000;
    struct ln_rng rng = { argc > 2 ? strtoull(argv[2], NULL, 10) : 1 };
    for (size_t o = 0; o < 2; o++) {
        struct small_bench bench;
        current_bench = &bench;
        small_bench_init(&bench, objects[o]);
        for (uint64_t i = 0; i < count; i++) {
            struct small_history small;
            struct small_options options = { .operations = 1 + ln_rng_below(&rng, DRAWN),
                                             .absences = true,
                                             .percent_pending = ln_rng_below(&rng, 2) * 20,
                                             .percent_swapped = ln_rng_below(&rng, 3) * 40 };
            small_draw(&bench, &options, &rng, &small);
            look_at(&small, &rng);
        }
        small_bench_fini(&bench);
    }
    printf("%llu histories; %llu changed ones weaker, %llu stronger, %llu orders, %llu redundant values\n",
           2 * (unsigned long long)count, (unsigned long long)weaker_pairs, (unsigned long long)stronger_pairs,
           (unsigned long long)linearised, (unsigned long long)redundant);
    return weaker_pairs && stronger_pairs && linearised && redundant ? 0 : 1;
}
