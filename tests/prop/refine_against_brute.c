/* Refinement checking against the definition, on small random programs: an independent interpreter runs them under
 * every schedule and gives each history to the oracle. Both orders of the search, every reduction (also where
 * processes call again and again) and every counterexample must agree.
 *
 * refine_against_brute COUNT [SEED] */
#include "support/small_refine.h"

#include <stdio.h>
#include <stdlib.h>

static const uint32_t reductions[] = { LN_REDUCE_SYMMETRY, LN_REDUCE_PARTIAL_ORDER, LN_REDUCE_BOTH };

/* Every reduction says what none says, and looks at no more states. Calls that are stuck may also be found where they
 * wait for each other or go round for ever: which is found first may differ. */
static void compare_reductions(const struct small_program *small, const struct ln_program *program, uint64_t seed,
                               struct small_how how, struct small_found none)
{
    for (size_t i = 0; i < sizeof reductions / sizeof *reductions; i++) {
        struct small_found found;
        how.reduction = reductions[i];
        found = small_refine(small, program, seed, how);
        if ((how.looping || small->endless) && found.verdict == LN_UNKNOWN)
            continue;
        if (found.verdict != none.verdict)
            small_complain(small, seed,
                           how.looping ? "a reduction changes the verdict on loops"
                                       : "a reduction changes the verdict");
        if (found.verdict == LN_HOLDS && found.states > none.states)
            small_complain(small, seed, "a reduction sees more states");
    }
}

static uint64_t looped[3]; /* by verdict */
static uint64_t livelocks;

/* Loops that may go on for ever: no oracle, but reductions must not change what is said. */
static void compare_endless(const struct small_program *small, uint64_t seed, struct ln_memory *memory)
{
    struct small_program endless = *small;
    struct ln_program program;
    endless.endless = true;
    if (!small_emit(&endless, &program, memory))
        small_complain(small, seed, "it could not be made");
    for (int looping = 0; looping <= 1; looping++) {
        struct small_how how = { .order = LN_BREADTH_FIRST, .looping = looping };
        struct small_found found = small_refine(&endless, &program, seed, how);
        if (found.verdict != LN_UNKNOWN)
            compare_reductions(&endless, &program, seed, how, found);
        livelocks += found.flaw == LN_FLAW_LIVELOCK;
    }
    ln_program_fini(&program);
}

static void compare(const struct small_program *small, uint64_t seed, enum small_verdict expected,
                    struct ln_memory *memory)
{
    struct small_how how = { .order = LN_BREADTH_FIRST };
    struct ln_program program;
    struct small_found broad, deep, loops;
    if (!small_emit(small, &program, memory))
        small_complain(small, seed, "it could not be made");
    broad = small_refine(small, &program, seed, how);
    how.order = LN_DEPTH_FIRST;
    deep = small_refine(small, &program, seed, how);
    if (broad.verdict != (expected == SMALL_VIOLATED ? LN_VIOLATED : LN_HOLDS))
        small_complain(small, seed, expected == SMALL_VIOLATED ? "missed" : "false alarm");
    if (broad.verdict != deep.verdict)
        small_complain(small, seed, "the orders of the search disagree");
    if (broad.verdict == LN_HOLDS && broad.states != deep.states)
        small_complain(small, seed, "the orders of the search see different states");
    how.order = seed % 2 ? LN_DEPTH_FIRST : LN_BREADTH_FIRST;
    compare_reductions(small, &program, seed, how, broad);
    how.looping = true;
    loops = small_refine(small, &program, seed, how);
    if (loops.verdict != LN_UNKNOWN)
        compare_reductions(small, &program, seed, how, loops);
    looped[loops.verdict]++;
    ln_program_fini(&program);
}

int main(int argc, char **argv)
{
    uint64_t count = argc > 1 ? strtoull(argv[1], NULL, 10) : 1000, seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    uint64_t violated = 0, large = 0, histories = 0;
    struct ln_memory memory;
    ln_memory_init(&memory, UINT64_MAX);
    for (uint64_t i = 0; i < count; i++) {
        struct ln_rng rng = { seed * 1000003 + i };
        struct small_program small;
        enum small_verdict expected;
        small_program_draw(&small, &rng);
        expected = small_decide(&small, &memory, &histories);
        violated += expected == SMALL_VIOLATED;
        large += expected == SMALL_TOO_LARGE;
        if (expected != SMALL_TOO_LARGE)
            compare(&small, seed * 1000003 + i, expected, &memory);
        compare_endless(&small, seed * 1000003 + i, &memory);
    }
    printf("%llu programs (%llu violated, %llu too large for the oracle), %llu histories; looping %llu hold, %llu "
           "violated; %llu livelocks\n",
           (unsigned long long)count, (unsigned long long)violated, (unsigned long long)large,
           (unsigned long long)histories, (unsigned long long)looped[LN_HOLDS], (unsigned long long)looped[LN_VIOLATED],
           (unsigned long long)livelocks);
    if (memory.used != 0) {
        fprintf(stderr, "%llu bytes were not given back\n", (unsigned long long)memory.used);
        return 1;
    }
    return violated && violated + large < count ? 0 : 1;
}
