/* From times to event positions.
 *
 * Events are sorted by time; at equal time calls stand before returns (touching operations are concurrent), or returns
 * before calls for formats that order them so. Program order among touching operations of one process is restored by
 * moving that process's events between the calls and the returns of the instant when it is the only such process, and
 * by `after` links when there are several: then no total order of events says it (the order is not an interval order).
 *
 * Cost: files are mostly written in the order of calls or of returns, so that the calls, and the returns, are nearly
 * sorted: they are put in order where they stand and merged. Otherwise a radix sort of 2n keys. Then one pass. */
#include "history/building.h"

#include <string.h>

struct keyed {
    uint64_t key;
    uint32_t event;
};

enum { DIGIT_BITS = 11, DIGITS = 1 << DIGIT_BITS };

/* Least significant digit first, skipping digits that are the same everywhere. Returns where the sorted keys are. */
static struct keyed *radix_sort(struct keyed *from, struct keyed *spare, size_t count, uint64_t greatest)
{
    for (unsigned shift = 0; shift < 64 && greatest >> shift; shift += DIGIT_BITS) {
        size_t start[DIGITS] = { 0 }, sum = 0;
        struct keyed *swap = from;
        for (size_t i = 0; i < count; i++)
            start[from[i].key >> shift & (DIGITS - 1)]++;
        for (size_t d = 0; d < DIGITS; d++) {
            size_t here = start[d];
            start[d] = sum;
            sum += here;
        }
        for (size_t i = 0; i < count; i++)
            spare[start[from[i].key >> shift & (DIGITS - 1)]++] = from[i];
        from = spare;
        spare = swap;
    }
    return from;
}

enum { RANKS = 4 };

static unsigned rank_at_equal_time(enum ln_touching touching, struct ln_span span, bool is_return)
{
    bool instant = span.call == span.ret;
    if (touching == LN_TOUCHING_IS_CONCURRENT)
        return is_return ? 2 : !instant; /* one process: what has no length comes before what lasts */
    if (instant)
        return is_return ? 2 : 1;
    return is_return ? 0 : 3;
}

/* Lists the events by rank, so that a stable sort by time leaves ranks in order at equal times. Those of rank r end
 * before next[r]. */
static size_t collect(const struct ln_history *history, const struct ln_span *times, struct keyed *keys,
                      size_t next[static RANKS + 1], uint64_t *greatest)
{
    const struct ln_operation *operations = history->operations.at;
    int64_t least = INT64_MAX;
    for (size_t i = 0; i < history->operations.length; i++) {
        if (operations[i].fate == LN_FAILED)
            continue;
        if (times[i].call < least)
            least = times[i].call;
        next[rank_at_equal_time(history->touching, times[i], false) + 1]++;
        if (operations[i].fate == LN_COMPLETED)
            next[rank_at_equal_time(history->touching, times[i], true) + 1]++;
    }
    for (unsigned r = 0; r < RANKS; r++)
        next[r + 1] += next[r];
    *greatest = 0;
    for (uint32_t i = 0; i < history->operations.length; i++) {
        unsigned kinds = operations[i].fate == LN_FAILED ? 0 : operations[i].fate == LN_COMPLETED ? 2 : 1;
        for (unsigned is_return = 0; is_return < kinds; is_return++) {
            uint64_t key = (uint64_t)(is_return ? times[i].ret : times[i].call) - (uint64_t)least;
            if (key > *greatest)
                *greatest = key;
            keys[next[rank_at_equal_time(history->touching, times[i], is_return)]++] =
                (struct keyed){ key, i * 2 + is_return };
        }
    }
    return next[RANKS - 1];
}

/* Sorts by insertion, stably; gives up, with the keys still in some stable order, when they are far from sorted. */
static bool sort_neighbours(struct keyed *keys, size_t count)
{
    enum { MOVES_PER_KEY = 8 };
    size_t moves = 0;
    for (size_t i = 1; i < count; i++) {
        struct keyed now = keys[i];
        size_t at = i;
        for (; at && keys[at - 1].key > now.key; at--)
            keys[at] = keys[at - 1];
        keys[at] = now;
        moves += i - at;
        if (moves > MOVES_PER_KEY * i + DIGITS)
            return false;
    }
    return true;
}

/* The ranks are sorted each; at equal times the lower rank comes first. */
static void merge_ranks(const struct keyed *keys, const size_t ends[static RANKS], size_t count, uint32_t *events)
{
    size_t next[RANKS] = { 0 };
    for (unsigned r = 1; r < RANKS; r++)
        next[r] = ends[r - 1];
    for (size_t i = 0; i < count; i++) {
        unsigned least = RANKS;
        for (unsigned r = 0; r < RANKS; r++)
            if (next[r] < ends[r] && (least == RANKS || keys[next[r]].key < keys[next[least]].key))
                least = r;
        events[i] = keys[next[least]++].event;
    }
}

/* Fills `events`, which has room for them. */
static enum ln_status sort_events(struct ln_memory *memory, struct keyed *keys, const size_t ends[static RANKS],
                                  size_t count, uint64_t greatest, uint32_t *events)
{
    struct keyed *spare;
    const struct keyed *sorted;
    unsigned rank = 0;
    for (size_t from = 0; rank < RANKS && sort_neighbours(keys + from, ends[rank] - from); from = ends[rank++])
        ;
    if (rank == RANKS) {
        merge_ranks(keys, ends, count, events);
        return LN_OK;
    }
    spare = ln_take(memory, count * sizeof *spare);
    if (!spare)
        return LN_NO_MEMORY;
    sorted = radix_sort(keys, spare, count, greatest);
    for (size_t i = 0; i < count; i++)
        events[i] = sorted[i].event;
    ln_give(memory, spare, count * sizeof *spare);
    return LN_OK;
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
    size_t from, to;   /* its events */
    uint32_t process;  /* the one process that has links here, or LN_NO_OP */
    bool several;      /* more than one process has links here */
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

enum ln_status ln_order_by_time(struct ln_history *history, const struct ln_span *times, uint32_t *line,
                                struct ln_error *error)
{
    struct ln_memory *memory = history->memory;
    size_t most = history->operations.length * 2, processes = history->processes.length;
    struct keyed *keys = ln_take(memory, most * sizeof *keys);
    uint32_t *last = ln_take(memory, processes * sizeof *last);
    enum ln_status status = LN_NO_MEMORY;
    if (keys && last && ln_vec_reserve(&history->events, memory, most)) {
        size_t ends[RANKS + 1] = { 0 };
        uint64_t greatest;
        size_t count = collect(history, times, keys, ends, &greatest);
        status = sort_events(memory, keys, ends, count, greatest, history->events.at);
        history->events.length = status ? 0 : count;
    }
    if (!status) {
        memset(last, 0xff, processes * sizeof *last);
        status = order_processes(history, times, last, (uint32_t *)keys, line, error);
    } else {
        ln_fail(error, status, "out of memory");
    }
    ln_give(memory, keys, most * sizeof *keys);
    ln_give(memory, last, processes * sizeof *last);
    return status;
}
