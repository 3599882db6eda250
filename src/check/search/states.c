#include "check/search/states.h"

#include <assert.h>
#include <string.h>

enum {
    MOST_LABELS = 256, /* remembered steps cost states * labels * 4 bytes */
    MOST_ROWS = 1 << 14,
    NOT_KNOWN = 0,
    NO_MOVE = 1,
    FIRST_STATE = 2
};
#define IS_LIST UINT32_C(0x80000000)

void ln_states_init(struct ln_states *states, struct ln_memory *memory)
{
    *states = (struct ln_states){ .memory = memory };
    ln_intern_init(&states->table, memory);
    ln_next_init(&states->next, memory);
}

void ln_states_fini(struct ln_states *states)
{
    ln_intern_fini(&states->table);
    ln_next_fini(&states->next);
    ln_vec_fini(&states->rows, states->memory);
    ln_vec_fini(&states->lists, states->memory);
    ln_vec_fini(&states->moves, states->memory);
}

void ln_states_reset(struct ln_states *states, const struct ln_spec *spec, struct ln_budget *budget, uint32_t labels)
{
    states->spec = spec;
    states->budget = budget;
    states->labels = labels <= MOST_LABELS ? labels : 0;
    ln_intern_clear(&states->table);
    states->rows.length = states->lists.length = 0;
}

struct ln_state ln_states_borrow(const struct ln_states *states, uint32_t state)
{
    assert(state < states->table.entries.length);
    return (struct ln_state){ states->table.entries.at[state].at, states->table.entries.at[state].length };
}

static enum ln_status intern(struct ln_states *states, struct ln_state state, uint32_t *id)
{
    if (states->table.entries.length >= IS_LIST - FIRST_STATE - 1 ||
        !ln_intern_add(&states->table, state.at, state.length, id))
        return LN_NO_MEMORY;
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
    assert(!states->next.stays && (status || states->moves.length));
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
        uint32_t *row = ln_arena_take(&states->table.arena, states->labels * sizeof *row);
        if (!row)
            return NULL;
        memset(row, 0, states->labels * sizeof *row);
        states->rows.at[state] = row;
    }
    assert(label < states->labels);
    return &states->rows.at[state][label];
}

static enum ln_status remember(struct ln_states *states, uint32_t *place)
{
    uint32_t count = (uint32_t)states->moves.length;
    assert(*place == NOT_KNOWN);
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
        assert(list[0] > 1 && (size_t)(list - states->lists.at) + list[0] < states->lists.length);
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
