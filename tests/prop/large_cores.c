/* Cores of large faulty histories: how small they are and what they cost.
 *
 *   large_cores COUNT MOST [SEED]        COUNT violated histories of 1000 to MOST operations
 *
 * Registers, key-value maps, sets, mutexes and collections. Half of the histories are broken by one result that some other operation
 * of the same kind returned (a stale read), half by a result that nobody ever gave. Fails when the median core has more
 * than 8 operations or, of histories of up to 100000, costs more than five times the decision. */
#include "inquiry/binding.h"
#include "base/rng.h"
#include "check/check.h"
#include "core/find.h"
#include "gen/gen.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct sample {
    double operations, ratio;
};

struct tally {
    struct sample *samples;
    size_t count, none, verified, confirmed, minimal;
    double slowest;
};

static void fail(const char *what, uint64_t seed)
{
    fprintf(stderr, "%s, seed %llu\n", what, (unsigned long long)seed);
    exit(1);
}

static char *generate(const char *spec, uint64_t operations, uint64_t seed, bool faulty, size_t *length,
                      struct ln_memory *memory)
{
    struct ln_gen_options options = { .spec = spec,
                                      .operations = operations,
                                      .processes = 16,
                                      .seed = seed,
                                      .faulty = faulty,
                                      .keys = strcmp(spec, "kv") == 0 ? 16 : 1 };
    struct ln_gen_fault fault;
    struct ln_error error = { 0 };
    char *text = NULL;
    FILE *out = open_memstream(&text, length);
    if (!out || ln_gen(&options, out, &fault, memory, &error))
        fail(error.message, seed);
    fclose(out);
    return text;
}

/* One operation returns what another one of its kind did; of a collection, the other one what it should have. */
static void break_history(struct ln_history *history, const struct ln_spec *spec, struct ln_rng *rng)
{
    uint32_t count = (uint32_t)history->operations.length;
    for (unsigned tries = 0; tries < 10000; tries++) {
        struct ln_operation *o = &history->operations.at[count / 4 + ln_rng_below(rng, count / 2)];
        struct ln_operation *other = &history->operations.at[ln_rng_below(rng, count)];
        if (spec->class->methods[o->method].effect != LN_CHANGES && o->method == other->method &&
            ln_same(o->key, other->key) && !ln_same(o->result, other->result)) {
            ln_value swap = o->result;
            o->result = other->result;
            if (spec->class->closed)
                other->result = swap;
            return;
        }
    }
}

static void measure(const struct ln_history *history, const struct ln_spec *spec, struct ln_memory *memory,
                    uint64_t seed, struct tally *tally)
{
    struct ln_check_options options = { .algorithm = LN_ALGORITHM_AUTO, .jobs = 1 };
    struct ln_outcome outcome;
    struct ln_violation violation = { history, spec, &outcome };
    struct ln_budget budget;
    struct ln_core core;
    struct ln_core_facts facts;
    struct ln_error error = { 0 };
    uint64_t start = ln_cpu_time(), decided;
    ln_outcome_init(&outcome, memory);
    ln_core_init(&core, memory);
    ln_budget_init(&budget, memory, 60, NULL);
    if (ln_check(history, spec, &options, &budget, &outcome, &error))
        fail(error.message, seed);
    decided = ln_cpu_time() - start;
    if (outcome.verdict == LN_VIOLATED) {
        double seconds;
        ln_budget_init(&budget, memory, 0.5 + 4e-9 * (double)decided, NULL);
        start = ln_cpu_time();
        if (ln_core_find(&violation, &budget, &core, &facts, &error))
            fail(error.message, seed);
        seconds = (double)(ln_cpu_time() - start) / 1e9;
        if (!facts.found)
            fail("there is no core", seed);
        tally->samples[tally->count++] = (struct sample){ (double)core.ops.length, seconds * 1e9 / (double)decided };
        tally->verified += facts.verified;
        tally->confirmed += facts.confirmed;
        tally->minimal += facts.minimal;
        tally->slowest = seconds > tally->slowest ? seconds : tally->slowest;
    } else {
        tally->none++; /* the other result was possible, too */
    }
    ln_core_fini(&core);
    ln_outcome_fini(&outcome);
}

static void run_one(const char *spec, uint64_t operations, uint64_t seed, struct tally *tally)
{
    struct ln_memory memory;
    struct ln_rng rng = { seed };
    struct ln_binding binding;
    struct ln_reader_options reading = { .binder = &binding.binder };
    struct ln_reader *reader;
    struct ln_history history;
    struct ln_error error = { 0 };
    bool found, unheard = seed % 2;
    size_t length;
    char *text;
    ln_memory_init(&memory, UINT64_MAX);
    text = generate(spec, operations, seed, unheard, &length, &memory);
    ln_binding_init(&binding, NULL);
    if (ln_reader_open_bytes(&reader, "generated", text, length, &reading, &memory, &error) ||
        ln_reader_next(reader, &history, &found, &error))
        fail(error.message, seed);
    if (!unheard)
        break_history(&history, &binding.spec, &rng);
    measure(&history, &binding.spec, &memory, seed, tally);
    ln_history_fini(&history);
    ln_reader_close(reader);
    free(text);
}

static int by_operations(const void *a, const void *b)
{
    double x = ((const struct sample *)a)->operations, y = ((const struct sample *)b)->operations;
    return (x > y) - (x < y);
}

static int by_ratio(const void *a, const void *b)
{
    double x = ((const struct sample *)a)->ratio, y = ((const struct sample *)b)->ratio;
    return (x > y) - (x < y);
}

/* What small histories cost says little: their decision takes no time. */
static bool tell(const char *name, struct tally *tally, bool costs)
{
    size_t n = tally->count;
    double median, most, ratio, ratio_most;
    if (!n)
        return false;
    qsort(tally->samples, n, sizeof *tally->samples, by_operations);
    median = tally->samples[n / 2].operations, most = tally->samples[n - 1].operations;
    qsort(tally->samples, n, sizeof *tally->samples, by_ratio);
    ratio = tally->samples[n / 2].ratio, ratio_most = tally->samples[n - 1].ratio;
    printf("%-12s %4zu violated (%zu not): core median %2.0f, most %3.0f operations; cost median %.2f, most %.1f "
           "decisions, %.2f s; %.0f %% verified, %.0f %% confirmed by brute, %.0f %% minimal\n",
           name, n, tally->none, median, most, ratio, ratio_most, tally->slowest,
           100.0 * (double)tally->verified / (double)n, 100.0 * (double)tally->confirmed / (double)n,
           100.0 * (double)tally->minimal / (double)n);
    return median <= 8 && (ratio <= 5 || !costs);
}

int main(int argc, char **argv)
{
    static const char *const specs[] = { "register", "cas-register", "kv",    "set",
                                         "mutex",    "queue",        "stack", "priority-queue" };
    enum { SPECS = sizeof specs / sizeof *specs };
    uint64_t count = argc > 1 ? strtoull(argv[1], NULL, 10) : 50, most = argc > 2 ? strtoull(argv[2], NULL, 10) : 10000;
    uint64_t seed = argc > 3 ? strtoull(argv[3], NULL, 10) : 1;
    bool good = true;
    printf("seed %llu\n", (unsigned long long)seed);
    for (size_t s = 0; s < SPECS; s++) {
        struct tally tally = { .samples = calloc(count, sizeof *tally.samples) };
        struct ln_rng rng = { seed + s };
        for (uint64_t i = 0; tally.count < count / SPECS; i++)
            run_one(specs[s], 1000 + ln_rng_below(&rng, (uint32_t)(most - 999)), seed + i, &tally);
        good = tell(specs[s], &tally, most >= 100000) && good;
        free(tally.samples);
    }
    return good ? 0 : 1;
}
