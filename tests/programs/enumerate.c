/* All executions of a program, as a graph of states that are told apart byte by byte, the history so far included.
 * Nothing is reduced, bounded or hashed away.
 *
 * Calls and returns: a call happens together with the first step of its operation and a return with the last one, so
 * intervals are as tight as can be; an operation that has to wait with its first step may be called, and then waits.
 *
 * Stuck: histories only grow, so a cycle of the graph has one history, and an execution that never ends stays in one
 * strongly connected component for ever. If memory does not change there, what its threads do is to spin. While an edge
 * leads out of the component some thread could do something else, and a fair schedule lets it: such an execution is
 * unfair, and no history. A component without a way out in which something is pending is stuck: each thread waits, or
 * spins on what nobody will write. That covers deadlocks, which are components of one state without any edge.
 *
 * A lock that is taken and let go of again in every turn, to look whether something has come, makes no difference to
 * that. A component in which other memory changes is a livelock (two that retreat before each other for ever): neither
 * an end nor a wait, and Line-Up has no word for it. Such programs are not compared. */
#include "programs/machine.h"

#include <stdlib.h>
#include <string.h>

enum { STATES_MOST = 40000, TURNS = 3 };
static const uint64_t SCHEDULES_MOST = 20000;

struct graph {
    const struct machine *machine;
    struct world *states;
    size_t length, room;
    uint32_t *slots; /* a hash table of indices + 1 */
    size_t slot_count;
    uint32_t *edges; /* of state i: from edge_begin[i] to edge_begin[i + 1] */
    size_t edge_count, edge_room;
    size_t *edge_begin;
    uint32_t *component; /* numbered so that edges lead to lower numbers, or stay */
    uint32_t components;
    bool fault;
    enum usable usable;
};

static void *grown(void *memory, size_t size)
{
    memory = realloc(memory, size ? size : 1);
    if (!memory)
        abort();
    return memory;
}

/* ---- states ---- */

static size_t hash(const struct world *world)
{
    const unsigned char *bytes = (const unsigned char *)world;
    size_t h = 14695981039346656037u;
    for (size_t i = 0; i < sizeof *world; i++)
        h = (h ^ bytes[i]) * 1099511628211u;
    return h ^ h >> 29;
}

static uint32_t *slot_of(const struct graph *graph, const struct world *world)
{
    size_t i = hash(world) & (graph->slot_count - 1);
    while (graph->slots[i] && memcmp(&graph->states[graph->slots[i] - 1], world, sizeof *world) != 0)
        i = (i + 1) & (graph->slot_count - 1);
    return &graph->slots[i];
}

static void grow(struct graph *graph)
{
    graph->room = graph->room ? graph->room * 2 : 256;
    graph->states = grown(graph->states, graph->room * sizeof *graph->states);
    graph->edge_begin = grown(graph->edge_begin, (graph->room + 1) * sizeof *graph->edge_begin);
    graph->slot_count = graph->room * 2;
    graph->slots = grown(graph->slots, graph->slot_count * sizeof *graph->slots);
    memset(graph->slots, 0, graph->slot_count * sizeof *graph->slots);
    for (size_t i = 0; i < graph->length; i++)
        *slot_of(graph, &graph->states[i]) = (uint32_t)i + 1;
}

static uint32_t number_of(struct graph *graph, const struct world *world)
{
    uint32_t *slot;
    if (graph->length == graph->room)
        grow(graph);
    slot = slot_of(graph, world);
    if (!*slot) {
        memcpy(&graph->states[graph->length++], world, sizeof *world);
        *slot = (uint32_t)graph->length;
    }
    return *slot - 1;
}

static void add_edge(struct graph *graph, uint32_t to)
{
    if (graph->edge_count == graph->edge_room) {
        graph->edge_room = graph->edge_room ? graph->edge_room * 2 : 1024;
        graph->edges = grown(graph->edges, graph->edge_room * sizeof *graph->edges);
    }
    graph->edges[graph->edge_count++] = to;
}

/* ---- edges ---- */

static void note(struct graph *graph, enum outcome outcome)
{
    if (outcome == FAULT)
        graph->fault = true;
    else if (outcome != WENT_ON)
        graph->usable = outcome == HAS_NO_STEPS ? NO_STEPS : UNDEFINED;
}

static void add_successors(struct graph *graph, uint32_t from)
{
    struct world world;
    for (unsigned t = 0; t < graph->machine->program->threads; t++) {
        unsigned ways = machine_ways(graph->machine, &graph->states[from], t);
        for (unsigned way = 0; way < ways && graph->usable == USABLE; way++) {
            enum outcome outcome;
            memcpy(&world, &graph->states[from], sizeof world);
            outcome = machine_step(graph->machine, &world, t, way);
            note(graph, outcome);
            if (outcome == WENT_ON)
                add_edge(graph, number_of(graph, &world));
        }
    }
}

static void build(struct graph *graph)
{
    struct world first;
    enum outcome outcome = machine_begin(graph->machine, &first);
    note(graph, outcome);
    if (outcome != WENT_ON)
        return;
    number_of(graph, &first);
    for (uint32_t i = 0; i < graph->length && graph->usable == USABLE; i++) {
        graph->edge_begin[i] = graph->edge_count;
        add_successors(graph, i);
        if (graph->length > STATES_MOST)
            graph->usable = TOO_LARGE;
        graph->edge_begin[i + 1] = graph->edge_count;
    }
}

/* ---- components: Tarjan's algorithm with a stack of its own ---- */

struct tarjan {
    uint32_t *order, *low, *open, *path;
    size_t *next; /* edge of each state to look at */
    size_t opened, depth;
    uint32_t visited;
};

static void enter(struct tarjan *tarjan, const struct graph *graph, uint32_t state)
{
    tarjan->order[state] = tarjan->low[state] = ++tarjan->visited;
    tarjan->next[state] = graph->edge_begin[state];
    tarjan->open[tarjan->opened++] = state;
    tarjan->path[tarjan->depth++] = state;
}

static void leave(struct tarjan *tarjan, struct graph *graph, uint32_t state)
{
    uint32_t member;
    tarjan->depth--;
    if (tarjan->depth && tarjan->low[tarjan->path[tarjan->depth - 1]] > tarjan->low[state])
        tarjan->low[tarjan->path[tarjan->depth - 1]] = tarjan->low[state];
    if (tarjan->low[state] != tarjan->order[state])
        return;
    do {
        member = tarjan->open[--tarjan->opened];
        graph->component[member] = graph->components;
    } while (member != state);
    graph->components++;
}

static void visit_from(struct tarjan *tarjan, struct graph *graph, uint32_t root)
{
    enter(tarjan, graph, root);
    while (tarjan->depth) {
        uint32_t state = tarjan->path[tarjan->depth - 1], to;
        if (tarjan->next[state] == graph->edge_begin[state + 1]) {
            leave(tarjan, graph, state);
            continue;
        }
        to = graph->edges[tarjan->next[state]++];
        if (!tarjan->order[to])
            enter(tarjan, graph, to);
        else if (graph->component[to] == UINT32_MAX && tarjan->low[state] > tarjan->order[to])
            tarjan->low[state] = tarjan->order[to];
    }
}

static void find_components(struct graph *graph)
{
    size_t n = graph->length;
    struct tarjan tarjan = { .order = grown(NULL, n * sizeof(uint32_t)),
                             .low = grown(NULL, n * sizeof(uint32_t)),
                             .open = grown(NULL, n * sizeof(uint32_t)),
                             .path = grown(NULL, n * sizeof(uint32_t)),
                             .next = grown(NULL, n * sizeof(size_t)) };
    memset(tarjan.order, 0, n * sizeof *tarjan.order);
    graph->component = grown(graph->component, n * sizeof *graph->component);
    memset(graph->component, 0xff, n * sizeof *graph->component);
    if (n)
        visit_from(&tarjan, graph, 0); /* all others are reached from the first */
    free(tarjan.order);
    free(tarjan.low);
    free(tarjan.open);
    free(tarjan.path);
    free(tarjan.next);
}

/* ---- what the components say ---- */

struct component {
    bool leads_out, goes_round;
    uint64_t schedules;   /* from here to an end, about; more than SCHEDULES_MOST is many */
    uint32_t steps;       /* of the longest of them, if each state is passed at most once */
    uint32_t size, state; /* how many states, and one of them */
};

/* But for locks. */
static bool changes_memory(const struct world *from, const struct world *to)
{
    struct memory before, after;
    memcpy(&before, &from->memory, sizeof before);
    memcpy(&after, &to->memory, sizeof after);
    before.mutex = after.mutex = before.writer = after.writer = before.spin = after.spin = 0;
    memset(before.readers, 0, sizeof before.readers);
    memset(after.readers, 0, sizeof after.readers);
    return memcmp(&before, &after, sizeof before) != 0;
}

static void look_at_edge(struct graph *graph, struct component *all, uint32_t from, uint32_t to)
{
    struct component *component = &all[graph->component[from]];
    const struct component *next = &all[graph->component[to]];
    if (next != component) {
        component->leads_out = true;
        if (component->steps < next->steps + next->size)
            component->steps = next->steps + next->size;
        component->schedules += next->schedules;
        if (component->schedules > SCHEDULES_MOST)
            component->schedules = SCHEDULES_MOST + 1;
        return;
    }
    component->goes_round = true;
    if (changes_memory(&graph->states[from], &graph->states[to]))
        graph->usable = LIVELOCK;
}

/* An end is one. A loop is gone round a few times before an explorer can know that it is one. */
static void add_own_schedules(struct component *component)
{
    if (!component->leads_out)
        component->schedules++;
    if (component->goes_round)
        component->schedules *= TURNS;
}

/* A component's number is higher than those it leads to, so these are counted before. */
static struct component *look_at_components(struct graph *graph)
{
    struct component *all = grown(NULL, graph->components * sizeof *all);
    uint32_t *by_component = grown(NULL, graph->length * sizeof *by_component);
    size_t *begin = grown(NULL, (graph->components + 1) * sizeof *begin);
    memset(all, 0, graph->components * sizeof *all);
    memset(begin, 0, (graph->components + 1) * sizeof *begin);
    for (size_t i = 0; i < graph->length; i++)
        begin[graph->component[i]]++;
    for (uint32_t c = 1; c <= graph->components; c++)
        begin[c] += begin[c - 1];
    for (size_t i = 0; i < graph->length; i++)
        by_component[--begin[graph->component[i]]] = (uint32_t)i;
    for (size_t i = 0; i < graph->length; i++) {
        uint32_t from = by_component[i];
        struct component *component = &all[graph->component[from]];
        component->state = from;
        component->size++;
        for (size_t e = graph->edge_begin[from]; e < graph->edge_begin[from + 1]; e++)
            look_at_edge(graph, all, from, graph->edges[e]);
        if (i + 1 == graph->length || graph->component[by_component[i + 1]] != graph->component[from])
            add_own_schedules(component);
    }
    free(by_component);
    free(begin);
    return all;
}

static bool is_done(const struct program *program, const struct world *world)
{
    for (unsigned t = 0; t < program->threads; t++)
        if (world->thread[t].next < program->calls[t])
            return false;
    return true;
}

static void collect(const struct graph *graph, const struct component *all, struct histories *out)
{
    for (uint32_t c = 0; c < graph->components; c++) {
        struct history history;
        if (all[c].leads_out)
            continue;
        memcpy(&history, &graph->states[all[c].state].history, sizeof history);
        history.stuck = !is_done(graph->machine->program, &graph->states[all[c].state]);
        if (!(graph->machine->how.wrong == WRONG_SPIN && all[c].goes_round))
            histories_add(out, &history);
    }
}

static void enumerate(struct truth *truth, const struct machine *machine, struct histories *out)
{
    struct graph graph = { .machine = machine };
    struct component *all = NULL;
    grow(&graph);
    build(&graph);
    if (graph.usable == USABLE && graph.length) {
        find_components(&graph);
        all = look_at_components(&graph);
        collect(&graph, all, out);
        truth->schedules = all[graph.component[0]].schedules;
        truth->steps = all[graph.component[0]].steps + all[graph.component[0]].size;
        if (truth->schedules > SCHEDULES_MOST)
            graph.usable = TOO_LARGE;
    }
    if (truth->usable == USABLE)
        truth->usable = graph.usable;
    truth->fault |= graph.fault;
    free(all);
    free(graph.states);
    free(graph.slots);
    free(graph.edges);
    free(graph.edge_begin);
    free(graph.component);
}

/* ---- the verdict ---- */

/* What Line-Up says of histories (judge.c). */
bool lineup_is_nondeterministic(const struct histories *serial);
const struct history *lineup_unexplained(const struct histories *serial, const struct histories *all);

/* The serial executions must be the same whatever becomes of freed memory: which addresses there are is nothing that a
 * specification should say. */
static void find_serial(struct truth *truth, const struct program *program, struct how how)
{
    struct machine machine = { program, how, true };
    struct histories reused = { 0 };
    machine.how.reuse = REUSE_NEVER;
    enumerate(truth, &machine, &truth->serial);
    if (truth->fault || !program_may_reuse(program))
        return;
    machine.how.reuse = REUSE_ANY;
    enumerate(truth, &machine, &reused);
    if (!histories_equal(&reused, &truth->serial) && truth->usable == USABLE)
        truth->usable = UNDEFINED;
    histories_free(&reused);
}

void truth_find(struct truth *truth, const struct program *program, struct how how)
{
    struct machine machine = { program, how, false };
    const struct history *unexplained;
    memset(truth, 0, sizeof *truth);
    find_serial(truth, program, how);
    if (truth->usable == USABLE)
        enumerate(truth, &machine, &truth->all);
    if (truth->usable != USABLE)
        return;
    histories_tighten(&truth->all);
    truth->nondeterministic = lineup_is_nondeterministic(&truth->serial);
    unexplained = lineup_unexplained(&truth->serial, &truth->all);
    if (unexplained)
        truth->unexplained = *unexplained;
    truth->verdict = truth->fault || truth->nondeterministic || unexplained ? VIOLATED : HOLDS;
}

void truth_free(struct truth *truth)
{
    histories_free(&truth->serial);
    histories_free(&truth->all);
}
