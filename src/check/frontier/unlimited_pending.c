#include "check/frontier/unlimited_pending.h"

#include <assert.h>
#include <string.h>

/* Each pending operation of a register, a map's key, a lock or a set's element leads to one state wherever it starts.
 * Where they lead to more than that, as in queues and counters, using them without limit has no end. */
enum { MORE_THAN_OPERATIONS = 4 };

void ln_unlimited_init(struct ln_unlimited *reach, struct ln_memory *memory)
{
    *reach = (struct ln_unlimited){ .memory = memory };
}

void ln_unlimited_fini(struct ln_unlimited *reach)
{
    ln_vec_fini(&reach->list, reach->memory);
    ln_vec_fini(&reach->tracked, reach->memory);
    ln_vec_fini(&reach->mask, reach->memory);
    ln_vec_fini(&reach->seen, reach->memory);
    ln_vec_fini(&reach->usable, reach->memory);
    ln_vec_fini(&reach->path, reach->memory);
}

enum ln_status ln_unlimited_reset(struct ln_unlimited *reach, const struct ln_position *walk)
{
    size_t labels = walk->window.labels.length;
    reach->list.length = reach->seen.length = 0;
    reach->nodes = 0;
    reach->tracks = false;
    if (!ln_vec_reserve(&reach->tracked, reach->memory, labels + 1) ||
        !ln_vec_reserve(&reach->mask, reach->memory, walk->optional + 1))
        return LN_NO_MEMORY;
    memset(reach->tracked.at, 0, labels * sizeof *reach->tracked.at);
    memset(reach->mask.at, 0, walk->optional * sizeof *reach->mask.at);
    return LN_OK;
}

static void make_mask(struct ln_unlimited *reach, const struct ln_position *walk)
{
    reach->tracks = true;
    for (uint32_t p = 0; p < walk->window.optional; p++)
        if (ln_unlimited_tracks(reach, walk, walk->pending.at[p]))
            reach->mask.at[p / 64] |= UINT64_C(1) << (p % 64);
}

void ln_unlimited_track_excess(struct ln_unlimited *reach, const struct ln_position *walk)
{
    for (size_t i = 0; i < walk->order.length; i++)
        if (walk->order.at[i] & LN_AGAIN)
            reach->tracked.at[walk->window.ops.at[walk->order.at[i] & ~LN_AGAIN].label] = true;
    make_mask(reach, walk);
}

void ln_unlimited_track_all(struct ln_unlimited *reach, const struct ln_position *walk)
{
    memset(reach->tracked.at, 1, walk->window.labels.length * sizeof *reach->tracked.at);
    make_mask(reach, walk);
}

static enum ln_status list_usable(struct ln_unlimited *reach, const struct ln_position *walk)
{
    reach->usable.length = 0;
    for (uint32_t p = 0; p < walk->called; p++) {
        uint32_t op = walk->pending.at[p];
        assert(walk->window.ops.at[op].ret == LN_NEVER);
        bool listed = ln_unlimited_tracks(reach, walk, op) || !ln_position_is_enabled(walk, op);
        for (size_t i = 0; i < reach->usable.length && !listed; i++)
            listed = walk->window.ops.at[reach->usable.at[i]].label == walk->window.ops.at[op].label;
        if (!listed && !ln_vec_push(&reach->usable, reach->memory, op))
            return LN_NO_MEMORY;
    }
    return LN_OK;
}

static enum ln_status add(struct ln_unlimited *reach, uint32_t state, uint32_t from, uint32_t op)
{
    struct ln_unlimited_step reached = { state, from, op };
    while (reach->seen.length <= state)
        if (!ln_vec_push(&reach->seen, reach->memory, 0))
            return LN_NO_MEMORY;
    if (reach->seen.at[state] == reach->nodes)
        return LN_OK;
    reach->seen.at[state] = reach->nodes;
    return ln_vec_push(&reach->list, reach->memory, reached) ? LN_OK : LN_NO_MEMORY;
}

/* Breadth first, so that a state is reached with as few operations as possible. */
enum ln_status ln_unlimited_spread(struct ln_unlimited *reach, struct ln_position *walk, bool *endless)
{
    struct ln_unlimited_step own = { walk->state, LN_NO_OP, LN_NO_OP };
    size_t first = reach->list.length;
    enum ln_status status = list_usable(reach, walk);
    if (status)
        return status;
    if (!reach->usable.length)
        return ln_vec_push(&reach->list, reach->memory, own) ? LN_OK : LN_NO_MEMORY;
    reach->nodes++;
    status = add(reach, walk->state, LN_NO_OP, LN_NO_OP);
    for (size_t i = first; i < reach->list.length && !status && !*endless; i++) {
        for (size_t u = 0; u < reach->usable.length && !status; u++) {
            struct ln_moves moves;
            status = ln_position_moves(walk, reach->list.at[i].state, reach->usable.at[u], &moves);
            for (uint32_t m = 0; m < moves.count && !status; m++)
                status = add(reach, moves.at[m], (uint32_t)i, reach->usable.at[u]);
        }
        *endless = reach->list.length - first > reach->usable.length + MORE_THAN_OPERATIONS;
    }
    return status;
}

enum ln_status ln_unlimited_follow(struct ln_unlimited *reach, struct ln_position *walk, uint32_t to)
{
    reach->path.length = 0;
    assert(to < reach->list.length);
    for (; reach->list.at[to].op != LN_NO_OP; to = reach->list.at[to].from)
        if (!ln_vec_push(&reach->path, reach->memory, to))
            return LN_NO_MEMORY;
    for (size_t i = reach->path.length; i-- > 0;) {
        const struct ln_unlimited_step *next = &reach->list.at[reach->path.at[i]];
        assert(i + 1 == reach->path.length || reach->path.at[i] > reach->path.at[i + 1]);
        if (!ln_position_use(walk, next->op, next->state))
            return LN_NO_MEMORY;
    }
    return LN_OK;
}
