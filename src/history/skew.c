/* Event positions from times that may be off.
 *
 * An operation may have been called as much earlier, and may have returned as much later, as the clock of its process
 * is off: the intervals are widened by that and ordered anew, touching ones as the format has it. Program order is what
 * the times themselves say, which have been ordered before. It is a stable sort, so that the calls of a process, and
 * its returns, stay in that order; where a call comes to stand before the return of the operation before it, `after`
 * says what the positions no longer do. What precedes one of the two by its position also precedes, or follows, the
 * other, so positions and links together are all of the precedence.
 *
 * Beyond 64 bits times stay at the end of the range, by their rank before or after all that is exactly there.
 *
 * Cost: sorting what is nearly sorted (history/sort.h), then one pass. */
#include "history/sort.h"

#include <assert.h>
#include <string.h>

struct widened {
    int64_t time;
    unsigned rank;
};

static struct widened widen(const struct ln_history *history, uint32_t event)
{
    uint32_t operation = ln_event_operation(event);
    struct ln_span span = history->times.at[operation];
    int64_t by = history->skews.at[history->operations.at[operation].process];
    bool is_return = ln_event_is_return(event), calls_beyond = span.call < INT64_MIN + by;
    bool returns_beyond = span.ret > INT64_MAX - by;
    struct ln_span wide = { calls_beyond ? INT64_MIN : span.call - by, returns_beyond ? INT64_MAX : span.ret + by };
    assert(wide.call <= span.call && wide.ret >= span.ret);
    unsigned rank = ln_rank_at_equal_time(history->touching, wide, is_return);
    assert(by >= 0);
    if (is_return)
        return (struct widened){ wide.ret, returns_beyond ? LN_RANKS - 1 : rank };
    return (struct widened){ wide.call, calls_beyond ? 0 : rank };
}

/* Lists the events by rank, and within a rank as they stand now. Those of rank r end before next[r]. */
static uint64_t collect(const struct ln_history *history, struct ln_keyed *keys, size_t next[static LN_RANKS + 1])
{
    int64_t least = INT64_MAX;
    uint64_t greatest = 0;
    for (size_t i = 0; i < history->events.length; i++) {
        struct widened at = widen(history, history->events.at[i]);
        next[at.rank + 1]++;
        least = at.time < least ? at.time : least;
    }
    for (unsigned r = 0; r < LN_RANKS; r++)
        next[r + 1] += next[r];
    for (size_t i = 0; i < history->events.length; i++) {
        struct widened at = widen(history, history->events.at[i]);
        uint64_t key = (uint64_t)at.time - (uint64_t)least;
        greatest = key > greatest ? key : greatest;
        keys[next[at.rank]++] = (struct ln_keyed){ key, history->events.at[i] };
    }
    assert(next[LN_RANKS - 1] == next[LN_RANKS]);
    return greatest;
}

/* `last` has one place per process. */
static void link_processes(struct ln_history *history, uint32_t *last)
{
    struct ln_operation *operations = history->operations.at;
    memset(last, 0xff, history->processes.length * sizeof *last);
    history->linked = false;
    for (uint32_t i = 0; i < history->events.length; i++) {
        uint32_t event = history->events.at[i], now = ln_event_operation(event);
        uint32_t process = operations[now].process, before = last[process];
        if (ln_event_is_return(event)) {
            assert(operations[now].call != LN_NEVER || operations[now].ret == LN_NEVER);
            operations[now].ret = i;
            continue;
        }
        last[process] = now;
        operations[now].ret = LN_NEVER; /* not yet */
        operations[now].after = before != LN_NO_OP && operations[before].ret == LN_NEVER ? before : LN_NO_OP;
        history->linked |= operations[now].after != LN_NO_OP;
    }
}

enum ln_status ln_order_by_skew(struct ln_history *history)
{
    struct ln_memory *memory = history->memory;
    size_t count = history->events.length, processes = history->processes.length;
    struct ln_keyed *keys = ln_take(memory, count * sizeof *keys);
    uint32_t *last = ln_take(memory, processes * sizeof *last);
    enum ln_status status = LN_NO_MEMORY;
    assert(history->times.length == history->operations.length && history->skews.length == processes);
    if (keys && last) {
        size_t ends[LN_RANKS + 1] = { 0 };
        uint64_t greatest = collect(history, keys, ends);
        status = ln_sort_events(memory, keys, ends, count, greatest, history->events.at);
    }
    if (!status)
        link_processes(history, last);
    ln_give(memory, keys, count * sizeof *keys);
    ln_give(memory, last, processes * sizeof *last);
    return status;
}
