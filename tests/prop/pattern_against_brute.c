/* Every verdict of the patterns against the oracle, on small histories of collections in which values are unique.
 *
 *   pattern_against_brute [COUNT [SEED [OPERATIONS [DRAWN]]]]
 *
 * First all histories of up to OPERATIONS operations (3), complete or not; then COUNT drawn ones of up to DRAWN (8). Witnesses
 * are replayed; the suspects of a violation alone must be a violation for the oracle. Some histories are also changed in
 * ways that must not change the verdict. The same comparison must catch procedures that are wrong on purpose. */
#include "support/small_collection.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const objects[] = {
    "queue",        "stack", "priority-queue",   "max-priority-queue", "bag", "spurious-bag", "set", "register",
    "cas-register", "kv",    "queue:capacity=20"
};
enum { OBJECTS = sizeof objects / sizeof *objects };

struct tally {
    uint64_t compared, violated, declined;
};

static void compare(struct small_bench *bench, const struct small_history *small, struct tally *tally)
{
    enum ln_verdict said = small_pattern(bench, small, 1, 0), truth;
    tally->compared++;
    if (said == LN_UNKNOWN) {
        tally->declined++;
        return;
    }
    truth = small_oracle(bench, small);
    tally->violated += truth == LN_VIOLATED;
    if (said == truth)
        return;
    fprintf(stderr, "the pattern says %s, brute says %s\n", ln_verdict_text(said), ln_verdict_text(truth));
    small_print(bench, small);
    exit(1);
}

/* ---- all small histories ---- */

struct all {
    struct small_bench *bench;
    struct small_history small;
    struct tally tally;
    uint32_t operations;
    bool open[SMALL_MOST];
    int inserted;
};

static void extend(struct all *all);

static void call_with(struct all *all, struct small_operation operation)
{
    struct small_history *small = &all->small;
    small->operations[small->count] = operation;
    small->events[small->event_count++] = (uint8_t)(2 * small->count);
    all->open[small->count++] = true;
    extend(all);
    all->open[--small->count] = false;
    small->event_count--;
}

static void call_any(struct all *all)
{
    const struct ln_spec_class *class = all->bench->spec.class;
    bool set = class->discipline == LN_DISCIPLINE_SET, cell = class->discipline == LN_DISCIPLINE_CELL;
    for (uint8_t m = 0; m < class->method_count; m++) {
        struct small_operation o = { .method = m, .argument = -1, .result = -1 };
        if (class->roles[m] == LN_ROLE_OTHER)
            continue;
        if (set) {
            o.argument = 0;
            for (o.result = 0; o.result < 2; o.result++)
                call_with(all, o);
        } else if (class->roles[m] == LN_ROLE_INSERT) {
            /* Sizes matter to some: a new value may be smaller or larger than those before. */
            for (int8_t v = 0; v < (int8_t)all->operations; v++) {
                bool used = false;
                for (uint32_t i = 0; i < all->small.count; i++)
                    used |= all->small.operations[i].argument == v;
                o.argument = v;
                if (!used)
                    call_with(all, o);
                if (!used && class->discipline != LN_DISCIPLINE_LEAST)
                    break;
            }
        } else {
            o.result = SMALL_NULL;
            call_with(all, o);
            for (o.result = 0; o.result < (int8_t)all->operations - !cell; o.result++)
                call_with(all, o);
        }
    }
}

static void extend(struct all *all)
{
    struct small_history *small = &all->small;
    if (small->count == all->operations) {
        for (uint32_t i = 0; i < small->count; i++)
            small->operations[i].pending = all->open[i];
        compare(all->bench, small, &all->tally);
    } else {
        call_any(all);
    }
    for (uint32_t i = 0; i < small->count; i++) {
        if (!all->open[i])
            continue;
        all->open[i] = false;
        small->events[small->event_count++] = (uint8_t)(2 * i + 1);
        extend(all);
        small->event_count--;
        all->open[i] = true;
    }
}

static void exhaust(const char *object, uint32_t most)
{
    struct small_bench bench;
    static struct all all;
    memset(&all, 0, sizeof all);
    small_bench_init(&bench, object);
    all.bench = &bench;
    for (all.operations = 1; all.operations <= most; all.operations++)
        extend(&all);
    printf("%-20s %9llu histories of up to %u operations: %llu violated, %llu declined, all agree\n", object,
           (unsigned long long)all.tally.compared, most, (unsigned long long)all.tally.violated,
           (unsigned long long)all.tally.declined);
    small_bench_fini(&bench);
}

/* ---- changes that must not matter ---- */

/* Time runs backwards and what goes in comes out: the same for objects whose discipline is the same both ways. */
static bool reverse(const struct small_bench *bench, const struct small_history *small, struct small_history *out)
{
    int insert = small_method(bench, LN_ROLE_INSERT), removal = small_method(bench, LN_ROLE_REMOVE);
    uint32_t inserts = 0, removals = 0;
    *out = *small;
    for (uint32_t e = 0; e < small->event_count; e++)
        out->events[e] = small->events[small->event_count - 1 - e] ^ 1;
    for (uint32_t i = 0; i < small->count; i++) {
        struct small_operation *o = &out->operations[i];
        bool look = bench->spec.class->roles[o->method] == LN_ROLE_LOOK;
        if (o->pending || (look && bench->spec.class->discipline == LN_DISCIPLINE_FIFO))
            return false; /* what is looked at would be the other end */
        if (o->method == insert) {
            *o = (struct small_operation){ .method = (uint8_t)removal, .argument = -1, .result = o->argument };
            inserts++;
        } else if (o->method == removal && o->result != SMALL_NULL) {
            *o = (struct small_operation){ .method = (uint8_t)insert, .argument = o->result, .result = -1 };
            removals++;
        }
    }
    for (uint32_t i = 0; i < small->count; i++)
        for (uint32_t j = 0; j < small->count; j++)
            if (i != j && out->operations[i].method == insert && out->operations[j].method == insert &&
                out->operations[i].argument == out->operations[j].argument)
                return false; /* removed twice */
    return inserts == removals && removals > 0 && 2 * (inserts + removals) <= small->event_count;
}

/* The same again afterwards with other values, when everything that went in came out. */
static bool repeat(const struct small_bench *bench, const struct small_history *small, struct small_history *out)
{
    int insert = small_method(bench, LN_ROLE_INSERT), removal = small_method(bench, LN_ROLE_REMOVE);
    int balance = 0;
    *out = *small;
    if (2 * small->count > SMALL_MOST || 2 * small->count > 12)
        return false;
    for (uint32_t i = 0; i < small->count; i++) {
        struct small_operation *o = &out->operations[small->count + i];
        *o = small->operations[i];
        if (o->pending || (o->method != insert && o->method != removal))
            return false;
        balance += (o->method == insert) - (o->method == removal && o->result != SMALL_NULL);
        if (o->argument >= 0)
            o->argument = (int8_t)(o->argument + SMALL_MOST);
        if (o->result >= 0)
            o->result = (int8_t)(o->result + SMALL_MOST);
    }
    for (uint32_t e = 0; e < small->event_count; e++)
        out->events[small->event_count + e] = (uint8_t)(small->events[e] + 2 * small->count);
    out->count *= 2;
    out->event_count *= 2;
    return balance == 0;
}

static void expect_same(struct small_bench *bench, const struct small_history *small, const char *how,
                        enum ln_verdict before, enum ln_verdict after)
{
    if (before == after || after == LN_UNKNOWN)
        return;
    fprintf(stderr, "%s: %s before, %s after\n", how, ln_verdict_text(before), ln_verdict_text(after));
    small_print(bench, small);
    exit(1);
}

static void transform(struct small_bench *bench, const struct small_history *small)
{
    enum ln_discipline discipline = bench->spec.class->discipline;
    enum ln_verdict verdict = small_pattern(bench, small, 1, 0);
    struct small_history other;
    if (verdict == LN_UNKNOWN || discipline == LN_DISCIPLINE_SET)
        return;
    expect_same(bench, small, "other values", verdict, small_pattern(bench, small, 3, 1000));
    if (discipline == LN_DISCIPLINE_CELL)
        return;
    if (discipline == LN_DISCIPLINE_LIFO || discipline == LN_DISCIPLINE_FIFO || discipline == LN_DISCIPLINE_ANY)
        if (reverse(bench, small, &other))
            expect_same(bench, small, "time reversed", verdict, small_pattern(bench, &other, 1, 0));
    if (repeat(bench, small, &other))
        expect_same(bench, small, "twice", verdict, small_pattern(bench, &other, 1, 0));
}

/* ---- drawn histories ---- */

static uint32_t most_drawn = 8;

static struct small_options draw_options(struct ln_rng *rng)
{
    static const uint32_t pending[] = { 0, 0, 0, 12, 12, 35 };
    return (struct small_options){ .operations = 2 + ln_rng_below(rng, most_drawn - 1),
                                   .percent_pending = pending[ln_rng_below(rng, 6)],
                                   .looks = ln_rng_below(rng, 2),
                                   .absences = ln_rng_below(rng, 4) > 0,
                                   .percent_swapped = ln_rng_below(rng, 4) * 25 };
}

static void draw_many(const char *object, uint64_t count, uint64_t seed)
{
    struct small_bench bench;
    struct small_history small;
    struct ln_rng rng = { seed };
    struct tally tally = { 0 };
    double share;
    small_bench_init(&bench, object);
    for (uint64_t i = 0; i < count; i++) {
        struct small_options options = draw_options(&rng);
        small_draw(&bench, &options, &rng, &small);
        compare(&bench, &small, &tally);
        if (i % 8 == 0)
            transform(&bench, &small);
    }
    share = 100.0 * (double)tally.violated / (double)(tally.compared ? tally.compared : 1);
    printf("%-20s %9llu drawn with seed %llu: %4.1f %% violated, %.2f %% declined, all agree\n", object,
           (unsigned long long)count, (unsigned long long)seed, share,
           100.0 * (double)tally.declined / (double)(count ? count : 1));
    if (count >= 1000 && (share < 5 || share > 80)) {
        fprintf(stderr, "%s: the share of violated histories should lie between 5 and 80 %%\n", object);
        exit(1);
    }
    small_bench_fini(&bench);
}

/* ---- wrong on purpose ---- */

/* Forgets values that were never removed. */
static void forget_left_over(const struct small_bench *bench, struct small_history *small)
{
    uint32_t kept = 0;
    for (uint32_t e = 0; e < small->event_count; e++) {
        const struct small_operation *o = &small->operations[small->events[e] / 2];
        int value = o->argument >= 0 ? o->argument : o->result;
        bool removed = value < 0;
        for (uint32_t i = 0; i < small->count; i++)
            removed |= bench->spec.class->roles[small->operations[i].method] == LN_ROLE_REMOVE &&
                       small->operations[i].result == value;
        if (removed)
            small->events[kept++] = small->events[e];
    }
    small->event_count = kept;
}

/* Forgets looks. */
static void forget_looks(const struct small_bench *bench, struct small_history *small)
{
    uint32_t kept = 0;
    for (uint32_t e = 0; e < small->event_count; e++)
        if (bench->spec.class->roles[small->operations[small->events[e] / 2].method] != LN_ROLE_LOOK)
            small->events[kept++] = small->events[e];
    small->event_count = kept;
}

static bool is_caught(const char *object, void (*wrong)(const struct small_bench *, struct small_history *),
                      uint64_t seed)
{
    struct small_bench bench;
    struct ln_rng rng = { seed };
    uint32_t caught = 0;
    small_bench_init(&bench, object);
    for (uint32_t i = 0; i < 20000 && !caught; i++) {
        struct small_options options = draw_options(&rng);
        struct small_history small, changed;
        enum ln_verdict verdict;
        small_draw(&bench, &options, &rng, &small);
        changed = small;
        wrong(&bench, &changed);
        verdict = small_pattern(&bench, &changed, 1, 0);
        caught += verdict != LN_UNKNOWN && verdict != small_oracle(&bench, &small);
    }
    small_bench_fini(&bench);
    return caught > 0;
}

int main(int argc, char **argv)
{
    uint64_t count = argc > 1 ? strtoull(argv[1], NULL, 10) : 200000;
    uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    uint32_t most = argc > 3 ? (uint32_t)strtoul(argv[3], NULL, 10) : 3;
    const char *only = getenv("OBJECT");
    most_drawn = argc > 4 ? (uint32_t)strtoul(argv[4], NULL, 10) : 8;
    for (size_t i = 0; i < OBJECTS; i++)
        if (!only || strcmp(only, objects[i]) == 0)
            exhaust(objects[i], most);
    for (size_t i = 0; i < OBJECTS; i++)
        if (!only || strcmp(only, objects[i]) == 0)
            draw_many(objects[i], count / OBJECTS + 1, seed + i);
    for (size_t i = 0; i < 3; i++)
        if (!is_caught(objects[i], forget_left_over, seed) || !is_caught(objects[i], forget_looks, seed)) {
            fprintf(stderr, "%s: a procedure that is wrong on purpose was not caught\n", objects[i]);
            return 1;
        }
    printf("procedures that are wrong on purpose are caught\n");
    return 0;
}
