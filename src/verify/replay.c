#include "verify/replay.h"

#include "spec/cursor.h"
#include "spec/parts.h"
#include "spec/possible_states.h"

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

/* Replays one part's operations in place. *lost: that cannot tell. */
static enum ln_status advance_part(const struct ln_history *history, const struct ln_spec *spec, const uint32_t *order,
                                   size_t count, struct ln_cursor *cursor, bool *lost, struct ln_error *error)
{
    ln_cursor_start(cursor);
    for (size_t i = 0; i < count; i++) {
        struct ln_invocation invocation = ln_invocation_of(history, order[i]);
        bool happened = spec->class->advance(spec, cursor, &invocation);
        if (cursor->failed)
            return ln_fail(error, LN_NO_MEMORY, "out of memory");
        *lost = cursor->lost;
        if (*lost)
            return LN_OK;
        if (!happened)
            return refuse(error, "cannot happen there", order[i]);
    }
    return LN_OK;
}

/* Replays one part's operations from the initial state. */
static enum ln_status replay_part(const struct ln_history *history, const struct ln_spec *spec, const uint32_t *order,
                                  size_t count, struct ln_possible *states, struct ln_error *error)
{
    if (!ln_possible_start(states, spec))
        return ln_fail(error, LN_NO_MEMORY, "out of memory");
    for (size_t i = 0; i < count; i++) {
        struct ln_invocation invocation = ln_invocation_of(history, order[i]);
        if (!ln_possible_step(states, spec, &invocation))
            return ln_fail(error, LN_NO_MEMORY, "out of memory");
        if (states->now.states.length == 0)
            return refuse(error, "cannot happen there", order[i]);
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
}

/* What replaying needs, part after part. */
struct witness_replay {
    const struct ln_history *history;
    const struct ln_spec *spec;
    struct ln_possible states;
    struct ln_cursor cursor;
};

/* In place if that can be; *lost: it cannot, and nothing is known. */
static enum ln_status try_in_place(struct witness_replay *replaying, const uint32_t *order, size_t count, bool *lost,
                                   struct ln_error *error)
{
    *lost = true;
    if (!replaying->spec->class->advance)
        return LN_OK;
    *lost = false;
    return advance_part(replaying->history, replaying->spec, order, count, &replaying->cursor, lost, error);
}

static enum ln_status replay_one(struct witness_replay *replaying, const uint32_t *order, size_t count,
                                 struct ln_error *error)
{
    bool lost;
    enum ln_status status = try_in_place(replaying, order, count, &lost, error);
    return status || !lost ? status
                           : replay_part(replaying->history, replaying->spec, order, count, &replaying->states, error);
}

/* By part; part_of is room for one number per operation. */
static enum ln_status replay_divided(struct witness_replay *replaying, const uint32_t *order, size_t count,
                                     struct ln_memory *memory, uint32_t *part_of, struct ln_error *error)
{
    uint32_t parts = 0, *starts = NULL, *grouped = NULL;
    enum ln_status status = ln_spec_parts(replaying->spec, replaying->history, memory, part_of, &parts);
    if (!status) {
        starts = ln_take_zeroed(memory, (parts + 2) * sizeof *starts);
        grouped = ln_take(memory, count * sizeof *grouped);
        if (!starts || !grouped)
            status = LN_NO_MEMORY;
    }
    if (status) {
        ln_fail(error, status, "out of memory");
    } else {
        group(part_of, parts, order, count, starts, grouped);
        for (uint32_t p = 0; p < parts && !status; p++) {
            size_t start = starts[p + 1], end = p + 1 < parts ? starts[p + 2] : count;
            status = replay_one(replaying, grouped + start, end - start, error);
        }
    }
    ln_give(memory, starts, (parts + 2) * sizeof *starts);
    ln_give(memory, grouped, count * sizeof *grouped);
    return status;
}

static enum ln_status replay_parts(const struct ln_history *history, const struct ln_spec *spec, const uint32_t *order,
                                   size_t count, struct ln_memory *memory, uint32_t *part_of, struct ln_error *error)
{
    struct witness_replay replaying = { .history = history, .spec = spec };
    enum ln_status status = LN_OK;
    bool lost = true;
    ln_possible_init(&replaying.states, memory);
    ln_cursor_init(&replaying.cursor, memory);
    /* One object in place is cheaper than its parts one by one. */
    if (!ln_spec_several_objects(spec, history))
        status = try_in_place(&replaying, order, count, &lost, error);
    if (!status && lost)
        status = replay_divided(&replaying, order, count, memory, part_of, error);
    ln_possible_fini(&replaying.states);
    ln_cursor_fini(&replaying.cursor);
    return status;
}

enum ln_status ln_replay(const struct ln_history *history, const struct ln_spec *spec, const uint32_t *order,
                         size_t count, struct ln_memory *memory, struct ln_error *error)
{
    size_t operations = history->operations.length;
    uint32_t *place = ln_take_zeroed(memory, operations * sizeof *place);
    enum ln_status status;
    if (!place)
        return ln_fail(error, LN_NO_MEMORY, "out of memory");
    status = check_order(history, order, count, place, error);
    for (uint32_t i = 0; i < operations && !status; i++)
        if (history->operations.at[i].fate == LN_COMPLETED && !place[i])
            status = refuse(error, "is missing", i);
    if (!status && count)
        status = replay_parts(history, spec, order, count, memory, place, error);
    ln_give(memory, place, operations * sizeof *place);
    return status;
}

/* Everything that belongs into the order is there, and nothing else. Part by part, `mine` becomes what is replayed. */
static enum ln_status check_stuck_order(const struct ln_history *history, uint32_t pending, const uint32_t *order,
                                        size_t count, const uint32_t *place, const uint32_t *part_of, uint32_t *mine,
                                        size_t *mine_count, struct ln_error *error)
{
    const struct ln_operation *operations = history->operations.at;
    bool whole = history->linked; /* then orders of parts need not fit together */
    *mine_count = 0;
    for (size_t i = 0; i < count; i++) {
        if (part_of[order[i]] == part_of[pending])
            mine[(*mine_count)++] = order[i];
        else
            whole = true;
    }
    for (uint32_t i = 0; i < history->operations.length; i++) {
        bool wanted = operations[i].fate == LN_COMPLETED && (whole || part_of[i] == part_of[pending]);
        if (wanted && !place[i])
            return refuse(error, "is missing", i);
        if (!wanted && place[i])
            return refuse(error, "does not belong there", i);
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

static enum ln_status replay_stuck(const struct ln_history *history, const struct ln_spec *spec, uint32_t pending,
                                   const uint32_t *order, size_t count, uint32_t *place, uint32_t *part_of,
                                   uint32_t *mine, struct ln_memory *memory, struct ln_error *error)
{
    struct ln_possible states;
    uint32_t parts;
    size_t mine_count;
    enum ln_status status = check_order(history, order, count, place, error);
    if (!status && ln_spec_parts(spec, history, memory, part_of, &parts))
        status = ln_fail(error, LN_NO_MEMORY, "out of memory");
    if (!status)
        status = check_stuck_order(history, pending, order, count, place, part_of, mine, &mine_count, error);
    if (!status && mine_count < count)
        status = replay_parts(history, spec, order, count, memory, part_of, error);
    if (status)
        return status;
    ln_possible_init(&states, memory);
    status = replay_part(history, spec, mine, mine_count, &states, error);
    if (!status && !any_waits(spec, history, pending, &states.now))
        status = refuse(error, "need not wait there", pending);
    ln_possible_fini(&states);
    return status;
}

enum ln_status ln_replay_stuck(const struct ln_history *history, const struct ln_spec *spec, uint32_t pending,
                               const uint32_t *order, size_t count, struct ln_memory *memory, struct ln_error *error)
{
    size_t bytes = history->operations.length * sizeof(uint32_t);
    uint32_t *place = ln_take_zeroed(memory, bytes), *part_of = ln_take(memory, bytes), *mine = ln_take(memory, bytes);
    enum ln_status status = LN_NO_MEMORY;
    if (count > history->operations.length)
        status = refuse(error, "stands in it twice", order[0]);
    else if (place && part_of && mine)
        status = replay_stuck(history, spec, pending, order, count, place, part_of, mine, memory, error);
    else
        ln_fail(error, status, "out of memory");
    ln_give(memory, place, bytes);
    ln_give(memory, part_of, bytes);
    ln_give(memory, mine, bytes);
    return status;
}
