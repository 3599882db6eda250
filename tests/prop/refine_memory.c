/* Every allocation of refinement checking refused once, on small random programs: the answer is then unknown or what it
 * was, never anything else, and all memory is given back.
 *
 * refine_memory COUNT [SEED] */
#include "refine/replay.h"
#include "support/small_refine.h"

#include <stdio.h>
#include <stdlib.h>

static enum ln_verdict try_scene(struct ln_refinement *refinement)
{
    ln_decisions decisions = { 0 };
    struct ln_scene scene;
    enum ln_status status = ln_refinement_path(refinement, &decisions);
    if (!status) {
        status = ln_scene_init(&scene, refinement, &decisions);
        ln_scene_fini(&scene);
    }
    ln_vec_fini(&decisions, refinement->memory);
    return status ? LN_UNKNOWN : LN_VIOLATED;
}

static enum ln_verdict try_all(const struct small_program *small, const struct ln_program *program,
                               struct ln_memory *memory)
{
    struct ln_refine_options how = { .processes = small->processes, .limit = small->calls };
    struct ln_refinement refinement;
    struct ln_meaning meaning;
    struct ln_error error;
    struct ln_budget budget;
    enum ln_verdict verdict = LN_UNKNOWN;
    ln_budget_init(&budget, memory, 0, NULL);
    if (!ln_meaning_init(&meaning, program, small->spec, NULL, memory, &error)) {
        if (!ln_refine(&refinement, program, &meaning, &how, &budget, &error))
            verdict = refinement.verdict;
        if (verdict == LN_VIOLATED)
            verdict = try_scene(&refinement);
        ln_refinement_fini(&refinement);
    }
    ln_meaning_fini(&meaning);
    return verdict;
}

/* With the kth allocation refused. */
static enum ln_verdict attempt(const struct small_program *small, int64_t k, bool *refused)
{
    struct ln_memory memory;
    struct ln_program program;
    enum ln_verdict verdict = LN_UNKNOWN;
    ln_memory_init(&memory, UINT64_MAX);
    atomic_store(&memory.fail_after, k);
    if (small_emit(small, &program, &memory))
        verdict = try_all(small, &program, &memory);
    ln_program_fini(&program);
    *refused = k >= 0 && atomic_load(&memory.fail_after) < 0;
    if (memory.used != 0)
        small_complain(small, (uint64_t)k, "memory was not given back");
    return verdict;
}

int main(int argc, char **argv)
{
    uint64_t count = argc > 1 ? strtoull(argv[1], NULL, 10) : 5, seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    uint64_t tries = 0;
    for (uint64_t i = 0; i < count; i++) {
        struct ln_rng rng = { seed * 1000003 + i };
        struct small_program small;
        enum ln_verdict expected, verdict;
        bool refused;
        small_program_draw(&small, &rng);
        expected = attempt(&small, -1, &refused);
        refused = true;
        for (int64_t k = 0; refused; k++, tries++) {
            verdict = attempt(&small, k, &refused);
            if (verdict != expected && verdict != LN_UNKNOWN)
                small_complain(&small, (uint64_t)k, "another verdict after memory was refused");
        }
    }
    printf("%llu programs, %llu allocations refused\n", (unsigned long long)count, (unsigned long long)tries);
    return 0;
}
