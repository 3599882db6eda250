/* destroy(): after the last call of every run that comes to its end, on the fiber of the initial and final sequence,
 * where no other thread runs any more. And once on the object as create() made it, to see what destroy() leaves of it:
 * leaks.c. */
#include "explore/runtime/state.h"

#include <stdio.h>

/* Where a fiber begins when the object is to be dropped. */
_Noreturn void rt_destroy_main(void)
{
    state.object->destroy(state.instance);
    rt_end(LN_END_FULL);
}

/* Who looks at a run wants to see its calls. */
static void forget_steps(uint32_t steps, uint32_t blocks)
{
    state.shared->step_count = steps;
    state.shared->block_count = blocks;
    for (uint32_t i = 0; i < blocks; i++)
        if (state.shared->blocks[i].died > steps)
            state.shared->blocks[i].died = UINT32_MAX;
}

void rt_destroy(void)
{
    struct fiber *fiber = &state.fibers[MAIN];
    uint32_t steps = state.shared->step_count, blocks = state.shared->block_count;
    if (!state.object->destroy)
        return;
    rt_fiber_reset(fiber);
    fiber->at = state.test->calls[MAIN];
    state.alone = true;
    state.shared->destroying = true;
    rt_enter(fiber);
    if (state.run->end == LN_END_DEADLOCK || state.run->end == LN_END_LIVELOCK) {
        snprintf(state.shared->fault, sizeof state.shared->fault, "it waits for ever");
        state.run->end = LN_END_FAULT;
    }
    if (state.run->end != LN_END_FULL)
        return; /* that is where it happened */
    state.shared->destroying = false;
    if (state.tracing)
        forget_steps(steps, blocks);
}
