#include "check/states.h"

#include "base/hash.h"

#include <string.h>

enum {
    MOST_LABELS = 256,  /* remembered steps cost states * labels * 4 bytes */
    MOST_ROWS = 1 << 14,
    NOT_KNOWN = 0,
    NO_MOVE = 1,
    FIRST_STATE = 2
};
#define IS_LIST UINT32_C(0x80000000)

void ln_states_init(struct ln_states *states, struct ln_memory *memory)
{
    *states = (struct ln_states){ .memory = memory };
    ln_arena_init(&states->arena, memory);
    ln_next_init(&states->next, memory);
}

void ln_states_fini(struct ln_states *states)
{
    ln_arena_fini(&states->arena);
    ln_next_fini(&states->next);
    ln_vec_fini(&states->entries, states->memory);
    ln_vec_fini(&states->rows, states->memory);
    ln_vec_fini(&states->lists, states->memory);
    ln_vec_fini(&states->moves, states->memory);
    ln_give(states->memory, states->slots, states->slot_count * sizeof *states->slots);
    states->slots = NULL;
    states->slot_count = 0;
}

void ln_states_reset(struct ln_states *states, const struct ln_spec *spec, struct ln_budget *budget, uint32_t labels)
{
    states->spec = spec;
    states->budget = budget;
    states->labels = labels <= MOST_LABELS ? labels : 0;
    ln_arena_fini(&states->arena);
    /* Clearing a table costs its size; after a problem with few states only their slots are cleared. */
    if (states->entries.length * 4 < states->slot_count) {
        for (size_t i = 0; i < states->entries.length; i++) {
            size_t s = states->entries.at[i].hash & (states->slot_count - 1);
            while (states->slots[s]) {
                states->slots[s] = 0;
                s = (s + 1) & (states->slot_count - 1);
            }
        }
    } else if (states->slot_count) {
        memset(states->slots, 0, states->slot_count * sizeof *states->slots);
    }
    states->entries.length = states->rows.length = states->lists.length = 0;
}

struct ln_state ln_states_borrow(const struct ln_states *states, uint32_t state)
{
    return (struct ln_state){ states->entries.at[state].at, states->entries.at[state].length };
}

static bool grow_slots(struct ln_states *states)
{
    size_t count = states->slot_count ? states->slot_count * 2 : 64;
    uint32_t *slots = ln_take_zeroed(states->memory, count * sizeof *slots);
    if (!slots)
        return false;
    for (size_t e = 0; e < states->entries.length; e++) {
        size_t s = states->entries.at[e].hash & (count - 1);
        while (slots[s])
            s = (s + 1) & (count - 1);
        slots[s] = (uint32_t)e + 1;
    }
    ln_give(states->memory, states->slots, states->slot_count * sizeof *slots);
    states->slots = slots;
    states->slot_count = count;
    return true;
}

static enum ln_status intern(struct ln_states *states, struct ln_state state, uint32_t *id)
{
    struct ln_state_entry entry = { NULL, state.length, ln_hash(state.at, state.length) };
    size_t s;
    if (states->entries.length * 2 >= states->slot_count && !grow_slots(states))
        return LN_NO_MEMORY;
    for (s = entry.hash & (states->slot_count - 1); states->slots[s]; s = (s + 1) & (states->slot_count - 1)) {
        const struct ln_state_entry *have = &states->entries.at[states->slots[s] - 1];
        if (have->hash == entry.hash && have->length == state.length &&
            (state.length == 0 || memcmp(have->at, state.at, state.length) == 0)) {
            *id = states->slots[s] - 1;
            return LN_OK;
        }
    }
    entry.at = ln_arena_copy(&states->arena, state.at, state.length);
    if (!entry.at || states->entries.length >= IS_LIST - FIRST_STATE - 1 ||
        !ln_vec_push(&states->entries, states->memory, entry))
        return LN_NO_MEMORY;
    states->slots[s] = (uint32_t)states->entries.length;
    *id = (uint32_t)states->entries.length - 1;
    return LN_OK;
}

static enum ln_status add_move(struct ln_states *states, uint32_t id)
{
    for (size_t i = 0; i < states->moves.length; i++)
        if (states->moves.at[i] == id)
            return LN_OK;
    return ln_vec_push(&states->moves, states->memory, id) ? LN_OK : LN_NO_MEMORY;
}

/* Interns what the spec put into states->next. */
static enum ln_status collect(struct ln_states *states, uint32_t from)
{
    enum ln_status status = states->next.failed ? LN_NO_MEMORY : LN_OK;
    states->moves.length = 0;
    if (!status && states->next.stays)
        status = add_move(states, from);
    for (size_t i = 0; i < states->next.states.length && !status; i++) {
        uint32_t id;
        status = intern(states, ln_next_state(&states->next, i), &id);
        if (!status)
            status = add_move(states, id);
    }
    return status;
}

enum ln_status ln_states_initial(struct ln_states *states, struct ln_moves *moves)
{
    enum ln_status status;
    ln_next_clear(&states->next);
    states->spec->class->initial(states->spec, &states->next);
    status = collect(states, LN_NO_STATE);
    *moves = (struct ln_moves){ states->moves.at, (uint32_t)states->moves.length };
    return status;
}

/* Runs the spec's step into states->next. */
static enum ln_status run(struct ln_states *states, uint32_t state, const struct ln_invocation *invocation)
{
    struct ln_state from = ln_states_borrow(states, state);
    if (ln_budget_spent(states->budget, &states->fuel, 1 + (int64_t)(from.length >> 5)))
        return LN_STOPPED;
    ln_next_clear(&states->next);
    states->spec->class->step(states->spec, from, invocation, &states->next);
    return LN_OK;
}

/* The place where the step is remembered, or NULL when it is not. */
static uint32_t *remembered(struct ln_states *states, uint32_t state, uint32_t label)
{
    if (!states->labels || state >= MOST_ROWS)
        return NULL;
    while (states->rows.length <= state)
        if (!ln_vec_push(&states->rows, states->memory, NULL))
            return NULL;
    if (!states->rows.at[state]) {
        uint32_t *row = ln_arena_take(&states->arena, states->labels * sizeof *row);
        if (!row)
            return NULL;
        memset(row, 0, states->labels * sizeof *row);
        states->rows.at[state] = row;
    }
    return &states->rows.at[state][label];
}

static enum ln_status remember(struct ln_states *states, uint32_t *place)
{
    uint32_t count = (uint32_t)states->moves.length;
    if (count == 0) {
        *place = NO_MOVE;
    } else if (count == 1) {
        *place = states->moves.at[0] + FIRST_STATE;
    } else {
        uint32_t at = (uint32_t)states->lists.length;
        if (!ln_vec_reserve(&states->lists, states->memory, states->lists.length + count + 1))
            return LN_NO_MEMORY;
        states->lists.at[states->lists.length++] = count;
        memcpy(states->lists.at + states->lists.length, states->moves.at, count * sizeof *states->moves.at);
        states->lists.length += count;
        *place = at | IS_LIST;
    }
    return LN_OK;
}

enum ln_status ln_states_step(struct ln_states *states, uint32_t state, uint32_t label,
                              const struct ln_invocation *invocation, struct ln_moves *moves)
{
    uint32_t *place = remembered(states, state, label);
    enum ln_status status;
    if (!place || *place == NOT_KNOWN) {
        status = run(states, state, invocation);
        if (!status)
            status = collect(states, state);
        if (!status && place)
            status = remember(states, place);
        *moves = (struct ln_moves){ states->moves.at, (uint32_t)states->moves.length };
        return status;
    }
    if (*place & IS_LIST) {
        const uint32_t *list = states->lists.at + (*place & ~IS_LIST);
        *moves = (struct ln_moves){ list + 1, list[0] };
        return LN_OK;
    }
    if (!ln_vec_reserve(&states->moves, states->memory, 1))
        return LN_NO_MEMORY;
    states->moves.at[0] = *place - FIRST_STATE;
    *moves = (struct ln_moves){ states->moves.at, *place != NO_MOVE };
    return LN_OK;
}

enum ln_status ln_states_stays(struct ln_states *states, uint32_t state, uint32_t label,
                               const struct ln_invocation *invocation, bool *stays)
{
    struct ln_moves moves;
    enum ln_status status;
    if (!states->labels || state >= MOST_ROWS) { /* no need to number successors only to see that one is the same */
        struct ln_state from = ln_states_borrow(states, state);
        status = run(states, state, invocation);
        *stays = states->next.stays;
        for (size_t i = 0; i < states->next.states.length && !status && !*stays; i++) {
            struct ln_state to = ln_next_state(&states->next, i);
            *stays = to.length == from.length && (to.length == 0 || memcmp(to.at, from.at, to.length) == 0);
        }
        return status || !states->next.failed ? status : LN_NO_MEMORY;
    }
    status = ln_states_step(states, state, label, invocation, &moves);
    *stays = false;
    for (uint32_t i = 0; i < moves.count && !status; i++)
        *stays |= moves.at[i] == state;
    return status;
}
