#include "counting/counting.h"

#include <assert.h>
#include <string.h>

void ln_counting_init(struct ln_counting *counting, uint32_t k, struct ln_memory *memory)
{
    *counting = (struct ln_counting){ .memory = memory, .bounds = { .k = k } };
}

void ln_counting_fini(struct ln_counting *counting)
{
    ln_vec_fini(&counting->labels, counting->memory);
    ln_vec_fini(&counting->counters, counting->memory);
    ln_vec_fini(&counting->open, counting->memory);
}

void ln_counting_clear(struct ln_counting *counting)
{
    counting->bounds = (struct ln_bounds){ .k = counting->bounds.k };
    counting->open.length = 0;
    if (counting->counters.length)
        memset(counting->counters.at, 0, counting->counters.length * sizeof *counting->counters.at);
    for (size_t i = 0; i < counting->labels.length; i++)
        counting->labels.at[i].forgotten = 0;
}

static size_t square(const struct ln_counting *counting)
{
    return ((size_t)counting->bounds.k + 1) * (counting->bounds.k + 1);
}

bool ln_counting_add_label(struct ln_counting *counting, bool pending)
{
    struct ln_counting_label label = { ln_bounds_forgotten(&counting->bounds), pending };
    size_t length = counting->counters.length, room = square(counting);
    assert(length == counting->labels.length * room);
    if (!ln_vec_reserve(&counting->counters, counting->memory, length + room) ||
        !ln_vec_push(&counting->labels, counting->memory, label))
        return false;
    memset(counting->counters.at + length, 0, room * sizeof *counting->counters.at);
    counting->counters.length += room;
    return true;
}

/* The shift of Lemma 6.8, by several bounds at once. Pending operations keep ending at the last bound, k. */
static void shift(uint64_t *counters, uint32_t k, uint32_t by, bool pending)
{
    for (uint32_t first = 0; first <= k; first++)
        for (uint32_t last = first; last <= k; last++) {
            uint64_t count = counters[first * (k + 1) + last];
            uint32_t to_first = first > by ? first - by : 0;
            uint32_t to_last = pending ? last : last > by ? last - by : 0;
            counters[first * (k + 1) + last] = 0;
            counters[to_first * (k + 1) + to_last] += count;
        }
}

/* Its counters, brought up to date. */
static uint64_t *counters_of(struct ln_counting *counting, uint32_t label)
{
    struct ln_counting_label *known = &counting->labels.at[label];
    uint64_t *counters = counting->counters.at + label * square(counting);
    uint64_t forgotten = ln_bounds_forgotten(&counting->bounds), behind = forgotten - known->forgotten;
    uint32_t k = counting->bounds.k;
    assert(forgotten >= known->forgotten);
    if (behind)
        shift(counters, k, behind > k ? k + 1 : (uint32_t)behind, known->pending);
    known->forgotten = forgotten;
    return counters;
}

bool ln_counting_call(struct ln_counting *counting, uint32_t slot, uint32_t label)
{
    struct ln_counting_open none = { 0, LN_NO_LABEL };
    uint32_t k = counting->bounds.k;
    while (counting->open.length <= slot)
        if (!ln_vec_push(&counting->open, counting->memory, none))
            return false;
    ln_bounds_call(&counting->bounds);
    assert(counting->open.at[slot].label == LN_NO_LABEL);
    counting->open.at[slot] = (struct ln_counting_open){ counting->bounds.length, label };
    assert(label == LN_NO_LABEL || counting->labels.at[label].pending);
    if (label != LN_NO_LABEL)
        counters_of(counting, label)[ln_bounds_last(&counting->bounds) * (k + 1) + k]++;
    return true;
}

void ln_counting_return(struct ln_counting *counting, uint32_t slot, uint32_t label)
{
    struct ln_counting_open *open = &counting->open.at[slot];
    uint32_t k = counting->bounds.k, first = ln_bounds_place(&counting->bounds, open->start);
    if (open->label != LN_NO_LABEL) {
        uint64_t *count = &counters_of(counting, open->label)[first * (k + 1) + k];
        assert(*count);
        --*count;
    }
    if (label != LN_NO_LABEL)
        counters_of(counting, label)[first * (k + 1) + ln_bounds_last(&counting->bounds)]++;
    open->label = LN_NO_LABEL;
    ln_bounds_return(&counting->bounds);
}

void ln_counting_put(struct ln_counting *counting, uint32_t label, uint32_t first, uint32_t last)
{
    assert(first <= last && last <= counting->bounds.k);
    counters_of(counting, label)[first * (counting->bounds.k + 1) + last]++;
}

uint64_t ln_counting_count(struct ln_counting *counting, uint32_t label, uint32_t first, uint32_t last)
{
    assert(first <= last && last <= counting->bounds.k);
    return counters_of(counting, label)[first * (counting->bounds.k + 1) + last];
}
