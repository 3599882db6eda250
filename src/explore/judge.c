/* Has a concurrent history its serial witnesses (Line-Up, Definitions 1 and 2)?
 *
 * Search in the automaton of the serial histories, depth first: an edge may be taken if the history has that result for
 * the lane's next call and every operation that returned before that call was made has been taken already. What a state
 * can still lead to does not depend on how it was reached, since the calls made are part of it; so each state is entered
 * at most once, and a history costs at most as many steps as the automaton has edges. */
#include "explore/observation.h"

#include "explore/automaton.h"
#include "explore/calls_made.h"

#include <assert.h>
#include <string.h>

/* ---- what a history asks for ---- */

void ln_wanted_init(struct ln_wanted *wanted, const struct ln_observation *observation,
                    const struct ln_explored_history *history, bool classical)
{
    uint64_t ended = 0; /* operations that precede all that are called now */
    unsigned open = 0;
    wanted->least = wanted->most = 0;
    for (size_t i = 0; i < history->count; i++) {
        const struct ln_explored_event *event = &history->events[i];
        unsigned lane = event->lane, index = ln_calls_made_of(wanted->least, lane);
        assert(index < ln_test_lane_calls(&observation->test, lane));
        assert((open >> lane & 1) == event->is_return);
        if (!event->is_return) {
            open |= 1u << lane;
            wanted->before[lane][index] = ended;
            wanted->result[lane][index] = LN_ANY_RESULT;
            continue;
        }
        open &= ~(1u << lane);
        wanted->result[lane][index] = event->result;
        wanted->least += ln_calls_made_one(lane);
        if (!observation->object->operations[ln_test_lane_call(&observation->test, lane, index)->operation].async)
            ended = ln_calls_made_set(ended, lane, index + 1);
    }
    wanted->waiting = history->stuck && !classical ? open : 0;
    wanted->most = wanted->least;
    for (unsigned lane = 0; lane < LN_TEST_LANES && !wanted->waiting; lane++)
        wanted->most += open >> lane & 1 ? ln_calls_made_one(lane) : 0;
}

/* ---- the search ---- */

struct searching {
    struct ln_observation *observation;
    const struct ln_wanted *wanted;
    struct ln_judgement *judgement;
    unsigned found; /* lanes that may wait */
    struct ln_serial_step path[LN_TEST_ALL_CALLS];
};

static void note_witness(struct searching *searching, unsigned lane, unsigned depth)
{
    struct ln_judgement *judgement = searching->judgement;
    struct ln_serial_history *history;
    if (!judgement)
        return;
    assert(judgement->witnesses < LN_TEST_LANES);
    history = &judgement->witness[judgement->witnesses].history;
    judgement->witness[judgement->witnesses++].lane = lane;
    memcpy(history->steps, searching->path, depth * sizeof *searching->path);
    history->count = depth;
    if (lane < LN_TEST_LANES)
        history->steps[history->count++] = (struct ln_serial_step){ (uint8_t)lane, LN_NO_RESULT };
}

/* Is that all that was wanted? */
static bool arrive(struct searching *searching, const struct ln_serial_state *state, unsigned depth)
{
    const struct ln_wanted *wanted = searching->wanted;
    unsigned lanes;
    if (!wanted->waiting) {
        note_witness(searching, LN_TEST_LANES, depth);
        searching->found = 1;
        return true;
    }
    lanes = state->stuck & wanted->waiting & ~searching->found;
    searching->found |= lanes;
    for (; lanes; lanes &= lanes - 1)
        note_witness(searching, (unsigned)__builtin_ctz(lanes), depth);
    return searching->found == wanted->waiting;
}

static bool search_from(struct searching *searching, uint32_t at, unsigned depth)
{
    struct ln_observation *o = searching->observation;
    const struct ln_wanted *wanted = searching->wanted;
    const struct ln_serial_state *state = &o->states.at[at];
    if (ln_calls_made_covers(state->calls_made, wanted->least) && arrive(searching, state, depth))
        return true;
    for (uint32_t i = state->first; i < state->first + state->degree; i++) {
        const struct ln_serial_edge *edge = &o->edges.at[i];
        unsigned lane = edge->lane, index = ln_calls_made_of(state->calls_made, lane);
        if (index >= ln_calls_made_of(wanted->most, lane) || o->marks.at[edge->target] == o->search)
            continue;
        if (wanted->result[lane][index] != edge->result && wanted->result[lane][index] != LN_ANY_RESULT)
            continue;
        if (!ln_calls_made_covers(state->calls_made, wanted->before[lane][index]))
            continue;
        assert(depth < LN_TEST_ALL_CALLS);
        o->marks.at[edge->target] = o->search;
        searching->path[depth] = (struct ln_serial_step){ edge->lane, edge->result };
        if (search_from(searching, edge->target, depth + 1))
            return true;
    }
    return false;
}

unsigned ln_automaton_search(struct ln_observation *observation, const struct ln_wanted *wanted,
                             struct ln_judgement *judgement)
{
    struct searching searching;
    assert(observation->states.length && observation->marks.length == observation->states.length);
    searching.observation = observation;
    searching.wanted = wanted;
    searching.judgement = judgement;
    searching.found = 0;
    if (++observation->search == 0) {
        memset(observation->marks.at, 0, observation->marks.length * sizeof *observation->marks.at);
        observation->search = 1;
    }
    if (judgement)
        judgement->witnesses = 0;
    search_from(&searching, observation->root, 0);
    return searching.found;
}

bool ln_observation_judge(struct ln_observation *observation, const struct ln_explored_history *history, bool classical,
                          struct ln_judgement *judgement)
{
    struct ln_wanted *wanted = observation->wanted;
    unsigned found, missing;
    ln_wanted_init(wanted, observation, history, classical);
    found = ln_automaton_search(observation, wanted, judgement);
    assert(!wanted->waiting || !(found & ~wanted->waiting));
    missing = wanted->waiting & ~found;
    if (judgement) {
        judgement->linearizable = wanted->waiting ? !missing : found;
        judgement->unjustified = missing ? (unsigned)__builtin_ctz(missing) : LN_TEST_LANES;
    }
    return wanted->waiting ? !missing : found;
}

bool ln_observation_judge_loosely(struct ln_observation *observation, const struct ln_explored_history *history,
                                  bool classical)
{
    struct ln_wanted *wanted = observation->wanted;
    unsigned found;
    bool any = false;
    ln_wanted_init(wanted, observation, history, classical);
    for (unsigned lane = 0; lane <= observation->test.threads; lane++) {
        for (unsigned i = 0; i < ln_calls_made_of(wanted->least, lane); i++) {
            const struct ln_test_call *call = ln_test_lane_call(&observation->test, lane, i);
            if (!observation->object->operations[call->operation].nondeterministic)
                continue;
            wanted->result[lane][i] = LN_ANY_RESULT;
            any = true;
        }
    }
    if (!any)
        return false;
    found = ln_automaton_search(observation, wanted, NULL);
    return wanted->waiting ? !(wanted->waiting & ~found) : found;
}
