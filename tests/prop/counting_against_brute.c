/* Counting against its definition and against the oracle, after every event.
 *
 *   counting_against_brute [COUNT [SEED]]
 *
 * Of COUNT drawn histories, with and without values that repeat, for k = 0 to 4:
 * - the counters of Algorithm 1 are those of the k-approximation by its definition (src/history/interval.h);
 * - the monitor of collections says violated where the formulas, evaluated on these counters, do, and never else but
 *   where a removal returned what an insertion that has not returned put in, which it uses and the formulas do not;
 * - what is violated for either is violated for the oracle, at that return: no false alarm;
 * - with few values watched at a time, there is none either.
 * The paper's formula as printed, and those that ignore pending operations or repeated values, must be caught. */
#include "history/interval.h"
#include "counting/collection.h"
#include "counting/complete.h"
#include "support/must.h"
#include "support/small_collection.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const objects[] = { "queue", "stack", "bag", "spurious-bag", "priority-queue", "queue:capacity=2" };
enum { OBJECTS = sizeof objects / sizeof *objects, MOST_K = LN_ELEMENTS_MOST_K, DRAWN = 7 };

struct setting {
    struct small_bench bench;
    struct ln_ocl *ocl;
    struct ln_collection *monitors[MOST_K + 1], *few[MOST_K + 1], *complete[MOST_K + 1];
    uint64_t histories, returns, violated, failures, caught[MOST_K + 1], formulas[MOST_K + 1], completely[MOST_K + 1];
};

static struct ln_ocl *parse(struct small_bench *bench, const char *text)
{
    struct ln_ocl *ocl;
    struct ln_error error;
    if (ln_ocl_parse(&ocl, "formula", text, strlen(text), &bench->memory, &error)) {
        fprintf(stderr, "%s\n", error.message);
        exit(1);
    }
    return ocl;
}

static struct ln_collection *monitor(struct setting *s, uint32_t k, size_t most, bool complete)
{
    struct ln_collection_options options = { .k = k, .most_watched = most, .seed = k, .complete = complete };
    struct ln_collection *made;
    const char *declined;
    MUST(ln_collection_new(&made, &s->bench.spec, s->ocl, &options, &s->bench.memory, &declined) == LN_OK && made);
    return made;
}

static void setting_init(struct setting *s, const char *object)
{
    memset(s, 0, sizeof *s);
    small_bench_init(&s->bench, object);
    s->ocl = parse(&s->bench, ln_ocl_shipped(ln_ocl_for(&s->bench.spec), strlen(ln_ocl_for(&s->bench.spec))));
    for (uint32_t k = 0; k <= MOST_K; k++) {
        s->monitors[k] = monitor(s, k, 0, false);
        s->few[k] = monitor(s, k, 2, false);
        if (k <= 2 && ln_complete_is_for(&s->bench.spec))
            s->complete[k] = monitor(s, k, 0, true);
    }
}

static void setting_fini(struct setting *s)
{
    for (uint32_t k = 0; k <= MOST_K; k++) {
        ln_collection_free(s->monitors[k]);
        ln_collection_free(s->few[k]);
        ln_collection_free(s->complete[k]);
    }
    ln_ocl_free(s->ocl);
    small_bench_fini(&s->bench);
}

/* ---- the definition ---- */

/* The counters of the prefix, from its intervals. */
static void count_by_definition(struct setting *s, const struct small_history *prefix, uint32_t k,
                                struct ln_labels *labels)
{
    struct ln_history history;
    struct ln_interval_order order;
    uint32_t number;
    small_build(&s->bench, prefix, 1, 0, &history);
    MUST(ln_interval_order_init(&order, &history) == LN_OK);
    ln_interval_order_weaken(&order, k);
    for (size_t i = 0; i < order.operations.length; i++) {
        const struct ln_spanning *o = &order.operations.at[i];
        const struct ln_operation *op = &history.operations.at[o->operation];
        ln_value argument = op->arity ? history.args.at[op->args] : LN_VALUE_NONE;
        struct ln_op_label label = op->fate == LN_PENDING
                                       ? ln_op_label_called(&s->bench.spec, op->method, argument)
                                       : ln_op_label_returned(&s->bench.spec, op->method, argument, op->result);
        MUST(ln_labels_number(labels, &label, &number));
        /* In Algorithm 1 what is pending ends at k from the beginning. */
        if (number != LN_NO_LABEL)
            ln_counting_put(&labels->counting, number, o->interval.first, label.pending ? k : o->interval.last);
    }
    ln_interval_order_fini(&order);
    ln_history_fini(&history);
}

static void compare_counters(struct setting *s, const struct small_history *prefix, struct ln_labels *online)
{
    struct ln_labels labels;
    uint32_t k = online->counting.bounds.k;
    ln_labels_init(&labels, &s->bench.spec, k, &s->bench.memory);
    count_by_definition(s, prefix, k, &labels);
    for (uint32_t number = 0; number < online->at.length; number++)
        for (uint32_t first = 0; first <= k; first++)
            for (uint32_t last = first; last <= k; last++) {
                uint32_t other = ln_labels_find(&labels, &online->at.at[number]);
                uint64_t expected = other == LN_NO_LABEL ? 0 : ln_counting_count(&labels.counting, other, first, last);
                if (ln_counting_count(&online->counting, number, first, last) != expected) {
                    fprintf(stderr, "k = %u: label %u has another count at [%u,%u]\n", k, number, first, last);
                    small_print(&s->bench, prefix);
                    exit(1);
                }
            }
    for (uint32_t number = 0; number < labels.at.length; number++)
        MUST(ln_labels_find(online, &labels.at.at[number]) != LN_NO_LABEL);
    ln_labels_fini(&labels);
}

static bool is_accused(struct setting *s, const struct ln_ocl *ocl, struct ln_labels *labels)
{
    struct ln_budget budget;
    bool accused = false, one;
    ln_budget_init(&budget, &s->bench.memory, 0, NULL);
    for (size_t v = 0; v < ln_ocl_count(ocl); v++) {
        MUST(ln_ocl_evaluate(ocl, v, labels, &budget, &one) == LN_OK);
        accused |= one;
    }
    return accused;
}

/* ---- following a history ---- */

static void feed(struct ln_collection *monitor, const struct small_history *small, uint32_t e)
{
    const struct small_operation *o = &small->operations[small->events[e] / 2];
    if (small->events[e] % 2)
        MUST(ln_collection_return(monitor, small->events[e] / 2, small_result(o)) == LN_OK);
    else
        MUST(ln_collection_call(monitor, small->events[e] / 2, o->method, ln_small(o->argument)) == LN_OK);
}

static void feed_labels(struct ln_labels *labels, const struct small_history *small, uint32_t e)
{
    const struct small_operation *o = &small->operations[small->events[e] / 2];
    ln_value argument = o->argument < 0 ? LN_VALUE_NONE : ln_small(o->argument);
    if (small->events[e] % 2)
        MUST(ln_labels_return(labels, small->events[e] / 2, o->method, argument, small_result(o)));
    else
        MUST(ln_labels_call(labels, small->events[e] / 2, o->method, argument));
}

/* Has a value come out whose insertion has not returned? */
static bool has_early_removal(const struct small_history *prefix)
{
    for (uint32_t i = 0; i < prefix->count; i++)
        for (uint32_t j = 0; j < prefix->count; j++) {
            const struct small_operation *in = &prefix->operations[i], *out = &prefix->operations[j];
            if (in->argument >= 0 && in->pending && !out->pending && out->argument < 0 && out->result == in->argument)
                return true;
        }
    return false;
}

static bool has_repeated(const struct small_history *small)
{
    uint32_t seen = 0;
    for (uint32_t i = 0; i < small->count; i++)
        if (small->operations[i].argument >= 0) {
            if (seen >> small->operations[i].argument & 1)
                return true;
            seen |= UINT32_C(1) << small->operations[i].argument;
        }
    return false;
}

static void fail(struct setting *s, const struct small_history *prefix, uint32_t k, const char *what)
{
    fprintf(stderr, "k = %u: %s\n", k, what);
    small_print(&s->bench, prefix);
    exit(1);
}

static enum ln_verdict truth_of(struct setting *s, const struct small_history *prefix, enum ln_verdict *truth)
{
    if (*truth == LN_UNKNOWN)
        *truth = small_oracle(&s->bench, prefix);
    return *truth;
}

static void follow(struct setting *s, const struct small_history *small, uint32_t k)
{
    struct ln_labels labels;
    bool formula = false, early = false, repeated = has_repeated(small), violated = false;
    const struct ln_collection_finding *found = ln_collection_finding(s->monitors[k]);
    const struct ln_collection_finding *few = ln_collection_finding(s->few[k]);
    const struct ln_collection_finding *complete = s->complete[k] ? ln_collection_finding(s->complete[k]) : found;
    ln_labels_init(&labels, &s->bench.spec, k, &s->bench.memory);
    ln_collection_clear(s->monitors[k]);
    ln_collection_clear(s->few[k]);
    if (s->complete[k])
        ln_collection_clear(s->complete[k]);
    for (uint32_t e = 0; e < small->event_count; e++) {
        struct small_history prefix = small_prefix(small, e + 1);
        enum ln_verdict truth = violated ? LN_VIOLATED : LN_UNKNOWN;
        bool accused = false;
        feed(s->monitors[k], small, e);
        feed(s->few[k], small, e);
        if (s->complete[k])
            feed(s->complete[k], small, e);
        feed_labels(&labels, small, e);
        compare_counters(s, &prefix, &labels);
        early |= has_early_removal(&prefix);
        if (small->events[e] % 2) {
            accused = is_accused(s, s->ocl, &labels);
            formula |= accused;
        }
        s->returns += small->events[e] % 2;
        if ((accused || found->violated || few->violated || complete->violated) &&
            truth_of(s, &prefix, &truth) != LN_VIOLATED)
            fail(s, &prefix, k, accused ? "a formula is a false alarm" : "the monitor is a false alarm");
        violated |= truth == LN_VIOLATED;
        if (formula && !found->violated && !repeated)
            fail(s, &prefix, k, "the monitor does not see what the formulas do");
        if (found->violated && !formula && !early && !repeated && strcmp(found->pattern, "impossible") != 0)
            fail(s, &prefix, k, "the monitor sees more than the formulas");
        if (found->violated && !complete->violated)
            fail(s, &prefix, k, "what is complete sees less");
    }
    s->caught[k] += found->violated;
    s->completely[k] += complete->violated;
    s->formulas[k] += formula;
    ln_labels_fini(&labels);
}

/* What has not returned at the end failed, all or some of it: then it had no effect. */
static void fail_pending(struct setting *s, const struct small_history *small, uint32_t k, struct ln_rng *rng)
{
    const struct ln_collection_finding *found = ln_collection_finding(s->monitors[k]);
    struct small_history left = small_prefix(small, small->event_count);
    uint32_t kept = 0;
    bool failed[SMALL_MOST] = { false };
    if (found->over)
        return;
    for (uint32_t e = 0; e < left.event_count; e++) {
        uint32_t i = left.events[e] / 2;
        failed[i] = left.operations[i].pending && ln_rng_below(rng, 3);
        if (failed[i])
            MUST(ln_collection_fail(s->monitors[k], i) == LN_OK);
    }
    for (uint32_t e = 0; e < left.event_count; e++)
        if (!failed[left.events[e] / 2])
            left.events[kept++] = left.events[e];
    left.event_count = kept;
    if (found->violated && small_oracle(&s->bench, &left) != LN_VIOLATED)
        fail(s, &left, k, "a failure makes a false alarm");
    s->failures += found->violated;
}

static void draw(struct setting *s, struct ln_rng *rng, struct small_history *small)
{
    static const uint32_t pending[] = { 0, 0, 12, 35 };
    struct small_options options = { .operations = 2 + ln_rng_below(rng, DRAWN - 1),
                                     .percent_pending = pending[ln_rng_below(rng, 4)],
                                     .looks = ln_rng_below(rng, 8) == 0,
                                     .absences = ln_rng_below(rng, 4) > 0,
                                     .percent_swapped = ln_rng_below(rng, 4) * 25 };
    small_draw(&s->bench, &options, rng, small);
    if (ln_rng_below(rng, 3) == 0)
        small_fold(small, (int8_t)(2 + ln_rng_below(rng, 3)));
}

static void draw_many(const char *object, uint64_t count, uint64_t seed)
{
    static struct setting s;
    struct ln_rng rng = { seed };
    setting_init(&s, object);
    for (uint64_t i = 0; i < count; i++) {
        struct small_history small;
        draw(&s, &rng, &small);
        follow(&s, &small, (uint32_t)(i % (MOST_K + 1)));
        fail_pending(&s, &small, (uint32_t)(i % (MOST_K + 1)), &rng);
        s.histories++;
        s.violated += small_oracle(&s.bench, &small) == LN_VIOLATED;
    }
    printf("%-18s %8llu drawn with seed %llu, %llu returns, %.1f %% violated; caught at k = 0..4:", object,
           (unsigned long long)s.histories, (unsigned long long)seed, (unsigned long long)s.returns,
           100.0 * (double)s.violated / (double)count);
    for (uint32_t k = 0; k <= MOST_K; k++)
        printf(" %.0f%%", 100.0 * (double)(MOST_K + 1) * (double)s.caught[k] / (double)(s.violated ? s.violated : 1));
    printf("; completely, k = 0..2:");
    for (uint32_t k = 0; k <= 2; k++)
        printf(" %.0f%%", 100.0 * (double)(MOST_K + 1) * (double)s.completely[k] / (double)(s.violated + !s.violated));
    printf("\n");
    if (count >= 10000 && (s.caught[2] == 0 || s.failures == 0))
        fail(&s, &(struct small_history){ 0 }, 2, "nothing was caught");
    setting_fini(&s);
}

/* ---- formulas that are wrong ---- */

/* As Figure 4 prints it: total counts intervals that lie inside only. */
static const char as_printed[] =
    "def before(x, y) = some i in 0..k-1: #(x, 0..i, 0..i) > 0 and #(y, 0..i, 0..i) = 0 and #(x, i+1..k, i+1..k) = 0;"
    "violation fv = exists x1, x2, y1, y2: Push(x1) and Push(x2) and Pop(y1) and Pop(y2) and SameValue(x1, y1) and "
    "SameValue(x2, y2) and before(x1, x2) and before(y2, y1);";

/* Removals that have not returned took nothing. */
static const char without_pending[] =
    "include terms;"
    "violation ev = exists x: Push(x) and some i in 0..k: some j in i..k: #(empty, i, j) > 0 and ended(x; i-1) and "
    "after(popped(x); j);";

/* Values never repeat, also not while they are inserted. */
static const char without_repeats[] =
    "include terms;"
    "violation fv = exists x, y: Push(x) and Pop(y) and not SameValue(x, y) and "
    "(some i in 0..k: ended(x; i) and after(pushed(y); i) and after(pushing(y); i)) and "
    "(some j in 0..k: ended(y; j) and after(popped(x); j) and (#(popped(x)) > 0 or after(popping; j)));";

/* Does the oracle catch it, as it would a false alarm of ours? */
static bool is_caught(const char *formula, uint64_t seed)
{
    static struct setting s;
    struct ln_rng rng = { seed };
    struct ln_ocl *ocl;
    bool caught = false;
    setting_init(&s, "queue");
    ocl = parse(&s.bench, formula);
    for (uint32_t i = 0; i < 400000 && !caught; i++) {
        struct small_history small;
        struct ln_labels labels;
        draw(&s, &rng, &small);
        ln_labels_init(&labels, &s.bench.spec, 3, &s.bench.memory);
        for (uint32_t e = 0; e < small.event_count && !caught; e++) {
            struct small_history prefix = small_prefix(&small, e + 1);
            feed_labels(&labels, &small, e);
            caught = small.events[e] % 2 && is_accused(&s, ocl, &labels) && small_oracle(&s.bench, &prefix) == LN_HOLDS;
        }
        ln_labels_fini(&labels);
    }
    ln_ocl_free(ocl);
    setting_fini(&s);
    return caught;
}

int main(int argc, char **argv)
{
    uint64_t count = argc > 1 ? strtoull(argv[1], NULL, 10) : 60000;
    uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    for (size_t i = 0; i < OBJECTS; i++)
        draw_many(objects[i], count / OBJECTS + 1, seed + i);
    MUST(is_caught(as_printed, seed) && is_caught(without_pending, seed) && is_caught(without_repeats, seed));
    printf("formulas that are wrong are caught\n");
    return 0;
}
