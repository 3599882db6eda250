/* Accesses are sorted by address and joined where they overlap, so that what a copy of a whole record touches is one
 * with its members. That may call too much relevant, never too little. */
#include "explore/show/relevance.h"

#include <stdlib.h>

enum role { ROLE_ALWAYS, ROLE_NEVER, ROLE_ACCESS, ROLE_USE, ROLE_BLOCK };

static enum role role_of(const struct ln_step *step)
{
    switch ((enum ln_step_kind)step->kind) {
    case LN_STEP_CALL:
    case LN_STEP_RETURN:
    case LN_STEP_BLOCKED:
    case LN_STEP_FAULT:
    case LN_STEP_SPIN:
    case LN_STEP_REPEAT: return ROLE_ALWAYS;
    case LN_STEP_FENCE:
    case LN_STEP_YIELD: return ROLE_NEVER;
    case LN_STEP_READ:
    case LN_STEP_WRITE:
    case LN_STEP_LOAD:
    case LN_STEP_STORE:
    case LN_STEP_EXCHANGE:
    case LN_STEP_CAS:
    case LN_STEP_FETCH:
    case LN_STEP_COPY: return ROLE_ACCESS;
    case LN_STEP_ALLOCATE:
    case LN_STEP_FREE: return ROLE_BLOCK;
    case LN_STEP_LOCK:
    case LN_STEP_TRY_LOCK:
    case LN_STEP_TIMED_LOCK:
    case LN_STEP_UNLOCK:
    case LN_STEP_WAIT:
    case LN_STEP_WAKE:
    case LN_STEP_SIGNAL:
    case LN_STEP_BROADCAST: return ROLE_USE;
    }
    return ROLE_ALWAYS;
}

bool ln_step_writes(const struct ln_step *step)
{
    switch ((enum ln_step_kind)step->kind) {
    case LN_STEP_WRITE:
    case LN_STEP_STORE:
    case LN_STEP_EXCHANGE:
    case LN_STEP_FETCH: return true;
    case LN_STEP_CAS:
    case LN_STEP_COPY: return step->success;
    default: return false;
    }
}

struct step_touch {
    uint64_t first, last;
    size_t step;
    uint8_t thread;
    bool writes;
};

static int by_first(const void *left, const void *right)
{
    const struct step_touch *a = left, *b = right;
    return a->first != b->first ? (a->first > b->first) - (a->first < b->first)
                                : (a->step > b->step) - (a->step < b->step);
}

/* Sorts the touches and marks the steps of those joined ones that two threads made, at least one of them writing. */
static void mark_shared(struct step_touch *touches, size_t count, bool *relevant)
{
    if (count)
        qsort(touches, count, sizeof *touches, by_first);
    for (size_t i = 0, next; i < count; i = next) {
        uint64_t last = touches[i].last;
        bool several = false, written = false;
        for (next = i; next < count && (next == i || touches[next].first <= last); next++) {
            several |= touches[next].thread != touches[i].thread;
            written |= touches[next].writes;
            last = touches[next].last > last ? touches[next].last : last;
        }
        for (size_t k = i; k < next && several && written; k++)
            relevant[touches[k].step] = true;
    }
}

/* Does another thread touch the block that the step makes or frees? The touches are sorted. */
static bool others_touch(const struct step_touch *touches, size_t count, const struct ln_step *step)
{
    uint64_t end = step->address + (step->length ? step->length : 1);
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (touches[middle].first < step->address)
            low = middle + 1;
        else
            high = middle;
    }
    for (; low < count && touches[low].first < end; low++)
        if (touches[low].thread != step->thread)
            return true;
    return false;
}

static size_t gather(const struct ln_step *steps, size_t count, uint32_t alone, enum role role,
                     struct step_touch *touches)
{
    size_t found = 0;
    for (size_t i = 0; i < count; i++)
        if (role_of(&steps[i]) == role && steps[i].thread != alone) {
            uint64_t length = role == ROLE_ACCESS && steps[i].length ? steps[i].length : 1;
            touches[found++] = (struct step_touch){ steps[i].address, steps[i].address + length - 1, i, steps[i].thread,
                                                    role == ROLE_USE || ln_step_writes(&steps[i]) };
        }
    return found;
}

/* Whatever was done to what a thread waits for. */
static void mark_awaited(const struct ln_step *steps, size_t count, bool *relevant)
{
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < i && steps[i].kind == LN_STEP_BLOCKED && steps[i].address; k++)
            relevant[k] |= steps[k].address == steps[i].address;
}

bool ln_relevance(const struct ln_step *steps, size_t count, uint32_t alone, bool *relevant, struct ln_memory *memory)
{
    struct step_touch *touches = ln_take(memory, (count ? count : 1) * sizeof *touches);
    size_t found;
    if (!touches)
        return false;
    for (size_t i = 0; i < count; i++)
        relevant[i] = role_of(&steps[i]) == ROLE_ALWAYS || steps[i].preempts ||
                      (i + 1 < count && steps[i + 1].preempts);
    mark_awaited(steps, count, relevant);
    found = gather(steps, count, alone, ROLE_USE, touches);
    mark_shared(touches, found, relevant);
    found = gather(steps, count, alone, ROLE_ACCESS, touches);
    mark_shared(touches, found, relevant);
    for (size_t i = 0; i < count; i++)
        if (role_of(&steps[i]) == ROLE_BLOCK && steps[i].thread != alone && others_touch(touches, found, &steps[i]))
            relevant[i] = true;
    ln_give(memory, touches, (count ? count : 1) * sizeof *touches);
    return true;
}
