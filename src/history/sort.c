#include "history/sort.h"

#include <assert.h>

/* Sorts by insertion, stably; gives up, with the keys still in some stable order, when they are far from sorted. */
static bool sort_neighbours(struct ln_keyed *keys, size_t count)
{
    enum { MOVES_PER_KEY = 8, FREE_MOVES = 2048 };
    size_t moves = 0;
    for (size_t i = 1; i < count; i++) {
        struct ln_keyed now = keys[i];
        size_t at = i;
        for (; at && keys[at - 1].key > now.key; at--)
            keys[at] = keys[at - 1];
        keys[at] = now;
        moves += i - at;
        if (moves > MOVES_PER_KEY * i + FREE_MOVES)
            return false;
    }
    return true;
}

/* The ranks are sorted each; at equal times the lower rank comes first. */
static void merge_ranks(const struct ln_keyed *keys, const size_t ends[static LN_RANKS], size_t count, uint32_t *events)
{
    size_t next[LN_RANKS] = { 0 };
    for (unsigned r = 1; r < LN_RANKS; r++)
        next[r] = ends[r - 1];
    for (size_t i = 0; i < count; i++) {
        unsigned least = LN_RANKS;
        for (unsigned r = 0; r < LN_RANKS; r++)
            if (next[r] < ends[r] && (least == LN_RANKS || keys[next[r]].key < keys[next[least]].key))
                least = r;
        assert(least < LN_RANKS);
        events[i] = keys[next[least]++].item;
    }
}

enum ln_status ln_sort_events(struct ln_memory *memory, struct ln_keyed *keys, const size_t ends[static LN_RANKS],
                              size_t count, uint64_t greatest, uint32_t *events)
{
    struct ln_keyed *spare;
    const struct ln_keyed *sorted;
    unsigned rank = 0;
    assert(ends[LN_RANKS - 1] == count);
    for (size_t from = 0; rank < LN_RANKS && sort_neighbours(keys + from, ends[rank] - from); from = ends[rank++])
        ;
    if (rank == LN_RANKS) {
        merge_ranks(keys, ends, count, events);
        return LN_OK;
    }
    spare = ln_take(memory, count * sizeof *spare);
    if (!spare)
        return LN_NO_MEMORY;
    sorted = ln_radix_sort(keys, spare, count, greatest);
    for (size_t i = 0; i < count; i++)
        events[i] = sorted[i].item;
    ln_give(memory, spare, count * sizeof *spare);
    return LN_OK;
}
