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

void rt_note_long(enum ln_long_kind kind, uintptr_t pc)
{
    struct ln_shared *shared = state.shared;
    struct ln_long it = { kind, pc ? pc - shared->place.base : 0 };
    for (uint32_t i = 0; i < shared->long_count; i++)
        if (shared->longs[i].kind == it.kind && shared->longs[i].pc == it.pc)
            return;
    if (shared->long_count < LN_LONG_MOST)
        shared->longs[shared->long_count++] = it;
}

/* ---- loops ---- */

enum { LONGEST = 8 };

static bool is_alike(const struct ln_step *a, const struct ln_step *b)
{
    bool foldable = a->kind != LN_STEP_CALL && a->kind != LN_STEP_RETURN && a->kind != LN_STEP_ALLOCATE &&
                    a->kind != LN_STEP_FREE && a->kind != LN_STEP_REPEAT;
    return foldable && a->kind == b->kind && a->pc == b->pc && a->address == b->address && a->length == b->length &&
           a->thread == b->thread && a->success == b->success && !a->preempts && !b->preempts;
}

static bool are_alike(const struct ln_step *a, const struct ln_step *b, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (!is_alike(&a[i], &b[i]))
            return false;
    return true;
}

static void move(struct ln_step *to, const struct ln_step *from, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        to[i] = from[i];
}

/* The last two turns of `length` steps are alike. Of four or more the first and the last one stay, and how many there
 * were in between. */
static void fold(struct ln_shared *shared, uint32_t length, struct fiber *fiber)
{
    struct ln_step *last = &shared->steps[shared->step_count - length], *before = last - length;
    if (shared->step_count > 2 * length && before[-1].kind == LN_STEP_REPEAT && before[-1].length == length &&
        before[-1].thread == last->thread) {
        before[-1].operand++;
        move(before, last, length);
        shared->step_count -= length;
    } else if (shared->step_count >= 4 * length && are_alike(before - 2 * length, before - length, 2 * length)) {
        struct ln_step repeat = { .kind = LN_STEP_REPEAT,
                                  .thread = last->thread,
                                  .operation = last->operation,
                                  .pc = last->pc,
                                  .length = length,
                                  .operand = 2 };
        before[-(ptrdiff_t)length] = repeat;
        move(before - length + 1, last, length);
        shared->step_count -= 2 * length - 1;
    }
    fiber->written = 0;
}

static void fold_loops(struct ln_shared *shared, struct fiber *fiber)
{
    for (uint32_t length = 1; length <= LONGEST && 2 * length <= shared->step_count; length++) {
        const struct ln_step *last = &shared->steps[shared->step_count - length];
        if (are_alike(last - length, last, length)) {
            fold(shared, length, fiber);
            return;
        }
    }
}

struct ln_step *rt_trace(enum ln_step_kind kind, uintptr_t pc, const volatile void *address, size_t length)
{
    struct ln_shared *shared = state.shared;
    struct fiber *fiber = state.current;
    struct ln_step *step;
    if (state.active) {
        rt_trace_written(fiber);
        fold_loops(shared, fiber);
    }
    step = &shared->steps[shared->step_count < LN_STEPS ? shared->step_count++ : LN_STEPS - 1];
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
