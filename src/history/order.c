/* From times to event positions.
 *
 * Events are sorted by time; at equal time calls stand before returns (touching operations are concurrent), or returns
 * before calls for formats that order them so. Program order among touching operations of one process is restored by
 * moving that process's events between the calls and the returns of the instant when it is the only such process, and
 * by `after` links when there are several: then no total order of events says it (the order is not an interval order).
 *
 * Cost: times are often numbers without large holes and without repetition, so that a time is a place. Else sorting
 * (history/sort.h). Then one pass. */
#include "history/building.h"
#include "history/sort.h"

#include <assert.h>
#include <string.h>

static uint64_t key_of(const struct ln_span *times, uint32_t event)
{
    const struct ln_span *span = &times[ln_event_operation(event)];
    return (uint64_t)(ln_event_is_return(event) ? span->ret : span->call) - (uint64_t)INT64_MIN;
}

/* Times that are close together, no two alike, are places already: events go where their time says, then close up.
 * *done is false, and nothing has happened, when they are not like that. */
static enum ln_status place_by_time(struct ln_history *history, const struct ln_span *times, bool *done)
{
    const struct ln_operation *operations = history->operations.at;
    uint64_t least = UINT64_MAX, greatest = 0, range;
    size_t count = 0, kept = 0;
    *done = false;
    for (uint32_t i = 0; i < history->operations.length; i++) {
        unsigned kinds = operations[i].fate == LN_FAILED ? 0 : operations[i].fate == LN_COMPLETED ? 2 : 1;
        uint64_t call = key_of(times, i * 2), last = kinds == 2 ? key_of(times, i * 2 + 1) : call;
        least = kinds && call < least ? call : least;
        greatest = kinds && last > greatest ? last : greatest;
        count += kinds;
    }
    if (!count || greatest - least >= 2 * count)
        return LN_OK;
    range = greatest - least + 1;
    if (!ln_vec_reserve(&history->events, history->memory, range))
        return LN_NO_MEMORY;
    memset(history->events.at, 0, range * sizeof *history->events.at);
    for (uint32_t i = 0; i < history->operations.length; i++) {
        unsigned kinds = operations[i].fate == LN_FAILED ? 0 : operations[i].fate == LN_COMPLETED ? 2 : 1;
        for (uint32_t event = i * 2; event < i * 2 + kinds; event++) {
            assert(key_of(times, event) - least < range);
            uint32_t *place = &history->events.at[key_of(times, event) - least];
            if (*place)
                return LN_OK;
            *place = event + 1;
        }
    }
    for (size_t i = 0; i < range; i++)
        if (history->events.at[i])
            history->events.at[kept++] = history->events.at[i] - 1;
    assert(kept == count);
    history->events.length = kept;
    *done = true;
    return LN_OK;
}

/* Lists the events by rank, so that a stable sort by time leaves ranks in order at equal times. Those of rank r end
 * before next[r]. */
static size_t collect(const struct ln_history *history, const struct ln_span *times, struct ln_keyed *keys,
                      size_t next[static LN_RANKS + 1], uint64_t *greatest)
{
    const struct ln_operation *operations = history->operations.at;
    int64_t least = INT64_MAX;
    for (size_t i = 0; i < history->operations.length; i++) {
        if (operations[i].fate == LN_FAILED)
            continue;
        if (times[i].call < least)
            least = times[i].call;
        next[ln_rank_at_equal_time(history->touching, times[i], false) + 1]++;
        if (operations[i].fate == LN_COMPLETED)
            next[ln_rank_at_equal_time(history->touching, times[i], true) + 1]++;
    }
    for (unsigned r = 0; r < LN_RANKS; r++)
        next[r + 1] += next[r];
    *greatest = 0;
    for (uint32_t i = 0; i < history->operations.length; i++) {
        unsigned kinds = operations[i].fate == LN_FAILED ? 0 : operations[i].fate == LN_COMPLETED ? 2 : 1;
        for (unsigned is_return = 0; is_return < kinds; is_return++) {
            uint64_t key = (uint64_t)(is_return ? times[i].ret : times[i].call) - (uint64_t)least;
            if (key > *greatest)
                *greatest = key;
            keys[next[ln_rank_at_equal_time(history->touching, times[i], is_return)]++] = (struct ln_keyed){
                key, i * 2 + is_return
            };
        }
    }
    assert(next[LN_RANKS - 1] == next[LN_RANKS]); /* each rank has filled its place */
    return next[LN_RANKS - 1];
}

static int64_t time_of(const struct ln_span *times, uint32_t event)
{
    const struct ln_span *span = &times[ln_event_operation(event)];
    return ln_event_is_return(event) ? span->ret : span->call;
}

static enum ln_status overlap(const struct ln_history *history, uint32_t first, uint32_t second, uint32_t *line,
                              struct ln_error *error)
{
    struct ln_str text;
    ln_str_init(&text, history->memory);
    ln_str_text(&text, "process ");
    ln_history_write_process(history, history->operations.at[second].process, &text);
    ln_str_text(&text, " calls ");
    ln_history_write_operation(history, second, &text);
    ln_str_text(&text, " before the return of its ");
    ln_history_write_operation(history, first, &text);
    if (history->operations.at[first].line)
        ln_str_format(&text, " of line %u", history->operations.at[first].line);
    *line = history->operations.at[second].line;
    ln_fail(error, LN_BAD_INPUT, "%s", ln_str_borrow(&text));
    ln_str_fini(&text);
    return LN_BAD_INPUT;
}

struct instant {
    int64_t time;
    size_t from, to;  /* its events */
    uint32_t process; /* the one process that has links here, or LN_NO_OP */
    bool several;     /* more than one process has links here */
};

/* `last` holds, per process, its latest operation so far. Operations of one process may not overlap; one that is called
 * at the instant the previous one returns is linked to it. */
static enum ln_status link_instant(struct ln_history *history, const struct ln_span *times, uint32_t *last,
                                   struct instant *instant, uint32_t *line, struct ln_error *error)
{
    struct ln_operation *operations = history->operations.at;
    instant->process = LN_NO_OP;
    instant->several = false;
    for (size_t i = instant->from; i < instant->to; i++) {
        uint32_t event = history->events.at[i], now = ln_event_operation(event);
        uint32_t process = operations[now].process, before = last[process];
        if (ln_event_is_return(event))
            continue;
        last[process] = now;
        if (before == LN_NO_OP)
            continue;
        if (operations[before].fate != LN_COMPLETED || times[before].ret > instant->time)
            return overlap(history, before, now, line, error);
        if (times[before].ret < instant->time)
            continue;
        /* Where returns come first, only operations without length still touch. */
        if (history->touching == LN_TOUCHING_IS_ORDERED &&
            (times[before].call < instant->time || times[now].ret > instant->time))
            continue;
        operations[now].after = before;
        instant->several |= instant->process != LN_NO_OP && instant->process != process;
        instant->process = process;
    }
    return LN_OK;
}

/* When one process alone has links here, its events move between the other calls and the other returns, in program
 * order, and the links are not needed. */
static void settle_instant(struct ln_history *history, const struct ln_span *times, const uint32_t *last,
                           const struct instant *instant, uint32_t *scratch)
{
    struct ln_operation *operations = history->operations.at;
    uint32_t *events = history->events.at;
    size_t kept = 0, chain;
    assert(instant->process != LN_NO_OP && !instant->several);
    for (size_t i = instant->from; i < instant->to; i++)
        if (!ln_event_is_return(events[i]) && operations[ln_event_operation(events[i])].process != instant->process)
            scratch[kept++] = events[i];
    chain = kept;
    for (uint32_t now = last[instant->process]; now != LN_NO_OP;) {
        bool called_here = times[now].call == instant->time;
        uint32_t before = operations[now].after;
        if (operations[now].fate == LN_COMPLETED && times[now].ret == instant->time)
            scratch[kept++] = now * 2 + 1;
        if (!called_here)
            break;
        scratch[kept++] = now * 2;
        operations[now].after = LN_NO_OP;
        now = before;
    }
    for (size_t a = chain, b = kept; a + 1 < b; a++) {
        uint32_t swap = scratch[a];
        scratch[a] = scratch[--b];
        scratch[b] = swap;
    }
    for (size_t i = instant->from; i < instant->to; i++)
        if (ln_event_is_return(events[i]) && operations[ln_event_operation(events[i])].process != instant->process)
            scratch[kept++] = events[i];
    assert(kept == instant->to - instant->from); /* the same events in another order */
    memcpy(events + instant->from, scratch, kept * sizeof *events);
}

static enum ln_status order_processes(struct ln_history *history, const struct ln_span *times, uint32_t *last,
                                      uint32_t *scratch, uint32_t *line, struct ln_error *error)
{
    struct instant instant;
    for (instant.from = 0; instant.from < history->events.length; instant.from = instant.to) {
        enum ln_status status;
        instant.time = time_of(times, history->events.at[instant.from]);
        for (instant.to = instant.from + 1; instant.to < history->events.length; instant.to++)
            if (time_of(times, history->events.at[instant.to]) != instant.time)
                break;
        assert(instant.to == history->events.length || time_of(times, history->events.at[instant.to]) > instant.time);
        status = link_instant(history, times, last, &instant, line, error);
        if (status)
            return status;
        if (instant.several || (instant.process != LN_NO_OP && history->touching == LN_TOUCHING_IS_ORDERED))
            history->linked = true;
        else if (instant.process != LN_NO_OP)
            settle_instant(history, times, last, &instant, scratch);
    }
    return LN_OK;
}

static enum ln_status sort_by_time(struct ln_history *history, const struct ln_span *times)
{
    struct ln_memory *memory = history->memory;
    size_t most = history->operations.length * 2, ends[LN_RANKS + 1] = { 0 };
    struct ln_keyed *keys = ln_take(memory, most * sizeof *keys);
    enum ln_status status = LN_NO_MEMORY;
    if (keys && ln_vec_reserve(&history->events, memory, most)) {
        uint64_t greatest;
        size_t count = collect(history, times, keys, ends, &greatest);
        status = ln_sort_events(memory, keys, ends, count, greatest, history->events.at);
        history->events.length = status ? 0 : count;
    }
    ln_give(memory, keys, most * sizeof *keys);
    return status;
}

enum ln_status ln_order_by_time(struct ln_history *history, const struct ln_span *times, uint32_t *line,
                                struct ln_error *error)
{
    struct ln_memory *memory = history->memory;
    size_t processes = history->processes.length, scratch = history->operations.length * 2;
    uint32_t *last = NULL;
    bool done;
    enum ln_status status = place_by_time(history, times, &done);
    if (!status && !done)
        status = sort_by_time(history, times);
    /* Where every process calls once there is no program order. */
    if (!status && processes < history->operations.length) {
        last = ln_take(memory, (processes + scratch) * sizeof *last);
        status = last ? LN_OK : LN_NO_MEMORY;
    }
    if (last) {
        memset(last, 0xff, processes * sizeof *last);
        status = order_processes(history, times, last, last + processes, line, error);
        ln_give(memory, last, (processes + scratch) * sizeof *last);
    } else if (status) {
        ln_fail(error, status, "out of memory");
    }
    return status;
}
