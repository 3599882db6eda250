/* Exact monitoring against the oracle, after every return.
 *
 *   exact_against_brute [COUNT [SEED [OPERATIONS [RUN]]]]
 *
 * First all histories of up to OPERATIONS operations (3), whose values may come again; then COUNT drawn ones of up to
 * 7, likewise, and as many of up to 20 with unique values against the patterns, some with removals that take long. At each return the verdict must be that of
 * the oracle on the prefix, with the open operations pending, or declined. Monitors that are told something wrong must be
 * caught. Then runs of RUN operations (1000000) must stay within constant memory. */
#include "monitor/exact.h"
#include "support/must.h"
#include "support/small_collection.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const char *const objects[] = { "queue", "bag", "spurious-bag", "register", "queue:capacity=2" };
enum { OBJECTS = sizeof objects / sizeof *objects, UNBOUNDED = 4 };

struct tally {
    uint64_t compared, violated, declined;
};

/* ---- feeding ---- */

static struct ln_exact *begin(struct small_bench *bench)
{
    struct ln_exact *exact;
    const char *declined;
    MUST(ln_exact_new(&exact, &bench->spec, &bench->memory, &declined) == LN_OK && exact && !declined);
    return exact;
}

static void feed(struct ln_exact *exact, const struct small_history *small, uint32_t e)
{
    const struct small_operation *o = &small->operations[small->events[e] / 2];
    ln_value argument = ln_small(o->argument);
    if (small->events[e] % 2)
        MUST(ln_exact_return(exact, small->events[e] / 2, small_result(o)) == LN_OK);
    else
        MUST(ln_exact_call(exact, small->events[e] / 2, o->method, &argument) == LN_OK);
}

static void disagree(struct small_bench *bench, const struct small_history *small, const struct ln_exact_verdict *said,
                     enum ln_verdict truth)
{
    fprintf(stderr, "exactly it is said to be %s (%s), it is %s\n", ln_verdict_text(said->verdict),
            said->pattern ? said->pattern : "-", ln_verdict_text(truth));
    small_print(bench, small);
    exit(1);
}

/* What is said has the form that was promised. */
static bool is_sound(const struct ln_exact_verdict *said, const struct small_history *small)
{
    if (said->verdict != LN_VIOLATED)
        return !said->pattern && !said->ticket_count && !said->declined == (said->verdict == LN_HOLDS);
    return said->pattern && said->ticket_count && said->tickets[0] == small->events[small->event_count - 1] / 2u;
}

/* ---- all small histories ---- */

struct all {
    struct small_bench *bench;
    struct small_history small;
    struct tally tally;
    uint32_t operations;
    bool open[SMALL_MOST];
    int8_t values; /* how many went in so far */
};

static void extend(struct all *all);

/* The prefix ends with a return. True when there is more to learn from what follows. */
static bool compare(struct all *all)
{
    struct ln_exact *exact = begin(all->bench);
    struct ln_exact_verdict said;
    enum ln_verdict truth;
    for (uint32_t e = 0; e < all->small.event_count; e++)
        feed(exact, &all->small, e);
    said = ln_exact_verdict(exact);
    ln_exact_free(exact);
    all->tally.compared++;
    all->tally.declined += said.verdict == LN_UNKNOWN;
    if (said.verdict == LN_UNKNOWN)
        return false;
    truth = small_oracle(all->bench, &all->small);
    all->tally.violated += truth == LN_VIOLATED;
    if (said.verdict != truth || !is_sound(&said, &all->small))
        disagree(all->bench, &all->small, &said, truth);
    return truth == LN_HOLDS;
}

static void call_any(struct all *all)
{
    const struct ln_spec_class *class = all->bench->spec.class;
    struct small_history *small = &all->small;
    for (uint8_t m = 0; m < class->method_count; m++) {
        bool inserts = class->roles[m] == LN_ROLE_INSERT;
        int8_t values = all->values;
        if (class->roles[m] == LN_ROLE_OTHER || m != small_method(all->bench, class->roles[m]))
            continue;
        for (int8_t v = inserts ? 0 : values; v <= values; v++) {
            small->operations[small->count] = (struct small_operation){ m, inserts ? v : -1, -1, true };
            small->events[small->event_count++] = (uint8_t)(2 * small->count);
            all->open[small->count++] = true;
            all->values = (int8_t)(values + (inserts && v == values));
            extend(all);
            all->values = values;
            all->open[--small->count] = false;
            small->event_count--;
        }
    }
}

static void return_one(struct all *all, uint32_t i)
{
    struct small_history *small = &all->small;
    struct small_operation *o = &small->operations[i];
    bool inserts = all->bench->spec.class->roles[o->method] == LN_ROLE_INSERT;
    all->open[i] = o->pending = false;
    small->events[small->event_count++] = (uint8_t)(2 * i + 1);
    for (int8_t v = SMALL_NULL; v <= all->values; v++) {
        if (inserts != (v == -1))
            continue;
        o->result = v;
        if (compare(all))
            extend(all);
    }
    o->result = -1;
    small->event_count--;
    all->open[i] = o->pending = true;
}

static void extend(struct all *all)
{
    if (all->small.count < all->operations)
        call_any(all);
    for (uint32_t i = 0; i < all->small.count; i++)
        if (all->open[i])
            return_one(all, i);
}

static void exhaust(const char *object, uint32_t operations)
{
    struct small_bench bench;
    static struct all all;
    memset(&all, 0, sizeof all);
    small_bench_init(&bench, object);
    all.bench = &bench;
    all.operations = operations;
    extend(&all);
    printf("%-20s %9llu prefixes of up to %u operations: %llu violated, %llu declined, all agree\n", object,
           (unsigned long long)all.tally.compared, operations, (unsigned long long)all.tally.violated,
           (unsigned long long)all.tally.declined);
    small_bench_fini(&bench);
}

/* ---- drawn histories ---- */

enum { DRAWN = 7, LONG = 20 };

static void draw(struct small_bench *bench, uint32_t most, struct ln_rng *rng, struct small_history *small)
{
    static const uint32_t pending[] = { 0, 0, 12, 35 };
    struct small_options options = { .operations = 2 + ln_rng_below(rng, most - 1),
                                     .percent_pending = pending[ln_rng_below(rng, 4)],
                                     .looks = bench->spec.class->discipline == LN_DISCIPLINE_CELL ||
                                              ln_rng_below(rng, 8) == 0,
                                     .absences = ln_rng_below(rng, 4) > 0,
                                     .percent_swapped = ln_rng_below(rng, 4) * 25 };
    small_draw(bench, &options, rng, small);
}

typedef enum ln_verdict oracle(struct small_bench *bench, const struct small_history *small);

static enum ln_verdict by_pattern(struct small_bench *bench, const struct small_history *small)
{
    return small_pattern(bench, small, 1, 0);
}

static void follow(struct small_bench *bench, const struct small_history *small, oracle *decide, struct tally *tally)
{
    struct ln_exact *exact = begin(bench);
    enum ln_verdict last = LN_HOLDS;
    for (uint32_t e = 0; e < small->event_count; e++) {
        struct small_history prefix = small_prefix(small, e + 1);
        struct ln_exact_verdict said;
        enum ln_verdict truth;
        feed(exact, small, e);
        said = ln_exact_verdict(exact);
        MUST(last == LN_HOLDS || said.verdict == last); /* what is violated stays violated */
        if (small->events[e] % 2 == 0 || said.verdict == LN_UNKNOWN || last == LN_VIOLATED) {
            last = said.verdict;
            continue;
        }
        last = said.verdict;
        truth = decide(bench, &prefix);
        if (truth != LN_UNKNOWN && (truth != said.verdict || !is_sound(&said, &prefix)))
            disagree(bench, &prefix, &said, truth);
    }
    tally->compared++;
    tally->violated += last == LN_VIOLATED;
    tally->declined += last == LN_UNKNOWN;
    ln_exact_free(exact);
}

static void draw_many(const char *object, uint64_t count, uint64_t seed)
{
    struct small_bench bench;
    struct ln_rng rng = { seed };
    struct tally brute = { 0 }, pattern = { 0 };
    small_bench_init(&bench, object);
    for (uint64_t i = 0; i < count; i++) {
        struct small_history small;
        draw(&bench, DRAWN, &rng, &small);
        if (ln_rng_below(&rng, 2))
            small_fold(&small, (int8_t)(2 + ln_rng_below(&rng, 3)));
        follow(&bench, &small, small_oracle, &brute);
        draw(&bench, LONG, &rng, &small);
        follow(&bench, &small, by_pattern, &pattern);
    }
    printf("%-20s %9llu drawn with seed %llu: %.1f and %.1f %% violated, %.1f and %.1f %% declined, all agree\n",
           object, 2 * (unsigned long long)count, (unsigned long long)seed,
           100.0 * (double)brute.violated / (double)count, 100.0 * (double)pattern.violated / (double)count,
           100.0 * (double)brute.declined / (double)count, 100.0 * (double)pattern.declined / (double)count);
    if (count >= 1000 && (brute.violated < count / 50 || brute.declined > 4 * count / 5)) {
        fprintf(stderr, "%s: too few are violated, or too many declined\n", object);
        exit(1);
    }
    small_bench_fini(&bench);
}

/* ---- slow removals ---- */

/* Some removals are open for long while others come and go, and say null now and then though they took a value: the slow
 * ones may have had it instead, until they return. */
struct slow {
    struct small_bench *bench;
    struct ln_rng *rng;
    struct small_history *small;
    int8_t line[SMALL_MOST], missing; /* values in the order of insertion; one that nobody has seen leave, or -1 */
    uint32_t first, last, slow, most;
    bool done[SMALL_MOST], open[SMALL_MOST];
};

static void act(struct slow *s, uint32_t i)
{
    struct small_operation *o = &s->small->operations[i];
    s->done[i] = true;
    if (o->argument >= 0) {
        s->line[s->last++] = o->argument;
        return;
    }
    o->result = s->first < s->last ? s->line[s->first++] : SMALL_NULL;
    if (i < s->slow && s->missing >= 0 && ln_rng_below(s->rng, 4)) {
        s->first -= o->result != SMALL_NULL;
        o->result = s->missing;
        s->missing = -1;
    } else if (o->result != SMALL_NULL && s->missing < 0 && ln_rng_below(s->rng, 3) == 0) {
        s->missing = o->result;
        o->result = SMALL_NULL;
    }
}

static void call_one(struct slow *s)
{
    struct small_history *small = s->small;
    bool inserts = small->count >= s->slow && ln_rng_below(s->rng, 5) < 2;
    small->operations[small->count] = (struct small_operation){
        .method = (uint8_t)small_method(s->bench, inserts ? LN_ROLE_INSERT : LN_ROLE_REMOVE),
        .argument = inserts ? (int8_t)small->count : (int8_t)-1,
        .result = -1,
    };
    small->events[small->event_count++] = (uint8_t)(2 * small->count);
    s->open[small->count++] = true;
}

static void draw_slow(struct small_bench *bench, struct ln_rng *rng, struct small_history *small)
{
    struct slow s = {
        .bench = bench, .rng = rng, .small = small, .missing = -1, .slow = 1 + ln_rng_below(rng, 3), .most = LONG
    };
    uint32_t fast = 1 + ln_rng_below(rng, 3);
    memset(small, 0, sizeof *small);
    for (uint32_t step = 0; step < 400; step++) {
        uint32_t i = ln_rng_below(rng, LONG), busy = 0;
        for (uint32_t k = s.slow; k < small->count; k++)
            busy += s.open[k];
        if (small->count < s.slow || (small->count < s.most && busy < fast && ln_rng_below(rng, 3)))
            call_one(&s);
        else if (i >= small->count || !s.open[i] || (i < s.slow && ln_rng_below(rng, 12)))
            continue;
        else if (!s.done[i])
            act(&s, i);
        else {
            s.open[i] = false;
            small->events[small->event_count++] = (uint8_t)(2 * i + 1);
        }
    }
}

static void draw_many_slow(const char *object, uint64_t count, uint64_t seed)
{
    struct small_bench bench;
    struct ln_rng rng = { seed };
    struct tally tally = { 0 };
    small_bench_init(&bench, object);
    for (uint64_t i = 0; i < count; i++) {
        struct small_history small;
        draw_slow(&bench, &rng, &small);
        follow(&bench, &small, by_pattern, &tally);
    }
    printf("%-20s %9llu with slow removals, drawn with seed %llu: %.1f %% violated, all agree\n", object,
           (unsigned long long)count, (unsigned long long)seed, 100.0 * (double)tally.violated / (double)count);
    MUST(tally.declined == 0);
    small_bench_fini(&bench);
}

/* ---- wrong on purpose: the monitor is not told everything ---- */

/* Open removals, or reads, are unknown until just before they return: a value that one of them took seems left over. */
static void call_late(const struct small_bench *bench, struct small_history *small)
{
    struct small_history told = *small;
    told.event_count = 0;
    for (uint32_t e = 0; e < small->event_count; e++) {
        bool inserts = bench->spec.class->roles[small->operations[small->events[e] / 2].method] == LN_ROLE_INSERT;
        if (!inserts && small->events[e] % 2)
            told.events[told.event_count++] = small->events[e] ^ 1;
        if (inserts || small->events[e] % 2)
            told.events[told.event_count++] = small->events[e];
    }
    *small = told;
}

/* Insertions never return: nothing ever has to be inside. */
static void never_inside(const struct small_bench *bench, struct small_history *small)
{
    uint32_t kept = 0;
    for (uint32_t e = 0; e < small->event_count; e++)
        if (small->events[e] % 2 == 0 ||
            bench->spec.class->roles[small->operations[small->events[e] / 2].method] != LN_ROLE_INSERT)
            small->events[kept++] = small->events[e];
    small->event_count = kept;
}

static bool is_caught(const char *object, void (*wrong)(const struct small_bench *, struct small_history *),
                      uint64_t seed)
{
    struct small_bench bench;
    struct ln_rng rng = { seed };
    bool caught = false;
    small_bench_init(&bench, object);
    for (uint32_t i = 0; i < 20000 && !caught; i++) {
        struct ln_exact *exact = begin(&bench);
        struct small_history small, told;
        enum ln_verdict said;
        draw(&bench, DRAWN, &rng, &small);
        small = small_prefix(&small, small.event_count);
        told = small;
        wrong(&bench, &told);
        for (uint32_t e = 0; e < told.event_count; e++)
            feed(exact, &told, e);
        said = ln_exact_verdict(exact).verdict;
        ln_exact_free(exact);
        caught = said != LN_UNKNOWN && said != small_oracle(&bench, &small);
    }
    small_bench_fini(&bench);
    return caught;
}

/* ---- a long run ---- */

enum { PROCESSES = 16, INSIDE = 64 };

/* The object as it is, used by processes whose operations take effect at once, some time after their call. */
struct run {
    struct small_bench bench;
    struct ln_rng rng;
    struct ln_exact *exact;
    int64_t inside[INSIDE], next;
    uint32_t first, length;
    enum ln_role role[PROCESSES + 1];
    enum { IDLE, CALLED, DONE } stage[PROCESSES + 1];
    int64_t argument[PROCESSES + 1];
    ln_value result[PROCESSES + 1];
    uint64_t operations, events;
};

static void take_effect(struct run *run, uint32_t p)
{
    bool cell = run->bench.spec.class->discipline == LN_DISCIPLINE_CELL;
    run->stage[p] = DONE;
    run->result[p] = LN_VALUE_NONE;
    if (run->role[p] == LN_ROLE_INSERT) {
        run->first = cell ? 0 : run->first;
        run->length = cell ? 0 : run->length;
        run->inside[(run->first + run->length++) % INSIDE] = run->argument[p];
    } else {
        run->result[p] = run->length ? ln_small(run->inside[run->first % INSIDE]) : LN_VALUE_NULL;
        if (!cell && run->length) {
            run->first++;
            run->length--;
        }
    }
}

static void call_next(struct run *run, uint32_t p, bool drain)
{
    bool cell = run->bench.spec.class->discipline == LN_DISCIPLINE_CELL;
    ln_value argument = ln_small(run->next);
    run->role[p] = cell ? LN_ROLE_LOOK : LN_ROLE_REMOVE;
    if (!drain && ln_rng_below(&run->rng, 2) && (cell || run->length + PROCESSES < INSIDE)) {
        run->role[p] = LN_ROLE_INSERT;
        run->argument[p] = run->next++;
    }
    run->stage[p] = CALLED;
    run->operations++;
    run->events++;
    MUST(ln_exact_call(run->exact, p, (uint16_t)small_method(&run->bench, run->role[p]), &argument) == LN_OK);
}

/* Two phases in turn, so that it is empty now and then. */
static void step(struct run *run)
{
    uint32_t p = ln_rng_below(&run->rng, PROCESSES);
    if (run->stage[p] == IDLE) {
        call_next(run, p, run->operations % 1000 < 200);
    } else if (run->stage[p] == CALLED) {
        take_effect(run, p);
    } else {
        run->stage[p] = IDLE;
        run->events++;
        MUST(ln_exact_return(run->exact, p, run->result[p]) == LN_OK);
    }
}

/* With `stuck`, the last process calls a removal at the beginning that never ends. */
static void last_longer(const char *object, uint64_t operations, uint64_t seed, bool stuck)
{
    static struct run run;
    uint64_t early = 0;
    double seconds;
    clock_t start;
    memset(&run, 0, sizeof run);
    small_bench_init(&run.bench, object);
    run.rng.state = seed;
    run.exact = begin(&run.bench);
    if (stuck)
        call_next(&run, PROCESSES, true);
    start = clock();
    while (run.operations < operations) {
        step(&run);
        if (run.operations == operations / 20)
            early = atomic_load(&run.bench.memory.used);
    }
    seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
    MUST(ln_exact_verdict(run.exact).verdict == LN_HOLDS);
    printf("%-20s %9llu operations with seed %llu hold%s: %llu bytes after a twentieth, %llu at the end, "
           "%.1f million events a second\n",
           object, (unsigned long long)run.operations, (unsigned long long)seed, stuck ? " (one is stuck)" : "",
           (unsigned long long)early, (unsigned long long)atomic_load(&run.bench.memory.used),
           (double)run.events / 1e6 / (seconds > 0 ? seconds : 1));
    MUST(atomic_load(&run.bench.memory.peak) <= 64 * 1024 && atomic_load(&run.bench.memory.used) <= 2 * early);
    /* It is still awake. */
    while (run.stage[0] != IDLE)
        step(&run);
    call_next(&run, 0, true);
    MUST(ln_exact_return(run.exact, 0, ln_small(run.next + 1)) == LN_OK);
    MUST(ln_exact_verdict(run.exact).verdict == LN_VIOLATED);
    ln_exact_free(run.exact);
    small_bench_fini(&run.bench);
}

int main(int argc, char **argv)
{
    uint64_t count = argc > 1 ? strtoull(argv[1], NULL, 10) : 100000;
    uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    uint32_t most = argc > 3 ? (uint32_t)strtoul(argv[3], NULL, 10) : 3;
    uint64_t operations = argc > 4 ? strtoull(argv[4], NULL, 10) : 1000000;
    for (size_t i = 0; i < OBJECTS; i++) {
        exhaust(objects[i], most);
        if (i < UNBOUNDED)
            draw_many(objects[i], count / UNBOUNDED + 1, seed + i);
    }
    for (size_t i = 0; i < 2; i++)
        draw_many_slow(objects[i], count / 50 + 1, seed);
    for (size_t i = 0; i < UNBOUNDED; i++)
        if ((i != 2 && !is_caught(objects[i], call_late, seed)) ||
            (i != 2 && !is_caught(objects[i], never_inside, seed))) {
            fprintf(stderr, "%s: a monitor that was told something wrong was not caught\n", objects[i]);
            return 1;
        }
    printf("monitors that are told something wrong are caught\n");
    for (size_t i = 0; i < UNBOUNDED; i++)
        last_longer(objects[i], operations, seed, false);
    for (size_t i = 0; i < 2; i++)
        last_longer(objects[i], operations, seed, true);
    return 0;
}
