/* Phase 1 of Line-Up (Figure 5): collecting serial histories, and whether they are deterministic.
 *
 * Histories are added to a tree that shares prefixes; a step of a history looks at the children of one node, of which
 * there are at most as many as lanes times the results that a call has there. Nothing is allocated per history. Sealing
 * turns the tree into the smallest automaton (src/explore/automaton.c).
 *
 * The set is nondeterministic if two histories have a longest common prefix that ends in a call: if, at some node, the
 * next call of one lane has two outcomes, results or waiting for ever. That it is declared so excuses an operation that
 * is nondeterministic, and one that may fail if only one of its outcomes is no failure. */
#include "explore/observation.h"

#include "explore/automaton.h"
#include "explore/calls_made.h"

#include <assert.h>
#include <string.h>

enum ln_status ln_observation_new(struct ln_observation **observation, const struct ln_explored_object *object,
                                  const struct ln_test *test, uint32_t failed, struct ln_memory *memory)
{
    struct ln_observation *o = ln_take_zeroed(memory, sizeof *o);
    *observation = o;
    if (!o)
        return LN_NO_MEMORY;
    assert(test->threads && test->threads <= LN_TEST_THREADS);
    o->object = object;
    o->test = *test;
    o->failed = failed;
    o->memory = memory;
    for (unsigned lane = 0; lane <= test->threads; lane++)
        o->all = ln_calls_made_set(o->all, lane, ln_test_lane_calls(test, lane));
    o->wanted = ln_take(memory, sizeof *o->wanted);
    if (o->wanted && ln_vec_push(&o->nodes, memory, (struct ln_serial_node){ 0 }))
        return LN_OK;
    ln_observation_free(o);
    *observation = NULL;
    return LN_NO_MEMORY;
}

void ln_observation_free(struct ln_observation *observation)
{
    struct ln_memory *memory = observation ? observation->memory : NULL;
    if (!observation)
        return;
    ln_vec_fini(&observation->nodes, memory);
    ln_vec_fini(&observation->states, memory);
    ln_vec_fini(&observation->edges, memory);
    ln_vec_fini(&observation->marks, memory);
    ln_give(memory, observation->wanted, sizeof *observation->wanted);
    ln_give(memory, observation, sizeof *observation);
}

uint64_t ln_observation_full(const struct ln_observation *observation)
{
    return observation->full;
}

uint64_t ln_observation_stuck(const struct ln_observation *observation)
{
    return observation->stuck;
}

/* ---- adding ---- */

/* Is it a history of the test: full, or up to a call that waits? */
static bool belongs(const struct ln_observation *o, const struct ln_serial_step *steps, unsigned count)
{
    uint64_t calls_made = 0;
    for (unsigned i = 0; i < count; i++) {
        unsigned lane = steps[i].lane;
        if (lane > o->test.threads || ln_calls_made_of(calls_made, lane) == ln_calls_made_of(o->all, lane))
            return false;
        if (steps[i].result == LN_NO_RESULT)
            return i + 1 == count;
        calls_made += ln_calls_made_one(lane);
    }
    return calls_made == o->all;
}

/* The child that a step leads to, made if need be. False when memory is refused. */
static bool descend(struct ln_observation *o, uint32_t *at, struct ln_serial_step step)
{
    struct ln_serial_node fresh = { 0 };
    uint32_t child = o->nodes.at[*at].child;
    assert(step.result != LN_NO_RESULT);
    while (child && (o->nodes.at[child].lane != step.lane || o->nodes.at[child].result != step.result))
        child = o->nodes.at[child].sibling;
    if (child) {
        *at = child;
        return true;
    }
    fresh.calls_made = o->nodes.at[*at].calls_made + ln_calls_made_one(step.lane);
    fresh.parent = *at;
    fresh.sibling = o->nodes.at[*at].child;
    fresh.result = step.result;
    fresh.lane = step.lane;
    if (o->nodes.length == UINT32_MAX || !ln_vec_push(&o->nodes, o->memory, fresh))
        return false;
    *at = o->nodes.at[*at].child = (uint32_t)(o->nodes.length - 1);
    o->full += fresh.calls_made == o->all;
    return true;
}

enum ln_status ln_observation_add(struct ln_observation *observation, const struct ln_serial_step *steps,
                                  unsigned count)
{
    uint32_t at = 0;
    assert(observation->nodes.length); /* it is not sealed */
    if (!belongs(observation, steps, count))
        return LN_INTERNAL;
    for (unsigned i = 0; i < count; i++) {
        if (steps[i].result != LN_NO_RESULT) {
            if (!descend(observation, &at, steps[i]))
                return LN_NO_MEMORY;
        } else if (!(observation->nodes.at[at].stuck >> steps[i].lane & 1)) {
            observation->nodes.at[at].stuck |= (uint16_t)(1u << steps[i].lane);
            observation->stuck++;
        }
    }
    return LN_OK;
}

/* ---- determinism ---- */

static const struct ln_explored_operation *next_operation(const struct ln_observation *o, uint32_t node, unsigned lane)
{
    unsigned index = ln_calls_made_of(o->nodes.at[node].calls_made, lane);
    return &o->object->operations[ln_test_lane_call(&o->test, lane, index)->operation];
}

/* Two different outcomes of the lane's next call, as children; 0 is waiting. */
static bool two_outcomes(const struct ln_observation *o, uint32_t node, unsigned lane, uint32_t outcome[2])
{
    const struct ln_explored_operation *operation = next_operation(o, node, lane);
    unsigned found = 0;
    if (operation->nondeterministic)
        return false;
    for (uint32_t child = o->nodes.at[node].child; child && found < 2; child = o->nodes.at[child].sibling)
        if (o->nodes.at[child].lane == lane && !(operation->may_fail && o->nodes.at[child].result == o->failed))
            outcome[found++] = child;
    if (found < 2 && o->nodes.at[node].stuck >> lane & 1)
        outcome[found++] = 0;
    return found == 2;
}

static unsigned steps_of(uint64_t calls_made)
{
    unsigned sum = 0;
    for (unsigned lane = 0; lane < LN_TEST_LANES; lane++)
        sum += ln_calls_made_of(calls_made, lane);
    return sum;
}

/* A history that goes to the node, then to the child (or has the lane wait), then on somehow. */
static void tell_history(const struct ln_observation *o, uint32_t node, uint32_t child, unsigned lane,
                         struct ln_serial_history *history)
{
    history->count = steps_of(o->nodes.at[node].calls_made);
    for (unsigned i = history->count; i-- > 0; node = o->nodes.at[node].parent)
        history->steps[i] = (struct ln_serial_step){ o->nodes.at[node].lane, o->nodes.at[node].result };
    for (uint32_t at = child; at; at = o->nodes.at[at].child) {
        history->steps[history->count++] = (struct ln_serial_step){ o->nodes.at[at].lane, o->nodes.at[at].result };
        child = at;
    }
    assert(history->count <= LN_TEST_ALL_CALLS);
    if (child && !o->nodes.at[child].stuck)
        return;
    if (child)
        lane = (unsigned)__builtin_ctz(o->nodes.at[child].stuck);
    history->steps[history->count++] = (struct ln_serial_step){ (uint8_t)lane, LN_NO_RESULT };
}

/* The conflict with the shortest prefix. */
static void find_conflict(struct ln_observation *o)
{
    for (uint32_t node = 0; node < o->nodes.length; node++) {
        unsigned depth = steps_of(o->nodes.at[node].calls_made);
        if (o->conflict && depth >= o->differ)
            continue;
        for (unsigned lane = 0; lane <= o->test.threads; lane++) {
            uint32_t outcome[2];
            if (ln_calls_made_of(o->nodes.at[node].calls_made, lane) == ln_calls_made_of(o->all, lane) ||
                !two_outcomes(o, node, lane, outcome))
                continue;
            o->conflict = true;
            o->differ = depth;
            tell_history(o, node, outcome[0], lane, &o->one);
            tell_history(o, node, outcome[1], lane, &o->other);
            break;
        }
    }
}

bool ln_observation_conflict(const struct ln_observation *observation, struct ln_serial_history *one,
                             struct ln_serial_history *other, unsigned *differ)
{
    if (observation->conflict) {
        *one = observation->one;
        *other = observation->other;
        *differ = observation->differ;
    }
    return observation->conflict;
}

enum ln_status ln_observation_seal(struct ln_observation *observation)
{
    enum ln_status status;
    assert(observation->nodes.length && !observation->states.length);
    find_conflict(observation);
    status = ln_automaton_build(observation);
    ln_vec_fini(&observation->nodes, observation->memory);
    return status;
}

/* ---- telling ---- */

struct observation_walk {
    const struct ln_observation *observation;
    ln_observation_visit *visit;
    void *self;
    struct ln_serial_step steps[LN_TEST_ALL_CALLS];
};

static bool tell_from(struct observation_walk *telling, uint32_t at, unsigned depth)
{
    const struct ln_serial_state *state = &telling->observation->states.at[at];
    if (!state->degree && !state->stuck && state->calls_made == telling->observation->all)
        return telling->visit(telling->self, telling->steps, depth);
    for (uint32_t i = state->first; i < state->first + state->degree; i++) {
        const struct ln_serial_edge *edge = &telling->observation->edges.at[i];
        assert(depth < LN_TEST_ALL_CALLS);
        telling->steps[depth] = (struct ln_serial_step){ edge->lane, edge->result };
        if (!tell_from(telling, edge->target, depth + 1))
            return false;
    }
    for (unsigned lane = 0; lane < LN_TEST_LANES; lane++) {
        if (!(state->stuck >> lane & 1))
            continue;
        telling->steps[depth] = (struct ln_serial_step){ (uint8_t)lane, LN_NO_RESULT };
        if (!telling->visit(telling->self, telling->steps, depth + 1))
            return false;
    }
    return true;
}

void ln_observation_each(const struct ln_observation *observation, ln_observation_visit *visit, void *self)
{
    struct observation_walk telling = { .observation = observation, .visit = visit, .self = self };
    tell_from(&telling, observation->root, 0);
}
