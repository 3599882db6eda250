#include "check/relaxed.h"

/* Each pending operation of a register, a map's key, a lock or a set's element leads to one state wherever it starts.
 * Where they lead to more than that, as in queues and counters, using them without limit has no end. */
enum { MORE_THAN_OPERATIONS = 4 };

/* A state that pending operations lead to from the node's own, which is the first. */
struct ln_reach {
    uint32_t state;
    uint32_t from; /* the one before, as an index into relaxed->reach */
    uint32_t op;   /* the pending operation that led here */
};

struct ln_relaxed_frame {
    uint32_t event, state, linearised;
    uint32_t first, at, end;               /* candidates: completed operations */
    uint32_t reach, reach_at, reach_end;   /* from where each is tried */
    uint32_t move;
};

void ln_relaxed_init(struct ln_relaxed *relaxed, struct ln_memory *memory)
{
    *relaxed = (struct ln_relaxed){ .memory = memory };
    ln_dead_init(&relaxed->dead, memory);
}

void ln_relaxed_fini(struct ln_relaxed *relaxed)
{
    ln_dead_fini(&relaxed->dead);
    ln_vec_fini(&relaxed->candidates, relaxed->memory);
    ln_vec_fini(&relaxed->frames, relaxed->memory);
    ln_vec_fini(&relaxed->reach, relaxed->memory);
    ln_vec_fini(&relaxed->seen, relaxed->memory);
    ln_vec_fini(&relaxed->usable, relaxed->memory);
    ln_vec_fini(&relaxed->path, relaxed->memory);
}

/* ---- what pending operations lead to ---- */

static enum ln_status list_usable(struct ln_relaxed *relaxed, struct ln_walk *walk)
{
    relaxed->usable.length = 0;
    for (uint32_t p = 0; p < walk->called; p++) {
        uint32_t op = walk->pending.at[p];
        bool listed = !ln_walk_is_enabled(walk, op);
        for (size_t i = 0; i < relaxed->usable.length && !listed; i++)
            listed = walk->window.ops.at[relaxed->usable.at[i]].label == walk->window.ops.at[op].label;
        if (!listed && !ln_vec_push(&relaxed->usable, relaxed->memory, op))
            return LN_NO_MEMORY;
    }
    return LN_OK;
}

static enum ln_status add_reach(struct ln_relaxed *relaxed, uint32_t state, uint32_t from, uint32_t op)
{
    struct ln_reach reach = { state, from, op };
    while (relaxed->seen.length <= state)
        if (!ln_vec_push(&relaxed->seen, relaxed->memory, 0))
            return LN_NO_MEMORY;
    if (relaxed->seen.at[state] == relaxed->nodes)
        return LN_OK;
    relaxed->seen.at[state] = relaxed->nodes;
    return ln_vec_push(&relaxed->reach, relaxed->memory, reach) ? LN_OK : LN_NO_MEMORY;
}

/* Breadth first, so that states are listed with as few pending operations as possible. */
static enum ln_status spread(struct ln_relaxed *relaxed, struct ln_walk *walk, bool *too_many)
{
    size_t first = relaxed->reach.length;
    enum ln_status status = list_usable(relaxed, walk);
    if (!status)
        status = add_reach(relaxed, walk->state, LN_NO_OP, LN_NO_OP);
    for (size_t i = first; i < relaxed->reach.length && !status && !*too_many; i++) {
        for (size_t u = 0; u < relaxed->usable.length && !status; u++) {
            struct ln_moves moves;
            status = ln_walk_moves(walk, relaxed->reach.at[i].state, relaxed->usable.at[u], &moves);
            for (uint32_t m = 0; m < moves.count && !status; m++)
                status = add_reach(relaxed, moves.at[m], (uint32_t)i, relaxed->usable.at[u]);
        }
        *too_many = relaxed->reach.length - first > relaxed->usable.length + MORE_THAN_OPERATIONS;
    }
    return status;
}

/* ---- nodes ---- */

static enum ln_status enter(struct ln_relaxed *relaxed, struct ln_walk *walk, bool *too_many)
{
    struct ln_relaxed_frame frame = { .event = walk->event, .state = walk->state,
                                      .linearised = (uint32_t)walk->order.length,
                                      .first = (uint32_t)relaxed->candidates.length,
                                      .reach = (uint32_t)relaxed->reach.length };
    enum ln_status status;
    relaxed->nodes++;
    status = ln_walk_candidates(walk, false, &relaxed->candidates);
    if (!status)
        status = spread(relaxed, walk, too_many);
    frame.at = frame.first;
    frame.end = (uint32_t)relaxed->candidates.length;
    frame.reach_at = frame.reach;
    frame.reach_end = (uint32_t)relaxed->reach.length;
    if (!status && !ln_vec_push(&relaxed->frames, relaxed->memory, frame))
        status = LN_NO_MEMORY;
    return status;
}

/* The next (state reached, operation, successor) of a node; LN_NO_OP when all were tried. First everything that needs
 * no pending operation, then what needs one, and so on. */
static enum ln_status next_choice(struct ln_relaxed *relaxed, struct ln_walk *walk, struct ln_relaxed_frame *frame,
                                  uint32_t *via, uint32_t *op, uint32_t *to)
{
    while (frame->reach_at < frame->reach_end) {
        struct ln_moves moves = { NULL, 0 };
        uint32_t state = relaxed->reach.at[frame->reach_at].state, move = frame->move;
        *via = frame->reach_at;
        if (frame->at < frame->end) {
            enum ln_status status;
            *op = (uint32_t)relaxed->candidates.at[frame->at];
            status = ln_walk_moves(walk, state, *op, &moves);
            if (status)
                return status;
            if (move + 1 < moves.count)
                frame->move++;
            else
                frame->at++, frame->move = 0;
        } else {
            frame->reach_at++;
            frame->at = frame->first;
        }
        if (move < moves.count) {
            *to = moves.at[move];
            return LN_OK;
        }
    }
    *op = LN_NO_OP;
    return LN_OK;
}

static enum ln_status choose(struct ln_relaxed *relaxed, struct ln_walk *walk, struct ln_budget *budget, uint32_t *via,
                             uint32_t *op, uint32_t *to)
{
    *op = LN_NO_OP;
    while (relaxed->frames.length) {
        struct ln_relaxed_frame *frame = &relaxed->frames.at[relaxed->frames.length - 1];
        enum ln_status status;
        ln_walk_back(walk, frame->event, frame->linearised);
        walk->state = frame->state;
        if (ln_budget_spent(budget, &relaxed->fuel, 8))
            return LN_STOPPED;
        status = next_choice(relaxed, walk, frame, via, op, to);
        if (status || *op != LN_NO_OP)
            return status;
        status = ln_walk_keep_best(walk);
        if (status || !ln_dead_add(&relaxed->dead, frame->event, frame->state, walk->bits.at))
            return LN_NO_MEMORY;
        relaxed->candidates.length = frame->first;
        relaxed->reach.length = frame->reach;
        relaxed->frames.length--;
    }
    return LN_OK;
}

/* Uses the pending operations that lead to relaxed->reach[via], then takes the chosen one. */
static enum ln_status follow(struct ln_relaxed *relaxed, struct ln_walk *walk, uint32_t via, uint32_t op, uint32_t to)
{
    bool read;
    relaxed->path.length = 0;
    for (; relaxed->reach.at[via].op != LN_NO_OP; via = relaxed->reach.at[via].from)
        if (!ln_vec_push(&relaxed->path, relaxed->memory, via))
            return LN_NO_MEMORY;
    for (size_t i = relaxed->path.length; i-- > 0;) {
        const struct ln_reach *reach = &relaxed->reach.at[relaxed->path.at[i]];
        if (!ln_walk_use(walk, reach->op, reach->state))
            return LN_NO_MEMORY;
    }
    return ln_walk_take(walk, op, to, &read);
}

/* From the current configuration on: *found, *too_many, or everything was tried. */
static enum ln_status explore(struct ln_relaxed *relaxed, struct ln_walk *walk, struct ln_budget *budget, bool *found,
                              bool *too_many)
{
    for (;;) {
        uint32_t via, op, to = LN_NO_STATE;
        enum ln_status status = ln_walk_advance(walk);
        if (walk->event > relaxed->furthest)
            relaxed->furthest = walk->event;
        if (!status && ln_walk_at_end(walk) && ln_walk_is_goal(walk)) {
            *found = true;
            return LN_OK;
        }
        if (!status && !ln_walk_at_end(walk) && !ln_dead_has(&relaxed->dead, walk->event, walk->state, walk->bits.at))
            status = enter(relaxed, walk, too_many);
        else if (!status)
            status = ln_walk_keep_best(walk);
        if (*too_many)
            return status;
        if (!status)
            status = choose(relaxed, walk, budget, &via, &op, &to);
        if (status || op == LN_NO_OP)
            return status;
        status = follow(relaxed, walk, via, op, to);
        if (status)
            return status;
    }
}

enum ln_status ln_relaxed_run(struct ln_relaxed *relaxed, struct ln_walk *walk, struct ln_budget *budget,
                              enum ln_relaxed_answer *answer)
{
    bool found = false, too_many = false;
    struct ln_moves initial;
    enum ln_status status = ln_states_initial(&walk->states, &initial);
    uint32_t starts = initial.count; /* initial states are numbered from 0 */
    relaxed->candidates.length = relaxed->frames.length = relaxed->reach.length = relaxed->seen.length = 0;
    relaxed->nodes = 0;
    relaxed->furthest = 0;
    ln_dead_reset(&relaxed->dead, walk->words, 0);
    for (uint32_t s = 0; s < starts && !found && !too_many && !status; s++) {
        ln_walk_back(walk, 0, 0);
        walk->state = s;
        status = explore(relaxed, walk, budget, &found, &too_many);
    }
    if (found)
        *answer = walk->excess ? LN_RELAXED_OPEN : LN_RELAXED_WITNESS;
    else
        *answer = too_many ? LN_RELAXED_OPEN : LN_RELAXED_VIOLATED;
    return status;
}
