/* Writing down the steps of a run that is shown. What a plain write has written is known when its thread comes back. */
#include "explore/runtime/state.h"

uint64_t rt_load(const volatile void *address, size_t length)
{
    switch (length) {
    case 1: return *(const volatile uint8_t *)address;
    case 2: return *(const volatile uint16_t *)address;
    case 4: return *(const volatile uint32_t *)address;
    default: return *(const volatile uint64_t *)address;
    }
}

void rt_trace_written(struct fiber *fiber)
{
    if (fiber->written) {
        struct ln_step *step = &state.shared->steps[fiber->written - 1];
        step->after = rt_load((const void *)(uintptr_t)step->address, step->length);
        fiber->written = 0;
    }
}

/* memset is a hook here. */
static void clear(struct ln_step *step)
{
    volatile uint64_t *words = (volatile uint64_t *)step;
    _Static_assert(sizeof *step % sizeof *words == 0, "whole words");
    for (size_t i = 0; i < sizeof *step / sizeof *words; i++)
        words[i] = 0;
}

struct ln_step *rt_trace(enum ln_step_kind kind, uintptr_t pc, const volatile void *address, size_t length)
{
    struct ln_shared *shared = state.shared;
    struct fiber *fiber = state.current;
    struct ln_step *step = &shared->steps[shared->step_count < LN_STEPS ? shared->step_count++ : LN_STEPS - 1];
    if (state.active)
        rt_trace_written(fiber);
    clear(step);
    step->kind = (uint8_t)kind;
    step->pc = pc ? pc - shared->place.base : 0;
    step->address = (uintptr_t)address;
    step->length = (uint32_t)length;
    step->thread = fiber ? fiber->index : MAIN;
    step->operation = (uint16_t)(fiber ? fiber->at : UINT16_MAX);
    step->preempts = state.preempted;
    state.preempted = false;
    if (kind == LN_STEP_WRITE && state.active)
        fiber->written = (uint32_t)(step - shared->steps) + 1;
    return step;
}

void rt_trace_lock(enum ln_step_kind kind, uintptr_t pc, const void *address, bool success)
{
    if (UNLIKELY(state.tracing))
        rt_trace(kind, pc, address, 0)->success = success;
}
