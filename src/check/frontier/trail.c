#include "check/frontier/trail.h"

#include <assert.h>
#include <string.h>

enum { FEW = 1 << 16 };

void ln_trail_init(struct ln_trail *trail, struct ln_memory *memory)
{
    *trail = (struct ln_trail){ .memory = memory };
}

void ln_trail_fini(struct ln_trail *trail)
{
    ln_vec_fini(&trail->steps, trail->memory);
    ln_vec_fini(&trail->bits, trail->memory);
    ln_vec_fini(&trail->path, trail->memory);
}

void ln_trail_clear(struct ln_trail *trail)
{
    trail->steps.length = trail->path.length = 0;
    trail->enough = FEW;
}

bool ln_trail_add(struct ln_trail *trail, struct ln_trail_step step, uint32_t *index)
{
    assert(step.before == LN_NO_STEP || step.before < trail->steps.length);
    *index = (uint32_t)trail->steps.length;
    return trail->steps.length < LN_NO_STEP - 1 && ln_vec_push(&trail->steps, trail->memory, step);
}

/* ---- forgetting ---- */

static void mark(struct ln_trail *trail, uint32_t step)
{
    assert(step == LN_NO_STEP || step < trail->steps.length);
    while (step != LN_NO_STEP && !(trail->bits.at[step / 64] & UINT64_C(1) << (step % 64))) {
        trail->bits.at[step / 64] |= UINT64_C(1) << (step % 64);
        step = trail->steps.at[step].before;
    }
}

/* Moves the marked steps together; trail->path says where each went. What comes before a step was moved before it. */
static void compact(struct ln_trail *trail)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < trail->steps.length; i++) {
        struct ln_trail_step step = trail->steps.at[i];
        if (!(trail->bits.at[i / 64] & UINT64_C(1) << (i % 64)))
            continue;
        if (step.before != LN_NO_STEP)
            step.before = trail->path.at[step.before];
        assert(step.before == LN_NO_STEP || step.before < kept);
        trail->path.at[i] = kept;
        trail->steps.at[kept++] = step;
    }
    trail->steps.length = kept;
}

bool ln_trail_forget(struct ln_trail *trail, struct ln_configuration *configurations, size_t count)
{
    size_t words = trail->steps.length / 64 + 1;
    if (trail->steps.length < trail->enough)
        return true;
    if (!ln_vec_reserve(&trail->bits, trail->memory, words) ||
        !ln_vec_reserve(&trail->path, trail->memory, trail->steps.length))
        return false;
    memset(trail->bits.at, 0, words * sizeof *trail->bits.at);
    for (size_t i = 0; i < count; i++)
        mark(trail, configurations[i].trail);
    compact(trail);
    for (size_t i = 0; i < count; i++)
        if (configurations[i].trail != LN_NO_STEP)
            configurations[i].trail = trail->path.at[configurations[i].trail];
    trail->enough = trail->steps.length * 2 > FEW ? trail->steps.length * 2 : FEW;
    return true;
}

bool ln_trail_follow(struct ln_trail *trail, uint32_t last)
{
    size_t length = 0;
    for (uint32_t step = last; step != LN_NO_STEP; step = trail->steps.at[step].before)
        length++;
    if (!ln_vec_reserve(&trail->path, trail->memory, length))
        return false;
    trail->path.length = length;
    for (uint32_t step = last; step != LN_NO_STEP; step = trail->steps.at[step].before)
        trail->path.at[--length] = step;
    assert(length == 0);
    return true;
}
