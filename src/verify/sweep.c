/* A configuration is the set of open operations that have taken effect, and the state. The sweep keeps all that can be
 * had after each event: a call opens an operation; at a return every configuration is extended by open operations in
 * all possible ways, and those in which the returning operation has taken effect go on. When none is left there is no
 * linearisation. Of equal open operations the one that returns first goes first: in any order they can be exchanged.
 * Nothing is shared with the engines. */
#include "verify/sweep.h"

#include "base/table.h"
#include "verify/labels.h"

#include <assert.h>
#include <string.h>

enum { SLOTS = 64, MOST_BYTES = 1 << 28 /* of a set */ };
#define MOST_BYTES_IN_ALL (UINT64_C(1) << 36)

/* Configurations, each the word of its open operations and the bytes of its state. */
struct set {
    struct ln_next all;
    struct ln_table table;
};

struct sweep {
    const struct ln_history *history;
    const struct ln_spec *spec;
    struct ln_memory *memory;
    size_t left;         /* how many more configurations may be made, */
    uint64_t bytes_left; /* and how many bytes of them */
    struct set now, then;
    struct ln_next moves;
    uint32_t open[SLOTS]; /* operation + 1 */
    uint32_t *slot_of, *label_of;
};

static void set_init(struct set *set, struct ln_memory *memory)
{
    ln_next_init(&set->all, memory);
    ln_table_init(&set->table, memory);
}

static void set_fini(struct set *set)
{
    ln_table_fini(&set->table);
    ln_next_fini(&set->all);
}

static bool is_at(const struct set *set, uint32_t index, struct ln_state item)
{
    struct ln_state have = ln_next_state(&set->all, index);
    return have.length == item.length && memcmp(have.at, item.at, item.length) == 0;
}

static enum ln_status set_add(struct sweep *sweep, struct set *set, uint64_t taken, struct ln_state state)
{
    struct ln_extent extent;
    struct ln_state item;
    uint64_t hash;
    uint32_t index;
    uint8_t *to;
    if (!ln_table_reserve(&set->table, set->table.count + 1))
        return LN_NO_MEMORY;
    to = ln_next_add(&set->all, sizeof taken + state.length);
    if (!to)
        return LN_NO_MEMORY;
    memcpy(to, &taken, sizeof taken);
    memcpy(to + sizeof taken, state.at, state.length);
    extent = set->all.states.at[set->all.states.length - 1];
    item = ln_next_state(&set->all, set->all.states.length - 1);
    hash = ln_hash(item.at, item.length);
    LN_TABLE_FIND(index, &set->table, hash, is_at(set, index, item));
    if (index != LN_NO_ITEM) {
        set->all.states.length--;
        set->all.bytes.length = extent.start;
        return LN_OK;
    }
    ln_table_put(&set->table, hash, (uint32_t)set->all.states.length - 1);
    assert(set->table.count == set->all.states.length);
    if (!sweep->left || extent.length > sweep->bytes_left || set->all.bytes.length > MOST_BYTES)
        return LN_STOPPED;
    sweep->left--;
    sweep->bytes_left -= extent.length;
    return LN_OK;
}

/* The i-th configuration; its state is a view until the set grows. */
static uint64_t configuration(const struct set *set, size_t i, struct ln_state *state)
{
    struct ln_state whole = ln_next_state(&set->all, i);
    uint64_t taken;
    assert(whole.length >= sizeof taken);
    memcpy(&taken, whole.at, sizeof taken);
    *state = (struct ln_state){ whole.at + sizeof taken, whole.length - sizeof taken };
    return taken;
}

static bool has_effect(const struct sweep *sweep, uint32_t operation, uint64_t taken)
{
    uint32_t slot = sweep->slot_of[operation];
    assert(slot == SLOTS || sweep->open[slot] == operation + 1);
    return slot == SLOTS || taken >> slot & 1; /* what has returned has */
}

/* Is there an equal one that is due before it? */
static bool may_wait(const struct sweep *sweep, uint32_t operation, uint64_t taken)
{
    const struct ln_operation *operations = sweep->history->operations.at;
    for (uint32_t slot = 0; slot < SLOTS && !sweep->history->linked; slot++) {
        uint32_t other = sweep->open[slot] - 1;
        if (sweep->open[slot] && !(taken >> slot & 1) && sweep->label_of[other] == sweep->label_of[operation] &&
            (operations[other].ret < operations[operation].ret ||
             (operations[other].ret == operations[operation].ret && other < operation)))
            return true;
    }
    return false;
}

/* Every way to let one more open operation take effect in a configuration. That an optional one has no effect need not
 * be settled before its own return. */
static enum ln_status extend(struct sweep *sweep, size_t i, uint32_t returning)
{
    enum ln_status status = LN_OK;
    for (uint32_t slot = 0; slot < SLOTS && !status; slot++) {
        struct ln_state state;
        uint64_t taken = configuration(&sweep->now, i, &state);
        uint32_t operation = sweep->open[slot] - 1;
        struct ln_invocation in;
        if (!sweep->open[slot] || taken >> slot & 1 || may_wait(sweep, operation, taken))
            continue;
        if (sweep->history->operations.at[operation].after != LN_NO_OP &&
            !has_effect(sweep, sweep->history->operations.at[operation].after, taken))
            continue;
        in = ln_invocation_of(sweep->history, operation);
        in.optional &= operation == returning || sweep->history->linked;
        ln_next_clear(&sweep->moves);
        sweep->spec->class->step(sweep->spec, state, &in, &sweep->moves);
        if (sweep->moves.stays)
            ln_next_add_state(&sweep->moves, state);
        if (sweep->moves.failed)
            return LN_NO_MEMORY;
        for (size_t m = 0; m < sweep->moves.states.length && !status; m++)
            status = set_add(sweep, &sweep->now, taken | UINT64_C(1) << slot, ln_next_state(&sweep->moves, m));
    }
    return status;
}

static void set_clear(struct set *set)
{
    ln_next_clear(&set->all);
    ln_table_clear(&set->table);
}

static enum ln_status return_of(struct sweep *sweep, uint32_t operation)
{
    uint32_t slot = sweep->slot_of[operation];
    enum ln_status status = LN_OK;
    struct set swap;
    assert(slot < SLOTS && sweep->open[slot] == operation + 1);
    for (size_t i = 0; i < sweep->now.all.states.length && !status; i++)
        status = extend(sweep, i, operation);
    set_clear(&sweep->then);
    for (size_t i = 0; i < sweep->now.all.states.length && !status; i++) {
        struct ln_state state;
        uint64_t taken = configuration(&sweep->now, i, &state);
        if (taken >> slot & 1)
            status = set_add(sweep, &sweep->then, taken & ~(UINT64_C(1) << slot), state);
    }
    swap = sweep->then;
    sweep->then = sweep->now;
    sweep->now = swap;
    sweep->open[slot] = 0;
    sweep->slot_of[operation] = SLOTS;
    return status;
}

static enum ln_status call_of(struct sweep *sweep, uint32_t operation)
{
    for (uint32_t slot = 0; slot < SLOTS; slot++) {
        if (sweep->open[slot])
            continue;
        sweep->open[slot] = operation + 1;
        sweep->slot_of[operation] = slot;
        return LN_OK;
    }
    return LN_STOPPED;
}

static bool is_goal(const struct sweep *sweep, uint32_t stuck)
{
    struct ln_invocation in;
    if (stuck == LN_NO_OP)
        return sweep->now.all.states.length > 0;
    in = ln_invocation_of(sweep->history, stuck);
    for (size_t i = 0; i < sweep->now.all.states.length; i++) {
        struct ln_state state;
        configuration(&sweep->now, i, &state);
        if (sweep->spec->class->blocks && sweep->spec->class->blocks(sweep->spec, state, &in))
            return true;
    }
    return false;
}

static enum ln_status run(struct sweep *sweep, uint32_t stuck, bool *found)
{
    const struct ln_history *history = sweep->history;
    enum ln_status status = LN_OK;
    struct ln_next first;
    ln_next_init(&first, sweep->memory);
    sweep->spec->class->initial(sweep->spec, &first);
    if (first.failed)
        status = LN_NO_MEMORY;
    for (size_t i = 0; i < first.states.length && !status; i++)
        status = set_add(sweep, &sweep->now, 0, ln_next_state(&first, i));
    ln_next_fini(&first);
    for (size_t e = 0; e < history->events.length && !status && sweep->now.all.states.length; e++) {
        uint32_t operation = ln_event_operation(history->events.at[e]);
        status = ln_event_is_return(history->events.at[e]) ? return_of(sweep, operation) : call_of(sweep, operation);
    }
    /* What has no return may have taken effect all the same, and be what another one waits for. */
    for (size_t i = 0; stuck != LN_NO_OP && i < sweep->now.all.states.length && !status; i++)
        status = extend(sweep, i, LN_NO_OP);
    if (!status)
        *found = is_goal(sweep, stuck);
    return status;
}

enum ln_status ln_sweep(const struct ln_history *history, const struct ln_spec *spec, uint32_t stuck, size_t most,
                        struct ln_memory *memory, bool *found)
{
    struct sweep sweep = {
        .history = history, .spec = spec, .memory = memory, .left = most, .bytes_left = MOST_BYTES_IN_ALL
    };
    size_t bytes = history->operations.length * sizeof *sweep.slot_of;
    enum ln_status status = LN_NO_MEMORY;
    set_init(&sweep.now, memory);
    set_init(&sweep.then, memory);
    ln_next_init(&sweep.moves, memory);
    sweep.slot_of = ln_take_zeroed(memory, bytes);
    sweep.label_of = ln_take_zeroed(memory, bytes);
    *found = false;
    assert(history->sealed && (stuck == LN_NO_OP || stuck < history->operations.length));
    if (sweep.slot_of && sweep.label_of)
        status = ln_labels(history, spec, memory, sweep.label_of);
    if (!status)
        status = run(&sweep, stuck, found);
    set_fini(&sweep.now);
    set_fini(&sweep.then);
    ln_next_fini(&sweep.moves);
    ln_give(memory, sweep.slot_of, bytes);
    ln_give(memory, sweep.label_of, bytes);
    return status;
}
