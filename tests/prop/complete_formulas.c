/* Complete formulas against the oracle, and the cutoffs of the families.
 *
 *   complete_formulas [VALUES1 [VALUES2]]
 *
 * Section 7.2: every history of length at most k whose values have up to VALUES1 (4) types for k = 1, and VALUES2 (2)
 * for k = 2, empty removals, values that were never removed and types that come twice included: violated for the oracle
 * exactly if the table of complete formulas excludes it. Theorem 4: what a family finds at length 4 it finds in a
 * weaker history of length 1 (rv), 2 (ev, fv) or 3 (lv); for one less, something is lost. (The paper has 0 for rv,
 * which is so when a value never went in: these have no type. That it went in later takes one bound to see.) */
#include "check/brute.h"
#include "counting/complete.h"
#include "support/must.h"
#include "support/small_collection.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct comparing {
    struct small_bench bench;
    struct ln_exclusions table;
    uint32_t chosen[8];
    uint64_t compared, violated;
};

static enum ln_verdict truth_of(struct comparing *c, size_t count)
{
    struct ln_history history;
    struct ln_problem problem = { .history = &history, .spec = &c->bench.spec, .stuck = LN_NO_OP };
    struct ln_outcome outcome;
    struct ln_budget budget;
    enum ln_verdict verdict;
    MUST(ln_complete_history(&c->bench.spec, &c->table.types, c->chosen, count, &c->bench.memory, &history) == LN_OK);
    problem.events = history.events.at;
    problem.event_count = history.events.length;
    ln_budget_init(&budget, &c->bench.memory, 0, NULL);
    ln_outcome_init(&outcome, &c->bench.memory);
    MUST(ln_brute_run(&problem, &budget, &outcome) == LN_OK);
    verdict = outcome.verdict;
    ln_outcome_fini(&outcome);
    ln_history_fini(&history);
    return verdict;
}

static bool is_excluded(struct comparing *c, size_t count)
{
    struct ln_type_set set = { { 0 } };
    uint32_t other;
    for (size_t i = 0; i < count; i++) {
        if (!c->table.types.free[c->chosen[i]] && ln_is_excluded(&c->table, c->chosen[i], &set, &other))
            return true;
        ln_type_set_add(&set, c->chosen[i]);
    }
    return false;
}

static void compare_all(struct comparing *c, size_t most, size_t count, uint32_t from)
{
    bool violated = truth_of(c, count) == LN_VIOLATED;
    c->compared++;
    c->violated += violated;
    if (violated != is_excluded(c, count)) {
        fprintf(stderr, "%s, k = %u: violated %d, and excluded %d:", c->bench.spec.class->name, c->table.types.k,
                violated, !violated);
        for (size_t i = 0; i < count; i++)
            fprintf(stderr, " %u", c->chosen[i]);
        fputc('\n', stderr);
        exit(1);
    }
    for (uint32_t type = from; type < c->table.types.count && count < most; type++) {
        c->chosen[count] = type;
        compare_all(c, most, count + 1, type);
    }
}

static void compare_object(const char *object, uint32_t k, size_t most)
{
    static struct comparing c;
    memset(&c, 0, sizeof c);
    small_bench_init(&c.bench, object);
    ln_exclusions_init(&c.table, NULL, k, &c.bench.memory);
    MUST(ln_complete_sets(&c.bench.spec, k, &c.bench.memory, &c.table) == LN_OK);
    compare_all(&c, most, 0, 0);
    printf("%-6s k = %u: %llu histories of up to %zu types, %llu violated, as %zu least sets say\n", object, k,
           (unsigned long long)c.compared, most, (unsigned long long)c.violated, c.table.sets.length);
    ln_exclusions_fini(&c.table);
    small_bench_fini(&c.bench);
}

/* ---- cutoffs ---- */

/* The interval when bounds become fewer: `merge` has a bit for each bound that begins a new one. */
static struct ln_interval merged(struct ln_interval interval, uint32_t merge)
{
    uint32_t first = (uint32_t)__builtin_popcount(merge & ((2U << interval.first) - 2));
    return (struct ln_interval){ first, (uint32_t)__builtin_popcount(merge & ((2U << interval.last) - 2)) };
}

static uint32_t merged_type(const struct ln_types *from, const struct ln_types *to, uint32_t type, uint32_t merge)
{
    struct ln_type_parts parts = ln_type_parts(from, type);
    struct ln_interval in = merged(parts.insertion, merge), out = merged(parts.removal, merge);
    uint32_t number = to->number[in.first][in.last];
    if (parts.is_empty)
        return ln_type_of_empty(number);
    return parts.is_gone ? ln_type_of_gone(to, number, to->number[out.first][out.last]) : ln_type_of_left(to, number);
}

/* Is the violation of two types also there in a history with at most `most` bounds after the first? */
static bool is_kept(struct ln_exclusions *from, struct ln_exclusions *to, uint32_t a, uint32_t b)
{
    for (uint32_t merge = 0; merge < 32; merge += 2)
        if ((uint32_t)__builtin_popcount(merge) <= to->types.k &&
            ln_exclusion_name(to, merged_type(&from->types, &to->types, a, merge),
                              merged_type(&from->types, &to->types, b, merge)))
            return true;
    return false;
}

/* Of the violations of two types at length 4, how many need more than `most`. */
static uint64_t count_lost(struct ln_exclusions *large, const struct ln_ocl *ocl, uint32_t most,
                           struct ln_memory *memory, uint64_t *all)
{
    static struct ln_exclusions small;
    uint64_t lost = 0;
    ln_exclusions_init(&small, ocl, most, memory);
    *all = 0;
    for (uint32_t a = 0; a < large->types.count; a++)
        for (uint32_t b = a; b < large->types.count; b++) {
            /* Merging makes one type of two only when they say the same. */
            if (!ln_exclusion_name(large, a, b))
                continue;
            ++*all;
            lost += !is_kept(large, &small, a, b);
        }
    ln_exclusions_fini(&small);
    return lost;
}

static void expect_cutoff(const char *family, uint32_t cutoff)
{
    static struct ln_exclusions large;
    struct ln_memory memory;
    struct ln_ocl *ocl;
    struct ln_error error;
    const char *text = ln_ocl_shipped(family, strlen(family));
    uint64_t all, lost;
    ln_memory_init(&memory, UINT64_MAX);
    MUST(ln_ocl_parse(&ocl, family, text, strlen(text), &memory, &error) == LN_OK);
    ln_exclusions_init(&large, ocl, 4, &memory);
    MUST(count_lost(&large, ocl, cutoff, &memory, &all) == 0);
    lost = cutoff ? count_lost(&large, ocl, cutoff - 1, &memory, &all) : 0;
    MUST(all && (!cutoff || lost));
    printf("%s: cutoff %u holds for %llu pairs of types; with one less %llu are lost\n", family, cutoff,
           (unsigned long long)all, (unsigned long long)lost);
    ln_exclusions_fini(&large);
    ln_ocl_free(ocl);
}

int main(int argc, char **argv)
{
    size_t values1 = argc > 1 ? strtoull(argv[1], NULL, 10) : 4, values2 = argc > 2 ? strtoull(argv[2], NULL, 10) : 2;
    static const char *const objects[] = { "queue", "stack", "bag" };
    MUST(values1 <= 8 && values2 <= 8);
    for (size_t o = 0; o < sizeof objects / sizeof *objects; o++) {
        compare_object(objects[o], 0, values1);
        compare_object(objects[o], 1, values1);
        compare_object(objects[o], 2, values2);
    }
    expect_cutoff("rv", 1);
    expect_cutoff("ev", 2);
    expect_cutoff("fv", 2);
    expect_cutoff("lv", 3);
    return 0;
}
