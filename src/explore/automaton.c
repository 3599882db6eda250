/* The smallest automaton of a set of serial histories.
 *
 * Nodes of the tree are taken from the last to the first, so children before their parents; two nodes become one state
 * if they have the same calls made, the same lanes that may wait, and edges with the same labels to the same states. That
 * is the minimal acyclic automaton (Revuz 1992), in time linear in the tree but for sorting a node's edges. */
#include "explore/automaton.h"

#include "base/table.h"
#include "explore/calls_made.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct building {
    struct ln_observation *observation;
    uint32_t *state_of;    /* node */
    struct ln_table table; /* of states */
};

static int compare_edges(const void *a, const void *b)
{
    const struct ln_serial_edge *x = a, *y = b;
    if (x->lane != y->lane)
        return x->lane < y->lane ? -1 : 1;
    return x->result < y->result ? -1 : x->result > y->result;
}

static uint64_t hash_state(const struct ln_observation *o, const struct ln_serial_state *state)
{
    uint64_t hash = ln_mix(state->calls_made ^ (uint64_t)state->stuck << 48);
    for (uint32_t i = state->first; i < state->first + state->degree; i++) {
        const struct ln_serial_edge *edge = &o->edges.at[i];
        hash = ln_mix(hash + edge->lane + 1);
        hash = ln_mix(hash ^ ((uint64_t)edge->result << 32 | edge->target));
    }
    return hash;
}

static bool same_state(const struct ln_observation *o, const struct ln_serial_state *a, const struct ln_serial_state *b)
{
    if (a->calls_made != b->calls_made || a->stuck != b->stuck || a->degree != b->degree)
        return false;
    for (uint32_t i = 0; i < a->degree; i++) {
        const struct ln_serial_edge *x = &o->edges.at[a->first + i], *y = &o->edges.at[b->first + i];
        if (x->lane != y->lane || x->result != y->result || x->target != y->target)
            return false;
    }
    return true;
}

/* Appends the edges of the node, in order. */
static bool add_edges(struct building *building, uint32_t node, struct ln_serial_state *state)
{
    struct ln_observation *o = building->observation;
    state->first = (uint32_t)o->edges.length;
    for (uint32_t child = o->nodes.at[node].child; child; child = o->nodes.at[child].sibling) {
        struct ln_serial_edge edge = { o->nodes.at[child].result, building->state_of[child], o->nodes.at[child].lane };
        assert(child > node && child < o->nodes.length); /* so it has its state */
        if (state->degree == UINT16_MAX || !ln_vec_push(&o->edges, o->memory, edge))
            return false;
        state->degree++;
    }
    if (state->degree)
        qsort(o->edges.at + state->first, state->degree, sizeof *o->edges.at, compare_edges);
    return true;
}

/* The state of the node: one that is there already, whose edges are then forgotten again, or a new one. */
static bool place(struct building *building, uint32_t node)
{
    struct ln_observation *o = building->observation;
    struct ln_serial_state state = { .calls_made = o->nodes.at[node].calls_made, .stuck = o->nodes.at[node].stuck };
    uint64_t hash;
    uint32_t *number = &building->state_of[node];
    if (!add_edges(building, node, &state))
        return false;
    hash = hash_state(o, &state);
    LN_TABLE_FIND(*number, &building->table, hash, same_state(o, &o->states.at[*number], &state));
    if (*number != LN_NO_ITEM) {
        o->edges.length = state.first;
        return true;
    }
    if (!ln_table_reserve(&building->table, o->states.length + 1) || !ln_vec_push(&o->states, o->memory, state))
        return false;
    *number = (uint32_t)(o->states.length - 1);
    ln_table_put(&building->table, hash, *number);
    assert(building->table.count == o->states.length);
    return true;
}

enum ln_status ln_automaton_build(struct ln_observation *observation)
{
    struct ln_memory *memory = observation->memory;
    size_t nodes = observation->nodes.length;
    struct building building = { .observation = observation };
    bool fine;
    assert(nodes && !observation->states.length && !observation->edges.length);
    ln_table_init(&building.table, memory);
    building.state_of = ln_take(memory, nodes * sizeof *building.state_of);
    fine = building.state_of;
    for (size_t node = nodes; fine && node-- > 0;)
        fine = place(&building, (uint32_t)node);
    fine = fine && ln_vec_reserve(&observation->marks, memory, observation->states.length);
    if (fine) {
        observation->root = building.state_of[0];
        assert(observation->root < observation->states.length);
        observation->marks.length = observation->states.length;
        memset(observation->marks.at, 0, observation->marks.length * sizeof *observation->marks.at);
    }
    ln_give(memory, building.state_of, nodes * sizeof *building.state_of);
    ln_table_fini(&building.table);
    return fine ? LN_OK : LN_NO_MEMORY;
}

bool ln_automaton_results(const struct ln_observation *observation, unsigned lane, unsigned index, ln_results *results)
{
    for (size_t s = 0; s < observation->states.length; s++) {
        const struct ln_serial_state *state = &observation->states.at[s];
        if (ln_calls_made_of(state->calls_made, lane) != index)
            continue;
        for (uint32_t i = state->first; i < state->first + state->degree; i++) {
            const struct ln_serial_edge *edge = &observation->edges.at[i];
            bool known = edge->lane != lane;
            for (size_t r = 0; r < results->length && !known; r++)
                known = results->at[r] == edge->result;
            if (!known && !ln_vec_push(results, observation->memory, edge->result))
                return false;
        }
    }
    return true;
}
