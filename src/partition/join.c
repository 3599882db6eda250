/* Joining the orders of parts. An operation can go next when it has been called, what comes before it in its part has
 * gone, and so has the operation it must follow in its process. The walk over the events passes a return only when its
 * operation has gone. Letting one go never keeps another back, so taking any that can go finds an order if there is
 * one. Linear. */
#include "partition/partition.h"

#include <assert.h>
#include <string.h>

struct join {
    const struct ln_history *history;
    const struct ln_partition *partition;
    const struct ln_orders *orders;
    uint32_t *place;    /* operation -> its index in orders + 1; 0 when it is in none */
    uint32_t *follower; /* operation -> one that must follow it in its process, or LN_NO_OP */
    uint8_t *waits;     /* how many of its conditions are open */
    uint32_t *whole;
    size_t gone, taken; /* whole[taken .. gone) can go and their followers are not told yet */
};

static void tell(struct join *join, uint32_t operation)
{
    assert(join->waits[operation]);
    if (--join->waits[operation] == 0)
        join->whole[join->gone++] = operation;
}

static void let_go(struct join *join)
{
    while (join->taken < join->gone) {
        uint32_t now = join->whole[join->taken++];
        size_t next = join->place[now];
        uint32_t part = join->partition->part_of[now];
        assert(next && join->orders->at[next - 1] == now);
        if (next < join->partition->starts[part] + join->orders->counts[part])
            tell(join, join->orders->at[next]);
        if (join->follower[now] != LN_NO_OP)
            tell(join, join->follower[now]);
    }
}

static size_t prepare(struct join *join)
{
    size_t all = 0;
    for (uint32_t p = 0; p < join->partition->parts; p++) {
        size_t start = join->partition->starts[p], end = start + join->orders->counts[p];
        all += join->orders->counts[p];
        for (size_t i = start; i < end; i++) {
            uint32_t operation = join->orders->at[i];
            assert(!join->place[operation] && join->partition->part_of[operation] == p);
            join->place[operation] = (uint32_t)i + 1;
            join->waits[operation] = (uint8_t)(1 + (i > start));
        }
    }
    for (uint32_t i = 0; i < join->history->operations.length; i++) {
        uint32_t after = join->history->operations.at[i].after;
        if (after == LN_NO_OP || !join->place[i] || !join->place[after])
            continue;
        assert(join->follower[after] == LN_NO_OP && after != i);
        join->follower[after] = i;
        join->waits[i]++;
    }
    return all;
}

static bool walk(struct join *join)
{
    const struct ln_history *history = join->history;
    for (size_t e = 0; e < history->events.length; e++) {
        uint32_t event = history->events.at[e], operation = ln_event_operation(event);
        if (!join->place[operation])
            continue; /* a pending operation that took no effect */
        if (!ln_event_is_return(event))
            tell(join, operation);
        else if (join->waits[operation])
            return false;
        let_go(join);
    }
    assert(join->taken == join->gone);
    return true;
}

enum ln_status ln_partition_join(const struct ln_partition *partition, const struct ln_history *history,
                                 const struct ln_orders *orders, uint32_t *whole, size_t *count, bool *joined)
{
    struct ln_memory *memory = partition->memory;
    size_t operations = partition->operations;
    struct join join = { .history = history, .partition = partition, .orders = orders, .whole = whole };
    enum ln_status status = LN_NO_MEMORY;
    join.place = ln_take_zeroed(memory, operations * sizeof *join.place);
    join.follower = ln_take(memory, operations * sizeof *join.follower);
    join.waits = ln_take_zeroed(memory, operations);
    if (join.place && join.follower && join.waits) {
        status = LN_OK;
        memset(join.follower, 0xff, operations * sizeof *join.follower);
        *count = prepare(&join);
        *joined = walk(&join) && join.gone == *count;
    }
    assert(status || join.gone <= *count);
    ln_give(memory, join.place, operations * sizeof *join.place);
    ln_give(memory, join.follower, operations * sizeof *join.follower);
    ln_give(memory, join.waits, operations);
    return status;
}
