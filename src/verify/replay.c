#include "verify/replay.h"

#include "spec/cursor.h"
#include "spec/parts.h"
#include "spec/possible_states.h"

#include <assert.h>

static enum ln_status refuse(struct ln_error *error, const char *what, uint32_t operation)
{
    return ln_fail(error, LN_INTERNAL, "the witness fails its replay: operation %u %s", operation, what);
}

/* Every completed operation once, pending ones at most once, real time respected. `place` becomes each operation's
 * position + 1. */
static enum ln_status check_order(const struct ln_history *history, const uint32_t *order, size_t count,
                                  uint32_t *place, struct ln_error *error)
{
    const struct ln_operation *operations = history->operations.at;
    uint32_t latest_call = 0;
    for (size_t i = 0; i < count; i++) {
        uint32_t now = order[i];
        if (now >= history->operations.length || operations[now].fate == LN_FAILED)
            return refuse(error, "is not part of the history", now);
        if (place[now])
            return refuse(error, "stands in it twice", now);
        place[now] = (uint32_t)i + 1;
        if (operations[now].ret < latest_call)
            return refuse(error, "stands after one that was called when it had returned", now);
        assert(operations[now].call < operations[now].ret);
        if (operations[now].call > latest_call)
            latest_call = operations[now].call;
    }
    for (size_t i = 0; i < count; i++) {
        uint32_t now = order[i], after = operations[now].after;
        /* Of another part: what comes before that one counts, as long as positions do not say it anyway. */
        while (after != LN_NO_OP && !place[after] && operations[after].ret > operations[now].call)
            after = operations[after].after;
        if (after != LN_NO_OP && place[after] > place[now])
            return refuse(error, "stands before an earlier one of its process", now);
    }
    return LN_OK;
}

/* What replaying needs, part after part. */
struct witness_replay {
    const struct ln_history *history;
    const struct ln_spec *spec;
    struct ln_memory *memory;
    struct ln_error *error;
    uint32_t *place, *part_of; /* of each operation: its position in the order + 1, or 0 */
    struct ln_possible states;
    struct ln_cursor cursor;
};

/* Replays one part's operations in place. *lost: that cannot tell. */
static enum ln_status advance_part(struct witness_replay *replaying, const uint32_t *order, size_t count, bool *lost)
{
    const struct ln_spec *spec = replaying->spec;
    struct ln_cursor *cursor = &replaying->cursor;
    ln_cursor_start(cursor);
    for (size_t i = 0; i < count; i++) {
        struct ln_invocation invocation = ln_invocation_of(replaying->history, order[i]);
        bool happened = spec->class->advance(spec, cursor, &invocation);
        if (cursor->failed)
            return ln_fail(replaying->error, LN_NO_MEMORY, "out of memory");
        *lost = cursor->lost;
        if (*lost)
            return LN_OK;
        if (!happened)
            return refuse(replaying->error, "cannot happen there", order[i]);
    }
    return LN_OK;
}

/* Replays one part's operations from the initial state. */
static enum ln_status replay_part(struct witness_replay *replaying, const uint32_t *order, size_t count)
{
    struct ln_possible *states = &replaying->states;
    if (!ln_possible_start(states, replaying->spec))
        return ln_fail(replaying->error, LN_NO_MEMORY, "out of memory");
    for (size_t i = 0; i < count; i++) {
        struct ln_invocation invocation = ln_invocation_of(replaying->history, order[i]);
        if (!ln_possible_step(states, replaying->spec, &invocation))
            return ln_fail(replaying->error, LN_NO_MEMORY, "out of memory");
        if (states->now.states.length == 0)
            return refuse(replaying->error, "cannot happen there", order[i]);
    }
    return LN_OK;
}

/* The order, stably grouped by part; starts has parts + 1 places. */
static void group(const uint32_t *part_of, uint32_t parts, const uint32_t *order, size_t count, uint32_t *starts,
                  uint32_t *grouped)
{
    for (size_t i = 0; i < count; i++)
        starts[part_of[order[i]] + 1]++;
    for (uint32_t p = 0; p < parts; p++)
        starts[p + 1] += starts[p];
    for (size_t i = count; i-- > 0;)
        grouped[--starts[part_of[order[i]] + 1]] = order[i];
    assert(starts[1] == 0);
}

/* In place if that can be; *lost: it cannot, and nothing is known. */
static enum ln_status try_in_place(struct witness_replay *replaying, const uint32_t *order, size_t count, bool *lost)
{
    *lost = true;
    if (!replaying->spec->class->advance)
        return LN_OK;
    *lost = false;
    return advance_part(replaying, order, count, lost);
}

static enum ln_status replay_one(struct witness_replay *replaying, const uint32_t *order, size_t count)
{
    bool lost;
    enum ln_status status = try_in_place(replaying, order, count, &lost);
    return status || !lost ? status : replay_part(replaying, order, count);
}

static enum ln_status replay_divided(struct witness_replay *replaying, const uint32_t *order, size_t count)
{
    struct ln_memory *memory = replaying->memory;
    uint32_t parts = 0, *starts = NULL, *grouped = NULL;
    enum ln_status status = ln_spec_parts(replaying->spec, replaying->history, memory, replaying->part_of, &parts);
    if (!status) {
        starts = ln_take_zeroed(memory, (parts + 2) * sizeof *starts);
        grouped = ln_take(memory, count * sizeof *grouped);
        if (!starts || !grouped)
            status = LN_NO_MEMORY;
    }
    if (status) {
        ln_fail(replaying->error, status, "out of memory");
    } else {
        group(replaying->part_of, parts, order, count, starts, grouped);
        for (uint32_t p = 0; p < parts && !status; p++) {
            size_t start = starts[p + 1], end = p + 1 < parts ? starts[p + 2] : count;
            assert(start <= end && end <= count);
            status = replay_one(replaying, grouped + start, end - start);
        }
    }
    ln_give(memory, starts, (parts + 2) * sizeof *starts);
    ln_give(memory, grouped, count * sizeof *grouped);
    return status;
}

static enum ln_status replay_parts(struct witness_replay *replaying, const uint32_t *order, size_t count)
{
    enum ln_status status = LN_OK;
    bool lost = true;
    /* One object in place is cheaper than its parts one by one. */
    if (!ln_spec_several_objects(replaying->spec, replaying->history))
        status = try_in_place(replaying, order, count, &lost);
    return !status && lost ? replay_divided(replaying, order, count) : status;
}

/* False when memory is refused; to be ended all the same. */
static bool begin(struct witness_replay *replaying, const struct ln_history *history, const struct ln_spec *spec,
                  struct ln_memory *memory, struct ln_error *error)
{
    size_t bytes = history->operations.length * sizeof(uint32_t);
    assert(history->sealed);
    *replaying = (struct witness_replay){ .history = history,
                                          .spec = spec,
                                          .memory = memory,
                                          .error = error,
                                          .place = ln_take_zeroed(memory, bytes),
                                          .part_of = ln_take(memory, bytes) };
    ln_possible_init(&replaying->states, memory);
    ln_cursor_init(&replaying->cursor, memory);
    return replaying->place && replaying->part_of;
}

static void end(struct witness_replay *replaying)
{
    size_t bytes = replaying->history->operations.length * sizeof(uint32_t);
    ln_give(replaying->memory, replaying->place, bytes);
    ln_give(replaying->memory, replaying->part_of, bytes);
    ln_possible_fini(&replaying->states);
    ln_cursor_fini(&replaying->cursor);
}

enum ln_status ln_replay(const struct ln_history *history, const struct ln_spec *spec, const uint32_t *order,
                         size_t count, struct ln_memory *memory, struct ln_error *error)
{
    struct witness_replay replaying;
    enum ln_status status = begin(&replaying, history, spec, memory, error)
                                ? check_order(history, order, count, replaying.place, error)
                                : ln_fail(error, LN_NO_MEMORY, "out of memory");
    for (uint32_t i = 0; i < history->operations.length && !status; i++)
        if (history->operations.at[i].fate == LN_COMPLETED && !replaying.place[i])
            status = refuse(error, "is missing", i);
    if (!status && count)
        status = replay_parts(&replaying, order, count);
    end(&replaying);
    return status;
}

/* An operation that waits, and the order of what happened before. */
struct stuck_replay {
    uint32_t pending;
    const uint32_t *order;
    size_t count;
};

/* Of its part, into `mine`: how many. */
static size_t pick_part(const struct witness_replay *replaying, const struct stuck_replay *stuck, uint32_t *mine)
{
    size_t picked = 0;
    assert(stuck->pending < replaying->history->operations.length);
    for (size_t i = 0; i < stuck->count; i++)
        if (replaying->part_of[stuck->order[i]] == replaying->part_of[stuck->pending])
            mine[picked++] = stuck->order[i];
    return picked;
}

/* Everything that belongs into the order is there, and nothing else. `whole`: of all parts. */
static enum ln_status check_stuck_order(const struct witness_replay *replaying, uint32_t pending, bool whole)
{
    const struct ln_history *history = replaying->history;
    const struct ln_operation *operations = history->operations.at;
    const uint32_t *part_of = replaying->part_of;
    for (uint32_t i = 0; i < history->operations.length; i++) {
        bool wanted = operations[i].fate == LN_COMPLETED && (whole || part_of[i] == part_of[pending]);
        if (wanted && !replaying->place[i])
            return refuse(replaying->error, "is missing", i);
        if (!wanted && replaying->place[i])
            return refuse(replaying->error, "does not belong there", i);
    }
    return LN_OK;
}

static bool any_waits(const struct ln_spec *spec, const struct ln_history *history, uint32_t pending,
                      const struct ln_next *now)
{
    struct ln_invocation invocation = ln_invocation_of(history, pending);
    for (size_t i = 0; i < now->states.length; i++)
        if (spec->class->blocks && spec->class->blocks(spec, ln_next_state(now, i), &invocation))
            return true;
    return false;
}

/* `mine` has room for all of the order. */
static enum ln_status replay_stuck(struct witness_replay *replaying, const struct stuck_replay *stuck, uint32_t *mine)
{
    const struct ln_history *history = replaying->history;
    uint32_t parts;
    size_t mine_count = 0;
    enum ln_status status = check_order(history, stuck->order, stuck->count, replaying->place, replaying->error);
    if (!status && ln_spec_parts(replaying->spec, history, replaying->memory, replaying->part_of, &parts))
        status = ln_fail(replaying->error, LN_NO_MEMORY, "out of memory");
    if (!status) {
        mine_count = pick_part(replaying, stuck, mine);
        /* Where operations are linked, orders of parts need not fit together. */
        status = check_stuck_order(replaying, stuck->pending, history->linked || mine_count < stuck->count);
    }
    if (!status && mine_count < stuck->count)
        status = replay_parts(replaying, stuck->order, stuck->count);
    if (!status)
        status = replay_part(replaying, mine, mine_count);
    if (!status && !any_waits(replaying->spec, history, stuck->pending, &replaying->states.now))
        status = refuse(replaying->error, "need not wait there", stuck->pending);
    return status;
}

enum ln_status ln_replay_stuck(const struct ln_history *history, const struct ln_spec *spec, uint32_t pending,
                               const uint32_t *order, size_t count, struct ln_memory *memory, struct ln_error *error)
{
    size_t bytes = history->operations.length * sizeof(uint32_t);
    uint32_t *mine = ln_take(memory, bytes);
    struct witness_replay replaying;
    enum ln_status status;
    bool ready = begin(&replaying, history, spec, memory, error) && mine;
    if (count > history->operations.length)
        status = refuse(error, "stands in it twice", order[0]);
    else if (ready)
        status = replay_stuck(&replaying, &(struct stuck_replay){ pending, order, count }, mine);
    else
        status = ln_fail(error, LN_NO_MEMORY, "out of memory");
    end(&replaying);
    ln_give(memory, mine, bytes);
    return status;
}
