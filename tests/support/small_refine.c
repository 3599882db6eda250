#include "support/small_refine.h"

#include "refine/replay.h"

#include <stdio.h>
#include <stdlib.h>

void small_complain(const struct small_program *small, uint64_t seed, const char *message)
{
    struct ln_memory memory;
    struct ln_str text;
    ln_memory_init(&memory, UINT64_MAX);
    ln_str_init(&text, &memory);
    small_write(small, &text);
    fprintf(stderr, "seed %llu, %u processes, %u calls each: %s\n%s", (unsigned long long)seed, small->processes,
            small->calls, message, ln_str_borrow(&text));
    exit(1);
}

/* Where there is little memory, the search may have left too little of it for that. */
static void replay(struct ln_refinement *refinement, const struct small_program *small, uint64_t seed)
{
    ln_decisions decisions = { 0 };
    struct ln_scene scene;
    enum ln_status status = ln_refinement_path(refinement, &decisions);
    if (!status) {
        status = ln_scene_init(&scene, refinement, &decisions);
        ln_scene_fini(&scene);
    }
    if (status && status != LN_NO_MEMORY)
        small_complain(small, seed, "the counterexample does not come about again");
    ln_vec_fini(&decisions, refinement->memory);
}

struct small_found small_refine(const struct small_program *small, const struct ln_program *program, uint64_t seed,
                                struct small_how how)
{
    struct ln_refine_options options = { .processes = small->processes,
                                         .limit = how.looping ? 0 : small->calls,
                                         .order = how.order,
                                         .reduction = how.reduction };
    struct ln_memory little, *memory = small->endless || how.looping ? &little : program->memory;
    struct ln_refinement refinement;
    struct ln_meaning meaning;
    struct ln_error error = { 0 };
    struct ln_budget budget;
    struct small_found found;
    enum ln_status status;
    ln_memory_init(&little, 1 << 21);
    ln_budget_init(&budget, memory, 0, NULL);
    status = ln_meaning_init(&meaning, program, small->spec, NULL, memory, &error);
    if (!status)
        status = ln_refine(&refinement, program, &meaning, &options, &budget, &error);
    if (status)
        small_complain(small, seed, error.message);
    found = (struct small_found){ refinement.verdict, refinement.flaw, refinement.states };
    if (refinement.reason == LN_REASON_UNSEEN || refinement.reason == LN_REASON_EMPTY)
        found.verdict = LN_HOLDS; /* what nobody may call is as if it were not there */
    if (found.verdict == LN_VIOLATED)
        replay(&refinement, small, seed);
    ln_refinement_fini(&refinement);
    ln_meaning_fini(&meaning);
    if (little.used)
        small_complain(small, seed, "memory was not given back");
    return found;
}
